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
  readonly drawingTools: string
  readonly showDrawingTools: string
  readonly cursor: string
  readonly lineTools: string
  readonly fibTools: string
  readonly shapeTools: string
  readonly positionTools: string
  /** Placeholder: {group}. */
  readonly moreOf: string
  readonly drawTrendLine: string
  readonly drawRay: string
  readonly drawExtendedLine: string
  readonly drawArrow: string
  readonly drawHorizontalLine: string
  readonly drawHorizontalRay: string
  readonly drawVerticalLine: string
  readonly drawParallelChannel: string
  readonly drawFibRetracement: string
  readonly drawFibExtension: string
  readonly drawRectangle: string
  readonly drawBrush: string
  readonly drawText: string
  readonly drawMeasure: string
  readonly drawLongPosition: string
  readonly drawShortPosition: string
  readonly magnet: string
  readonly magnetOff: string
  readonly magnetWeak: string
  readonly magnetStrong: string
  readonly keepDrawing: string
  readonly lockDrawings: string
  readonly unlockDrawings: string
  readonly hideDrawings: string
  readonly showDrawings: string
  readonly removeDrawings: string
  readonly drawingList: string
  readonly noDrawings: string
  readonly undo: string
  /** Placeholder of the three: {tool}. */
  readonly drawnStep: string
  readonly changedStep: string
  readonly removedStep: string
  readonly redo: string
  readonly drawingStyle: string
  readonly lineColour: string
  readonly textColour: string
  readonly fillColour: string
  readonly noFill: string
  readonly themeColour: string
  readonly lineWidth: string
  readonly lineDash: string
  readonly dashSolid: string
  readonly dashDashed: string
  readonly dashDotted: string
  readonly textSize: string
  readonly template: string
  readonly saveAsDefault: string
  readonly applyDefault: string
  readonly resetStyle: string
  readonly lockDrawing: string
  readonly unlockDrawing: string
  readonly hideDrawing: string
  readonly removeDrawing: string
  readonly cloneDrawing: string
  readonly copyDrawing: string
  readonly pasteDrawing: string
  readonly bringToFront: string
  readonly sendToBack: string
  readonly moreActions: string
  readonly editText: string
  readonly textHint: string
  readonly accountSize: string
  readonly riskPercent: string
  readonly useInOrder: string
  readonly targetWord: string
  readonly stopWord: string
  readonly quantityWord: string
  readonly riskRewardWord: string
  /** Placeholder: {count}. */
  readonly barCount: string
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
  drawingTools: 'Drawing tools',
  showDrawingTools: 'Show drawing tools',
  cursor: 'Cursor',
  lineTools: 'Lines',
  fibTools: 'Fibonacci',
  shapeTools: 'Shapes',
  positionTools: 'Position tools',
  moreOf: 'More: {group}',
  drawTrendLine: 'Trend line',
  drawRay: 'Ray',
  drawExtendedLine: 'Extended line',
  drawArrow: 'Arrow',
  drawHorizontalLine: 'Horizontal line',
  drawHorizontalRay: 'Horizontal ray',
  drawVerticalLine: 'Vertical line',
  drawParallelChannel: 'Parallel channel',
  drawFibRetracement: 'Fibonacci retracement',
  drawFibExtension: 'Fibonacci extension',
  drawRectangle: 'Rectangle',
  drawBrush: 'Brush',
  drawText: 'Text',
  drawMeasure: 'Measure',
  drawLongPosition: 'Long position',
  drawShortPosition: 'Short position',
  magnet: 'Magnet',
  magnetOff: 'No magnet',
  magnetWeak: 'Weak magnet',
  magnetStrong: 'Strong magnet',
  keepDrawing: 'Stay in drawing mode',
  lockDrawings: 'Lock all drawings',
  unlockDrawings: 'Unlock all drawings',
  hideDrawings: 'Hide all drawings',
  showDrawings: 'Show all drawings',
  removeDrawings: 'Remove all drawings',
  drawingList: 'Drawings on this chart',
  noDrawings: 'There are no drawings for this symbol.',
  undo: 'Undo',
  drawnStep: 'Draw: {tool}',
  changedStep: 'Change: {tool}',
  removedStep: 'Remove: {tool}',
  redo: 'Redo',
  drawingStyle: 'Style of the drawing',
  lineColour: 'Line colour',
  textColour: 'Text colour',
  fillColour: 'Fill colour',
  noFill: 'No fill',
  themeColour: 'Colour of the theme',
  lineWidth: 'Line width',
  lineDash: 'Line style',
  dashSolid: 'Solid',
  dashDashed: 'Dashed',
  dashDotted: 'Dotted',
  textSize: 'Text size',
  template: 'Template',
  saveAsDefault: 'Save as default',
  applyDefault: 'Apply default',
  resetStyle: 'Reset to the theme',
  lockDrawing: 'Lock',
  unlockDrawing: 'Unlock',
  hideDrawing: 'Hide',
  removeDrawing: 'Remove',
  cloneDrawing: 'Clone',
  copyDrawing: 'Copy',
  pasteDrawing: 'Paste',
  bringToFront: 'Bring to front',
  sendToBack: 'Send to back',
  moreActions: 'More',
  editText: 'Edit text',
  textHint: 'Text',
  accountSize: 'Account size',
  riskPercent: 'Risk, %',
  useInOrder: 'Use in order',
  targetWord: 'Target',
  stopWord: 'Stop',
  quantityWord: 'Qty',
  riskRewardWord: 'Risk/reward',
  barCount: '{count} bars',
}
