// The texts of history cells: decimals, signs and colours, reasons in words.

import type { WireExecution, WireOrder } from '@basis/protocol/order'
import { expect, test } from 'vitest'
import { listingsOf } from '../../stores/catalogue.ts'
import { fallbackContracts, fallbackSpotSymbols } from '../../stores/fallback-catalogue.ts'
import { formatFor } from '../../i18n/format.ts'
import { say } from '../../i18n/i18n.ts'
import type { Message, MessageParams, Translate } from '../../i18n/message-keys.ts'
import {
  definitions,
  everyColumn,
  otherTimeOf,
  type CellWords,
  type Words,
} from './history-columns.ts'
import type { HistoryView, Rows } from './history-pages.ts'

const listings = listingsOf(fallbackContracts(), fallbackSpotSymbols())

const t: Translate = (said: string | Message, params?: MessageParams) =>
  say(typeof said === 'string' ? ({ key: said, params } as Message) : said)

const words: Words = {
  t,
  format: formatFor('en', 'utc'),
  instrumentOf: (symbol) => listings.find((each) => each.symbol === symbol)?.instrument,
}

function cell<View extends HistoryView>(view: View, id: string, row: Rows[View]): CellWords {
  const column = everyColumn(definitions[view].columns).find((each) => each.id === id)
  if (column === undefined) throw new Error(`${view} has no column ${id}`)
  return column.cell(row, words)
}

const order: WireOrder = {
  orderId: '7',
  orderLinkId: '',
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  orderStatus: 'PartiallyFilledCanceled',
  cancelType: 'CancelByIoc',
  price: '64000.0',
  qty: '0.200',
  origPrice: '64000.0',
  origQty: '0.200',
  orderIM: '0',
  accountMode: 'regular',
  isLeverage: 0,
  marketUnit: 'baseCoin',
  feeRate: '0.00055',
  leavesQty: '0.150',
  cumExecQty: '0.050',
  cumExecValue: '3199.995',
  cumExecFee: '1.7599725',
  avgPrice: '63999.9',
  timeInForce: 'ImmediateOrCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  orderPnl: '0',
  createdAtE3: 1,
  updatedAtE3: 2,
  updateNo: 2,
}

test('an order shows its filled quantity, average price and the reason of its end', () => {
  expect(cell('orders', 'filled', order)).toMatchObject({ text: '0.050', detail: '/ 0.200' })
  expect(cell('orders', 'averagePrice', order).text).toBe('63,999.9')
  expect(cell('orders', 'status', order).text).toBe('Partially filled, cancelled')
  expect(cell('orders', 'reason', order).text).toBe('IOC: no more to match at this price')
  expect(cell('orders', 'type', order)).toMatchObject({ text: 'Limit', detail: 'IOC' })
})

test('an order shows and is sorted by the time of its end, and has the time of placing on hover', () => {
  expect(definitions.orders.timeOf(order)).toBe(2)
  expect(otherTimeOf(definitions.orders, order)).toEqual({ title: 'history.placed', timeMs: 1 })
  const atOnce = { ...order, createdAtE3: 2 }
  expect(otherTimeOf(definitions.orders, atOnce)).toBeUndefined()
})

test('the closed P&L of an order stays one row while it grows, with the time of its last fill', () => {
  const closed: Rows['closedPnl'] = {
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderId: '7',
    closedSize: '0.050',
    avgEntryPrice: '64000',
    avgExitPrice: '64100',
    entryValue: '3200',
    exitValue: '3205',
    tradePnl: '5',
    openFee: '1',
    closeFee: '1',
    fundingFee: '0',
    closedPnl: '3',
    cause: 'Trade',
    openedAtE3: 1,
    closedAtE3: 2,
    updatedAtE3: 2,
  }
  const grown = { ...closed, closedSize: '0.150', exitValue: '9615', updatedAtE3: 3 }
  const { keyOf, timeOf } = definitions.closedPnl
  expect(keyOf(grown)).toBe(keyOf(closed))
  expect(timeOf(grown)).toBe(2)
  expect(otherTimeOf(definitions.closedPnl, closed)).toBeUndefined()
  const lastFill = { title: 'history.lastFill', timeMs: 3 }
  expect(otherTimeOf(definitions.closedPnl, grown)).toEqual(lastFill)
  // Parts of a liquidation have the same order and time, and are separate rows.
  const parts = [closed, grown].map((row) => keyOf({ ...row, cause: 'Liquidation' }))
  expect(new Set(parts).size).toBe(2)
})

test('a refused order shows no number, no average price, and its reason without figures', () => {
  const { cancelType: _ended, ...rest } = order
  const refused: WireOrder = {
    ...rest,
    orderId: '0',
    orderStatus: 'Rejected',
    cxlRejReason: 'priceAboveBand',
    avgPrice: '0',
  }
  expect(cell('orders', 'orderId', refused)).toEqual({ text: '--', tone: 'soft' })
  expect(cell('orders', 'averagePrice', refused).text).toBe('--')
  expect(cell('orders', 'reason', refused).text).toBe('Outside the price limits')
  const poor = { ...refused, cxlRejReason: 'insufficientBalance' }
  expect(cell('orders', 'reason', poor).text).toBe('Insufficient available balance')
})

test('prices of old rows keep their own decimals (reliability T7)', () => {
  const older = { ...order, price: '64000.125', symbol: 'BTCUSDT' }
  expect(cell('orders', 'price', older).text).toBe('64,000.125')
  expect(cell('orders', 'price', { ...older, symbol: 'GONEUSDT' }).text).toBe('64,000.125')
})

test('an order of an algorithmic order names its origin, one of the trader has none', () => {
  const sent: WireOrder = { ...order, strategyId: '41', strategyType: 'ChaseLimit' }
  expect(cell('orders', 'origin', sent)).toEqual({ text: 'Chase', detail: '41' })
  expect(cell('orders', 'origin', order).text).toBe('--')
})

test('the fee of a spot buy is in the bought coin, that of a sell in the quote coin', () => {
  const spot = { ...order, symbol: 'BTC/USDT', cumExecFee: '0.00005' }
  expect(cell('orders', 'fee', spot)).toEqual({ text: '0.00005', detail: 'BTC' })
  expect(cell('orders', 'fee', { ...spot, side: 'Sell', cumExecFee: '3.2' }).detail).toBe('USDT')
})

test('8.7: a market order by amount shows the amount of which it spent a part, no quantity', () => {
  const row = {
    ...order,
    symbol: 'BTC/USDT',
    orderType: 'Market',
    // What the whole amount would buy at the worst price, of which a part was met.
    qty: '0.15',
    spot: { marketUnit: 'quoteCoin', amount: '10000' },
  } as unknown as WireOrder
  expect(cell('orders', 'filled', row)).toEqual({ text: '0.050000', detail: undefined })
  expect(cell('orders', 'value', row)).toEqual({ text: '3,200.00', detail: '/ 10,000.00 USDT' })
})

test('a fill shows its fee, fee rate and role, and links to the explanation of its order', () => {
  const fill: WireExecution = {
    execId: '1',
    execType: 'Trade',
    orderId: '7',
    orderLinkId: '',
    symbol: 'BTCUSDT',
    side: 'Sell',
    orderType: 'Market',
    execPrice: '64000.5',
    execQty: '0.080',
    execValue: '5120.04',
    execFee: '2.816022',
    feeCoin: 'USDT',
    feeRate: '0.00055',
    isMaker: false,
    closedSize: '0.000',
    leavesQty: '0.000',
    execTimeE3: 3,
  }
  expect(cell('fills', 'fee', fill)).toEqual({ text: '2.82', detail: 'USDT (0.0550%)' })
  expect(cell('fills', 'role', fill).text).toBe('Taker')
  expect(cell('fills', 'role', { ...fill, execType: 'AdlTrade' }).text).toBe('ADL')
  // A liquidation is at its bankruptcy price, between two ticks.
  const liquidated = { ...fill, execType: 'BustTrade', execPrice: '76999.1761825' } as const
  expect(cell('fills', 'price', liquidated).text).toBe('76,999.2')
  expect(cell('fills', 'price', { ...fill, execPrice: '64000.55' }).text).toBe('64,000.55')
  expect(definitions.fills.explainOf(fill)).toEqual({
    kind: 'explain',
    call: { row: 'order', orderId: '7' },
  })
  expect(definitions.fills.explainOf({ ...fill, orderId: '' })).toBeUndefined()
  expect(cell('fills', 'orderId', { ...fill, orderId: '' }).text).toBe('--')
  expect(cell('fills', 'closedSize', fill).text).toBe('--')
})

test('a filled order has an explanation, one cancelled by the trader without fills has none', () => {
  const explained = (change: Partial<WireOrder>) =>
    definitions.orders.explainOf({ ...order, ...change })
  const asked = { kind: 'explain', call: { row: 'order', orderId: '7' } }
  expect(explained({ orderStatus: 'Filled' })).toEqual(asked)
  expect(explained({ orderStatus: 'Cancelled', cancelType: 'CancelByUser' })).toBeUndefined()
  expect(explained({ orderStatus: 'Cancelled', cancelType: 'CancelByAdmin' })).toEqual(asked)
})

test('funding payments have a sign and a colour, except a payment of zero', () => {
  const paid = {
    symbol: 'BTCUSDT',
    side: 'Buy',
    positionIdx: 0,
    size: '0.120',
    markPrice: '64000.12345678',
    fundingRate: '0.0001',
    fundingFee: '-0.768',
    fundingTimeE3: 4,
  } as const
  expect(cell('funding', 'payment', paid)).toEqual({ text: '-0.77', detail: 'USDT', tone: 'down' })
  expect(cell('funding', 'payment', { ...paid, fundingFee: '0.768' })).toEqual({
    text: '+0.77',
    detail: 'USDT',
    tone: 'up',
  })
  expect(cell('funding', 'payment', { ...paid, fundingFee: '0' }).tone).toBe('soft')
  expect(cell('funding', 'rate', paid).text).toBe('0.0100%')
})

test('values of inverse contracts are in the settle coin, with its decimals', () => {
  const inverse = { ...order, symbol: 'BTCUSD', cumExecValue: '0.0154321' }
  expect(cell('orders', 'value', inverse)).toEqual({ text: '0.0154321', detail: 'BTC' })
  const fill = { symbol: 'BTCUSD', execValue: '0.0154', execQty: '1000' } as WireExecution
  expect(cell('fills', 'value', fill)).toEqual({ text: '0.01540', detail: 'BTC' })
  expect(cell('fills', 'quantity', fill)).toEqual({ text: '1,000', detail: 'USD' })
})

test('amounts of a delisted contract keep their decimals and have no coin', () => {
  const gone = { ...order, symbol: 'BTCUSDH26', cumExecValue: '0.0154321' }
  expect(cell('orders', 'value', gone)).toEqual({ text: '0.0154321', detail: undefined })
})

test('a stop order shows its type and its trigger, an order its attached TP/SL', () => {
  const stop: WireOrder = {
    ...order,
    orderType: 'Market',
    stopOrderType: 'StopLoss',
    triggerPrice: '60000.0',
    triggerBy: 'MarkPrice',
    triggerDirection: 2,
  }
  expect(cell('orders', 'type', stop)).toEqual({ text: 'Stop-loss', detail: 'Market IOC' })
  expect(cell('orders', 'trigger', stop)).toEqual({ text: '≤ 60,000.0', detail: 'Mark' })
  expect(cell('orders', 'trigger', order).text).toBe('--')
  const withTakeProfit = { ...order, stopOrderType: 'Order', takeProfit: '70000.0' } as const
  expect(cell('orders', 'type', withTakeProfit)).toEqual({ text: 'Limit', detail: 'IOC' })
  expect(cell('orders', 'tpsl', withTakeProfit).text).toBe('70,000.0 / --')
})
