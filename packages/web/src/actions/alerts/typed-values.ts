// Values of figures as a trader types them: rates in percent, the rest in the wire's format.

import {
  figureScales,
  parseLevel,
  unitOfFigure,
  type MarketFigure,
} from '@basis/domain/alerts/figures'
import { priceDecimals, type Instrument } from '@basis/domain/instrument/instrument'
import { formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import { percentOf } from '../words/alert-words.ts'

export const isRate = (figure: MarketFigure): boolean => unitOfFigure(figure) === 'rate'

/** Converts a wire value to the typed form. */
export const typedValue = (figure: MarketFigure, value: string): string =>
  isRate(figure) ? percentOf(value) : value

/**
 * Converts a typed value to the wire's; undefined if it is not a number with the allowed decimals.
 */
export function wireValue(figure: MarketFigure, typed: string): string | undefined {
  const percent = isRate(figure) ? parseDecimal(typed, 6) : undefined
  const text = percent === undefined ? typed : formatTrimmed(percent, 8)
  const isNone = isRate(figure) && percent === undefined
  return isNone || parseLevel(figure, text) === undefined ? undefined : text
}

/** The allowed decimals of a typed value. */
export function typedDecimals(figure: MarketFigure, instrument: Instrument | undefined): number {
  const unit = unitOfFigure(figure)
  if (unit === 'price') return instrument === undefined ? 8 : priceDecimals(instrument)
  return unit === 'rate' ? 6 : figureScales[unit]
}

/** The unit shown after the number in its field. */
export function figureUnitWord(figure: MarketFigure, instrument?: Instrument): string | undefined {
  switch (unitOfFigure(figure)) {
    case 'price':
      return instrument?.quoteCoin
    case 'rate':
      return '%'
    case 'dollars':
      return 'USD'
    case 'times':
      return figure === 'correlation' ? undefined : '×'
  }
}
