// The profit of a completed cell after fees, and its rate of the price (rules 17.3).

import { feeOf } from '../instrument/fees.ts'
import { valueOf, type Instrument } from '../instrument/instrument.ts'
import {
  amount,
  divRound,
  mulDiv,
  qtyLots,
  unitE8,
  type Amount,
  type PriceTicks,
  type QtyLots,
  type RateE8,
} from '../numbers/fixed.ts'

/**
 * Returns the lots to sell of a spot buy: the fee is taken from the coins, the rest is floored to
 * the lot. EX-13.4
 */
export const soldLots = (lots: QtyLots, rate: RateE8): QtyLots =>
  qtyLots(Number(mulDiv(BigInt(lots), unitE8 - BigInt(rate), unitE8, 'down')))

/** One cell: a buy at the lower level, a sell at the upper one. */
type CellTrade = {
  readonly lots: QtyLots
  readonly buyTicks: PriceTicks
  readonly sellTicks: PriceTicks
  readonly makerE8: RateE8
}

/** Returns the profit of a cell after both fees, 1e-8 of the quote coin. EX-13.4, EX-13.5 */
export function cellProfit(instrument: Instrument, cell: CellTrade): Amount {
  const { lots, buyTicks, sellTicks, makerE8 } = cell
  const bought = valueOf(instrument, buyTicks, lots)
  if (instrument.kind === 'Spot') {
    const sold = valueOf(instrument, sellTicks, soldLots(lots, makerE8))
    return amount(sold - feeOf(sold, makerE8) - bought)
  }
  const sold = valueOf(instrument, sellTicks, lots)
  return amount(sold - bought - feeOf(sold, makerE8) - feeOf(bought, makerE8))
}

/** Returns the least and the greatest profit of a grid's cells, each at its own levels. */
export function cellProfits(
  instrument: Instrument,
  levels: readonly PriceTicks[],
  { lots, makerE8 }: Pick<CellTrade, 'lots' | 'makerE8'>,
): { readonly min: Amount; readonly max: Amount } {
  let [min, max]: [Amount | undefined, Amount | undefined] = [undefined, undefined]
  levels.slice(1).forEach((sellTicks, k) => {
    const buyTicks = levels[k] ?? sellTicks
    const profit = cellProfit(instrument, { lots, buyTicks, sellTicks, makerE8 })
    if (min === undefined || profit < min) min = profit
    if (max === undefined || profit > max) max = profit
  })
  return { min: min ?? amount(0n), max: max ?? amount(0n) }
}

/** Profit rates of the buy price, ×1e8. */
export type CellRates = { readonly min: number; readonly max: number }

/**
 * Returns the lowest and the highest profit rate of a cell: [d − f(2p + d)] ÷ p, both fees in the
 * quote coin, half-up. EX-13.6
 */
export function cellRates(levels: readonly PriceTicks[], rate: RateE8): CellRates {
  const rates = levels.slice(1).map((sell, k) => {
    const buy = BigInt(levels[k] ?? 0)
    const gain = (BigInt(sell) - buy) * unitE8 - BigInt(rate) * (BigInt(sell) + buy)
    return Number(divRound(gain, buy, 'nearest'))
  })
  return { min: Math.min(...rates), max: Math.max(...rates) }
}

/**
 * Returns the annualised profit rate of an investment, 4 decimals: profit ÷ investment × 365 days ÷
 * the elapsed time; 0 within the first second.
 */
export function annualisedE4(profit: bigint, investment: bigint, tookMs: number): number {
  if (investment <= 0n || tookMs < 1000) return 0
  const year = 365n * 86_400_000n * 10_000n
  return Number(divRound(profit * year, investment * BigInt(tookMs), 'truncate'))
}
