// Confirmations are required for money at risk and for a price far from the market, not for
// leverage.

import { expect, test } from 'vitest'
import { amount, priceTicks } from '@basis/domain/numbers/fixed'
import type { OrderContext } from './order-context.ts'
import { stakeOf, orderWarnings, type JudgedOrder } from './order-warnings.ts'

const usdt = (text: number) => amount(BigInt(Math.round(text * 100)) * 1_000_000n)
const at = priceTicks(600_000)
const order: JudgedOrder = {
  side: 'Buy',
  limit: at,
  bid: at,
  ask: at,
  cost: usdt(650),
  equity: usdt(100_000),
  isIsolated: true,
  priceTicks: at,
  liquidationTicks: undefined,
}
const kinds = (change: Partial<JudgedOrder>) =>
  orderWarnings({ ...order, ...change }).map(({ kind }) => kind)

test('an order that costs 650 of 100,000 needs no confirmation at any leverage', () => {
  // 100x: 0.5 % from its liquidation, which costs 0.65 % of the equity.
  expect(kinds({ liquidationTicks: priceTicks(597_000) })).toEqual([])
})

test('a near liquidation that costs a tenth of the equity needs confirmation; cross counts all', () => {
  const near = { liquidationTicks: priceTicks(580_000) }
  expect(kinds({ ...near, cost: usdt(10_000) })).toEqual(['liquidation'])
  expect(kinds({ ...near, cost: usdt(9_999) })).toEqual([])
  expect(orderWarnings({ ...order, ...near, isIsolated: false })).toEqual([
    { kind: 'liquidation', ticks: 580_000, percentE2: 333, share: 100 },
  ])
  // Up to five percent is near; a reduce-only order puts nothing at risk.
  expect(kinds({ isIsolated: false, liquidationTicks: priceTicks(570_000) })).toHaveLength(1)
  expect(kinds({ isIsolated: false, liquidationTicks: priceTicks(569_000) })).toEqual([])
  expect(kinds({ ...near, isIsolated: false, cost: usdt(0) })).toEqual([])
})

test('an order that costs more than half of the equity needs confirmation', () => {
  expect(kinds({ cost: usdt(50_000) })).toEqual([])
  expect(kinds({ cost: usdt(51_000) })).toEqual(['share'])
})

test('a price more than two percent beyond the market needs confirmation, on either side', () => {
  expect(kinds({ limit: priceTicks(612_000) })).toEqual([])
  expect(kinds({ limit: priceTicks(612_200) })).toEqual(['worse'])
  expect(kinds({ side: 'Sell', limit: priceTicks(587_800) })).toEqual(['worse'])
  // The limit of an untriggered order is compared with its trigger price.
  const trigger = priceTicks(612_200)
  expect(kinds({ limit: priceTicks(612_200), bid: trigger, ask: trigger })).toEqual([])
})

test('all reasons for a confirmation are given', () => {
  expect(kinds({ limit: priceTicks(620_000), cost: usdt(60_000) })).toEqual(['worse', 'share'])
})

test('10.4: under portfolio margin an order is judged by the margin of the exchange’s preview', () => {
  const funds = { equity: amount(150_000_000n), equityUsd: usdt(100_000) }
  const around = { instrument: { kind: 'Inverse' }, funds } as OrderContext
  const preview = { margin: usdt(0), later: { fee: usdt(1), margin: usdt(60_000) } }
  const stake = stakeOf({ ...around, isPortfolio: true }, undefined, preview)
  expect(stake).toEqual({ cost: usdt(60_000), equity: usdt(100_000) })
  expect(kinds(stake)).toEqual(['share'])
  // A hedge that frees margin needs no confirmation, nor does an order without a preview.
  const hedge = { margin: usdt(-2_000), later: undefined }
  expect(kinds(stakeOf({ ...around, isPortfolio: true }, undefined, hedge))).toEqual([])
  expect(kinds(stakeOf({ ...around, isPortfolio: true }, undefined, undefined))).toEqual([])
  expect(stakeOf(around, usdt(650), preview)).toEqual({ cost: usdt(650), equity: funds.equity })
})
