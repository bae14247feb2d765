// The whole state of the engine, as data; it is never exposed outside the engine.

// Derived figures are not stored, except for caches such as a position's margin, which is dropped
// whenever its orders, its position or the mark change.

import type { AccountId, OrderId, SymbolId } from '@basis/domain/numbers/brand'
import { enteredPriceE8, type Entered } from '@basis/domain/margin/entry-price'
import type { LeverageE2, PriceE8, PriceTicks, RateE8 } from '@basis/domain/numbers/fixed'
import { amount, priceE8, priceTicks, qtyLots, rateE8 } from '@basis/domain/numbers/fixed'
import type { AccountFees } from '@basis/domain/instrument/fee-levels'
import { isComing, valueOf, valueSign, valueUnit } from '@basis/domain/instrument/instrument'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { MarginRates } from '@basis/domain/margin/cross-margin'
import type { Slippage } from '@basis/domain/orders/slippage'
import type {
  CancelType,
  EnteredTerms,
  Order,
  OrderStatus,
  OrderType,
  SelfTradeMode,
  Side,
  TimeInForce,
} from '@basis/domain/orders/order'
import type { FilledTpsl, FillEffect } from '@basis/domain/orders/tpsl-entries'
import type { FilledTrailing } from '@basis/domain/orders/trailing'
import type { Position, PositionIdx, PositionMode } from '@basis/domain/orders/position'
import type { SpotMargin } from '@basis/domain/margin/loans'
import type { Mmp } from '@basis/domain/options/mmp'
import type { Portfolio } from '@basis/domain/portfolio-margin/eligibility'
import { newCoins, newLoan, unlistedCoin } from './coin.ts'
import type { CoinLoan, CoinState, VenueCoin } from './coin.ts'
import { buy, OrderBook, sell, type Book } from '../order-book/order-book.ts'
import { FinalRing, type RecentFinalOrders } from './collections/recent-final-orders.ts'
import { OwnSparseArray, type SparseArray } from './collections/sparse-array.ts'
import { OwnSpentLinks, type SpentLinks } from './collections/spent-ids.ts'
import { OwnSlotTable, type SlotTable } from './collections/slot-table.ts'
import type { PositionMargin, SpotHaircut } from './margin/margin-parts.ts'
import { MarkChanges } from './mark-changes.ts'
import { lotFraction } from './mark-value.ts'
import { newMoves, stopTerms, type Moves } from './conditional-terms.ts'
import type { ConditionalTerms, PositionStops } from './conditional-terms.ts'
import { TriggerIndex } from './trigger-index.ts'
import { basisSeconds, hasSessions } from './settlement-schedule.ts'
import { newSettlement, type MarketSettlement } from './settlement-schedule.ts'
import type { Samples } from './samples.ts'
import { newMmrWork, type MmrWork } from './mmr-close.ts'
import { newCopyWork, type CopyWork } from './copy.ts'
import { newGridWork, type GridBot, type GridWork } from './bots/grid.ts'
import { newSpotBotWork, type SpotBotWork } from './bots/spot-bot.ts'
import { newOwnership, type Ownership } from './ownership.ts'
import { newSpreadWork, type SpreadWorkOf } from './spreads/spread.ts'
import { knownRules, newRulesVersion, type RulesVersion } from '../api/rules-version.ts'
import { newRuleWork, type RuleWork } from './rules/rule.ts'
import { newAlgoWork, type AlgoOrder, type AlgoWork } from './algo-order.ts'
import { LiquidationIndex, type AccountRisk } from './liquidation-index.ts'
import { newStress, type MarketStress } from './margin/stress.ts'
import { newPooledMarket, type PeakRecord, type PooledMarket } from './insurance-peaks.ts'
import { fundAccount, type AccountRole } from '../api/commands.ts'
import type { Event } from '../api/events.ts'

/** An account's balance of a coin; amounts 1e-8. */
export type CoinBalance = {
  readonly coin: CoinState
  readonly loan: CoinLoan
  /** Whether an entry was ever booked; a balance that was only read is not saved. */
  isBooked: boolean
  /** Excluded from the collateral by its owner: a credit counts 0 (rules 12.3). */
  isOff: boolean
  balance: bigint
  /** Locked for open spot orders and for spot legs of combinations. */
  locked: bigint
  /** The margin held by resting orders of combinations (rules 20.3). */
  spreadHold: bigint
  /** Sums over the account's contracts in this coin, as last computed (risk/account-margin.ts). */
  unrealised: bigint
  orderLoss: bigint
  optionValue: bigint
  position: bigint
  initial: bigint
  /** Margin of isolated positions and their orders; it backs nothing else. */
  held: bigint
  isolatedUnrealised: bigint
  isolatedInitial: bigint
}

/** An open order, from acceptance to its final state. Lots and ticks are safe integers. */
export type OpenOrder = {
  readonly id: OrderId
  readonly linkId: string
  readonly account: AccountState
  readonly market: MarketState
  readonly side: Side
  readonly sign: 1 | -1
  /** A spot order with two legs takes the type of the leg that fires. */
  orderType: OrderType
  timeInForce: TimeInForce
  /** Close-on-trigger orders become reduce-only when they trigger. */
  reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly positionIdx: PositionIdx
  readonly isLeverage: boolean
  /** Under market-maker protection (rules 9.6). */
  readonly isMmp: boolean
  readonly selfTrade: SelfTradeMode
  readonly createdMs: number
  /** Trigger and TP/SL; absent from plain orders. */
  plan: ConditionalTerms | undefined
  /** The stamp of its entry in the market's trigger index; 0 while its trigger is not watched. */
  stamp: number
  /** The order's slot in `EngineState.table`, by which the book refers to it. */
  readonly ref: number
  priceTicks: number
  qtyLots: number
  leavesLots: number
  filledLots: number
  filledValue: bigint
  fee: bigint
  closedPnl: bigint
  status: OrderStatus
  cancelType: CancelType | undefined
  updatedMs: number
  updateNo: number
  /** Sent by the exchange for an account in liquidation; such an order never rests. */
  isLiquidation: boolean
  /** The parent order that placed it, if any. */
  algo: AlgoOrder | undefined
  /** Its terms before its first change. */
  entered: EnteredTerms | undefined
  /** A spot order by amount: what it spends, or sells for at market, instead of a quantity. */
  quoteAmount: bigint | undefined
  /** Market orders only; these are final at once, so that no snapshot has it. */
  readonly slippage: Slippage | undefined
  /** Its slot in the book, −1 while it does not rest. */
  slot: number
  /** Its index in the position's list of its side, −1 if it is not in the list. */
  place: number
}

/** An account's position (contracts) and resting orders in one market. */
export type PositionState = {
  readonly account: AccountState
  readonly market: MarketState
  /** 0 one-way, 1 the long and 2 the short of a hedged pair (6.1). */
  readonly idx: PositionIdx
  /** Hedge mode only: this side and the other one. */
  pair: HedgePair | undefined
  /** The account's balance of the settle coin. */
  readonly coinBalance: CoinBalance
  /** +1 long, −1 short, 0 flat. */
  sign: 1 | -1 | 0
  sizeLots: number
  /** Value at the average entry price; of a USDC contract at the session price S (rules 1.8). */
  entryValue: bigint
  /** Value at the average entry price E if sessions move `entryValue`, else 0. */
  averageValue: bigint
  /** Inputs of the displayed entry price; `average` is E if sessions move it (14.2.9). */
  entered: Entered
  average: Entered
  leverageE2: LeverageE2
  /** Whether the position has isolated margin. */
  isolated: boolean
  /**
   * Added margin of an isolated position, the X of rules 5; below 0 if funding was paid from it.
   */
  extra: bigint
  autoAdd: boolean
  realised: bigint
  cumRealised: bigint
  openFees: bigint
  openFunding: bigint
  openedMs: number
  updatedMs: number
  readonly buys: OpenOrder[]
  readonly sells: OpenOrder[]
  /** Orders that wait for a trigger, oldest first: conditional ones, TP/SL, the trailing stop. */
  readonly waiting: OpenOrder[]
  readonly stops: PositionStops
  /** How many of the orders are reduce-only. */
  reduceOnlyOrders: number
  /** Whether it is to be emitted at the end of the command. */
  isChanged: boolean
  /** Margin rates of a long and of a short, derived from the leverage. */
  longRates: MarginRates
  shortRates: MarginRates
  /** The margin as last computed; valid only while `marginAtMark` equals the market's `markNo`. */
  margin: PositionMargin | undefined
  marginAtMark: number
  /** The margin included in the balance's sums, for a pair in its long side; undefined if none. */
  counted: PositionMargin | undefined
  isDirty: boolean
  /** Cost of each side's orders, independent of the mark; dropped if orders or position change. */
  buyCost: bigint | undefined
  sellCost: bigint | undefined
  /** The value of each side's opening orders, at their own prices. */
  buyValue: bigint | undefined
  sellValue: bigint | undefined
  /** The collateral loss of its spot orders, as last computed. */
  haircut: SpotHaircut | undefined
  /** The maximum position value at the leverage (rules 4.3). */
  maxValue: bigint
}

/** The two positions that an account may have in one market in hedge mode (rules 6.1). */
export type HedgePair = { readonly long: PositionState; readonly short: PositionState }

/** Hedge-mode state of an account that uses it or once did; one-way accounts have none. */
export type HedgeState = {
  /** The mode of all symbols of a settle coin; a mode in `bySymbol` takes precedence. */
  readonly byCoin: Map<string, PositionMode>
  readonly bySymbol: Map<SymbolId, PositionMode>
  /** By market index. */
  readonly pairs: (HedgePair | undefined)[]
}

/** The request under a client order id, to distinguish a repeated request from a reused id (O1). */
export type LinkedOrder = { readonly orderId: OrderId; readonly content: string }

/** How current the sums in an account's balances are; derived from the rest of the state. */
type MarginSums = {
  readonly marks: MarkChanges
  /** The number of the mark move up to which they are computed; −1 if they are not. */
  at: number
  /** Positions that changed since; a pair is listed by its long side. */
  dirty: PositionState[]
}

export type AccountState = {
  readonly id: AccountId
  /** The insurance fund has a role of its own, whose name snapshots write. */
  readonly role: AccountRole | 'house'
  readonly coins: Map<string, CoinBalance>
  /** The exchange's coins, for their prices and collateral shares. */
  readonly registry: Map<string, CoinState>
  /** One-way positions by market index; `allPositions` includes the hedged ones. */
  readonly positions: SparseArray<PositionState>
  hedge: HedgeState | undefined
  /** These are replaced, never mutated; undefined for the first level, or if never set. */
  fees: AccountFees | undefined
  spotMargin: SpotMargin | undefined
  portfolio: Portfolio | undefined
  mmp: readonly Mmp[] | undefined
  /** Client order ids of open orders and running parents; `spentLinks` has those of final ones. */
  readonly links: Map<string, LinkedOrder>
  /** Its record in the liquidation index. */
  readonly risk: AccountRisk
  readonly sums: MarginSums
}

export type MarketState = {
  readonly index: number
  instrument: Instrument
  /** Value of one tick times one lot, 1e-8 quote; 0 for inverse contracts. */
  tickValueE8: bigint
  /** One lot as a reduced fraction of the quantity's unit: 0.001 is 1 ÷ 1000. */
  readonly lotTop: number
  readonly lotBottom: number
  /** +1, or −1 for inverse contracts, whose value falls as the price rises. */
  readonly valueSign: 1 | -1
  readonly book: Book
  readonly triggerIndex: TriggerIndex<OpenOrder>
  /** Prices at which grid bots end or move their range. */
  readonly gridIndex: TriggerIndex<GridBot>
  readonly moves: Moves
  indexE8: PriceE8
  /** Not rounded to a tick (rules 2.2, decision 42); 0 before the first price. */
  markE8: PriceE8
  /** Rises with every change of the mark (`moveMark`). */
  markNo: number
  stress: MarketStress
  lastTicks: number
  /** The lots traded since the listing. */
  tradedLots: number
  /** The price band in ticks (rules 8.2); both 0 without a mark. */
  maxBuyTicks: number
  minSellTicks: number
  /** Time of the latest price, and since when prices have had no gap (reliability L2). */
  pricedMs: number
  freshSinceMs: number
  freshCount: number
  sampledSecond: number
  sampledMinute: number
  /**
   * One a second: mid − index, ×1e8, over 2.5 minutes (rules 2.2); of a dated contract the fair
   * basis as a rate over ten (2.3).
   */
  readonly basis: Samples
  /** mid − mark, ×1e8, one a second over 30 s, of a spot pair over two minutes (rules 8.2). */
  readonly drift: Samples
  /** Premium index ×1e8, one a minute since the last funding. */
  premiums: RateE8[]
  /** The insurance pool's result in this market, and its deleveraging alert (5.9). */
  readonly pooled: PooledMarket
  fundingRateE8: RateE8
  lastFundingE8: RateE8
  nextFundingMs: number
  readonly settlement: MarketSettlement
  longLots: number
}

/** A fill's effect on a position that has TP/SL or gets it by the fill. */
type StopFill = {
  readonly position: PositionState
  readonly effect: FillEffect
  readonly attachedTpsl: FilledTpsl | undefined
  readonly attachedTrailing: FilledTrailing | undefined
}

/** What a spot order with attached TP/SL received from a fill, net of fees (8.7). */
type PairFill = {
  readonly parent: OpenOrder
  /** Lots of the base coin that a buy received, or 0. */
  readonly lots: number
  /** Quote coin that a sale received, or 0. */
  readonly quote: bigint
}

/** Trigger work to be done before the command ends; all but `due` is empty between commands. */
export type TriggerWork = {
  readonly fills: StopFill[]
  readonly pairs: PairFill[]
  /** Markets with waiting triggers whose prices moved. */
  readonly moved: MarketState[]
  /** Orders whose triggers are to be added to the index. */
  readonly arming: OpenOrder[]
  /** Triggered orders that are not yet sent into the book, in order. */
  readonly due: Set<OpenOrder>
}

export type EngineState = {
  seq: number
  timeMs: number
  readonly rulesVersion: RulesVersion
  nextOrderId: number
  nextTradeId: number
  readonly markets: MarketState[]
  /** When the next launch, funding, session or delivery is due; it runs before the command. */
  settlementDueMs: number
  readonly bySymbol: Map<string, MarketState>
  /** Sorted by number, which is the order of liquidation and funding (R4). */
  readonly accounts: Map<AccountId, AccountState>
  interestDueMs: number
  highestAccount: number
  /** Holds positions taken over from liquidated accounts; its balance is the insurance fund. */
  readonly fund: AccountState
  /** The exchange's own balances by coin. */
  readonly venueCoins: Map<string, VenueCoin>
  readonly coins: Map<string, CoinState>
  readonly orders: Map<OrderId, OpenOrder>
  readonly table: SlotTable<OpenOrder>
  readonly finals: RecentFinalOrders
  /** The client order ids of orders that became final within the last day (O1). */
  readonly spentLinks: SpentLinks
  /** The events of the current command. */
  events: Event[]
  changedPositions: PositionState[]
  /** Accounts whose market-maker protection reached a limit; empty between orders. */
  readonly mmpReached: Set<AccountState>
  readonly triggers: TriggerWork
  readonly algos: AlgoWork
  readonly rules: RuleWork
  readonly mmr: MmrWork
  readonly copy: CopyWork
  readonly grids: GridWork
  readonly spotBots: SpotBotWork
  readonly ownership: Ownership
  readonly spreads: SpreadWorkOf<AccountState, MarketState>
  /** Accounts with a balance below its locked part; a negative one is settled once flat. */
  overdrawn: AccountState[]
  /** The peaks of the insurance pools, one for each settle coin. */
  readonly pools: Map<string, PeakRecord>
  /** The prices at which accounts are to be checked; derived, and not saved in snapshots. */
  readonly liquidationIndex: LiquidationIndex
  /** Recent moves of marks; derived, and not saved in snapshots. */
  readonly marks: MarkChanges
}

export function newAccount(
  id: AccountId,
  role: AccountState['role'],
  { coins, liquidationIndex, marks }: Pick<EngineState, 'coins' | 'liquidationIndex' | 'marks'>,
): AccountState {
  const own = {
    coins: new Map(),
    positions: new OwnSparseArray<PositionState>(),
    hedge: undefined,
    fees: undefined,
    spotMargin: undefined,
    portfolio: undefined,
    mmp: undefined,
    links: new Map(),
  }
  const sums: MarginSums = { marks, at: -1, dirty: [] }
  return { id, role, registry: coins, ...own, risk: liquidationIndex.newRisk(id), sums }
}

/** Returns the account's balance of a coin; creates it on first use. */
export function coinOf(account: AccountState, name: string): CoinBalance {
  const found = account.coins.get(name)
  if (found !== undefined) return found
  let coin = account.registry.get(name)
  if (coin === undefined) {
    coin = unlistedCoin()
    account.registry.set(name, coin)
  }
  const zeros = {
    unrealised: 0n,
    orderLoss: 0n,
    optionValue: 0n,
    position: 0n,
    initial: 0n,
    held: 0n,
    isolatedUnrealised: 0n,
    isolatedInitial: 0n,
  }
  const own = { isBooked: false, isOff: false, balance: 0n, locked: 0n, spreadHold: 0n }
  const made: CoinBalance = { coin, loan: newLoan(), ...own, ...zeros }
  account.coins.set(name, made)
  return made
}

export function newState(knows: readonly number[] = knownRules): EngineState {
  const coins = newCoins()
  const liquidationIndex = new LiquidationIndex()
  const marks = new MarkChanges()
  return {
    seq: 0,
    timeMs: 0,
    rulesVersion: newRulesVersion(knows),
    nextOrderId: 1,
    nextTradeId: 1,
    markets: [],
    settlementDueMs: Infinity,
    bySymbol: new Map(),
    accounts: new Map(),
    interestDueMs: Infinity,
    highestAccount: 0,
    fund: newAccount(fundAccount, 'house', { coins, liquidationIndex, marks }),
    venueCoins: new Map(),
    coins,
    orders: new Map(),
    table: new OwnSlotTable(),
    finals: new FinalRing(),
    spentLinks: new OwnSpentLinks(),
    events: [],
    changedPositions: [],
    mmpReached: new Set(),
    triggers: { fills: [], pairs: [], moved: [], arming: [], due: new Set() },
    algos: newAlgoWork(),
    rules: newRuleWork(),
    mmr: newMmrWork(),
    copy: newCopyWork(),
    grids: newGridWork(),
    spotBots: newSpotBotWork(),
    ownership: newOwnership(),
    spreads: newSpreadWork(),
    overdrawn: [],
    pools: new Map(),
    liquidationIndex,
    marks,
  }
}

export function newMarket(index: number, instrument: Instrument): MarketState {
  return {
    index,
    instrument,
    tickValueE8: valueUnit(instrument),
    ...lotFraction(instrument),
    valueSign: valueSign(instrument),
    book: new OrderBook(),
    triggerIndex: new TriggerIndex(),
    gridIndex: new TriggerIndex(),
    moves: newMoves(),
    indexE8: priceE8(0),
    markE8: priceE8(0),
    markNo: 0,
    stress: newStress(),
    lastTicks: 0,
    tradedLots: 0,
    maxBuyTicks: 0,
    minSellTicks: 0,
    pricedMs: 0,
    freshSinceMs: 0,
    freshCount: 0,
    sampledSecond: -1,
    sampledMinute: -1,
    basis: { capacity: basisSeconds(instrument), values: [], sum: 0 },
    drift: { capacity: instrument.kind === 'Spot' ? 120 : 30, values: [], sum: 0 },
    premiums: [],
    pooled: newPooledMarket(),
    fundingRateE8: rateE8(0),
    lastFundingE8: rateE8(0),
    nextFundingMs: 0,
    settlement: newSettlement(instrument),
    longLots: 0,
  }
}

/**
 * Returns the value of lots at a price (rules 1.2), computed in doubles for linear contracts if the
 * product is a safe integer.
 */
export function tickValue(market: MarketState, ticks: number, lots: number): bigint {
  if (market.valueSign === -1) {
    return ticks === 0 ? 0n : valueOf(market.instrument, priceTicks(ticks), qtyLots(lots))
  }
  const product = ticks * lots
  if (product <= Number.MAX_SAFE_INTEGER) return BigInt(product) * market.tickValueE8
  return BigInt(ticks) * BigInt(lots) * market.tickValueE8
}

/** Returns an immutable record of the order. */
export function orderRecord(order: OpenOrder): Order {
  const { plan, algo, entered, slippage, quoteAmount, isLeverage, isMmp, selfTrade } = order
  const plain = {
    id: order.id,
    linkId: order.linkId,
    account: order.account.id,
    symbol: order.market.instrument.symbol,
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    priceTicks: priceTicks(order.priceTicks),
    qtyLots: qtyLots(order.qtyLots),
    leavesLots: qtyLots(order.leavesLots),
    filledLots: qtyLots(order.filledLots),
    filledValue: amount(order.filledValue),
    fee: amount(order.fee),
    reduceOnly: order.reduceOnly,
    closeOnTrigger: order.closeOnTrigger,
    positionIdx: order.positionIdx,
    status: order.status,
    closedPnl: amount(order.closedPnl),
    createdMs: order.createdMs,
    updatedMs: order.updatedMs,
    updateNo: order.updateNo,
    cancelType: order.cancelType,
  }
  // Most orders have none of these, and an object spread is slow.
  const more = plan ?? algo ?? entered ?? slippage ?? quoteAmount
  if (more === undefined && !isLeverage && !isMmp && selfTrade === 'None') return plain
  return {
    ...plain,
    ...(plan === undefined ? {} : { stop: stopTerms(plan) }),
    ...(algo === undefined ? {} : { algoId: algo.id }),
    ...(entered === undefined ? {} : { entered }),
    ...(quoteAmount === undefined ? {} : { quoteAmount: amount(quoteAmount) }),
    ...(slippage === undefined ? {} : { slippage }),
    ...(isLeverage ? { isLeverage } : {}),
    ...(isMmp ? { isMmp } : {}),
    ...(selfTrade === 'None' ? {} : { selfTrade }),
  }
}

export function positionRecord(position: PositionState): Position {
  return {
    account: position.account.id,
    symbol: position.market.instrument.symbol,
    positionIdx: position.idx,
    side: position.sign === 0 ? 'None' : position.sign === 1 ? 'Buy' : 'Sell',
    sizeLots: qtyLots(position.sizeLots),
    entryValue: amount(position.entryValue),
    entryPriceE8: entryPriceOf(position, position.entered),
    ...(hasSessions(position.market) ? averageOf(position) : {}),
    leverageE2: position.leverageE2,
    isIsolated: position.isolated,
    extraMargin: amount(position.extra),
    isAutoAddMargin: position.autoAdd,
    realisedPnl: amount(position.realised),
    cumRealisedPnl: amount(position.cumRealised),
    openFees: amount(position.openFees),
    openFunding: amount(position.openFunding),
    openedMs: position.openedMs,
    updatedMs: position.updatedMs,
  }
}

/** Returns the entry price of a position with 8 decimals; 0 if flat. */
export function entryPriceOf({ market }: PositionState, entered: Entered): PriceE8 {
  const kind = market.valueSign === 1 ? 'Linear' : 'Inverse'
  return enteredPriceE8(kind, entered, market.instrument.lotSizeE8)
}

const averageOf = (position: PositionState): Pick<Position, 'averageValue' | 'averagePriceE8'> => ({
  averageValue: amount(position.averageValue),
  averagePriceE8: entryPriceOf(position, position.average),
})

/** Returns the entries sorted by coin name, so that the order is the same after a restore (R4). */
export const byName = <T>(coins: ReadonlyMap<string, T>): (readonly [string, T])[] =>
  [...coins].sort(([a], [b]) => (a < b ? -1 : 1))

/** Returns a side's best price; undefined during an auction, whose book may be crossed (8.12). */
export const bestTicks = (market: MarketState, side: Side): PriceTicks | undefined => {
  if (isComing(market.instrument)) return undefined
  const ticks = market.book.bestPrice(side === 'Buy' ? buy : sell)
  return ticks < 0 ? undefined : priceTicks(ticks)
}
