// The read model: what has happened, arranged for queries, and the queries that http and push make.

import type { AlgoKind, AlgoRecord } from '@basis/domain/algo/order'
import type { AccountId, OrderId, SymbolId } from '@basis/domain/numbers/brand'
import type { CoinCost } from '@basis/domain/instrument/coin-cost'
import type { TradedVolume } from '@basis/domain/instrument/fee-levels'
import type { Candle, CandleSource, Resolution } from '@basis/domain/instrument/candle'
import type { Amount, PriceE8, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import type { Order, OrderStatus, Side } from '@basis/domain/orders/order'
import type { Problem } from '@basis/domain/instrument/problems'
import type {
  EventBatch,
  FundingPaid,
  FundingSettled,
  PnlClosed,
  WalletChanged,
} from '@basis/engine/events'
import type { Executed, ExecutionKind } from './executions.ts'
import type { LiquidationEvent } from './liquidation-steps.ts'
import type { PublicLiquidation } from './positioning/liquidations.ts'
import type { SeedLiquidations } from './seed/seed-history.ts'
import type { SettlementEvent, SettlementKind } from './settlements.ts'

/** Where an entry of the history stands: its command, and its place among that one's events. */
export type EntryPlace = { readonly seq: number; readonly place: number }

/** Returns the text of a place, such as `2s.0`. */
export const cursorOf = ({ seq, place }: EntryPlace): string =>
  `${seq.toString(36)}.${place.toString(36)}`

/**
 * Returns the entry after which (toward the past) a page begins; undefined for a text that is no
 * cursor.
 */
export function placeOf(cursor: string): EntryPlace | undefined {
  const [, seq = '', place = ''] = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})$/.exec(cursor) ?? []
  const found = { seq: Number.parseInt(seq, 36), place: Number.parseInt(place, 36) }
  const isOne = Number.isSafeInteger(found.seq) && Number.isSafeInteger(found.place)
  return isOne ? found : undefined
}

/** One page of an account's history, newest first; every filter that is absent passes all. */
export type HistoryQuestion = {
  readonly account: AccountId
  readonly symbol?: SymbolId
  /** Any of these. */
  readonly symbols?: readonly SymbolId[]
  /** Moments of the event: from inclusive, to exclusive. */
  readonly fromMs?: number
  readonly toMs?: number
  /** `next` of the page before; must be one (`placeOf` knows). */
  readonly cursor?: string
  /** 1–200; default 50. */
  readonly limit?: number
}
export type OrderQuestion = HistoryQuestion & {
  readonly orderId?: OrderId
  /** Any of these, as the lists below. */
  readonly orderIds?: readonly OrderId[]
  readonly linkId?: string
  readonly statuses?: readonly OrderStatus[]
}
export type DecisionQuestion = HistoryQuestion & { readonly orderId?: OrderId }
export type ExecutionQuestion = DecisionQuestion & {
  readonly kind?: ExecutionKind
  readonly kinds?: readonly ExecutionKind[]
  readonly orderIds?: readonly OrderId[]
  readonly tradeIds?: readonly number[]
  readonly linkId?: string
}
export type LogQuestion = HistoryQuestion & {
  readonly coin?: string
  readonly cause?: WalletChanged['cause']
  readonly causes?: readonly WalletChanged['cause'][]
}
/** The rates that a contract settled, newest first. */
export type FundingRateQuestion = Omit<HistoryQuestion, 'account'> & { readonly symbol: SymbolId }

export type Page<Row> = {
  readonly rows: readonly Row[]
  /** Present when there is more: the `cursor` of the next page. */
  readonly next?: string
  /** The answer is true for this sequence number (reliability P3). */
  readonly seq: number
}

type Stamped = { readonly seq: number; readonly timeMs: number }
type Placed = Stamped & EntryPlace

/**
 * A final order (filled, cancelled or rejected) as it ended; a rejected one has id 0 and its
 * problem.
 */
export type OrderRecord = Placed & {
  readonly order: Order
  /** Why it was refused: at its entry, or at its trigger. */
  readonly problem?: Problem
  /** The last price when it was placed. */
  readonly lastTicks?: number
  /** The owner's other order that self-match prevention met. */
  readonly metId?: OrderId
  /** Of the algorithm that sent it, once that has ended. */
  readonly algoKind?: AlgoKind
}

/** A parent order as it ended. */
export type AlgoEndRecord = Stamped & { readonly symbol: SymbolId; readonly algo: AlgoRecord }

/** A step of a liquidation; the symbol is empty where the whole account is concerned. */
type LiquidationRecord = Stamped & {
  readonly symbol: SymbolId
  readonly event: LiquidationEvent
}

/** One kind of settlement, newest first; the two that concern a market have no account. */
export type SettlementQuestion<Kind extends SettlementKind = SettlementKind> = Omit<
  HistoryQuestion,
  'account'
> & { readonly kind: Kind; readonly account?: AccountId }

export type SettlementRecord<Kind extends SettlementKind = SettlementKind> = Placed & {
  readonly symbol: SymbolId
  readonly event: SettlementEvent<Kind>
}

/** One execution of the account, with its place in the history. */
export type ExecutionRecord = Placed & Executed
/** Why something was done to the account, or refused to it. */
export type DecisionRecord = Stamped & {
  /** Empty where it is about the account as a whole. */
  readonly symbol: string
  /** 0 where no order was at work. */
  readonly orderId: number
  readonly event: string
  readonly rule: string
  readonly compared: string
  readonly numbers: Readonly<Record<string, string>>
}
/** What a closing order closed of one position; stamped with its first fill. */
export type ClosedPnlRecord = Stamped &
  Omit<PnlClosed, 'kind' | 'entryPriceE8'> & {
    /** Undefined where its fills closed at different entry prices: then their values tell it. */
    readonly entryPriceE8: PriceE8 | undefined
    /** The time of the last fill so far. */
    readonly updatedMs: number
  }
export type LogRecord = Placed & Omit<WalletChanged, 'kind'>
export type FundingRecord = Placed & Omit<FundingPaid, 'kind'>
export type FundingRateRecord = Stamped & Omit<FundingSettled, 'kind'>

/**
 * Candles whose start is in [fromMs, toMs), at most `limit` (1–1000, default 200) of the newest.
 */
export type CandleQuestion = {
  readonly symbol: SymbolId
  readonly source: CandleSource
  readonly resolution: Resolution
  readonly fromMs?: number
  /** Default: now, with the candle that is still open. */
  readonly toMs?: number
  readonly limit?: number
}

/** Points of one contract, by buckets of five minutes and multiples of them up to a day. */
export type OpenInterestQuestion = {
  readonly symbol: SymbolId
  readonly resolution: Resolution
  /** Only buckets that start at or after it, and before `toMs`. */
  readonly fromMs?: number
  readonly toMs?: number
  /** 1–1000 of the newest, default 200. */
  readonly limit?: number
}

/** What stood open at a time, and on which side its holders were. */
export type OpenInterestPoint = {
  readonly timeMs: number
  readonly lots: number
  /** The share of its holders that were long, ×1e6; absent where nobody held it. */
  readonly longE6?: number
}

/** What was liquidated in a bucket: positions by their side, values in 1e-4 of the quote coin. */
export type LiquidationSum = SeedLiquidations

/** What an account was worth since a time; since its beginning where none is named. */
export type EquityQuestion = { readonly account: AccountId; readonly fromMs?: number }

/** A decimal of USD; it holds until the next point. */
export type EquityPoint = {
  readonly timeMs: number
  readonly equity: string
  readonly putIn: string
  readonly growth: string
}

/** Public trades kept per symbol. */
export const tradesKept = 500

export type PublicTrade = {
  readonly seq: number
  readonly timeMs: number
  readonly tradeId: number
  readonly symbol: SymbolId
  readonly priceTicks: PriceTicks
  readonly qtyLots: QtyLots
  readonly takerSide: Side
}

/** The last 24 hours of a symbol, by whole minutes; prices in ticks. */
export type TickerView = {
  readonly symbol: SymbolId
  /** The price 24 hours ago, for the change. */
  readonly openTicks: PriceTicks
  /** The price an hour ago. */
  readonly hourAgoTicks: PriceTicks
  readonly highTicks: PriceTicks
  readonly lowTicks: PriceTicks
  readonly lastTicks: PriceTicks
  readonly volumeLots: number
  /** 1e-8 quote. */
  readonly turnover: Amount
}

export type ReadModelStatus = {
  readonly mode: 'ready' | 'unavailable'
  /** Why the history is unavailable. */
  readonly reason?: string
  /** Told, and safely recorded. */
  readonly appliedSeq: number
  readonly recordedSeq: number
}

/**
 * Questions about what has happened. The asynchronous ones see every command that was applied
 * before they were asked, and reject with `HistoryUnavailable` while the history is down (503).
 * Robots have no history.
 */
export type ReadModel = {
  readonly orderHistory: (question: OrderQuestion) => Promise<Page<OrderRecord>>
  readonly executions: (question: ExecutionQuestion) => Promise<Page<ExecutionRecord>>
  readonly algoHistory: (question: HistoryQuestion) => Promise<Page<AlgoEndRecord>>
  readonly decisions: (question: DecisionQuestion) => Promise<Page<DecisionRecord>>
  readonly liquidations: (question: HistoryQuestion) => Promise<Page<LiquidationRecord>>
  readonly settlements: <Kind extends SettlementKind>(
    question: SettlementQuestion<Kind>,
  ) => Promise<Page<SettlementRecord<Kind>>>
  readonly closedPnl: (question: HistoryQuestion) => Promise<Page<ClosedPnlRecord>>
  readonly transactionLog: (question: LogQuestion) => Promise<Page<LogRecord>>
  readonly fundingHistory: (question: HistoryQuestion) => Promise<Page<FundingRecord>>
  readonly fundingRates: (question: FundingRateQuestion) => Promise<Page<FundingRateRecord>>
  /** Ascending by start; prices in ticks for all three sources, volume only for `last`. */
  readonly candles: (question: CandleQuestion) => Promise<readonly Candle[]>
  /** The candle that is open now, for pushing; undefined before the first price. */
  readonly liveCandle: (
    symbol: SymbolId,
    source: CandleSource,
    resolution: Resolution,
  ) => Candle | undefined
  /** The candle before it as it ended, if it has been seen to end since the start. */
  readonly endedCandle: (
    symbol: SymbolId,
    source: CandleSource,
    resolution: Resolution,
  ) => Candle | undefined
  /** Ascending; empty for what was never traded. */
  readonly openInterest: (question: OpenInterestQuestion) => Promise<readonly OpenInterestPoint[]>
  /** Ascending; buckets without liquidations are left out. */
  readonly liquidationSums: (question: OpenInterestQuestion) => Promise<readonly LiquidationSum[]>
  /** Ascending; empty for an account that was never measured. */
  readonly equity: (question: EquityQuestion) => Promise<readonly EquityPoint[]>
  /** Newest first; of one contract or of all. */
  readonly newestLiquidations: (
    symbol: SymbolId | undefined,
    limit: number,
  ) => readonly PublicLiquidation[]
  /** Of a time of the last day, to five minutes; undefined where nothing is known of it. */
  readonly openInterestAt: (symbol: SymbolId, timeMs: number) => number | undefined
  /** What a trader has traded in thirty days (rules 3.6). */
  readonly tradedVolume: (account: AccountId) => TradedVolume
  /** What a trader's coins have cost and gained, by coin (rules 18). */
  readonly coinCosts: (account: AccountId) => readonly (readonly [coin: string, held: CoinCost])[]
  /** Whose volume has changed since this was asked last; at first all that have any. */
  readonly takeTradedVolumes: () => readonly number[]
  /** The last price, in ticks, when an order that is open yet was placed, where it is known. */
  readonly lastTicksWhenPlaced: (orderId: OrderId) => number | undefined
  /** Newest first. */
  readonly recentTrades: (symbol: SymbolId, limit: number) => readonly PublicTrade[]
  readonly ticker: (symbol: SymbolId) => TickerView | undefined
  readonly tickers: () => readonly TickerView[]
  /** Takes in the events of one command; an event that was taken in already is passed over. */
  readonly apply: (batch: EventBatch) => void
  /** Resolves when everything that was told so far is safely recorded. */
  readonly record: () => Promise<void>
  /** Does more wait to be written than should? Then whoever makes more of it must wait. */
  readonly isBehind: () => boolean
  readonly status: () => ReadModelStatus
  readonly stop: () => Promise<void>
}

/** The history cannot be asked now; trading goes on (reliability P5). */
export class HistoryUnavailable extends Error {
  constructor(reason: string) {
    super(`History is unavailable: ${reason}`)
    this.name = 'HistoryUnavailable'
  }
}
