// Kinds and sort orders of the bots in the marketplace.

import type { WireShownBot } from '@basis/protocol/grid/calls'

export const kinds = ['all', 'spot', 'futures'] as const
export type Kind = (typeof kinds)[number]

/** The sort keys, all descending. */
export const sorts = ['pastWeek', 'total', 'arbitrages', 'runtime'] as const
export type Sort = (typeof sorts)[number]

const measures: Readonly<Record<Sort, (bot: WireShownBot) => number>> = {
  // A bot without a past week comes last.
  pastWeek: ({ pastWeek }) => (pastWeek === null ? -Infinity : Number(pastWeek.return)),
  total: ({ totalPnl, investment }) => Number(totalPnl) / Number(investment),
  arbitrages: ({ arbitrages }) => arbitrages,
  runtime: ({ createdAtE3 }) => -createdAtE3,
}

/** Returns the bots of a kind, sorted. */
export function shownIn(list: readonly WireShownBot[], kind: Kind, sort: Sort): WireShownBot[] {
  const measure = measures[sort]
  return list
    .filter(({ gridMode }) => kind === 'all' || (gridMode === 'Spot') === (kind === 'spot'))
    .toSorted((a, b) => (measure(b) > measure(a) ? 1 : measure(b) < measure(a) ? -1 : 0))
}
