// Trading on a chart, loaded separately because a chart that only shows prices does not need it.

import type { ChartWidget } from '@basis/chart/widget'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { BracketPanel } from './bracket/BracketPanel.tsx'
import { useBracketDrawing } from './bracket/use-bracket.ts'
import { DragPanel } from './drag/DragPanel.tsx'
import { useTrading } from './use-trading.ts'

export type ChartTradingProps = {
  readonly widget: ChartWidget | undefined
  readonly ticker: string
  readonly instrument: Instrument
}

/** Trading lines, fill marks and the menu at a price. */
export function ChartTrading(chart: ChartTradingProps) {
  useTrading(chart)
  return null
}

/** As ChartTrading, and the drawing and dragging that only the first chart has. */
export function FirstChartTrading({ mayDraw, ...chart }: ChartTradingProps & { mayDraw: boolean }) {
  const { widget, instrument } = chart
  useTrading(chart)
  useBracketDrawing(widget, instrument, mayDraw)
  return (
    <>
      {mayDraw && <BracketPanel widget={widget} instrument={instrument} />}
      <DragPanel instrument={instrument} />
    </>
  )
}
