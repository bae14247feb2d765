// The commands of the UI, mapped to the modules that execute them.

import type { Commands, DialogName, Starred } from '../model/chart-state.ts'
import type { TimeFrame } from '../options/options.ts'
import type { ChartContext } from './context.ts'
import type { SaveLoad } from './save-load.ts'
import { copyScreenshot, linkScreenshot, openScreenshot, saveScreenshot } from './screenshots.ts'
import type { SeriesStyle } from './series-style.ts'
import type { Studies } from './studies.ts'

export interface CommandContext extends ChartContext {
  readonly style: SeriesStyle
  readonly studies: Studies
  readonly layout: SaveLoad
  open(symbol: string, interval: string): void
  reload(): void
  /** Repeats the requests that failed. */
  retry(): void
  showTimeFrame(frame: TimeFrame): void
  /** Scrolls the bar of a time to the middle. */
  centerTime(timeMs: number): void
}

export function commandsOf(context: CommandContext): Commands {
  const { state, style, studies, settings, workspace } = context
  let templates: readonly string[] = []
  const learnTemplates = async () => {
    if (!state.features.has('study_templates')) return
    templates = (await context.layout.templates()).map(({ name }) => name)
  }
  void learnTemplates()
  return {
    chooseInterval: (interval) => context.open(state.symbol, interval),
    toggleFavourite: (interval) => {
      state.favourites = toggled(state.favourites, interval)
      settings.write('favourites', state.favourites)
      context.chartView?.update()
    },
    toggleStar: (kind: keyof Starred, name) => {
      state.starred = { ...state.starred, [kind]: toggled(state.starred[kind], name) }
      settings.write(`starred.${kind}`, state.starred[kind])
      context.chartView?.update()
    },
    chooseChartType: (type) => style.setChartType(type),
    chooseScale: (mode) => {
      style.setScale(mode)
      context.chartView?.canvas.fitPrices()
    },
    setInverted: (isInverted) => style.setInverted(isInverted),
    fitPrices: () => context.chartView?.canvas.fitPrices(),
    addStudy: (name) => void studies.add({ name }),
    changeStudy: (id, change) => studies.setParameters(id, change),
    compare: (symbol, place) => compareWith(context, symbol, place),
    removeStudy: (id) => studies.remove(id),
    ...paneCommands(context),
    markStudy: (id) => context.chartView?.canvas.panes.mark(id),
    setStudyVisible: (id, isVisible) => studies.change(id, { isVisible }),
    chooseTimeFrame: (frame) => context.showTimeFrame(frame),
    chooseTimezone: (timezone) => style.setTimezone(timezone),
    applyOverrides: (overrides) => style.chooseOverrides(overrides),
    saveScreenshot: () => void saveScreenshot(context),
    copyScreenshot: () => void copyScreenshot(context),
    openScreenshot: () => void openScreenshot(context),
    linkScreenshot: () => void linkScreenshot(context),
    toggleFullscreen: () => toggleFullscreen(context),
    isFullscreen: () => (context.chartView?.page.fullscreenElement ?? null) !== null,
    undo: () => workspace.history.undo(),
    redo: () => workspace.history.redo(),
    openDialog: (name: DialogName, first = '') => context.chartView?.popups.openDialog(name, first),
    applyStudyTemplate: (name) => void context.layout.showTemplate(name),
    studyTemplates: () => templates,
    retry: () => context.retry(),
    layout: {
      charts: () => context.layout.charts(),
      open: (record) => context.layout.open(record),
      save: (name) => context.layout.saveAs(name),
      drop: (id) => context.layout.drop(id),
      saveTemplate: async (name) => {
        await context.layout.saveTemplate(name)
        await learnTemplates()
      },
    },
    undoRedoState: () => workspace.history.state,
    openSymbol: (symbol) => context.open(symbol, state.interval),
    centerTime: (timeMs) => context.centerTime(timeMs),
  }
}

function paneCommands(context: CommandContext) {
  const { state, studies, settings, workspace } = context
  return {
    movePane: (pane, to) => studies.movePane(pane, to),
    foldPane: (pane, isFolded) => {
      const folded = new Set(state.collapsedPanes)
      if (isFolded) folded.add(pane)
      else folded.delete(pane)
      state.collapsedPanes = folded
      settings.write('foldedPanes', [...folded])
      context.chartView?.showPanes()
      workspace.touch()
    },
    closePane: (pane) => studies.closePane(pane),
  } satisfies Partial<Commands>
}

/** Adds a compared symbol, unless it is there already. */
function compareWith(
  { studies, state }: Pick<CommandContext, 'studies' | 'state'>,
  symbol: string,
  place: 'scale' | 'pane',
): void {
  const others = studies.all.filter(({ name }) => name === 'COMPARE')
  const inOwnPane = place === 'pane'
  const isThere = others.some(
    ({ inputs, pane }) => inputs['symbol'] === symbol && (pane !== undefined) === inOwnPane,
  )
  if (isThere || symbol === '') return
  // The first comparison has the theme's colour, each further one another of the palette.
  const tones = state.appearance.palette.studies
  const color = tones[(2 + others.length) % tones.length]
  const styles = others.length > 0 && color !== undefined ? { 'plot_0.color': color } : {}
  studies.add({ name: 'COMPARE', inputs: { symbol }, styles, inOwnPane })
}

export function toggleFullscreen(context: ChartContext): void {
  const page = context.chartView?.page
  if (page === undefined) return
  const change =
    page.fullscreenElement === null
      ? page.documentElement.requestFullscreen()
      : page.exitFullscreen()
  change.catch(() => console.warn('The browser did not allow a change of fullscreen'))
}

function toggled<Item>(items: readonly Item[], item: Item): Item[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item]
}
