// Saving and loading the whole chart: as an object for the host, under names with the host's
// adapter, and the indicators alone as templates.

import type { Autosave } from '../model/layout/autosave.ts'
import {
  type LayoutParts,
  readLayout,
  type ReadLayout,
  type Unknown,
  writeLayout,
} from '../model/layout/saved-layout.ts'
import {
  attempt,
  type ChartRecord,
  savedCharts,
  savedContent,
} from '../options/save-load-adapter.ts'
import type { Json, JsonRecord, PlacedSource } from '../model/layout/sources.ts'
import { normalResolution } from '../primitives/resolutions.ts'
import type { Desk } from './context.ts'
import {
  numberOfType,
  scaleNumber,
  scaleOfNumber,
  type SeriesStyle,
  typeOfNumber,
} from './series-style.ts'
import { enginePanes } from '../canvas/study-panes-layout.ts'
import type { StudyBook } from './studies.ts'

export type LayoutRooms = {
  readonly style: SeriesStyle
  readonly studies: StudyBook
  readonly autosave: Autosave
  /** Shows a symbol in an interval. */
  open(symbol: string, interval: string): void
}

type Template = { readonly name: string; readonly content: string }

const templatesKey = 'studyTemplates'

export class LayoutRoom {
  readonly #desk: Desk
  readonly #rooms: LayoutRooms
  #unknown: Unknown = {}
  /** What is saved is what was chosen, not how far the view happens to be scrolled. */
  #timeScale: { barSpacing?: number; rightOffset: number } = { rightOffset: 5 }
  #savedId: string | number | undefined

  constructor(desk: Desk, rooms: LayoutRooms) {
    this.#desk = desk
    this.#rooms = rooms
  }

  /** Returns the layout: fresh JSON that the host may keep. */
  save(): JsonRecord {
    return structuredClone(writeLayout(this.#parts()))
  }

  #parts(): LayoutParts {
    const { state, workspace, surface } = this.#desk
    const spacing = this.#timeScale.barSpacing ?? surface?.canvas.times.barSpacing ?? 8
    return {
      name: state.layoutName,
      main: {
        symbol: state.symbol,
        interval: state.interval,
        style: numberOfType(state.chartType),
      },
      timezone: this.#rooms.style.timezoneName,
      overrides: state.ownOverrides,
      timeScale: {
        barSpacing: Math.round(spacing * 10_000) / 10_000,
        rightOffset: this.#timeScale.rightOffset,
      },
      rightAxis: { mode: scaleNumber(state.scale), inverted: state.isInverted, auto: true },
      panes: enginePanes(state.studies).map((pane, at) => ({
        id: `p${at + 1}`,
        stretch: Math.round((state.paneShares.get(pane) ?? 0) * 10_000),
        isCollapsed: state.collapsedPanes.has(pane),
      })),
      sources: workspace.sources.save().filter((one) => !this.#isKeptApart(one)),
      unknown: this.#unknown,
    }
  }

  /** The bar spacing on the screen is what is saved again. */
  viewChanged(): void {
    delete this.#timeScale.barSpacing
  }

  setRightOffset(bars: number): void {
    this.#timeScale = { ...this.#timeScale, rightOffset: bars }
  }

  /**
   * Shows a saved layout and answers whether it could be read: a bad one is refused as a whole and
   * the chart goes on as it is. With `keepsSymbol` the host's symbol wins over the layout's.
   */
  load(given: unknown, { keepsSymbol = false, meta }: LoadOptions = {}): boolean {
    const layout = readLayout(given)
    if ('refused' in layout) {
      console.warn(`The layout was refused: ${layout.refused}`)
      return false
    }
    const { sources } = this.#desk.workspace
    const reading = sources.read(this.#withOwnDrawings(layout.sources))
    if (reading === undefined && !layout.isForeign) {
      console.warn('The layout was refused: one of its sources cannot be read')
      return false
    }
    const wanted = reading ?? sources.read(this.#withOwnDrawings([]))
    const unknown = reading?.unknown ?? layout.sources
    this.#rooms.autosave.hold(() => {
      this.#unknown = { ...layout.unknown, ...(unknown.length > 0 && { sources: plain(unknown) }) }
      this.#desk.state.layoutName = meta?.name ?? layout.name
      wanted?.apply()
      this.#show(layout, keepsSymbol)
      this.#desk.workspace.history.clear()
    })
    this.#rooms.autosave.forget()
    this.#desk.events.layout_changed.tell()
    return true
  }

  /** Drawings are among the settings; where the host wants them there only, layouts have none. */
  #isKeptApart({ source }: PlacedSource): boolean {
    const { features } = this.#desk.state
    return features.has('saveload_separate_drawings_storage') && source.type.startsWith('LineTool')
  }

  /** Drawings that are kept apart stay as they are, whatever a layout brings. */
  #withOwnDrawings(given: readonly PlacedSource[]): readonly PlacedSource[] {
    const own = this.#desk.workspace.sources.save().filter((one) => this.#isKeptApart(one))
    return [...given.filter((one) => !this.#isKeptApart(one)), ...own]
  }

  #show(layout: ReadLayout, keepsSymbol: boolean): void {
    const { state, surface } = this.#desk
    const { style } = this.#rooms
    const { main, rightAxis, timeScale } = layout
    style.showOverrides(layout.overrides)
    if (layout.timezone !== undefined) style.showTimezone(layout.timezone)
    const type = main.style === undefined ? undefined : typeOfNumber(main.style)
    if (type !== undefined) style.showChartType(type)
    if (rightAxis.mode !== undefined) style.showScale(scaleOfNumber(rightAxis.mode))
    if (rightAxis.inverted !== undefined) style.showInverted(rightAxis.inverted)
    const panes = enginePanes(state.studies)
    const shaped = layout.panes.flatMap((shape, at) => {
      const pane = panes[at]
      return pane === undefined ? [] : [{ ...shape, pane }]
    })
    state.paneShares = new Map(
      shaped.flatMap(({ pane, stretch }) => (stretch > 0 ? [[pane, stretch / 10_000]] : [])),
    )
    state.collapsedPanes = new Set(shaped.flatMap((one) => (one.isCollapsed ? [one.pane] : [])))
    surface?.showPanes()
    this.#timeScale = { rightOffset: 5, ...timeScale }
    const { barSpacing } = timeScale
    if (barSpacing !== undefined) surface?.canvas.times.setBarSpacing(barSpacing)
    const symbol = keepsSymbol ? state.symbol : (main.symbol ?? state.symbol)
    const interval = normalResolution(main.interval ?? state.interval) ?? state.interval
    this.#rooms.open(symbol, interval)
  }

  /** Keeps the layout under a name with the host's adapter; answers its id. */
  async saveAs(name: string): Promise<string | number | undefined> {
    const { state, isRemoved } = this.#desk
    const adapter = state.options.save_load_adapter
    if (adapter === undefined || isRemoved) return undefined
    state.layoutName = name
    const chart = {
      id: this.#savedId,
      name,
      symbol: state.symbol,
      resolution: state.interval,
      content: JSON.stringify(this.save()),
      timestamp: Math.floor(this.#desk.nowMs() / 1000),
    }
    const id = await attempt(() => adapter.saveChart(chart), 'The chart could not be saved')
    if (id === undefined) return undefined
    this.#savedId = id
    this.#rooms.autosave.forget()
    return id
  }

  charts(): Promise<ChartRecord[]> {
    return savedCharts(this.#desk.state.options.save_load_adapter)
  }

  async open(record: Pick<ChartRecord, 'id' | 'name'>): Promise<boolean> {
    const content = await savedContent(this.#desk.state.options.save_load_adapter, record.id)
    if (content === undefined || this.#desk.isRemoved) return false
    if (!this.load(content, { meta: { name: record.name } })) return false
    this.#savedId = record.id
    return true
  }

  async drop(id: string | number): Promise<void> {
    const adapter = this.#desk.state.options.save_load_adapter
    if (adapter === undefined) return
    await attempt(() => adapter.removeChart(id), 'The chart could not be removed')
    if (this.#savedId === id) this.#savedId = undefined
  }

  /** The indicators alone; with the symbol and the interval where they are wanted too. */
  template({ saveSymbol = false, saveInterval = false }: TemplateOptions = {}): JsonRecord {
    const { state } = this.#desk
    return structuredClone({
      ...(saveSymbol && { symbol: state.symbol }),
      ...(saveInterval && { interval: state.interval }),
      panes: plain(this.#rooms.studies.save()),
    })
  }

  /** Replaces the indicators by those of a template, as one step of history. */
  applyTemplate(template: unknown): boolean {
    const value = typeof template === 'string' ? jsonOf(template) : template
    const panes = typeof value === 'object' && value !== null ? Reflect.get(value, 'panes') : []
    const { studies } = this.#rooms
    const before = studies.read(studies.save())
    const after = Array.isArray(panes) ? studies.read(panes as PlacedSource[]) : undefined
    if (before === undefined || after === undefined || !Array.isArray(panes)) {
      console.warn('The template was refused')
      return false
    }
    this.#desk.workspace.history.do({
      text: this.#desk.state.messages.templates,
      redo: after,
      undo: before,
    })
    const { symbol, interval } = Object(value) as { symbol?: unknown; interval?: unknown }
    const { state } = this.#desk
    this.#rooms.open(
      typeof symbol === 'string' ? symbol : state.symbol,
      typeof interval === 'string' ? interval : state.interval,
    )
    return true
  }

  /** Templates with names: the host's where it keeps any, else those in the settings. */
  async templates(): Promise<readonly { readonly name: string }[]> {
    const adapter = this.#desk.state.options.save_load_adapter
    if (adapter?.getAllStudyTemplates === undefined) return this.#ownTemplates()
    const found = await attempt(
      async () => adapter.getAllStudyTemplates?.(),
      'The templates could not be had',
    )
    return found ?? []
  }

  async saveTemplate(name: string): Promise<void> {
    const adapter = this.#desk.state.options.save_load_adapter
    const content = JSON.stringify(this.template())
    if (adapter?.saveStudyTemplate !== undefined) {
      await attempt(
        async () => adapter.saveStudyTemplate?.({ name, content }),
        'The template could not be saved',
      )
      return
    }
    const others = this.#ownTemplates().filter((template) => template.name !== name)
    this.#desk.settings.write(templatesKey, [...others, { name, content }])
  }

  async showTemplate(name: string): Promise<boolean> {
    const adapter = this.#desk.state.options.save_load_adapter
    const content =
      adapter?.getStudyTemplateContent === undefined
        ? this.#ownTemplates().find((template) => template.name === name)?.content
        : await attempt(
            async () => adapter.getStudyTemplateContent?.({ name }),
            'The template could not be had',
          )
    return content !== undefined && !this.#desk.isRemoved && this.applyTemplate(content)
  }

  #ownTemplates(): Template[] {
    return this.#desk.settings.read(templatesKey, isTemplates) ?? []
  }
}

export type LoadOptions = {
  readonly keepsSymbol?: boolean
  readonly meta?: { readonly name?: string } | undefined
}

export type TemplateOptions = { readonly saveSymbol?: boolean; readonly saveInterval?: boolean }

const plain = (placed: readonly PlacedSource[]): Json[] =>
  placed.map(({ pane, source }) => ({ pane, source }))

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Refused by the caller like anything else that is no template.
    return undefined
  }
}

const isTemplates = (value: unknown): value is Template[] =>
  Array.isArray(value) &&
  value.every((one: unknown) => {
    const { name, content } = Object(one) as { name?: unknown; content?: unknown }
    return typeof name === 'string' && typeof content === 'string'
  })
