// The outcome of a request by the exchange's preview: the fill, fee, margin, and the liquidation
// price now, after the order is filled, and after all orders in the book are.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { amount, divRound, parseDecimal, priceE8, unitE8 } from '@basis/domain/numbers/fixed'
import type { Amount, PriceE8, PriceTicks } from '@basis/domain/numbers/fixed'
import { decodeAmount } from '@basis/protocol/order'
import type { WirePreview, WirePreviewedAccount } from '@basis/protocol/preview-calls'
import { positionIn, type Preview } from './previews.ts'

/** Whether there is a position, and its liquidation price if it is within the limits. */
export type HeldPreview = {
  readonly isHeld: boolean
  readonly liquidationTicks: PriceTicks | undefined
}

/** Amounts 1e-8 of the settle coin; the margin 1e-8 USD. */
export type Outcome = {
  /** The part filled at once; undefined if there is none. */
  readonly fill: FillOutcome | undefined
  /** The fee of the part filled at once; a resting part pays when it is filled. */
  readonly fee: Amount
  /** The change in the account's initial margin; negative if some is released. */
  readonly margin: Amount
  /** Of a resting or conditional order: fee and margin once it is completely filled. */
  readonly later: { readonly fee: Amount; readonly margin: Amount } | undefined
  /** The liquidation price of the current position. */
  readonly now: HeldPreview
  /**
   * The same once the order is completely filled: at once, or at its own price if it rests or
   * waits.
   */
  readonly filled: HeldPreview
  /** The same once the account's other orders in the book are filled too; undefined without any. */
  readonly allFilled: HeldPreview | undefined
}

type FillOutcome = {
  /** The average price, rounded to the nearest. */
  readonly averageE8: PriceE8
  /**
   * How much worse it is than the first fill's price, the best of the book: a fraction, 1e-8, ≥ 0.
   */
  readonly slippageE8: bigint
}

/** The parts of a preview that an outcome is computed from. */
export type PreviewFigures = Pick<
  WirePreview,
  'before' | 'after' | 'filled' | 'filledFee' | 'allFilled' | 'fills' | 'fees'
>

/** Computes the outcome of a request that would be accepted; undefined before its preview. */
export const acceptedOutcome = (
  preview: Preview | undefined,
  instrument: Instrument,
  idx: number,
): Outcome | undefined =>
  preview === undefined || preview.problem !== undefined
    ? undefined
    : outcomeOf(preview, instrument, idx)

/**
 * Computes a request's outcome. `idx` is the position index before; `afterIdx` the one afterwards,
 * if it differs (the other side of a hedge).
 */
export function outcomeOf(
  preview: PreviewFigures,
  instrument: Instrument,
  idx: number,
  afterIdx: number = idx,
): Outcome {
  const { before, after, filled, filledFee, allFilled } = preview
  let fee = 0n
  for (const paid of preview.fees) {
    if (paid.coin === instrument.settleCoin) fee += decodeAmount(paid.fee)
  }
  const marginOf = (standing: WirePreviewedAccount): Amount =>
    amount(
      decodeAmount(standing.wallet.totalInitialMargin) -
        decodeAmount(before.wallet.totalInitialMargin),
    )
  const heldIn = (standing: WirePreviewedAccount, at: number): HeldPreview => {
    const held = positionIn(standing, at, instrument)
    return { isHeld: held !== undefined, liquidationTicks: held?.liquidationTicks }
  }
  return {
    fill: fillOf(preview, instrument),
    fee: amount(fee),
    margin: marginOf(after),
    later:
      filled === undefined || filledFee === undefined
        ? undefined
        : { fee: amount(fee + decodeAmount(filledFee)), margin: marginOf(filled) },
    now: heldIn(before, idx),
    filled: heldIn(filled ?? after, afterIdx),
    allFilled: allFilled && heldIn(allFilled, afterIdx),
  }
}

function fillOf({ fills }: PreviewFigures, { kind }: Instrument): FillOutcome | undefined {
  const [first] = fills
  if (first === undefined) return undefined
  let qty = 0n
  let value = 0n
  for (const fill of fills) {
    qty += e8(fill.execQty)
    value += e8(fill.execValue)
  }
  // Inverse: contracts of one dollar, divided by their value in coins.
  const [over, under] = kind === 'Inverse' ? [qty, value] : [value, qty]
  if (under <= 0n) return undefined
  const average = divRound(over * unitE8, under, 'nearest')
  const best = e8(first.execPrice)
  const worse = first.side === 'Buy' ? average - best : best - average
  const slippage = best <= 0n || worse <= 0n ? 0n : divRound(worse * unitE8, best, 'nearest')
  return { averageE8: priceE8(Number(average)), slippageE8: slippage }
}

const e8 = (text: string): bigint => parseDecimal(text, 8) ?? 0n

/** The distance of a liquidation price. */
export type Distance = {
  /** As a fraction of the mark price, 1e-8. */
  readonly shareE8: bigint
  /** In tenths of a standard deviation of the last hour; undefined if that is not known. */
  readonly deviations: number | undefined
}

/** Returns the distance from the mark price to a liquidation price. */
export function distanceTo(
  liquidationTicks: PriceTicks | undefined,
  { tickSizeE8 }: Instrument,
  markE8: number | undefined,
  hourVolatility: number | undefined,
): Distance | undefined {
  if (liquidationTicks === undefined || markE8 === undefined || markE8 <= 0) return undefined
  const mark = BigInt(Math.round(markE8))
  const gap = BigInt(liquidationTicks) * BigInt(tickSizeE8) - mark
  const shareE8 = divRound((gap < 0n ? -gap : gap) * unitE8, mark, 'down')
  const share = Number(shareE8) / Number(unitE8)
  return {
    shareE8,
    deviations:
      hourVolatility === undefined ? undefined : Math.round((10 * share) / hourVolatility),
  }
}
