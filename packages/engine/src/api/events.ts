// The events of the engine: what a command changed, emitted once and never altered.

import type { AlgoRecord } from '@basis/domain/algo/order'
import type { GridRecord } from '@basis/domain/grid/record'
import type { CopyEntry, CopyFollowRecord, CopyLeaderRecord } from '@basis/domain/copy/record'
import type { RuleRecord } from '@basis/domain/algo/rule'
import type { AccountId, OrderId, SymbolId } from '@basis/domain/numbers/brand'
import type { Amount, PriceE8, PriceTicks, QtyLots, RateE8 } from '@basis/domain/numbers/fixed'
import type { FeeLevel, FeeRates } from '@basis/domain/instrument/fee-levels'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order, Side } from '@basis/domain/orders/order'
import type { Position, PositionIdx, PositionMode } from '@basis/domain/orders/position'
import type { Problem } from '@basis/domain/instrument/problems'
import type { LoanTerms, SpotMargin } from '@basis/domain/margin/loans'
import type { MmpLimit, MmpRecord, MmpSums } from '@basis/domain/options/mmp'
import type { AccountMode } from '@basis/domain/portfolio-margin/eligibility'
import type { Explanation } from '@basis/domain/margin/explanation'
import type { SpotBotRecord } from '@basis/domain/spot-bots/record'
import type { SpreadTicks } from '@basis/domain/spread/combination'
import type { SpreadFill, SpreadOrder } from '@basis/domain/spread/order'
import type { AccountRole, Command } from './commands.ts'
import type { TransferFunds } from './transfer-commands.ts'

/** A command that changed nothing, and why; `PlaceOrder` has its own `OrderRejected`. */
export type CommandRejected = {
  readonly kind: 'CommandRejected'
  readonly command: Command['kind']
  readonly account?: AccountId
  readonly symbol?: SymbolId
  readonly problem: Problem
  /** Present if the refusal compared figures. */
  readonly explanation?: Explanation
}

export type InstrumentListed = {
  readonly kind: 'InstrumentListed'
  readonly instrument: Instrument
}
export type AccountOpened = {
  readonly kind: 'AccountOpened'
  readonly account: AccountId
  readonly role: AccountRole
}

export type OrderPlaced = { readonly kind: 'OrderPlaced'; readonly order: Order }
export type OrderReplaced = { readonly kind: 'OrderReplaced'; readonly order: Order }
/**
 * A price reached the order's trigger: status Triggered, with the price that did it (×1e8); then
 * the order goes into the book: status New.
 */
export type OrderTriggered = {
  readonly kind: 'OrderTriggered'
  readonly order: Order
  readonly reachedE8?: number
  readonly explanation?: Explanation
}
/** The order's cancel type says why; the figures or the problem that decided come with it. */
export type OrderCanceled = {
  readonly kind: 'OrderCanceled'
  readonly order: Order
  /** The owner's other order, for a cancel by self-trade prevention. */
  readonly metId?: OrderId
  /** Why a triggered order was not admitted. */
  readonly problem?: Problem
  readonly explanation?: Explanation
}
/** The order was refused; it is kept in the history with the reason. `order.id` is 0. */
export type OrderRejected = {
  readonly kind: 'OrderRejected'
  readonly order: Order
  readonly problem: Problem
  /** Present if the refusal compared figures. */
  readonly explanation?: Explanation
}

/** One account's side of a trade. Amounts in 1e-8 of `feeCoin` or the settle coin. */
export type Fill = {
  readonly tradeId: number
  readonly priceTicks: PriceTicks
  readonly qtyLots: QtyLots
  readonly value: Amount
  readonly fee: Amount
  readonly feeCoin: string
  readonly feeRateE8: RateE8
  readonly isMaker: boolean
  /** The part that closed a position. */
  readonly closedLots: QtyLots
}
export type OrderFilled = {
  readonly kind: 'OrderFilled'
  readonly order: Order
  readonly fill: Fill
}

/** The public record of a trade. */
export type Traded = {
  readonly kind: 'Traded'
  readonly symbol: SymbolId
  readonly tradeId: number
  readonly priceTicks: PriceTicks
  readonly qtyLots: QtyLots
  readonly takerSide: Side
}

/** Two robots traded outside the book; `closedLots` is what closed a short of the buyer. */
export type BlockTraded = {
  readonly kind: 'BlockTraded'
  readonly symbol: SymbolId
  readonly tradeId: number
  readonly buyer: AccountId
  readonly seller: AccountId
  readonly qtyLots: QtyLots
  readonly priceTicks: PriceTicks
  readonly closedLots: QtyLots
}

export type PositionChanged = { readonly kind: 'PositionChanged'; readonly position: Position }

/**
 * A part of a position was closed (rules 1.5). `closedPnl` = tradePnl − openFee − closeFee +
 * funding; the sum over a position's life equals the change of the wallet by it.
 */
export type PnlClosed = {
  readonly kind: 'PnlClosed'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  /** The side of the position that was closed, not of the closing order. */
  readonly side: Side
  readonly orderId: OrderId
  readonly closedLots: QtyLots
  readonly entryValue: Amount
  /** The position's average entry price, which a partial close does not change. */
  readonly entryPriceE8: PriceE8
  readonly exitValue: Amount
  readonly tradePnl: Amount
  readonly openFee: Amount
  readonly closeFee: Amount
  readonly funding: Amount
  readonly closedPnl: Amount
  readonly openedMs: number
  readonly cause: 'Trade' | 'Liquidation' | 'TakeOver' | 'Adl' | 'Delivery'
  /** Why a portfolio liquidation chose this trade (10.6). */
  readonly explanation?: Explanation
}

/** One record of an account's ledger: change = cashFlow + funding − fee (rules 1.9). */
export type WalletChanged = {
  readonly kind: 'WalletChanged'
  readonly account: AccountId
  readonly coin: string
  readonly cause:
    | 'Deposit'
    | 'Withdrawal'
    | 'Trade'
    | 'Funding'
    | 'Session'
    | 'Delivery'
    | 'TakeOver'
    | 'Adl'
    | 'LossCovered'
    | 'Treasury'
    | 'LiquidationFee'
    | 'SpotTrade'
    | 'CopyTransfer'
    | 'ProfitShare'
    | 'Borrow'
    | 'Repay'
    | 'Interest'
    | 'Conversion'
    | 'BotTransfer'
    | 'Transfer'
  readonly symbol?: SymbolId | undefined
  readonly orderId?: OrderId | undefined
  readonly tradeId?: number | undefined
  readonly cashFlow: Amount
  readonly funding: Amount
  readonly fee: Amount
  readonly change: Amount
  readonly balance: Amount
}

export type LeverageChanged = {
  readonly kind: 'LeverageChanged'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly leverageE2: number
  /** The hedge-mode side; absent in one-way mode. */
  readonly positionIdx?: PositionIdx
}

/** The fee level of an account changed (rules 3.6). */
export type FeeLevelChanged = {
  readonly kind: 'FeeLevelChanged'
  readonly account: AccountId
  readonly level: FeeLevel
  readonly rates?: FeeRates
}

/** Coins were transferred between two wallets of one owner (rules 23.2). */
export type FundsTransferred = Omit<TransferFunds, 'kind'> & { readonly kind: 'FundsTransferred' }

/** The position mode was set for a symbol, or for a coin and the symbols of it free to change. */
export type PositionModeChanged = {
  readonly kind: 'PositionModeChanged'
  readonly account: AccountId
  readonly symbol?: SymbolId
  readonly coin?: string
  readonly mode: PositionMode
}

export type PricesChanged = {
  readonly kind: 'PricesChanged'
  readonly symbol: SymbolId
  readonly indexE8: PriceE8
  readonly markE8: PriceE8
  /** The rate that would be settled at the next funding, recomputed every minute. */
  readonly fundingRateE8: RateE8
  readonly nextFundingMs: number
}

export type FundingSettled = {
  readonly kind: 'FundingSettled'
  readonly symbol: SymbolId
  readonly rateE8: RateE8
  readonly markE8: PriceE8
  readonly atMs: number
}
export type FundingPaid = {
  readonly kind: 'FundingPaid'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly side: Side
  readonly sizeLots: QtyLots
  readonly markE8: PriceE8
  readonly rateE8: RateE8
  /** Received > 0, paid < 0. */
  readonly payment: Amount
  /** When it was due. */
  readonly atMs: number
}

/** A USDC contract's session was settled: this mark is every position's new base (rules 1.8). */
export type SessionSettled = {
  readonly kind: 'SessionSettled'
  readonly symbol: SymbolId
  readonly markE8: PriceE8
  readonly atMs: number
}
export type SessionPaid = {
  readonly kind: 'SessionPaid'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly side: Side
  readonly sizeLots: QtyLots
  readonly markE8: PriceE8
  /** The position's value at the previous session price. */
  readonly sessionValue: Amount
  /** ΔRPL = s (q M* − q S). */
  readonly cashFlow: Amount
  /** The funding in the same ledger record; 0 for a future. */
  readonly funding: Amount
}

/** A dated contract was delivered (rules 11.1): no order or position of it is left open. */
export type Delivered = {
  readonly kind: 'Delivered'
  readonly symbol: SymbolId
  readonly priceE8: PriceE8
  /** The number of index samples, one a second, that were averaged. */
  readonly samples: number
  readonly atMs: number
}
export type PositionDelivered = {
  readonly kind: 'PositionDelivered'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly side: Side
  readonly sizeLots: QtyLots
  /** Value at entry; of a USDC contract at the last session. */
  readonly entryValue: Amount
  readonly entryPriceE8: PriceE8
  readonly priceE8: PriceE8
  readonly fee: Amount
  /** Before the fee. */
  readonly pnl: Amount
}

/** An account fell below its maintenance margin; the events of the liquidation follow. */
export type LiquidationStarted = {
  readonly kind: 'LiquidationStarted'
  readonly account: AccountId
  /** The isolated position's symbol; absent when the whole cross account is liquidated. */
  readonly symbol?: SymbolId
  readonly marginBalance: Amount
  readonly maintenanceMargin: Amount
  readonly explanation: Explanation
}
/** Auto margin replenishment moved free balance to an isolated position (rules 5.4). */
export type MarginReplenished = {
  readonly kind: 'MarginReplenished'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly added: Amount
}
export type PositionTakenOver = {
  readonly kind: 'PositionTakenOver'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly side: Side
  readonly sizeLots: QtyLots
  readonly markE8: PriceE8
  readonly bankruptcyPriceE8: PriceE8
  readonly explanation: Explanation
}
/**
 * A position was auto-deleveraged: closed against a position of the insurance fund that the fund
 * cannot carry (rules 5.9). An AdlTrade, without a fee.
 */
export type PositionDeleveraged = {
  readonly kind: 'PositionDeleveraged'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  /** The side of the position that was closed. */
  readonly side: Side
  readonly closedLots: QtyLots
  readonly priceE8: PriceE8
  readonly value: Amount
  readonly explanation: Explanation
}
/** The fund covered an account's loss, and the treasury what the fund lacked (14.1). */
export type LossCovered = {
  readonly kind: 'LossCovered'
  readonly account: AccountId
  readonly coin: string
  readonly amount: Amount
  readonly fundBalance: Amount
  readonly explanation: Explanation
}

/** A parent order started, changed or ended: emitted once, at the end of a command (rules 8.9). */
export type AlgoChanged = {
  readonly kind: 'AlgoChanged'
  readonly account: AccountId
  readonly algo: AlgoRecord
}

/** A rule started, fired, was paused or resumed, or ended (rules 8.10). */
export type RuleChanged = {
  readonly kind: 'RuleChanged'
  readonly account: AccountId
  readonly rule: RuleRecord
}

/** An immutable record of an MMR close order. */
export type MmrCloseRecord = {
  readonly id: number
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly rateE4: number
  readonly status: 'Waiting' | 'Triggered' | 'Cancelled'
  readonly createdMs: number
  readonly updatedMs: number
}

/** An MMR close order was set, executed, or cancelled by its owner or position (rules 8.8). */
export type MmrCloseChanged = {
  readonly kind: 'MmrCloseChanged'
  readonly account: AccountId
  readonly close: MmrCloseRecord
}

/** A leader's wallet was opened or closed, or its terms changed (rules 16.1). */
export type LeaderChanged = {
  readonly kind: 'LeaderChanged'
  readonly account: AccountId
  readonly leader: CopyLeaderRecord
}

/** Following a leader started, changed or ended; each copied trade is a `Copied`. */
export type FollowChanged = {
  readonly kind: 'FollowChanged'
  readonly account: AccountId
  readonly follow: Omit<CopyFollowRecord, 'log'>
}

/** The outcome of a leader's trade in a follower's wallet (rules 16.2). */
export type Copied = {
  readonly kind: 'Copied'
  /** The follower's wallet. */
  readonly account: AccountId
  readonly leader: AccountId
  readonly entry: CopyEntry
}

/** An account's spot margin was switched on or off, or its leverage set (rules 12.1). */
export type SpotMarginChanged = SpotMargin & {
  readonly kind: 'SpotMarginChanged'
  readonly account: AccountId
}

/** A coin was excluded from an account's collateral, or included again (rules 12.3). */
export type CollateralChanged = {
  readonly kind: 'CollateralChanged'
  readonly account: AccountId
  readonly coin: string
  readonly isOn: boolean
}

/** An account's margin mode or spot hedging was changed (rules 10.1, 10.2). */
export type AccountModeChanged = {
  readonly kind: 'AccountModeChanged'
  readonly account: AccountId
  readonly mode: AccountMode
  readonly hedgesSpot: boolean
}

/**
 * Market-maker protection was set or reset, or reached a limit: the orders under it are then
 * cancelled with `CancelByMmpTriggered` (rules 9.6).
 */
export type MmpChanged = {
  readonly kind: 'MmpChanged'
  readonly account: AccountId
  readonly mmp: MmpRecord
  readonly cause: 'Set' | 'Reset' | 'Reached'
  /** The limit that was reached, and the sums of the window. */
  readonly limit?: MmpLimit
  readonly sums?: MmpSums
}

/** A coin became borrowable, or its terms changed (rules 12.2). */
export type LoanListed = {
  readonly kind: 'LoanListed'
  readonly coin: string
  readonly terms: LoanTerms
}

/** One hour's interest was added to the debt (rules 12.4). */
export type InterestCharged = {
  readonly kind: 'InterestCharged'
  readonly account: AccountId
  readonly coin: string
  readonly owed: Amount
  /** The part of it that bears interest. */
  readonly bearing: Amount
  /** Borrowed to carry unrealised losses of contracts. */
  readonly lost: Amount
  readonly hourlyE12: number
  readonly interest: Amount
  readonly atMs: number
}

/** A loan was repaid with another coin, by the account or by the exchange for it (rules 12.5). */
export type LoanConverted = {
  readonly kind: 'LoanConverted'
  readonly account: AccountId
  readonly cause: ConversionCause
  readonly coin: string
  readonly repaid: Amount
  readonly from: string
  /** Includes the fee. */
  readonly given: Amount
  readonly fee: Amount
  /** The account's maintenance margin rate before, 4 decimals. */
  readonly maintenanceRateE4: number
}
/** The owner's request, or the account's margin rate, borrow limit or liquidation. */
export type ConversionCause = 'Request' | 'Rate' | 'Limit' | 'Liquidation'

/** A grid bot started, traded a cell, changed or ended (rules 17). */
export type GridChanged = {
  readonly kind: 'GridChanged'
  /** The owner. */
  readonly account: AccountId
  readonly grid: Omit<GridRecord, 'log'>
}

/** A DCA or rebalancing bot started, traded, changed or ended (rules 21, 22). */
export type SpotBotChanged = {
  readonly kind: 'SpotBotChanged'
  /** The owner. */
  readonly account: AccountId
  readonly bot: Omit<SpotBotRecord, 'log'>
}

/** An order of a combination was placed, changed or ended (rules 20.2). */
export type SpreadOrderChanged = {
  readonly kind: 'SpreadOrderChanged'
  readonly spread: SpreadOrder
  /** Why it was cancelled, if the account could not carry its legs. */
  readonly problem?: Problem
}

/** One account's side of a match: both legs were filled. */
export type SpreadFilled = {
  readonly kind: 'SpreadFilled'
  readonly spread: SpreadOrder
  readonly fill: SpreadFill
}

/** The public record of a combination's match. */
export type SpreadTraded = {
  readonly kind: 'SpreadTraded'
  readonly symbol: SymbolId
  readonly tradeId: number
  readonly priceTicks: SpreadTicks
  readonly qtyLots: QtyLots
  readonly takerSide: Side
}

export type Event =
  | CommandRejected
  | InstrumentListed
  | AccountOpened
  | OrderPlaced
  | OrderReplaced
  | OrderTriggered
  | OrderCanceled
  | OrderRejected
  | OrderFilled
  | BlockTraded
  | FundsTransferred
  | Traded
  | PositionChanged
  | PnlClosed
  | WalletChanged
  | LeverageChanged
  | FeeLevelChanged
  | PositionModeChanged
  | PricesChanged
  | FundingSettled
  | FundingPaid
  | SessionSettled
  | SessionPaid
  | Delivered
  | PositionDelivered
  | LiquidationStarted
  | MarginReplenished
  | PositionTakenOver
  | PositionDeleveraged
  | LossCovered
  | AlgoChanged
  | RuleChanged
  | MmrCloseChanged
  | LeaderChanged
  | FollowChanged
  | Copied
  | SpreadOrderChanged
  | SpreadFilled
  | SpreadTraded
  | SpotMarginChanged
  | CollateralChanged
  | AccountModeChanged
  | MmpChanged
  | LoanListed
  | InterestCharged
  | LoanConverted
  | GridChanged
  | SpotBotChanged

/** The events of one command, with its number and time. */
export type EventBatch = {
  readonly seq: number
  readonly timeMs: number
  readonly events: readonly Event[]
}
