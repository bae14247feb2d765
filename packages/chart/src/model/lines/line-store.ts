// The trading lines: as given by the host, as dragged by the trader, and pending at the exchange.
// They outlive the frame's document and are neither saved nor undone.

import type { Clock } from '../../primitives/clock.ts'
import { safely, Signal } from '../../primitives/events.ts'
import {
  type ChartLine,
  type ExecutionMark,
  isDrawable,
  type LineButton,
  lineChanges,
  type LineHandlers,
  isSameLine,
  type PriceDragHandlers,
} from '../../options/trading-lines.ts'
import type { ShownLine } from './line-state.ts'

/** After an accepted move the host must set the new price within this time (docs/chart d). */
const silenceMs = 10_000

type Pending = { readonly price: number; readonly fromPrice: number; stopTimer: () => void }

type Drag = { readonly id: string; readonly fromPrice: number; price: number }

/** The object under the pointer: a line, or the label of a group. */
export type HoveredLine = {
  readonly id: string
  readonly part: 'line' | 'body' | LineButton
  /** The unfolded group to which it belongs. */
  readonly group?: string
}

export class LineStore {
  /** A repaint is needed. */
  readonly changed = new Signal<[]>()
  readonly #clock: Pick<Clock, 'after'>
  /** Lines of `setLines`, and single lines of the adapters. */
  readonly #listed = new Map<string, ChartLine>()
  readonly #single = new Map<string, { line: ChartLine; handlers: LineHandlers }>()
  readonly #executions = new Map<string, ExecutionMark>()
  readonly #pending = new Map<string, Pending>()
  #handlers: LineHandlers = {}
  #dragTo: Drag | undefined
  #hovered: HoveredLine | undefined
  #hoveredMark: string | undefined
  #shown: readonly ShownLine[] | undefined
  #priceDrag: PriceDragHandlers | undefined

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Replaces the lines of the list; without a difference there is no repaint. */
  setLines(lines: readonly ChartLine[], handlers: LineHandlers = this.#handlers): void {
    this.#handlers = handlers
    const wanted = lines.filter((line) => !this.#isOutdated(line))
    const kept = lines.filter((line) => this.#isOutdated(line)).map(({ id }) => id)
    const keptLines = kept.flatMap((id) => this.#listed.get(id) ?? [])
    const { created, updated, removed } = lineChanges(this.#listed, [...wanted, ...keptLines])
    for (const id of removed) this.#remove(id)
    for (const line of wanted) if (isDrawable(line)) this.#listed.set(line.id, line)
    const wasConfirmed = wanted.filter((line) => this.#confirm(line)).length > 0
    if (created.length + updated.length + removed.length > 0 || wasConfirmed) this.#emitChanged()
  }

  /** Sets a single line with its own handlers; undefined removes it. */
  setSingle(id: string, line: ChartLine | undefined, handlers: LineHandlers = {}): void {
    const before = this.#single.get(id)
    if (line === undefined) {
      if (before === undefined) return
      this.#remove(id)
    } else {
      this.#single.set(id, { line, handlers })
      this.#confirm(line)
      if (before !== undefined && isSameLine(before.line, line)) return
    }
    this.#emitChanged()
  }

  setExecution(id: string, mark: ExecutionMark | undefined): void {
    if (mark === undefined) this.#executions.delete(id)
    else this.#executions.set(id, mark)
    this.#emitChanged()
  }

  /** Replaces the executions of the list; those of adapters stay. */
  setExecutions(marks: readonly ExecutionMark[]): void {
    const wanted = new Map(marks.map((mark) => [`list:${mark.id}`, mark]))
    let isSame = true
    for (const id of this.#executions.keys()) {
      if (!id.startsWith('list:') || wanted.has(id)) continue
      this.#executions.delete(id)
      isSame = false
    }
    for (const [id, mark] of wanted) {
      const before = this.#executions.get(id)
      if (JSON.stringify(before) === JSON.stringify(mark)) continue
      this.#executions.set(id, mark)
      isSame = false
    }
    if (!isSame) this.#emitChanged()
  }

  /** The next press draws two prices; returns how to cancel. Aborts an earlier request. */
  wantPrices(handlers: PriceDragHandlers): () => void {
    const before = this.endPrices()
    if (before !== undefined) safely(() => before.aborted())
    this.#priceDrag = handlers
    return () => {
      if (this.#priceDrag === handlers) this.#priceDrag = undefined
    }
  }

  /** The handlers of the current request for two prices. */
  get priceDrag(): PriceDragHandlers | undefined {
    return this.#priceDrag
  }

  /** Ends the request for two prices; returns its handlers. */
  endPrices(): PriceDragHandlers | undefined {
    const waiting = this.#priceDrag
    this.#priceDrag = undefined
    return waiting
  }

  /** Removes everything when the symbol changes; a drag is aborted. */
  clear(): void {
    const waiting = this.endPrices()
    if (waiting !== undefined) safely(() => waiting.aborted())
    const isEmpty = this.#listed.size + this.#single.size + this.#executions.size === 0
    for (const id of [...this.#listed.keys(), ...this.#single.keys()]) this.#remove(id)
    this.#executions.clear()
    this.#hovered = undefined
    this.#hoveredMark = undefined
    if (!isEmpty) this.#emitChanged()
  }

  line(id: string): ChartLine | undefined {
    return this.#listed.get(id) ?? this.#single.get(id)?.line
  }

  get executions(): readonly ExecutionMark[] {
    return [...this.#executions.values()]
  }

  get hovered(): HoveredLine | undefined {
    return this.#hovered
  }

  get hoveredMark(): string | undefined {
    return this.#hoveredMark
  }

  get draggedId(): string | undefined {
    return this.#dragTo?.id
  }

  get hasPending(): boolean {
    return this.#pending.size > 0
  }

  isPending(id: string): boolean {
    return this.#pending.has(id)
  }

  /** All lines in their current state, in the order of the host. */
  get shown(): readonly ShownLine[] {
    this.#shown ??= [
      ...this.#listed.values(),
      ...[...this.#single.values()].map(({ line }) => line).filter(isDrawable),
    ].map((line) => this.#stateOf(line))
    return this.#shown
  }

  hover(hovered: HoveredLine | undefined, markId?: string): void {
    const before = this.#hovered
    const isSame =
      hovered?.id === before?.id &&
      hovered?.part === before?.part &&
      hovered?.group === before?.group
    if (isSame && markId === this.#hoveredMark) return
    this.#hovered = hovered
    this.#hoveredMark = markId
    this.#emitChanged()
  }

  /** Starts dragging a line; false if it may not be dragged now. */
  startDrag(id: string): boolean {
    const line = this.line(id)
    if (line?.isDraggable !== true || this.#dragTo !== undefined || this.isPending(id)) return false
    this.#dragTo = { id, fromPrice: line.price, price: line.price }
    this.#emitChanged()
    return true
  }

  dragTo(price: number): void {
    if (this.#dragTo === undefined || this.#dragTo.price === price) return
    this.#dragTo.price = price
    this.#emitChanged()
  }

  /** Reports the dragged price to the host. */
  emitMoving(): void {
    const drag = this.#dragTo
    if (drag !== undefined) safely(() => this.#handlersOf(drag.id).moving?.(drag.id, drag.price))
  }

  /** Ends the drag: the host is called once, and only for a changed price. */
  endDrag(): void {
    const drag = this.#dragTo
    this.#dragTo = undefined
    if (drag === undefined) return
    this.#drop(drag.id)
    if (drag.price !== drag.fromPrice && this.line(drag.id) !== undefined) this.#move(drag)
    this.#emitChanged()
  }

  /** Aborts the drag; the host's newest price is shown again. */
  cancelDrag(): void {
    const drag = this.#dragTo
    if (drag === undefined) return
    this.#dragTo = undefined
    this.#drop(drag.id)
    this.#emitChanged()
  }

  #drop(id: string): void {
    safely(() => this.#handlersOf(id).dropped?.(id))
  }

  press(id: string, button: LineButton): void {
    const isThere = this.line(id)?.buttons?.includes(button) === true
    if (isThere && !this.isPending(id)) {
      safely(() => this.#handlersOf(id).pressed?.(id, button))
    }
  }

  #move({ id, price, fromPrice }: Drag): void {
    let answer: Promise<boolean> | void = undefined
    const pending: Pending = { price, fromPrice, stopTimer: () => {} }
    this.#pending.set(id, pending)
    safely(() => {
      answer = this.#handlersOf(id).moved?.(id, price)
    })
    const open = answer as Promise<boolean> | undefined
    if (open === undefined) return this.#endPending(id, pending)
    open.then(
      (isTaken) => {
        if (!isTaken) return this.#endPending(id, pending)
        if (this.#pending.get(id) !== pending) return
        pending.stopTimer = this.#clock.after(silenceMs, () => {
          this.#endPending(id, pending)
          safely(() => this.#handlersOf(id).silent?.(id))
        })
      },
      () => this.#endPending(id, pending),
    )
  }

  /** Ends the pending state: from now on the host's price is shown. */
  #endPending(id: string, pending: Pending): void {
    if (this.#pending.get(id) !== pending) return
    pending.stopTimer()
    this.#pending.delete(id)
    this.#emitChanged()
  }

  #confirm({ id, price }: ChartLine): boolean {
    const pending = this.#pending.get(id)
    if (pending?.price !== price) return false
    pending.stopTimer()
    this.#pending.delete(id)
    return true
  }

  #isOutdated({ id, rev }: ChartLine): boolean {
    const shownRev = this.#listed.get(id)?.rev
    return rev !== undefined && shownRev !== undefined && rev < shownRev
  }

  #handlersOf(id: string): LineHandlers {
    return this.#single.get(id)?.handlers ?? this.#handlers
  }

  #stateOf(line: ChartLine): ShownLine {
    if (this.#dragTo?.id === line.id) {
      const { price, fromPrice } = this.#dragTo
      const ghostPrice = price === fromPrice ? undefined : fromPrice
      return { line, price, state: 'dragging', ghostPrice }
    }
    const pending = this.#pending.get(line.id)
    if (pending === undefined)
      return { line, price: line.price, state: 'idle', ghostPrice: undefined }
    return { line, price: pending.price, state: 'pending', ghostPrice: undefined }
  }

  #remove(id: string): void {
    if (this.#dragTo?.id === id) {
      this.#dragTo = undefined
      this.#drop(id)
    }
    this.#listed.delete(id)
    this.#single.delete(id)
    this.#pending.get(id)?.stopTimer()
    this.#pending.delete(id)
    if (this.#hovered?.id === id) this.#hovered = undefined
  }

  #emitChanged(): void {
    this.#shown = undefined
    this.changed.emit()
  }
}
