// The drawing hand: which tool it holds, what is being drawn, what is selected, and what the next
// press or key means. It knows neither pages nor canvases.

import { Signal } from '../../primitives/events.ts'
import { type Draft, begunDraft, clickPx, draftAt, nextDraft } from './drawing-in-progress.ts'
import { type Drawing, type DrawTool, toolPlans } from './drawing.ts'
import type { DrawingBook } from './drawing-store.ts'
import { distance } from './geometry.ts'
import { movedBy, movesWhole, withHandleAt } from './handles.ts'
import { type Hit, hitAt, reachPx } from './hit-test.ts'
import type { MagnetMode } from './magnet.ts'
import type { Held, Pressing, Spot } from '../../primitives/pointer.ts'
import { type DrawPane, pointFrom, withRoundedPrices } from './pane.ts'
import type { StyleBook } from './default-styles.ts'

export type SessionPlan = {
  readonly book: DrawingBook
  readonly styles: StyleBook
  symbol(): string
  pane(): DrawPane | undefined
}

export class DrawSession {
  /** Tool, selection, magnet or a switch has changed. */
  readonly changed = new Signal<[]>()
  /** Something is to be painted anew. */
  readonly moved = new Signal<[]>()
  readonly toolChanged = new Signal<[DrawTool | undefined]>()
  /** The words of this drawing are to be edited. */
  readonly editWanted = new Signal<[string]>()
  readonly #plan: SessionPlan
  #tool: DrawTool | undefined
  #draft: Draft | undefined
  #selectedId: string | undefined
  #hoveredId: string | undefined
  #magnet: MagnetMode = 'off'
  #isAllLocked = false
  #isAllHidden = false
  #keepsTool = false
  #isHolding = false

  constructor(plan: SessionPlan) {
    this.#plan = plan
    plan.book.changed.subscribe(this, () => this.moved.tell())
  }

  get tool(): DrawTool | undefined {
    return this.#tool
  }

  get draft(): Drawing | undefined {
    return this.#draft?.drawing
  }

  get hoveredId(): string | undefined {
    return this.#hoveredId
  }

  /** The selected drawing of the shown symbol. */
  get selected(): Drawing | undefined {
    const { book, symbol } = this.#plan
    const drawing = this.#selectedId === undefined ? undefined : book.get(this.#selectedId)
    const isSeen = drawing?.symbol === symbol() && !drawing.isHidden && !this.#isAllHidden
    return isSeen ? drawing : undefined
  }

  get magnet(): MagnetMode {
    return this.#magnet
  }

  get isAllLocked(): boolean {
    return this.#isAllLocked
  }

  get isAllHidden(): boolean {
    return this.#isAllHidden
  }

  get keepsTool(): boolean {
    return this.#keepsTool
  }

  /** True while a press is held: no layout is saved in the middle of it. */
  get isHolding(): boolean {
    return this.#isHolding
  }

  set(choice: {
    readonly magnet?: MagnetMode
    readonly isAllLocked?: boolean
    readonly isAllHidden?: boolean
    readonly keepsTool?: boolean
  }): void {
    this.#magnet = choice.magnet ?? this.#magnet
    this.#isAllLocked = choice.isAllLocked ?? this.#isAllLocked
    this.#isAllHidden = choice.isAllHidden ?? this.#isAllHidden
    this.#keepsTool = choice.keepsTool ?? this.#keepsTool
    this.#changed()
  }

  /** Takes a tool in hand, or lays it down; what was being drawn is thrown away. */
  choose(tool: DrawTool | undefined): void {
    this.#draft = undefined
    if (tool !== undefined) {
      this.#selectedId = undefined
      this.#isAllHidden = false
    }
    const isOther = tool !== this.#tool
    this.#tool = tool
    this.#changed()
    if (isOther) this.toolChanged.tell(tool)
  }

  select(id: string | undefined): void {
    if (id === this.#selectedId) return
    this.#selectedId = id
    this.#changed()
  }

  /** The bars under the pointer are others. */
  barsChanged(): void {
    this.#hoveredId = undefined
    this.moved.tell()
  }

  /** The shown symbol is another one. */
  leave(): void {
    this.#draft = undefined
    this.#selectedId = undefined
    this.#hoveredId = undefined
    this.#changed()
  }

  /** The drawings that are seen now, bottom to top. */
  shown(): readonly Drawing[] {
    const { book, symbol } = this.#plan
    if (this.#isAllHidden) return []
    return book.of(symbol()).filter(({ isHidden }) => !isHidden)
  }

  /** The pointer moves without a press; returns how it is to look. */
  hover(spot: Spot, pressing: Pressing): 'crosshair' | 'pointer' | 'grab' | undefined {
    const pane = this.#plan.pane()
    if (pane === undefined) return undefined
    if (this.#tool !== undefined) {
      if (this.#draft !== undefined) {
        this.#draft = draftAt(this.#draft, spot, this.#step(pane, pressing))
        this.moved.tell()
      }
      return 'crosshair'
    }
    const hit = this.#hit(spot, pressing, pane)
    if (hit?.drawing.id !== this.#hoveredId) {
      this.#hoveredId = hit?.drawing.id
      this.moved.tell()
    }
    if (hit === undefined) return undefined
    return hit.handle === undefined || this.#isFixed(hit.drawing) ? 'pointer' : 'grab'
  }

  /** The pointer has left the pane. */
  leftPane(): void {
    if (this.#hoveredId === undefined) return
    this.#hoveredId = undefined
    this.moved.tell()
  }

  /** Returns what holds this press; undefined when it is the chart's own. */
  press(spot: Spot, pressing: Pressing): Held | undefined {
    const pane = this.#plan.pane()
    if (pane === undefined) return undefined
    if (this.#tool !== undefined) return this.#pressWithTool(this.#tool, spot, pressing)
    const hit = this.#hit(spot, pressing, pane)
    this.select(hit?.drawing.id)
    if (hit === undefined) return undefined
    return this.#heldDrawing(hit, spot)
  }

  /** What is under a spot, for a menu or a double click. */
  at(spot: Spot, isTouch: boolean): Drawing | undefined {
    const pane = this.#plan.pane()
    if (pane === undefined || this.#tool !== undefined) return undefined
    return this.#hit(spot, { isTouch, shift: false, ctrl: false }, pane)?.drawing
  }

  /** Lays down one thing at a time: what is being drawn, the tool, the selection. */
  escape(): boolean {
    if (this.#draft !== undefined) this.#draft = undefined
    else if (this.#tool !== undefined) return (this.choose(undefined), true)
    else if (this.selected !== undefined) return (this.select(undefined), true)
    else return false
    this.#changed()
    return true
  }

  /** Moves the selected drawing by bars and by its price's smallest step or a pixel. */
  nudge(bars: number, up: number): boolean {
    const pane = this.#plan.pane()
    const drawing = this.selected
    if (pane === undefined || drawing === undefined || this.#isFixed(drawing)) return false
    const moved = movedBy(drawing, { bars, px: -up }, heightsOf(pane))
    this.#plan.book.put([withRoundedPrices(pane, moved)])
    return true
  }

  /** A new drawing of a tool at the top, with the trader's usual style for it. */
  fresh(tool: DrawTool, symbol = this.#plan.symbol()): Drawing {
    const { book, styles } = this.#plan
    return {
      ...styles.of(tool),
      id: book.freeId(),
      tool,
      symbol,
      points: [],
      text: '',
      isLocked: false,
      isHidden: false,
      zOrder: book.freeZOrder(symbol),
      isSaved: true,
      isSelectable: true,
    }
  }

  #isFixed(drawing: Drawing): boolean {
    return drawing.isLocked || this.#isAllLocked
  }

  #hit(spot: Spot, { isTouch }: Pressing, { space, look }: DrawPane): Hit | undefined {
    return hitAt(spot, {
      drawings: this.shown(),
      selectedId: this.#selectedId,
      space,
      look,
      reach: isTouch ? reachPx.touch : reachPx.mouse,
    })
  }

  #step(pane: DrawPane, { shift, ctrl }: Pressing) {
    const flipped: MagnetMode = this.#magnet === 'off' ? 'strong' : 'off'
    return { pane, magnet: ctrl ? flipped : this.#magnet, isStraight: shift }
  }

  #pressWithTool(tool: DrawTool, start: Spot, pressing: Pressing): Held | undefined {
    const pane = this.#plan.pane()
    if (pane === undefined) return undefined
    const isFirst = this.#draft === undefined
    const step = this.#step(pane, pressing)
    this.#draft =
      this.#draft === undefined
        ? begunDraft(this.fresh(tool), start, step)
        : draftAt(this.#draft, start, step)
    this.moved.tell()
    return this.#hold({
      move: (spot, now) => this.hover(spot, now),
      end: (spot, now) => {
        this.hover(spot, now)
        const waits = isFirst && toolPlans[tool].clicks > 1 && distance(start, spot) < clickPx
        if (!waits) this.#place()
      },
      abort: () => {
        this.#draft = undefined
        this.moved.tell()
      },
    })
  }

  #place(): void {
    const draft = this.#draft
    if (draft === undefined) return
    this.#draft = nextDraft(draft)
    if (this.#draft !== undefined) return this.moved.tell()
    const { drawing } = draft
    const isDot = toolPlans[drawing.tool].clicks === 0 && drawing.points.length < 2
    if (isDot) return this.moved.tell()
    const isText = drawing.tool === 'text'
    // A text without words is no drawing yet: its step is kept when it has some.
    this.#plan.book.put([drawing], !isText)
    const staysInHand = (this.#keepsTool && !isText) || drawing.tool === 'brush'
    if (!staysInHand) {
      this.choose(undefined)
      this.select(drawing.id)
    }
    if (isText) this.editWanted.tell(drawing.id)
  }

  #heldDrawing({ drawing: before, handle }: Hit, start: Spot): Held | undefined {
    const { book } = this.#plan
    if (this.#isFixed(before)) {
      book.told.tell(before.id, 'click')
      return undefined
    }
    let isMoving = false
    return this.#hold({
      move: (spot, pressing) => {
        isMoving ||= distance(start, spot) >= clickPx
        const moved = isMoving ? this.#moved(before, { handle, start, spot }, pressing) : undefined
        if (moved !== undefined) book.preview(moved)
      },
      end: () => {
        if (isMoving) book.settle(before)
        else book.told.tell(before.id, 'click')
      },
      abort: () => book.preview(before),
    })
  }

  #moved(
    before: Drawing,
    way: { readonly handle: number | undefined; readonly start: Spot; readonly spot: Spot },
    pressing: Pressing,
  ): Drawing | undefined {
    const pane = this.#plan.pane()
    if (pane === undefined) return undefined
    const { handle, start, spot } = way
    if (handle !== undefined && !movesWhole(before)) {
      return withHandleAt(before, handle, pointFrom(pane, spot, this.#step(pane, pressing).magnet))
    }
    const bars = Math.round((spot.x - start.x) / pane.space.stepPx)
    const moved = movedBy(before, { bars, px: spot.y - start.y }, heightsOf(pane))
    return withRoundedPrices(pane, moved)
  }

  #hold(held: Held): Held {
    this.#isHolding = true
    const over = (run: () => void) => {
      this.#isHolding = false
      run()
      this.#changed()
    }
    return {
      move: (spot, pressing) => held.move(spot, pressing),
      end: (spot, pressing) => over(() => held.end(spot, pressing)),
      abort: () => over(() => held.abort()),
    }
  }

  #changed(): void {
    this.changed.tell()
    this.moved.tell()
  }
}

const heightsOf = (pane: DrawPane) => ({
  bars: pane.bars,
  prices: { yOf: pane.space.yOf, priceOf: pane.priceOf },
})
