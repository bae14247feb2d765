// Blocks the gestures a host has switched off before the engine gets them, and handles pinch:
// the engine's own hardly changes the bar width.

import type { Features } from '../../options/features.ts'

type Zone = {
  readonly axisWidthPx: number
  readonly axisHeightPx: number
  /** The distance of two fingers has changed by a factor around a position on the stage. */
  pinch(factor: number, x: number): void
}

/** Filters events of the element above the canvas; allowed gestures pass unchanged. */
export function blockGestures(
  stage: HTMLElement,
  features: Features,
  zone: () => Zone,
  signal: AbortSignal,
): void {
  const capture = { signal, capture: true, passive: false }
  const isOnAxis = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = stage.getBoundingClientRect()
    const { axisWidthPx, axisHeightPx } = zone()
    return clientX > box.right - axisWidthPx || clientY > box.bottom - axisHeightPx
  }
  const isOnCanvas = ({ target }: Event) =>
    target !== null && 'closest' in target && (target as Element).closest('.canvas') !== null
  stage.addEventListener(
    'wheel',
    (event) => {
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
      const feature = isSideways ? 'mouse_wheel_scroll' : 'mouse_wheel_scale'
      const name = event.ctrlKey ? 'pinch_scale' : feature
      if (!features.has(name)) event.stopPropagation()
    },
    capture,
  )
  stage.addEventListener(
    'mousedown',
    (event) => {
      if (!isOnCanvas(event)) return
      const name = isOnAxis(event) ? 'axis_pressed_mouse_move_scale' : 'pressed_mouse_move_scroll'
      if (!features.has(name)) event.stopPropagation()
    },
    capture,
  )
  blockTouches(stage, features, { signal, isOnCanvas, zone })
}

function blockTouches(
  stage: HTMLElement,
  features: Features,
  {
    signal,
    isOnCanvas,
    zone,
  }: { signal: AbortSignal; isOnCanvas(event: Event): boolean; zone(): Zone },
): void {
  let start: { x: number; y: number } | undefined
  let apart: number | undefined
  let isStopped = false
  stage.addEventListener(
    'touchstart',
    (event) => {
      const [touch] = event.touches
      start = touch && { x: touch.clientX, y: touch.clientY }
      apart = undefined
      if (!isOnCanvas(event)) return
      if (event.touches.length > 1 && !features.has('pinch_scale')) event.stopPropagation()
    },
    { signal, capture: true, passive: true },
  )
  stage.addEventListener(
    'touchmove',
    (event) => {
      const [touch] = event.touches
      if (touch === undefined || start === undefined || !isOnCanvas(event)) return
      const isPinch = event.touches.length > 1
      const isSideways = Math.abs(touch.clientX - start.x) >= Math.abs(touch.clientY - start.y)
      const drag = isSideways ? 'horz_touch_drag_scroll' : 'vert_touch_drag_scroll'
      if (isPinch || !features.has(drag)) {
        isStopped = true
        event.stopPropagation()
      }
      if (!isPinch || !features.has('pinch_scale')) return
      event.preventDefault()
      // During a drag of a line or a drawing, a second finger is ignored.
      if (stage.querySelector('.canvas[data-held]') !== null) return
      const { distance, middle } = spread(event.touches, stage)
      if (apart !== undefined && apart > 0) zone().pinch(distance / apart, middle)
      apart = distance
    },
    { signal, capture: true, passive: false },
  )
  stage.addEventListener(
    'touchend',
    (event) => {
      if (!isStopped || start === undefined || event.touches.length > 0) return
      isStopped = false
      event.stopPropagation()
      liftAt(start, event)
    },
    { signal, capture: true, passive: true },
  )
}

/**
 * Ends the touch where it began: the engine has not seen it move, and would otherwise scroll on by
 * inertia.
 */
function liftAt({ x, y }: { x: number; y: number }, { target, changedTouches }: TouchEvent): void {
  const lifted = [...changedTouches].map(
    ({ identifier, target: under }) =>
      new Touch({ identifier, target: under, clientX: x, clientY: y, pageX: x, pageY: y }),
  )
  const init = { changedTouches: lifted, bubbles: true, cancelable: true }
  target?.dispatchEvent(new TouchEvent('touchend', init))
}

/** The distance of the first two fingers, and the x position of their centre on the stage. */
function spread({ 0: one, 1: two }: TouchList, stage: HTMLElement) {
  const [x, y] = [one?.clientX ?? 0, one?.clientY ?? 0]
  const [dx, dy] = [(two?.clientX ?? x) - x, (two?.clientY ?? y) - y]
  return {
    distance: Math.max(1, Math.hypot(dx, dy)),
    middle: x + dx / 2 - stage.getBoundingClientRect().left,
  }
}
