// The price at which a liquidation may reduce a position (rules 5.8, 10.6).

import { amount } from '@basis/domain/numbers/fixed'
import { reductionLimit } from '@basis/domain/margin/reduction'
import { optionLiquidationFee } from '@basis/domain/options/margin'
import { takeoverTermsOf, ticksOfValue, valueLess } from '../risk/bankruptcy-price.ts'
import { isOption, shortOf } from '../risk/option-margin.ts'
import { tradeFee } from '../risk/trade-fee.ts'
import { bandOf } from '../trading/core/pre-trade-checks.ts'
import { valueAtMark } from '../state/mark-value.ts'
import type { PositionState } from '../state/state.ts'

/**
 * Returns the worst price of a reduction: within the band, and no worse than the position's share
 * of the margin balance pays for; undefined if it pays nothing. A long option is sold within the
 * band (10.6).
 */
export function limitOf(position: PositionState): number | undefined {
  const { account, market, sizeLots, sign } = position
  const band = bandOf(market)
  if (band === undefined || sign === 0) return undefined
  const isSold = isOption(market) && sign === 1
  if (isSold) return reductionLimit(sign, band, market.instrument.minPriceTicks)
  const bankrupt = takeoverTermsOf(account).find((terms) => terms.position === position)?.value
  if (bankrupt === undefined) return undefined
  const markValue = valueAtMark(market, sizeLots)
  const { option, takerFeeE8 } = market.instrument
  const lots = { lots: sizeLots, value: markValue }
  const ownFee = tradeFee(market, takerFeeE8, lots)
  const fee =
    option === undefined ? ownFee : ownFee + optionLiquidationFee(shortOf(market, option, sizeLots))
  const lost = sign === market.valueSign ? markValue - bankrupt : bankrupt - markValue
  if (lost <= fee) return undefined
  return reductionLimit(sign, band, ticksOfValue(position, valueLess(position, amount(lost - fee))))
}
