// Studies of the price that have a pane of their own.

import { deviation, ema, highest, lowest, ratioOf, rma, sma, sumOf, trueRange } from './averages.ts'
import { bollinger } from './price-studies.ts'
import { type Column, priceOf, type StudyColumns } from './columns.ts'
import {
  factor,
  line,
  num,
  type PlotShape,
  smallPane,
  source,
  sourceIn,
  type StudyInputs,
  type StudyShape,
  whole,
} from './study-shape.ts'

const plain = { place: smallPane, format: 'plain' } as const
const histogram: PlotShape = {
  id: 'histogram',
  title: 'Histogram',
  kind: 'histogram',
  tone: 'sign',
}

/** The change of a price over `back` bars. */
const changeOf = (columns: StudyColumns, of: Column, back = 1): Column =>
  columns.column((row) => of.at(row) - of.at(row - back))

/** Wilder's relative strength index, 0 to 100; 100 if nothing has fallen. */
function strength(columns: StudyColumns, of: Column, length: number): Column {
  const change = changeOf(columns, of)
  const rise = rma(
    columns,
    columns.column((row) => Math.max(0, change.at(row))),
    length,
  )
  const fall = rma(
    columns,
    columns.column((row) => Math.max(0, -change.at(row))),
    length,
  )
  return columns.column((row) => {
    const [up, down] = [rise.at(row), fall.at(row)]
    if (down === 0) return up === 0 ? 50 : 100
    return 100 - 100 / (1 + up / down)
  })
}

/** The position of a value between the lowest and the highest of the last rows, 0 to 100. */
function relativePosition(
  columns: StudyColumns,
  of: Column,
  { top, bottom }: { top: Column; bottom: Column },
): Column {
  return columns.column((row) => {
    const span = top.at(row) - bottom.at(row)
    return span === 0 ? 50 : (100 * (of.at(row) - bottom.at(row))) / span
  })
}

const extremesOf = (columns: StudyColumns, length: number) => ({
  top: highest(columns, columns.bars.high, length),
  bottom: lowest(columns, columns.bars.low, length),
})

function macd(columns: StudyColumns, inputs: StudyInputs): readonly Column[] {
  const price = priceOf(columns, sourceIn(inputs))
  const fast = ema(columns, price, num(inputs, 'fast'))
  const slow = ema(columns, price, num(inputs, 'slow'))
  const gap = columns.column((row) => fast.at(row) - slow.at(row))
  const signal = ema(columns, gap, num(inputs, 'signal'))
  return [gap, signal, columns.column((row) => gap.at(row) - signal.at(row))]
}

function directional(columns: StudyColumns, inputs: StudyInputs): readonly Column[] {
  const { high, low } = columns.bars
  const length = num(inputs, 'length')
  const up = changeOf(columns, high)
  const down = columns.column((row) => low.at(row - 1) - low.at(row))
  // The first bar has no previous bar and is not counted.
  const ofMove = (move: Column, other: Column) =>
    columns.column((row) => {
      if (row === 0) return Number.NaN
      return move.at(row) > Math.max(0, other.at(row)) ? move.at(row) : 0
    })
  const [plus, minus] = [ofMove(up, down), ofMove(down, up)]
  const spans = trueRange(columns)
  const range = rma(
    columns,
    columns.column((row) => (row === 0 ? Number.NaN : spans.at(row))),
    length,
  )
  const shareOf = (moves: Column) => {
    const smooth = rma(columns, moves, length)
    return columns.column((row) =>
      range.at(row) === 0 ? 0 : (100 * smooth.at(row)) / range.at(row),
    )
  }
  const [above, below] = [shareOf(plus), shareOf(minus)]
  const tension = columns.column((row) => {
    const sum = above.at(row) + below.at(row)
    return sum === 0 ? 0 : (100 * Math.abs(above.at(row) - below.at(row))) / sum
  })
  return [rma(columns, tension, num(inputs, 'smoothing')), above, below]
}

/** How recent the highest and the lowest price are, in percent of the window; 100 is now. */
function aroon(columns: StudyColumns, inputs: StudyInputs): readonly Column[] {
  const length = num(inputs, 'length')
  const sideOf = (of: Column, isBetter: (one: number, other: number) => boolean) =>
    columns.column((row) => {
      if (row < length) return Number.NaN
      let best = row - length
      for (let at = best + 1; at <= row; at += 1) if (isBetter(of.at(at), of.at(best))) best = at
      return (100 * (length - (row - best))) / length
    })
  return [
    sideOf(columns.bars.high, (one, other) => one >= other),
    sideOf(columns.bars.low, (one, other) => one <= other),
  ]
}

function ultimate(columns: StudyColumns, inputs: StudyInputs): readonly Column[] {
  const { low, close } = columns.bars
  const pressure = columns.column((row) => {
    const trueLow = row === 0 ? low.at(row) : Math.min(low.at(row), close.at(row - 1))
    return close.at(row) - trueLow
  })
  const range = trueRange(columns)
  const [fast, middle, slow] = ['fast', 'middle', 'slow'].map((id) => {
    const length = num(inputs, id)
    return ratioOf(columns, sumOf(columns, pressure, length), sumOf(columns, range, length))
  })
  if (!fast || !middle || !slow) return []
  return [
    columns.column((row) => (100 * (4 * fast.at(row) + 2 * middle.at(row) + slow.at(row))) / 7),
  ]
}

/** Lambert's Commodity Channel Index: distance from the mean over the mean deviation. */
function commodity(columns: StudyColumns, inputs: StudyInputs): readonly Column[] {
  const price = priceOf(columns, sourceIn(inputs))
  const length = num(inputs, 'length')
  const mean = sma(columns, price, length)
  return [
    columns.column((row) => {
      let sum = 0
      for (let at = row - length + 1; at <= row; at += 1) {
        sum += Math.abs(price.at(at) - mean.at(row))
      }
      const far = sum / length
      return far === 0 ? 0 : (price.at(row) - mean.at(row)) / (0.015 * far)
    }),
  ]
}

export const oscillators = {
  MACD: {
    title: 'MACD',
    aliases: ['macd', 'moving average convergence divergence'],
    inputs: [whole('fast', 12), whole('slow', 26), whole('signal', 9), source()],
    plots: [line('macd', 2, 'MACD'), line('signal', 3), histogram],
    place: { part: 0.2, minPx: 56, maxPx: 140 },
    format: 'price',
    compute: macd,
  },
  RSI: {
    title: 'Relative Strength Index',
    aliases: ['relative strength index'],
    inputs: [whole('length', 14), source()],
    plots: [line('plot', 1, 'RSI')],
    ...plain,
    levels: [30, 70],
    compute: (columns, inputs) => [
      strength(columns, priceOf(columns, sourceIn(inputs)), num(inputs, 'length')),
    ],
  },
  STOCH: {
    title: 'Stochastic',
    aliases: ['stochastic'],
    inputs: [
      whole('length', 14, '%K length'),
      whole('smoothK', 1, '%K smoothing'),
      whole('smoothD', 3, '%D smoothing'),
    ],
    plots: [line('k', 2, '%K'), line('d', 3, '%D')],
    ...plain,
    levels: [20, 80],
    compute: (columns, inputs) => {
      const raw = relativePosition(
        columns,
        columns.bars.close,
        extremesOf(columns, num(inputs, 'length')),
      )
      const k = sma(columns, raw, num(inputs, 'smoothK'))
      return [k, sma(columns, k, num(inputs, 'smoothD'))]
    },
  },
  STOCHRSI: {
    title: 'Stochastic RSI',
    aliases: ['stochastic rsi', 'stoch rsi'],
    inputs: [
      whole('smoothK', 3, 'K'),
      whole('smoothD', 3, 'D'),
      whole('rsiLength', 14, 'RSI length'),
      whole('length', 14, 'Stochastic length'),
      source(),
    ],
    plots: [line('k', 2, 'K'), line('d', 3, 'D')],
    ...plain,
    levels: [20, 80],
    compute: (columns, inputs) => {
      const length = num(inputs, 'length')
      const rsi = strength(columns, priceOf(columns, sourceIn(inputs)), num(inputs, 'rsiLength'))
      const ends = { top: highest(columns, rsi, length), bottom: lowest(columns, rsi, length) }
      const k = sma(columns, relativePosition(columns, rsi, ends), num(inputs, 'smoothK'))
      return [k, sma(columns, k, num(inputs, 'smoothD'))]
    },
  },
  CCI: {
    title: 'Commodity Channel Index',
    aliases: ['commodity channel index'],
    inputs: [whole('length', 20), source('hlc3')],
    plots: [line('plot', 2, 'CCI')],
    ...plain,
    levels: [-100, 100],
    compute: commodity,
  },
  WILLR: {
    title: 'Williams %R',
    aliases: ['williams %r', 'williams percent range'],
    inputs: [whole('length', 14)],
    plots: [line('plot', 1, '%R')],
    ...plain,
    levels: [-80, -20],
    compute: (columns, inputs) => {
      const ends = extremesOf(columns, num(inputs, 'length'))
      const place = relativePosition(columns, columns.bars.close, ends)
      return [columns.column((row) => place.at(row) - 100)]
    },
  },
  ATR: {
    title: 'Average True Range',
    aliases: ['average true range'],
    inputs: [whole('length', 14)],
    plots: [line('plot', 3, 'ATR')],
    place: smallPane,
    format: 'price',
    compute: (columns, inputs) => [rma(columns, trueRange(columns), num(inputs, 'length'))],
  },
  DMI: {
    title: 'Directional Movement (ADX)',
    aliases: ['directional movement', 'average directional index', 'adx'],
    inputs: [whole('smoothing', 14, 'ADX smoothing'), whole('length', 14, 'DI length')],
    plots: [line('adx', 0, 'ADX'), line('plus', 'up', '+DI'), line('minus', 'down', '−DI')],
    ...plain,
    compute: directional,
  },
  MOM: {
    title: 'Momentum',
    aliases: ['momentum'],
    inputs: [whole('length', 10), source()],
    plots: [line('plot', 2, 'Momentum')],
    place: smallPane,
    format: 'price',
    levels: [0],
    compute: (columns, inputs) => [
      changeOf(columns, priceOf(columns, sourceIn(inputs)), num(inputs, 'length')),
    ],
  },
  ROC: {
    title: 'Rate of Change',
    aliases: ['rate of change', 'price rate of change'],
    inputs: [whole('length', 9), source()],
    plots: [line('plot', 2, 'ROC')],
    ...plain,
    levels: [0],
    compute: (columns, inputs) => {
      const price = priceOf(columns, sourceIn(inputs))
      const back = num(inputs, 'length')
      return [columns.column((row) => 100 * (price.at(row) / price.at(row - back) - 1))]
    },
  },
  AROON: {
    title: 'Aroon',
    aliases: ['aroon'],
    inputs: [whole('length', 14)],
    plots: [line('upper', 'up', 'Aroon up'), line('lower', 'down', 'Aroon down')],
    ...plain,
    levels: [0, 100],
    compute: aroon,
  },
  TRIX: {
    title: 'TRIX',
    aliases: ['trix'],
    inputs: [whole('length', 18)],
    plots: [line('plot', 3, 'TRIX')],
    ...plain,
    levels: [0],
    compute: (columns, inputs) => {
      const length = num(inputs, 'length')
      const log = columns.column((row) => Math.log(columns.bars.close.at(row)))
      const smooth = ema(columns, ema(columns, ema(columns, log, length), length), length)
      const change = changeOf(columns, smooth)
      return [columns.column((row) => 10_000 * change.at(row))]
    },
  },
  AO: {
    title: 'Awesome Oscillator',
    aliases: ['awesome oscillator'],
    inputs: [whole('fast', 5), whole('slow', 34)],
    plots: [{ ...histogram, id: 'plot', title: 'AO' }],
    place: smallPane,
    format: 'price',
    compute: (columns, inputs) => {
      const price = priceOf(columns, 'hl2')
      const fast = sma(columns, price, num(inputs, 'fast'))
      const slow = sma(columns, price, num(inputs, 'slow'))
      return [columns.column((row) => fast.at(row) - slow.at(row))]
    },
  },
  STDEV: {
    title: 'Standard Deviation',
    aliases: ['standard deviation'],
    inputs: [whole('length', 20), source()],
    plots: [line('plot', 2, 'Deviation')],
    place: smallPane,
    format: 'price',
    compute: (columns, inputs) => [
      deviation(columns, priceOf(columns, sourceIn(inputs)), num(inputs, 'length')),
    ],
  },
  BBW: {
    title: 'Bollinger BandWidth',
    aliases: ['bollinger bands width', 'bollinger bandwidth'],
    inputs: [whole('length', 20), factor('mult', 2), source()],
    plots: [line('plot', 2, 'Width')],
    ...plain,
    compute: (columns, inputs) => {
      const [top, middle, bottom] = bollinger(columns, inputs)
      if (!top || !middle || !bottom) return []
      return [columns.column((row) => (100 * (top.at(row) - bottom.at(row))) / middle.at(row))]
    },
  },
  BBP: {
    title: 'Bollinger Bands %B',
    aliases: ['bollinger bands %b'],
    inputs: [whole('length', 20), factor('mult', 2), source()],
    plots: [line('plot', 2, '%B')],
    ...plain,
    levels: [0, 1],
    compute: (columns, inputs) => {
      const price = priceOf(columns, sourceIn(inputs))
      const [top, , bottom] = bollinger(columns, inputs)
      if (!top || !bottom) return []
      const place = relativePosition(columns, price, { top, bottom })
      return [columns.column((row) => place.at(row) / 100)]
    },
  },
  UO: {
    title: 'Ultimate Oscillator',
    aliases: ['ultimate oscillator'],
    inputs: [whole('fast', 7), whole('middle', 14), whole('slow', 28)],
    plots: [line('plot', 3, 'UO')],
    ...plain,
    levels: [30, 70],
    compute: ultimate,
  },
  CHOP: {
    title: 'Choppiness Index',
    aliases: ['choppiness index'],
    inputs: [{ ...whole('length', 14), min: 2 }],
    plots: [line('plot', 2, 'CHOP')],
    ...plain,
    levels: [38.2, 61.8],
    compute: (columns, inputs) => {
      const length = num(inputs, 'length')
      const way = sumOf(columns, trueRange(columns), length)
      const { top, bottom } = extremesOf(columns, length)
      return [
        columns.column((row) => {
          const span = top.at(row) - bottom.at(row)
          return span === 0 ? 100 : (100 * Math.log10(way.at(row) / span)) / Math.log10(length)
        }),
      ]
    },
  },
} satisfies Record<string, StudyShape>
