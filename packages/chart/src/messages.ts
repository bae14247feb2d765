// Every word the chart shows. English stands here; other languages are loaded when they are asked
// for, and a host may hand over words of its own.

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
  readonly heikinAshi: string
  readonly baseline: string
  readonly highLow: string
  readonly columns: string
  readonly movePaneUp: string
  readonly movePaneDown: string
  readonly foldPane: string
  readonly unfoldPane: string
  readonly closePane: string
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
  readonly troubleOlder: string
  readonly troubleUnfit: string
  readonly troubleLive: string
  readonly troubleFull: string
  readonly troubleStale: string
  readonly keys: string
  readonly theme: string
  readonly scaleInverted: string
  readonly scaleIndexed: string
  readonly scaleIndexedShort: string
  readonly autoScale: string
  readonly settings: string
  readonly templates: string
  readonly saveTemplate: string
  readonly symbolSearch: string
  readonly searchPlaceholder: string
  readonly searching: string
  readonly searchNothing: string
  readonly typeAll: string
  readonly typeSpot: string
  readonly typePerpetual: string
  readonly typeExpiry: string
  readonly goToDate: string
  readonly date: string
  readonly goTo: string
  readonly cancel: string
  readonly confirm: string
  readonly save: string
  readonly closeDialog: string
  readonly name: string
  readonly layouts: string
  readonly saveLayout: string
  readonly loadLayout: string
  readonly noLayouts: string
  readonly deleteLayout: string
  readonly changeInterval: string
  readonly intervalHint: string
  readonly intervalUnknown: string
  readonly symbolInfo: string
  readonly description: string
  readonly exchange: string
  readonly symbolType: string
  readonly tickSize: string
  readonly tradingHours: string
  readonly resetView: string
  readonly zoomIn: string
  readonly zoomOut: string
  readonly moveLeft: string
  readonly moveRight: string
  readonly copyPrice: string
  readonly removeIndicators: string
  readonly hideIndicator: string
  readonly showIndicator: string
  readonly marketOpen: string
  readonly marketDelayed: string
  readonly marketEnded: string
  readonly gridLines: string
  readonly lastPriceLine: string
  readonly countdown: string
  readonly legendValues: string
  readonly risingColor: string
  readonly fallingColor: string
  readonly backgroundColor: string
  readonly indicatorSearch: string
  readonly onThisChart: string
  readonly starredOnes: string
  readonly indicatorSettings: string
  readonly studyInputs: string
  readonly studyStyle: string
  readonly resetDefaults: string
  readonly inputLength: string
  readonly inputFast: string
  readonly inputSlow: string
  readonly inputSignal: string
  readonly inputDeviation: string
  /** Placeholder of the two: {number}. */
  readonly inputNumbered: string
  readonly plotNumbered: string
  readonly copyPicture: string
  readonly openPicture: string
  readonly pictureRefused: string
  readonly statusLine: string
  readonly appearance: string
  readonly candleBorders: string
  readonly candleWicks: string
  readonly topMargin: string
  readonly bottomMargin: string
  readonly titleWord: string
  readonly indicatorValues: string
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
  readonly tradingLines: string
  readonly tradingLineKeys: string
  readonly addAtPrice: string
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
  heikinAshi: 'Heikin-Ashi',
  baseline: 'Baseline',
  highLow: 'High-low',
  columns: 'Columns',
  movePaneUp: 'Move pane up',
  movePaneDown: 'Move pane down',
  foldPane: 'Collapse pane',
  unfoldPane: 'Expand pane',
  closePane: 'Close pane',
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
  troubleOlder: 'Older bars could not be loaded.',
  troubleUnfit: 'Some bars could not be drawn and were left out.',
  troubleLive: 'Live prices are incomplete.',
  troubleFull: 'Older bars are not loaded: the chart holds as many as it can.',
  troubleStale: 'The latest bars could not be loaded.',
  keys: 'Arrow keys move, plus and minus zoom, End shows the latest bar.',
  theme: 'Theme',
  scaleInverted: 'Invert scale',
  scaleIndexed: 'Indexed to 100',
  scaleIndexedShort: '100',
  autoScale: 'Fit prices to the screen',
  settings: 'Chart settings',
  templates: 'Indicator templates',
  saveTemplate: 'Save as template…',
  symbolSearch: 'Symbol search',
  searchPlaceholder: 'Search a symbol',
  searching: 'Searching…',
  searchNothing: 'Nothing found.',
  typeAll: 'All',
  typeSpot: 'Spot',
  typePerpetual: 'Perpetual',
  typeExpiry: 'Expiry',
  goToDate: 'Go to date',
  date: 'Date',
  goTo: 'Go',
  cancel: 'Cancel',
  confirm: 'OK',
  save: 'Save',
  closeDialog: 'Close',
  name: 'Name',
  layouts: 'Chart layouts',
  saveLayout: 'Save layout…',
  loadLayout: 'Load layout…',
  noLayouts: 'No layout has been saved yet.',
  deleteLayout: 'Delete layout',
  changeInterval: 'Change interval',
  intervalHint: 'For example 5, 60 or 1D',
  intervalUnknown: 'This interval is not available.',
  symbolInfo: 'Symbol info',
  description: 'Description',
  exchange: 'Exchange',
  symbolType: 'Type',
  tickSize: 'Tick size',
  tradingHours: 'Trading hours',
  resetView: 'Reset view',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  copyPrice: 'Copy price',
  removeIndicators: 'Remove all indicators',
  hideIndicator: 'Hide',
  showIndicator: 'Show',
  marketOpen: 'Market open',
  marketDelayed: 'Delayed data',
  marketEnded: 'Trading has ended',
  gridLines: 'Grid lines',
  lastPriceLine: 'Last price line',
  countdown: 'Countdown to the close of the bar',
  legendValues: 'Values in the legend',
  risingColor: 'Rising',
  fallingColor: 'Falling',
  backgroundColor: 'Background',
  indicatorSearch: 'Search an indicator',
  onThisChart: 'On this chart',
  starredOnes: 'Favourites',
  indicatorSettings: 'Indicator settings',
  studyInputs: 'Inputs',
  studyStyle: 'Style',
  resetDefaults: 'Reset to defaults',
  inputLength: 'Length',
  inputFast: 'Fast length',
  inputSlow: 'Slow length',
  inputSignal: 'Signal length',
  inputDeviation: 'Deviations',
  inputNumbered: 'Length {number}',
  plotNumbered: 'Line {number}',
  copyPicture: 'Copy picture',
  openPicture: 'Open picture in a new tab',
  pictureRefused: 'The browser did not allow it.',
  statusLine: 'Status line',
  appearance: 'Appearance',
  candleBorders: 'Borders',
  candleWicks: 'Wicks',
  topMargin: 'Top margin, %',
  bottomMargin: 'Bottom margin, %',
  titleWord: 'Title',
  indicatorValues: 'Indicator values',
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
  tradingLines: 'Trading lines',
  tradingLineKeys:
    'Arrow up and down move a line by a tick, Shift by ten, Enter confirms, Escape lets go, Delete cancels.',
  addAtPrice: 'Trade or set an alert at this price',
}

/**
 * Returns all words: the given ones where there are any, English for the rest, each as the host's
 * own translation function has it where that answers with text.
 */
export function translated(
  given: Partial<ChartMessages> | undefined,
  translate: ((key: string, original: string) => string | null) | undefined,
): ChartMessages {
  const words = { ...englishMessages, ...given }
  if (translate === undefined) return words
  const entries = Object.entries(words).map(([key, original]) => {
    let own: string | null = null
    try {
      own = translate(key, original)
    } catch (failure) {
      console.warn('The translation function failed', failure)
    }
    return [key, typeof own === 'string' ? own : original]
  })
  return { ...words, ...Object.fromEntries(entries) }
}
