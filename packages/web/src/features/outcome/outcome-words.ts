// The outcome of an act in words: fill and slippage, fee, margin, and how near the liquidation is.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { zero } from '@basis/domain/numbers/fixed'
import { distanceTo, type HeldPreview, type Outcome } from '../../actions/outcome.ts'
import { exactE8, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useTicker } from '../../stores/tickers.ts'
import { NOTHING, type Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useHourVolatility } from './use-hour-volatility.ts'

export type OutcomeWords = {
  /** The average price of what is filled at once, and how much worse it is than the best one. */
  readonly fill: string
  readonly fee: string
  readonly margin: string
  /** Once it is filled; absent where nothing of it rests or waits for a trigger. */
  readonly later: { readonly fee: string; readonly margin: string | undefined } | undefined
  /** Absent where nothing is held now. */
  readonly now: string | undefined
  readonly filled: string
  /** Absent where nothing else rests, or it changes nothing. */
  readonly allFilled: string | undefined
  /** From the mark to the liquidation price once the order is filled. */
  readonly distance: string
}

/** Returns the outcome that the exchange told; undefined before it has. */
export function useOutcomeWords(
  instrument: Instrument,
  outcome: Outcome | undefined,
): OutcomeWords | undefined {
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const mark = useTicker(instrument.symbol)?.markE8
  const volatility = useHourVolatility(outcome === undefined ? undefined : instrument.symbol)
  if (outcome === undefined) return undefined
  const share = (shareE8: bigint): string =>
    format.percent({ units: shareE8, scale: 6 }, { signed: false })
  const { fill, fee, now, filled, allFilled, later } = outcome
  const far = distanceTo(filled.liquidationTicks, instrument, mark, volatility)
  const deviations = deviationWords(format, far?.deviations)
  const priceOf = (held: HeldPreview): string => words.price(held.liquidationTicks)
  // What rests reserves its margin at once; the narrow columns have no room for it twice.
  const reserves = later === undefined || outcome.margin !== zero
  const last = allFilled === undefined ? undefined : priceOf(allFilled)
  return {
    fill:
      fill === undefined ? NOTHING : `${words.priceE8(fill.averageE8)} (${share(fill.slippageE8)})`,
    // Of what waits the coin follows once, after the arrow: the ticket's columns are narrow.
    fee: later ? words.settle(fee) : `${words.settle(fee)} ${instrument.settleCoin}`,
    margin: reserves ? marginWords(format, outcome) : marginAmount(format, outcome),
    later: later && {
      fee: `${words.settle(later.fee)} ${instrument.settleCoin}`,
      margin: reserves ? undefined : marginWords(format, later),
    },
    now: now.isHeld ? priceOf(now) : undefined,
    filled: priceOf(filled),
    allFilled: last === priceOf(filled) ? undefined : last,
    distance: far === undefined ? NOTHING : `${share(far.shareE8)}${deviations}`,
  }
}

/** So many tenths are out of reach of any hour: nobody counts in hours any more. */
const mostDeviations = 1_000

const deviationWords = (format: Format, tenths: number | undefined): string =>
  tenths === undefined || tenths > mostDeviations
    ? ''
    : ` · ${format.decimal({ units: tenths, scale: 1 }, { scale: 1 })}σ (1h)`

/** Writes the change of the account's initial margin, which is in dollars whatever settles. */
export const marginWords = (format: Format, outcome: Pick<Outcome, 'margin'>): string =>
  `${marginAmount(format, outcome)} USD`

const marginAmount = (format: Format, { margin }: Pick<Outcome, 'margin'>): string =>
  format.money(exactE8(margin), 'USD', { signed: true })
