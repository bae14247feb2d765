// The explanations of the liquidation: the numbers that decided, as they were when they did.

import type { Amount, PriceE8 } from '@basis/domain/numbers/fixed'
import { adlScoreE8, type AdlScore } from '@basis/domain/margin/adl'
import { explainedE8, type Explanation } from '@basis/domain/margin/explanation'
import { tierOf } from '@basis/domain/margin/cross-margin'
import { amount } from '@basis/domain/numbers/fixed'
import {
  isolatedLiquidationTicks,
  holdingMargin,
  maintenanceOf,
  type AccountMargin,
} from '../risk/position-margin.ts'
import { markE8 } from '../risk/mark-price.ts'
import { tickValue, type Holding } from '../state/state.ts'

/** Why a cross account is liquidated: its margin balance is no more than its maintenance (5.8). */
export function crossExplanation(margin: AccountMargin, maintenance: bigint): Explanation {
  return {
    rule: 'crossMaintenance',
    compared: ['marginBalance', '<=', 'maintenanceMargin'],
    numbers: {
      marginBalance: explainedE8(margin.balance, 'USD'),
      maintenanceMargin: explainedE8(maintenance, 'USD'),
      // MB − HL + OL: of MB isolated positions hold their part, and locks none.
      collateral: explainedE8(margin.collateral, 'USD'),
      haircutLoss: explainedE8(margin.haircut, 'USD'),
      orderLoss: explainedE8(margin.orderLoss, 'USD'),
      isolatedMargin: explainedE8(margin.held, 'USD'),
      walletBalance: explainedE8(margin.wallet, 'USD'),
      unrealisedPnl: explainedE8(margin.unrealised, 'USD'),
      initialMargin: explainedE8(margin.initial, 'USD'),
      maintenanceRate: explainedE8(ratioE8(maintenance, margin.balance)),
    },
  }
}

/** A share with 8 decimals; 0 of nothing. */
const ratioE8 = (part: bigint, whole: bigint): bigint =>
  whole > 0n ? (part * 100_000_000n) / whole : 0n

/** Why an isolated position is liquidated: the mark against its liquidation price (5.1). */
export function isolatedExplanation(holding: Holding): Explanation {
  const { market, sign, sizeLots, entryValue } = holding
  const { riskTiers, tickSizeE8, lotSizeE8, settleCoin, quoteCoin } = market.instrument
  const markValue = amount(tickValue(market, market.markTicks, sizeLots))
  // Of a hedge the side alone: each has its own margin (6.3).
  const margin = holdingMargin(holding)
  const tier = tierOf(riskTiers, markValue)
  return {
    rule: 'isolatedLiquidation',
    compared: ['markPrice', sign === 1 ? '<=' : '>=', 'liquidationPrice'],
    numbers: {
      markPrice: explainedE8(markE8(market), quoteCoin),
      liquidationPrice: explainedE8(
        (isolatedLiquidationTicks(holding) ?? 0) * tickSizeE8,
        quoteCoin,
      ),
      size: explainedE8(BigInt(sizeLots) * BigInt(lotSizeE8)),
      entryValue: explainedE8(entryValue, settleCoin),
      markValue: explainedE8(markValue, settleCoin),
      leverage: { value: BigInt(holding.leverageE2), scale: 2 },
      positionMargin: explainedE8(margin.position, settleCoin),
      extraMargin: explainedE8(margin.extra, settleCoin),
      unrealisedPnl: explainedE8(margin.unrealised, settleCoin),
      maintenanceMargin: explainedE8(maintenanceOf(holding), settleCoin),
      maintenanceRate: explainedE8(tier.maintenanceRateE8),
      maintenanceDeduction: explainedE8(tier.deduction, settleCoin),
    },
  }
}

/** What a position was taken over at, and what its margin was (5.2, 5.5, 5.8). */
export function takeOverExplanation(
  holding: Holding,
  bankruptcy: PriceE8,
  value: bigint,
): Explanation {
  const { market, sizeLots, entryValue } = holding
  const { quoteCoin, settleCoin, lotSizeE8 } = market.instrument
  return {
    rule: 'takeOver',
    compared: ['markPrice', markE8(market) <= bankruptcy ? '<=' : '>=', 'bankruptcyPrice'],
    numbers: {
      markPrice: explainedE8(markE8(market), quoteCoin),
      bankruptcyPrice: explainedE8(bankruptcy, quoteCoin),
      size: explainedE8(BigInt(sizeLots) * BigInt(lotSizeE8)),
      entryValue: explainedE8(entryValue, settleCoin),
      bankruptcyValue: explainedE8(value, settleCoin),
      maintenanceMargin: explainedE8(maintenanceOf(holding), settleCoin),
    },
  }
}

/** What decided on a deleverage: the pool's figures and the place in the ranking (5.9). */
export function deleverageExplanation(facts: {
  readonly holding: Holding
  readonly price: PriceE8
  readonly bankruptcy: PriceE8
  readonly poolBalance: bigint
  readonly uncovered: bigint
  readonly place: number
  readonly candidates: number
  readonly score: AdlScore
}): Explanation {
  const { market } = facts.holding
  const { quoteCoin, settleCoin } = market.instrument
  return {
    rule: 'deleverage',
    compared: ['rank', '<=', 'candidates'],
    numbers: {
      rank: { value: BigInt(facts.place + 1), scale: 0 },
      candidates: { value: BigInt(facts.candidates), scale: 0 },
      score: explainedE8(adlScoreE8(facts.score)),
      price: explainedE8(facts.price, quoteCoin),
      markPrice: explainedE8(markE8(market), quoteCoin),
      bankruptcyPrice: explainedE8(facts.bankruptcy, quoteCoin),
      poolBalance: explainedE8(facts.poolBalance, settleCoin),
      uncoveredLoss: explainedE8(facts.uncovered, settleCoin),
    },
  }
}

/** Whose loss was paid by whom (5.8 step 7, 14.1). */
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
