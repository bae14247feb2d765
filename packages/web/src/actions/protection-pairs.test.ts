// A leg of a TP/SL pair is changed in one request with the other: changed by itself it would leave
// the pair, and stay open when the other leg triggers (rules 8.5).

import { accountId, orderId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import { encodeTpsl } from '@basis/protocol/tpsl'
import type { WirePosition } from '@basis/protocol/position'
import { beforeEach, expect, test, vi } from 'vitest'
import { applyContracts, instrumentOf, listingsOf } from '../stores/catalogue.ts'
import { fallbackContracts } from '../stores/fallback-catalogue.ts'
import { applyPositions, positionOf } from '../stores/positions.ts'
import { moveProtection, protectionRequest, replaceOrder } from './amending/replace-order.ts'

const sent = vi.hoisted(() => [] as (readonly [string, unknown])[])
const answer = vi.hoisted((): { position?: unknown } => ({}))
vi.mock('../client/http.ts', async (original) => ({
  ...(await original<object>()),
  ask: (name: string, request: unknown) => {
    // Leverage, which the page also requests, is not answered here.
    if (name === 'leverage') return new Promise(() => undefined)
    sent.push([name, request])
    return Promise.resolve({ ok: true, value: answer })
  },
}))

const instrument = listingsOf(fallbackContracts(), [])[0]?.instrument
if (instrument === undefined) throw new Error('BTCUSDT is built in')

const trigger = (ticks: number, id: number) =>
  ({
    triggerTicks: priceTicks(ticks),
    triggerBy: 'LastPrice',
    orderType: 'Market',
    orderId: orderId(id),
  }) as const
const [pair, single] = [
  {
    qtyLots: qtyLots(200),
    updatedMs: 1,
    takeProfit: trigger(128_000, 8),
    stopLoss: trigger(122_000, 9),
  },
  { qtyLots: qtyLots(100), updatedMs: 2, stopLoss: trigger(120_000, 10) },
]
const free = { tpFreeLots: qtyLots(0), slFreeLots: qtyLots(0) }
const position = {
  symbol: 'BTCUSDT',
  side: 'Buy',
  size: '0.500',
  positionIdx: 0,
  mode: 'MergedSingle',
  isIsolated: false,
  isAutoAddMargin: false,
  extraMargin: '0',
  leverage: '10',
  entryPrice: '62000',
  entryValue: '31000',
  liqPrice: '',
  positionRPL: '0',
  cumRealisedPnl: '0',
  positionFundingFee: '0',
  openFee: '0',
  firstOpenPzTime: 1,
  updatedAtE3: 2,
  ...encodeTpsl({ partial: [pair, single], ...free }, instrument),
}

const stopOrder = (id: number, ticks: number): Order => ({
  id: orderId(id),
  linkId: '',
  account: accountId(0),
  symbol: instrument.symbol,
  side: 'Sell',
  orderType: 'Market',
  timeInForce: 'ImmediateOrCancel',
  priceTicks: priceTicks(0),
  qtyLots: qtyLots(200),
  leavesLots: qtyLots(200),
  filledLots: qtyLots(0),
  filledValue: amount(0n),
  fee: amount(0n),
  reduceOnly: true,
  closeOnTrigger: true,
  positionIdx: 0,
  status: 'Untriggered',
  closedPnl: amount(0n),
  createdMs: 1,
  updatedMs: 1,
  updateNo: 1,
  stop: {
    stopType: 'PartialStopLoss',
    triggerTicks: priceTicks(ticks),
    triggerBy: 'LastPrice',
    triggerDirection: 2,
    tpslMode: 'Partial',
  },
})

beforeEach(() => {
  sent.length = 0
  answer.position = position
  applyContracts(fallbackContracts(), 'network')
  applyPositions([position as unknown as WirePosition], true)
  expect(instrumentOf('BTCUSDT')).toBeDefined()
})

const both = {
  symbol: 'BTCUSDT',
  positionIdx: 0,
  tpSlMode: 'Partial',
  takeProfit: '64000.0',
  tpStopOrderId: '8',
  stopLoss: '61500.0',
  slStopOrderId: '9',
}

test('a request that moves the stop-loss of a pair also names its take-profit, unchanged', () => {
  const change = { triggerTicks: priceTicks(123_000) }
  expect(protectionRequest(stopOrder(9, 122_000), instrument, change)).toMatchObject(both)
})

test('a price typed in the row of a leg sends the same request, not a replacement of one order', async () => {
  await replaceOrder(stopOrder(9, 122_000), { triggerTicks: priceTicks(123_000) })
  expect(sent).toMatchObject([['setTpSlTs', both]])
})

test('the position of the answer is shown, unless it has closed since', async () => {
  const movedTo = (ticks: number) => {
    const moved = { ...single, stopLoss: { ...single.stopLoss, triggerTicks: priceTicks(ticks) } }
    return { ...position, ...encodeTpsl({ partial: [pair, moved], ...free }, instrument) }
  }
  const stopsAt = () =>
    positionOf('BTCUSDT')?.tpsl.partial.map(({ stopLoss }) => stopLoss?.triggerTicks)
  answer.position = movedTo(121_000)
  await moveProtection(stopOrder(10, 120_000), { triggerTicks: priceTicks(121_000) })
  expect(stopsAt()).toContain(121_000)
  const closed = { ...position, side: 'None', size: '0.000', updatedAtE3: 3 }
  applyPositions([closed as unknown as WirePosition], false)
  await moveProtection(stopOrder(10, 121_000), { triggerTicks: priceTicks(121_500) })
  expect(stopsAt()).toBeUndefined()
})

test('a leg without a pair is changed by itself', () => {
  const change = { triggerTicks: priceTicks(121_000) }
  const request = protectionRequest(stopOrder(10, 120_000), instrument, change)
  expect(request).toMatchObject({ stopLoss: '60500.0', slStopOrderId: '10' })
  expect(request).not.toHaveProperty('takeProfit')
})
