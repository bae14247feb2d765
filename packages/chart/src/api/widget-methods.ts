// The methods of the widget API, implemented on the chart controller.
import { inputShapes, studyNamed, studyNames } from '../model/studies/study-catalogue.ts'
import type { ChartApi } from './chart-api.ts'
import type { ChartController } from '../controller/chart-controller.ts'
import { safely, Signal } from '../primitives/events.ts'
import { toggleFullscreen } from '../controller/commands.ts'
import { screenshotOfChart, postScreenshot } from '../controller/screenshots.ts'
import { numberOfType } from '../controller/series-style.ts'
import { chartOf } from './chart-methods.ts'
import { makeDropdown, makeHostButton } from './host-controls.ts'
import { selectedLineTool, selectLineTool } from '../controller/drawing-switches.ts'
import { WatchedValue } from '../primitives/watched-value.ts'
import type { ChartWidget } from './widget-api.ts'
import { chartTypes } from '../model/chart-type.ts'

const engineVersion = '0.1.0'

export function widgetOf(controller: ChartController): ChartWidget {
  const chart = chartOf(controller)
  return {
    _id: controller.frame.id,
    _iFrame: controller.frame.element,
    get _ready() {
      return controller.isReady
    },
    ...readyPart(controller, chart),
    ...stylePart(controller),
    ...eventPart(controller),
    ...layoutPart(controller),
    ...headerPart(controller),
    ...drawingPart(controller),
    ...listPart(controller, chart),
    ...dialogPart(controller),
    engineVersion: () => engineVersion,
    remove: () => controller.remove(),
  }
}

function readyPart(controller: ChartController, chart: ChartApi) {
  const whenReady = (callback: () => void) => {
    if (controller.isRemoved) return
    if (controller.isReady) safely(callback)
    else controller.ready.subscribe(null, callback, true)
  }
  return {
    onChartReady: whenReady,
    chartReady: () => new Promise<boolean>((resolve) => whenReady(() => resolve(true))),
    headerReady: () => controller.messagesLoaded,
    activeChart: () => chart,
    chart: () => chart,
    chartsCount: () => 1,
    setSymbol: (symbol: string, interval: string, callback?: () => void) =>
      controller.open(symbol, interval, callback),
    setResolution: (resolution: string, callback?: () => void) =>
      controller.open(controller.state.symbol, resolution, callback),
    symbolInterval: () => ({
      symbol: controller.state.symbol,
      interval: controller.state.interval,
    }),
  } satisfies Partial<ChartWidget>
}

function stylePart(controller: ChartController) {
  return {
    setTheme: (theme) => controller.style.setTheme(theme),
    changeTheme: async (theme, { disableUndo = false } = {}) => {
      if (controller.isRemoved) return
      controller.style.changeTheme(theme, disableUndo)
      await controller.chartView?.canvas.painted()
    },
    getTheme: () => controller.state.theme,
    setTimezone: (timezone) => controller.style.setTimezone(timezone),
    setMessages: (messages, locale) => controller.setMessages(messages, locale),
    setLines: (lines, handlers) => controller.setLines(lines, handlers),
    dragPrices: (handlers) =>
      controller.isRemoved ? () => {} : controller.trading.wantPrices(handlers),
    setExecutions: (marks) => {
      if (!controller.isRemoved) controller.trading.setExecutions(marks)
    },
    showCrosshair: (unixTime) =>
      controller.chartView?.canvas.times.showCrosshair(unixTime && unixTime * 1000),
    applyOverrides: (overrides) => controller.style.applyOverrides(overrides),
    applyStudiesOverrides: (overrides) => {
      controller.studies.setDefaults(overrides)
      // Volume is painted from the palette: its colours apply at once, as those of the series do.
      const own = Object.entries(overrides).filter(([key]) => key.startsWith('volume.'))
      if (own.length > 0) controller.style.applyOverrides(Object.fromEntries(own))
    },
  } satisfies Partial<ChartWidget>
}

/** Names pair each event with its signal and listeners; the types cannot express it. */
function signalOf(controller: ChartController, event: string) {
  if (controller.isRemoved || !Object.hasOwn(controller.events, event)) return undefined
  const signal: unknown = Reflect.get(controller.events, event)
  return signal instanceof Signal ? signal : undefined
}

function eventPart(controller: ChartController): Pick<ChartWidget, 'subscribe' | 'unsubscribe'> {
  return {
    subscribe: (event, callback) => signalOf(controller, event)?.subscribe(null, callback),
    unsubscribe: (event, callback) => signalOf(controller, event)?.unsubscribe(null, callback),
  }
}

function layoutPart(controller: ChartController) {
  const { layout } = controller
  return {
    save: (callback) => {
      if (controller.isRemoved) return
      const saved = layout.save()
      queueMicrotask(() => safely(() => callback(saved)))
    },
    load: (state, meta) => {
      if (controller.isRemoved) return
      controller.events.chart_load_requested.emit(state)
      layout.load(state, { meta })
    },
    getSavedCharts: (callback) => void layout.charts().then((charts) => callback(charts)),
    loadChartFromServer: async (chart) => {
      await layout.open(chart)
    },
    saveChartToServer: (done, failed, { chartName, defaultChartName = '' } = {}) => {
      const name =
        chartName ?? (controller.state.layoutName || defaultChartName || controller.state.title)
      void layout.saveAs(name).then((id) => (id === undefined ? failed?.() : done?.(id)))
    },
    removeChartFromServer: (id, done) => void layout.drop(id).then(() => done?.()),
    takeClientScreenshot: () => screenshotOfChart(controller),
    takeScreenshot: () => {
      if (!controller.isRemoved) void postScreenshot(controller)
    },
  } satisfies Partial<ChartWidget>
}

function headerPart(controller: ChartController) {
  return {
    createButton: ({ align = 'left' } = {}) => makeHostButton(controller, align),
    createDropdown: async (options) => {
      await controller.messagesLoaded
      return makeDropdown(controller, options)
    },
    onContextMenu: (callback) => {
      controller.contextEntries = callback
    },
    onShortcut: (keys, callback) => controller.shortcuts.add(keys, callback),
  } satisfies Partial<ChartWidget>
}

function drawingPart(controller: ChartController) {
  const { switches } = controller
  const { session } = controller.drawings
  return {
    selectLineTool: async (name) => selectLineTool(session, name),
    selectedLineTool: () => selectedLineTool(session),
    lockAllDrawingTools: () => switches.lockAll,
    hideAllDrawingTools: () => switches.hideAll,
    magnetEnabled: () => switches.magnetEnabled,
    magnetMode: () => switches.magnetMode,
  } satisfies Partial<ChartWidget>
}

function listPart(controller: ChartController, chart: ChartApi) {
  const types = new WatchedValue<readonly number[]>(chartTypes.map(numberOfType))
  return {
    getIntervals: () => [...controller.state.intervals],
    getStudiesList: () => [...studyNames],
    getStudyInputs: (name) => {
      const known = studyNamed(name)
      const inputs = known === undefined ? [] : inputShapes(known)
      return inputs.map(({ id, defaultValue: fallback }) => ({ id, defval: fallback }))
    },
    supportedChartTypes: () => types,
    getLanguage: () => controller.state.locale,
    undoRedoState: () => controller.workspace.history.state,
    mainSeriesPriceFormatter: () => chart.priceFormatter(),
    resetCache: () => chart.resetData(),
    setDebugMode: (isOn) => console.debug(`The chart's debug mode is ${isOn ? 'on' : 'off'}`),
  } satisfies Partial<ChartWidget>
}

function dialogPart(controller: ChartController) {
  const setFullscreen = (isWanted: boolean) => {
    const isFull = (controller.chartView?.page.fullscreenElement ?? null) !== null
    if (isFull !== isWanted) toggleFullscreen(controller)
  }
  const root = () => controller.chartView?.page.documentElement
  const visibility = (selector: string) => {
    const value = new WatchedValue('visibleOnMouseOver')
    value.subscribe((setting) => {
      root()?.style.setProperty(selector, setting === 'alwaysOff' ? 'none' : '')
    })
    return value
  }
  const navigation = visibility('--navigation-display')
  const panes = visibility('--pane-buttons-display')
  const date = new WatchedValue('')
  return {
    startFullscreen: () => setFullscreen(true),
    exitFullscreen: () => setFullscreen(false),
    showNoticeDialog: ({ title, body, callback }) => {
      void controller.chartView?.popups.askTrader({ title, body }).then(() => callback?.())
    },
    showConfirmDialog: ({ title, body, callback, mainButtonText, cancelButtonText }) => {
      const cancel = cancelButtonText ?? controller.state.messages.cancel
      const texts = { title, body, confirm: mainButtonText, cancel }
      void controller.chartView?.popups.askTrader(texts).then(callback)
    },
    closePopupsAndDialogs: () => controller.chartView?.closeMenus(),
    addCustomCSSFile: (url) => controller.chartView?.addStyleSheet(url),
    setCSSCustomProperty: (name, value) => root()?.style.setProperty(name, value),
    getCSSCustomPropertyValue: (name) => root()?.style.getPropertyValue(name) ?? '',
    dateFormat: () => date,
    navigationButtonsVisibility: () => navigation,
    paneButtonsVisibility: () => panes,
  } satisfies Partial<ChartWidget>
}
