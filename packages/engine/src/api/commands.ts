// The commands of the exchange: plain data that a file, a worker message or the network carries
// unchanged.

import type { RuleTerms } from '@basis/domain/algo/rule'
import type { AlgoTerms } from '@basis/domain/algo/order'
import type { AccountId, OrderId, SymbolId } from '@basis/domain/numbers/brand'
import type {
  Amount,
  LeverageE2,
  PriceE8,
  PriceTicks,
  QtyLots,
  RateE8,
} from '@basis/domain/numbers/fixed'
import type { FeeLevel, FeeRates } from '@basis/domain/instrument/fee-levels'
import type {
  Instrument,
  InstrumentKind,
  InstrumentStatus,
} from '@basis/domain/instrument/instrument'
import type {
  OrderType,
  SelfTradeMode,
  Side,
  SpotPlanType,
  TimeInForce,
  TriggerBasis,
} from '@basis/domain/orders/order'
import type { CollateralTier } from '@basis/domain/margin/collateral'
import type { LoanTerms } from '@basis/domain/margin/loans'
import type { CopyCommand } from './copy-commands.ts'
import type { GridCommand } from './grid-commands.ts'
import type { PortfolioCommand } from './portfolio-commands.ts'
import type { SpotBotCommand } from './spot-bot-commands.ts'
import type { TransferCommand } from './transfer-commands.ts'
import type { Slippage } from '@basis/domain/orders/slippage'
import type { SizedTpslRequest, TpslRequest } from '@basis/domain/orders/tpsl'
import type { TrailingRequest } from '@basis/domain/orders/trailing'
import type { TriggerDirection } from '@basis/domain/orders/trigger'
import type { PositionIdx, PositionMode } from '@basis/domain/orders/position'
import type { SpreadTicks } from '@basis/domain/spread/combination'

/** Kind of an account's owner; no history is kept for robots. */
export type AccountRole = 'trader' | 'robot'

/** The number of the insurance fund, which takes deposits like an account (rules 5.8). */
export const fundAccount = 0 as AccountId

/** Lists an instrument, or replaces the record of a listed one (same symbol). */
export type ListInstrument = { readonly kind: 'ListInstrument'; readonly instrument: Instrument }

export type SetInstrumentStatus = {
  readonly kind: 'SetInstrumentStatus'
  readonly symbol: SymbolId
  readonly status: InstrumentStatus
}

/**
 * Lists a coin as collateral: the share of a credit that counts, 4 decimals (rules 5.6). With tiers
 * of its quantity (12.3) only the tiers apply, and what exceeds the last one counts nothing.
 */
export type ListCoin = {
  readonly kind: 'ListCoin'
  readonly coin: string
  readonly ratioE4: number
  readonly tiers?: readonly CollateralTier[]
}

/** Opens an account; opening one that is open is refused. */
export type OpenAccount = {
  readonly kind: 'OpenAccount'
  readonly account: AccountId
  readonly role: AccountRole
}

/** Credits money from outside; the amount is positive, 1e-8 of the coin. */
export type Deposit = {
  readonly kind: 'Deposit'
  readonly account: AccountId
  readonly coin: string
  readonly amount: Amount
}

/**
 * Sets an account's fee level: from now on its fills pay the lower of these rates and the listed
 * ones (rules 3.6), or the listed ones if there are no rates.
 */
export type SetFeeLevel = {
  readonly kind: 'SetFeeLevel'
  readonly account: AccountId
  readonly level: FeeLevel
  readonly rates?: FeeRates
}

/** Makes a coin borrowable at these terms, or changes its terms (rules 12.2). */
export type ListLoan = {
  readonly kind: 'ListLoan'
  readonly coin: string
  readonly terms: LoanTerms
}

/** Switches borrowing by an account's spot orders on or off (rules 12.1). */
export type SetSpotMargin = {
  readonly kind: 'SetSpotMargin'
  readonly account: AccountId
  readonly isOn: boolean
}

/** Sets the spot margin leverage, 2 to 10, of one coin or of all coins (rules 12.2). */
export type SetSpotLeverage = {
  readonly kind: 'SetSpotLeverage'
  readonly account: AccountId
  readonly coin?: string
  readonly leverage: number
}

/** Borrows coins into the wallet. */
export type BorrowCoin = {
  readonly kind: 'BorrowCoin'
  readonly account: AccountId
  readonly coin: string
  readonly amount: Amount
}

/**
 * Repays a loan: an amount, or all of it if absent; with the coin itself, or by converting other
 * coins for a fee (rules 12.5).
 */
export type RepayLoan = {
  readonly kind: 'RepayLoan'
  readonly account: AccountId
  readonly coin: string
  readonly amount?: Amount
  readonly isConverting: boolean
}

/** The trigger of a conditional order (rules 8.3). */
export type TriggerRequest = {
  readonly priceTicks: PriceTicks
  readonly basis: TriggerBasis
  readonly direction: TriggerDirection
}

export type PlaceOrder = {
  readonly kind: 'PlaceOrder'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  /** Present for Limit, absent for Market. */
  readonly priceTicks?: PriceTicks
  readonly qtyLots: QtyLots
  /**
   * A spot market order may give an amount of quote coin to spend or to sell for instead of a
   * quantity (`qtyLots` is then 0); of the spot plans only a buy may.
   */
  readonly quoteAmount?: Amount
  /**
   * Maximum distance of a market order's fills from the best price; the price band always applies.
   */
  readonly slippage?: Slippage
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly positionIdx: PositionIdx
  /** The order may borrow what it pays; plain spot orders only (rules 12.1). */
  readonly isLeverage?: true
  /** The client's own id, unique per account for the life of the data; empty for none. */
  readonly linkId: string
  readonly selfTrade: SelfTradeMode
  readonly trigger?: TriggerRequest
  /**
   * TP/SL of the position it opens, at least one leg with a trigger; or the legs of a plan 10 or
   * 11.
   */
  readonly tpsl?: TpslRequest
  /** Trailing stop of the position it opens, from the first fill on; or terms of a plan 4 or 5. */
  readonly trailing?: TrailingRequest
  /** The plan type of a spot order that waits for a trigger (rules 8.7). */
  readonly plan?: SpotPlanType
  /** Options only: cancelled with the others when market-maker protection triggers (rules 9.6). */
  readonly mmp?: true
}

/** Names an order by the exchange's id or by the client's. */
export type OrderName =
  | { readonly orderId: OrderId; readonly linkId?: never }
  | { readonly orderId?: never; readonly linkId: string }

/** Changes quantity (the whole, filled part included) or price; what is absent stays. */
export type ReplaceOrder = {
  readonly kind: 'ReplaceOrder'
  readonly account: AccountId
  readonly order: OrderName
  readonly qtyLots?: QtyLots
  readonly priceTicks?: PriceTicks
  /** New trigger price of an order that is waiting for its trigger. */
  readonly triggerTicks?: PriceTicks
  /** Replaces the TP/SL attached to the order; a leg with the trigger 0 is removed. */
  readonly tpsl?: TpslRequest
}

/** Cancels one order; with `entry`, both legs of a partial TP/SL. */
export type CancelOrder = {
  readonly kind: 'CancelOrder'
  readonly account: AccountId
  readonly order: OrderName
  readonly entry?: true
}

/**
 * Sets the TP/SL and the trailing stop of a position (rules 8.5, 8.6). A leg with the trigger 0 is
 * cancelled, an absent one stays. Partial TP/SL adds an entry, or changes the entry that owns
 * `tpOrderId` or `slOrderId` if one is given.
 */
export type SetTpSl = SizedTpslRequest & {
  readonly kind: 'SetTpSl'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly tpOrderId?: OrderId
  readonly slOrderId?: OrderId
  readonly trailing?: TrailingRequest
}

/** Cancels every entry of a position's partial list. */
export type CancelPartialTpSl = {
  readonly kind: 'CancelPartialTpSl'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
}

/** Cancels every open order of the account, or those of one symbol, or of one kind of market. */
export type CancelAllOrders = {
  readonly kind: 'CancelAllOrders'
  readonly account: AccountId
  readonly symbol?: SymbolId
  readonly of?: InstrumentKind
  /** The account's last API connection was lost (open API 4.9). */
  readonly isDisconnected?: true
}

/** One operation of a batch. */
export type BatchOperation = PlaceOrder | ReplaceOrder | CancelOrder

/**
 * Operations of one account, applied in sequence with nothing between them. Each has its own
 * answer, and a refused one does not stop the others, unless the batch is whole: then nothing is
 * done if one would be refused or would end unfilled (rules 8.3).
 */
export type OrderBatch = {
  readonly kind: 'OrderBatch'
  readonly account: AccountId
  readonly operations: readonly BatchOperation[]
  /** All of it or nothing. */
  readonly isWhole?: true
}

/**
 * Closes a position at market and opens the same size on the other side: both legs are filled in
 * full, or nothing happens (rules 6.4). The account's own resting orders that they meet are
 * cancelled.
 */
export type ReversePosition = {
  readonly kind: 'ReversePosition'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  /** The client's own id of the opening order; empty for none. */
  readonly linkId: string
  /** Applies to both legs, measured from the best price before the first leg. */
  readonly slippage?: Slippage
}

/** Closes every position of the account, or that of one symbol, with reduce-only market orders. */
export type ClosePositions = {
  readonly kind: 'ClosePositions'
  readonly account: AccountId
  readonly symbol?: SymbolId
}

export type SetLeverage = {
  readonly kind: 'SetLeverage'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly leverageE2: LeverageE2
  /** The short side's leverage if it differs; isolated hedge mode only (rules 4.5). */
  readonly sellLeverageE2?: LeverageE2
}

/**
 * Sets one-way or hedge mode (rules 6.1) for a symbol, or for a settle coin: every symbol of it
 * that is free to change, and all that are listed later.
 */
export type SetPositionMode = {
  readonly kind: 'SetPositionMode'
  readonly account: AccountId
  readonly symbol?: SymbolId
  readonly coin?: string
  readonly mode: PositionMode
}

/** Sets cross or isolated margin for a contract's position and orders (spec 4). */
export type SetMarginMode = {
  readonly kind: 'SetMarginMode'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly mode: 'Cross' | 'Isolated'
}

/** Adds margin to an isolated position (positive) or takes added margin back (negative). */
export type ChangeMargin = {
  readonly kind: 'ChangeMargin'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly amount: Amount
}

export type SetAutoAddMargin = {
  readonly kind: 'SetAutoAddMargin'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly isOn: boolean
}

/** Present for an option only (rules 9.3; decision 50). */
export type IndexPrice = {
  readonly symbol: SymbolId
  readonly indexE8: PriceE8
  readonly markE8?: PriceE8
  /** The inputs of an option's mark price: both or neither (rules 10.2). */
  readonly forwardE8?: PriceE8
  readonly volatilityE8?: RateE8
}

/** New index prices from the price feed; marks, triggers and liquidations follow from them. */
export type UpdatePrices = {
  readonly kind: 'UpdatePrices'
  readonly prices: readonly IndexPrice[]
  /** USD prices of coins, for collateral; a coin that is not named keeps its price. */
  readonly coins?: readonly { readonly coin: string; readonly usdE8: PriceE8 }[]
}

/** Advances the clock: whatever is due by then is done, funding for example. */
export type AdvanceTime = { readonly kind: 'AdvanceTime' }

/**
 * Starts an algorithmic order: a parent that places plain child orders on AdvanceTime and on every
 * other command, as time and the market move (rules 8.9).
 */
export type PlaceAlgo = {
  readonly kind: 'PlaceAlgo'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly side: Side
  readonly qtyLots: QtyLots
  readonly reduceOnly: boolean
  readonly positionIdx: PositionIdx
  /** The client's own id, unique among the account's parent orders; empty for none. */
  readonly linkId: string
  /** Self-trade mode of every child order. */
  readonly selfTrade: SelfTradeMode
  readonly terms: AlgoTerms
}

/** Cancels a parent with its open children. */
export type CancelAlgo = {
  readonly kind: 'CancelAlgo'
  readonly account: AccountId
  readonly algoId: number
}

/** Pauses or resumes a parent; its open children stay as they are (rules 8.9). */
export type PauseAlgo = {
  readonly kind: 'PauseAlgo'
  readonly account: AccountId
  readonly algoId: number
  readonly isPaused: boolean
}

/** Starts a rule: conditions, and the actions once they hold (rules 8.11). */
export type PlaceRule = {
  readonly kind: 'PlaceRule'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  /** The client's own id, unique among the account's rules; empty for none. */
  readonly linkId: string
  readonly terms: RuleTerms
  /**
   * For each series over bars, the closes before now, ×1e-8, oldest first, so that it has a value
   * at once.
   */
  readonly seeds?: readonly (readonly number[])[]
}

/** Changes the terms of a running or paused rule, which keeps its number, its state and its log. */
export type AmendRule = {
  readonly kind: 'AmendRule'
  readonly account: AccountId
  readonly ruleId: number
  readonly positionIdx: PositionIdx
  readonly terms: RuleTerms
  /** As in `PlaceRule`; an unchanged series keeps its bars. */
  readonly seeds?: PlaceRule['seeds']
}

/** Pauses, resumes or cancels a rule. */
export type SetRuleState = {
  readonly kind: 'SetRuleState'
  readonly account: AccountId
  readonly ruleId: number
  readonly state: 'Running' | 'Paused' | 'Cancelled'
}

/** Closes a position when the account's maintenance margin rate reaches a level (rules 8.8). */
export type SetMmrClose = {
  readonly kind: 'SetMmrClose'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  /** 4 decimals: 8000 is 80 %. */
  readonly rateE4: number
}

export type CancelMmrClose = {
  readonly kind: 'CancelMmrClose'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
}

/** Places an order of a combination, which fills both of its legs or none (rules 20.2). */
export type PlaceSpread = {
  readonly kind: 'PlaceSpread'
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  /** Present for Limit, absent for Market; may be negative. */
  readonly priceTicks?: SpreadTicks
  readonly qtyLots: QtyLots
  /** The client's own id, unique among all of the account's orders; empty for none. */
  readonly linkId: string
  readonly selfTrade: SelfTradeMode
}

/** Changes quantity (the whole, filled part included) or price; what is absent stays. */
export type ReplaceSpread = {
  readonly kind: 'ReplaceSpread'
  readonly account: AccountId
  readonly order: OrderName
  readonly qtyLots?: QtyLots
  readonly priceTicks?: SpreadTicks
}

export type CancelSpread = {
  readonly kind: 'CancelSpread'
  readonly account: AccountId
  readonly order: OrderName
}

/** Cancels the account's open orders of one combination, or of all. */
export type CancelAllSpreads = {
  readonly kind: 'CancelAllSpreads'
  readonly account: AccountId
  readonly symbol?: SymbolId
}

export type SpreadCommand = PlaceSpread | ReplaceSpread | CancelSpread | CancelAllSpreads

/**
 * A trade between two robots outside the book, without fees; it counts in the open interest and is
 * not published as a trade (rules 8.11).
 */
export type TradeBlock = {
  readonly kind: 'TradeBlock'
  readonly symbol: SymbolId
  readonly buyer: AccountId
  readonly seller: AccountId
  readonly qtyLots: QtyLots
  readonly priceTicks: PriceTicks
}

/**
 * Switches the exchange to the next version of its rules. Only this changes what a command does, so
 * that every replay of the journal switches at the same command.
 */
export type SetRules = { readonly kind: 'SetRules'; readonly version: number }

const spreadCommandKinds: readonly string[] = [
  'PlaceSpread',
  'ReplaceSpread',
  'CancelSpread',
  'CancelAllSpreads',
] satisfies readonly SpreadCommand['kind'][]

export const isSpreadCommand = (command: Command): command is SpreadCommand =>
  spreadCommandKinds.includes(command.kind)

export type Command =
  | GridCommand
  | SpotBotCommand
  | TransferCommand
  | ListInstrument
  | SetInstrumentStatus
  | ListCoin
  | OpenAccount
  | Deposit
  | SetFeeLevel
  | ListLoan
  | SetSpotMargin
  | PortfolioCommand
  | SetSpotLeverage
  | BorrowCoin
  | RepayLoan
  | PlaceOrder
  | ReplaceOrder
  | CancelOrder
  | CancelAllOrders
  | SetTpSl
  | CancelPartialTpSl
  | OrderBatch
  | ReversePosition
  | ClosePositions
  | PlaceAlgo
  | CancelAlgo
  | PauseAlgo
  | PlaceRule
  | AmendRule
  | SetRuleState
  | SetMmrClose
  | CancelMmrClose
  | CopyCommand
  | PlaceSpread
  | ReplaceSpread
  | CancelSpread
  | CancelAllSpreads
  | SetLeverage
  | SetPositionMode
  | SetMarginMode
  | ChangeMargin
  | SetAutoAddMargin
  | TradeBlock
  | SetRules
  | UpdatePrices
  | AdvanceTime

/**
 * A command with its number and time; `timeMs` never decreases (reliability R3).
 */
export type NumberedCommand = {
  readonly seq: number
  readonly timeMs: number
  readonly command: Command
}
