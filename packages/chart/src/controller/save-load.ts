// Saving and loading of the whole chart, as an object for the host or by name through its adapter,
// and of studies alone as templates.

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
import type { ChartContext } from './context.ts'
import {
  numberOfType,
  scaleNumber,
  scaleOfNumber,
  type SeriesStyle,
  typeOfNumber,
} from './series-style.ts'
import { enginePanes } from '../canvas/study-panes-layout.ts'
import type { Studies } from './studies.ts'

export type SaveLoadOptions = {
  readonly style: SeriesStyle
  readonly studies: Studies
  readonly autosave: Autosave
  /** Shows a symbol in an interval. */
  open(symbol: string, interval: string): void
}

type Template = { readonly name: string; readonly content: string }

const templatesKey = 'studyTemplates'

export class SaveLoad {
  readonly #context: ChartContext
  readonly #options: SaveLoadOptions
  #unknown: Unknown = {}
  /** The chosen time scale is saved, not the scroll position of the moment. */
  #timeScale: { barSpacing?: number; rightOffset: number } = { rightOffset: 5 }
  #savedId: string | number | undefined

  constructor(context: ChartContext, options: SaveLoadOptions) {
    this.#context = context
    this.#options = options
  }

  /** Returns the layout: fresh JSON that the host may keep. */
  save(): JsonRecord {
    return structuredClone(writeLayout(this.#parts()))
  }

  #parts(): LayoutParts {
    const { state, workspace, chartView } = this.#context
    const spacing = this.#timeScale.barSpacing ?? chartView?.canvas.times.barSpacing ?? 8
    return {
      name: state.layoutName,
      main: {
        symbol: state.symbol,
        interval: state.interval,
        style: numberOfType(state.chartType),
      },
      timezone: this.#options.style.timezoneName,
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

  /** Saves the bar spacing on the screen from now on. */
  viewChanged(): void {
    delete this.#timeScale.barSpacing
  }

  setRightOffset(bars: number): void {
    this.#timeScale = { ...this.#timeScale, rightOffset: bars }
  }

  /**
   * Shows a saved layout and returns whether it was valid: an invalid one is refused as a whole and
   * the chart stays as it is. With `keepsSymbol` the host's symbol wins over the layout's.
   */
  load(given: unknown, { keepsSymbol = false, meta }: LoadOptions = {}): boolean {
    const layout = readLayout(given)
    if ('refused' in layout) {
      console.warn(`The layout was refused: ${layout.refused}`)
      return false
    }
    const { sources } = this.#context.workspace
    const reading = sources.read(this.#withOwnDrawings(layout.sources))
    if (reading === undefined && !layout.isForeign) {
      console.warn('The layout was refused: one of its sources cannot be read')
      return false
    }
    const wanted = reading ?? sources.read(this.#withOwnDrawings([]))
    const unknown = reading?.unknown ?? layout.sources
    this.#options.autosave.pause(() => {
      this.#unknown = { ...layout.unknown, ...(unknown.length > 0 && { sources: plain(unknown) }) }
      this.#context.state.layoutName = meta?.name ?? layout.name
      wanted?.apply()
      this.#show(layout, keepsSymbol)
      this.#context.workspace.history.clear()
    })
    this.#options.autosave.cancel()
    this.#context.events.layout_changed.emit()
    return true
  }

  /** If the host stores drawings separately, they are not part of layouts. */
  #isKeptApart({ source }: PlacedSource): boolean {
    const { features } = this.#context.state
    return features.has('saveload_separate_drawings_storage') && source.type.startsWith('LineTool')
  }

  /** Drawings that are stored separately stay as they are when a layout is loaded. */
  #withOwnDrawings(given: readonly PlacedSource[]): readonly PlacedSource[] {
    const own = this.#context.workspace.sources.save().filter((one) => this.#isKeptApart(one))
    return [...given.filter((one) => !this.#isKeptApart(one)), ...own]
  }

  #show(layout: ReadLayout, keepsSymbol: boolean): void {
    const { state, chartView } = this.#context
    const { style } = this.#options
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
    chartView?.showPanes()
    this.#timeScale = { rightOffset: 5, ...timeScale }
    const { barSpacing } = timeScale
    if (barSpacing !== undefined) chartView?.canvas.times.setBarSpacing(barSpacing)
    const symbol = keepsSymbol ? state.symbol : (main.symbol ?? state.symbol)
    const interval = normalResolution(main.interval ?? state.interval) ?? state.interval
    this.#options.open(symbol, interval)
  }

  /** Saves the layout under a name with the host's adapter; resolves to its id. */
  async saveAs(name: string): Promise<string | number | undefined> {
    const { state, isRemoved } = this.#context
    const adapter = state.options.save_load_adapter
    if (adapter === undefined || isRemoved) return undefined
    state.layoutName = name
    const chart = {
      id: this.#savedId,
      name,
      symbol: state.symbol,
      resolution: state.interval,
      content: JSON.stringify(this.save()),
      timestamp: Math.floor(this.#context.nowMs() / 1000),
    }
    const id = await attempt(() => adapter.saveChart(chart), 'The chart could not be saved')
    if (id === undefined) return undefined
    this.#savedId = id
    this.#options.autosave.cancel()
    return id
  }

  charts(): Promise<ChartRecord[]> {
    return savedCharts(this.#context.state.options.save_load_adapter)
  }

  async open(record: Pick<ChartRecord, 'id' | 'name'>): Promise<boolean> {
    const content = await savedContent(this.#context.state.options.save_load_adapter, record.id)
    if (content === undefined || this.#context.isRemoved) return false
    if (!this.load(content, { meta: { name: record.name } })) return false
    this.#savedId = record.id
    return true
  }

  async drop(id: string | number): Promise<void> {
    const adapter = this.#context.state.options.save_load_adapter
    if (adapter === undefined) return
    await attempt(() => adapter.removeChart(id), 'The chart could not be removed')
    if (this.#savedId === id) this.#savedId = undefined
  }

  /** The indicators alone; with the symbol and the interval if requested. */
  template({ saveSymbol = false, saveInterval = false }: TemplateOptions = {}): JsonRecord {
    const { state } = this.#context
    return structuredClone({
      ...(saveSymbol && { symbol: state.symbol }),
      ...(saveInterval && { interval: state.interval }),
      panes: plain(this.#options.studies.save()),
    })
  }

  /** Replaces the indicators by those of a template, as one step of history. */
  applyTemplate(template: unknown): boolean {
    const value = typeof template === 'string' ? jsonOf(template) : template
    const panes = typeof value === 'object' && value !== null ? Reflect.get(value, 'panes') : []
    const { studies } = this.#options
    const before = studies.read(studies.save())
    const after = Array.isArray(panes) ? studies.read(panes as PlacedSource[]) : undefined
    if (before === undefined || after === undefined || !Array.isArray(panes)) {
      console.warn('The template was refused')
      return false
    }
    this.#context.workspace.history.do({
      text: this.#context.state.messages.templates,
      redo: after,
      undo: before,
    })
    const { symbol, interval } = Object(value) as { symbol?: unknown; interval?: unknown }
    const { state } = this.#context
    this.#options.open(
      typeof symbol === 'string' ? symbol : state.symbol,
      typeof interval === 'string' ? interval : state.interval,
    )
    return true
  }

  /** Named templates: the host's if its adapter stores templates, else those in the settings. */
  async templates(): Promise<readonly { readonly name: string }[]> {
    const adapter = this.#context.state.options.save_load_adapter
    if (adapter?.getAllStudyTemplates === undefined) return this.#ownTemplates()
    const found = await attempt(
      async () => adapter.getAllStudyTemplates?.(),
      'The templates could not be had',
    )
    return found ?? []
  }

  async saveTemplate(name: string): Promise<void> {
    const adapter = this.#context.state.options.save_load_adapter
    const content = JSON.stringify(this.template())
    if (adapter?.saveStudyTemplate !== undefined) {
      await attempt(
        async () => adapter.saveStudyTemplate?.({ name, content }),
        'The template could not be saved',
      )
      return
    }
    const others = this.#ownTemplates().filter((template) => template.name !== name)
    this.#context.settings.write(templatesKey, [...others, { name, content }])
  }

  async showTemplate(name: string): Promise<boolean> {
    const adapter = this.#context.state.options.save_load_adapter
    const content =
      adapter?.getStudyTemplateContent === undefined
        ? this.#ownTemplates().find((template) => template.name === name)?.content
        : await attempt(
            async () => adapter.getStudyTemplateContent?.({ name }),
            'The template could not be had',
          )
    return content !== undefined && !this.#context.isRemoved && this.applyTemplate(content)
  }

  #ownTemplates(): Template[] {
    return this.#context.settings.read(templatesKey, isTemplates) ?? []
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
    // The caller refuses it like any other invalid template.
    return undefined
  }
}

const isTemplates = (value: unknown): value is Template[] =>
  Array.isArray(value) &&
  value.every((one: unknown) => {
    const { name, content } = Object(one) as { name?: unknown; content?: unknown }
    return typeof name === 'string' && typeof content === 'string'
  })
