// Orders sized by what may be lost at their stop: what was typed as money, what the book gives for
// it now, and what entry, stop and target come to.

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

/** Returns the units that a risk may be typed in: dollars settle what is not inverse. */
export const riskUnitsOf = ({ kind }: Instrument): readonly RiskUnit[] =>
  kind === 'Spot' ? [] : riskUnits.filter((unit) => unit !== 'riskUsd' || kind === 'Inverse')

/** Returns what may be typed as a share of the equity: hundredths of a percent, up to all of it. */
export const riskShareRules = { scale: 2, min: '0', max: '100', step: '0.25' } as const

/**
 * Returns what was typed as an amount of the settle coin, dollars as coins at the stop; undefined
 * for a text that is no number, and for a share of what is not known.
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
 * Returns what a market order is filled at by a side of the book, up to the worst price allowed.
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

/** Returns the entry at a price that is known, whatever the quantity. */
export const priceEntry = (instrument: Instrument, ticks: PriceTicks): readonly EntryLevel[] => [
  { price: ticksToE8(instrument, ticks) },
]

/** Returns what a risk is calculated by; who only rests in the book enters at the maker's rate. */
export function riskTerms(
  instrument: Instrument,
  order: {
    readonly side: Side
    readonly entry: readonly EntryLevel[]
    readonly stopTicks: PriceTicks
    readonly isMaker: boolean
    /** What the account pays at most; undefined: as listed (rules 3.6). */
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

/** What stands already on the side of an order: how much, and for what it was entered. */
export type HeldPart = { readonly sizeLots: QtyLots; readonly entryValue: Amount }

/** Returns what stands already brings at a stop that closes it with the order; 0 for nothing. */
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

/** What an order with a stop comes to; amounts 1e-8 of the settle coin, net of both fees. */
export type Bracket = {
  readonly lots: QtyLots
  readonly entryE8: PriceE8
  /** How much worse the average entry is than the best one, 1e-8, ≥ 0. */
  readonly slippageE8: bigint
  /** Below zero where money is lost. */
  readonly atStop: Amount
  /** Without a target undefined; and how many times the loss it is, ×100. */
  readonly atTarget: Amount | undefined
  readonly rewardE2: bigint | undefined
}

/** Returns what all comes to at the stop; undefined where nothing stands beside the order. */
export const wholeAtStop = (
  bracket: Bracket | undefined,
  held: Amount | undefined,
): Amount | undefined =>
  bracket === undefined || held === undefined || held === zero
    ? undefined
    : amount(bracket.atStop + held)

/** Returns what a quantity comes to; undefined where there is none, or nothing to enter at. */
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
