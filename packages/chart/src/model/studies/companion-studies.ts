// Studies of a feed's additional series of a symbol: positions, funding, liquidations.

import type { Column, StudyColumns } from './columns.ts'
import { type CloseAt, line, smallPane, type StudyShape } from './study-shape.ts'

const seriesOf = (columns: StudyColumns, closeAt: CloseAt): Column =>
  columns.column((row) => closeAt(columns.bars.time.at(row)))

/** A series of sums per bar. */
const sumsOf = (columns: StudyColumns, closeAt: CloseAt, series: number): Column =>
  columns.column((row) => closeAt(columns.bars.time.at(row), series, true))

export const companionStudies = {
  OI: {
    title: 'Open Interest',
    aliases: ['open interest'],
    inputs: [],
    plots: [line('plot', 2, 'Open Interest')],
    place: smallPane,
    format: 'volume',
    companions: ['openInterest'],
    compute: (columns, _inputs, closeAt) => [seriesOf(columns, closeAt)],
  },
  FUNDING: {
    title: 'Funding Rate, %',
    aliases: ['funding rate', 'funding'],
    inputs: [],
    plots: [{ id: 'plot', title: 'Rate', kind: 'histogram', tone: 'sign' }],
    place: smallPane,
    format: 'fine',
    companions: ['fundingRate'],
    compute: (columns, _inputs, closeAt) => [seriesOf(columns, closeAt)],
  },
  LSR: {
    title: 'Long/Short Ratio',
    aliases: ['long/short ratio', 'long short ratio'],
    inputs: [],
    plots: [line('plot', 4, 'Ratio')],
    place: smallPane,
    format: 'plain',
    levels: [1],
    companions: ['longShortRatio'],
    compute: (columns, _inputs, closeAt) => [seriesOf(columns, closeAt)],
  },
  LIQ: {
    title: 'Liquidations',
    aliases: ['liquidations'],
    inputs: [],
    plots: [
      { id: 'shorts', title: 'Shorts', kind: 'histogram', tone: 'up' },
      { id: 'longs', title: 'Longs', kind: 'histogram', tone: 'down' },
    ],
    place: smallPane,
    format: 'volume',
    companions: ['liquidatedShorts', 'liquidatedLongs'],
    // Longs are drawn below zero, so that neither side hides the other.
    compute: (columns, _inputs, closeAt) => {
      const longs = sumsOf(columns, closeAt, 1)
      return [sumsOf(columns, closeAt, 0), columns.column((row) => -longs.at(row))]
    },
  },
} satisfies Record<string, StudyShape>
