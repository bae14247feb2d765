// The read model: past events arranged for queries, and the queries used by http and push.

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

/**
 * The position of a history entry: its command's number and its index among that command's events.
 */
export type EntryPlace = { readonly seq: number; readonly place: number }

/** Returns the text of a place, such as `2s.0`. */
export const cursorOf = ({ seq, place }: EntryPlace): string =>
  `${seq.toString(36)}.${place.toString(36)}`

/**
 * Returns the entry after which (toward the past) a page begins; undefined for an invalid cursor.
 */
export function placeOf(cursor: string): EntryPlace | undefined {
  const [, seq = '', place = ''] = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})$/.exec(cursor) ?? []
  const found = { seq: Number.parseInt(seq, 36), place: Number.parseInt(place, 36) }
  const isOne = Number.isSafeInteger(found.seq) && Number.isSafeInteger(found.place)
  return isOne ? found : undefined
}

/** One page of an account's history, newest first; an absent filter matches everything. */
export type HistoryQuestion = {
  readonly account: AccountId
  readonly symbol?: SymbolId
  /** Any of these. */
  readonly symbols?: readonly SymbolId[]
  /** Time of the event: from inclusive, to exclusive. */
  readonly fromMs?: number
  readonly toMs?: number
  /** `next` of the page before; must be a valid cursor (see `placeOf`). */
  readonly cursor?: string
  /** 1–200; default 50. */
  readonly limit?: number
}
export type OrderQuestion = HistoryQuestion & {
  readonly orderId?: OrderId
  /** Any of these, as with the lists below. */
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
export type FillCountQuestion = {
  readonly account: AccountId
  readonly orderIds: readonly number[]
}
export type LogQuestion = HistoryQuestion & {
  readonly coin?: string
  readonly cause?: WalletChanged['cause']
  readonly causes?: readonly WalletChanged['cause'][]
}
/** The funding rates settled for a contract, newest first. */
export type FundingRateQuestion = Omit<HistoryQuestion, 'account'> & { readonly symbol: SymbolId }

export type Page<Row> = {
  readonly rows: readonly Row[]
  /** Present if there is more: the `cursor` of the next page. */
  readonly next?: string
  /** The answer reflects commands up to this sequence number (reliability P3). */
  readonly seq: number
}

type Stamped = { readonly seq: number; readonly timeMs: number }
type Placed = Stamped & EntryPlace

/**
 * A final order (filled, cancelled or rejected) in its last state; a rejected one has id 0 and its
 * problem.
 */
export type OrderRecord = Placed & {
  readonly order: Order
  /** Why it was rejected, at entry or at its trigger. */
  readonly problem?: Problem
  /** The last price when it was placed. */
  readonly lastTicks?: number
  /** The owner's other order that triggered self-match prevention. */
  readonly metId?: OrderId
  /** The kind of the algorithm that sent it, once that has ended. */
  readonly algoKind?: AlgoKind
}

/** A parent order in its last state. */
export type AlgoEndRecord = Stamped & { readonly symbol: SymbolId; readonly algo: AlgoRecord }

/** A step of a liquidation; the symbol is empty if it concerns the whole account. */
type LiquidationRecord = Stamped & {
  readonly symbol: SymbolId
  readonly event: LiquidationEvent
}

/** One kind of settlement, newest first; the two kinds that concern a market have no account. */
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
/** Why an action was taken on the account, or a request refused. */
export type DecisionRecord = Stamped & {
  /** Empty if it concerns the whole account. */
  readonly symbol: string
  /** 0 if no order was involved. */
  readonly orderId: number
  readonly event: string
  readonly rule: string
  readonly compared: string
  readonly numbers: Readonly<Record<string, string>>
}
/** What a closing order closed of one position; stamped with its first fill. */
export type ClosedPnlRecord = Stamped &
  Omit<PnlClosed, 'kind' | 'entryPriceE8'> & {
    /**
     * Undefined if its fills closed at different entry prices; their values then give the total.
     */
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
  /** Default: now, including the open candle. */
  readonly toMs?: number
  readonly limit?: number
}

/** Points of one contract, in buckets of five minutes and multiples of them up to a day. */
export type OpenInterestQuestion = {
  readonly symbol: SymbolId
  readonly resolution: Resolution
  /** Only buckets that start at or after it and before `toMs`. */
  readonly fromMs?: number
  readonly toMs?: number
  /** 1–1000 of the newest, default 200. */
  readonly limit?: number
}

/** Open interest at a time, and the sides of its holders. */
export type OpenInterestPoint = {
  readonly timeMs: number
  readonly lots: number
  /** The share of its holders that were long, ×1e6; absent if there were none. */
  readonly longE6?: number
}

/** Liquidations in a bucket: position sides, values in 1e-4 of the quote coin. */
export type LiquidationSum = SeedLiquidations

/** An account's equity since a time; by default since its beginning. */
export type EquityQuestion = { readonly account: AccountId; readonly fromMs?: number }

/** A decimal of USD, valid until the next point. */
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

/** The last 24 hours of a symbol, in whole minutes; prices in ticks. */
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
  /** The last command applied in memory; `recordedSeq` is the last one safely recorded. */
  readonly appliedSeq: number
  readonly recordedSeq: number
}

/**
 * Queries about past events. The asynchronous ones see every command applied before the call, and
 * reject with `HistoryUnavailable` while the history is down (503). Robots have no history.
 */
export type ReadModel = {
  readonly orderHistory: (question: OrderQuestion) => Promise<Page<OrderRecord>>
  readonly executions: (question: ExecutionQuestion) => Promise<Page<ExecutionRecord>>
  /** How many executions each of the orders has; those without any are left out. */
  readonly fillCounts: (question: FillCountQuestion) => Promise<ReadonlyMap<number, number>>
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
  /** The open candle, for pushing; undefined before the first price. */
  readonly liveCandle: (
    symbol: SymbolId,
    source: CandleSource,
    resolution: Resolution,
  ) => Candle | undefined
  /** The candle before it in its last state, if it ended since the start. */
  readonly endedCandle: (
    symbol: SymbolId,
    source: CandleSource,
    resolution: Resolution,
  ) => Candle | undefined
  /** Ascending; empty for a symbol without open interest. */
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
  /** At a time within the last day, to five minutes; undefined if unknown. */
  readonly openInterestAt: (symbol: SymbolId, timeMs: number) => number | undefined
  /** A trader's volume over thirty days (rules 3.6). */
  readonly tradedVolume: (account: AccountId) => TradedVolume
  /** Cost and gain of a trader's coins, by coin (rules 18). */
  readonly coinCosts: (account: AccountId) => readonly (readonly [coin: string, held: CoinCost])[]
  /** Accounts whose volume changed since the previous call; at first all that have any. */
  readonly takeTradedVolumes: () => readonly number[]
  /** The last price, in ticks, at the time an open order was placed, if known. */
  readonly lastTicksWhenPlaced: (orderId: OrderId) => number | undefined
  /** Newest first. */
  readonly recentTrades: (symbol: SymbolId, limit: number) => readonly PublicTrade[]
  readonly ticker: (symbol: SymbolId) => TickerView | undefined
  readonly tickers: () => readonly TickerView[]
  /** Applies the events of one command; commands already applied are skipped. */
  readonly apply: (batch: EventBatch) => void
  /** Resolves when everything applied so far is safely recorded. */
  readonly record: () => Promise<void>
  /** Whether too much waits to be written; callers must then stop adding more. */
  readonly isBehind: () => boolean
  readonly status: () => ReadModelStatus
  readonly stop: () => Promise<void>
}

/** The history cannot be queried now; trading goes on (reliability P5). */
export class HistoryUnavailable extends Error {
  constructor(reason: string) {
    super(`History is unavailable: ${reason}`)
    this.name = 'HistoryUnavailable'
  }
}
