// Margin of an account: what its coins count, what its positions and orders need, and what is left
// (domain.md 5.6).

import { amount, type Amount } from '@basis/domain/numbers/fixed'
import {
  carryingOf,
  collateralOf,
  haircutOf,
  inUsd,
  quantityOfLoss,
  unlockedBalance,
  type SpotWhatIf,
} from './collateral.ts'
import {
  asItIs,
  maintenanceOf,
  noMargin,
  pairMarginIf,
  positionMarginOf,
} from './position-margin.ts'
import { noteSums } from '../state/invalidation.ts'
import { shownHoldings } from '../state/positions.ts'
import {
  coinOf,
  type AccountState,
  type CoinBalance,
  type PositionMargin,
  type PositionState,
} from '../state/state.ts'

/** The account's totals in USD, 1e-8 (domain.md 5.6). */
export type AccountMargin = {
  readonly wallet: bigint
  readonly unrealised: bigint
  /** MB: what wallets and cross profits count as collateral, less what isolated positions hold. */
  readonly collateral: bigint
  /** HL ≥ 0 and OL ≤ 0. */
  readonly haircut: bigint
  readonly orderLoss: bigint
  /** What isolated positions and their orders hold. */
  readonly held: bigint
  /** MB − HL + OL: what carries the margin. */
  readonly balance: bigint
  readonly positionMargin: bigint
  /** Of what the account carries; what isolated positions and their orders need besides. */
  readonly initial: bigint
  readonly isolated: bigint
  readonly available: Amount
}

/** A holding, or the pair that it belongs to, and spot orders as they might be. */
export type Supposed = SpotWhatIf & {
  readonly holding?: PositionState | undefined
  readonly margin?: PositionMargin | undefined
}

/** Returns the account's margin, as it is or as it might be. */
export function accountMargin(account: AccountState, supposed?: Supposed): AccountMargin {
  sumByCoin(account, supposed)
  let wallet = 0n
  let unrealised = 0n
  let collateral = 0n
  let positionMargin = 0n
  let initial = 0n
  let isolated = 0n
  let orderLoss = 0n
  let held = 0n
  for (const pot of account.coins.values()) {
    const { coin } = pot
    collateral += collateralOf(coin, carryingOf(pot))
    orderLoss += inUsd(coin, pot.orderLoss)
    held += inUsd(coin, pot.held)
    wallet += inUsd(coin, pot.balance)
    unrealised += inUsd(coin, pot.unrealised + pot.isolatedUnrealised)
    positionMargin += inUsd(coin, pot.position)
    initial += inUsd(coin, pot.initial)
    isolated += inUsd(coin, pot.isolatedInitial)
  }
  const haircut = haircutOf(account, supposed)
  const balance = collateral - haircut + orderLoss
  const available = amount(balance - initial)
  const parts = { collateral, haircut, orderLoss, held }
  return { wallet, unrealised, ...parts, balance, positionMargin, initial, isolated, available }
}

/**
 * Brings the sums in the account's pots up to date: only what changed since they were reckoned, and
 * the markets whose marks moved, are looked at. A supposed holding counts as supposed until the
 * next reckoning, which finds it changed.
 */
function sumByCoin(account: AccountState, supposed?: Supposed): void {
  const { sums, holdings, hedge } = account
  const { marks, dirty } = sums
  if (sums.at < 0 || marks.no - sums.at > mostMoves) sumAnew(account)
  for (let no = sums.at; no < marks.no; no += 1) {
    const market = marks.at(no) ?? 0
    const single = holdings.at(market)
    if (single !== undefined) count(single, positionMarginOf(single))
    const pair = hedge?.pairs[market]
    if (pair !== undefined) count(pair.long, pairMarginIf(pair, asItIs, asItIs))
  }
  sums.at = marks.no
  for (const unit of dirty) {
    unit.isDirty = false
    count(
      unit,
      unit.pair === undefined ? positionMarginOf(unit) : pairMarginIf(unit.pair, asItIs, asItIs),
    )
  }
  dirty.length = 0
  const { holding, margin } = supposed ?? {}
  if (holding === undefined || margin === undefined) return
  count(holding.pair?.long ?? holding, margin)
  noteSums(holding)
}

/** More moves than this are no cheaper to follow than to sum up anew. */
const mostMoves = 256

function sumAnew(account: AccountState): void {
  for (const pot of account.coins.values()) {
    pot.unrealised = 0n
    pot.orderLoss = 0n
    pot.position = 0n
    pot.initial = 0n
    pot.held = 0n
    pot.isolatedUnrealised = 0n
    pot.isolatedInitial = 0n
  }
  for (const unit of account.sums.dirty) unit.isDirty = false
  account.sums.dirty.length = 0
  for (const single of account.holdings.all()) {
    if (single === undefined) continue
    single.counted = undefined
    count(single, positionMarginOf(single))
  }
  for (const pair of account.hedge?.pairs ?? []) {
    if (pair === undefined) continue
    pair.long.counted = undefined
    count(pair.long, pairMarginIf(pair, asItIs, asItIs))
  }
  account.sums.at = account.sums.marks.no
}

/** Puts a margin into the sums in place of the one that is in them. */
function count(unit: PositionState, margin: PositionMargin): void {
  const { counted, pot } = unit
  if (counted === margin) return
  unit.counted = margin
  if (counted !== undefined && counted !== noMargin) takeFromPot(pot, counted)
  if (margin !== noMargin) addToPot(pot, margin)
}

function addToPot(pot: CoinBalance, margin: PositionMargin): void {
  pot.position += margin.position
  if (margin.isolated) {
    pot.held += margin.initial + margin.extra
    pot.isolatedUnrealised += margin.unrealised
    pot.isolatedInitial += margin.initial
    return
  }
  pot.unrealised += margin.unrealised
  pot.orderLoss += margin.orderLoss
  pot.initial += margin.initial
}

function takeFromPot(pot: CoinBalance, margin: PositionMargin): void {
  pot.position -= margin.position
  if (margin.isolated) {
    pot.held -= margin.initial + margin.extra
    pot.isolatedUnrealised -= margin.unrealised
    pot.isolatedInitial -= margin.initial
    return
  }
  pot.unrealised -= margin.unrealised
  pot.orderLoss -= margin.orderLoss
  pot.initial -= margin.initial
}

/** Returns the maintenance margin of all the account's cross positions in USD. */
export function accountMaintenance(account: AccountState): bigint {
  let maintenance = 0n
  for (const holding of shownHoldings(account)) {
    if (holding === undefined || holding.sign === 0 || holding.isolated) continue
    maintenance += inUsd(holding.pot.coin, maintenanceOf(holding))
  }
  return maintenance
}

/**
 * Returns what of a coin may leave the account: no more than is there, and of collateral only what
 * carries no margin.
 */
export function spendable(account: AccountState, name: string): bigint {
  const pot = coinOf(account, name)
  const { available } = accountMargin(account)
  const free = unlockedBalance(pot)
  const most = quantityOfLoss(pot, available)
  return most < free ? most : free
}
