// Portfolio margin of an account: its risk units with their orders, and what they need (rules 10).

import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { stressTermsOf } from '@basis/domain/portfolio-margin/stress'
import {
  unitMargin,
  type LinearHolding,
  type OptionHolding,
  type RiskUnit,
  type UnitMargin,
} from '@basis/domain/portfolio-margin/unit-margin'
import { debtOf, inUsd } from './collateral.ts'
import type { UnitView } from '../api/views.ts'
import type { WhatIf } from './position-margin.ts'
import { shownPositions } from '../state/positions.ts'
import { stressOf } from '../state/margin/stress.ts'
import { valueAtMark } from '../state/mark-value.ts'
import type { AccountState, MarketState, OpenOrder, PositionState } from '../state/state.ts'

/** A position as it might be. */
export type PortfolioWhatIf = {
  readonly position?: PositionState | undefined
  readonly orders?: Pick<WhatIf, 'draft' | 'without'> | undefined
  /** Lots that the position would have, below 0 where short. */
  readonly lots?: number | undefined
}

export type PortfolioMargin = {
  readonly initial: bigint
  readonly maintenance: bigint
  /** The initial margin of the positions alone. */
  readonly positions: bigint
}

const none: PortfolioMargin = { initial: 0n, maintenance: 0n, positions: 0n }

/** Lots of a contract, below 0 where short, and those of the orders that could open. */
type Lots = { readonly held: number; readonly buys: number; readonly sells: number }

/** What an account has of one base coin. */
type Unit = { readonly entries: { readonly market: MarketState; readonly lots: Lots }[] }

/** Returns what the units of an account need, as they are or as they might be, in USD. */
export function portfolioMarginOf(
  account: AccountState,
  what: PortfolioWhatIf = {},
): PortfolioMargin {
  if (account.portfolio === undefined) return none
  let { initial, maintenance, positions } = none
  for (const [baseCoin, unit] of unitsOf(account, what)) {
    const held = marginOf(account, baseCoin, unit, ({ lots }) => lots.held)
    const binding = bindingMargin(account, baseCoin, unit, held)
    initial += binding.initial
    maintenance += binding.maintenance
    positions += held.initial
  }
  return { initial, maintenance, positions }
}

/** Returns every unit of an account with its margin, by the names of their coins. */
export function unitStandings(account: AccountState): readonly UnitView[] {
  if (account.portfolio === undefined) return []
  return [...unitsOf(account, {})]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([baseCoin, unit]) => {
      const held = marginOf(account, baseCoin, unit, ({ lots }) => lots.held)
      const buys = marginOf(account, baseCoin, unit, withBuys)
      const sells = marginOf(account, baseCoin, unit, withSells)
      const most = larger(larger(held, buys), sells)
      const orders = most === held ? 'None' : most === buys ? 'Buy' : 'Sell'
      return { baseCoin, held, binding: most, orders }
    })
}

const withBuys = ({ lots }: Entry): number => lots.held + lots.buys
const withSells = ({ lots }: Entry): number => lots.held - lots.sells

const larger = (a: UnitMargin, b: UnitMargin): UnitMargin => (b.maintenance > a.maintenance ? b : a)

/** The largest of three: of the positions, with all orders that buy, with all that sell (D-49). */
function bindingMargin(
  account: AccountState,
  baseCoin: string,
  unit: Unit,
  held: UnitMargin,
): UnitMargin {
  const { entries } = unit
  let most = held
  if (entries.some(({ lots }) => lots.buys > 0)) {
    most = larger(most, marginOf(account, baseCoin, unit, withBuys))
  }
  if (entries.some(({ lots }) => lots.sells > 0)) {
    most = larger(most, marginOf(account, baseCoin, unit, withSells))
  }
  return most
}

type Entry = Unit['entries'][number]

function unitsOf(account: AccountState, what: PortfolioWhatIf): ReadonlyMap<string, Unit> {
  const units = new Map<string, Unit>()
  const add = (position: PositionState): void => {
    const { market } = position
    const isSupposed = what.position?.market.index === market.index
    const lots = lotsOf(isSupposed ? (what.position ?? position) : position, isSupposed ? what : {})
    if (lots.held === 0 && lots.buys === 0 && lots.sells === 0) return
    const { baseCoin } = market.instrument
    const unit = units.get(baseCoin) ?? { entries: [] }
    unit.entries.push({ market, lots })
    units.set(baseCoin, unit)
  }
  let isMet = what.position === undefined
  for (const position of shownPositions(account)) {
    if (position === undefined || position.market.instrument.kind === 'Spot') continue
    if (position.market.index === what.position?.market.index) isMet = true
    add(position)
  }
  if (!isMet && what.position !== undefined) add(what.position)
  return units
}

function lotsOf(position: PositionState, { orders, lots }: PortfolioWhatIf): Lots {
  const { sign, sizeLots, buys, sells } = position
  const { draft, without } = orders ?? {}
  return {
    held: lots ?? sign * sizeLots,
    buys: openingLots(buys, without) + (draft?.sign === 1 ? draft.lots : 0),
    sells: openingLots(sells, without) + (draft?.sign === -1 ? draft.lots : 0),
  }
}

function openingLots(orders: readonly OpenOrder[], without: OpenOrder | undefined): number {
  let lots = 0
  for (const order of orders) if (!order.reduceOnly && order !== without) lots += order.leavesLots
  return lots
}

function marginOf(
  account: AccountState,
  baseCoin: string,
  { entries }: Unit,
  lotsIn: (entry: Entry) => number,
): UnitMargin {
  let [nowMs, index] = [0, 0]
  const options: OptionHolding[] = []
  const linear: LinearHolding[] = []
  for (const entry of entries) {
    const { market } = entry
    nowMs = Math.max(nowMs, market.pricedMs)
    index = Math.max(index, market.indexE8)
    const lots = lotsIn(entry)
    if (lots === 0) continue
    const { option } = market.instrument
    if (option === undefined) linear.push(linearHolding(account, market, lots))
    else options.push(optionHolding(account, market, lots))
  }
  const spot = spotOf(account, baseCoin)
  const unit: RiskUnit = {
    terms: stressTermsOf(baseCoin),
    nowMs,
    indexE8: BigInt(index),
    spot,
    options,
    linear,
  }
  return unitMargin(unit)
}

/** The coins that may hedge: of the wallet, less what is owed of them. */
function spotOf({ portfolio, coins }: AccountState, baseCoin: string): bigint {
  const found = portfolio?.hedgesSpot === true ? coins.get(baseCoin) : undefined
  return found === undefined ? 0n : found.balance - debtOf(found)
}

const settledOf = (
  account: AccountState,
  { instrument, valueSign }: MarketState,
): Pick<LinearHolding, 'currency' | 'usdE8' | 'deliveryMs'> => ({
  currency: valueSign === 1 ? instrument.settleCoin : 'USD',
  usdE8: BigInt(account.registry.get(instrument.settleCoin)?.usdE8 ?? 0),
  deliveryMs: instrument.deliveryMs ?? 0,
})

function optionHolding(account: AccountState, market: MarketState, lots: number): OptionHolding {
  const { option, lotSizeE8 } = market.instrument
  if (option === undefined) throw new Error('Assertion failed: an option has its terms')
  const { right } = option
  return { ...settledOf(account, market), lots, lotSizeE8, right, row: stressOf(market, option) }
}

function linearHolding(account: AccountState, market: MarketState, lots: number): LinearHolding {
  const sign = lots > 0 ? 1n : -1n
  const size = Math.abs(lots)
  const atMark = valueAtMark(market, size)
  const coin = account.registry.get(market.instrument.settleCoin)
  const value = coin === undefined ? 0n : inUsd(coin, atMark)
  const coins = market.valueSign === 1 ? BigInt(size) * BigInt(market.instrument.lotSizeE8) : atMark
  return { ...settledOf(account, market), size: sign * coins, value: sign * value }
}

/** Returns the maintenance margin that an account would have with other lots of a position. */
export const maintenanceWith = (position: PositionState, lots: number): Amount =>
  amount(portfolioMarginOf(position.account, { position, lots }).maintenance)
