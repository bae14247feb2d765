// Registers our painters with the engine as two indicators: one for the price, one for studies.

import {
  type Chart,
  type IndicatorDrawParams,
  type KLineData,
  registerIndicator,
} from 'klinecharts'
import type { ChartAppearance } from '../model/appearance.ts'
import { paintView } from './paint-view.ts'
import { paintPrice } from './price-painter.ts'
import { pricePaneId, studyIndicator } from './study-panes-layout.ts'
import type { ChartType } from '../model/chart-type.ts'

/** The state that the painters read at each repaint; changed in place by the canvas. */
export type PainterState = {
  appearance: ChartAppearance
  chartType: ChartType
  /** The current Heikin-Ashi bars of some rows. */
  heikinAshiBars(from: number, to: number): readonly KLineData[]
}

const priceIndicator = 'chartPrice'

const states = new WeakMap<Chart, PainterState>()

let isRegistered = false

function register(): void {
  if (isRegistered) return
  isRegistered = true
  // The result is the list of bars itself: nothing is computed or stored twice.
  const calc = (bars: KLineData[]) => bars
  registerIndicator<KLineData>({
    name: priceIndicator,
    series: 'price',
    figures: [],
    calc,
    draw: (hook) =>
      painted(hook, ({ appearance: state, chartType, heikinAshiBars }) => {
        const view = paintView(hook)
        const isHeikinAshi = chartType === 'heikinAshi'
        const shown = isHeikinAshi ? { ...view, bars: heikinAshiBars(view.from, view.to) } : view
        paintPrice(hook.ctx, shown, chartType, state)
      }),
  })
  // Each study computes and paints itself; the engine only needs the name.
  registerIndicator({ name: studyIndicator, figures: [], calc: () => [] })
}

/** Returns true, which stops the engine from drawing anything itself. */
function painted<Row, Input, Extra>(
  hook: IndicatorDrawParams<Row, Input, Extra>,
  paint: (state: PainterState) => void,
): boolean {
  const state = states.get(hook.chart)
  if (state !== undefined && hook.chart.getDataList().length > 0) paint(state)
  return true
}

/** Lets our painter paint the price of a chart from this state. */
export function attachPainters(chart: Chart, state: PainterState): void {
  register()
  states.set(chart, state)
  chart.createIndicator({ id: 'price', name: priceIndicator, paneId: pricePaneId, zLevel: 0 }, true)
}
