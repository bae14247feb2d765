// Screens of the markets page that a trader has saved under a name: the selection, the filters on
// figures, and the symbols of a watchlist.

import { marketFigures, parseLevel, type MarketFigure } from '@basis/domain/alerts/figures'
import { isRecord, oneOf } from '../platform/storage.ts'

/** A figure above or below a value, in the wire's format. */
export type ScreenFilter = {
  readonly figure: MarketFigure
  readonly operator: 'above' | 'below'
  readonly value: string
}

/** The selection on the page: its tabs, its search and the like by name, sorting and filters. */
export type Screen = {
  readonly chosen: Readonly<Record<string, string>>
  readonly sort: { readonly column: string; readonly isDown: boolean } | undefined
  readonly filters: readonly ScreenFilter[]
}

export type SavedScreen = Screen & {
  readonly id: string
  readonly name: string
  /** Only of a watchlist. */
  readonly symbols?: readonly string[]
}

export const mostScreens = 30
export const longestScreenName = 40
const mostFilters = 10
const mostSymbols = 200

/** Returns the symbols that a watchlist of these keeps. */
export const watchable = (symbols: readonly string[]): readonly string[] =>
  symbols.slice(0, mostSymbols)

/** Returns a screen with no more than the next visit reads. */
const storable = ({ filters, symbols, ...rest }: SavedScreen): SavedScreen => ({
  ...rest,
  filters: filters.slice(0, mostFilters),
  ...(symbols === undefined ? {} : { symbols: watchable(symbols) }),
})

/** Returns the list with a screen replacing the one with its id, or at the end. */
export function withScreen(
  screens: readonly SavedScreen[],
  whole: SavedScreen,
): readonly SavedScreen[] {
  const screen = storable(whole)
  const isKnown = screens.some(({ id }) => id === screen.id)
  if (isKnown) return screens.map((each) => (each.id === screen.id ? screen : each))
  return screens.length >= mostScreens ? screens : [...screens, screen]
}

/** Decodes stored screens; invalid ones are left out. */
export const readScreens = (json: unknown): readonly SavedScreen[] =>
  Array.isArray(json) ? json.flatMap(readScreen).slice(0, mostScreens) : []

function readScreen(json: unknown): SavedScreen[] {
  if (!isRecord(json)) return []
  const { id, name, chosen, sort, filters, symbols } = json
  if (typeof id !== 'string' || typeof name !== 'string' || !isRecord(chosen)) return []
  const texts = Object.entries(chosen).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return [
    {
      id,
      name: name.slice(0, longestScreenName),
      chosen: Object.fromEntries(texts),
      sort: readSort(sort),
      filters: Array.isArray(filters) ? filters.flatMap(readFilter).slice(0, mostFilters) : [],
      ...(Array.isArray(symbols)
        ? { symbols: watchable(symbols.filter((each) => typeof each === 'string')) }
        : {}),
    },
  ]
}

function readSort(json: unknown): Screen['sort'] {
  if (!isRecord(json) || typeof json['column'] !== 'string') return undefined
  return { column: json['column'], isDown: json['isDown'] === true }
}

function readFilter(json: unknown): ScreenFilter[] {
  if (!isRecord(json) || typeof json['value'] !== 'string') return []
  const figure = oneOf(marketFigures)(json['figure'])
  const operator = oneOf(['above', 'below'])(json['operator'])
  if (figure === undefined || operator === undefined) return []
  return parseLevel(figure, json['value']) === undefined
    ? []
    : [{ figure, operator, value: json['value'] }]
}
