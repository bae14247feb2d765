// The scenes of the golden pictures: every chart type, pane arrangement, drawing and kind of line,
// and the chart's error messages. A scene is applied to a chart with loaded bars.

import type { Bar } from '../../packages/chart/src/options/datafeed.ts'
import type { ChartLine, ExecutionMark } from '../../packages/chart/src/options/trading-lines.ts'
import type { ChartWidget } from '../../packages/chart/src/api/widget.ts'

export type Scene = {
  readonly name: string
  /** Changes or failures of the feed's bars; undefined for a normal feed. */
  readonly feed?: 'fails' | 'slips' | 'spread'
  dress?(widget: ChartWidget, bars: readonly Bar[]): Promise<unknown> | void
}

const stepSeconds = 1_800
const lastBarSeconds = Date.parse('2026-11-20T12:00:00Z') / 1_000
export const nowMs = (lastBarSeconds + 1_200) * 1_000

/** Generated bars that are equal on every machine: sums of waves, rounded to the tick. */
export function goldenBars(count: number, base = 64_000): Bar[] {
  const price = (at: number) =>
    base * (1 + 0.012 * Math.sin(at / 9) + 0.006 * Math.sin(at / 3.1) + 0.003 * Math.sin(at * 1.9))
  const round = (value: number) => Math.round(value * 10) / 10
  return Array.from({ length: count }, (_, index) => {
    const at = index - count + 1
    const [open, close] = [price(at), price(at + 1)]
    const wick = base * 0.0012 * (1 + Math.sin(at * 2.7))
    return {
      time: (lastBarSeconds + at * stepSeconds) * 1_000,
      open: round(open),
      high: round(Math.max(open, close) + wick),
      low: round(Math.min(open, close) - wick * 0.8),
      close: round(close),
      volume: Math.round(400 + 350 * Math.sin(at * 1.3)),
    }
  })
}

const types: readonly (readonly [string, number])[] = [
  ['bars', 0],
  ['candles', 1],
  ['line', 2],
  ['area', 3],
  ['heikin-ashi', 8],
  ['hollow', 9],
  ['baseline', 10],
  ['high-low', 12],
  ['columns', 13],
]

const typeScenes: readonly Scene[] = types.map(([name, number]) => ({
  name,
  dress: (widget) => widget.activeChart().setChartType(number),
}))

const scale = (widget: ChartWidget) => widget.activeChart().getPanes()[0]?.getMainSourcePriceScale()

function onlyStudies(...names: readonly string[]) {
  return async (widget: ChartWidget) => {
    widget.activeChart().removeAllStudies()
    for (const name of names) await widget.activeChart().createStudy(name)
  }
}

const study = (widget: ChartWidget, name: string) => {
  const chart = widget.activeChart()
  const found = chart.getAllStudies().find((one) => one.name === name)
  return found === undefined ? null : chart.getStudyById(found.id)
}

const paneScenes: readonly Scene[] = [
  { name: 'no study', dress: onlyStudies() },
  { name: 'volume below' },
  { name: 'volume over the prices', dress: (widget) => study(widget, 'VOL')?.mergeUp() },
  { name: 'averages and bands', dress: onlyStudies('MA', 'BOLL') },
  { name: 'one study pane', dress: onlyStudies('RSI') },
  { name: 'three study panes', dress: onlyStudies('VOL', 'MACD', 'RSI') },
  {
    name: 'merged panes',
    dress: async (widget) => {
      await onlyStudies('MACD', 'RSI')(widget)
      study(widget, 'RSI')?.mergeUp()
    },
  },
  {
    name: 'a folded pane',
    dress: async (widget) => {
      await onlyStudies('MACD', 'RSI')(widget)
      widget.activeChart().getPanes()[1]?.collapse()
    },
  },
  {
    name: 'a compared symbol',
    dress: (widget) =>
      widget.activeChart().createStudy('Compare', false, false, { symbol: 'OTHER' }),
  },
  { name: 'logarithmic', dress: (widget) => scale(widget)?.setMode(1) },
  { name: 'percent', dress: (widget) => scale(widget)?.setMode(2) },
  { name: 'indexed to 100', dress: (widget) => scale(widget)?.setMode(3) },
  { name: 'inverted', dress: (widget) => scale(widget)?.setInverted(true) },
  {
    name: 'locked range',
    dress: (widget) => scale(widget)?.setVisiblePriceRange({ from: 62_000, to: 66_000 }),
  },
  { name: 'prices around zero', feed: 'spread' },
  { name: 'some left out', feed: 'slips' },
  { name: 'nothing to see', feed: 'fails' },
]

/** Bars back from the last one, and a share of the height of the visible prices. */
type Place = readonly [back: number, height: number]

const drawings: readonly (readonly [string, readonly Place[]])[] = [
  [
    'trend_line',
    [
      [30, 0.2],
      [8, 0.8],
    ],
  ],
  [
    'ray',
    [
      [28, 0.3],
      [18, 0.5],
    ],
  ],
  [
    'extended',
    [
      [24, 0.4],
      [14, 0.6],
    ],
  ],
  [
    'arrow',
    [
      [28, 0.25],
      [10, 0.75],
    ],
  ],
  ['horizontal_line', [[15, 0.6]]],
  ['horizontal_ray', [[20, 0.6]]],
  ['vertical_line', [[15, 0.5]]],
  [
    'parallel_channel',
    [
      [30, 0.25],
      [8, 0.65],
      [30, 0.5],
    ],
  ],
  [
    'fib_retracement',
    [
      [28, 0.1],
      [12, 0.9],
    ],
  ],
  [
    'fib_trend_ext',
    [
      [30, 0.3],
      [22, 0.6],
      [15, 0.4],
    ],
  ],
  [
    'rectangle',
    [
      [28, 0.25],
      [10, 0.75],
    ],
  ],
  [
    'brush',
    [
      [30, 0.3],
      [26, 0.6],
      [22, 0.35],
      [18, 0.7],
      [14, 0.4],
      [9, 0.6],
    ],
  ],
  ['text', [[24, 0.7]]],
  [
    'date_and_price_range',
    [
      [28, 0.3],
      [12, 0.75],
    ],
  ],
  ['long_position', [[26, 0.45]]],
  ['short_position', [[26, 0.55]]],
]

const drawingScenes: readonly Scene[] = drawings.map(([shape, places]) => ({
  name: shape,
  dress: (widget, bars) => {
    const seen = bars.slice(-40)
    const low = Math.min(...seen.map((bar) => bar.low))
    const high = Math.max(...seen.map((bar) => bar.high))
    const points = places.map(([back, height]) => ({
      time: lastBarSeconds - back * stepSeconds,
      price: low + (high - low) * height,
    }))
    const text = shape === 'text' ? { text: 'Resistance' } : {}
    return widget.activeChart().createMultipointShape(points, { shape, ...text })
  },
}))

const order = (id: string, price: number, side: 'buy' | 'sell'): ChartLine => ({
  id,
  kind: 'order',
  side,
  price,
  text: side === 'buy' ? 'Limit Buy' : 'Limit Sell',
  quantity: '0.200',
  isDraggable: true,
  buttons: ['modify', 'cancel'],
})
const position: ChartLine = {
  id: 'p',
  kind: 'position',
  side: 'buy',
  price: 63_900,
  text: 'Long',
  quantity: '0.500',
  pnl: { text: '+1,234.50 (+12.3%)', sign: 1 },
  buttons: ['reverse', 'close'],
}
const marks: readonly ExecutionMark[] = [8, 17, 26].map((back, at) => ({
  id: String(at),
  timeMs: (lastBarSeconds - back * stepSeconds) * 1_000,
  price: 63_600 + at * 300,
  side: at === 1 ? 'sell' : 'buy',
}))

const lineScenes: readonly Scene[] = [
  {
    name: 'orders and a position',
    dress: (widget) =>
      widget.setLines([position, order('o1', 63_500, 'buy'), order('o2', 64_300, 'sell')]),
  },
  {
    name: 'a stack of labels',
    dress: (widget) =>
      widget.setLines([
        ...[0, 1, 2, 3].map((at) => order(`b${at}`, 63_800 + at * 12, 'buy')),
        ...[0, 1].map((at) => order(`s${at}`, 63_850 + at * 10, 'sell')),
      ]),
  },
  {
    name: 'profit, loss, liquidation',
    dress: (widget) =>
      widget.setLines([
        { ...position, pnl: { text: '−420.00 (−4.2%)', sign: -1 } },
        { id: 't', kind: 'takeProfit', price: 64_350, text: 'TP', buttons: ['cancel'] },
        { id: 's', kind: 'stopLoss', price: 63_450, text: 'SL', buttons: ['cancel'] },
        { id: 'l', kind: 'liquidation', price: 63_250, text: 'Liquidation', thickness: 'thin' },
        { id: 'b', kind: 'breakEven', price: 64_050, text: 'Break-even' },
        { id: 'a', kind: 'alert', price: 64_600, text: 'Alert', thickness: 'thick' },
      ]),
  },
  { name: 'executions', dress: (widget) => widget.setExecutions(marks) },
  {
    name: 'lines of adapters',
    dress: (widget) => {
      const chart = widget.activeChart()
      const font = 'bold 7pt Golden'
      const order = chart.createOrderLine().setPrice(64_200).setText('Stop').setQuantity('3')
      order
        .setBodyFont(font)
        .setQuantityFont(font)
        .onCancel(() => {})
      const position = chart.createPositionLine().setPrice(63_700).setText('P&L 12')
      position
        .setQuantity('7')
        .setBodyFont(font)
        .setQuantityFont(font)
        .onClose(() => {})
    },
  },
]

export const groups: Readonly<Record<string, readonly Scene[]>> = {
  types: typeScenes,
  panes: paneScenes,
  drawings: drawingScenes,
  lines: lineScenes,
}
