// All drawings of all symbols; every change is an undoable step.

import { Signal } from '../../primitives/events.ts'
import type { Change as Step } from '../layout/undo-history.ts'
import type { Drawing } from './drawing.ts'

/** The kinds of `drawing_event` (TradingView's names). */
export type DrawingEvent =
  | 'create'
  | 'move'
  | 'remove'
  | 'click'
  | 'hide'
  | 'show'
  | 'properties_changed'
  | 'points_changed'

type Change = { readonly before: Drawing | undefined; readonly after: Drawing | undefined }

export type StepKind = 'create' | 'remove' | 'change'

/** Records steps in the chart's one undo history. */
export type UndoRecorder = {
  record(step: Step): void
  /** A saved part has changed without an undo step. */
  touch(): void
  /** The label of the step. */
  text(kind: StepKind, drawing: Drawing): string
}

export class DrawingStore {
  readonly drawingChanged = new Signal<[string, DrawingEvent]>()
  /** A repaint is needed. */
  readonly changed = new Signal<[]>()
  readonly #steps: UndoRecorder
  readonly #drawings = new Map<string, Drawing>()
  #sorted: { readonly symbol: string; readonly drawings: readonly Drawing[] } | undefined
  #lastNumber = 0

  constructor(steps: UndoRecorder) {
    this.#steps = steps
  }

  /** The drawings of a symbol, bottom to top. */
  of(symbol: string): readonly Drawing[] {
    if (this.#sorted?.symbol !== symbol) {
      const drawings = [...this.#drawings.values()]
        .filter((one) => one.symbol === symbol)
        .toSorted((one, other) => one.zOrder - other.zOrder)
      this.#sorted = { symbol, drawings }
    }
    return this.#sorted.drawings
  }

  all(): readonly Drawing[] {
    return [...this.#drawings.values()]
  }

  get(id: string): Drawing | undefined {
    return this.#drawings.get(id)
  }

  /** Returns an unused id. */
  freeId(): string {
    let id: string
    do {
      this.#lastNumber += 1
      id = `drawing${this.#lastNumber}`
    } while (this.#drawings.has(id))
    return id
  }

  /** Returns a z-order above all drawings of a symbol, or below them. */
  freeZOrder(symbol: string, where: 'top' | 'bottom' = 'top'): number {
    const drawings = this.of(symbol)
    return where === 'top' ? (drawings.at(-1)?.zOrder ?? 0) + 1 : (drawings[0]?.zOrder ?? 2) - 1
  }

  /**
   * Adds drawings, or replaces those with the same ids, as one step. Without `isUndoable` the step
   * is not recorded.
   */
  put(drawings: readonly Drawing[], isUndoable = true): void {
    const changes = drawings
      .map((after) => ({ before: this.#drawings.get(after.id), after }))
      .filter(({ before, after }) => before !== after)
    this.#do(changes, isUndoable)
  }

  remove(ids: readonly string[], isUndoable = true): void {
    const gone = ids.flatMap((id) => this.#drawings.get(id) ?? [])
    const changes = gone.map((before) => ({ before, after: undefined }))
    this.#do(changes, isUndoable)
  }

  /** Shows a drawing while it is moved; `commitPreview` records the step at the end. */
  preview(drawing: Drawing): void {
    if (!this.#drawings.has(drawing.id)) return
    this.#drawings.set(drawing.id, drawing)
    this.#repaint()
  }

  /** Ends a preview: the difference from `before` becomes one step. */
  commitPreview(before: Drawing): void {
    const after = this.#drawings.get(before.id)
    if (after === undefined || after === before) return
    this.#drawings.set(before.id, before)
    this.#do([{ before, after }], true)
  }

  /** Replaces all drawings by those of a loaded layout, without events or an undo step. */
  reset(drawings: readonly Drawing[]): void {
    this.#drawings.clear()
    for (const drawing of drawings) this.#drawings.set(drawing.id, drawing)
    this.#repaint()
  }

  #do(changes: readonly Change[], isUndoable: boolean): void {
    const [first] = changes
    const drawing = first?.after ?? first?.before
    if (first === undefined || drawing === undefined) return
    this.#apply(changes)
    if (!isUndoable) return this.#steps.touch()
    const back = changes.map(({ before, after }) => ({ before: after, after: before }))
    const isCreated = first.before === undefined
    const kind = isCreated ? 'create' : first.after === undefined ? 'remove' : 'change'
    this.#steps.record({
      text: this.#steps.text(kind, drawing),
      undo: () => this.#apply(back),
      redo: () => this.#apply(changes),
    })
  }

  #apply(changes: readonly Change[]): void {
    for (const { before, after } of changes) {
      if (after !== undefined) this.#drawings.set(after.id, after)
      else if (before !== undefined) this.#drawings.delete(before.id)
    }
    this.#repaint()
    for (const change of changes) this.#emitChange(change)
  }

  #repaint(): void {
    this.#sorted = undefined
    this.changed.emit()
  }

  #emitChange({ before, after }: Change): void {
    const id = (after ?? before)?.id
    if (id === undefined) return
    if (before === undefined) return this.drawingChanged.emit(id, 'create')
    if (after === undefined) return this.drawingChanged.emit(id, 'remove')
    if (before.points !== after.points) {
      this.drawingChanged.emit(id, 'points_changed')
      this.drawingChanged.emit(id, 'move')
    }
    if (before.isHidden !== after.isHidden)
      this.drawingChanged.emit(id, after.isHidden ? 'hide' : 'show')
    const isRestyled =
      before.style !== after.style ||
      before.text !== after.text ||
      before.risk !== after.risk ||
      before.isLocked !== after.isLocked ||
      before.zOrder !== after.zOrder
    if (isRestyled) this.drawingChanged.emit(id, 'properties_changed')
  }
}
