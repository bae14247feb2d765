// Every word the chart shows. English stands here; the host hands over its own language.

export type ChartMessages = {
  readonly chart: string
  readonly toolbar: string
  readonly intervals: string
  readonly moreIntervals: string
  readonly minutes: string
  readonly hours: string
  readonly days: string
  readonly addFavourite: string
  readonly removeFavourite: string
  readonly chartType: string
  readonly candles: string
  readonly hollowCandles: string
  readonly bars: string
  readonly line: string
  readonly area: string
  readonly indicators: string
  readonly removeIndicator: string
  readonly volume: string
  readonly movingAverage: string
  readonly exponentialAverage: string
  readonly bollingerBands: string
  readonly macd: string
  readonly rsi: string
  readonly screenshot: string
  readonly fullscreen: string
  readonly exitFullscreen: string
  readonly priceScale: string
  readonly scaleNormal: string
  readonly scaleNormalShort: string
  readonly scaleLog: string
  readonly scaleLogShort: string
  readonly scalePercent: string
  readonly timeRange: string
  readonly timeZone: string
  readonly toLatest: string
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly change: string
  readonly volumeShort: string
  readonly loading: string
  readonly noData: string
  readonly noDataHint: string
  readonly failed: string
  readonly unknownSymbol: string
  readonly retry: string
  readonly keys: string
  /** Placeholders: {symbol} {interval} {last} {change} {high} {low}. */
  readonly summary: string
}

export const englishMessages: ChartMessages = {
  chart: 'Price chart',
  toolbar: 'Chart controls',
  intervals: 'Interval',
  moreIntervals: 'More intervals',
  minutes: 'Minutes',
  hours: 'Hours',
  days: 'Days and longer',
  addFavourite: 'Add to the toolbar',
  removeFavourite: 'Remove from the toolbar',
  chartType: 'Chart type',
  candles: 'Candles',
  hollowCandles: 'Hollow candles',
  bars: 'Bars',
  line: 'Line',
  area: 'Area',
  indicators: 'Indicators',
  removeIndicator: 'Remove',
  volume: 'Volume',
  movingAverage: 'Moving average',
  exponentialAverage: 'Exponential moving average',
  bollingerBands: 'Bollinger bands',
  macd: 'MACD',
  rsi: 'Relative strength index',
  screenshot: 'Save picture',
  fullscreen: 'Fullscreen',
  exitFullscreen: 'Leave fullscreen',
  priceScale: 'Price scale',
  scaleNormal: 'Regular scale',
  scaleNormalShort: 'auto',
  scaleLog: 'Logarithmic scale',
  scaleLogShort: 'log',
  scalePercent: 'Percent scale',
  timeRange: 'Time range',
  timeZone: 'Time zone',
  toLatest: 'Go to the latest bar',
  open: 'O',
  high: 'H',
  low: 'L',
  close: 'C',
  change: 'Change',
  volumeShort: 'Vol',
  loading: 'Loading bars…',
  noData: 'No data',
  noDataHint: 'There are no bars for this symbol and interval.',
  failed: 'The bars could not be loaded.',
  unknownSymbol: 'This symbol is not known.',
  retry: 'Try again',
  keys: 'Arrow keys move, plus and minus zoom, End shows the latest bar.',
  summary:
    '{symbol}, {interval}: last price {last}, change {change}; shown range high {high}, low {low}.',
}
