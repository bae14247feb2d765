// One dialog or menu at a time over the chart, loaded on first use or when the page is idle.

import type { ChartCanvas } from '../../canvas/chart-canvas.ts'
import type { ChartState, Commands, DialogName } from '../../model/chart-state.ts'
import type { DatafeedConfiguration } from '../../options/datafeed.ts'
import type { MenuEntry } from '../../options/options.ts'
import type { BuiltInEntry } from './context-menu.ts'

export type PopupContext = {
  readonly page: Document
  readonly stage: HTMLElement
  readonly canvas: ChartCanvas
  readonly state: ChartState
  readonly commands: Commands
  configuration(): DatafeedConfiguration | undefined
  contextEntries(timeMs: number, price: number): readonly MenuEntry[]
  nowMs(): number
}

type Opened = { close(): void }

const load = () => import('./lazy-dialogs.ts')

type Dialogs = Awaited<ReturnType<typeof load>>

/** The module of dialogs and menus, once it is loaded. */
let dialogs: Dialogs | undefined

/** Loads the module; from then on dialogs open synchronously. */
export async function loadDialogs(): Promise<Dialogs> {
  dialogs ??= await load()
  return dialogs
}

export class Popups {
  readonly #context: PopupContext
  #opened: Opened | undefined
  /** Incremented by each request: only the latest of those that wait for the load opens. */
  #request = 0
  #isDisposed = false

  constructor(context: PopupContext) {
    this.#context = context
  }

  close(): void {
    this.#request += 1
    this.#opened?.close()
    this.#opened = undefined
  }

  /** Opens a popup in place of the open one; `failed` is called when it could not be loaded. */
  #open(make: (dialogs: Dialogs) => Opened | undefined, failed?: () => void): void {
    this.close()
    if (dialogs !== undefined) {
      this.#opened = make(dialogs)
      return
    }
    const request = this.#request
    loadDialogs().then(
      (loaded) => {
        if (!this.#isDisposed && request === this.#request) this.#opened = make(loaded)
      },
      (failure: unknown) => {
        console.warn('The dialogs of the chart could not be loaded', failure)
        failed?.()
      },
    )
  }

  dispose(): void {
    this.#isDisposed = true
    this.close()
  }

  /** Opens the menu at a right click, unless the host has switched it off. */
  openMenuAt(event: MouseEvent): void {
    event.preventDefault()
    const { canvas, stage, state } = this.#context
    const { features } = state
    const box = stage.getBoundingClientRect()
    const isOnAxis = event.clientX > box.right - canvas.axisWidthPx
    const { target } = event
    const isLegend =
      target !== null && 'closest' in target && (target as Element).closest('.legend') !== null
    const part = isLegend ? 'legend' : isOnAxis ? 'scales' : 'pane'
    if (!features.has(`${part}_context_menu`)) return
    const timeMs = canvas.times.timeAt(event.clientX - box.left)
    const price = canvas.priceAt(event.clientY - box.top)
    const isPlace = part === 'pane' && timeMs !== undefined && price !== undefined
    const given = isPlace ? this.#context.contextEntries(timeMs, price) : []
    const own = isOnAxis ? this.#axisEntries() : this.#paneEntries(price)
    void this.#openMenu({ own, given }, { x: event.clientX, y: event.clientY })
  }

  /** Opens the menu of a price from the axis, at the time of the latest bar. */
  openMenuAtPrice(price: number, at: { readonly x: number; readonly y: number }): void {
    if (!this.#context.state.features.has('pane_context_menu')) return
    const given = this.#context.contextEntries(this.#context.nowMs(), price)
    void this.#openMenu({ own: this.#paneEntries(price), given }, at)
  }

  /** The host may change the whole menu before it opens. */
  async #openMenu({ own, given }: Entries, at: { x: number; y: number }): Promise<void> {
    const { state } = this.#context
    const process = state.options.context_menu?.items_processor
    let shown: readonly MenuEntry[] = []
    try {
      const { mergedEntries } = dialogs ?? (await loadDialogs())
      shown = mergedEntries(own, given)
      if (process !== undefined) shown = await process(shown)
    } catch (failure) {
      console.warn('The menu could not be loaded, or not be processed by the host', failure)
    }
    if (this.#isDisposed || shown.length === 0) return
    const { page } = this.#context
    this.#open(({ openContextMenu }) =>
      openContextMenu(page, shown, { ...at, label: state.messages.chart }),
    )
  }

  #paneEntries(price: number | undefined): BuiltInEntry[] {
    const { state, commands, canvas } = this.#context
    const { messages, features } = state
    const entry = (text: string, run: () => void) => ({ text, run })
    const copy = () => {
      const text = price === undefined ? '' : price.toFixed(state.priceDecimals)
      this.#context.page.defaultView?.navigator.clipboard?.writeText(text).catch(() => {
        console.warn('The browser did not allow the price to be copied')
      })
    }
    return [
      entry(messages.resetView, () => canvas.resetView()),
      ...(price === undefined ? [] : [entry(messages.copyPrice, copy)]),
      ...(features.has('go_to_date')
        ? [entry(messages.goToDate, () => this.openDialog('gotoDate'))]
        : []),
      ...(state.studies.length > 0
        ? [
            entry(messages.removeIndicators, () => {
              for (const { id } of state.studies) commands.removeStudy(id)
            }),
          ]
        : []),
      ...(features.has('symbol_info')
        ? [entry(messages.symbolInfo, () => this.openDialog('symbolInfo'))]
        : []),
      ...(features.has('property_pages')
        ? [entry(messages.settings, () => this.openDialog('chartProperties'))]
        : []),
    ]
  }

  #axisEntries(): BuiltInEntry[] {
    const { state, commands } = this.#context
    const { messages } = state
    return [
      { text: messages.autoScale, run: () => commands.fitPrices() },
      { text: messages.scaleInverted, run: () => commands.setInverted(!state.isInverted) },
      { text: messages.scaleNormal, run: () => commands.chooseScale('normal') },
      { text: messages.scaleLog, run: () => commands.chooseScale('log') },
      { text: messages.scalePercent, run: () => commands.chooseScale('percent') },
      { text: messages.scaleIndexed, run: () => commands.chooseScale('indexed') },
    ]
  }

  /** Opens one of the chart's dialogs in place of the open one. */
  openDialog(name: DialogName, first = ''): void {
    const { state } = this.#context
    if (name === 'chartProperties' && !state.features.has('property_pages')) return
    this.#open(({ openChartDialog }) => {
      const context = { ...this.#context, configuration: this.#context.configuration() }
      return openChartDialog(context, name, first)
    })
  }

  /** A message box, or a confirmation if there is a label for cancel. */
  askTrader(texts: {
    title: string
    body: string
    confirm?: string | undefined
    cancel?: string | undefined
  }): Promise<boolean> {
    const { messages } = this.#context.state
    const options = {
      title: texts.title,
      body: texts.body,
      confirm: texts.confirm ?? messages.confirm,
      close: messages.closeDialog,
      ...(texts.cancel !== undefined && { cancel: texts.cancel }),
    }
    return new Promise((resolve) => {
      const open = ({ ask }: Dialogs) => {
        const { dialog, answer } = ask(this.#context.page, options)
        void answer.then(resolve)
        return dialog
      }
      this.#open(open, () => resolve(false))
    })
  }
}

type Entries = { readonly own: readonly BuiltInEntry[]; readonly given: readonly MenuEntry[] }
