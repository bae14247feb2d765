// Pointer and keyboard interaction with trading lines: drags, clicks and buttons. It knows
// neither DOM nor canvas (docs/chart d: hit testing and dragging).

import type { Gesture, PointerState, PointerHandler, Pixel } from '../../primitives/pointer.ts'
import type { HoveredLine, LineStore } from './line-store.ts'
import { isGroupId } from './label-groups.ts'
import { type LineBox, lineAt } from './label-layout.ts'
import { dragPrice } from './line-state.ts'

/** A press becomes a drag beyond this distance. */
const thresholdPx = { mouse: 3, touch: 6 } as const

export type LineDraggingOptions = {
  readonly store: LineStore
  /** As last painted. */
  boxes(): readonly LineBox[]
  priceAt(y: number): number | undefined
  /** The symbol's tick size; 0 while it is unknown. */
  tick(): number
  /** Whether a drawing tool is active. */
  isBusy(): boolean
  /** The execution under a pixel. */
  markAt(pixel: Pixel): string | undefined
  /** Runs in the next frame. */
  schedule(run: () => void): void
}

export class LineDragging implements PointerHandler {
  readonly #options: LineDraggingOptions
  #isEmitting = false

  constructor(options: LineDraggingOptions) {
    this.#options = options
  }

  hover(pixel: Pixel, { isTouch }: PointerState): string | undefined {
    const { store, isBusy } = this.#options
    // There is no hover by touch; a group unfolded by touch stays unfolded until a tap elsewhere.
    if (isTouch) return undefined
    if (isBusy()) {
      store.hover(undefined)
      return undefined
    }
    const found = lineAt(this.#options.boxes(), pixel)
    store.hover(found, found === undefined ? this.#options.markAt(pixel) : undefined)
    return found === undefined ? undefined : this.#cursorOf(found)
  }

  left(): void {
    this.#options.store.hover(undefined)
  }

  press(pixel: Pixel, { isTouch }: PointerState): Gesture | undefined {
    const { store } = this.#options
    if (this.#options.isBusy() || store.draggedId !== undefined) return undefined
    const found = lineAt(this.#options.boxes(), pixel, isTouch)
    if (isTouch) store.hover(found !== undefined && isFolding(found) ? found : undefined)
    if (found === undefined) return undefined
    if (isGroupId(found.id)) return still
    if (found.part !== 'line' && found.part !== 'body') return this.#buttonGesture(found, isTouch)
    const line = store.line(found.id)
    const box = this.#options.boxes().find(({ shown }) => shown.line.id === found.id)
    if (line === undefined || box === undefined) return undefined
    if (store.isPending(found.id)) return still
    const isClick = found.part === 'body' && line.buttons?.includes('modify') === true
    if (line.isDraggable !== true && !isClick) return undefined
    return this.#lineGesture(found.id, { pixel, grabPx: pixel.y - box.y, isTouch, isClick })
  }

  /** Moves a line by ticks; the first move starts a drag. False if it cannot be moved. */
  nudge(id: string, ticks: number): boolean {
    const { store, tick } = this.#options
    const line = store.line(id)
    if (line === undefined || (store.draggedId !== id && !store.startDrag(id))) return false
    const now = store.shown.find((shown) => shown.line.id === id)?.price ?? line.price
    const step = line.tick ?? tick()
    if (!(step > 0)) return false
    store.dragTo(dragPrice(now + ticks * step, line, tick()))
    this.#emitMoving()
    return true
  }

  #cursorOf({ id, part }: HoveredLine): string | undefined {
    if (isGroupId(id)) return 'default'
    const line = this.#options.store.line(id)
    if (part !== 'line' && part !== 'body') return 'pointer'
    if (line?.isDraggable === true && !this.#options.store.isPending(id)) return 'ns-resize'
    return part === 'body' && line?.buttons?.includes('modify') === true ? 'pointer' : undefined
  }

  #buttonGesture({ id, part }: HoveredLine, isTouch: boolean): Gesture {
    const { store, boxes } = this.#options
    return {
      move: () => {},
      end: (pixel) => {
        const found = lineAt(boxes(), pixel, isTouch)
        const isSame = found?.id === id && found.part === part
        if (isSame && part !== 'line' && part !== 'body') store.press(id, part)
      },
      abort: () => {},
    }
  }

  #lineGesture(
    id: string,
    start: {
      readonly pixel: Pixel
      readonly grabPx: number
      readonly isTouch: boolean
      readonly isClick: boolean
    },
  ): Gesture {
    const { store, priceAt, tick } = this.#options
    const threshold = start.isTouch ? thresholdPx.touch : thresholdPx.mouse
    let isDrag = false
    return {
      move: (pixel) => {
        const way = Math.hypot(pixel.x - start.pixel.x, pixel.y - start.pixel.y)
        if (!isDrag && way >= threshold) isDrag = store.startDrag(id)
        if (!isDrag || store.draggedId !== id) return
        const line = store.line(id)
        const price = priceAt(pixel.y - start.grabPx)
        if (line === undefined || price === undefined || !Number.isFinite(price)) return
        store.dragTo(dragPrice(price, line, tick()))
        this.#emitMoving()
      },
      end: () => {
        if (!isDrag) {
          if (start.isClick) store.press(id, 'modify')
        } else if (store.draggedId === id) store.endDrag()
      },
      abort: () => {
        if (isDrag && store.draggedId === id) store.cancelDrag()
      },
    }
  }

  #emitMoving(): void {
    if (this.#isEmitting) return
    this.#isEmitting = true
    this.#options.schedule(() => {
      this.#isEmitting = false
      this.#options.store.emitMoving()
    })
  }
}

/** Whether this is a group's label, or a line of an unfolded group. */
const isFolding = ({ id, group }: HoveredLine): boolean => group !== undefined || isGroupId(id)

/** A press without effect, also for the chart below: the line is pending, or is a group. */
const still: Gesture = { move: () => {}, end: () => {}, abort: () => {} }
