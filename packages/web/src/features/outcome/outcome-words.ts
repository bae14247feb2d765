// The outcome of an action as texts: fill and slippage, fee, margin, and the distance to
// liquidation.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { zero } from '@basis/domain/numbers/fixed'
import { distanceTo, type HeldPreview, type Outcome } from '../../actions/outcome.ts'
import { exactE8, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useTicker } from '../../stores/tickers.ts'
import { NOTHING, type Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useHourVolatility } from './use-hour-volatility.ts'

export type OutcomeTexts = {
  /** The average price of what is filled at once, and its slippage from the best price. */
  readonly fill: string
  readonly fee: string
  readonly margin: string
  /** Once it is filled; absent if no part of it rests or waits for a trigger. */
  readonly later: { readonly fee: string; readonly margin: string | undefined } | undefined
  /** The liquidation price now; absent without a position. */
  readonly now: string | undefined
  readonly filled: string
  /** Absent if no other orders rest, or they change nothing. */
  readonly allFilled: string | undefined
  /** From the mark price to the liquidation price, once the order is filled. */
  readonly distance: string
}

/** Returns the texts of the exchange's outcome; undefined before there is one. */
export function useOutcomeTexts(
  instrument: Instrument,
  outcome: Outcome | undefined,
): OutcomeTexts | undefined {
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
  // A resting order reserves its margin at once; the narrow columns have no room to show it twice.
  const reserves = later === undefined || outcome.margin !== zero
  const last = allFilled === undefined ? undefined : priceOf(allFilled)
  return {
    fill:
      fill === undefined ? NOTHING : `${words.priceE8(fill.averageE8)} (${share(fill.slippageE8)})`,
    // With a second figure the coin is written only there: the ticket's columns are narrow.
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

/** At this many tenths the distance is out of reach and no longer given in deviations. */
const mostDeviations = 1_000

const deviationWords = (format: Format, tenths: number | undefined): string =>
  tenths === undefined || tenths > mostDeviations
    ? ''
    : ` · ${format.decimal({ units: tenths, scale: 1 }, { scale: 1 })}σ (1h)`

/** Formats the change of the account's initial margin, in dollars whatever the settle coin. */
export const marginWords = (format: Format, outcome: Pick<Outcome, 'margin'>): string =>
  `${marginAmount(format, outcome)} USD`

const marginAmount = (format: Format, { margin }: Pick<Outcome, 'margin'>): string =>
  format.money(exactE8(margin), 'USD', { signed: true })
