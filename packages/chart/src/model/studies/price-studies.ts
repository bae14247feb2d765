// Studies over the price: averages, bands and trend lines.

import {
  deviation,
  ema,
  highest,
  hma,
  lowest,
  ratioOf,
  rma,
  sma,
  trueRange,
  vwma,
  wma,
} from './averages.ts'
import { type Column, priceOf, type StudyColumns } from './columns.ts'
import { parabolic, superTrend } from './trailing-lines.ts'
import {
  factor,
  line,
  num,
  source,
  sourceIn,
  type StudyInputs,
  type StudyShape,
  whole,
} from './study-shape.ts'

type Average = (columns: StudyColumns, of: Column, length: number) => Column

/** A study of several averages of one price, with one length input each. */
function averages(
  title: string,
  aliases: readonly string[],
  { average, lengths }: { average: Average; lengths: Readonly<Record<string, number>> },
): StudyShape {
  const ids = Object.keys(lengths)
  return {
    title,
    aliases,
    inputs: [...Object.entries(lengths).map(([id, length]) => whole(id, length)), source()],
    plots: ids.map((id, at) => line(id, at)),
    place: 'price',
    format: 'price',
    compute: (columns, inputs) => {
      const price = priceOf(columns, sourceIn(inputs))
      return ids.map((id) => average(columns, price, num(inputs, id)))
    },
  }
}

const dema: Average = (columns, of, length) => {
  const once = ema(columns, of, length)
  const twice = ema(columns, once, length)
  return columns.column((row) => 2 * once.at(row) - twice.at(row))
}

const tema: Average = (columns, of, length) => {
  const once = ema(columns, of, length)
  const twice = ema(columns, once, length)
  const thrice = ema(columns, twice, length)
  return columns.column((row) => 3 * (once.at(row) - twice.at(row)) + thrice.at(row))
}

/** Bands at a distance above and below a middle line. */
function bands(
  columns: StudyColumns,
  middle: Column,
  far: (row: number) => number,
): readonly Column[] {
  return [
    columns.column((row) => middle.at(row) + far(row)),
    middle,
    columns.column((row) => middle.at(row) - far(row)),
  ]
}

const bandPlots = [line('upper', 2), line('median', 0, 'Basis'), line('lower', 2)]
const bandFill = [{ from: 0, to: 2 }]
const overPrice = { place: 'price', format: 'price' } as const

export const bollinger = (columns: StudyColumns, inputs: StudyInputs): readonly Column[] => {
  const price = priceOf(columns, sourceIn(inputs))
  const length = num(inputs, 'length')
  const spread = deviation(columns, price, length)
  const mult = num(inputs, 'mult')
  return bands(columns, sma(columns, price, length), (row) => mult * spread.at(row))
}

/** The volume-weighted average price (VWAP) of the UTC day so far. */
function vwap(columns: StudyColumns, inputs: StudyInputs): readonly Column[] {
  const price = priceOf(columns, sourceIn(inputs))
  const { time, volume } = columns.bars
  const dayMs = 86_400_000
  const isNewDay = (row: number) =>
    row === 0 || Math.floor(time.at(row) / dayMs) !== Math.floor(time.at(row - 1) / dayMs)
  const running = (of: (row: number) => number) =>
    columns.column((row, own) => (isNewDay(row) ? 0 : own.at(row - 1)) + of(row))
  const worth = running((row) => price.at(row) * volume.at(row))
  return [
    ratioOf(
      columns,
      worth,
      running((row) => volume.at(row)),
    ),
  ]
}

const middleOf = (columns: StudyColumns, length: number): Column => {
  const top = highest(columns, columns.bars.high, length)
  const bottom = lowest(columns, columns.bars.low, length)
  return columns.column((row) => (top.at(row) + bottom.at(row)) / 2)
}

const later = (inputs: StudyInputs) => num(inputs, 'displacement') - 1

/** Another symbol beside the main one: last, mark or index price, if the feed has it. */
const comparison: StudyShape = {
  title: 'Compare',
  aliases: ['compare', 'overlay'],
  inputs: [{ id: 'symbol', title: 'Symbol', kind: 'symbol', defaultValue: '', min: 0, max: 0 }],
  plots: [line('plot', 2, 'Close')],
  place: 'price',
  format: 'price',
  isRelative: true,
  compute: (columns, _inputs, closeAt) => [
    columns.column((row) => closeAt(columns.bars.time.at(row))),
  ],
}

export const overlays = {
  COMPARE: comparison,
  MA: averages('Moving Average', ['moving average', 'moving average simple'], {
    average: sma,
    lengths: { first: 7, second: 25, third: 99 },
  }),
  EMA: averages(
    'Exponential Moving Average',
    ['moving average exponential', 'exponential moving average'],
    { average: ema, lengths: { fast: 12, slow: 26 } },
  ),
  WMA: averages('Weighted Moving Average', ['moving average weighted', 'weighted moving average'], {
    average: wma,
    lengths: { length: 9 },
  }),
  SMMA: averages('Smoothed Moving Average', ['smoothed moving average', 'rma'], {
    average: rma,
    lengths: { length: 7 },
  }),
  HMA: averages('Hull Moving Average', ['hull moving average', 'moving average hull'], {
    average: hma,
    lengths: { length: 9 },
  }),
  VWMA: averages(
    'Volume Weighted Moving Average',
    ['vwma', 'volume weighted moving average', 'moving average weighted by volume'],
    { average: vwma, lengths: { length: 20 } },
  ),
  DEMA: averages('Double EMA', ['double ema', 'double exponential moving average'], {
    average: dema,
    lengths: { length: 9 },
  }),
  TEMA: averages('Triple EMA', ['triple ema', 'triple exponential moving average'], {
    average: tema,
    lengths: { length: 9 },
  }),
  VWAP: {
    title: 'Volume Weighted Average Price',
    aliases: ['vwap', 'volume weighted average price'],
    inputs: [source('hlc3')],
    plots: [line('vwap', 2, 'VWAP')],
    ...overPrice,
    compute: vwap,
  },
  BOLL: {
    title: 'Bollinger Bands',
    aliases: ['bollinger bands'],
    inputs: [whole('length', 20), factor('mult', 2), source()],
    plots: bandPlots,
    fills: bandFill,
    ...overPrice,
    compute: bollinger,
  },
  KC: {
    title: 'Keltner Channels',
    aliases: ['keltner channels', 'keltner channel'],
    inputs: [whole('length', 20), factor('mult', 2), whole('atrLength', 10), source()],
    plots: bandPlots,
    fills: bandFill,
    ...overPrice,
    compute: (columns, inputs) => {
      const price = priceOf(columns, sourceIn(inputs))
      const range = rma(columns, trueRange(columns), num(inputs, 'atrLength'))
      const middle = ema(columns, price, num(inputs, 'length'))
      return bands(columns, middle, (row) => num(inputs, 'mult') * range.at(row))
    },
  },
  DC: {
    title: 'Donchian Channels',
    aliases: ['donchian channels', 'donchian channel'],
    inputs: [whole('length', 20)],
    plots: bandPlots,
    fills: bandFill,
    ...overPrice,
    compute: (columns, inputs) => {
      const top = highest(columns, columns.bars.high, num(inputs, 'length'))
      const bottom = lowest(columns, columns.bars.low, num(inputs, 'length'))
      return [top, columns.column((row) => (top.at(row) + bottom.at(row)) / 2), bottom]
    },
  },
  ENV: {
    title: 'Envelope',
    aliases: ['envelope', 'envelopes'],
    inputs: [whole('length', 20), factor('percent', 10), source()],
    plots: bandPlots,
    fills: bandFill,
    ...overPrice,
    compute: (columns, inputs) => {
      const middle = sma(columns, priceOf(columns, sourceIn(inputs)), num(inputs, 'length'))
      return bands(columns, middle, (row) => (middle.at(row) * num(inputs, 'percent')) / 100)
    },
  },
  ICHIMOKU: {
    title: 'Ichimoku Cloud',
    aliases: ['ichimoku cloud', 'ichimoku'],
    inputs: [
      whole('conversion', 9),
      whole('base', 26),
      whole('span', 52),
      whole('displacement', 26),
    ],
    plots: [
      line('conversion', 2),
      line('base', 3),
      { ...line('lagging', 4), shift: (inputs) => -later(inputs) },
      { ...line('leadA', 'up', 'Leading span A'), shift: later },
      { ...line('leadB', 'down', 'Leading span B'), shift: later },
    ],
    fills: [{ from: 3, to: 4, hasSides: true }],
    ...overPrice,
    compute: (columns, inputs) => {
      const conversion = middleOf(columns, num(inputs, 'conversion'))
      const base = middleOf(columns, num(inputs, 'base'))
      const lead = columns.column((row) => (conversion.at(row) + base.at(row)) / 2)
      return [conversion, base, columns.bars.close, lead, middleOf(columns, num(inputs, 'span'))]
    },
  },
  SAR: {
    title: 'Parabolic SAR',
    aliases: ['parabolic sar'],
    inputs: [
      factor('start', 0.02, { max: 1 }),
      factor('increment', 0.02, { max: 1 }),
      factor('maximum', 0.2, { title: 'Max value', max: 1 }),
    ],
    plots: [{ id: 'sar', title: 'SAR', kind: 'dots', tone: 2 }],
    ...overPrice,
    compute: (columns, inputs) => [
      parabolic(columns, {
        start: num(inputs, 'start'),
        increment: num(inputs, 'increment'),
        maximum: num(inputs, 'maximum'),
      }),
    ],
  },
  SUPERTREND: {
    title: 'SuperTrend',
    aliases: ['supertrend', 'super trend'],
    inputs: [whole('length', 10, 'ATR length'), factor('mult', 3)],
    plots: [line('rising', 'up', 'Up trend'), line('falling', 'down', 'Down trend')],
    ...overPrice,
    compute: (columns, inputs) => superTrend(columns, num(inputs, 'length'), num(inputs, 'mult')),
  },
} satisfies Record<string, StudyShape>
