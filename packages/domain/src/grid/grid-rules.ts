// Checks of a grid bot's terms (rules 17.1).

import { isWholeWithin } from '../numbers/bounds.ts'
import { formatTrimmed, qtyLots, type PriceTicks, type QtyLots } from '../numbers/fixed.ts'
import { formatPrice, type Instrument } from '../instrument/instrument.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import { maxLeverageOf } from '../margin/cross-margin.ts'
import { gridLevels, isStepped } from './levels.ts'
import { cellRates } from './profit.ts'
import { gridNeed, investmentBounds, type GridMarket } from './sizing.ts'
import {
  fitsMode,
  gridCoin,
  gridModes,
  gridSpacings,
  leastCells,
  mayGrid,
  mostCells,
  type GridFees,
  type GridTerms,
} from './terms.ts'

/** Returns the first problem of terms at a price. */
export function gridProblem(
  instrument: Instrument,
  terms: GridTerms,
  { fees, priceTicks }: { readonly fees: GridFees; readonly priceTicks: PriceTicks },
): Problem | undefined {
  if (!mayGrid(instrument) || !fitsMode(instrument, terms.mode)) {
    return problem('gridSymbolUnsupported', 'symbol')
  }
  const wrong = rangeProblem(instrument, terms)
  if (wrong !== undefined) return wrong
  const { min } = cellRates(gridLevels(terms), fees.makerE8)
  if (min <= 0) return problem('gridProfitTooSmall', 'cells')
  return leverageProblem(instrument, terms) ?? stopProblem(instrument, terms, priceTicks)
}

function rangeProblem(instrument: Instrument, terms: GridTerms): Problem | undefined {
  const { lowTicks, highTicks, cells } = terms
  if (!gridModes.includes(terms.mode)) return problem('gridTermsInvalid', 'mode')
  if (!gridSpacings.includes(terms.spacing)) return problem('gridTermsInvalid', 'spacing')
  if (!isWholeWithin(cells, leastCells, mostCells)) {
    const bounds = { min: String(leastCells), max: String(mostCells) }
    return problem('gridOutOfRange', 'cells', bounds)
  }
  const { minPriceTicks: least, maxPriceTicks: most } = instrument
  const bounds = { min: formatPrice(instrument, least), max: formatPrice(instrument, most) }
  if (!isWholeWithin(lowTicks, least, most)) return problem('gridOutOfRange', 'low', bounds)
  if (!isWholeWithin(highTicks, least, most)) return problem('gridOutOfRange', 'high', bounds)
  if (highTicks <= lowTicks) return problem('gridRangeInvalid', 'high')
  return isStepped(terms) ? undefined : problem('gridStepTooSmall', 'cells')
}

function leverageProblem(instrument: Instrument, terms: GridTerms): Problem | undefined {
  const { leverageE2, mode, isTrailing } = terms
  if (isTrailing && mode === 'Neutral') return problem('gridTermsInvalid', 'trailing')
  if (mode === 'Spot') {
    return leverageE2 === 100 ? undefined : problem('gridTermsInvalid', 'leverage')
  }
  const most = maxLeverageOf(instrument.riskTiers)
  if (isWholeWithin(leverageE2, instrument.minLeverageE2, most)) return undefined
  const text = (bound: number): string => formatTrimmed(BigInt(bound), 2)
  const bounds = { min: text(instrument.minLeverageE2), max: text(most) }
  return problem('gridOutOfRange', 'leverage', bounds)
}

/**
 * Returns why an investment is rejected, if so: below the minimum, or above what `mostLots` in each
 * cell need, by default those of which no order is refused for its size.
 */
export function investmentProblem(
  market: GridMarket,
  terms: GridTerms,
  investment: bigint,
  mostLots?: QtyLots,
): Problem | undefined {
  const { least, most } = investmentBounds(market, terms, mostLots)
  const coin = gridCoin(market.instrument)
  if (investment < least) return tooSmall(least, coin)
  return investment <= most ? undefined : tooLarge(most, coin)
}

/** What money added to a grid makes of its quantity, lots per cell. */
export type AddedLots = {
  readonly lots: QtyLots
  readonly more: QtyLots
  /** The most that the grid may have. */
  readonly mostLots: QtyLots
}

/**
 * Returns why money added to a grid is rejected, if it makes the quantity too large; the problem
 * names what may be added (rules 17.4).
 */
export function addedTooLarge(
  market: GridMarket,
  terms: GridTerms,
  { lots, more, mostLots }: AddedLots,
): Problem | undefined {
  if (lots + more <= mostLots) return undefined
  const room = gridNeed(market, terms, qtyLots(Math.max(0, mostLots - lots)))
  return tooLarge(room, gridCoin(market.instrument))
}

const tooLarge = (most: bigint, coin: string): Problem =>
  problem('gridInvestmentTooLarge', 'investment', { max: formatTrimmed(most, 8), coin })

/** The problem of an investment below the minimum. */
export const tooSmall = (least: bigint, coin: string): Problem =>
  problem('gridInvestmentTooSmall', 'investment', { min: formatTrimmed(least, 8), coin })

/**
 * Returns why the take-profit or stop-loss is rejected, if so: they must lie beyond the range and
 * the price, the take-profit above and the stop-loss below; reversed for a short grid.
 */
export function stopProblem(
  instrument: Instrument,
  { mode, lowTicks, highTicks, takeProfitTicks, stopLossTicks }: GridTerms,
  at: PriceTicks,
): Problem | undefined {
  const high = Math.max(highTicks, at)
  const low = Math.min(lowTicks, at)
  const { maxPriceTicks: most } = instrument
  const isAbove = (ticks: number): boolean => ticks === 0 || isWholeWithin(ticks, high + 1, most)
  const isBelow = (ticks: number): boolean => ticks === 0 || isWholeWithin(ticks, 1, low - 1)
  const [isProfit, isLoss] = mode === 'Short' ? [isBelow, isAbove] : [isAbove, isBelow]
  if (!isProfit(takeProfitTicks)) return problem('gridStopInvalid', 'takeProfit')
  return isLoss(stopLossTicks) ? undefined : problem('gridStopInvalid', 'stopLoss')
}
