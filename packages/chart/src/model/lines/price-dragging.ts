// Two prices drawn by one press, for a host that requested them, independent of DOM and canvas.

import type { Gesture, Pixel, PointerHandler, PointerState } from '../../primitives/pointer.ts'
import { safely } from '../../primitives/events.ts'
import { tickPrice } from './line-state.ts'
import type { LineStore } from './line-store.ts'

/** A press becomes a drag beyond this distance. */
const thresholdPx = { mouse: 3, touch: 6 } as const

export type PriceDraggingOptions = {
  readonly store: LineStore
  priceAt(y: number): number | undefined
  /** The symbol's tick size; 0 while it is unknown. */
  tick(): number
}

export class PriceDragging implements PointerHandler {
  readonly #options: PriceDraggingOptions

  constructor(options: PriceDraggingOptions) {
    this.#options = options
  }

  hover(): string | undefined {
    return this.#options.store.priceDrag === undefined ? undefined : 'crosshair'
  }

  left(): void {}

  press(pixel: Pixel, { isTouch }: PointerState): Gesture | undefined {
    const { store } = this.#options
    const waiting = store.priceDrag
    const from = this.#priceAt(pixel)
    if (waiting === undefined || from === undefined) return undefined
    const threshold = thresholdPx[isTouch ? 'touch' : 'mouse']
    let to = from
    let isDrag = false
    return {
      move: (now) => {
        const price = this.#priceAt(now)
        isDrag ||= Math.abs(now.y - pixel.y) >= threshold
        if (!isDrag || price === undefined || price === to) return
        to = price
        safely(() => waiting.moved(from, price))
      },
      end: () => {
        if (store.priceDrag === waiting) store.endPrices()
        safely(() => waiting.ended(from, to))
      },
      abort: () => {
        if (store.priceDrag === waiting) store.endPrices()
        safely(() => waiting.aborted())
      },
    }
  }

  #priceAt({ y }: Pixel): number | undefined {
    const price = this.#options.priceAt(y)
    if (price === undefined || !Number.isFinite(price)) return undefined
    const onTick = tickPrice(price, this.#options.tick())
    return onTick > 0 ? onTick : undefined
  }
}
