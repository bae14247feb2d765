// Starts the chart on sample data. The address chooses: ?theme=light&symbol=ETHUSDT&interval=60
// &lines=1&fail=1&locale=de-DE; the widget is at `window.sampleChart` for trying things by hand.

import type { ChartLine } from '../src/options/trading-lines.ts'
import { createChartWidget, type ChartWidget } from '../src/api/widget.ts'
import { makeControls, sampleStorage } from './sample-controls.ts'
import { sampleFeed, type SampleSymbol } from './sample-feed.ts'

const symbols: readonly SampleSymbol[] = [
  { name: 'BTCUSDT', price: 64_000, decimals: 1 },
  { name: 'ETHUSDT', price: 3_150, decimals: 2 },
  { name: 'PEPEUSDT', price: 0.0000123, decimals: 8 },
]

declare global {
  interface Window {
    sampleChart: ChartWidget
    makeSample(): ChartWidget
    sampleFailure: string | undefined
    /** The line moves so far: id and price. */
    sampleMoves: [string, number][]
  }
}

const params = new URLSearchParams(location.search)
const symbol = params.get('symbol') ?? 'BTCUSDT'
const theme = params.get('theme') === 'light' ? 'light' : 'dark'
window.sampleFailure = params.get('fail') === null ? undefined : 'The sample feed was told to fail'

const storage = sampleStorage()

/** Makes the chart (again); a leak test calls it many times. */
function makeSample(
  disabled: readonly string[] = [],
  enabled: readonly string[] = [],
): ChartWidget {
  const made = createChartWidget({
    symbol,
    interval: params.get('interval') ?? '30',
    container: 'chart',
    autosize: true,
    theme,
    disabled_features: disabled,
    enabled_features: ['study_templates', ...enabled],
    save_load_adapter: storage,
    locale: params.get('locale') ?? 'en',
    timezone: params.get('timezone') ?? 'Etc/UTC',
    datafeed: sampleFeed({
      symbols,
      delayMs: Number(params.get('delay') ?? 60),
      ticksPerSecond: Number(params.get('ticks') ?? 4),
      depth: Number(params.get('depth') ?? 4000),
      failure: () => window.sampleFailure,
    }),
  })
  window.sampleChart = made
  return made
}

window.makeSample = () => makeSample()
const widget = makeSample()

function sampleLines(price: number): ChartLine[] {
  const pnl = { text: '+1,234.50 (+12.3%)', sign: 1 } as const
  return [
    {
      id: 'p',
      kind: 'position',
      side: 'buy',
      price: price * 0.996,
      text: 'Long',
      quantity: '0.500',
      pnl,
      buttons: ['reverse', 'close'],
    },
    {
      id: 'o1',
      kind: 'order',
      side: 'buy',
      price: price * 0.9905,
      text: 'Limit Buy',
      quantity: '0.200',
      isDraggable: true,
      buttons: ['modify', 'cancel'],
    },
    {
      id: 'o2',
      kind: 'order',
      side: 'sell',
      price: price * 1.006,
      text: 'Limit Sell',
      quantity: '0.300',
      isDraggable: true,
      buttons: ['modify', 'cancel'],
    },
    {
      id: 't',
      kind: 'takeProfit',
      price: price * 1.0075,
      text: 'TP',
      pnl: { text: '+890.00', sign: 1 },
      isDraggable: true,
      buttons: ['cancel'],
    },
    {
      id: 's',
      kind: 'stopLoss',
      price: price * 0.9895,
      text: 'SL',
      pnl: { text: '−420.00', sign: -1 },
      isDraggable: true,
      buttons: ['cancel'],
    },
    { id: 'l', kind: 'liquidation', price: price * 0.985, text: 'Liquidation', thickness: 'thin' },
    { id: 'b', kind: 'breakEven', price: price * 0.9965, text: 'Break-even' },
  ]
}

/** A pretended exchange: it accepts a change after a delay, and reports it. */
function showLines(price: number): void {
  let lines = sampleLines(price)
  const count = Number(params.get('lines'))
  for (let at = 0; at < count; at += 1) {
    const side = at % 2 === 0 ? 'buy' : 'sell'
    const line = { kind: 'order', side, text: `Order ${at}`, isDraggable: true } as const
    const buttons = ['cancel'] as const
    lines.push({ ...line, buttons, id: `n${at}`, price: price * (0.985 + (at / count) * 0.03) })
  }
  const notify = () =>
    widget.setLines(lines, {
      moved: async (id, moved) => {
        window.sampleMoves.push([id, moved])
        await new Promise((resolve) => setTimeout(resolve, 400))
        lines = lines.map((line) => (line.id === id ? { ...line, price: moved } : line))
        notify()
        return true
      },
      pressed: (id, button) => {
        if (button !== 'cancel') return
        lines = lines.filter((line) => line.id !== id)
        notify()
      },
    })
  notify()
  const nowMs = Date.now()
  widget.setExecutions(
    [0.4, 0.7, 1.1].map((days, at) => ({
      id: String(at),
      timeMs: nowMs - days * 86_400_000,
      price: price * (0.99 + at * 0.006),
      side: at === 1 ? 'sell' : 'buy',
      tooltip: 'Bought 0.100\nat the market',
    })),
  )
}

window.sampleMoves = []
if (params.get('lines') !== null) {
  let isSet = false
  widget.subscribe('onTick', ({ close }) => {
    if (!isSet) showLines(close)
    isSet = true
  })
}

const controls = document.getElementById('controls')
if (controls !== null && params.get('controls') !== null) {
  controls.hidden = false
  makeControls(
    controls,
    () => window.sampleChart,
    (disabled, enabled) => {
      window.sampleChart.remove()
      makeSample(disabled, enabled)
    },
  )
}
