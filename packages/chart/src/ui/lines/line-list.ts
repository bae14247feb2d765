// The trading lines as a list for keyboard and screen readers, visible on focus. Arrows move by
// ticks, Enter confirms, Escape aborts, Delete cancels, F2 opens the line's edit action.

import { FrameScheduler } from '../../primitives/frame-scheduler.ts'
import type { LineButton } from '../../options/trading-lines.ts'
import type { ChartMessages } from '../../options/messages.ts'
import type { LineStore } from '../../model/lines/line-store.ts'
import type { LineDragging } from '../../model/lines/line-dragging.ts'
import type { ShownLine } from '../../model/lines/line-state.ts'
import { element, setText } from '../toolkit/elements.ts'

/** The maximum age of prices in a list without focus. */
const unseenPauseMs = 500

export type LineListOptions = {
  readonly page: Document
  readonly view: Window
  readonly messages: ChartMessages
  readonly store: LineStore
  readonly dragging: LineDragging
  priceText(price: number): string
}

export class LineList {
  readonly root: HTMLElement
  readonly #options: LineListOptions
  readonly #scheduler: FrameScheduler
  readonly #rows = new Map<string, HTMLElement>()
  #filled = ''
  #timer: number | undefined

  constructor(options: LineListOptions) {
    this.#options = options
    this.root = element(options.page, 'div', {
      class: 'line-list',
      role: 'group',
      'aria-label': `${options.messages.tradingLines}. ${options.messages.tradingLineKeys}`,
    })
    this.#scheduler = new FrameScheduler(options.view, () => this.#fill())
    this.root.addEventListener('keydown', (event) => this.#pressed(event))
    this.root.addEventListener('focusin', () => {
      if (this.#timer !== undefined) this.#fill()
    })
    this.root.addEventListener('focusout', (event) => {
      const isInside =
        event.relatedTarget !== null && this.root.contains(event.relatedTarget as Node)
      if (!isInside) options.store.cancelDrag()
    })
    this.#fill()
  }

  /**
   * Updates once per frame while the list has focus, and when lines are added, removed or change
   * their state. Price changes alone are delayed: hidden text costs as much layout as visible text.
   */
  schedule(): void {
    const hasFocus = this.root.contains(this.#options.page.activeElement)
    if (hasFocus || this.#linesNow() !== this.#filled) return this.#scheduler.schedule()
    this.#timer ??= this.#options.view.setTimeout(() => this.#fill(), unseenPauseMs)
  }

  #linesNow(): string {
    return this.#options.store.shown.map(({ line, state }) => `${line.id} ${state}`).join('\n')
  }

  dispose(): void {
    this.#scheduler.stop()
    this.#options.view.clearTimeout(this.#timer)
  }

  #fill(): void {
    const { shown } = this.#options.store
    this.#options.view.clearTimeout(this.#timer)
    this.#timer = undefined
    this.#filled = this.#linesNow()
    const ids = new Set(shown.map(({ line }) => line.id))
    for (const [id, row] of this.#rows) {
      if (ids.has(id)) continue
      row.remove()
      this.#rows.delete(id)
    }
    const hasStop = [...this.#rows.values()].some((row) => row.tabIndex === 0)
    shown.forEach((one, at) => this.#fillRow(one, at === 0 && !hasStop))
    this.root.hidden = shown.length === 0
  }

  #fillRow(shown: ShownLine, isStop: boolean): void {
    const { line } = shown
    let row = this.#rows.get(line.id)
    if (row === undefined) {
      row = element(this.#options.page, 'div', { role: 'button', 'data-line': line.id })
      row.tabIndex = -1
      this.#rows.set(line.id, row)
      this.root.append(row)
    }
    if (isStop) row.tabIndex = 0
    const texts = [line.text, line.quantity, this.#options.priceText(shown.price), line.pnl?.text]
    setText(row, texts.filter((text) => text !== undefined && text !== '').join(' '))
    row.setAttribute('data-state', shown.state)
    row.setAttribute('aria-busy', String(shown.state === 'pending'))
  }

  #pressed(event: KeyboardEvent): void {
    const target = event.target as HTMLElement | null
    const id = target?.getAttribute('data-line')
    if (id === undefined || id === null || event.ctrlKey || event.metaKey || event.altKey) return
    if (this.#act(id, event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  #act(id: string, { key, shiftKey }: KeyboardEvent): boolean {
    const { store, dragging } = this.#options
    const far = shiftKey ? 10 : 1
    if (key === 'ArrowUp') return dragging.nudge(id, far) || true
    if (key === 'ArrowDown') return dragging.nudge(id, -far) || true
    if (key === 'ArrowRight' || key === 'ArrowLeft')
      return this.#moveFocus(id, key === 'ArrowRight')
    if (key === 'Enter') {
      if (store.draggedId === id) store.endDrag()
      else this.#press(id, ['modify', 'close'])
      return true
    }
    if (key === 'Escape') {
      const isDragged = store.draggedId !== undefined
      store.cancelDrag()
      return isDragged
    }
    if (key === 'Delete' || key === 'Backspace') {
      store.cancelDrag()
      this.#press(id, ['cancel', 'close'])
      return true
    }
    return false
  }

  #press(id: string, wanted: readonly LineButton[]): void {
    const { store } = this.#options
    const found = wanted.find((one) => store.line(id)?.buttons?.includes(one) === true)
    if (found !== undefined) store.press(id, found)
  }

  #moveFocus(id: string, isForward: boolean): boolean {
    this.#options.store.cancelDrag()
    const ids = [...this.#rows.keys()]
    const next = ids[ids.indexOf(id) + (isForward ? 1 : -1)]
    const [from, to] = [this.#rows.get(id), next === undefined ? undefined : this.#rows.get(next)]
    if (from === undefined || to === undefined) return true
    from.tabIndex = -1
    to.tabIndex = 0
    to.focus()
    return true
  }
}
