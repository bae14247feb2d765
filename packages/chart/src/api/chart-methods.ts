// The methods of the chart API, implemented on the chart controller.

import type { ChartApi, CreateStudyRequest, ExportedData, TimeRange } from './chart-api.ts'
import type { ChartController } from '../controller/chart-controller.ts'
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

export function chartOf(controller: ChartController): ChartApi {
  return {
    ...seriesPart(controller),
    ...studyPart(controller),
    ...scalePart(controller),
    ...timePart(controller),
    ...shapesApi({
      drawings: controller.drawings,
      symbol: () => controller.drawings.symbol,
      pane: () => controller.chartView?.canvas.drawings.pane(),
    }),
    onDataLoaded: () => controller.dataLoaded,
    onSymbolChanged: () => controller.symbolChanged,
    onIntervalChanged: () => controller.intervalChanged,
    onChartTypeChanged: () => controller.chartTypeChanged,
    onVisibleRangeChanged: () => controller.rangeChanged,
    crossHairMoved: () => controller.crosshairMoved,
    executeActionById: (action) => {
      if (!controller.isRemoved) runAction(controller, action)
    },
    getCheckableActionState: (action) => isActionOn(controller, action),
    createOrderLine: () => createOrderLine(controller.trading),
    createPositionLine: () => createPositionLine(controller.trading),
    createExecutionShape: () => createExecutionShape(controller.trading),
    refreshMarks: () => {
      controller.marks.clear()
      controller.chartView?.canvas.emitViewChanged()
    },
    clearMarks: () => controller.marks.clear(),
    setScrollEnabled: (enabled) => controller.chartView?.canvas.setScrollEnabled(enabled),
    setZoomEnabled: (enabled) => controller.chartView?.canvas.setZoomEnabled(enabled),
  }
}

function seriesPart(controller: ChartController): SeriesPart {
  const opened = (symbol: string, interval: string, callback?: () => void): Promise<boolean> =>
    new Promise((resolve) => {
      if (controller.isRemoved) return resolve(false)
      controller.open(symbol, interval, () => {
        if (callback !== undefined) safely(callback)
        resolve(controller.hasBars)
      })
    })
  return {
    symbol: () => controller.state.symbol,
    symbolExt: () => {
      const { info, symbol } = controller.state
      if (info === undefined) return null
      const { exchange = '', description = '', type = '' } = info
      return { symbol: info.name, full_name: info.ticker ?? symbol, exchange, description, type }
    },
    resolution: () => controller.state.interval,
    setSymbol: (symbol, callback) => opened(symbol, controller.state.interval, callback),
    setResolution: (resolution, callback) => opened(controller.state.symbol, resolution, callback),
    chartType: () => numberOfType(controller.state.chartType),
    setChartType: async (number, callback) => {
      if (controller.isRemoved) return false
      const type = typeOfNumber(number)
      if (type === undefined) console.warn(`Chart type ${number} is not supported`)
      else controller.style.setChartType(type)
      if (callback !== undefined) safely(callback)
      return type !== undefined
    },
    resetData: () => controller.reload(),
    dataReady: (callback) => {
      if (callback !== undefined) {
        if (controller.hasBars) safely(callback)
        else controller.dataLoaded.subscribe(null, callback, true)
      }
      return controller.hasBars
    },
    getSeries: () => seriesOf(controller),
    priceFormatter: () => ({
      format: (price) => controller.chartView?.priceText(price) ?? String(price),
    }),
    selection: () => {
      const { session } = controller.drawings
      return {
        allSources: () => (session.selected === undefined ? [] : [session.selected.id]),
        isEmpty: () => session.selected === undefined,
        clear: () => session.select(undefined),
      }
    },
    exportData: async (range) => exported(controller, range),
  }
}

function exported(
  controller: ChartController,
  range: { from?: number; to?: number } = {},
): ExportedData {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = range
  const bars = controller.feedStatus.bars()
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

function studyPart(controller: ChartController): StudyPart {
  return {
    createStudy: async (...request) => createdStudy(controller, request),
    removeStudy: (id) => controller.studies.remove(id),
    removeEntity: (id, { disableUndo = false } = {}) => {
      const { store } = controller.drawings
      if (store.get(id) !== undefined) store.remove([id], !disableUndo)
      else controller.studies.remove(id, disableUndo)
    },
    getAllStudies: () => controller.studies.all.map(({ id, name }) => ({ id, name })),
    getStudyById: (id) => studyOf(controller, id),
    removeAllStudies: () => {
      for (const { id } of controller.studies.all) controller.studies.remove(id)
    },
    createStudyTemplate: (options) => controller.layout.template(options),
    applyStudyTemplate: (template) => controller.layout.applyTemplate(template),
  }
}

function createdStudy(controller: ChartController, request: CreateStudyRequest): string | null {
  const [name, , , inputs, styles, options] = request
  if (controller.isRemoved) return null
  const limit = controller.state.options.study_count_limit
  const isFull = limit !== undefined && controller.studies.all.length >= limit
  if (options?.checkLimit === true && isFull) {
    console.warn(`No more than ${limit} indicators are allowed`)
    return null
  }
  const { disableUndo = false } = options ?? {}
  const id = controller.studies.add({ name, inputs, styles, disableUndo })
  if (id === undefined) console.warn(`Indicator ${name} is not known`)
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

function scalePart(controller: ChartController): ScalePart {
  return {
    setPriceScaleMode: (mode) => controller.style.setScale(scaleOfNumber(mode)),
    priceScaleMode: () => scaleNumber(controller.state.scale),
    getPanes: () => panesOf(controller),
    getAllPanesHeight: () => panesOf(controller).map((pane) => pane.getHeight()),
    setAllPanesHeight: (heights) => {
      const whole = heights.reduce((sum, one) => sum + one, 0)
      if (!(whole > 0)) return
      const shares = enginePanes(controller.studies.all).map((pane, at): [string, number] => [
        pane,
        (heights[at + 1] ?? 0) / whole,
      ])
      controller.state.paneShares = new Map(shares.filter(([, share]) => share > 0))
      controller.chartView?.showPanes()
      controller.events.panes_height_changed.emit()
    },
    getPriceScale: () => mainScale(controller),
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

/** How long to wait for a range that the feed may never reach. */
const rangeTimeoutMs = 5_000

function timePart(controller: ChartController): TimePart {
  const scale = timeScaleOf(controller)
  const past: TimeRange[] = []
  const range = (): TimeRange => {
    const times = controller.chartView?.canvas.visibleTimes()
    return { from: (times?.fromMs ?? 0) / 1000, to: (times?.toMs ?? 0) / 1000 }
  }
  return {
    getVisibleRange: range,
    setVisibleRange: async ({ from, to }, { percentRightMargin } = {}) => {
      if (controller.isRemoved || !(to >= from)) return
      past.push(range())
      const isThere = () =>
        (controller.chartView?.canvas.oldestMs ?? Number.POSITIVE_INFINITY) <= from * 1000
      const needsMore = controller.hasBars && !isThere() && controller.hasOlder
      const isResolved = () => isThere() || !controller.hasOlder
      const shown =
        needsMore || !controller.hasBars ? loaded(controller, isResolved) : Promise.resolve()
      controller.showRange(from * 1000, to * 1000)
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
      if (last !== undefined) controller.showRange(last.from * 1000, last.to * 1000)
    },
    getTimezoneApi: () => timezoneOf(controller),
    getTimezone: () => controller.state.timezone,
    setTimezone: (timezone) => controller.style.setTimezone(timezone),
  }
}

function loaded(controller: ChartController, isResolved: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      controller.view.clearTimeout(timer)
      controller.dataLoaded.unsubscribe(null, appearance)
      resolve()
    }
    const appearance = () => {
      if (isResolved()) done()
    }
    const timer = controller.view.setTimeout(done, rangeTimeoutMs)
    controller.dataLoaded.subscribe(null, appearance)
  })
}
