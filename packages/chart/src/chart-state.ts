// What the chart shows at the moment, and what its controls may ask for. The widget owns the state;
// controls read it and never change it.

import type { ScaleMode } from './canvas/price-axis.ts'
import type { ChartType } from './canvas/price-painter.ts'
import type { StudyName } from './canvas/studies.ts'
import type { Features } from './features.ts'
import type { ChartLine } from './lines.ts'
import type { ChartMessages } from './messages.ts'
import type { Overrides, ThemeName, TimeFrame } from './options.ts'

export type ChartState = {
  symbol: string
  /** What the legend calls the symbol: its name until the feed has said more. */
  title: string
  interval: string
  /** The resolutions the symbol has, in the order of the menu. */
  intervals: readonly string[]
  favourites: readonly string[]
  chartType: ChartType
  scale: ScaleMode
  studies: readonly StudyName[]
  theme: ThemeName
  overrides: Overrides
  timezone: string
  locale: string
  messages: ChartMessages
  priceDecimals: number
  lines: readonly ChartLine[]
  readonly features: Features
  readonly timeFrames: readonly TimeFrame[]
  readonly fontFamily: string
}

export type Commands = {
  chooseInterval(interval: string): void
  toggleFavourite(interval: string): void
  chooseChartType(type: ChartType): void
  chooseScale(mode: ScaleMode): void
  toggleStudy(name: StudyName): void
  chooseTimeFrame(frame: TimeFrame): void
  chooseTimezone(timezone: string): void
  savePicture(): void
  toggleFullscreen(): void
  isFullscreen(): boolean
  retry(): void
}

/** The words of a chart type. */
export function chartTypeLabel(type: ChartType, messages: ChartMessages): string {
  const labels: Readonly<Record<ChartType, string>> = {
    candles: messages.candles,
    hollow: messages.hollowCandles,
    bars: messages.bars,
    line: messages.line,
    area: messages.area,
  }
  return labels[type]
}

/** The words of an indicator. */
export function studyLabel(name: StudyName, messages: ChartMessages): string {
  const labels: Readonly<Record<StudyName, string>> = {
    VOL: messages.volume,
    MA: messages.movingAverage,
    EMA: messages.exponentialAverage,
    BOLL: messages.bollingerBands,
    MACD: messages.macd,
    RSI: messages.rsi,
  }
  return labels[name]
}
