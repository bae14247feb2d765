// The names of topics on the sockets with their parameters (spec 7), the events of pushed orders,
// and the sockets' paths and limits.

import {
  candleSources,
  resolutions,
  type CandleSource,
  type Resolution,
} from '@basis/domain/instrument/candle'
import { optionSettleCoins } from '@basis/domain/instrument/option-naming'
import { bookDepths, type BookDepth } from '../market-data.ts'
import * as z from '../schema/deferred.ts'
import { symbolName } from '../wire.ts'

export const publicSocketPath = '/realtime_public'
/** The private socket is opened at this path with `?v=2`. */
export const privateSocketPath = '/realtime_private'
export const privateSocketVersion = '2'

export const maxTopicsPerMessage = 50
export const maxTopicsPerSocket = 200

/** The event of a pushed order (spec 4: position is 4, liquidation is 5). */
export const orderEvents = {
  newed: 1,
  replaced: 2,
  canceled: 3,
  position: 4,
  liquidation: 5,
} as const
export type OrderEventNumber = (typeof orderEvents)[keyof typeof orderEvents]

/** The names of an account's own topics, sent after its login. */
const privateNames = {
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
} as const
const plainNames = { ...privateNames, tickers: 'tickers', notice: 'notice' } as const

export type PrivateKind = keyof typeof privateNames
type PlainKind = keyof typeof plainNames
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

export type TopicKind = Topic['kind']

export const isPrivateTopic = (kind: TopicKind): boolean => Object.hasOwn(privateNames, kind)

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
