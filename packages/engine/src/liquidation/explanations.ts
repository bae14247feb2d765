// Explanations of liquidations: the numbers that decided, as of the decision.

import type { Amount, PriceE8 } from '@basis/domain/numbers/fixed'
import { adlScoreE8, type AdlScore } from '@basis/domain/margin/adl'
import { explainedE8, type Explanation } from '@basis/domain/margin/explanation'
import type { Contingency, UnitMargin } from '@basis/domain/portfolio-margin/unit-margin'
import type { RulesVersion } from '../api/rules-version.ts'
import type { UnitView } from '../api/views.ts'
import type { AccountMargin } from '../risk/account-margin.ts'
import { maintenanceOf } from '../risk/position-margin.ts'
import { crossLiquidationTest, isolatedLiquidationTest } from '../risk/liquidation-tests.ts'
import type { PositionState } from '../state/state.ts'

/** Why a cross account is liquidated: margin balance at most maintenance margin (5.8). */
export const crossExplanation = (
  margin: AccountMargin,
  maintenance: bigint,
  rules: RulesVersion,
): Explanation => ({
  rule: 'crossMaintenance',
  ...crossLiquidationTest(margin, maintenance, rules),
})

/** Why an account in portfolio margin is liquidated, with the parts of its units' margin (10.6). */
export function portfolioExplanation(
  margin: AccountMargin,
  maintenance: bigint,
  {
    units,
    optionValue,
    rules,
  }: {
    readonly units: readonly UnitView[]
    readonly optionValue: bigint
    readonly rules: RulesVersion
  },
): Explanation {
  const { compared, numbers } = crossLiquidationTest(margin, maintenance, rules)
  const summed = (of: (unit: UnitMargin) => bigint): bigint =>
    units.reduce((sum, { binding }) => sum + of(binding), 0n)
  const part = (name: Contingency) =>
    explainedE8(
      summed(({ contingency }) => contingency[name]),
      'USD',
    )
  const ofUnits = summed((unit) => unit.maintenance)
  return {
    rule: 'portfolioMaintenance',
    compared,
    numbers: {
      ...numbers,
      optionValue: explainedE8(optionValue, 'USD'),
      maxLoss: explainedE8(
        summed((unit) => unit.maxLoss),
        'USD',
      ),
      shortOption: part('shortOption'),
      vegaSpread: part('vegaSpread'),
      deltaSpread: part('deltaSpread'),
      stablecoinSpread: part('stablecoinSpread'),
      perpFutures: part('linear'),
      loanMargin: explainedE8(maintenance - ofUnits, 'USD'),
    },
  }
}

/** A candidate trade of a liquidation: the maintenance margin that it frees, and its cost, USD. */
type Tried = { readonly freed: bigint; readonly cost: bigint; readonly notional: bigint }

/**
 * Why a trade of a portfolio liquidation was chosen: margin freed less cost, relative to value,
 * against the next best trade, or against itself if there is no other (10.6).
 */
export function reductionExplanation(best: Tried, next: Tried, candidates: number): Explanation {
  const merit = ({ freed, cost, notional }: Tried): bigint =>
    ((freed - cost) * 100_000_000n) / notional
  return {
    rule: 'portfolioReduction',
    compared: ['merit', '>=', 'nextMerit'],
    numbers: {
      freedMargin: explainedE8(best.freed, 'USD'),
      tradeCost: explainedE8(best.cost, 'USD'),
      tradeValue: explainedE8(best.notional, 'USD'),
      merit: explainedE8(merit(best)),
      nextMerit: explainedE8(merit(next)),
      candidates: { value: BigInt(candidates), scale: 0 },
    },
  }
}

/** Why an isolated position is liquidated: the mark against its liquidation price (5.1). */
export const isolatedExplanation = (position: PositionState, rules: RulesVersion): Explanation => ({
  rule: 'isolatedLiquidation',
  ...isolatedLiquidationTest(position, rules),
})

/** The price at which a position was taken over, and its margin (5.2, 5.5, 5.8). */
export function takeOverExplanation(
  position: PositionState,
  bankruptcy: PriceE8,
  value: bigint,
): Explanation {
  const { market, sizeLots, entryValue } = position
  const { quoteCoin, settleCoin, lotSizeE8 } = market.instrument
  return {
    rule: 'takeOver',
    compared: ['markPrice', market.markE8 <= bankruptcy ? '<=' : '>=', 'bankruptcyPrice'],
    numbers: {
      markPrice: explainedE8(market.markE8, quoteCoin),
      bankruptcyPrice: explainedE8(bankruptcy, quoteCoin),
      size: explainedE8(BigInt(sizeLots) * BigInt(lotSizeE8)),
      entryValue: explainedE8(entryValue, settleCoin),
      bankruptcyValue: explainedE8(value, settleCoin),
      maintenanceMargin: explainedE8(maintenanceOf(position), settleCoin),
    },
  }
}

/** Why a position was deleveraged: the pool's figures and the rank (5.9). */
export function deleverageExplanation(facts: {
  readonly position: PositionState
  readonly price: PriceE8
  readonly bankruptcy: PriceE8
  readonly poolBalance: bigint
  readonly uncovered: bigint
  readonly place: number
  readonly candidates: number
  readonly score: AdlScore
}): Explanation {
  const { market } = facts.position
  const { quoteCoin, settleCoin } = market.instrument
  return {
    rule: 'deleverage',
    compared: ['rank', '<=', 'candidates'],
    numbers: {
      rank: { value: BigInt(facts.place + 1), scale: 0 },
      candidates: { value: BigInt(facts.candidates), scale: 0 },
      score: explainedE8(adlScoreE8(facts.score)),
      price: explainedE8(facts.price, quoteCoin),
      markPrice: explainedE8(market.markE8, quoteCoin),
      bankruptcyPrice: explainedE8(facts.bankruptcy, quoteCoin),
      poolBalance: explainedE8(facts.poolBalance, settleCoin),
      uncoveredLoss: explainedE8(facts.uncovered, settleCoin),
    },
  }
}

/** How a loss was covered by the fund and the treasury (5.8 step 7, 14.1). */
export const coverExplanation = (
  coin: string,
  paid: { readonly debt: Amount; readonly byFund: bigint; readonly byTreasury: bigint },
): Explanation => ({
  rule: 'lossCovered',
  compared: ['byFund', '<=', 'debt'],
  numbers: {
    debt: explainedE8(paid.debt, coin),
    byFund: explainedE8(paid.byFund, coin),
    byTreasury: explainedE8(paid.byTreasury, coin),
  },
})
