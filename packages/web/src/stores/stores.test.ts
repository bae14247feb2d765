// Stores of orders, positions, trades, liquidations, liveness and settings.

import { beforeEach, describe, expect, test } from 'vitest'
import { accountId, orderId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { createPrng } from '@basis/domain/numbers/prng'
import type { Order, OrderStatus } from '@basis/domain/orders/order'
import { encodeOrder, shortenOrder } from '@basis/protocol/order'
import { orderEvents } from '@basis/protocol/topics/topic'
import { listingsOf, useCatalogue } from './catalogue.ts'
import { livenessOf } from '../client/connection.ts'
import { fallbackContracts } from './fallback-catalogue.ts'
import { clearOrders, hasUnreadOrder, onOrders, openOrder, openOrderStore } from './orders.ts'
import { applyOrders, applyReceipt } from './orders.ts'
import { applyPositionReceipt, applyPositions, clearPositions } from './positions.ts'
import { decodePosition, hasUnreadPosition, positionStore } from './positions.ts'
import { applyMarketLiquidations, applyTrades } from './trades.ts'
import { liquidationStore, tradeStore } from './trades.ts'
import { decodeSettings, defaultSettings } from './settings.ts'

const [listing] = listingsOf(fallbackContracts(), [])
if (listing === undefined) throw new Error('one contract is built in')
const { instrument } = listing

const order = (id: number, updateNo: number, status: OrderStatus = 'New'): Order => ({
  id: orderId(id),
  linkId: '',
  account: accountId(0),
  symbol: instrument.symbol,
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(100_000),
  qtyLots: qtyLots(5),
  leavesLots: qtyLots(status === 'Filled' ? 0 : 5),
  filledLots: qtyLots(status === 'Filled' ? 5 : 0),
  filledValue: amount(0n),
  fee: amount(0n),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  status,
  closedPnl: amount(0n),
  createdMs: id,
  updatedMs: id,
  updateNo,
})
const push = (event: keyof typeof orderEvents, changed: Order) => ({
  e: orderEvents[event],
  ...shortenOrder(encodeOrder(changed, instrument)),
})
const ids = () => (openOrderStore.current('open') ?? []).map(({ id }) => id)

beforeEach(() => {
  useCatalogue.setState({ listings: new Map([[listing.symbol, listing]]) })
  clearOrders()
})

describe('open orders', () => {
  test('a snapshot replaces the list, deltas add and remove orders, newest first', () => {
    applyOrders([push('newed', order(1, 1)), push('newed', order(2, 1))], true)
    expect(ids()).toEqual([2, 1])
    applyOrders([push('newed', order(3, 1)), push('canceled', order(1, 2, 'Cancelled'))], false)
    expect(ids()).toEqual([3, 2])
    applyOrders([], true)
    expect(ids()).toEqual([])
  })

  test('after any changes the lists of all symbols and of each hold the open orders, newest first', () => {
    const prng = createPrng(7)
    const open = new Map<number, number>()
    for (let step = 0; step < 60; step += 1) {
      const count = step % 20 === 19 ? 400 : 1 + prng.nextBelow(5)
      const pushes = Array.from({ length: count }, () => {
        const id = 1 + prng.nextBelow(1000)
        const updateNo = step + 1
        const ends = prng.nextBelow(4) === 0
        if (ends) open.set(id, -1)
        else if (open.get(id) !== -1) open.set(id, step)
        return push(ends ? 'canceled' : 'newed', order(id, updateNo, ends ? 'Cancelled' : 'New'))
      })
      applyOrders(pushes, false)
      const alive = [...open].flatMap(([id, at]) => (at < 0 ? [] : [id])).sort((a, b) => b - a)
      expect(ids()).toEqual(alive)
      expect(openOrderStore.current('BTCUSDT')).toEqual(openOrderStore.current('open'))
    }
  })

  test('a list of a symbol stays the same object while another symbol changes', () => {
    const other = { ...instrument, symbol: 'ETHUSDT' as Instrument['symbol'] }
    useCatalogue.setState({
      listings: new Map([
        [listing.symbol, listing],
        [other.symbol, { ...listing, symbol: other.symbol, instrument: other }],
      ]),
    })
    applyOrders([push('newed', order(1, 1))], true)
    const before = openOrderStore.current('BTCUSDT')
    const eth = {
      e: orderEvents.newed,
      ...shortenOrder(encodeOrder({ ...order(2, 1), symbol: other.symbol }, other)),
    }
    applyOrders([eth], false)
    expect(openOrderStore.current('BTCUSDT')).toBe(before)
    expect(openOrderStore.current('ETHUSDT')?.map(({ id }) => id)).toEqual([2])
    expect(ids()).toEqual([2, 1])
    applyOrders([], true)
    expect(openOrderStore.current('ETHUSDT')).toEqual([])
  })

  test('a receipt after the push neither takes an order back nor revives an ended one', () => {
    applyOrders([push('replaced', order(1, 3))], false)
    applyReceipt(encodeOrder(order(1, 2), instrument))
    expect(openOrder(1)?.updateNo).toBe(3)
    applyOrders([push('canceled', order(1, 4, 'Filled'))], false)
    applyReceipt(encodeOrder(order(1, 3), instrument))
    expect(ids()).toEqual([])
  })

  test('an answer after a reconnect does not list an order that its snapshot does not have', () => {
    const { emitted, stop } = listen()
    const placed = order(5, 1)
    applyOrders([], true, 5)
    applyReceipt(encodeOrder(placed, instrument), 'newed')
    // Reported, since no push did, but it has ended.
    expect([emitted, ids()]).toEqual([['5 New new'], []])
    // The snapshot was made just before it: the push lists it and reports nothing again.
    applyOrders([push('newed', placed)], false)
    expect([emitted, ids()]).toEqual([['5 New new'], [5]])
    stop()
    // An order of after the snapshot is listed by its answer, as is any without pushes.
    applyReceipt(encodeOrder(order(6, 1), instrument), 'newed')
    expect(ids()).toEqual([6, 5])
    applyOrders([], true)
    applyReceipt(encodeOrder(placed, instrument))
    expect(ids()).toEqual([5])
  })

  test('an order of an unknown contract is remembered as unread until the next snapshot', () => {
    const other = { ...instrument, symbol: 'NEWUSDT' as Instrument['symbol'] }
    const wire = encodeOrder({ ...order(2, 1), symbol: other.symbol }, other)
    applyOrders([push('newed', order(1, 1))], true)
    applyOrders([{ e: orderEvents.newed, ...shortenOrder(wire) }], false)
    expect(['BTCUSDT', 'NEWUSDT'].filter(hasUnreadOrder)).toEqual(['NEWUSDT'])
    applyOrders([], true)
    expect(hasUnreadOrder('NEWUSDT')).toBe(false)
  })

  test('changes are emitted for deltas only, not for snapshots; unreadable orders are left out', () => {
    const { emitted, stop } = listen()
    applyOrders([push('newed', order(1, 1))], true)
    applyOrders([{ e: 1, oi: 'x' }, push('newed', order(2, 1))], false)
    stop()
    expect(emitted).toEqual(['2 New new'])
    expect(ids()).toEqual([2, 1])
  })

  test('an order that is placed and ends in one message is emitted once, with its end', () => {
    const { emitted, stop } = listen()
    applyOrders([push('newed', order(1, 1)), push('canceled', order(1, 2, 'Cancelled'))], false)
    stop()
    expect(emitted).toEqual(['1 Cancelled new'])
  })

  test('of the answer to a request and its push only the first emits the change', () => {
    const { emitted, stop } = listen()
    applyReceipt(encodeOrder(order(1, 1), instrument), 'newed')
    applyOrders([push('newed', order(1, 1))], false)
    // More orders than any list of recent ones holds.
    const many = Array.from({ length: 31 }, (_each, k) => k + 100)
    for (const id of many) applyOrders([push('newed', order(id, 1))], false)
    for (const id of many) applyOrders([push('canceled', order(id, 2, 'Cancelled'))], false)
    for (const id of many) {
      applyReceipt(encodeOrder(order(id, 2, 'Cancelled'), instrument), 'canceled')
    }
    stop()
    expect(emitted).toHaveLength(1 + 31 + 31)
    expect(new Set(emitted).size).toBe(emitted.length)
  })

  test('an order that was only queried emits no change', () => {
    const { emitted, stop } = listen()
    applyReceipt(encodeOrder(order(1, 3), instrument))
    stop()
    expect(emitted).toEqual([])
  })
})

const wire = {
  symbol: 'BTCUSDT',
  side: 'Buy',
  size: '0.500',
  positionIdx: 0,
  mode: 'MergedSingle',
  isIsolated: false,
  isAutoAddMargin: false,
  extraMargin: '0',
  leverage: '12.5',
  entryPrice: '60000',
  entryValue: '30000',
  markPrice: '60000',
  liqPrice: '',
  bustPrice: '',
  breakevenPrice: '',
  positionValue: '30000',
  positionIM: '3000',
  positionMM: '150',
  positionUPL: '0',
  positionRPL: '-16.5',
  cumRealisedPnl: '-16.5',
  positionFundingFee: '0',
  openFee: '16.5',
  roiE4: 0,
  firstOpenPzTime: 1,
  updatedAtE3: 2,
  marketsType: 'UsdtPerpetual',
  positionStatus: 'Normal',
  riskId: 1,
  lastPrice: '60000.0',
  liqPriceByMp: '',
  positionBalance: '3000',
  positionMargin: '3000',
  positionIMByMp: '3000',
  positionMMByMp: '150',
  ROI: '0',
  roi: '0',
  tradePnl: '0',
  minPositionCost: '3000',
  reduceOnly: false,
  deliveryTime: 0,
  term: 'Perpetual',
  buyValueToCost: '0.081056',
  sellValueToCost: '0.081144',
  priceScale: 1,
  lotFraction: 3,
  upnlFraction: 8,
} as const

function listen() {
  const emitted: string[] = []
  const stop = onOrders((happenings) => {
    for (const {
      order: { id, status },
      isNew,
    } of happenings) {
      emitted.push(`${id} ${status}${isNew ? ' new' : ''}`)
    }
  })
  return { emitted, stop }
}

test('a position is decoded to the ticks and lots of its instrument, or refused', () => {
  const read = decodePosition(wire, instrument)
  expect(read?.position).toMatchObject({ sizeLots: 500, leverageE2: 1250, side: 'Buy' })
  expect(read?.liquidationTicks).toBeUndefined()
  expect(decodePosition({ ...wire, size: '0.5001' }, instrument)).toBeUndefined()
})

test('positions keep their rows: the one opened last is first', () => {
  const side = (positionIdx: 1 | 2, firstOpenPzTime: number, size = '0.500') => ({
    ...wire,
    mode: 'BothSide' as const,
    positionIdx,
    firstOpenPzTime,
    size,
  })
  const shown = () => positionStore.current('held')?.map(({ position }) => position.positionIdx)
  applyPositions([side(1, 5), side(2, 9)], true)
  expect(shown()).toEqual([2, 1])
  // A change of one, and a snapshot in another order, move nothing.
  applyPositions([side(1, 5, '0.600')], false)
  expect(shown()).toEqual([2, 1])
  applyPositions([side(2, 9), side(1, 5)], true)
  expect(shown()).toEqual([2, 1])
})

test('the answer about a position does not bring back one that was closed meanwhile', () => {
  clearPositions()
  applyPositions([wire], true)
  const closedMs = wire.updatedAtE3 + 1
  applyPositions([{ ...wire, side: 'None', size: '0', updatedAtE3: closedMs }], false)
  applyPositionReceipt(wire)
  expect(positionStore.current('held')).toEqual([])
  applyPositionReceipt({ ...wire, updatedAtE3: closedMs })
  expect(positionStore.current('held')).toHaveLength(1)
})

test('the answer about a position changes nothing that was pushed or answered after it', () => {
  const closing = (mmrCloseRateE4: number) => ({ ...wire, mmrCloseRateE4 })
  const shown = () => positionStore.current('held')?.map(({ mmrClose }) => mmrClose?.rateE4)
  clearPositions()
  applyPositions([closing(5000)], true, 10)
  // Two quick changes at one time: the second is pushed, then the first is answered.
  applyPositions([closing(5200)], false, 12)
  applyPositionReceipt(closing(5100), 11)
  expect(shown()).toEqual([5200])
  // Answers overtake each other, too.
  applyPositionReceipt(closing(5400), 14)
  applyPositionReceipt(closing(5300), 13)
  expect(shown()).toEqual([5400])
  // It was closed while the connection was lost.
  applyPositions([], true, 20)
  applyPositionReceipt(closing(5400), 14)
  expect(shown()).toEqual([])
})

test('a position in an unknown contract is remembered as unread until the next snapshot', () => {
  applyPositions([wire, { ...wire, symbol: 'NEWUSDT' }], true)
  expect(['BTCUSDT', 'NEWUSDT'].filter(hasUnreadPosition)).toEqual(['NEWUSDT'])
  applyPositions([wire], true)
  expect(hasUnreadPosition('NEWUSDT')).toBe(false)
})

test('trades are listed once, newest first, at most 60', () => {
  const trade = (no: number) => ({
    id: String(no),
    ticks: no,
    lots: 1,
    side: 'Buy' as const,
    timeMs: no,
  })
  applyTrades({ symbol: 'X', isSnapshot: true, trades: [trade(1), trade(2)] })
  applyTrades({ symbol: 'X', isSnapshot: false, trades: [trade(2), trade(3)] })
  expect(tradeStore.current('X')?.map(({ id }) => id)).toEqual(['3', '2', '1'])
  const many = Array.from({ length: 200 }, (_each, at) => trade(at + 10))
  applyTrades({ symbol: 'X', isSnapshot: false, trades: many })
  expect(tradeStore.current('X')).toHaveLength(60)
})

test('liquidations are listed newest first, a snapshot replaces them, and fifty are kept', () => {
  const liquidation = (timeE3: number) => ({ timeE3, side: 'Buy' as const, qty: '1', price: '9' })
  const take = (isSnapshot: boolean, ...times: readonly number[]) =>
    applyMarketLiquidations({ symbol: 'X', isSnapshot, liquidations: times.map(liquidation) })
  const times = () => liquidationStore.current('X')?.map(({ timeE3 }) => timeE3)
  take(true, 1, 2)
  take(false, 3, 3)
  expect(times()).toEqual([3, 3, 2, 1])
  take(true, 9)
  expect(times()).toEqual([9])
  take(false, ...Array.from({ length: 80 }, (_each, at) => at + 10))
  expect(times()).toHaveLength(50)
  expect(times()?.[0]).toBe(89)
})

test.each([
  ['closed', 900, 'offline'],
  ['waiting', 900, 'offline'],
  ['connecting', 0, 'offline'],
  ['connecting', 900, 'stale'],
  ['open', 900, 'live'],
  ['open', 100, 'stale'],
] as const)(
  'a %s link with its last message at %i ms is %s at 3,200 ms',
  (link, receivedMs, liveness) => {
    expect(livenessOf(link, { receivedMs, nowMs: 3_200, staleMs: 3_000 })).toBe(liveness)
  },
)

test('each invalid setting takes its own default', () => {
  const json = { favourites: ['BTCUSDT', 5], depthView: 'sideways', depthRatios: { a: -1, b: 4 } }
  expect(decodeSettings(json)).toEqual({
    ...defaultSettings,
    favourites: ['BTCUSDT'],
    depthRatios: { b: 4 },
  })
  expect(decodeSettings([])).toBeUndefined()
})
