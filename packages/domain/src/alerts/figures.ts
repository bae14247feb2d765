// The figures of a market that an alert or a screen can watch: their units, bounds and levels
// (rules 13).

import { formatTrimmed, parseDecimal } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'

/** The unit of a figure; `price` is in the instrument's own unit. */
export type FigureUnit = 'price' | 'rate' | 'times' | 'dollars'

/** The decimals of a figure as an integer: 1e-8 of a price or of 1, cents of a dollar. */
export const figureScales: Readonly<Record<FigureUnit, number>> = {
  price: 8,
  rate: 8,
  times: 6,
  dollars: 2,
}

type FigureRule = {
  readonly unit: FigureUnit
  /** The minimum and maximum level, as text; a price has its instrument's. */
  readonly least: string
  readonly most: string
  /** Spot pairs do not have the figure. */
  readonly isOfContracts?: true
}

const change = { unit: 'rate', least: '-1', most: '100' } as const
const price = { unit: 'price', least: '0', most: '0' } as const

/** Every market figure that can be watched: prices and the columns of the screener. */
export const figureRules = {
  last: price,
  mark: { ...price, isOfContracts: true },
  index: { ...price, isOfContracts: true },
  change5m: change,
  change15m: change,
  change1h: change,
  change4h: change,
  change24h: change,
  funding: { unit: 'rate', least: '-1', most: '1', isOfContracts: true },
  openInterest: { unit: 'dollars', least: '0', most: '1000000000000', isOfContracts: true },
  openInterest1h: { ...change, isOfContracts: true },
  openInterest24h: { ...change, isOfContracts: true },
  turnover: { unit: 'dollars', least: '0', most: '1000000000000' },
  volatility: { unit: 'rate', least: '0', most: '100' },
  volumeRatio: { unit: 'times', least: '0', most: '1000000' },
  correlation: { unit: 'times', least: '-1', most: '1' },
  spread: { unit: 'rate', least: '0', most: '1' },
} as const satisfies Readonly<Record<string, FigureRule>>
export type MarketFigure = keyof typeof figureRules
export const marketFigures = Object.keys(figureRules) as readonly MarketFigure[]

export const unitOfFigure = (figure: MarketFigure): FigureUnit => figureRules[figure].unit

/** Whether a market has the figure: a spot pair has no funding. */
export function hasFigure({ kind }: Pick<Instrument, 'kind'>, figure: MarketFigure): boolean {
  const rule: FigureRule = figureRules[figure]
  return rule.isOfContracts !== true || kind !== 'Spot'
}

/** Parses a level, which may be negative; undefined if it is not a number with its decimals. */
export function parseLevel(figure: MarketFigure, text: string): number | undefined {
  const level = Number(parseDecimal(text, figureScales[unitOfFigure(figure)]))
  return Number.isSafeInteger(level) ? level : undefined
}

/** Formats a level or a value without trailing zeros. */
export const formatLevel = (figure: MarketFigure, level: number): string =>
  formatTrimmed(BigInt(level), figureScales[unitOfFigure(figure)])
