// Everything the chart knows about drawings, for as long as the chart lives: the book, the hand,
// the usual styles, and what a trader or a host does with whole drawings.

import type { Signal } from '../../primitives/events.ts'
import type { Workspace } from '../layout/workspace.ts'
import { DrawSession } from './drawing-tool.ts'
import { type Drawing, isPositionTool } from './drawing.ts'
import { DrawingBook, type StepKind } from './drawing-store.ts'
import { movedBy } from './handles.ts'
import { drawingKeeper } from './saved-drawings.ts'
import type { DrawPane } from './pane.ts'
import { type RiskReward, riskReward } from './risk-reward.ts'
import { StyleBook, type StyleStore } from './default-styles.ts'

/** A long or short drawing that the trader wants to trade on. */
export type DrawnPosition = Pick<
  RiskReward,
  'side' | 'entry' | 'target' | 'stop' | 'quantity' | 'ratio'
> & { readonly id: string; readonly symbol: string }

export type DrawingsPlan = {
  readonly workspace: Workspace
  readonly styleStore: StyleStore
  readonly positionTaken: Signal<[DrawnPosition]>
  symbol(): string
  pane(): DrawPane | undefined
  text(kind: StepKind, drawing: Drawing): string
}

/** A clone lies beside its original, not on it. */
const cloneShiftPx = 24

export class Drawings {
  readonly book: DrawingBook
  readonly session: DrawSession
  readonly styles: StyleBook
  /** The trader has asked to use a position drawing in an order. */
  readonly positionTaken: Signal<[DrawnPosition]>
  readonly #plan: DrawingsPlan
  #copied: Drawing | undefined

  constructor(plan: DrawingsPlan) {
    this.#plan = plan
    this.positionTaken = plan.positionTaken
    const { workspace } = plan
    this.styles = new StyleBook(plan.styleStore)
    this.book = new DrawingBook({
      record: (step) => workspace.history.record(step),
      touch: () => workspace.touch(),
      text: plan.text,
    })
    this.session = new DrawSession({
      book: this.book,
      styles: this.styles,
      symbol: plan.symbol,
      pane: plan.pane,
    })
    workspace.sources.add(drawingKeeper(this.book))
  }

  /** Whose drawings are shown. */
  get symbol(): string {
    return this.#plan.symbol()
  }

  undo(): void {
    this.session.choose(this.session.tool)
    this.#plan.workspace.history.undo()
  }

  redo(): void {
    this.session.choose(this.session.tool)
    this.#plan.workspace.history.redo()
  }

  /** Changes a drawing as one step; nothing for one that is gone. */
  change(id: string, change: (drawing: Drawing) => Drawing): void {
    const drawing = this.book.get(id)
    if (drawing !== undefined) this.book.put([change(drawing)])
  }

  remove(id: string): void {
    this.book.remove([id])
    if (this.session.selected === undefined) this.session.select(undefined)
  }

  /** Removes what the shown symbol has, as one step. */
  removeAllShown(): void {
    this.book.remove(this.book.of(this.#plan.symbol()).map(({ id }) => id))
    this.session.select(undefined)
  }

  reorder(id: string, where: 'top' | 'bottom'): void {
    this.change(id, (drawing) => ({
      ...drawing,
      zOrder: this.book.freeZOrder(drawing.symbol, where),
    }))
  }

  copy(id: string): void {
    this.#copied = this.book.get(id) ?? this.#copied
  }

  get hasCopied(): boolean {
    return this.#copied !== undefined
  }

  /** Lays what was copied on the shown chart, a little beside where it was. */
  paste(): void {
    const pane = this.#plan.pane()
    const copied = this.#copied
    if (pane === undefined || copied === undefined) return
    const symbol = this.#plan.symbol()
    const bars = Math.max(1, Math.round(cloneShiftPx / pane.space.stepPx))
    const moved = movedBy(
      copied,
      { bars, px: cloneShiftPx },
      {
        bars: pane.bars,
        prices: { yOf: pane.space.yOf, priceOf: pane.priceOf },
      },
    )
    const pasted: Drawing = {
      ...moved,
      id: this.book.freeId(),
      symbol,
      zOrder: this.book.freeZOrder(symbol),
      isLocked: false,
      isHidden: false,
    }
    this.book.put([pasted])
    this.#copied = pasted
    this.session.select(pasted.id)
  }

  clone(id: string): void {
    const before = this.#copied
    this.#copied = this.book.get(id)
    this.paste()
    this.#copied = before
  }

  /** Ends the editing of a text; words make it a drawing, none take it off the chart. */
  write(id: string, text: string, isNew: boolean): void {
    const drawing = this.book.get(id)
    if (drawing === undefined || drawing.text === text) {
      if (isNew && text === '') this.book.remove([id], false)
      return
    }
    if (isNew) this.book.remove([id], false)
    if (text.trim() !== '') this.book.put([{ ...drawing, text }])
    else if (!isNew) this.remove(id)
    if (isNew && text.trim() !== '') this.session.select(id)
  }

  takePosition(id: string): void {
    const drawing = this.book.get(id)
    const reckoned = drawing === undefined ? undefined : riskReward(drawing)
    if (drawing === undefined || reckoned === undefined || !isPositionTool(drawing.tool)) return
    const { side, entry, target, stop, quantity, ratio } = reckoned
    const { symbol } = drawing
    this.positionTaken.tell({ id, symbol, side, entry, target, stop, quantity, ratio })
  }
}
