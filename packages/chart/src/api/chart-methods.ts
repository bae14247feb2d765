// The methods of the one chart: names of the host's, deeds of the rooms behind it.

import type { ChartApi, CreateStudyWish, ExportedData, TimeRange } from './chart-api.ts'
import type { ChartHost } from '../controller/chart-controller.ts'
import { safely } from '../primitives/events.ts'
import {
  createExecutionShape,
  createOrderLine,
  createPositionLine,
} from '../model/lines/line-adapters.ts'
import {
  numberOfType,
  scaleNumber,
  scaleOfNumber,
  typeOfNumber,
} from '../controller/series-style.ts'
import { enginePanes } from '../canvas/study-panes-layout.ts'
import { isActionOn, runAction } from './actions.ts'
import { mainScale, panesOf } from './price-scale.ts'
import { seriesOf } from './series-api.ts'
import { shapesApi } from './shape-api.ts'
import { studyOf } from './study-api.ts'
import { timeScaleOf, timezoneOf } from './time-api.ts'

type SeriesPart = Pick<
  ChartApi,
  | 'symbol'
  | 'symbolExt'
  | 'resolution'
  | 'setSymbol'
  | 'setResolution'
  | 'chartType'
  | 'setChartType'
  | 'resetData'
  | 'dataReady'
  | 'getSeries'
  | 'priceFormatter'
  | 'exportData'
  | 'selection'
>

export function chartOf(host: ChartHost): ChartApi {
  return {
    ...seriesPart(host),
    ...studyPart(host),
    ...scalePart(host),
    ...timePart(host),
    ...shapesApi({
      drawings: host.drawings,
      symbol: () => host.drawings.symbol,
      pane: () => host.surface?.canvas.drawings.pane(),
    }),
    onDataLoaded: () => host.dataLoaded,
    onSymbolChanged: () => host.symbolChanged,
    onIntervalChanged: () => host.intervalChanged,
    onChartTypeChanged: () => host.chartTypeChanged,
    onVisibleRangeChanged: () => host.rangeChanged,
    crossHairMoved: () => host.crosshairMoved,
    executeActionById: (action) => {
      if (!host.isRemoved) runAction(host, action)
    },
    getCheckableActionState: (action) => isActionOn(host, action),
    createOrderLine: () => createOrderLine(host.trading),
    createPositionLine: () => createPositionLine(host.trading),
    createExecutionShape: () => createExecutionShape(host.trading),
    refreshMarks: () => {
      host.marks.clear()
      host.surface?.canvas.tellView()
    },
    clearMarks: () => host.marks.clear(),
    setScrollEnabled: (enabled) => host.surface?.canvas.setScrollEnabled(enabled),
    setZoomEnabled: (enabled) => host.surface?.canvas.setZoomEnabled(enabled),
  }
}

function seriesPart(host: ChartHost): SeriesPart {
  const opened = (symbol: string, interval: string, callback?: () => void): Promise<boolean> =>
    new Promise((resolve) => {
      if (host.isRemoved) return resolve(false)
      host.open(symbol, interval, () => {
        if (callback !== undefined) safely(callback)
        resolve(host.hasBars)
      })
    })
  return {
    symbol: () => host.state.symbol,
    symbolExt: () => {
      const { info, symbol } = host.state
      if (info === undefined) return null
      const { exchange = '', description = '', type = '' } = info
      return { symbol: info.name, full_name: info.ticker ?? symbol, exchange, description, type }
    },
    resolution: () => host.state.interval,
    setSymbol: (symbol, callback) => opened(symbol, host.state.interval, callback),
    setResolution: (resolution, callback) => opened(host.state.symbol, resolution, callback),
    chartType: () => numberOfType(host.state.chartType),
    setChartType: async (number, callback) => {
      if (host.isRemoved) return false
      const type = typeOfNumber(number)
      if (type === undefined) console.warn(`Chart type ${number} is not supported`)
      else host.style.setChartType(type)
      if (callback !== undefined) safely(callback)
      return type !== undefined
    },
    resetData: () => host.reload(),
    dataReady: (callback) => {
      if (callback !== undefined) {
        if (host.hasBars) safely(callback)
        else host.dataLoaded.subscribe(null, callback, true)
      }
      return host.hasBars
    },
    getSeries: () => seriesOf(host),
    priceFormatter: () => ({
      format: (price) => host.surface?.priceText(price) ?? String(price),
    }),
    selection: () => {
      const { session } = host.drawings
      return {
        allSources: () => (session.selected === undefined ? [] : [session.selected.id]),
        isEmpty: () => session.selected === undefined,
        clear: () => session.select(undefined),
      }
    },
    exportData: async (range) => exported(host, range),
  }
}

function exported(host: ChartHost, range: { from?: number; to?: number } = {}): ExportedData {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = range
  const bars = host.trouble.bars()
  const titles = ['open', 'high', 'low', 'close', 'volume'] as const
  return {
    schema: [{ type: 'time' }, ...titles.map((plotTitle) => ({ type: 'value', plotTitle }))],
    data: bars
      .filter(({ time }) => time / 1000 >= from && time / 1000 <= to)
      .map((bar) => Float64Array.of(bar.time / 1000, ...titles.map((key) => bar[key] ?? 0))),
  }
}

type StudyPart = Pick<
  ChartApi,
  | 'createStudy'
  | 'removeStudy'
  | 'removeEntity'
  | 'getAllStudies'
  | 'getStudyById'
  | 'removeAllStudies'
  | 'createStudyTemplate'
  | 'applyStudyTemplate'
>

function studyPart(host: ChartHost): StudyPart {
  return {
    createStudy: async (...wish) => createdStudy(host, wish),
    removeStudy: (id) => host.studies.remove(id),
    removeEntity: (id, { disableUndo = false } = {}) => {
      const { book } = host.drawings
      if (book.get(id) !== undefined) book.remove([id], !disableUndo)
      else host.studies.remove(id, disableUndo)
    },
    getAllStudies: () => host.studies.all.map(({ id, name }) => ({ id, name })),
    getStudyById: (id) => studyOf(host, id),
    removeAllStudies: () => {
      for (const { id } of host.studies.all) host.studies.remove(id)
    },
    createStudyTemplate: (options) => host.layout.template(options),
    applyStudyTemplate: (template) => host.layout.applyTemplate(template),
  }
}

function createdStudy(host: ChartHost, wish: CreateStudyWish): string | null {
  const [name, , , inputs, styles, options] = wish
  if (host.isRemoved) return null
  const limit = host.state.options.study_count_limit
  const isFull = limit !== undefined && host.studies.all.length >= limit
  if (options?.checkLimit === true && isFull) {
    console.warn(`No more than ${limit} indicators are allowed`)
    return null
  }
  const { disableUndo = false } = options ?? {}
  const id = host.studies.add({ name, inputs, styles, disableUndo })
  if (id === undefined) console.warn(`Indicator ${name} is not known`)
  // Two symbols have no price in common, only the way they have gone.
  else if (host.studies.byId(id)?.name === 'COMPARE' && host.state.scale === 'normal') {
    host.style.showScale('percent')
  }
  return id ?? null
}

type ScalePart = Pick<
  ChartApi,
  | 'setPriceScaleMode'
  | 'priceScaleMode'
  | 'getPanes'
  | 'getAllPanesHeight'
  | 'setAllPanesHeight'
  | 'getPriceScale'
>

function scalePart(host: ChartHost): ScalePart {
  return {
    setPriceScaleMode: (mode) => host.style.setScale(scaleOfNumber(mode)),
    priceScaleMode: () => scaleNumber(host.state.scale),
    getPanes: () => panesOf(host),
    getAllPanesHeight: () => panesOf(host).map((pane) => pane.getHeight()),
    setAllPanesHeight: (heights) => {
      const whole = heights.reduce((sum, one) => sum + one, 0)
      if (!(whole > 0)) return
      const shares = enginePanes(host.studies.all).map((pane, at): [string, number] => [
        pane,
        (heights[at + 1] ?? 0) / whole,
      ])
      host.state.paneShares = new Map(shares.filter(([, share]) => share > 0))
      host.surface?.showPanes()
      host.events.panes_height_changed.tell()
    },
    getPriceScale: () => mainScale(host),
  }
}

type TimePart = Pick<
  ChartApi,
  | 'getVisibleRange'
  | 'setVisibleRange'
  | 'getTimeScale'
  | 'canZoomOut'
  | 'zoomOut'
  | 'getTimezoneApi'
  | 'getTimezone'
  | 'setTimezone'
>

/** How long a range is waited for that the feed may never reach. */
const rangePatienceMs = 5_000

function timePart(host: ChartHost): TimePart {
  const scale = timeScaleOf(host)
  const past: TimeRange[] = []
  const range = (): TimeRange => {
    const times = host.surface?.canvas.visibleTimes()
    return { from: (times?.fromMs ?? 0) / 1000, to: (times?.toMs ?? 0) / 1000 }
  }
  return {
    getVisibleRange: range,
    setVisibleRange: async ({ from, to }, { percentRightMargin } = {}) => {
      if (host.isRemoved || !(to >= from)) return
      past.push(range())
      const isThere = () =>
        (host.surface?.canvas.oldestMs ?? Number.POSITIVE_INFINITY) <= from * 1000
      const needsMore = host.hasBars && !isThere() && host.hasOlder
      const isSettled = () => isThere() || !host.hasOlder
      const shown = needsMore || !host.hasBars ? loaded(host, isSettled) : Promise.resolve()
      host.showRange(from * 1000, to * 1000)
      await shown
      const margin = percentRightMargin
      if (margin === undefined || !(margin >= 0 && margin < 100)) return
      const bars = scale.width() / scale.barSpacing()
      scale.setRightOffset((bars * margin) / 100)
    },
    getTimeScale: () => scale,
    canZoomOut: () => past.length > 0,
    zoomOut: () => {
      const last = past.pop()
      if (last !== undefined) host.showRange(last.from * 1000, last.to * 1000)
    },
    getTimezoneApi: () => timezoneOf(host),
    getTimezone: () => host.state.timezone,
    setTimezone: (timezone) => host.style.setTimezone(timezone),
  }
}

function loaded(host: ChartHost, isSettled: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      host.view.clearTimeout(timer)
      host.dataLoaded.unsubscribe(null, look)
      resolve()
    }
    const look = () => {
      if (isSettled()) done()
    }
    const timer = host.view.setTimeout(done, rangePatienceMs)
    host.dataLoaded.subscribe(null, look)
  })
}
