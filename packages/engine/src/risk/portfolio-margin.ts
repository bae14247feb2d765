// Portfolio margin of an account: its risk units with their orders, and their margin (rules 10).

import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { stressTermsOf } from '@basis/domain/portfolio-margin/stress'
import {
  unitMargin,
  type LinearHolding,
  type OptionHolding,
  type RiskUnit,
  type UnitMargin,
} from '@basis/domain/portfolio-margin/unit-margin'
import { debtOf, inUsd, type SpotWhatIf } from './collateral.ts'
import { frozenBesides } from './loans.ts'
import { optionValueIn } from './option-margin.ts'
import type { UnitView } from '../api/views.ts'
import type { WhatIf } from './position-margin.ts'
import { shownPositions } from '../state/positions.ts'
import { stressOf } from '../state/margin/stress.ts'
import { valueAtMark } from '../state/mark-value.ts'
import type { AccountState, MarketState, OpenOrder, PositionState } from '../state/state.ts'

/** A hypothetical position, and hypothetical spot orders. */
export type PortfolioWhatIf = SpotWhatIf & {
  readonly position?: PositionState | undefined
  readonly orders?: Pick<WhatIf, 'draft' | 'without'> | undefined
  /** The position's hypothetical lots, negative for a short. */
  readonly lots?: number | undefined
  /** A coin that is not counted as a hedge. */
  readonly unhedged?: string | undefined
}

export type PortfolioMargin = {
  readonly initial: bigint
  readonly maintenance: bigint
  /** The initial margin of the positions alone. */
  readonly positions: bigint
}

const none: PortfolioMargin = { initial: 0n, maintenance: 0n, positions: 0n }

/** Lots of a contract, negative for a short, and those of the opening orders. */
type Lots = { readonly held: number; readonly buys: number; readonly sells: number }

/** An account's contracts of one base coin. */
type Unit = { readonly entries: { readonly market: MarketState; readonly lots: Lots }[] }

/** Returns the value of an account's options in USD; shorts count negative. */
export function optionsInUsd(account: AccountState): bigint {
  let value = 0n
  for (const coinBalance of account.coins.values()) {
    value += inUsd(coinBalance.coin, optionValueIn(account, coinBalance))
  }
  return value
}

/** Returns the margin of an account's units, actual or hypothetical, in USD. */
export function portfolioMarginOf(
  account: AccountState,
  what: PortfolioWhatIf = {},
): PortfolioMargin {
  if (account.portfolio === undefined) return none
  let { initial, maintenance, positions } = none
  for (const [baseCoin, unit] of unitsOf(account, what)) {
    const margin = marginIn(account, baseCoin, unit, what)
    const held = margin(({ lots }) => lots.held)
    const binding = bindingMargin(unit, held, margin)
    initial += binding.initial
    maintenance += binding.maintenance
    positions += held.initial
  }
  return { initial, maintenance, positions }
}

/** Returns every unit of an account with its margin, sorted by base coin. */
export function unitStandings(account: AccountState): readonly UnitView[] {
  if (account.portfolio === undefined) return []
  return [...unitsOf(account, {})]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([baseCoin, unit]) => {
      const margin = marginIn(account, baseCoin, unit, {})
      const [held, buys, sells] = [
        margin(({ lots }) => lots.held),
        margin(withBuys),
        margin(withSells),
      ]
      const most = larger(larger(held, buys), sells)
      const orders = most === held ? 'None' : most === buys ? 'Buy' : 'Sell'
      return { baseCoin, held, binding: most, orders }
    })
}

const withBuys = ({ lots }: Entry): number => lots.held + lots.buys
const withSells = ({ lots }: Entry): number => lots.held - lots.sells

const larger = (a: UnitMargin, b: UnitMargin): UnitMargin => (b.maintenance > a.maintenance ? b : a)

/** Computes the margin of a unit from the lots of each of its contracts. */
type MarginBy = (lotsIn: (entry: Entry) => number) => UnitMargin

/** The largest margin: of the positions, with all buy orders, or with all sell orders (D-49). */
function bindingMargin({ entries }: Unit, held: UnitMargin, margin: MarginBy): UnitMargin {
  let most = held
  if (entries.some(({ lots }) => lots.buys > 0)) most = larger(most, margin(withBuys))
  if (entries.some(({ lots }) => lots.sells > 0)) most = larger(most, margin(withSells))
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

function marginIn(
  account: AccountState,
  baseCoin: string,
  { entries }: Unit,
  what: PortfolioWhatIf,
): MarginBy {
  const spot = spotOf(account, baseCoin, what)
  return (lotsIn) => {
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
}

/**
 * The coins that may hedge: the wallet balance less debt and locks; 0 if the owner excluded the
 * coin from the collateral (12.3).
 */
function spotOf(account: AccountState, baseCoin: string, what: PortfolioWhatIf): bigint {
  const found = account.portfolio?.hedgesSpot === true ? account.coins.get(baseCoin) : undefined
  if (found === undefined || found.isOff || what.unhedged === baseCoin) return 0n
  const own = found.balance - debtOf(found)
  if (own <= 0n) return own
  const left = own - found.locked - frozenBesides(found, what)
  return left > 0n ? left : 0n
}

/** Returns how many of the wallet's coins hedge, the maximum of three portfolios; 0n if none. */
export function hedgingCoins(account: AccountState, baseCoin: string): bigint {
  const unit =
    account.portfolio?.hedgesSpot === true ? unitsOf(account, {}).get(baseCoin) : undefined
  if (unit === undefined) return 0n
  const margin = marginIn(account, baseCoin, unit, {})
  const hedges = [margin(({ lots }) => lots.held), margin(withBuys), margin(withSells)]
  return hedges.reduce((most, { hedged }) => (hedged > most ? hedged : most), 0n)
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

/** Returns the maintenance margin that the account would have if the position had `lots`. */
export const maintenanceWith = (position: PositionState, lots: number): Amount =>
  amount(portfolioMarginOf(position.account, { position, lots }).maintenance)
