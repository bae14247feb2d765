// The hand on trading lines: presses become drags, clicks and buttons; keys do the same by ticks.
// It knows neither pages nor canvases (reference (d), hit testing and dragging).

import type { Held, Pressing, PressTaker, Spot } from '../../primitives/pointer.ts'
import type { HoveredLine, LineBook } from './line-store.ts'
import { type LineBox, lineAt } from './label-layout.ts'
import { dragPrice } from './line-state.ts'

/** A press becomes a drag beyond this way. */
const thresholdPx = { mouse: 3, touch: 6 } as const

export type HandPlan = {
  readonly book: LineBook
  /** As last painted. */
  boxes(): readonly LineBox[]
  priceAt(y: number): number | undefined
  /** The symbol's step; 0 while it is not known. */
  tick(): number
  /** Another hand is at work: a drawing tool is held. */
  isBusy(): boolean
  /** The fill under a spot. */
  markAt(spot: Spot): string | undefined
  /** Runs in the next frame. */
  soon(run: () => void): void
}

export class LineHand implements PressTaker {
  readonly #plan: HandPlan
  #isTelling = false

  constructor(plan: HandPlan) {
    this.#plan = plan
  }

  hover(spot: Spot, { isTouch }: Pressing): string | undefined {
    const { book, isBusy } = this.#plan
    if (isTouch || isBusy()) {
      book.hover(undefined)
      return undefined
    }
    const found = lineAt(this.#plan.boxes(), spot)
    book.hover(found, found === undefined ? this.#plan.markAt(spot) : undefined)
    return found === undefined ? undefined : this.#cursorOf(found)
  }

  left(): void {
    this.#plan.book.hover(undefined)
  }

  press(spot: Spot, { isTouch }: Pressing): Held | undefined {
    const { book } = this.#plan
    if (this.#plan.isBusy() || book.draggedId !== undefined) return undefined
    const found = lineAt(this.#plan.boxes(), spot, isTouch)
    if (found === undefined) return undefined
    if (found.part !== 'line' && found.part !== 'body') return this.#heldButton(found, isTouch)
    const line = book.line(found.id)
    const box = this.#plan.boxes().find(({ shown }) => shown.line.id === found.id)
    if (line === undefined || box === undefined) return undefined
    if (book.isPending(found.id)) return still
    const isClick = found.part === 'body' && line.buttons?.includes('modify') === true
    if (line.isDraggable !== true && !isClick) return undefined
    return this.#heldLine(found.id, { spot, grabPx: spot.y - box.y, isTouch, isClick })
  }

  /** Moves a line by ticks; the first move takes it up. False where it cannot be moved. */
  nudge(id: string, ticks: number): boolean {
    const { book, tick } = this.#plan
    const line = book.line(id)
    if (line === undefined || (book.draggedId !== id && !book.take(id))) return false
    const now = book.shown.find((shown) => shown.line.id === id)?.price ?? line.price
    const step = line.tick ?? tick()
    if (!(step > 0)) return false
    book.drag(dragPrice(now + ticks * step, line, tick()))
    this.#tellMoving()
    return true
  }

  #cursorOf({ id, part }: HoveredLine): string | undefined {
    const line = this.#plan.book.line(id)
    if (part !== 'line' && part !== 'body') return 'pointer'
    if (line?.isDraggable === true && !this.#plan.book.isPending(id)) return 'ns-resize'
    return part === 'body' && line?.buttons?.includes('modify') === true ? 'pointer' : undefined
  }

  #heldButton({ id, part }: HoveredLine, isTouch: boolean): Held {
    const { book, boxes } = this.#plan
    return {
      move: () => {},
      end: (spot) => {
        const found = lineAt(boxes(), spot, isTouch)
        const isSame = found?.id === id && found.part === part
        if (isSame && part !== 'line' && part !== 'body') book.press(id, part)
      },
      abort: () => {},
    }
  }

  #heldLine(
    id: string,
    start: {
      readonly spot: Spot
      readonly grabPx: number
      readonly isTouch: boolean
      readonly isClick: boolean
    },
  ): Held {
    const { book, priceAt, tick } = this.#plan
    const threshold = start.isTouch ? thresholdPx.touch : thresholdPx.mouse
    let isDrag = false
    return {
      move: (spot) => {
        const way = Math.hypot(spot.x - start.spot.x, spot.y - start.spot.y)
        if (!isDrag && way >= threshold) isDrag = book.take(id)
        if (!isDrag || book.draggedId !== id) return
        const line = book.line(id)
        const price = priceAt(spot.y - start.grabPx)
        if (line === undefined || price === undefined || !Number.isFinite(price)) return
        book.drag(dragPrice(price, line, tick()))
        this.#tellMoving()
      },
      end: () => {
        if (!isDrag) {
          if (start.isClick) book.press(id, 'modify')
        } else if (book.draggedId === id) book.put()
      },
      abort: () => {
        if (isDrag && book.draggedId === id) book.drop()
      },
    }
  }

  #tellMoving(): void {
    if (this.#isTelling) return
    this.#isTelling = true
    this.#plan.soon(() => {
      this.#isTelling = false
      this.#plan.book.tellMoving()
    })
  }
}

/** A press on a line that waits for its answer does nothing, not even to the chart below. */
const still: Held = { move: () => {}, end: () => {}, abort: () => {} }
