// Conversion between a TP/SL input (ROI, price, percent or PnL) and its trigger price, in both
// directions, for linear and inverse contracts (spec 5, 9; rules 8.5, input conversion).

import { pnlBetween, type ContractKind } from '../instrument/contract.ts'
import { amount, divRound, mulDiv, priceE8, priceTicks, unitE8 } from '../numbers/fixed.ts'
import type { Amount, LeverageE2, PriceE8, PriceTicks } from '../numbers/fixed.ts'
import type { LegName } from './tpsl.ts'

export const tpslInputTypes = ['ROI', 'Price', 'PnL'] as const
/** The unit in which a leg's field is typed; remembered per field (spec 4). */
export type TpslInputType = (typeof tpslInputTypes)[number]

/** The basis of a gain: the position's entry, or the order's price and quantity. */
export type TpslBase = {
  readonly kind: ContractKind
  /** +1 long, −1 short. */
  readonly sign: 1 | -1
  readonly entry: PriceE8
  /** 1e-8 base coin or 1e-8 contracts. */
  readonly qty: Amount
  readonly leverage: LeverageE2
  readonly tickSizeE8: number
}

/**
 * A requested gain, negative for a loss, for long and short alike. Percentages in hundredths of a
 * percent, PnL in 1e-8 settle coin.
 */
export type TpslRequest =
  | { readonly by: 'ROI'; readonly roiE2: number }
  | { readonly by: 'Percent'; readonly percentE2: number }
  | { readonly by: 'PnL'; readonly pnl: Amount }
  | { readonly by: 'Price'; readonly priceE8: PriceE8 }

const wholeE2 = 10_000n

/**
 * Returns the tick nearest to the requested price, half-up, rounded once; undefined if no positive
 * price meets the request (rules 8.5). EX-8.5
 */
export function priceOfRequest(base: TpslBase, request: TpslRequest): PriceTicks | undefined {
  const [top, bottom] = fractionOf(base, request)
  if (top <= 0n || bottom <= 0n) return undefined
  const ticks = divRound(top, bottom * BigInt(base.tickSizeE8), 'nearest')
  const isPrice = ticks > 0n && ticks * BigInt(base.tickSizeE8) <= BigInt(Number.MAX_SAFE_INTEGER)
  return isPrice ? priceTicks(Number(ticks)) : undefined
}

/** The requested price ×1e8 as an exact fraction. */
function fractionOf(base: TpslBase, request: TpslRequest): readonly [top: bigint, bottom: bigint] {
  const { kind, qty } = base
  const entry = BigInt(base.entry)
  const s = BigInt(base.sign)
  switch (request.by) {
    case 'Price':
      return [BigInt(request.priceE8), 1n]
    case 'Percent':
      return [entry * (wholeE2 + s * BigInt(request.percentE2)), wholeE2]
    case 'ROI': {
      // ROI ÷ (100 L), over L ×100 and ROI ×100.
      const whole = 100n * BigInt(base.leverage)
      const gain = s * BigInt(request.roiE2)
      return kind === 'Linear' ? [entry * (whole + gain), whole] : [entry * whole, whole - gain]
    }
    case 'PnL': {
      if (qty <= 0n) return [0n, 1n]
      const gain = s * request.pnl
      return kind === 'Linear'
        ? [entry * qty + gain * unitE8, qty]
        : [entry * qty * unitE8, qty * unitE8 - gain * entry]
    }
  }
}

/** The figures of a trigger price, computed from the tick. */
export type TpslFigures = {
  readonly priceE8: PriceE8
  /** Hundredths of a percent, half-up: 100 × PnL × L ÷ value at entry (spec 9, D-05). */
  readonly roiE2: number
  /** Hundredths of a percent of the entry price, half-up; a gain is positive. */
  readonly percentE2: number
  /** 1e-8 settle coin, toward minus infinity. */
  readonly pnl: Amount
}

/** Returns the figures of a trigger price. EX-8.5 */
export function figuresAt(base: TpslBase, price: PriceTicks): TpslFigures {
  const at = priceE8(price * base.tickSizeE8)
  const gain = BigInt(base.sign) * (BigInt(at) - BigInt(base.entry))
  const entry = BigInt(base.entry)
  const of = base.kind === 'Linear' ? entry : BigInt(at)
  return {
    priceE8: at,
    roiE2: Number(mulDiv(gain, 100n * BigInt(base.leverage), of, 'nearest')),
    percentE2: Number(mulDiv(gain, wholeE2, entry, 'nearest')),
    pnl: pnlBetween(base, base.entry, at),
  }
}

/**
 * Returns the percentage shown beside a leg's price: the unsigned distance in price mode, else the
 * ROI, which is negative for a loss (spec 5).
 */
export const shownPercentE2 = (type: TpslInputType, figures: TpslFigures): number =>
  type === 'Price' ? Math.abs(figures.percentE2) : figures.roiE2

/** A slider in hundredths of a percent. */
export type TpslSlider = {
  readonly maxE2: number
  readonly stepE2: number
  readonly marksE2: readonly number[]
}

const slider = (max: number, stepE2: number, markStep: number): TpslSlider => ({
  maxE2: max * 100,
  stepE2,
  marksE2: Array.from({ length: max / markStep + 1 }, (_, k) => k * markStep * 100),
})

/**
 * The sliders of spec 5, from 0. The spec gives no marks for the stop-loss: they divide its range
 * in the same proportion as the take-profit's.
 */
export const tpslSliders: Readonly<Record<LegName, Record<'percent' | 'roi', TpslSlider>>> = {
  takeProfit: { percent: slider(25, 100, 5), roi: slider(150, 10, 50) },
  stopLoss: { percent: slider(10, 100, 2), roi: slider(75, 10, 25) },
}
export const tpslQtySlider: TpslSlider = slider(100, 500, 25)

const mostE2 = 99_999_999_990

/** The largest inputs (spec 5): 999999999.9 %; for a stop-loss's percent 99.9. */
export const tpslMaxima = {
  takeProfit: { percentE2: mostE2, roiE2: mostE2 },
  stopLoss: { percentE2: 9_990, roiE2: mostE2 },
  pnl: amount(999_999_999n * unitE8),
} as const satisfies Record<LegName, { percentE2: number; roiE2: number }> & { pnl: Amount }

/** Returns a request clamped by absolute value to the maxima of its field. */
export function clampedRequest(leg: LegName, request: TpslRequest): TpslRequest {
  const held = (value: number, most: number): number => Math.max(-most, Math.min(most, value))
  const most = tpslMaxima[leg]
  switch (request.by) {
    case 'ROI':
      return { by: 'ROI', roiE2: held(request.roiE2, most.roiE2) }
    case 'Percent':
      return { by: 'Percent', percentE2: held(request.percentE2, most.percentE2) }
    case 'PnL': {
      const { pnl } = tpslMaxima
      const value = request.pnl > pnl ? pnl : request.pnl < -pnl ? amount(-pnl) : request.pnl
      return { by: 'PnL', pnl: value }
    }
    case 'Price':
      return request
  }
}
