// The API of the main series, with TradingView's names.

import type { ChartController } from '../controller/chart-controller.ts'
import { numberOfType, seriesId, typeOfNumber } from '../controller/series-style.ts'
import type { Bar } from '../options/datafeed.ts'
import { mainScale, type PriceScaleApi } from './price-scale.ts'

export interface SeriesApi {
  id(): string
  chartStyle(): number
  setChartStyle(style: number): void
  /** The loaded bars, oldest first. */
  bars(): Bar[]
  priceScale(): PriceScaleApi
  isVisible(): boolean
}

export function seriesOf(controller: ChartController): SeriesApi {
  return {
    id: () => seriesId,
    chartStyle: () => numberOfType(controller.state.chartType),
    setChartStyle: (style) => {
      const type = typeOfNumber(style)
      if (type === undefined) console.warn(`Chart type ${style} is not supported`)
      else controller.style.setChartType(type)
    },
    bars: () => [...controller.feedStatus.bars()],
    priceScale: () => mainScale(controller),
    isVisible: () => true,
  }
}
