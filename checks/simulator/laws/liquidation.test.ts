// Accounts that the law of liquidation checks only at the next prices: those filled by orders after
// the exchange's own ones (rules 5.8, 14.2.24).

import type { Event } from '@basis/engine/events'
import { expect, test } from 'vitest'
import { filledLater } from './liquidation.ts'

const placed = (account: number, algoId?: number) =>
  ({ kind: 'OrderPlaced', order: { account, algoId } }) as Event
const filled = (account: number) => ({ kind: 'OrderFilled', order: { account } }) as Event
const begun = (account: number) => ({ kind: 'LiquidationStarted', account }) as Event
const ruled = (account: number) => ({ kind: 'RuleChanged', account }) as Event

test('accounts that a liquidation order fills are checked at once', () => {
  expect([...filledLater([begun(1), placed(1), filled(2), filled(1)])]).toEqual([])
})

test('accounts that an algorithm or a rule fills are checked at the next prices', () => {
  expect([...filledLater([placed(1, 7), filled(2), filled(1)])]).toEqual([2, 1])
  expect([...filledLater([placed(1), filled(2), filled(1), ruled(1)])]).toEqual([2, 1])
})

test('accounts filled by a liquidation are checked at once even if the liquidated one has a rule', () => {
  const events = [begun(1), placed(1), filled(2), begun(3), placed(1), filled(4), ruled(1)]
  expect([...filledLater(events)]).toEqual([4])
})

test('accounts that a copying wallet fills are checked at the next prices, unless it is liquidated', () => {
  const wallet = 1_000_000_017
  expect([...filledLater([placed(wallet), filled(2), filled(wallet)])]).toEqual([2, wallet])
  expect([...filledLater([begun(wallet), placed(wallet), filled(2)])]).toEqual([])
})
