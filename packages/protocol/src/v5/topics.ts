// The table of the open API's socket topics (open API 10, 11): the AsyncAPI document and the matrix
// of topics are generated from it, and the public sockets take their depths from it.

import * as z from '../schema/deferred.ts'
import { v5WalletRow } from './account-rows.ts'
import { b, i, ms, n, nOrEmpty, s } from './call.ts'
import { v5ContractTicker, v5OptionTicker, v5SpotTicker } from './market-calls.ts'
import { v5ExecutionRow, v5OrderRow } from './order-rows.ts'
import { v5PositionRow } from './position-rows.ts'
import { v5SpreadExecution, v5SpreadOrder, v5SpreadTicker } from './spread-calls.ts'
import { v5Maintenance } from './system-calls.ts'
import { v5Categories, v5Intervals, type V5Category, type V5SocketCategory } from './vocabulary.ts'
import { optionalField } from '../wire.ts'

export type V5Topic = {
  /** Its name, with parameters in braces. */
  readonly name: string
  /** The public sockets that have it; absent for a topic of the private socket. */
  readonly categories?: readonly V5SocketCategory[]
  /** The possible values of a part of the name, if there are few. */
  readonly values?: Readonly<Record<string, readonly string[]>>
  /** `data` of a frame. */
  readonly data: z.ZodMiniType
}

/** The book depths of each category's socket. */
export const v5BookDepths: Readonly<Record<V5Category, readonly string[]>> = {
  spot: ['1', '50', '200', '1000'],
  linear: ['1', '50', '200', '1000'],
  inverse: ['1', '50', '200', '1000'],
  option: ['25', '100'],
}
/** The depth of the books of combinations. */
export const v5SpreadDepth = 25
/** The fund groups that a topic may name. */
export const v5FundGroups = ['USDT', 'USDC', 'inverse'] as const
/** The products of a private socket whose orders are cancelled if it stays disconnected. */
export const v5Guarded = ['spot', 'future', 'option'] as const

const contracts = ['linear', 'inverse'] as const
const noOptions = ['spot', ...contracts] as const
const groups = { group: v5FundGroups }

const everywhere = [...v5Categories, 'spread'] as const
const book = z.object({
  s,
  b: z.array(z.tuple([n, n])),
  a: z.array(z.tuple([n, n])),
  u: i,
  seq: i,
})
const trade = z.object({
  T: i,
  s,
  S: s,
  v: n,
  p: n,
  L: optionalField(s),
  i: s,
  BT: b,
  RPI: b,
  seq: i,
  mP: optionalField(n),
  iP: optionalField(n),
  mIv: optionalField(n),
  iv: optionalField(n),
})
const candle = z.object({
  start: i,
  end: i,
  interval: s,
  open: n,
  close: n,
  high: n,
  low: n,
  volume: n,
  turnover: n,
  confirm: b,
  timestamp: i,
})
const ticker = z.union([
  v5SpreadTicker,
  z.partial(z.extend(v5ContractTicker, { tickDirection: s, deliveryTime: s })),
  z.omit(v5SpotTicker, { bid1Price: true, bid1Size: true, ask1Price: true, ask1Size: true }),
  z.extend(
    z.omit(v5OptionTicker, {
      bid1Price: true,
      bid1Size: true,
      bid1Iv: true,
      ask1Price: true,
      ask1Size: true,
      ask1Iv: true,
      markIv: true,
    }),
    {
      bidPrice: nOrEmpty,
      bidSize: n,
      bidIv: n,
      askPrice: nOrEmpty,
      askSize: n,
      askIv: n,
      markPriceIv: n,
    },
  ),
])
const num = z.number()

const inCategory = { category: z.enum(v5Categories) }
const order = z.extend(v5OrderRow, { ...inCategory, closedPnl: n, feeCurrency: s })
const execution = z.extend(v5ExecutionRow, {
  ...inCategory,
  isLeverage: s,
  execPnl: n,
  marketUnit: s,
})
const fastExecution = z.object({
  ...inCategory,
  symbol: s,
  execId: s,
  execPrice: n,
  execQty: n,
  orderId: s,
  isMaker: b,
  orderLinkId: s,
  side: s,
  execTime: ms,
  seq: i,
})
const position = z.extend(z.omit(v5PositionRow, { avgPrice: true }), {
  ...inCategory,
  entryPrice: n,
})
const greeks = z.object({
  baseCoin: s,
  totalDelta: n,
  totalGamma: n,
  totalVega: n,
  totalTheta: n,
})
const spreadOrder = z.extend(v5SpreadOrder, { category: s })
/** The combination itself, and each of its legs as an execution of its own. */
const spreadExecution = z.extend(z.omit(v5SpreadExecution, { legs: true }), {
  category: s,
  parentExecId: s,
  execFee: nOrEmpty,
  feeCurrency: s,
  feeRate: nOrEmpty,
  isLeverage: s,
  seq: i,
})
const categories = { category: v5Categories }

export const v5Topics: readonly V5Topic[] = [
  {
    name: 'orderbook.{depth}.{symbol}',
    categories: noOptions,
    values: { depth: v5BookDepths.linear },
    data: book,
  },
  {
    name: 'orderbook.{depth}.{symbol}',
    categories: ['option'],
    values: { depth: v5BookDepths.option },
    data: book,
  },
  {
    name: 'orderbook.{depth}.{symbol}',
    categories: ['spread'],
    values: { depth: [String(v5SpreadDepth)] },
    data: book,
  },
  { name: 'publicTrade.{symbol}', categories: everywhere, data: z.array(trade) },
  { name: 'publicTrade.{baseCoin}', categories: ['option'], data: z.array(trade) },
  { name: 'tickers.{symbol}', categories: everywhere, data: ticker },
  {
    name: 'kline.{interval}.{symbol}',
    categories: noOptions,
    values: { interval: v5Intervals },
    data: z.array(candle),
  },
  {
    name: 'allLiquidation.{symbol}',
    categories: contracts,
    data: z.array(z.object({ T: i, s, S: s, v: n, p: n })),
  },
  {
    name: 'priceLimit.{symbol}',
    categories: noOptions,
    data: z.object({ symbol: s, buyLmt: nOrEmpty, sellLmt: nOrEmpty }),
  },
  {
    name: 'insurance.{group}',
    categories: v5Categories,
    values: groups,
    data: z.array(z.object({ coin: s, symbols: s, balance: n, updateTime: ms })),
  },
  {
    name: 'adlAlert.{group}',
    categories: v5Categories,
    values: groups,
    data: z.array(
      z.object({ c: s, s, b: num, mb: num, i_pr: num, pr: num, adl_tt: num, adl_sr: num }),
    ),
  },
  { name: 'system.status', categories: ['misc/status'], data: z.array(v5Maintenance) },
  { name: 'order', data: z.array(order) },
  { name: 'order.{category}', values: categories, data: z.array(order) },
  { name: 'execution', data: z.array(execution) },
  { name: 'execution.{category}', values: categories, data: z.array(execution) },
  { name: 'execution.fast', data: z.array(fastExecution) },
  { name: 'execution.fast.{category}', values: categories, data: z.array(fastExecution) },
  { name: 'position', data: z.array(position) },
  {
    name: 'position.{category}',
    values: { category: [...contracts, 'option'] },
    data: z.array(position),
  },
  { name: 'spread.order', data: z.array(spreadOrder) },
  { name: 'spread.execution', data: z.array(spreadExecution) },
  { name: 'wallet', data: z.array(v5WalletRow) },
  { name: 'greeks', data: z.array(greeks) },
  { name: 'dcp.{product}', values: { product: v5Guarded }, data: z.array(z.object({})) },
]

/**
 * Order entry by socket: each operation, and the call whose request and answer it has (open API
 * 12).
 */
export const v5TradeOperations = {
  'order.create': 'createOrder',
  'order.amend': 'amendOrder',
  'order.cancel': 'cancelOrder',
  'order.create-batch': 'createOrderBatch',
  'order.amend-batch': 'amendOrderBatch',
  'order.cancel-batch': 'cancelOrderBatch',
} as const
