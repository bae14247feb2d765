// The studies that stand over the price: averages, bands, and lines that follow a trend.

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
import { type Column, priceOf, type Sheet } from './columns.ts'
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

type Average = (sheet: Sheet, of: Column, length: number) => Column

/** A study of several averages of one price, one for each input above the source. */
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
    compute: (sheet, inputs) => {
      const price = priceOf(sheet, sourceIn(inputs))
      return ids.map((id) => average(sheet, price, num(inputs, id)))
    },
  }
}

const dema: Average = (sheet, of, length) => {
  const once = ema(sheet, of, length)
  const twice = ema(sheet, once, length)
  return sheet.column((row) => 2 * once.at(row) - twice.at(row))
}

const tema: Average = (sheet, of, length) => {
  const once = ema(sheet, of, length)
  const twice = ema(sheet, once, length)
  const thrice = ema(sheet, twice, length)
  return sheet.column((row) => 3 * (once.at(row) - twice.at(row)) + thrice.at(row))
}

/** Lines at a distance above and below a middle. */
function bands(sheet: Sheet, middle: Column, far: (row: number) => number): readonly Column[] {
  return [
    sheet.column((row) => middle.at(row) + far(row)),
    middle,
    sheet.column((row) => middle.at(row) - far(row)),
  ]
}

const bandPlots = [line('upper', 2), line('median', 0, 'Basis'), line('lower', 2)]
const bandFill = [{ from: 0, to: 2 }]
const overPrice = { place: 'price', format: 'price' } as const

export const bollinger = (sheet: Sheet, inputs: StudyInputs): readonly Column[] => {
  const price = priceOf(sheet, sourceIn(inputs))
  const length = num(inputs, 'length')
  const spread = deviation(sheet, price, length)
  const mult = num(inputs, 'mult')
  return bands(sheet, sma(sheet, price, length), (row) => mult * spread.at(row))
}

/** The mean price of the UTC day so far, each price weighted by its volume. */
function vwap(sheet: Sheet, inputs: StudyInputs): readonly Column[] {
  const price = priceOf(sheet, sourceIn(inputs))
  const { time, volume } = sheet.bars
  const dayMs = 86_400_000
  const isNewDay = (row: number) =>
    row === 0 || Math.floor(time.at(row) / dayMs) !== Math.floor(time.at(row - 1) / dayMs)
  const running = (of: (row: number) => number) =>
    sheet.column((row, own) => (isNewDay(row) ? 0 : own.at(row - 1)) + of(row))
  const worth = running((row) => price.at(row) * volume.at(row))
  return [
    ratioOf(
      sheet,
      worth,
      running((row) => volume.at(row)),
    ),
  ]
}

const middleOf = (sheet: Sheet, length: number): Column => {
  const top = highest(sheet, sheet.bars.high, length)
  const bottom = lowest(sheet, sheet.bars.low, length)
  return sheet.column((row) => (top.at(row) + bottom.at(row)) / 2)
}

const later = (inputs: StudyInputs) => num(inputs, 'displacement') - 1

/** Another symbol beside the main one: last, mark or index, whatever the feed has a name for. */
const comparison: StudyShape = {
  title: 'Compare',
  aliases: ['compare', 'overlay'],
  inputs: [{ id: 'symbol', title: 'Symbol', kind: 'symbol', otherwise: '', min: 0, max: 0 }],
  plots: [line('plot', 2, 'Close')],
  place: 'price',
  format: 'price',
  isRelative: true,
  compute: (sheet, _inputs, closeAt) => [sheet.column((row) => closeAt(sheet.bars.time.at(row)))],
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
    compute: (sheet, inputs) => {
      const price = priceOf(sheet, sourceIn(inputs))
      const range = rma(sheet, trueRange(sheet), num(inputs, 'atrLength'))
      const middle = ema(sheet, price, num(inputs, 'length'))
      return bands(sheet, middle, (row) => num(inputs, 'mult') * range.at(row))
    },
  },
  DC: {
    title: 'Donchian Channels',
    aliases: ['donchian channels', 'donchian channel'],
    inputs: [whole('length', 20)],
    plots: bandPlots,
    fills: bandFill,
    ...overPrice,
    compute: (sheet, inputs) => {
      const top = highest(sheet, sheet.bars.high, num(inputs, 'length'))
      const bottom = lowest(sheet, sheet.bars.low, num(inputs, 'length'))
      return [top, sheet.column((row) => (top.at(row) + bottom.at(row)) / 2), bottom]
    },
  },
  ENV: {
    title: 'Envelope',
    aliases: ['envelope', 'envelopes'],
    inputs: [whole('length', 20), factor('percent', 10), source()],
    plots: bandPlots,
    fills: bandFill,
    ...overPrice,
    compute: (sheet, inputs) => {
      const middle = sma(sheet, priceOf(sheet, sourceIn(inputs)), num(inputs, 'length'))
      return bands(sheet, middle, (row) => (middle.at(row) * num(inputs, 'percent')) / 100)
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
    compute: (sheet, inputs) => {
      const conversion = middleOf(sheet, num(inputs, 'conversion'))
      const base = middleOf(sheet, num(inputs, 'base'))
      const lead = sheet.column((row) => (conversion.at(row) + base.at(row)) / 2)
      return [conversion, base, sheet.bars.close, lead, middleOf(sheet, num(inputs, 'span'))]
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
    compute: (sheet, inputs) => [
      parabolic(sheet, {
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
    compute: (sheet, inputs) => superTrend(sheet, num(inputs, 'length'), num(inputs, 'mult')),
  },
} satisfies Record<string, StudyShape>
