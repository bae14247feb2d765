// Whom the law of liquidation judges by the next prices: whoever traded with what comes after the
// exchange's own orders (rules 5.8, 14.2.24).

import type { Event } from '@basis/engine/events'
import { expect, test } from 'vitest'
import { filledLater } from './liquidation.ts'

const placed = (account: number, algoId?: number) =>
  ({ kind: 'OrderPlaced', order: { account, algoId } }) as Event
const filled = (account: number) => ({ kind: 'OrderFilled', order: { account } }) as Event
const begun = (account: number) => ({ kind: 'LiquidationStarted', account }) as Event
const ruled = (account: number) => ({ kind: 'RuleChanged', account }) as Event

test('whom the order of a liquidation fills is judged at once', () => {
  expect([...filledLater([begun(1), placed(1), filled(2), filled(1)])]).toEqual([])
})

test('whom an algorithm or a rule fills is judged by the next prices', () => {
  expect([...filledLater([placed(1, 7), filled(2), filled(1)])]).toEqual([2, 1])
  expect([...filledLater([placed(1), filled(2), filled(1), ruled(1)])]).toEqual([2, 1])
})

test('a rule of an account in liquidation excuses none that its liquidation filled', () => {
  const events = [begun(1), placed(1), filled(2), begun(3), placed(1), filled(4), ruled(1)]
  expect([...filledLater(events)]).toEqual([4])
})

test('whom a copying wallet fills is judged by the next prices, unless it is liquidated', () => {
  const wallet = 1_000_000_017
  expect([...filledLater([placed(wallet), filled(2), filled(wallet)])]).toEqual([2, wallet])
  expect([...filledLater([begun(wallet), placed(wallet), filled(2)])]).toEqual([])
})
