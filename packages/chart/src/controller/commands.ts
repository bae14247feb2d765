// What the controls may ask for, said to the rooms that do it.

import type { Commands, DialogName, Starred } from '../model/chart-state.ts'
import type { TimeFrame } from '../options/options.ts'
import type { Desk } from './context.ts'
import type { LayoutRoom } from './save-load.ts'
import { copyPicture, openPicture, savePicture } from './screenshots.ts'
import type { SeriesStyle } from './series-style.ts'
import type { StudyBook } from './studies.ts'

export interface CommandDesk extends Desk {
  readonly style: SeriesStyle
  readonly studies: StudyBook
  readonly layout: LayoutRoom
  open(symbol: string, interval: string): void
  reload(): void
  /** Asks again for what could not be had. */
  retry(): void
  showTimeFrame(frame: TimeFrame): void
  /** Brings the bar of a moment to the middle. */
  showMoment(timeMs: number): void
}

export function commandsOf(desk: CommandDesk): Commands {
  const { state, style, studies, settings, workspace } = desk
  let templates: readonly string[] = []
  const learnTemplates = async () => {
    if (!state.features.has('study_templates')) return
    templates = (await desk.layout.templates()).map(({ name }) => name)
  }
  void learnTemplates()
  return {
    chooseInterval: (interval) => desk.open(state.symbol, interval),
    toggleFavourite: (interval) => {
      state.favourites = toggled(state.favourites, interval)
      settings.write('favourites', state.favourites)
      desk.surface?.update()
    },
    toggleStar: (kind: keyof Starred, name) => {
      state.starred = { ...state.starred, [kind]: toggled(state.starred[kind], name) }
      settings.write(`starred.${kind}`, state.starred[kind])
      desk.surface?.update()
    },
    chooseChartType: (type) => style.setChartType(type),
    chooseScale: (mode) => {
      style.setScale(mode)
      desk.surface?.canvas.fitPrices()
    },
    setInverted: (isInverted) => style.setInverted(isInverted),
    fitPrices: () => desk.surface?.canvas.fitPrices(),
    addStudy: (name) => void studies.add({ name }),
    changeStudy: (id, change) => studies.settle(id, change),
    compare: (symbol, place) => compareWith(desk, symbol, place),
    removeStudy: (id) => studies.remove(id),
    ...paneCommands(desk),
    markStudy: (id) => desk.surface?.canvas.panes.mark(id),
    setStudyVisible: (id, isVisible) => studies.change(id, { isVisible }),
    chooseTimeFrame: (frame) => desk.showTimeFrame(frame),
    chooseTimezone: (timezone) => style.setTimezone(timezone),
    applyOverrides: (overrides) => style.chooseOverrides(overrides),
    savePicture: () => void savePicture(desk),
    copyPicture: () => void copyPicture(desk),
    openPicture: () => void openPicture(desk),
    toggleFullscreen: () => toggleFullscreen(desk),
    isFullscreen: () => (desk.surface?.page.fullscreenElement ?? null) !== null,
    undo: () => workspace.history.undo(),
    redo: () => workspace.history.redo(),
    openDialog: (name: DialogName, first = '') => desk.surface?.popups.openDialog(name, first),
    applyStudyTemplate: (name) => void desk.layout.showTemplate(name),
    studyTemplates: () => templates,
    retry: () => desk.retry(),
    layout: {
      charts: () => desk.layout.charts(),
      open: (record) => desk.layout.open(record),
      save: (name) => desk.layout.saveAs(name),
      drop: (id) => desk.layout.drop(id),
      saveTemplate: async (name) => {
        await desk.layout.saveTemplate(name)
        await learnTemplates()
      },
    },
    undoRedoState: () => workspace.history.state,
    openSymbol: (symbol) => desk.open(symbol, state.interval),
    showMoment: (timeMs) => desk.showMoment(timeMs),
  }
}

function paneCommands(desk: CommandDesk) {
  const { state, studies, workspace } = desk
  return {
    movePane: (pane, to) => studies.movePane(pane, to),
    foldPane: (pane, isFolded) => {
      const folded = new Set(state.collapsedPanes)
      if (isFolded) folded.add(pane)
      else folded.delete(pane)
      state.collapsedPanes = folded
      desk.surface?.showPanes()
      workspace.touch()
    },
    closePane: (pane) => studies.closePane(pane),
  } satisfies Partial<Commands>
}

/** Two symbols have no price in common, only the way they have gone: on one scale, in percent. */
function compareWith(
  { studies, state, style }: Pick<CommandDesk, 'studies' | 'state' | 'style'>,
  symbol: string,
  place: 'scale' | 'pane',
): void {
  const others = studies.all.filter(({ name }) => name === 'COMPARE')
  const inOwnPane = place === 'pane'
  const isThere = others.some(
    ({ inputs, pane }) => inputs['symbol'] === symbol && (pane !== undefined) === inOwnPane,
  )
  if (isThere || symbol === '') return
  // The first one has the theme's own colour, the others each another of the palette.
  const tones = state.look.palette.studies
  const color = tones[(2 + others.length) % tones.length]
  const styles = others.length > 0 && color !== undefined ? { 'plot_0.color': color } : {}
  studies.add({ name: 'COMPARE', inputs: { symbol }, styles, inOwnPane })
  if (place === 'scale' && state.scale === 'normal') style.showScale('percent')
}

export function toggleFullscreen(desk: Desk): void {
  const page = desk.surface?.page
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
