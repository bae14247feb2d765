// Value of lots at the mark, which need not be a whole tick (rules 1.2, 2.2; decision 42).

import { ticksForMark, type Instrument } from '@basis/domain/instrument/instrument'
import {
  divRound,
  priceTicks,
  unitE8,
  type PriceE8,
  type PriceTicks,
} from '@basis/domain/numbers/fixed'

/** The fields of a market from which a value at mark is computed. */
export type Marked = {
  readonly instrument: Instrument
  readonly valueSign: 1 | -1
  readonly markE8: PriceE8
  readonly lotTop: number
  readonly lotBottom: number
}

/** Returns one lot as a reduced fraction of the quantity's unit: 0.001 is 1 ÷ 1000. */
export function lotFraction({ lotSizeE8 }: Instrument): Pick<Marked, 'lotTop' | 'lotBottom'> {
  let [divisor, rest] = [Number(unitE8), lotSizeE8]
  while (rest > 0) [divisor, rest] = [rest, divisor % rest]
  return { lotTop: lotSizeE8 / divisor, lotBottom: Number(unitE8) / divisor }
}

/**
 * Returns the value of lots at the mark (rules 1.2, decision 42), without bigint division if all
 * parts are safe integers; rounded half-up to 1e-8 unless `rounding` says otherwise.
 */
export function valueAtMark(
  market: Marked,
  lots: number,
  rounding: 'nearest' | 'down' | 'up' = 'nearest',
): bigint {
  const { markE8, lotTop, lotBottom } = market
  if (market.valueSign === -1) {
    if (markE8 === 0) return 0n
    const contracts = BigInt(lots) * BigInt(market.instrument.lotSizeE8)
    return divRound(contracts * unitE8, BigInt(markE8), rounding)
  }
  // One lot is worth `whole` + `rest` ÷ `lotBottom`; both parts are multiplied separately.
  const lot = markE8 * lotTop
  const whole = Math.floor(lot / lotBottom)
  const rest = lot - whole * lotBottom
  const parts = rest * lots
  if (lot > Number.MAX_SAFE_INTEGER || parts > Number.MAX_SAFE_INTEGER || rest < 0) {
    const exact = BigInt(markE8) * BigInt(lots) * BigInt(lotTop)
    return divRound(exact, BigInt(lotBottom), rounding)
  }
  let more = 0
  if (parts > 0) {
    more = Math.floor(parts / lotBottom)
    const left = parts - more * lotBottom
    if (rounding === 'nearest' ? 2 * left >= lotBottom : rounding === 'up' && left > 0) more += 1
  }
  const value = whole * lots + more
  if (value <= Number.MAX_SAFE_INTEGER) return BigInt(value)
  return BigInt(whole) * BigInt(lots) + BigInt(more)
}

/** Returns the mark as a tick, the expected price of an order without another; 0 without a mark. */
export const nearMarkTicks = ({ instrument, markE8 }: Marked): PriceTicks =>
  markE8 === 0 ? priceTicks(0) : ticksForMark(instrument, markE8)
