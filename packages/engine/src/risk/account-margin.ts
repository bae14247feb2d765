// Margin of an account: the collateral value of its coins, the margin of its positions and orders,
// and the available balance (rules 5.6).

import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { thirdRules } from '../api/rules-version.ts'
import {
  crossBackingBalance,
  debtOf,
  collateralOf,
  haircutOf,
  inUsd,
  quantityOfLoss,
  unlockedBalance,
} from './collateral.ts'
import { asItIs, maintenanceOf, pairMarginIf, positionMarginOf } from './position-margin.ts'
import { loanMarginOf, mayBorrow, type LoanWhatIf } from './loans.ts'
import { hedgingCoins, portfolioMarginOf, type PortfolioWhatIf } from './portfolio-margin.ts'
import { markSumsChanged } from '../state/invalidation.ts'
import { shownPositions } from '../state/positions.ts'
import { noMargin, type PositionMargin } from '../state/margin/margin-parts.ts'
import {
  coinOf,
  type AccountState,
  type CoinBalance,
  type EngineState,
  type PositionState,
} from '../state/state.ts'

/** The account's totals in USD, 1e-8 (rules 5.6). */
export type AccountMargin = {
  readonly wallet: bigint
  readonly unrealised: bigint
  /** MB: collateral value of wallets and cross profits, less the margin of isolated positions. */
  readonly collateral: bigint
  /** HL ≥ 0 and OL ≤ 0. */
  readonly haircut: bigint
  readonly orderLoss: bigint
  /** Margin of isolated positions and their orders. */
  readonly held: bigint
  /** MB − HL + OL: what backs the margin. */
  readonly balance: bigint
  readonly positionMargin: bigint
  /** Initial margin of cross positions and orders; `isolated` is that of isolated ones. */
  readonly initial: bigint
  readonly isolated: bigint
  /** The debt in all coins; `loans` is the part of the initial margin that loans need (12.2). */
  readonly debt: bigint
  readonly loans: bigint
  readonly available: Amount
}

/** A hypothetical position (with its pair), and hypothetical spot orders. */
export type Supposed = LoanWhatIf &
  Pick<PortfolioWhatIf, 'position' | 'orders'> & {
    readonly margin?: PositionMargin | undefined
  }

/** Returns the account's margin, actual or hypothetical. */
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
  let debt = 0n
  for (const coinBalance of account.coins.values()) {
    const { coin } = coinBalance
    collateral += collateralOf(coinBalance, crossBackingBalance(coinBalance))
    orderLoss += inUsd(coin, coinBalance.orderLoss)
    held += inUsd(coin, coinBalance.held)
    debt -= inUsd(coin, -debtOf(coinBalance))
    wallet += inUsd(coin, coinBalance.balance)
    unrealised += inUsd(coin, coinBalance.unrealised + coinBalance.isolatedUnrealised)
    positionMargin += inUsd(coin, coinBalance.position)
    initial += inUsd(coin, coinBalance.initial + coinBalance.spreadHold)
    isolated += inUsd(coin, coinBalance.isolatedInitial)
  }
  const loans = loanMarginOf(account, supposed).initial
  const portfolio = portfolioMarginOf(account, supposed)
  initial += loans + portfolio.initial
  positionMargin += portfolio.positions
  const haircut = haircutOf(account, supposed)
  const balance = collateral - haircut + orderLoss
  const available = amount(balance - initial)
  const parts = { collateral, haircut, orderLoss, held, debt, loans }
  return { wallet, unrealised, ...parts, balance, positionMargin, initial, isolated, available }
}

/** An account's margin, and the unlocked balance of one coin, under the same hypothesis. */
export type MarginWithCoin = { readonly margin: AccountMargin; readonly free: bigint }

/**
 * Returns the account's margin, actual or hypothetical, with a coin's balance less locks and
 * isolated margin. The balances keep the sums of the last computation, a hypothesis included: read
 * after another one, the coin's balance would belong to a different hypothesis than the margin.
 */
export function marginWithCoin(
  account: AccountState,
  coinBalance: CoinBalance,
  supposed?: Supposed,
): MarginWithCoin {
  const margin = accountMargin(account, supposed)
  return { margin, free: unlockedBalance(coinBalance) }
}

/**
 * Returns initial margin and order loss of contracts and their orders, in USD, without loans and
 * options.
 */
export function contractMargin(
  account: AccountState,
): Pick<AccountMargin, 'initial' | 'orderLoss'> {
  sumByCoin(account)
  let initial = 0n
  let orderLoss = 0n
  for (const coinBalance of account.coins.values()) {
    const { coin } = coinBalance
    initial += inUsd(coin, coinBalance.initial + coinBalance.spreadHold)
    orderLoss += inUsd(coin, coinBalance.orderLoss)
  }
  return { initial, orderLoss }
}

/**
 * Brings the sums in the account's balances up to date: recounts only what changed since they were
 * computed, and the markets whose marks moved. A hypothetical position stays in the sums until they
 * are next computed, which recounts it.
 */
function sumByCoin(account: AccountState, supposed?: Supposed): void {
  const { sums, positions, hedge } = account
  const { marks, dirty } = sums
  if (sums.at < 0 || marks.no - sums.at > mostMoves) sumAnew(account)
  for (let no = sums.at; no < marks.no; no += 1) {
    const market = marks.at(no) ?? 0
    const single = positions.at(market)
    if (single !== undefined) count(single, positionMarginOf(single))
    const pair = hedge?.pairs[market]
    if (pair !== undefined) count(pair.long, pairMarginIf(pair, asItIs, asItIs))
  }
  sums.at = marks.no
  for (const position of dirty) {
    position.isDirty = false
    count(
      position,
      position.pair === undefined
        ? positionMarginOf(position)
        : pairMarginIf(position.pair, asItIs, asItIs),
    )
  }
  dirty.length = 0
  const { position, margin } = supposed ?? {}
  if (position === undefined || margin === undefined) return
  count(position.pair?.long ?? position, margin)
  markSumsChanged(position)
}

/** With more moves than this, summing up from scratch is as fast. */
const mostMoves = 256

function sumAnew(account: AccountState): void {
  for (const coinBalance of account.coins.values()) {
    coinBalance.unrealised = 0n
    coinBalance.orderLoss = 0n
    coinBalance.optionValue = 0n
    coinBalance.position = 0n
    coinBalance.initial = 0n
    coinBalance.held = 0n
    coinBalance.isolatedUnrealised = 0n
    coinBalance.isolatedInitial = 0n
  }
  for (const position of account.sums.dirty) position.isDirty = false
  account.sums.dirty.length = 0
  for (const single of account.positions.all()) {
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

/** Replaces a position's margin in the sums. */
function count(position: PositionState, margin: PositionMargin): void {
  const { counted, coinBalance } = position
  if (counted === margin) return
  position.counted = margin
  if (counted !== undefined && counted !== noMargin) takeFromBalance(coinBalance, counted)
  if (margin !== noMargin) addToBalance(coinBalance, margin)
}

function addToBalance(coinBalance: CoinBalance, margin: PositionMargin): void {
  coinBalance.position += margin.position
  if (margin.isolated) {
    coinBalance.held += margin.initial + margin.extra
    coinBalance.isolatedUnrealised += margin.unrealised
    coinBalance.isolatedInitial += margin.initial
    return
  }
  coinBalance.unrealised += margin.unrealised
  coinBalance.orderLoss += margin.orderLoss
  coinBalance.optionValue += margin.optionValue
  coinBalance.initial += margin.initial
}

function takeFromBalance(coinBalance: CoinBalance, margin: PositionMargin): void {
  coinBalance.position -= margin.position
  if (margin.isolated) {
    coinBalance.held -= margin.initial + margin.extra
    coinBalance.isolatedUnrealised -= margin.unrealised
    coinBalance.isolatedInitial -= margin.initial
    return
  }
  coinBalance.unrealised -= margin.unrealised
  coinBalance.orderLoss -= margin.orderLoss
  coinBalance.optionValue -= margin.optionValue
  coinBalance.initial -= margin.initial
}

/** Returns the maintenance margin of all cross positions and borrowings in USD. */
export function accountMaintenance(account: AccountState): bigint {
  if (account.spotMargin?.isOn === true) sumByCoin(account)
  let maintenance = loanMarginOf(account).maintenance
  if (account.portfolio !== undefined) return maintenance + portfolioMarginOf(account).maintenance
  for (const position of shownPositions(account)) {
    if (position === undefined || position.sign === 0 || position.isolated) continue
    maintenance += inUsd(position.coinBalance.coin, maintenanceOf(position))
  }
  return maintenance
}

/**
 * Returns how much of a coin may leave the account: no more than the balance, and of collateral
 * only what backs no margin. A caller that asks for several coins gives the account's margin.
 */
export function spendable(
  account: AccountState,
  name: string,
  { available }: Pick<AccountMargin, 'available'> = accountMargin(account),
): bigint {
  const coinBalance = coinOf(account, name)
  // Borrowed coins stay in the account.
  const free = unlockedBalance(coinBalance) - debtOf(coinBalance)
  const hedging = hedgingCoins(account, name)
  const most = smaller(free - hedging, quantityOfLoss(coinBalance, available))
  if (hedging === 0n) return most
  // Hedging coins may leave as well if the account has enough margin without them (10.2).
  const { initial } = portfolioMarginOf(account)
  const bare = available + initial - portfolioMarginOf(account, { unhedged: name }).initial
  if (bare < 0n) return most
  const unhedged = smaller(free, quantityOfLoss(coinBalance, amount(bare)))
  return unhedged > most ? unhedged : most
}

/**
 * Returns how much of a coin an owner may move out of the account: what is spendable and, with spot
 * margin, does not have to be borrowed again for an unrealised loss or an order (12.1).
 */
export function movable(
  { rulesVersion }: Pick<EngineState, 'rulesVersion'>,
  account: AccountState,
  name: string,
): bigint {
  const most = spendable(account, name)
  // Before the third rules such a withdrawal was a loan, which was not checked.
  if (!mayBorrow(account) || rulesVersion.present < thirdRules) return most
  const { balance, unrealised, locked } = coinOf(account, name)
  return smaller(most, balance + unrealised - locked)
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
