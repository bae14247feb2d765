// Read-only views of the engine between two commands, exact as of the last command.

import type { AlgoRecord } from '@basis/domain/algo/order'
import type { RuleRecord } from '@basis/domain/algo/rule'
import type { AccountId, OrderId, SymbolId } from '@basis/domain/numbers/brand'
import type {
  Amount,
  LeverageE2,
  PriceE8,
  PriceTicks,
  QtyLots,
  RateE8,
} from '@basis/domain/numbers/fixed'
import type { AccountFees, FeeLevel } from '@basis/domain/instrument/fee-levels'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order, SelfTradeMode, Side, TimeInForce } from '@basis/domain/orders/order'
import type { StandingTpsl } from '@basis/domain/orders/tpsl-entries'
import type { Position, PositionIdx, PositionMode } from '@basis/domain/orders/position'
import type { Problem } from '@basis/domain/instrument/problems'
import type { CollateralTier } from '@basis/domain/margin/collateral'
import type { LoanTerms, SpotMargin } from '@basis/domain/margin/loans'
import type { MmpRecord } from '@basis/domain/options/mmp'
import type { AccountMode, Portfolio } from '@basis/domain/portfolio-margin/eligibility'
import type { UnitMargin } from '@basis/domain/portfolio-margin/unit-margin'
import type { AccountRole } from './commands.ts'
import type { CopyViews } from './copy-views.ts'
import type { GridViews } from './grid-views.ts'
import type { OwnershipViews } from './ownership-views.ts'
import type { SpotBotViews } from './spot-bot-views.ts'
import type { SpreadViews } from './spread-views.ts'
import type { MmrCloseRecord } from './events.ts'

/** How an order that is asked about would enter: it may rest and meets its own account's orders. */
export type Entering = {
  readonly timeInForce?: TimeInForce | undefined
  readonly selfTrade?: SelfTradeMode | undefined
  /** May it borrow what it pays? */
  readonly isLeverage?: boolean | undefined
}

export type CoinView = {
  readonly coin: string
  /** False where its owner took it out; absent where it is no collateral at all (12.3). */
  readonly collateral?: boolean
  readonly balance: Amount
  /** Set aside for open spot orders. */
  readonly locked: Amount
  /** What is neither that nor held by isolated positions: orders of a pair may sell it. */
  readonly free: Amount
  /** What is owed of it: principal and interest; and what is borrowed in all (12.1). */
  readonly principal: Amount
  readonly interest: Amount
  readonly borrowed: Amount
  /** Of the positions that are settled in this coin. */
  readonly unrealisedPnl: Amount
  /** Of the options that are settled in it, at their marks; shorts count below nothing. */
  readonly optionValue: Amount
  /** balance − what is owed + unrealised PnL + option value. */
  readonly equity: Amount
  /** What may be spent of it, and is not owed to open losses; never below 0. */
  readonly available: Amount
  /** The equity at the coin's index price, 1e-8 USD, toward minus infinity. */
  readonly usdValue: Amount
}

/** A position with the figures a trader reads; amounts 1e-8 settle coin, prices ×1e8. */
export type PositionView = {
  readonly position: Position
  readonly entryPriceE8: PriceE8
  readonly markPriceE8: PriceE8
  readonly positionValue: Amount
  readonly initialMargin: Amount
  readonly maintenanceMargin: Amount
  readonly unrealisedPnl: Amount
  /** Absent when no price within the instrument's limits liquidates it. */
  readonly liquidationPriceTicks?: PriceTicks
  readonly bankruptcyPriceTicks?: PriceTicks
  readonly breakEvenPriceE8: PriceE8
  readonly tpsl: StandingTpsl
}

/** A change of an isolated position's margin, previewed before it is made; nothing is changed. */
export type MarginChangeView = {
  /** Why it would be refused. */
  readonly problem?: Problem
  /** As it stands; absent without a position. */
  readonly before?: PositionView
  /** As it would stand; absent when it would be refused. */
  readonly after?: PositionView
}

/** The unified account in the settle coin USDT (rules 5.6). */
export type AccountView = {
  readonly account: AccountId
  readonly role: AccountRole
  /** What its fills pay at most; without rates as listed (3.6). */
  readonly fees: AccountFees
  readonly coins: readonly CoinView[]
  readonly walletBalance: Amount
  readonly unrealisedPnl: Amount
  /** Of its options at their marks: part of the equity, but it carries no margin (9.5). */
  readonly optionValue: Amount
  /** wallet − what is owed + unrealised PnL + option value. */
  readonly equity: Amount
  /** MB − HL + OL, what carries the margin (5.6); the rates are shares of it. */
  readonly marginBalance: Amount
  readonly positionMargin: Amount
  readonly orderMargin: Amount
  /** What of the initial margin borrowings need. */
  readonly loanMargin: Amount
  readonly spotMargin: SpotMargin
  /** Market-maker protection, by the names of the coins; absent where none is set (rules 9.6). */
  readonly mmp?: readonly MmpRecord[]
  /** In portfolio margin alone (rules 10). */
  readonly portfolio?: PortfolioView
  readonly initialMargin: Amount
  readonly maintenanceMargin: Amount
  readonly available: Amount
  /**
   * Shares of the margin balance, 4 decimals truncated (0.6029 is 6029); 0 for an empty account.
   */
  readonly initialRateE4: number
  readonly maintenanceRateE4: number
}

/** How an account is margined. */
export type AccountModeView = { readonly mode: AccountMode } & Portfolio

/** How an account in portfolio margin is margined: its units by the names of their coins. */
export type PortfolioView = Portfolio & { readonly units: readonly UnitView[] }

/** A risk unit with its margin: of its positions, and with the orders that make it the largest. */
export type UnitView = {
  readonly baseCoin: string
  readonly held: UnitMargin
  readonly binding: UnitMargin
  /** The orders that bind: none, all that buy or all that sell (rules 10.4). */
  readonly orders: 'None' | 'Buy' | 'Sell'
}

/**
 * The most that an order could ask for now (rules 7), at the prices it would be margined with.
 */
export type MaxQtyView = {
  readonly buyLots: QtyLots
  readonly sellLots: QtyLots
  /** Of a pair: what either side may pay of the account's own coins, 1e-8 of the coin it pays. */
  readonly paid?: { readonly buy: Amount; readonly sell: Amount }
}

export type LevelView = {
  readonly priceTicks: PriceTicks
  readonly qtyLots: QtyLots
  readonly orders: number
}
export type DepthView = {
  readonly symbol: SymbolId
  /** Rises with every change of the book. */
  readonly version: number
  readonly bids: readonly LevelView[]
  readonly asks: readonly LevelView[]
}

/** Zeros where no bid reaches an ask; what is left over is below 0 where sellers are. */
export type AuctionView = {
  readonly priceTicks: PriceTicks
  readonly qtyLots: QtyLots
  readonly surplusLots: number
}

export type SymbolView = {
  readonly instrument: Instrument
  /** 0 until the first price has come. */
  readonly indexE8: PriceE8
  readonly markE8: PriceE8
  /** Of an option: the volatility that it was last marked by; absent where none came (9.3). */
  readonly volatilityE8?: RateE8
  /** Once it is delivered; it stays the mark. */
  readonly deliveredE8?: PriceE8
  readonly lastTicks: PriceTicks
  readonly bestBidTicks: PriceTicks
  readonly bestAskTicks: PriceTicks
  readonly fundingRateE8: RateE8
  readonly nextFundingMs: number
  /** Sum of long sizes, in lots. */
  readonly openInterestLots: QtyLots
  /** While its call auction collects orders: what they would come to now (8.12). */
  readonly auction?: AuctionView
  /** The price band now, in ticks; absent without a mark. */
  readonly maxBuyTicks?: PriceTicks
  readonly minSellTicks?: PriceTicks
}

/** The exchange's own sums in a coin (rules 14.1), amounts 1e-8. */
export type VenueSumsView = {
  readonly coin: string
  readonly deposits: bigint
  readonly fees: bigint
  readonly rounding: bigint
  readonly treasury: bigint
  readonly interest: bigint
  readonly desk: bigint
}

/** The exchange's own money per coin, for the ledger report (reliability M1). */
export type LedgerView = {
  readonly coin: string
  readonly deposits: Amount
  readonly accounts: Amount
  readonly fees: Amount
  readonly insurance: Amount
  readonly rounding: Amount
  /** What the exchange paid beyond the insurance fund; never above 0. */
  readonly treasury: Amount
  /** Σ of −s × entry value over all open positions: money between two traders. */
  readonly openPositions: Amount
  /** The principal of all loans, the interest that was paid, and the conversion desk (12.5). */
  readonly lent: Amount
  readonly interest: Amount
  readonly desk: Amount
  /** deposits − everything else; always 0. */
  readonly drift: Amount
}

/**
 * A coin as collateral: its dollar price (0 until one has come) and the share that counts (12.3).
 */
export type CollateralView = {
  readonly usdE8: PriceE8
  /** Of the first tier. */
  readonly ratioE4: number
  /** Empty where it counts at one ratio, however much there is. */
  readonly tiers: readonly CollateralTier[]
}

/** A coin that is lent: its terms as listed, and what of it is lent now (12.2). */
export type LoanView = {
  readonly terms: LoanTerms
  readonly lent: Amount
  /** The most of an account of the level that was asked for. */
  readonly limit: Amount
  /** What such an account pays an hour; it floats with what is lent (12.4). */
  readonly hourlyE12: number
}

/** A resting order's place in the queue of its price: what stands before it is filled first. */
export type QueuePlaceView = {
  readonly orderId: OrderId
  readonly aheadLots: QtyLots
  readonly aheadOrders: number
}

/** Read-only questions; unknown accounts and symbols give undefined. */
export type Views = {
  /** Of the last command. */
  readonly timeMs: () => number
  readonly symbols: () => readonly SymbolId[]
  readonly symbol: (symbol: SymbolId) => SymbolView | undefined
  /** Only what is listed under the symbol: asked more often than the moment of its market. */
  readonly instrument: (symbol: SymbolId) => Instrument | undefined
  readonly collateral: (coin: string) => CollateralView | undefined
  readonly coins: () => readonly string[]
  /** At a fee level; at the first where none is named. */
  readonly loan: (coin: string, level?: FeeLevel) => LoanView | undefined
  /** The most that an account could borrow of a coin now; 0 where it may not (12.2). */
  readonly mostBorrowed: (account: AccountId, coin: string) => Amount
  /** What of a coin could repay its loan: of the wallet what no order has locked (12.5). */
  readonly repayable: (account: AccountId, coin: string) => Amount
  /** When interest is charged next; Infinity while no coin is lent. */
  readonly interestDueMs: () => number
  readonly account: (account: AccountId) => AccountView | undefined
  readonly fees: (account: AccountId) => AccountFees | undefined
  readonly accountMode: (account: AccountId) => AccountModeView | undefined
  readonly positions: (account: AccountId) => readonly PositionView[]
  /** A position by itself, flat ones too: what was realised in it, and its settings. */
  readonly position: (
    account: AccountId,
    symbol: SymbolId,
    idx: PositionIdx,
  ) => Position | undefined
  /**
   * What the account's positions in contracts of a settle coin have won and lost for good, those
   * that are closed by now included, as far as their contracts are listed.
   */
  readonly realised: (account: AccountId, coin: string) => Amount
  /**
   * Changes with every price that the account's positions, orders and coins depend on; '' where
   * they depend on none. What its own commands change is in their events.
   */
  readonly priceStamp: (account: AccountId) => string
  /** The lights of a position in the ranking of auto-deleveraging, 1 to 5; 0 without one (5.9). */
  readonly adlLights: (position: Pick<Position, 'account' | 'symbol' | 'positionIdx'>) => number
  /** Of a hedged side by its number; without one, of what a buy would open. */
  readonly leverage: (
    account: AccountId,
    symbol: SymbolId,
    idx?: PositionIdx,
  ) => LeverageE2 | undefined
  readonly positionMode: (account: AccountId, symbol: SymbolId) => PositionMode | undefined
  /** Whether the contract's position is, or would be opened, on a margin of its own. */
  readonly isIsolated: (account: AccountId, symbol: SymbolId) => boolean
  readonly openOrders: (account: AccountId) => readonly Order[]
  /** The places of the account's resting orders in one book, in the order they were placed. */
  readonly queuePlaces: (account: AccountId, symbol: SymbolId) => readonly QueuePlaceView[]
  /** The running parent orders of the account, oldest first. */
  readonly algos: (account: AccountId) => readonly AlgoRecord[]
  /** The rules of the account by number, with the newest that have ended. */
  readonly rules: (account: AccountId) => readonly RuleRecord[]
  readonly copy: CopyViews
  readonly grids: GridViews
  readonly spotBots: SpotBotViews
  readonly ownership: OwnershipViews
  readonly spreads: SpreadViews
  /** The MMR close orders that wait, oldest first. */
  readonly mmrCloses: (account: AccountId) => readonly MmrCloseRecord[]
  /** An open order of the account by either id. */
  readonly openOrder: (
    account: AccountId,
    name: { readonly orderId?: OrderId; readonly linkId?: string },
  ) => Order | undefined
  readonly marginChange: (
    account: AccountId,
    symbol: SymbolId,
    change: Amount,
    idx?: PositionIdx,
  ) => MarginChangeView | undefined
  readonly maxQty: (
    account: AccountId,
    symbol: SymbolId,
    priceTicks?: PriceTicks,
    entering?: Entering,
  ) => MaxQtyView | undefined
  readonly depth: (symbol: SymbolId, levels: number) => DepthView | undefined
  readonly bookVersion: (symbol: SymbolId) => number
  readonly ledger: () => readonly LedgerView[]
  /** What the exchange itself has come to in each coin, by name; takes no time. */
  readonly venueSums: () => readonly VenueSumsView[]
  /** What the pool of a settle coin holds; undefined while nothing was ever booked in it. */
  readonly insurance: (coin: string) => Amount | undefined
  /** All accounts, by number; takes as long as there are many. */
  readonly accounts: () => readonly AccountId[]
  readonly accountCount: () => number
  /** The version of the rules by which commands are carried out. */
  readonly rulesVersion: () => number
  /** No account has a number above this; 0 while there is none. */
  readonly highestAccount: () => number
  readonly bestSide: (symbol: SymbolId, side: Side) => PriceTicks | undefined
}
