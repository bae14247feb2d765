// Pointer events on the canvas before the engine gets them: the handler that takes a press gets
// all its moves and exactly one end, while the chart neither scrolls nor zooms.
import type { Gesture, PointerState, PointerHandler } from '../../primitives/pointer.ts'
import type { Pixel } from '../../primitives/pointer.ts'

type CaptureArea = {
  readonly leftPx: number
  readonly topPx: number
  readonly widthPx: number
  readonly heightPx: number
}

type ActiveGesture = {
  readonly gesture: Gesture
  readonly pointerId: number
  last: Pixel
  pointer: PointerState
}

export type PointerCaptureOptions = {
  /** The element around the canvas. */
  readonly element: HTMLElement
  readonly handlers: readonly PointerHandler[]
  readonly signal: AbortSignal
  area(): CaptureArea | undefined
}

export class PointerCapture {
  readonly #options: PointerCaptureOptions
  #active: ActiveGesture | undefined

  constructor(options: PointerCaptureOptions) {
    this.#options = options
    const { element, signal } = options
    const first = { signal, capture: true }
    const abort = () => this.abort()
    element.addEventListener('pointerdown', (event) => this.#pressed(event), first)
    element.addEventListener('pointermove', (event) => this.#moved(event), first)
    element.addEventListener('pointerup', (event) => this.#ended(event), first)
    element.addEventListener('pointercancel', abort, first)
    element.addEventListener('lostpointercapture', abort, first)
    element.addEventListener('pointerleave', () => this.#active ?? this.#leave(), { signal })
    element.ownerDocument.defaultView?.addEventListener('blur', abort, { signal })
    // The engine listens to these events; during a gesture it must not get them.
    for (const type of ['mousedown', 'touchstart', 'touchmove', 'mousemove']) {
      const swallow = (event: Event) => this.#swallow(event)
      element.addEventListener(type, swallow, { ...first, passive: false })
    }
  }

  /** Aborts the current gesture; false when there is none. */
  abort(): boolean {
    return this.#release(({ gesture }) => gesture.abort())
  }

  /** The position of an event in the area; undefined outside of it. */
  pixelOf(event: MouseEvent): Pixel | undefined {
    const area = this.#options.area()
    const pixel = this.#placeOf(event, area)
    if (pixel === undefined || area === undefined) return undefined
    const { x, y } = pixel
    return x >= 0 && y >= 0 && x <= area.widthPx && y <= area.heightPx ? pixel : undefined
  }

  #placeOf(event: MouseEvent, area = this.#options.area()): Pixel | undefined {
    if (area === undefined) return undefined
    const frame = this.#options.element.getBoundingClientRect()
    const { leftPx, topPx } = area
    return { x: event.clientX - frame.left - leftPx, y: event.clientY - frame.top - topPx }
  }

  #pressed(event: PointerEvent): void {
    const isFree = this.#active === undefined && event.button === 0
    const pixel = isFree ? this.pixelOf(event) : undefined
    if (pixel === undefined) return
    const { element, handlers } = this.#options
    const { pointerId } = event
    const pointer = pointerStateOf(event)
    for (const handler of handlers) {
      const gesture = handler.press(pixel, pointer)
      if (gesture === undefined) continue
      this.#active = { gesture, pointerId, last: pixel, pointer }
      element.setPointerCapture(pointerId)
      element.setAttribute('data-held', '')
      return
    }
  }

  #moved(event: PointerEvent): void {
    const active = this.#active
    if (active === undefined) return this.#hovered(event)
    const pixel = event.pointerId === active.pointerId ? this.#placeOf(event) : undefined
    if (pixel === undefined) return
    active.last = pixel
    active.pointer = pointerStateOf(event)
    active.gesture.move(pixel, active.pointer)
  }

  #hovered(event: PointerEvent): void {
    const { element, handlers } = this.#options
    const pixel = this.pixelOf(event)
    if (pixel === undefined) return this.#leave()
    let cursor: string | undefined
    for (const handler of handlers) {
      if (cursor === undefined) cursor = handler.hover(pixel, pointerStateOf(event))
      else handler.left()
    }
    if (cursor === undefined) element.removeAttribute('data-cursor')
    else element.setAttribute('data-cursor', cursor)
  }

  #leave(): void {
    for (const handler of this.#options.handlers) handler.left()
    this.#options.element.removeAttribute('data-cursor')
  }

  #ended(event: PointerEvent): void {
    if (event.pointerId !== this.#active?.pointerId) return
    this.#release(({ gesture, last, pointer }) => gesture.end(last, pointer))
  }

  #release(run: (active: ActiveGesture) => void): boolean {
    const active = this.#active
    this.#active = undefined
    if (active === undefined) return false
    const { element } = this.#options
    element.removeAttribute('data-held')
    if (element.hasPointerCapture(active.pointerId)) element.releasePointerCapture(active.pointerId)
    run(active)
    return true
  }

  #swallow(event: Event): void {
    if (this.#active === undefined) return
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
  }
}

function pointerStateOf(event: PointerEvent): PointerState {
  return {
    isTouch: event.pointerType === 'touch',
    shift: event.shiftKey,
    ctrl: event.ctrlKey || event.metaKey,
  }
}
