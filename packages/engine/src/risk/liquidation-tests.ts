// The comparison that decides a liquidation, with its numbers, for a position and an account,
// actual or after a change (rules 5.1, 5.8).

import { isolatedMarginLeft } from '@basis/domain/margin/isolated-margin'
import { explainedE8, type Explanation } from '@basis/domain/margin/explanation'
import { tierOf } from '@basis/domain/margin/cross-margin'
import { amount, unitE8 } from '@basis/domain/numbers/fixed'
import { thirdRules, type RulesVersion } from '../api/rules-version.ts'
import type { AccountMargin } from './account-margin.ts'
import { isolatedInput, isolatedLiquidationTicks } from './isolated-margin.ts'
import { maintenanceOf, ratesIf, sideMarginIf, type WhatIf } from './position-margin.ts'
import { valueAtMark } from '../state/mark-value.ts'
import { tickValue, type PositionState } from '../state/state.ts'

/** The comparison, and the numbers that it was computed from. */
export type LiquidationTest = Pick<Explanation, 'compared' | 'numbers'>

/** A cross account is liquidated if its margin balance is at most its maintenance margin (5.8). */
export const crossLiquidationTest = (
  margin: AccountMargin,
  maintenance: bigint,
  rules: RulesVersion,
): LiquidationTest => ({
  compared: ['marginBalance', '<=', 'maintenanceMargin'],
  numbers: {
    marginBalance: explainedE8(margin.balance, 'USD'),
    maintenanceMargin: explainedE8(maintenance, 'USD'),
    // MB − HL + OL: MB excludes isolated margin and includes locked coins.
    collateral: explainedE8(margin.collateral, 'USD'),
    haircutLoss: explainedE8(margin.haircut, 'USD'),
    orderLoss: explainedE8(margin.orderLoss, 'USD'),
    isolatedMargin: explainedE8(margin.held, 'USD'),
    walletBalance: explainedE8(margin.wallet, 'USD'),
    unrealisedPnl: explainedE8(margin.unrealised, 'USD'),
    initialMargin: explainedE8(margin.initial, 'USD'),
    maintenanceRate: explainedE8(maintenanceRateE8(maintenance, margin.balance, rules)),
  },
})

/** With 8 decimals; 100 % without a balance, for which the rules before the third named 0 %. */
function maintenanceRateE8(
  maintenance: bigint,
  balance: bigint,
  { present }: RulesVersion,
): bigint {
  if (balance > 0n) return (maintenance * unitE8) / balance
  return present >= thirdRules ? unitE8 : 0n
}

const sidedRates = (
  position: PositionState,
  what: WhatIf,
): Pick<PositionState, 'longRates' | 'shortRates'> => ({
  longRates: ratesIf(position, 1, what),
  shortRates: ratesIf(position, -1, what),
})

/**
 * An isolated position is liquidated if the mark has reached its liquidation price or, if every
 * price is beyond it, if its remaining margin is at most its maintenance margin (5.1). Each side of
 * a hedge is judged alone, as each has its own margin (6.3).
 */
export function isolatedLiquidationTest(
  position: PositionState,
  rules: RulesVersion,
  what: WhatIf = {},
): LiquidationTest {
  const { market, sign, sizeLots, entryValue } = position
  const { riskTiers, tickSizeE8, lotSizeE8, settleCoin, quoteCoin } = market.instrument
  const { takerFeeE8 } = market.instrument
  const markValue = amount(valueAtMark(market, sizeLots))
  const margin = sideMarginIf(position, { ...what, isolated: true })
  const changed = { ...position, isolated: true, ...sidedRates(position, what) }
  const ticks = isolatedLiquidationTicks(position, what)
  // A liquidation price is that of the tier there; before the third rules the mark's was named.
  const isAtMark = ticks === undefined || rules.present < thirdRules
  const decidingValue = isAtMark ? markValue : amount(tickValue(market, ticks, sizeLots))
  const tier = tierOf(riskTiers, decidingValue)
  const numbers = {
    markPrice: explainedE8(market.markE8, quoteCoin),
    size: explainedE8(BigInt(sizeLots) * BigInt(lotSizeE8)),
    entryValue: explainedE8(entryValue, settleCoin),
    markValue: explainedE8(markValue, settleCoin),
    leverage: { value: BigInt(what.leverageE2 ?? position.leverageE2), scale: 2 },
    positionMargin: explainedE8(margin.position, settleCoin),
    extraMargin: explainedE8(margin.extra, settleCoin),
    unrealisedPnl: explainedE8(margin.unrealised, settleCoin),
    maintenanceMargin: explainedE8(maintenanceOf(changed), settleCoin),
    maintenanceRate: explainedE8(tier.maintenanceRateE8),
    maintenanceDeduction: explainedE8(tier.deduction, settleCoin),
    takerFee: explainedE8(takerFeeE8),
  }
  if (ticks !== undefined) {
    const liquidationPrice = explainedE8(ticks * tickSizeE8, quoteCoin)
    return {
      compared: ['markPrice', sign === 1 ? '<=' : '>=', 'liquidationPrice'],
      numbers: { liquidationPrice, ...numbers },
    }
  }
  const { left, needed } = isolatedMarginLeft(isolatedInput(position, what), riskTiers, markValue)
  return {
    compared: ['marginLeft', '<=', 'maintenanceNeeded'],
    numbers: {
      marginLeft: explainedE8(left, settleCoin),
      maintenanceNeeded: explainedE8(needed, settleCoin),
      ...numbers,
    },
  }
}
