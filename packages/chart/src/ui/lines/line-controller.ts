// Connects the trading lines to one document: dragging, the plus button at the price axis, and
// the accessible list.

import type { ChartCanvas } from '../../canvas/chart-canvas.ts'
import type { ChartState } from '../../model/chart-state.ts'
import { FrameScheduler } from '../../primitives/frame-scheduler.ts'
import type { LineStore } from '../../model/lines/line-store.ts'
import { LineDragging } from '../../model/lines/line-dragging.ts'
import { PriceDragging } from '../../model/lines/price-dragging.ts'
import type { PointerHandler } from '../../primitives/pointer.ts'
import { button } from '../toolkit/elements.ts'
import { OffscreenLines } from './offscreen-lines.ts'
import { LineList } from './line-list.ts'

export type LineControllerOptions = {
  readonly page: Document
  readonly view: Window
  readonly state: ChartState
  readonly store: LineStore
  readonly stage: HTMLElement
  readonly canvas: ChartCanvas
  isDrawing(): boolean
  openMenu(price: number, at: { readonly x: number; readonly y: number }): void
}

const plusPx = 18

export class LineController {
  readonly dragging: LineDragging
  /** The handlers of presses, in order of priority. */
  readonly handlers: readonly PointerHandler[]
  readonly #options: LineControllerOptions
  readonly #scheduler: FrameScheduler
  #schedule: (() => void) | undefined
  #plus: HTMLButtonElement | undefined
  #plusPrice: number | undefined
  #list: LineList | undefined
  #edges: OffscreenLines | undefined
  readonly #edgeScheduler: FrameScheduler

  constructor(options: LineControllerOptions) {
    this.#options = options
    this.#scheduler = new FrameScheduler(options.view, () => {
      const run = this.#schedule
      this.#schedule = undefined
      run?.()
    })
    const { store, canvas, state } = options
    this.dragging = new LineDragging({
      store,
      boxes: () => canvas.lines.boxes,
      priceAt: (y) => canvas.priceAt(y),
      tick: () => tickOf(state),
      isBusy: () => options.isDrawing(),
      markAt: (pixel) => canvas.lines.markAt(pixel),
      schedule: (run) => {
        this.#schedule = run
        this.#scheduler.schedule()
      },
    })
    const prices = new PriceDragging({
      store,
      priceAt: (y) => canvas.priceAt(y),
      tick: () => tickOf(state),
    })
    this.handlers = [prices, this.dragging]
    this.#edgeScheduler = new FrameScheduler(options.view, () => this.#edges?.update())
    canvas.lines.outsideChanged.subscribe(this, () => this.#edgeScheduler.schedule())
    store.changed.subscribe(this, () => {
      this.#list?.schedule()
      if (store.draggedId !== undefined && this.#plus !== undefined) this.#plus.hidden = true
    })
  }

  /** Rebuilds the controls in the language of the state. */
  build(): HTMLElement[] {
    const { page, state, stage, store } = this.#options
    const { messages } = state
    this.#list?.dispose()
    this.#list = new LineList({
      page,
      view: this.#options.view,
      messages,
      store,
      dragging: this.dragging,
      priceText: (price) => price.toFixed(state.priceDecimals),
    })
    const plus = button(page, { class: 'plus', label: messages.addAtPrice, hidden: true }, ['+'])
    plus.tabIndex = -1
    plus.addEventListener('click', () => {
      const box = plus.getBoundingClientRect()
      if (this.#plusPrice !== undefined) {
        this.#options.openMenu(this.#plusPrice, { x: box.left, y: box.bottom })
      }
    })
    stage.addEventListener('pointerleave', () => {
      plus.hidden = true
    })
    this.#plus = plus
    this.#edges = new OffscreenLines(page, this.#options.canvas, messages)
    this.placeOffscreenLines()
    return [plus, ...this.#edges.parts, this.#list.root]
  }

  /** Call this after the size of the panes or of the axis has changed. */
  placeOffscreenLines(): void {
    this.#edgeScheduler.schedule()
  }

  /** Moves the plus button to where the crosshair meets the price axis. */
  followCrosshair(): void {
    const plus = this.#plus
    if (plus === undefined) return
    const { canvas, store, state } = this.#options
    const price = canvas.crosshairPrice
    const y = price === undefined ? undefined : canvas.yOfPrice(price)
    const isOff = !state.features.has('pane_context_menu') || store.draggedId !== undefined
    // A pointer that moves onto the plus button leaves the canvas: the button must stay.
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
    this.#options.store.changed.unsubscribeAll(this)
    this.#options.store.cancelDrag()
    this.#options.store.hover(undefined)
    this.#list?.dispose()
    this.#options.canvas.lines.outsideChanged.unsubscribeAll(this)
    this.#scheduler.stop()
    this.#edgeScheduler.stop()
  }
}

function tickOf({ info }: ChartState): number {
  if (info === undefined || !(info.pricescale > 0)) return 0
  return (info.minmov ?? 1) / info.pricescale
}
