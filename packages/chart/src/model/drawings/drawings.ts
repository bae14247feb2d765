// All drawing features of one chart: store, session, default styles, clipboard and order.

import type { Signal } from '../../primitives/events.ts'
import type { Workspace } from '../layout/workspace.ts'
import { DrawingSession } from './drawing-tool.ts'
import { type Drawing, isPositionTool } from './drawing.ts'
import { DrawingStore, type StepKind } from './drawing-store.ts'
import { movedBy } from './handles.ts'
import { drawingSources } from './saved-drawings.ts'
import type { DrawPane } from './pane.ts'
import { type RiskReward, riskReward } from './risk-reward.ts'
import { DefaultStyles, type StyleStore } from './default-styles.ts'

/** The position drawing for which an order is requested. */
export type DrawnPosition = Pick<
  RiskReward,
  'side' | 'entry' | 'target' | 'stop' | 'quantity' | 'ratio'
> & { readonly id: string; readonly symbol: string }

export type DrawingsOptions = {
  readonly workspace: Workspace
  readonly styleStore: StyleStore
  readonly positionRequested: Signal<[DrawnPosition]>
  symbol(): string
  pane(): DrawPane | undefined
  text(kind: StepKind, drawing: Drawing): string
}

/** The offset of a clone from its original. */
const cloneShiftPx = 24

export class Drawings {
  readonly store: DrawingStore
  readonly session: DrawingSession
  readonly styles: DefaultStyles
  /** The trader requests an order from a position drawing. */
  readonly positionRequested: Signal<[DrawnPosition]>
  readonly #options: DrawingsOptions
  #copied: Drawing | undefined

  constructor(options: DrawingsOptions) {
    this.#options = options
    this.positionRequested = options.positionRequested
    const { workspace } = options
    this.styles = new DefaultStyles(options.styleStore)
    this.store = new DrawingStore({
      record: (step) => workspace.history.record(step),
      touch: () => workspace.touch(),
      text: options.text,
    })
    this.session = new DrawingSession({
      store: this.store,
      styles: this.styles,
      symbol: options.symbol,
      pane: options.pane,
    })
    workspace.sources.add(drawingSources(this.store))
  }

  /** The symbol whose drawings are shown. */
  get symbol(): string {
    return this.#options.symbol()
  }

  undo(): void {
    this.session.choose(this.session.tool)
    this.#options.workspace.history.undo()
  }

  redo(): void {
    this.session.choose(this.session.tool)
    this.#options.workspace.history.redo()
  }

  /** Changes a drawing as one step; nothing if it no longer exists. */
  change(id: string, change: (drawing: Drawing) => Drawing): void {
    const drawing = this.store.get(id)
    if (drawing !== undefined) this.store.put([change(drawing)])
  }

  remove(id: string): void {
    this.store.remove([id])
    if (this.session.selected === undefined) this.session.select(undefined)
  }

  /** Removes all drawings of the shown symbol, as one step. */
  removeAllShown(): void {
    this.store.remove(this.store.of(this.#options.symbol()).map(({ id }) => id))
    this.session.select(undefined)
  }

  reorder(id: string, where: 'top' | 'bottom'): void {
    this.change(id, (drawing) => ({
      ...drawing,
      zOrder: this.store.freeZOrder(drawing.symbol, where),
    }))
  }

  copy(id: string): void {
    this.#copied = this.store.get(id) ?? this.#copied
  }

  get hasCopied(): boolean {
    return this.#copied !== undefined
  }

  /** Pastes the copied drawing on the shown symbol, at an offset from its original. */
  paste(): void {
    const pane = this.#options.pane()
    const copied = this.#copied
    if (pane === undefined || copied === undefined) return
    const symbol = this.#options.symbol()
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
      id: this.store.freeId(),
      symbol,
      zOrder: this.store.freeZOrder(symbol),
      isLocked: false,
      isHidden: false,
    }
    this.store.put([pasted])
    this.#copied = pasted
    this.session.select(pasted.id)
  }

  clone(id: string): void {
    const before = this.#copied
    this.#copied = this.store.get(id)
    this.paste()
    this.#copied = before
  }

  /** Ends the editing of a text; an empty one removes the drawing. */
  write(id: string, text: string, isNew: boolean): void {
    const drawing = this.store.get(id)
    if (drawing === undefined || drawing.text === text) {
      if (isNew && text === '') this.store.remove([id], false)
      return
    }
    if (isNew) this.store.remove([id], false)
    if (text.trim() !== '') this.store.put([{ ...drawing, text }])
    else if (!isNew) this.remove(id)
    if (isNew && text.trim() !== '') this.session.select(id)
  }

  requestPosition(id: string): void {
    const drawing = this.store.get(id)
    const result = drawing === undefined ? undefined : riskReward(drawing)
    if (drawing === undefined || result === undefined || !isPositionTool(drawing.tool)) return
    const { side, entry, target, stop, quantity, ratio } = result
    const { symbol } = drawing
    this.positionRequested.emit({ id, symbol, side, entry, target, stop, quantity, ratio })
  }
}
