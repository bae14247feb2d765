// The drawing session: selected tool, drawing in progress, selection, and the effect of pointer and
// keys. It is independent of DOM and canvas.

import { Signal } from '../../primitives/events.ts'
import { type Draft, begunDraft, clickPx, draftAt, nextDraft } from './drawing-in-progress.ts'
import { type Drawing, type DrawTool, toolDefinitions } from './drawing.ts'
import type { DrawingStore } from './drawing-store.ts'
import { distance } from './geometry.ts'
import { movedBy, movesWhole, withHandleAt } from './handles.ts'
import { type Hit, hitAt, reachPx } from './hit-test.ts'
import type { MagnetMode } from './magnet.ts'
import type { Gesture, PointerState, Pixel } from '../../primitives/pointer.ts'
import { type DrawPane, pointFrom, withRoundedPrices } from './pane.ts'
import type { DefaultStyles } from './default-styles.ts'

export type DrawingSessionOptions = {
  readonly store: DrawingStore
  readonly styles: DefaultStyles
  symbol(): string
  pane(): DrawPane | undefined
}

export class DrawingSession {
  /** Emitted when the tool, the selection, the magnet or a switch has changed. */
  readonly changed = new Signal<[]>()
  /** Emitted when a repaint is needed. */
  readonly moved = new Signal<[]>()
  readonly toolChanged = new Signal<[DrawTool | undefined]>()
  /** Emitted with the drawing whose text is to be edited. */
  readonly editWanted = new Signal<[string]>()
  readonly #options: DrawingSessionOptions
  #tool: DrawTool | undefined
  #draft: Draft | undefined
  #selectedId: string | undefined
  #hoveredId: string | undefined
  #magnet: MagnetMode = 'off'
  #isAllLocked = false
  #isAllHidden = false
  #keepsTool = false
  #isGestureActive = false

  constructor(options: DrawingSessionOptions) {
    this.#options = options
    options.store.changed.subscribe(this, () => this.moved.emit())
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
    const { store, symbol } = this.#options
    const drawing = this.#selectedId === undefined ? undefined : store.get(this.#selectedId)
    const isVisible = drawing?.symbol === symbol() && !drawing.isHidden && !this.#isAllHidden
    return isVisible ? drawing : undefined
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

  /** True during a gesture: no layout is saved in the middle of it. */
  get isGestureActive(): boolean {
    return this.#isGestureActive
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

  /** Selects or deselects a tool; a drawing in progress is discarded. */
  choose(tool: DrawTool | undefined): void {
    this.#draft = undefined
    if (tool !== undefined) {
      this.#selectedId = undefined
      this.#isAllHidden = false
    }
    const isOther = tool !== this.#tool
    this.#tool = tool
    this.#changed()
    if (isOther) this.toolChanged.emit(tool)
  }

  select(id: string | undefined): void {
    if (id === this.#selectedId) return
    this.#selectedId = id
    this.#changed()
  }

  /** The bars under the pointer have changed. */
  barsChanged(): void {
    this.#hoveredId = undefined
    this.moved.emit()
  }

  /** Another symbol is shown: ends drawing, selection and hovering. */
  leave(): void {
    this.#draft = undefined
    this.#selectedId = undefined
    this.#hoveredId = undefined
    this.#changed()
  }

  /** The visible drawings, bottom to top. */
  shown(): readonly Drawing[] {
    const { store, symbol } = this.#options
    if (this.#isAllHidden) return []
    return store.of(symbol()).filter(({ isHidden }) => !isHidden)
  }

  /** Handles a pointer move without a press; returns the cursor. */
  hover(pixel: Pixel, pointer: PointerState): 'crosshair' | 'pointer' | 'grab' | undefined {
    const pane = this.#options.pane()
    if (pane === undefined) return undefined
    if (this.#tool !== undefined) {
      if (this.#draft !== undefined) {
        this.#draft = draftAt(this.#draft, pixel, this.#step(pane, pointer))
        this.moved.emit()
      }
      return 'crosshair'
    }
    const hit = this.#hit(pixel, pointer, pane)
    if (hit?.drawing.id !== this.#hoveredId) {
      this.#hoveredId = hit?.drawing.id
      this.moved.emit()
    }
    if (hit === undefined) return undefined
    return hit.handle === undefined || this.#isFixed(hit.drawing) ? 'pointer' : 'grab'
  }

  /** The pointer has left the pane. */
  leftPane(): void {
    if (this.#hoveredId === undefined) return
    this.#hoveredId = undefined
    this.moved.emit()
  }

  /** Returns the gesture of this press; undefined if the chart should handle it. */
  press(pixel: Pixel, pointer: PointerState): Gesture | undefined {
    const pane = this.#options.pane()
    if (pane === undefined) return undefined
    if (this.#tool !== undefined) return this.#pressWithTool(this.#tool, pixel, pointer)
    const hit = this.#hit(pixel, pointer, pane)
    this.select(hit?.drawing.id)
    if (hit === undefined) return undefined
    return this.#drawingGesture(hit, pixel)
  }

  /** The drawing under a pixel, for a menu or a double click. */
  at(pixel: Pixel, isTouch: boolean): Drawing | undefined {
    const pane = this.#options.pane()
    if (pane === undefined || this.#tool !== undefined) return undefined
    return this.#hit(pixel, { isTouch, shift: false, ctrl: false }, pane)?.drawing
  }

  /** Cancels one thing at a time: the drawing in progress, the tool, the selection. */
  escape(): boolean {
    if (this.#draft !== undefined) this.#draft = undefined
    else if (this.#tool !== undefined) return (this.choose(undefined), true)
    else if (this.selected !== undefined) return (this.select(undefined), true)
    else return false
    this.#changed()
    return true
  }

  /** Moves the selected drawing by bars and by the smallest price step or one pixel. */
  nudge(bars: number, up: number): boolean {
    const pane = this.#options.pane()
    const drawing = this.selected
    if (pane === undefined || drawing === undefined || this.#isFixed(drawing)) return false
    const moved = movedBy(drawing, { bars, px: -up }, heightsOf(pane))
    this.#options.store.put([withRoundedPrices(pane, moved)])
    return true
  }

  /** A new drawing of a tool above all others, in its default style. */
  fresh(tool: DrawTool, symbol = this.#options.symbol()): Drawing {
    const { store, styles } = this.#options
    return {
      ...styles.of(tool),
      id: store.freeId(),
      tool,
      symbol,
      points: [],
      text: '',
      isLocked: false,
      isHidden: false,
      zOrder: store.freeZOrder(symbol),
      isSaved: true,
      isSelectable: true,
    }
  }

  #isFixed(drawing: Drawing): boolean {
    return drawing.isLocked || this.#isAllLocked
  }

  #hit(pixel: Pixel, { isTouch }: PointerState, { space, appearance }: DrawPane): Hit | undefined {
    return hitAt(pixel, {
      drawings: this.shown(),
      selectedId: this.#selectedId,
      space,
      appearance,
      reach: isTouch ? reachPx.touch : reachPx.mouse,
    })
  }

  #step(pane: DrawPane, { shift, ctrl }: PointerState) {
    const flipped: MagnetMode = this.#magnet === 'off' ? 'strong' : 'off'
    return { pane, magnet: ctrl ? flipped : this.#magnet, isStraight: shift }
  }

  #pressWithTool(tool: DrawTool, start: Pixel, pointer: PointerState): Gesture | undefined {
    const pane = this.#options.pane()
    if (pane === undefined) return undefined
    const isFirst = this.#draft === undefined
    const step = this.#step(pane, pointer)
    this.#draft =
      this.#draft === undefined
        ? begunDraft(this.fresh(tool), start, step)
        : draftAt(this.#draft, start, step)
    this.moved.emit()
    return this.#hold({
      move: (pixel, now) => this.hover(pixel, now),
      end: (pixel, now) => {
        this.hover(pixel, now)
        const waits =
          isFirst && toolDefinitions[tool].clicks > 1 && distance(start, pixel) < clickPx
        if (!waits) this.#place()
      },
      abort: () => {
        this.#draft = undefined
        this.moved.emit()
      },
    })
  }

  #place(): void {
    const draft = this.#draft
    if (draft === undefined) return
    this.#draft = nextDraft(draft)
    if (this.#draft !== undefined) return this.moved.emit()
    const { drawing } = draft
    const isDot = toolDefinitions[drawing.tool].clicks === 0 && drawing.points.length < 2
    if (isDot) return this.moved.emit()
    const isText = drawing.tool === 'text'
    // A text drawing is recorded as a step once it has text.
    this.#options.store.put([drawing], !isText)
    const staysSelected = (this.#keepsTool && !isText) || drawing.tool === 'brush'
    if (!staysSelected) {
      this.choose(undefined)
      this.select(drawing.id)
    }
    if (isText) this.editWanted.emit(drawing.id)
  }

  #drawingGesture({ drawing: before, handle }: Hit, start: Pixel): Gesture | undefined {
    const { store } = this.#options
    if (this.#isFixed(before)) {
      store.drawingChanged.emit(before.id, 'click')
      return undefined
    }
    let isMoving = false
    return this.#hold({
      move: (pixel, pointer) => {
        isMoving ||= distance(start, pixel) >= clickPx
        const moved = isMoving ? this.#moved(before, { handle, start, pixel }, pointer) : undefined
        if (moved !== undefined) store.preview(moved)
      },
      end: () => {
        if (isMoving) store.commitPreview(before)
        else store.drawingChanged.emit(before.id, 'click')
      },
      abort: () => store.preview(before),
    })
  }

  #moved(
    before: Drawing,
    way: { readonly handle: number | undefined; readonly start: Pixel; readonly pixel: Pixel },
    pointer: PointerState,
  ): Drawing | undefined {
    const pane = this.#options.pane()
    if (pane === undefined) return undefined
    const { handle, start, pixel } = way
    if (handle !== undefined && !movesWhole(before)) {
      return withHandleAt(before, handle, pointFrom(pane, pixel, this.#step(pane, pointer).magnet))
    }
    const bars = Math.round((pixel.x - start.x) / pane.space.stepPx)
    const moved = movedBy(before, { bars, px: pixel.y - start.y }, heightsOf(pane))
    return withRoundedPrices(pane, moved)
  }

  #hold(gesture: Gesture): Gesture {
    this.#isGestureActive = true
    const over = (run: () => void) => {
      this.#isGestureActive = false
      run()
      this.#changed()
    }
    return {
      move: (pixel, pointer) => gesture.move(pixel, pointer),
      end: (pixel, pointer) => over(() => gesture.end(pixel, pointer)),
      abort: () => over(() => gesture.abort()),
    }
  }

  #changed(): void {
    this.changed.emit()
    this.moved.emit()
  }
}

const heightsOf = (pane: DrawPane) => ({
  bars: pane.bars,
  prices: { yOf: pane.space.yOf, priceOf: pane.priceOf },
})
