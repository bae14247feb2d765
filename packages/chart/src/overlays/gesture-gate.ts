// Gestures a host has switched off one by one are stopped before the canvas hears of them.

import type { Features } from '../features.ts'

type Zone = { readonly axisWidthPx: number; readonly axisHeightPx: number }

/** Watches the element above the canvas; what is allowed passes untouched. */
export function gateGestures(
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
      const usual = isSideways ? 'mouse_wheel_scroll' : 'mouse_wheel_scale'
      const name = event.ctrlKey ? 'pinch_scale' : usual
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
  gateTouches(stage, features, { signal, isOnCanvas })
}

function gateTouches(
  stage: HTMLElement,
  features: Features,
  { signal, isOnCanvas }: { signal: AbortSignal; isOnCanvas(event: Event): boolean },
): void {
  let start: { x: number; y: number } | undefined
  stage.addEventListener(
    'touchstart',
    (event) => {
      const [touch] = event.touches
      start = touch && { x: touch.clientX, y: touch.clientY }
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
      if (!features.has(isPinch ? 'pinch_scale' : drag)) event.stopPropagation()
    },
    { signal, capture: true, passive: true },
  )
}
