// Messages between the page and the feed's worker; plain values only.

import type { WireOptionQuoteChange } from '@basis/protocol/options/chain'
import type { WireSpreadMarket } from '@basis/protocol/spread/market'
import type { WireMarketLiquidation } from '@basis/protocol/market-data'
import type { TopicMessage } from '@basis/protocol/topics/messages'
import type { Grid, LiveCandle, Ticker, Trade } from './market.ts'

/**
 * connecting: not yet usable; open: messages may come; waiting: will reconnect; closed: not wanted.
 */
export type LinkState = 'connecting' | 'open' | 'waiting' | 'closed'

/** The account's own topics. */
export const userKinds = [
  'userOrder',
  'userPosition',
  'userWallet',
  'userExecution',
  'userLiquidation',
  'userStrategy',
  'userRule',
  'userAlert',
  'userSpread',
] as const
type UserKind = (typeof userKinds)[number]

/** A validated message of the account, in the order of arrival. */
export type UserPush = {
  readonly [Kind in UserKind]: {
    readonly kind: Kind
    readonly isSnapshot: boolean
    readonly seq: number
    /** When the message was created, ms of the server's clock. */
    readonly timeMs: number
    readonly data: TopicMessage<Kind>['data']
  }
}[UserKind]

export type ToFeed =
  /** Opens the public socket; both addresses are absolute. */
  | { readonly kind: 'start'; readonly publicUrl: string; readonly privateUrl: string }
  /** The steps of the listed instruments; needed before their topics can be parsed. */
  | { readonly kind: 'grids'; readonly grids: readonly Grid[] }
  /** The names of all public topics that are wanted now. */
  | { readonly kind: 'watch'; readonly topics: readonly string[] }
  /** Opens the private socket of an account, or closes it. */
  | { readonly kind: 'account'; readonly uid: string | undefined }
  /** The requested one-time token; undefined if there is none. */
  | { readonly kind: 'token'; readonly token: string | undefined }
  /** Resubscribes the account's topics whose messages could not be parsed until now. */
  | { readonly kind: 'resync' }
  /** The network is back or the page is visible again: reconnect without waiting. */
  | { readonly kind: 'wake' }
  | { readonly kind: 'stop' }

/** A book as displayed: flat sides in ticks and lots, best level first. */
export type BookSnapshot = {
  readonly symbol: string
  readonly bids: Float64Array
  readonly asks: Float64Array
  readonly seq: number
  readonly isLive: boolean
}

export type TradeSnapshot = {
  readonly symbol: string
  /** Oldest first. */
  readonly trades: readonly Trade[]
  readonly isSnapshot: boolean
}

export type LiquidationSnapshot = {
  readonly symbol: string
  /** Oldest first. */
  readonly liquidations: readonly WireMarketLiquidation[]
  readonly isSnapshot: boolean
}

export type CandleSnapshot = {
  readonly topic: string
  readonly candles: readonly LiveCandle[]
  readonly isSnapshot: boolean
}

/** A row of the symbol picker. */
export type PickerRow = {
  readonly symbol: string
  readonly lastTicks: number | undefined
  readonly changeE8: number
  readonly turnover: bigint
  readonly fundingRateE8: number | undefined
}

export type VenueNotice = { readonly kind: string; readonly symbol: string; readonly text: string }

/** Everything that arrived within a frame; conflated data only in their last state. */
export type FeedBatch = {
  readonly publicLink: LinkState
  readonly privateLink: LinkState
  /** Whether any message arrived on the socket since the last batch. */
  readonly receivedPublic: boolean
  readonly receivedPrivate: boolean
  readonly engineMs: number
  readonly tickers: readonly Ticker[]
  readonly books: readonly BookSnapshot[]
  readonly trades: readonly TradeSnapshot[]
  readonly liquidations: readonly LiquidationSnapshot[]
  readonly candles: readonly CandleSnapshot[]
  readonly picker: readonly PickerRow[]
  readonly spreads: readonly WireSpreadMarket[]
  readonly optionQuotes: readonly WireOptionQuoteChange[]
  readonly optionIndexes: readonly { readonly baseCoin: string; readonly indexPrice: string }[]
  readonly notices: readonly VenueNotice[]
  readonly pushes: readonly UserPush[]
  /** The account that the pushes are about. */
  readonly account: string | undefined
}

export type FromFeed =
  | { readonly kind: 'batch'; readonly batch: FeedBatch }
  /** Asks for a one-time token to open the private socket. */
  | { readonly kind: 'wantToken' }
  /** The venue no longer accepts this session. */
  | { readonly kind: 'loginRefused' }
