// Presses on the canvas before the engine has them: whoever takes one gets all of its moves and
// exactly one end, wherever the pointer goes; the chart neither scrolls nor zooms meanwhile.
import type { Held, Pressing, PressTaker } from '../../primitives/pointer.ts'
import type { Spot } from '../../primitives/pointer.ts'

type PressArea = {
  readonly leftPx: number
  readonly topPx: number
  readonly widthPx: number
  readonly heightPx: number
}

type Hold = { readonly held: Held; readonly pointerId: number; last: Spot; pressing: Pressing }

export type PressPlan = {
  /** The element around the canvas. */
  readonly surface: HTMLElement
  readonly takers: readonly PressTaker[]
  readonly signal: AbortSignal
  area(): PressArea | undefined
}

export class PressDesk {
  readonly #plan: PressPlan
  #hold: Hold | undefined

  constructor(plan: PressPlan) {
    this.#plan = plan
    const { surface, signal } = plan
    const first = { signal, capture: true }
    const abort = () => this.abort()
    surface.addEventListener('pointerdown', (event) => this.#pressed(event), first)
    surface.addEventListener('pointermove', (event) => this.#moved(event), first)
    surface.addEventListener('pointerup', (event) => this.#ended(event), first)
    surface.addEventListener('pointercancel', abort, first)
    surface.addEventListener('lostpointercapture', abort, first)
    surface.addEventListener('pointerleave', () => this.#hold ?? this.#leave(), { signal })
    surface.ownerDocument.defaultView?.addEventListener('blur', abort, { signal })
    // The engine listens to these; while a press is held they are not its own.
    for (const type of ['mousedown', 'touchstart', 'touchmove', 'mousemove']) {
      const swallow = (event: Event) => this.#swallow(event)
      surface.addEventListener(type, swallow, { ...first, passive: false })
    }
  }

  /** Ends a press without effect; false when none is held. */
  abort(): boolean {
    return this.#release(({ held }) => held.abort())
  }

  /** Where in the area something happened; undefined outside of it. */
  spotOf(event: MouseEvent): Spot | undefined {
    const area = this.#plan.area()
    const spot = this.#placeOf(event, area)
    if (spot === undefined || area === undefined) return undefined
    const { x, y } = spot
    return x >= 0 && y >= 0 && x <= area.widthPx && y <= area.heightPx ? spot : undefined
  }

  #placeOf(event: MouseEvent, area = this.#plan.area()): Spot | undefined {
    if (area === undefined) return undefined
    const frame = this.#plan.surface.getBoundingClientRect()
    const { leftPx, topPx } = area
    return { x: event.clientX - frame.left - leftPx, y: event.clientY - frame.top - topPx }
  }

  #pressed(event: PointerEvent): void {
    const isFree = this.#hold === undefined && event.button === 0
    const spot = isFree ? this.spotOf(event) : undefined
    if (spot === undefined) return
    const { surface, takers } = this.#plan
    const { pointerId } = event
    const pressing = pressingOf(event)
    for (const taker of takers) {
      const held = taker.press(spot, pressing)
      if (held === undefined) continue
      this.#hold = { held, pointerId, last: spot, pressing }
      surface.setPointerCapture(pointerId)
      surface.setAttribute('data-held', '')
      return
    }
  }

  #moved(event: PointerEvent): void {
    const hold = this.#hold
    if (hold === undefined) return this.#hovered(event)
    const spot = event.pointerId === hold.pointerId ? this.#placeOf(event) : undefined
    if (spot === undefined) return
    hold.last = spot
    hold.pressing = pressingOf(event)
    hold.held.move(spot, hold.pressing)
  }

  #hovered(event: PointerEvent): void {
    const { surface, takers } = this.#plan
    const spot = this.spotOf(event)
    if (spot === undefined) return this.#leave()
    let cursor: string | undefined
    for (const taker of takers) {
      if (cursor === undefined) cursor = taker.hover(spot, pressingOf(event))
      else taker.left()
    }
    if (cursor === undefined) surface.removeAttribute('data-cursor')
    else surface.setAttribute('data-cursor', cursor)
  }

  #leave(): void {
    for (const taker of this.#plan.takers) taker.left()
    this.#plan.surface.removeAttribute('data-cursor')
  }

  #ended(event: PointerEvent): void {
    if (event.pointerId !== this.#hold?.pointerId) return
    this.#release(({ held, last, pressing }) => held.end(last, pressing))
  }

  #release(run: (hold: Hold) => void): boolean {
    const hold = this.#hold
    this.#hold = undefined
    if (hold === undefined) return false
    const { surface } = this.#plan
    surface.removeAttribute('data-held')
    if (surface.hasPointerCapture(hold.pointerId)) surface.releasePointerCapture(hold.pointerId)
    run(hold)
    return true
  }

  #swallow(event: Event): void {
    if (this.#hold === undefined) return
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
  }
}

function pressingOf(event: PointerEvent): Pressing {
  return {
    isTouch: event.pointerType === 'touch',
    shift: event.shiftKey,
    ctrl: event.ctrlKey || event.metaKey,
  }
}
