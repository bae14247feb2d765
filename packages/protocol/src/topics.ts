// The table of topics: their names, their messages, and the operations of the socket (spec 7).

import {
  candleSources,
  resolutions,
  type CandleSource,
  type Resolution,
} from '@basis/domain/instrument/candle'
import * as z from './schema/deferred.ts'
import { wireWallet } from './account.ts'
import { alertMessage } from './alerts/alert.ts'
import {
  bookDepths,
  wireCandle,
  wireDepth,
  wireMarketLiquidation,
  wireTicker,
  wireTickerChange,
  wireTrade,
  type BookDepth,
} from './market-data.ts'
import { optionSettleCoins } from '@basis/domain/instrument/option-naming'
import { wireOptionNews } from './options/chain.ts'
import { wireExecution } from './order.ts'
import { wireLiquidation, wirePosition } from './position.ts'
import { wireSpreadMarket } from './spread/market.ts'
import { wireSpreadNews } from './spread/order.ts'
import { wireRule } from './rules/rule.ts'
import { strategyMessage } from './strategy.ts'
import {
  decimal,
  decimalOrEmpty,
  signedDecimal,
  symbolName,
  timeMs,
  optionalField,
} from './wire.ts'

export const publicSocketPath = '/realtime_public'
/** The private socket is opened at this path with `?v=2`. */
export const privateSocketPath = '/realtime_private'
export const privateSocketVersion = '2'

/** The event of a pushed order (spec 4: position is 4, liquidation is 5). */
export const orderEvents = {
  newed: 1,
  replaced: 2,
  canceled: 3,
  position: 4,
  liquidation: 5,
} as const
export type OrderEventNumber = (typeof orderEvents)[keyof typeof orderEvents]

/** An order under its short keys, with its event number as `e`; `expandOrder` parses the rest. */
const pushedOrder = z.looseObject({ e: z.literal([1, 2, 3, 4, 5]) })
export type PushedOrder = z.output<typeof pushedOrder>

/**
 * One symbol in the symbol picker: [symbol, last, 24 h price change, 24 h turnover, funding rate].
 */
const pickerLine = z.tuple([z.string(), decimalOrEmpty, signedDecimal, decimal, decimalOrEmpty])
export type PickerLine = z.output<typeof pickerLine>

const notice = z.object({
  /** `delivery`: a dated contract delivers in a day or in an hour; its text is the time, UTC ms. */
  kind: z.enum(['stopping', 'mode', 'instrument', 'delivery']),
  symbol: z.string(),
  text: z.string(),
})
export type WireNotice = z.output<typeof notice>

/** The first message after subscribing is a snapshot, the following ones are deltas. */
const messageType = z.enum(['snapshot', 'delta'])
/** `seq`: the last engine command that the message includes. `ts`: when it was created. */
const head = { topic: z.string(), type: messageType, seq: z.int(), ts: timeMs }
const publicMessage = <Data extends z.ZodMiniType>(data: Data) => z.object({ ...head, data })
/**
 * `no` numbers an account's messages on this topic: a snapshot has the last number, each delta the
 * next.
 */
const privateMessage = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ ...head, no: z.int(), data })

const topicTable = {
  /** Snapshot: the open orders. Delta: each order that changed, final ones too. */
  userOrder: { access: 'private', message: privateMessage(z.array(pushedOrder)) },
  /** As `userOrder`, but only orders that may borrow. */
  userMarginOrder: { access: 'private', message: privateMessage(z.array(pushedOrder)) },
  /** Snapshot: positions that are not flat. Delta: positions that changed, size 0 when closed. */
  userPosition: { access: 'private', message: privateMessage(z.array(wirePosition)) },
  /** Always complete. */
  userWallet: { access: 'private', message: privateMessage(wireWallet) },
  /** Snapshot: empty; earlier fills are requested separately. */
  userExecution: { access: 'private', message: privateMessage(z.array(wireExecution)) },
  /** Snapshot: running orders. Delta: each that changed, including ended ones. */
  userStrategy: { access: 'private', message: privateMessage(strategyMessage) },
  /** Snapshot: running rules and the last ended ones. Delta: each that changed or fired. */
  userRule: { access: 'private', message: privateMessage(z.array(wireRule)) },
  /** Fills, liquidation steps and ended orders of options (spec 7). Snapshots: empty. */
  userOptionTrade: { access: 'private', message: privateMessage(z.array(wireExecution)) },
  userOptionLiquidation: { access: 'private', message: privateMessage(z.array(wireLiquidation)) },
  userOptionOrderHistory: { access: 'private', message: privateMessage(z.array(pushedOrder)) },
  userLiquidation: { access: 'private', message: privateMessage(z.array(wireLiquidation)) },
  /** Snapshot: all alerts. Delta: changed, removed and fired alerts. */
  userAlert: { access: 'private', message: privateMessage(alertMessage) },
  /** Snapshot: open orders of combinations. Delta: each that changed, and fills. */
  userSpread: { access: 'private', message: privateMessage(wireSpreadNews) },
  /** Snapshot: all quotes of a chain. Delta: the changed fields of changed quotes. */
  optionQuotes: { access: 'public', message: publicMessage(wireOptionNews) },
  /** A combination, complete each time. */
  spread: { access: 'public', message: publicMessage(wireSpreadMarket) },
  /** Snapshot: all fields. Delta: the symbol and the changed fields. */
  instrumentInfo: {
    access: 'public',
    message: z.discriminatedUnion('type', [
      z.object({ ...head, type: z.literal('snapshot'), data: wireTicker }),
      z.object({ ...head, type: z.literal('delta'), data: wireTickerChange }),
    ]),
  },
  /** `u` 1 means restart; each delta has `u` + 1; sizes are absolute, 0 removes the level. */
  orderBook: { access: 'public', message: publicMessage(wireDepth) },
  /** Oldest first. */
  trade: { access: 'public', message: publicMessage(z.array(wireTrade)) },
  /** Liquidations of a contract, oldest first. Snapshot: the last ones. */
  liquidation: { access: 'public', message: publicMessage(z.array(wireMarketLiquidation)) },
  /** The candles that changed; the last one is still open. */
  candle: { access: 'public', message: publicMessage(z.array(wireCandle)) },
  /** Complete picker lines once a second; after the snapshot only changed symbols. */
  tickers: { access: 'public', message: publicMessage(z.array(pickerLine)) },
  notice: { access: 'public', message: publicMessage(z.array(notice)) },
} as const

export type TopicKind = keyof typeof topicTable
export type TopicMessage<Kind extends TopicKind> = z.output<(typeof topicTable)[Kind]['message']>
export const topics: typeof topicTable = topicTable

type PlainKind = Exclude<
  TopicKind,
  'instrumentInfo' | 'orderBook' | 'trade' | 'liquidation' | 'candle' | 'spread' | 'optionQuotes'
>
type OptionSettle = (typeof optionSettleCoins)[number]

/** A topic with the parameters of its name. */
export type Topic =
  | { readonly kind: PlainKind }
  | {
      readonly kind: 'instrumentInfo' | 'trade' | 'liquidation' | 'spread'
      readonly symbol: string
    }
  | {
      readonly kind: 'optionQuotes'
      readonly baseCoin: string
      readonly settleCoin: OptionSettle
    }
  | { readonly kind: 'orderBook'; readonly depth: BookDepth; readonly symbol: string }
  | {
      readonly kind: 'candle'
      readonly source: CandleSource
      readonly resolution: Resolution
      readonly symbol: string
    }

const plainNames: Record<PlainKind, string> = {
  userOrder: 'user.order',
  userMarginOrder: 'user.margin.order',
  userPosition: 'user.position',
  userWallet: 'user.wallet',
  userExecution: 'user.execution',
  userOptionTrade: 'user.unify.option.trade.notify',
  userOptionLiquidation: 'user.option.liquidation',
  userOptionOrderHistory: 'user.unify.option.orderHistory',
  userLiquidation: 'user.unify.liquidation',
  userStrategy: 'user.strategy',
  userRule: 'user.rule',
  userAlert: 'user.alert',
  userSpread: 'user.spread',
  tickers: 'tickers',
  notice: 'notice',
}
const plainKinds = new Map(
  (Object.entries(plainNames) as [PlainKind, string][]).map(([kind, name]) => [name, kind]),
)
const candleNames: Record<CandleSource, string> = {
  last: 'candle',
  mark: 'mark_candle',
  index: 'index_candle',
}

/** Returns the topic's name on the wire. */
export function formatTopic(topic: Topic): string {
  switch (topic.kind) {
    case 'instrumentInfo':
      return `instrument_info.${topic.symbol}`
    case 'trade':
    case 'liquidation':
    case 'spread':
      return `${topic.kind}.${topic.symbol}`
    case 'optionQuotes':
      return `option_quotes.${topic.baseCoin}.${topic.settleCoin}`
    case 'orderBook':
      return `orderbook.${topic.depth}.${topic.symbol}`
    case 'candle':
      return `${candleNames[topic.source]}.${topic.resolution}.${topic.symbol}`
    default:
      return plainNames[topic.kind]
  }
}

/** The possible values of topic parameters, if there are few. */
export const topicValues = {
  depth: bookDepths.map(String),
  resolution: resolutions,
  settleCoin: optionSettleCoins,
} as const

const symbolPart = '{symbol}'

/** Returns a topic's names with parameters in braces; candles have three sources. */
export function topicNames(kind: TopicKind): readonly string[] {
  switch (kind) {
    case 'instrumentInfo':
    case 'trade':
    case 'liquidation':
    case 'spread':
      return [formatTopic({ kind, symbol: symbolPart })]
    case 'optionQuotes':
      return ['option_quotes.{baseCoin}.{settleCoin}']
    case 'orderBook':
      return [`orderbook.{depth}.${symbolPart}`]
    case 'candle':
      return candleSources.map((source) => `${candleNames[source]}.{resolution}.${symbolPart}`)
    default:
      return [formatTopic({ kind })]
  }
}

/** Parses a topic's name; undefined if it is not in the table. The symbol is not checked. */
export function parseTopic(name: string): Topic | undefined {
  const kind = plainKinds.get(name)
  if (kind !== undefined) return { kind }
  const [head, ...rest] = name.split('.')
  if (rest.length === 1) {
    const symbol = validSymbol(rest[0])
    if (symbol === undefined) return undefined
    if (head === 'instrument_info') return { kind: 'instrumentInfo', symbol }
    const kinds = ['trade', 'liquidation', 'spread'] as const
    const named = kinds.find((known) => known === head)
    return named === undefined ? undefined : { kind: named, symbol }
  }
  const symbol = validSymbol(rest[1])
  if (rest.length !== 2 || symbol === undefined) return undefined
  if (head === 'orderbook') {
    const depth = bookDepths.find((value) => String(value) === rest[0])
    return depth === undefined ? undefined : { kind: 'orderBook', depth, symbol }
  }
  if (head === 'option_quotes') {
    const settleCoin = optionSettleCoins.find((coin) => coin === rest[1])
    const baseCoin = validSymbol(rest[0])
    if (settleCoin === undefined || baseCoin === undefined) return undefined
    return { kind: 'optionQuotes', baseCoin, settleCoin }
  }
  const source = candleSources.find((value) => candleNames[value] === head)
  const resolution = resolutions.find((value) => value === rest[0])
  if (source === undefined || resolution === undefined) return undefined
  return { kind: 'candle', source, resolution, symbol }
}

function validSymbol(text: string | undefined): string | undefined {
  const result = z.safeParse(symbolName, text)
  return result.success ? result.data : undefined
}

export const isPrivateTopic = (kind: TopicKind): boolean => topicTable[kind].access === 'private'

export const maxTopicsPerMessage = 50
export const maxTopicsPerSocket = 200

const requestId = optionalField(z.string().check(z.maxLength(64)))

/** Client requests. `req_id` is returned with the reply. */
export const socketRequest = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.enum(['subscribe', 'unsubscribe']),
    args: z
      .array(z.string().check(z.maxLength(100)))
      .check(z.minLength(1), z.maxLength(maxTopicsPerMessage)),
    req_id: requestId,
  }),
  /** The one-time token. */
  z.strictObject({ op: z.literal('login'), args: z.tuple([z.string()]), req_id: requestId }),
  z.strictObject({
    op: z.enum(['ping', 'pong']),
    args: optionalField(z.array(z.unknown())),
    req_id: requestId,
  }),
])
export type SocketRequest = z.output<typeof socketRequest>

/** Server messages besides topic messages. */
export const socketReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('login_success'), req_id: requestId }),
  z.object({ type: z.literal('login_fail'), message: z.string(), req_id: requestId }),
  z.object({
    type: z.literal('subscribed'),
    /** The accepted topics, and for each refused one the reason. */
    topics: z.array(z.string()),
    refused: z.array(z.object({ topic: z.string(), message: z.string() })),
    req_id: requestId,
  }),
  z.object({ type: z.literal('unsubscribed'), topics: z.array(z.string()), req_id: requestId }),
  z.object({ type: z.literal('pong'), ts: timeMs, req_id: requestId }),
  z.object({ type: z.literal('ping'), ts: timeMs }),
  z.object({ type: z.literal('error'), code: z.int(), message: z.string(), req_id: requestId }),
])
export type SocketReply = z.output<typeof socketReply>
