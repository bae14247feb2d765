// Joins the trading lines to one document of the frame: the hand on them, the plus at the price
// axis, and the list of lines for those who work by keys.

import type { ChartCanvas } from '../../canvas/chart-canvas.ts'
import type { ChartState } from '../../model/chart-state.ts'
import { Pace } from '../../primitives/frame-scheduler.ts'
import type { LineBook } from '../../model/lines/line-store.ts'
import { LineHand } from '../../model/lines/line-dragging.ts'
import { button } from '../toolkit/elements.ts'
import { LineEdges } from './offscreen-lines.ts'
import { LineList } from './line-list.ts'

export type LineDeskPlan = {
  readonly page: Document
  readonly view: Window
  readonly state: ChartState
  readonly book: LineBook
  readonly stage: HTMLElement
  readonly canvas: ChartCanvas
  isDrawing(): boolean
  openMenu(price: number, at: { readonly x: number; readonly y: number }): void
}

const plusPx = 18

export class LineDesk {
  readonly hand: LineHand
  readonly #plan: LineDeskPlan
  readonly #pace: Pace
  #soon: (() => void) | undefined
  #plus: HTMLButtonElement | undefined
  #plusPrice: number | undefined
  #list: LineList | undefined
  #edges: LineEdges | undefined
  readonly #edgePace: Pace

  constructor(plan: LineDeskPlan) {
    this.#plan = plan
    this.#pace = new Pace(plan.view, () => {
      const run = this.#soon
      this.#soon = undefined
      run?.()
    })
    const { book, canvas, state } = plan
    this.hand = new LineHand({
      book,
      boxes: () => canvas.lines.boxes,
      priceAt: (y) => canvas.priceAt(y),
      tick: () => tickOf(state),
      isBusy: () => plan.isDrawing(),
      markAt: (spot) => canvas.lines.markAt(spot),
      soon: (run) => {
        this.#soon = run
        this.#pace.soon()
      },
    })
    this.#edgePace = new Pace(plan.view, () => this.#edges?.update())
    canvas.lines.outsideChanged.subscribe(this, () => this.#edgePace.soon())
    book.changed.subscribe(this, () => {
      this.#list?.soon()
      if (book.draggedId !== undefined && this.#plus !== undefined) this.#plus.hidden = true
    })
  }

  /** Makes the controls anew, in the language of the state. */
  build(): HTMLElement[] {
    const { page, state, stage, book } = this.#plan
    const { messages } = state
    this.#list?.dispose()
    this.#list = new LineList({
      page,
      view: this.#plan.view,
      messages,
      book,
      hand: this.hand,
      priceText: (price) => price.toFixed(state.priceDecimals),
    })
    const plus = button(page, { class: 'plus', label: messages.addAtPrice, hidden: true }, ['+'])
    plus.tabIndex = -1
    plus.addEventListener('click', () => {
      const box = plus.getBoundingClientRect()
      if (this.#plusPrice !== undefined) {
        this.#plan.openMenu(this.#plusPrice, { x: box.left, y: box.bottom })
      }
    })
    stage.addEventListener('pointerleave', () => {
      plus.hidden = true
    })
    this.#plus = plus
    this.#edges = new LineEdges(page, this.#plan.canvas, messages)
    this.placeEdges()
    return [plus, ...this.#edges.parts, this.#list.root]
  }

  /** Panes or the axis have another size. */
  placeEdges(): void {
    this.#edgePace.soon()
  }

  /** The plus stands where the crosshair meets the price axis. */
  followCrosshair(): void {
    const plus = this.#plus
    if (plus === undefined) return
    const { canvas, book, state } = this.#plan
    const price = canvas.crosshairPrice
    const y = price === undefined ? undefined : canvas.yOfPrice(price)
    const isOff = !state.features.has('pane_context_menu') || book.draggedId !== undefined
    // A pointer on its way onto the plus itself leaves the canvas: the plus waits for it.
    if (price === undefined || y === undefined) {
      if (!plus.matches(':hover')) plus.hidden = true
      return
    }
    plus.hidden = isOff
    if (isOff) return
    this.#plusPrice = Number(price.toFixed(state.priceDecimals))
    plus.style.right = `${canvas.axisWidthPx + 1}px`
    plus.style.top = `${Math.round(y - plusPx / 2)}px`
  }

  dispose(): void {
    this.#plan.book.changed.unsubscribeAll(this)
    this.#plan.book.drop()
    this.#plan.book.hover(undefined)
    this.#list?.dispose()
    this.#plan.canvas.lines.outsideChanged.unsubscribeAll(this)
    this.#pace.stop()
    this.#edgePace.stop()
  }
}

function tickOf({ info }: ChartState): number {
  if (info === undefined || !(info.pricescale > 0)) return 0
  return (info.minmov ?? 1) / info.pricescale
}
