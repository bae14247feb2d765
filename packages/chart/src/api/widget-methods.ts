// The methods of the widget: names of the host's, deeds of the rooms behind it.
import { inputShapes, studyNamed, studyNames } from '../model/studies/study-catalogue.ts'
import type { ChartApi } from './chart-api.ts'
import type { ChartHost } from '../controller/chart-controller.ts'
import { safely, Signal } from '../primitives/events.ts'
import { toggleFullscreen } from '../controller/commands.ts'
import { pictureOfChart, postPicture } from '../controller/screenshots.ts'
import { numberOfType } from '../controller/series-style.ts'
import { chartOf } from './chart-methods.ts'
import { makeDropdown, makeHostButton } from './host-controls.ts'
import { selectedLineTool, selectLineTool } from '../controller/drawing-switches.ts'
import { WatchedValue } from '../primitives/watched-value.ts'
import type { ChartWidget } from './widget-api.ts'
import { chartTypes } from '../model/chart-type.ts'

export const engineVersion = '0.1.0'

export function widgetOf(host: ChartHost): ChartWidget {
  const chart = chartOf(host)
  return {
    _id: host.frame.id,
    _iFrame: host.frame.element,
    get _ready() {
      return host.isReady
    },
    ...readyPart(host, chart),
    ...stylePart(host),
    ...eventPart(host),
    ...layoutPart(host),
    ...headerPart(host),
    ...drawingPart(host),
    ...listPart(host, chart),
    ...dialogPart(host),
    engineVersion: () => engineVersion,
    remove: () => host.remove(),
  }
}

function readyPart(host: ChartHost, chart: ChartApi) {
  const whenReady = (callback: () => void) => {
    if (host.isRemoved) return
    if (host.isReady) safely(callback)
    else host.readied.subscribe(null, callback, true)
  }
  return {
    onChartReady: whenReady,
    chartReady: () => new Promise<boolean>((resolve) => whenReady(() => resolve(true))),
    headerReady: () => host.worded,
    activeChart: () => chart,
    chart: () => chart,
    chartsCount: () => 1,
    setSymbol: (symbol: string, interval: string, callback?: () => void) =>
      host.open(symbol, interval, callback),
    setResolution: (resolution: string, callback?: () => void) =>
      host.open(host.state.symbol, resolution, callback),
    symbolInterval: () => ({ symbol: host.state.symbol, interval: host.state.interval }),
  } satisfies Partial<ChartWidget>
}

function stylePart(host: ChartHost) {
  return {
    setTheme: (theme) => host.style.setTheme(theme),
    changeTheme: async (theme, { disableUndo = false } = {}) => {
      if (host.isRemoved) return
      host.style.changeTheme(theme, disableUndo)
      await host.surface?.canvas.painted()
    },
    getTheme: () => host.state.theme,
    setTimezone: (timezone) => host.style.setTimezone(timezone),
    setMessages: (messages, locale) => host.setMessages(messages, locale),
    setLines: (lines, hands) => host.setLines(lines, hands),
    setExecutions: (marks) => {
      if (!host.isRemoved) host.trading.setExecutions(marks)
    },
    showCrosshair: (unixTime) =>
      host.surface?.canvas.times.showCrosshair(unixTime && unixTime * 1000),
    applyOverrides: (overrides) => host.style.applyOverrides(overrides),
    applyStudiesOverrides: (overrides) => {
      host.studies.setDefaults(overrides)
      // Volume is painted by the palette: its colours act at once, as those of the series do.
      const own = Object.entries(overrides).filter(([key]) => key.startsWith('volume.'))
      if (own.length > 0) host.style.applyOverrides(Object.fromEntries(own))
    },
  } satisfies Partial<ChartWidget>
}

/** An event's signal takes that event's listeners; the names pair them, the types cannot. */
function signalOf(host: ChartHost, event: string) {
  if (host.isRemoved || !Object.hasOwn(host.events, event)) return undefined
  const signal: unknown = Reflect.get(host.events, event)
  return signal instanceof Signal ? signal : undefined
}

function eventPart(host: ChartHost): Pick<ChartWidget, 'subscribe' | 'unsubscribe'> {
  return {
    subscribe: (event, callback) => signalOf(host, event)?.subscribe(null, callback),
    unsubscribe: (event, callback) => signalOf(host, event)?.unsubscribe(null, callback),
  }
}

function layoutPart(host: ChartHost) {
  const { layout } = host
  return {
    save: (callback) => {
      if (host.isRemoved) return
      const saved = layout.save()
      queueMicrotask(() => safely(() => callback(saved)))
    },
    load: (state, meta) => {
      if (host.isRemoved) return
      host.events.chart_load_requested.tell(state)
      layout.load(state, { meta })
    },
    getSavedCharts: (callback) => void layout.charts().then((charts) => callback(charts)),
    loadChartFromServer: async (chart) => {
      await layout.open(chart)
    },
    saveChartToServer: (done, failed, { chartName, defaultChartName = '' } = {}) => {
      const name = chartName ?? (host.state.layoutName || defaultChartName || host.state.title)
      void layout.saveAs(name).then((id) => (id === undefined ? failed?.() : done?.(id)))
    },
    removeChartFromServer: (id, done) => void layout.drop(id).then(() => done?.()),
    takeClientScreenshot: () => pictureOfChart(host),
    takeScreenshot: () => {
      if (!host.isRemoved) void postPicture(host)
    },
  } satisfies Partial<ChartWidget>
}

function headerPart(host: ChartHost) {
  return {
    createButton: ({ align = 'left' } = {}) => makeHostButton(host, align),
    createDropdown: async (options) => {
      await host.worded
      return makeDropdown(host, options)
    },
    onContextMenu: (callback) => {
      host.contextEntries = callback
    },
    onShortcut: (keys, callback) => host.shortcuts.add(keys, callback),
  } satisfies Partial<ChartWidget>
}

function drawingPart(host: ChartHost) {
  const { switches } = host
  const { session } = host.drawings
  return {
    selectLineTool: async (name) => selectLineTool(session, name),
    selectedLineTool: () => selectedLineTool(session),
    lockAllDrawingTools: () => switches.lockAll,
    hideAllDrawingTools: () => switches.hideAll,
    magnetEnabled: () => switches.magnetEnabled,
    magnetMode: () => switches.magnetMode,
  } satisfies Partial<ChartWidget>
}

function listPart(host: ChartHost, chart: ChartApi) {
  const types = new WatchedValue<readonly number[]>(chartTypes.map(numberOfType))
  return {
    getIntervals: () => [...host.state.intervals],
    getStudiesList: () => [...studyNames],
    getStudyInputs: (name) => {
      const known = studyNamed(name)
      const inputs = known === undefined ? [] : inputShapes(known)
      return inputs.map(({ id, otherwise }) => ({ id, defval: otherwise }))
    },
    supportedChartTypes: () => types,
    getLanguage: () => host.state.locale,
    undoRedoState: () => host.workspace.history.state,
    mainSeriesPriceFormatter: () => chart.priceFormatter(),
    resetCache: () => chart.resetData(),
    setDebugMode: (isOn) => console.debug(`The chart's debug mode is ${isOn ? 'on' : 'off'}`),
  } satisfies Partial<ChartWidget>
}

function dialogPart(host: ChartHost) {
  const setFullscreen = (isWanted: boolean) => {
    const isFull = (host.surface?.page.fullscreenElement ?? null) !== null
    if (isFull !== isWanted) toggleFullscreen(host)
  }
  const root = () => host.surface?.page.documentElement
  const visibility = (selector: string) => {
    const value = new WatchedValue('visibleOnMouseOver')
    value.subscribe((wish) => {
      root()?.style.setProperty(selector, wish === 'alwaysOff' ? 'none' : '')
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
      void host.surface?.popups.askTrader({ title, body }).then(() => callback?.())
    },
    showConfirmDialog: ({ title, body, callback, mainButtonText, cancelButtonText }) => {
      const cancel = cancelButtonText ?? host.state.messages.cancel
      const words = { title, body, confirm: mainButtonText, cancel }
      void host.surface?.popups.askTrader(words).then(callback)
    },
    closePopupsAndDialogs: () => host.surface?.closeMenus(),
    addCustomCSSFile: (url) => host.surface?.addStyleSheet(url),
    setCSSCustomProperty: (name, value) => root()?.style.setProperty(name, value),
    getCSSCustomPropertyValue: (name) => root()?.style.getPropertyValue(name) ?? '',
    dateFormat: () => date,
    navigationButtonsVisibility: () => navigation,
    paneButtonsVisibility: () => panes,
  } satisfies Partial<ChartWidget>
}
