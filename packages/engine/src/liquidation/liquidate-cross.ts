// Liquidation of a cross account below maintenance margin: cancels its orders, closes matched
// hedges, reduces step by step and takes over the rest (rules 5.8).

import { amount, qtyLots } from '@basis/domain/numbers/fixed'
import { lotsOfSlice, lotsToLowerTier } from '@basis/domain/margin/reduction'
import { thirdRules } from '../api/rules-version.ts'
import { inUsd } from '../risk/collateral.ts'
import { isOption } from '../risk/option-margin.ts'
import { tradeFee } from '../risk/trade-fee.ts'
import { accountMaintenance, accountMargin } from '../risk/account-margin.ts'
import { maintenanceOf } from '../risk/position-margin.ts'
import { optionsInUsd, unitStandings } from '../risk/portfolio-margin.ts'
import { isFresh } from '../risk/mark-price.ts'
import { closeOrder } from '../trading/core/open-orders.ts'
import { cancelAll } from '../trading/core/order-entry.ts'
import { allPositions } from '../state/positions.ts'
import { placeLiquidationOrder } from '../trading/core/match-orders.ts'
import { valueAtMark } from '../state/mark-value.ts'
import {
  tickValue,
  type AccountState,
  type EngineState,
  type PositionState,
} from '../state/state.ts'
import { crossPositionsOf, takeoverTermsOf } from '../risk/bankruptcy-price.ts'
import { crossExplanation, portfolioExplanation } from './explanations.ts'
import { closeMatched } from './offset-hedge.ts'
import { reducePortfolio } from './reduce-portfolio.ts'
import { limitOf } from './reduction-price.ts'
import { transferToFund } from './takeover.ts'
import { ownBookSide } from '../order-book/order-book.ts'

/**
 * Liquidates a cross account that is below maintenance and has positions that may be closed. In
 * portfolio margin its option orders are cancelled first, also if it has no position.
 */
export function liquidateCross(state: EngineState, account: AccountState): void {
  const hasPosition = closable(state, account).length > 0
  if (!hasPosition && !hasTrialOrders(state, account)) return
  if (!isBelowMaintenance(account)) return
  if (account.portfolio !== undefined) cancelByTrial(state, account)
  if (hasPosition && isBelowMaintenance(account)) liquidate(state, account)
}

/** Whether option orders in fresh markets may have to be cancelled without a position (10.4). */
const hasTrialOrders = (state: EngineState, account: AccountState): boolean =>
  account.portfolio !== undefined &&
  state.rulesVersion.present >= thirdRules &&
  allPositions(account).some(
    (held) =>
      held !== undefined &&
      isOption(held.market) &&
      held.buys.length + held.sells.length > 0 &&
      isFresh(state, held.market),
  )

/**
 * Cancels orders in options of an account in portfolio margin, newest first, while the maintenance
 * margin with them is above the equity (10.4).
 */
function cancelByTrial(state: EngineState, account: AccountState): void {
  const orders = allPositions(account).flatMap((held) =>
    held !== undefined && isOption(held.market) ? [...held.buys, ...held.sells] : [],
  )
  orders.sort((a, b) => b.id - a.id)
  for (const order of orders) {
    if (!isBelowMaintenance(account)) return
    closeOrder(state, order, 'CancelByPmTrialMmOverEquity')
  }
}

/**
 * The positions that may be closed now. Positions in a market with stale prices count at the last
 * mark, so that they do not protect the account, but are not closed at it (L2; docs/decisions/18).
 */
const closable = (state: EngineState, account: AccountState): PositionState[] =>
  crossPositionsOf(account).filter(({ market }) => isFresh(state, market))

/** Returns whether the account's maintenance margin rate has reached 100 % (5.6). */
function isBelowMaintenance(account: AccountState): boolean {
  const maintenance = accountMaintenance(account)
  return maintenance > 0n && accountMargin(account).balance <= maintenance
}

/** Returns whether the rate is above 90 %, the target of reductions (D-28). */
function isAboveTarget(account: AccountState): boolean {
  const maintenance = accountMaintenance(account)
  return maintenance > 0n && maintenance * 10n > accountMargin(account).balance * 9n
}

function liquidate(state: EngineState, account: AccountState): void {
  const margin = accountMargin(account)
  const maintenance = accountMaintenance(account)
  state.events.push({
    kind: 'LiquidationStarted',
    account: account.id,
    marginBalance: amount(margin.balance),
    maintenanceMargin: amount(maintenance),
    explanation:
      account.portfolio === undefined
        ? crossExplanation(margin, maintenance, state.rulesVersion)
        : portfolioExplanation(margin, maintenance, {
            units: unitStandings(account),
            optionValue: optionsInUsd(account),
            rules: state.rulesVersion,
          }),
  })
  cancelAll(state, account, 'CancelAllBeforeLiq')
  if (!isBelowMaintenance(account)) return
  closeMatched(state, account)
  if (!isBelowMaintenance(account)) return
  if (account.portfolio === undefined) reduceByStep(state, account)
  else {
    const hold = {
      closable: () => closable(state, account),
      isAboveTarget: () => isAboveTarget(account),
    }
    reducePortfolio(state, account, hold)
  }
  if (isBelowMaintenance(account)) takeOver(state, account)
}

/** A position's next reduction: to the next lower tier, in the lowest by a fifth (5.8 step 4). */
type Step = {
  readonly position: PositionState
  readonly lots: number
  released: bigint
  loss: bigint
}

/**
 * Sends reducing orders, each for the position whose next step frees the most maintenance margin
 * relative to its expected loss, until the target is reached or the book has no more liquidity.
 */
function reduceByStep(state: EngineState, account: AccountState): void {
  const first = new Map(crossPositionsOf(account).map((held) => [held, held.sizeLots]))
  const stuck = new Set<PositionState>()
  while (isAboveTarget(account)) {
    const open = closable(state, account).filter((held) => !stuck.has(held))
    // Perpetuals and futures first, then short options by the margin that they free (5.8 steps 4,
    // 5).
    const futures = open.filter(({ market }) => !isOption(market))
    const reduced = futures.length > 0 ? futures : open
    const [step] = reduced
      .map((held) => stepOf(held, first.get(held) ?? 0))
      .sort(futures.length > 0 ? bestFirst : mostFreed)
    if (step === undefined) return
    const { position, lots } = step
    const limit = limitOf(position)
    const before = position.sizeLots
    if (limit !== undefined) placeLiquidationOrder(state, position, lots, limit)
    if (before - position.sizeLots < lots) stuck.add(position)
  }
}

const bestFirst = (a: Step, b: Step): number => {
  const difference = b.released * a.loss - a.released * b.loss
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return a.position.market.index - b.position.market.index || a.position.idx - b.position.idx
}

const mostFreed = (a: Step, b: Step): number => {
  if (a.released !== b.released) return a.released > b.released ? -1 : 1
  return a.position.market.index - b.position.market.index
}

function stepOf(position: PositionState, firstLots: number): Step {
  const { market, sizeLots, entryValue, sign, coinBalance } = position
  const { riskTiers, lotSizeE8, takerFeeE8 } = market.instrument
  const toTier = isOption(market)
    ? 0
    : lotsToLowerTier({
        kind: market.valueSign === 1 ? 'Linear' : 'Inverse',
        sizeLots: qtyLots(sizeLots),
        lotSizeE8,
        mark: market.markE8,
        tiers: riskTiers,
      })
  const lots = toTier > 0 ? toTier : lotsOfSlice(qtyLots(firstLots), qtyLots(sizeLots))
  const left = sizeLots - lots
  const kept = (entryValue * BigInt(left)) / BigInt(sizeLots)
  const rest = { ...position, sign: left === 0 ? 0 : sign, sizeLots: left, entryValue: kept }
  const value = valueAtMark(market, lots)
  // A long is closed against the bids.
  const best = market.book.bestPrice(ownBookSide(sign))
  const met = best < 0 ? 0n : tickValue(market, best, lots)
  const away = met < value ? value - met : met - value
  return {
    position,
    lots,
    released: inUsd(coinBalance.coin, maintenanceOf(position) - maintenanceOf(rest)),
    loss: inUsd(coinBalance.coin, tradeFee(market, takerFeeE8, { lots, value }) + away) + 1n,
  }
}

/**
 * Transfers the positions to the fund at their bankruptcy prices. Each takes its share of the
 * margin balance or of the debt, so that the account is left with exactly 0 (D-24), or with the
 * shares of positions in markets with stale prices, which follow when prices resume.
 */
function takeOver(state: EngineState, account: AccountState): void {
  for (const { position, value } of takeoverTermsOf(account)) {
    if (isFresh(state, position.market)) transferToFund(state, position, value, 0n)
  }
}
