// Orders sized by the loss at their stop: the typed risk as money, the fill price from the book,
// and the result at entry, stop and target.

import { feeRateOf, type FeeRates } from '@basis/domain/instrument/fee-levels'
import { priceOfValue, qtyAmount, ticksToE8 } from '@basis/domain/instrument/instrument'
import type { Instrument } from '@basis/domain/instrument/instrument'
import {
  coinsOfDollars,
  entryOf,
  heldAtStop,
  netAt,
  riskOfEquity,
  type EntryLevel,
  type RiskTerms,
} from '@basis/domain/margin/risk-input'
import {
  amount,
  divRound,
  mulDiv,
  parseDecimal,
  priceTicks,
  qtyLots,
  unitE8,
  zero,
} from '@basis/domain/numbers/fixed'
import type { Amount, PriceE8, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { sideSign, type Side } from '@basis/domain/orders/order'
import { riskUnits, type RiskUnit } from '../stores/settings.ts'

export const isRiskUnit = (unit: string): unit is RiskUnit =>
  riskUnits.some((each) => each === unit)

/** Returns the units in which a risk may be typed: dollars only for inverse contracts. */
export const riskUnitsOf = ({ kind }: Instrument): readonly RiskUnit[] =>
  kind === 'Spot' ? [] : riskUnits.filter((unit) => unit !== 'riskUsd' || kind === 'Inverse')

/** Limits of a risk typed as a share of the equity: hundredths of a percent, up to 100 %. */
export const riskShareRules = { scale: 2, min: '0', max: '100', step: '0.25' } as const

/**
 * Returns the typed risk in the settle coin, dollars converted at the stop price; undefined for a
 * text that is not a number, and for a share of an unknown equity.
 */
export function riskAmount(
  { unit, text }: { readonly unit: RiskUnit; readonly text: string },
  around: {
    readonly instrument: Instrument
    readonly equityUsd: Amount | undefined
    readonly stopTicks: PriceTicks
  },
): Amount | undefined {
  const { instrument, equityUsd, stopTicks } = around
  const typed = parseDecimal(text.trim(), unit === 'riskShare' ? 2 : 8)
  if (typed === undefined || typed < 0n) return undefined
  if (unit === 'riskCoin') return amount(typed)
  if (unit === 'riskShare' && equityUsd === undefined) return undefined
  const dollars =
    unit === 'riskShare' ? riskOfEquity(equityUsd ?? amount(0n), Number(typed)) : amount(typed)
  return instrument.kind === 'Inverse'
    ? coinsOfDollars(dollars, ticksToE8(instrument, stopTicks))
    : dollars
}

/** One side of the book, best level first: ticks, lots, ticks, lots, … */
type Levels = ArrayLike<number>

/**
 * Returns the levels that a market order takes from one side of the book, up to the worst price
 * allowed.
 */
export function bookEntry(
  instrument: Instrument,
  levels: Levels,
  { side, worst }: { readonly side: Side; readonly worst: PriceTicks | undefined },
): readonly EntryLevel[] {
  const entry: EntryLevel[] = []
  for (let at = 0; at + 1 < levels.length; at += 2) {
    const ticks = levels[at] ?? 0
    if (worst !== undefined && (side === 'Buy' ? ticks > worst : ticks < worst)) break
    const lots = qtyLots(levels[at + 1] ?? 0)
    entry.push({ price: ticksToE8(instrument, priceTicks(ticks)), lots })
  }
  return entry
}

/** Returns the entry at a fixed price, for any quantity. */
export const priceEntry = (instrument: Instrument, ticks: PriceTicks): readonly EntryLevel[] => [
  { price: ticksToE8(instrument, ticks) },
]

/**
 * Returns the terms of a risk computation; an order that can only rest pays the maker fee at entry.
 */
export function riskTerms(
  instrument: Instrument,
  order: {
    readonly side: Side
    readonly entry: readonly EntryLevel[]
    readonly stopTicks: PriceTicks
    readonly isMaker: boolean
    /** The account's highest rates; undefined: as listed (rules 3.6). */
    readonly feeRates: FeeRates | undefined
  },
): RiskTerms {
  const { lotSizeE8, kind } = instrument
  const { isMaker, feeRates } = order
  return {
    kind: kind === 'Inverse' ? kind : 'Linear',
    sign: sideSign(order.side),
    entry: order.entry,
    stop: ticksToE8(instrument, order.stopTicks),
    entryFee: feeRateOf(instrument, isMaker, feeRates),
    exitFee: feeRateOf(instrument, false, feeRates),
    lotSizeE8,
  }
}

/** The existing position on an order's side: its size and entry value. */
export type HeldPart = { readonly sizeLots: QtyLots; readonly entryValue: Amount }

/**
 * Returns the result of the existing position at a stop that closes it with the order; 0 without
 * one.
 */
export const heldBeside = (
  instrument: Instrument,
  terms: RiskTerms,
  held: HeldPart | undefined,
): Amount =>
  held === undefined || held.sizeLots === 0
    ? zero
    : heldAtStop(terms, {
        qty: qtyAmount(instrument, held.sizeLots),
        entryValue: held.entryValue,
      })

/** The result of an order with a stop; amounts 1e-8 of the settle coin, net of both fees. */
export type Bracket = {
  readonly lots: QtyLots
  readonly entryE8: PriceE8
  /** How much worse the average entry is than the best one: a fraction, 1e-8, ≥ 0. */
  readonly slippageE8: bigint
  /** Negative for a loss. */
  readonly atStop: Amount
  /** Undefined without a target; `rewardE2` is its multiple of the loss, ×100. */
  readonly atTarget: Amount | undefined
  readonly rewardE2: bigint | undefined
}

/** Returns the result of order and position at the stop; undefined without a position. */
export const wholeAtStop = (
  bracket: Bracket | undefined,
  held: Amount | undefined,
): Amount | undefined =>
  bracket === undefined || held === undefined || held === zero
    ? undefined
    : amount(bracket.atStop + held)

/** Returns the result of a quantity; undefined without one, or without a price to enter at. */
export function bracketOf(
  instrument: Instrument,
  terms: RiskTerms,
  { lots, targetTicks }: { readonly lots: QtyLots; readonly targetTicks: PriceTicks | undefined },
): Bracket | undefined {
  const entry = entryOf(terms, lots)
  const [best] = terms.entry
  if (entry.lots <= 0 || best === undefined) return undefined
  const entryE8 = priceOfValue(instrument, entry.value, qtyAmount(instrument, entry.lots))
  const worse = BigInt(terms.sign) * (BigInt(entryE8) - BigInt(best.price))
  const atStop = netAt(terms, lots, terms.stop)
  const atTarget =
    targetTicks === undefined ? undefined : netAt(terms, lots, ticksToE8(instrument, targetTicks))
  return {
    lots: entry.lots,
    entryE8,
    slippageE8: worse <= 0n ? 0n : divRound(worse * unitE8, BigInt(best.price), 'nearest'),
    atStop,
    atTarget,
    rewardE2:
      atTarget === undefined || atStop >= 0n
        ? undefined
        : mulDiv(atTarget, 100n, -atStop, 'nearest'),
  }
}
