// Studies of volume.

import { ratioOf, sma, sumOf } from './averages.ts'
import { type Column, priceOf, type StudyColumns } from './columns.ts'
import { line, num, smallPane, source, sourceIn, type StudyShape, whole } from './study-shape.ts'

/** The cumulative sum from the first bar on. */
const running = (columns: StudyColumns, of: (row: number) => number): Column =>
  columns.column((row, own) => (row === 0 ? 0 : own.at(row - 1)) + of(row))

/** The position of the close in the bar, -1 at its low to 1 at its high, times the volume. */
function pressure(columns: StudyColumns): Column {
  const { high, low, close, volume } = columns.bars
  return columns.column((row) => {
    const span = high.at(row) - low.at(row)
    if (span === 0) return 0
    return ((2 * close.at(row) - low.at(row) - high.at(row)) / span) * volume.at(row)
  })
}

export const volumes = {
  VOL: {
    title: 'Volume',
    aliases: ['volume'],
    inputs: [whole('length', 20)],
    plots: [
      { id: 'volume', title: 'Volume', kind: 'volume', tone: 'bar' },
      { ...line('volume ma', 3, 'Volume MA'), isHidden: true },
    ],
    place: { part: 0.17, minPx: 44, maxPx: 110 },
    format: 'volume',
    compute: (columns, inputs) => [
      columns.bars.volume,
      sma(columns, columns.bars.volume, num(inputs, 'length')),
    ],
  },
  OBV: {
    title: 'On Balance Volume',
    aliases: ['on balance volume'],
    inputs: [],
    plots: [line('plot', 2, 'OBV')],
    place: smallPane,
    format: 'volume',
    compute: (columns) => {
      const { close, volume } = columns.bars
      return [
        running(columns, (row) =>
          row === 0 ? 0 : Math.sign(close.at(row) - close.at(row - 1)) * volume.at(row),
        ),
      ]
    },
  },
  MFI: {
    title: 'Money Flow Index',
    aliases: ['money flow index', 'money flow'],
    inputs: [whole('length', 14), source('hlc3')],
    plots: [line('plot', 1, 'MFI')],
    place: smallPane,
    format: 'plain',
    levels: [20, 80],
    compute: (columns, inputs) => {
      const price = priceOf(columns, sourceIn(inputs))
      const length = num(inputs, 'length')
      const flowOf = (sign: number) => {
        const part = columns.column((row) => {
          const isCounted = Math.sign(price.at(row) - price.at(row - 1)) === sign
          if (row === 0) return Number.NaN
          return isCounted ? price.at(row) * columns.bars.volume.at(row) : 0
        })
        return sumOf(columns, part, length)
      }
      const [inflow, outflow] = [flowOf(1), flowOf(-1)]
      return [
        columns.column((row) => {
          const sum = inflow.at(row) + outflow.at(row)
          return sum === 0 ? 50 : (100 * inflow.at(row)) / sum
        }),
      ]
    },
  },
  CMF: {
    title: 'Chaikin Money Flow',
    aliases: ['chaikin money flow'],
    inputs: [whole('length', 20)],
    plots: [line('plot', 4, 'CMF')],
    place: smallPane,
    format: 'plain',
    levels: [0],
    compute: (columns, inputs) => {
      const length = num(inputs, 'length')
      const flow = sumOf(columns, pressure(columns), length)
      return [ratioOf(columns, flow, sumOf(columns, columns.bars.volume, length))]
    },
  },
  ADL: {
    title: 'Accumulation/Distribution',
    aliases: ['accumulation/distribution', 'accumulation distribution'],
    inputs: [],
    plots: [line('plot', 4, 'A/D')],
    place: smallPane,
    format: 'volume',
    compute: (columns) => {
      const push = pressure(columns)
      return [running(columns, (row) => push.at(row))]
    },
  },
  PVT: {
    title: 'Price Volume Trend',
    aliases: ['price volume trend'],
    inputs: [],
    plots: [line('plot', 2, 'PVT')],
    place: smallPane,
    format: 'volume',
    compute: (columns) => {
      const { close, volume } = columns.bars
      return [
        running(columns, (row) => {
          const before = close.at(row - 1)
          return row === 0 || before === 0 ? 0 : (close.at(row) / before - 1) * volume.at(row)
        }),
      ]
    },
  },
} satisfies Record<string, StudyShape>
