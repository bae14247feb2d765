// The trading lines as a list for keys and screen readers: unseen until it has the focus. Arrows
// move a line by ticks, Enter confirms, Escape lets go, Delete cancels, F2 opens what can be
// changed.

import { Pace } from '../../primitives/frame-scheduler.ts'
import type { LineButton } from '../../options/trading-lines.ts'
import type { ChartMessages } from '../../options/messages.ts'
import type { LineBook } from '../../model/lines/line-store.ts'
import type { LineHand } from '../../model/lines/line-dragging.ts'
import type { ShownLine } from '../../model/lines/line-state.ts'
import { element, setText } from '../toolkit/elements.ts'

/** Prices in a list that nobody is in may be so old. */
const unseenPauseMs = 500

export type LineListPlan = {
  readonly page: Document
  readonly view: Window
  readonly messages: ChartMessages
  readonly book: LineBook
  readonly hand: LineHand
  priceText(price: number): string
}

export class LineList {
  readonly root: HTMLElement
  readonly #plan: LineListPlan
  readonly #pace: Pace
  readonly #rows = new Map<string, HTMLElement>()
  #filled = ''
  #timer: number | undefined

  constructor(plan: LineListPlan) {
    this.#plan = plan
    this.root = element(plan.page, 'div', {
      class: 'line-list',
      role: 'group',
      'aria-label': `${plan.messages.tradingLines}. ${plan.messages.tradingLineKeys}`,
    })
    this.#pace = new Pace(plan.view, () => this.#fill())
    this.root.addEventListener('keydown', (event) => this.#pressed(event))
    this.root.addEventListener('focusin', () => {
      if (this.#timer !== undefined) this.#fill()
    })
    this.root.addEventListener('focusout', (event) => {
      const isInside =
        event.relatedTarget !== null && this.root.contains(event.relatedTarget as Node)
      if (!isInside) plan.book.drop()
    })
    this.#fill()
  }

  /**
   * The list follows the lines once per frame while somebody is in it, and when lines come, go or
   * change their state. Prices alone wait: unseen words cost as much to lay out as seen ones.
   */
  soon(): void {
    const hasFocus = this.root.contains(this.#plan.page.activeElement)
    if (hasFocus || this.#linesNow() !== this.#filled) return this.#pace.soon()
    this.#timer ??= this.#plan.view.setTimeout(() => this.#fill(), unseenPauseMs)
  }

  #linesNow(): string {
    return this.#plan.book.shown.map(({ line, state }) => `${line.id} ${state}`).join('\n')
  }

  dispose(): void {
    this.#pace.stop()
    this.#plan.view.clearTimeout(this.#timer)
  }

  #fill(): void {
    const { shown } = this.#plan.book
    this.#plan.view.clearTimeout(this.#timer)
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
      row = element(this.#plan.page, 'div', { role: 'button', 'data-line': line.id })
      row.tabIndex = -1
      this.#rows.set(line.id, row)
      this.root.append(row)
    }
    if (isStop) row.tabIndex = 0
    const words = [line.text, line.quantity, this.#plan.priceText(shown.price), line.pnl?.text]
    setText(row, words.filter((word) => word !== undefined && word !== '').join(' '))
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
    const { book, hand } = this.#plan
    const far = shiftKey ? 10 : 1
    if (key === 'ArrowUp') return hand.nudge(id, far) || true
    if (key === 'ArrowDown') return hand.nudge(id, -far) || true
    if (key === 'ArrowRight' || key === 'ArrowLeft') return this.#walk(id, key === 'ArrowRight')
    if (key === 'Enter') {
      if (book.draggedId === id) book.put()
      else this.#press(id, ['modify', 'close'])
      return true
    }
    if (key === 'Escape') {
      const isHeld = book.draggedId !== undefined
      book.drop()
      return isHeld
    }
    if (key === 'Delete' || key === 'Backspace') {
      book.drop()
      this.#press(id, ['cancel', 'close'])
      return true
    }
    return false
  }

  #press(id: string, wanted: readonly LineButton[]): void {
    const { book } = this.#plan
    const found = wanted.find((one) => book.line(id)?.buttons?.includes(one) === true)
    if (found !== undefined) book.press(id, found)
  }

  #walk(id: string, isForward: boolean): boolean {
    this.#plan.book.drop()
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
