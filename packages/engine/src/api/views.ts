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
import type { ExistingTpsl } from '@basis/domain/orders/tpsl-entries'
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

/** How a queried order would enter: whether it may rest, self-trade prevention, and borrowing. */
export type Entering = {
  readonly timeInForce?: TimeInForce | undefined
  readonly selfTrade?: SelfTradeMode | undefined
  /** May it borrow what it pays? */
  readonly isLeverage?: boolean | undefined
}

export type CoinView = {
  readonly coin: string
  /** False if the owner excluded it; absent if the coin is not collateral at all (12.3). */
  readonly collateral?: boolean
  readonly balance: Amount
  /** Set aside for open spot orders. */
  readonly locked: Amount
  /** Neither locked nor held by isolated positions: spot orders may sell it. */
  readonly free: Amount
  /** The debt in it: principal and interest; and the total borrowed (12.1). */
  readonly principal: Amount
  readonly interest: Amount
  readonly borrowed: Amount
  /** Unrealised PnL of the positions settled in this coin. */
  readonly unrealisedPnl: Amount
  /** Value at mark of the options settled in it; a short counts negative. */
  readonly optionValue: Amount
  /** balance − debt + unrealised PnL + option value. */
  readonly equity: Amount
  /** What may be spent of it, less open losses; never below 0. */
  readonly available: Amount
  /** The equity at the coin's index price, 1e-8 USD, rounded toward minus infinity. */
  readonly usdValue: Amount
}

/** A position with its computed figures; amounts 1e-8 settle coin, prices ×1e8. */
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
  readonly tpsl: ExistingTpsl
}

/** A change of an isolated position's margin, previewed before it is made; nothing is changed. */
export type MarginChangeView = {
  /** Why it would be refused. */
  readonly problem?: Problem
  /** The position now; absent without one. */
  readonly before?: PositionView
  /** The position after the change; absent when it would be refused. */
  readonly after?: PositionView
}

/** The unified account in the settle coin USDT (rules 5.6). */
export type AccountView = {
  readonly account: AccountId
  readonly role: AccountRole
  /** The maximum fee rates of its fills; the listed ones if there are no rates (3.6). */
  readonly fees: AccountFees
  readonly coins: readonly CoinView[]
  readonly walletBalance: Amount
  readonly unrealisedPnl: Amount
  /** Value of its options at mark: part of the equity, but it backs no margin (9.5). */
  readonly optionValue: Amount
  /** wallet − debt + unrealised PnL + option value. */
  readonly equity: Amount
  /** MB − HL + OL, which backs the margin (5.6); the margin rates are relative to it. */
  readonly marginBalance: Amount
  readonly positionMargin: Amount
  readonly orderMargin: Amount
  /** The part of the initial margin that loans need. */
  readonly loanMargin: Amount
  readonly spotMargin: SpotMargin
  /** Market-maker protection, sorted by base coin; absent if none is set (rules 9.6). */
  readonly mmp?: readonly MmpRecord[]
  /** In portfolio margin only (rules 10). */
  readonly portfolio?: PortfolioView
  readonly initialMargin: Amount
  readonly maintenanceMargin: Amount
  readonly available: Amount
  /**
   * Shares of the margin balance, 4 decimals truncated (0.6029 is 6029); 0 without margin, and 1
   * for a margin without a balance.
   */
  readonly initialRateE4: number
  readonly maintenanceRateE4: number
}

/** How an account is margined. */
export type AccountModeView = { readonly mode: AccountMode } & Portfolio

/** Portfolio margin of an account: its risk units, sorted by base coin. */
export type PortfolioView = Portfolio & { readonly units: readonly UnitView[] }

/** A risk unit's margin: of its positions alone, and with the orders that make it the largest. */
export type UnitView = {
  readonly baseCoin: string
  readonly held: UnitMargin
  readonly binding: UnitMargin
  /** The orders included in `binding`: none, all buys or all sells (rules 10.4). */
  readonly orders: 'None' | 'Buy' | 'Sell'
}

/** The largest order that would be admitted now (rules 7), at the prices of its margin. */
export type MaxQtyView = {
  readonly buyLots: QtyLots
  readonly sellLots: QtyLots
  /** Spot only: what each side may pay of the account's own coins, 1e-8 of the coin paid. */
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

/** All 0 if no bid crosses an ask; the surplus is negative if it is on the sell side. */
export type AuctionView = {
  readonly priceTicks: PriceTicks
  readonly qtyLots: QtyLots
  readonly surplusLots: number
}

export type SymbolView = {
  readonly instrument: Instrument
  /** 0 until the first price update. */
  readonly indexE8: PriceE8
  readonly markE8: PriceE8
  /** Options only: the volatility of the last mark; absent if none was given (9.3). */
  readonly volatilityE8?: RateE8
  /** The delivery price once delivered; the mark stays at it. */
  readonly deliveredE8?: PriceE8
  readonly lastTicks: PriceTicks
  readonly bestBidTicks: PriceTicks
  readonly bestAskTicks: PriceTicks
  readonly fundingRateE8: RateE8
  readonly nextFundingMs: number
  /** Sum of long sizes, in lots. */
  readonly openInterestLots: QtyLots
  /** During the order collection of a call auction: its result if it ended now (8.12). */
  readonly auction?: AuctionView
  /** The price band now, in ticks; absent without a mark. */
  readonly maxBuyTicks?: PriceTicks
  readonly minSellTicks?: PriceTicks
}

/** The exchange's own totals in a coin (rules 14.1), amounts 1e-8. */
export type VenueSumsView = {
  readonly coin: string
  readonly deposits: bigint
  readonly fees: bigint
  readonly rounding: bigint
  readonly treasury: bigint
  readonly interest: bigint
  readonly conversionResult: bigint
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
  /** Σ of −s × entry value over all open positions: what the traders still owe each other. */
  readonly openPositions: Amount
  /**
   * The principal of all loans, interest paid, and the net of the exchange's conversions (12.5).
   */
  readonly lent: Amount
  readonly interest: Amount
  readonly conversionResult: Amount
  /** deposits − everything else; always 0. */
  readonly drift: Amount
}

/** A coin as collateral: its dollar price (0 until known) and the share that counts (12.3). */
export type CollateralView = {
  readonly usdE8: PriceE8
  /** Ratio of the first tier. */
  readonly ratioE4: number
  /** Empty if one ratio applies to any quantity. */
  readonly tiers: readonly CollateralTier[]
}

/** A borrowable coin: its terms as listed, and how much of it is lent now (12.2). */
export type LoanView = {
  readonly terms: LoanTerms
  readonly lent: Amount
  /** The borrow limit of an account at the requested fee level. */
  readonly limit: Amount
  /** The hourly rate of such an account; it floats with the amount lent (12.4). */
  readonly hourlyE12: number
}

/** A resting order's queue position: the lots and orders ahead of it at its price. */
export type QueuePlaceView = {
  readonly orderId: OrderId
  readonly aheadLots: QtyLots
  readonly aheadOrders: number
}

/** Read-only queries; unknown accounts and symbols return undefined. */
export type Views = {
  /** Time of the last command. */
  readonly timeMs: () => number
  readonly symbols: () => readonly SymbolId[]
  readonly symbol: (symbol: SymbolId) => SymbolView | undefined
  /** Only the listed record; cheaper than `symbol`, and needed more often. */
  readonly instrument: (symbol: SymbolId) => Instrument | undefined
  readonly collateral: (coin: string) => CollateralView | undefined
  readonly coins: () => readonly string[]
  /** At a fee level, by default the first. */
  readonly loan: (coin: string, level?: FeeLevel) => LoanView | undefined
  /** The most that an account could borrow of a coin now; 0 if it may not borrow (12.2). */
  readonly mostBorrowed: (account: AccountId, coin: string) => Amount
  /** How much of a coin could repay its loan: the wallet's part not locked by orders (12.5). */
  readonly repayable: (account: AccountId, coin: string) => Amount
  /** When interest is charged next; Infinity while no coin is lent. */
  readonly interestDueMs: () => number
  readonly account: (account: AccountId) => AccountView | undefined
  readonly fees: (account: AccountId) => AccountFees | undefined
  readonly accountMode: (account: AccountId) => AccountModeView | undefined
  readonly positions: (account: AccountId) => readonly PositionView[]
  /** One position's record, even if flat: its realised PnL and its settings. */
  readonly position: (
    account: AccountId,
    symbol: SymbolId,
    idx: PositionIdx,
  ) => Position | undefined
  /**
   * The account's realised PnL in contracts of a settle coin, closed positions included, as far as
   * their contracts are listed.
   */
  readonly realised: (account: AccountId, coin: string) => Amount
  /**
   * A cache key that changes with every price that the account's positions, orders and coins depend
   * on; '' if there is none. Changes by the account's own commands are in their events.
   */
  readonly priceStamp: (account: AccountId) => string
  /** The auto-deleveraging indicator of a position, 1 to 5; 0 without a position (5.9). */
  readonly adlIndicator: (position: Pick<Position, 'account' | 'symbol' | 'positionIdx'>) => number
  /** `idx` selects a hedge-mode side; without it, the position that a buy would open. */
  readonly leverage: (
    account: AccountId,
    symbol: SymbolId,
    idx?: PositionIdx,
  ) => LeverageE2 | undefined
  readonly positionMode: (account: AccountId, symbol: SymbolId) => PositionMode | undefined
  /** Whether the contract's position is, or would be opened, isolated. */
  readonly isIsolated: (account: AccountId, symbol: SymbolId) => boolean
  readonly openOrders: (account: AccountId) => readonly Order[]
  /** The queue positions of the account's resting orders in one book, in the order of placement. */
  readonly queuePlaces: (account: AccountId, symbol: SymbolId) => readonly QueuePlaceView[]
  /** The running parent orders of the account, oldest first. */
  readonly algos: (account: AccountId) => readonly AlgoRecord[]
  /** The account's rules by number, including the most recently ended ones. */
  readonly rules: (account: AccountId) => readonly RuleRecord[]
  readonly copy: CopyViews
  readonly grids: GridViews
  readonly spotBots: SpotBotViews
  readonly ownership: OwnershipViews
  readonly spreads: SpreadViews
  /** The waiting MMR close orders, oldest first. */
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
  /** The exchange's own totals per coin, sorted by name; constant time per coin. */
  readonly venueSums: () => readonly VenueSumsView[]
  /** Balance of a settle coin's insurance pool; undefined until something was booked in it. */
  readonly insurance: (coin: string) => Amount | undefined
  /** All accounts, by number; time is linear in their count. */
  readonly accounts: () => readonly AccountId[]
  readonly accountCount: () => number
  /** The rules version in force. */
  readonly rulesVersion: () => number
  /** The highest account number, copy wallets excluded; 0 while there is none. */
  readonly highestAccount: () => number
  readonly bestSide: (symbol: SymbolId, side: Side) => PriceTicks | undefined
}
