// State of the chart grid: one, two or four charts side by side, and what is linked between them;
// stored per trader.

import { create } from 'zustand'
import { isRecord, stored, type TextStorage } from '../../platform/storage.ts'
import type { Links } from './chart-links.ts'

export const chartCounts = [1, 2, 4] as const
type ChartCount = (typeof chartCounts)[number]

export type Grid = {
  readonly count: ChartCount
  readonly links: Links
  /**
   * Tickers of the charts beside the first, used when symbols are not linked; '' for the page's.
   */
  readonly tickers: readonly string[]
}

export const firstGrid: Grid = {
  count: 1,
  links: { symbol: false, interval: false, crosshair: true },
  tickers: [],
}

const recordOf = (owner: string, storage?: TextStorage) =>
  stored<Grid>({
    key: `basis.chartGrid.${owner}`,
    version: 1,
    fallback: firstGrid,
    decode: decodeGrid,
    storage,
  })

/** Decodes a stored grid; invalid parts take their defaults. */
export function decodeGrid(json: unknown): Grid | undefined {
  if (!isRecord(json)) return undefined
  const links = isRecord(json['links']) ? json['links'] : {}
  const flag = (name: keyof Links): boolean => {
    const value = links[name]
    return typeof value === 'boolean' ? value : firstGrid.links[name]
  }
  const { tickers } = json as { tickers?: unknown }
  return {
    count: chartCounts.find((count) => count === json['count']) ?? firstGrid.count,
    links: { symbol: flag('symbol'), interval: flag('interval'), crosshair: flag('crosshair') },
    tickers: Array.isArray(tickers)
      ? tickers.map((one) => (typeof one === 'string' ? one : '')).slice(0, 3)
      : [],
  }
}

const useStore = create<Grid & { owner: string | undefined }>()(() => ({
  ...firstGrid,
  owner: undefined,
}))

/** Loads the stored grid of a trader, once. */
export function openGrid(owner: string): void {
  if (useStore.getState().owner !== owner) useStore.setState({ ...recordOf(owner).read(), owner })
}

export const useGrid = (): Grid => useStore()

export function changeGrid(change: Partial<Grid>): void {
  useStore.setState(change)
  const { owner, count, links, tickers } = useStore.getState()
  if (owner !== undefined) recordOf(owner).write({ count, links, tickers })
}

/** Sets the ticker of a chart beside the first; `place` is 1 to 3. */
export function changeTicker(place: number, ticker: string): void {
  const before = useStore.getState().tickers
  const tickers = [1, 2, 3].map((one) => (one === place ? ticker : (before[one - 1] ?? '')))
  changeGrid({ tickers })
}

/** Returns a chart's ticker: the page's if symbols are linked or none was chosen for the chart. */
export function tickerAt({ links, tickers }: Grid, place: number, ofPage: string): string {
  const own = tickers[place - 1] ?? ''
  return links.symbol || own === '' ? ofPage : own
}
