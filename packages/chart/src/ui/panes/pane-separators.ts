// The borders between panes, nine pixels high to the hand: dragged, or moved by arrow keys. They
// lie over the engine's own, which are seven and deaf to keys.

import type { ChartCanvas } from '../../canvas/chart-canvas.ts'
import { enginePanes } from '../../canvas/study-panes-layout.ts'
import type { ChartState } from '../../model/chart-state.ts'
import { element } from '../toolkit/elements.ts'

const gripPx = 9
const leastPx = 30
const stepPx = 10

export type PaneGrips = { readonly root: HTMLElement; place(): void }

export type GripScene = {
  readonly page: Document
  readonly state: ChartState
  canvas(): ChartCanvas
  /** A pane has got its new height. */
  resized(): void
}

export function makePaneGrips(scene: GripScene): PaneGrips {
  const root = element(scene.page, 'div', { class: 'pane-grips' })
  const grips = new Map<string, HTMLElement>()
  return {
    root,
    place: () => {
      const panes = enginePanes(scene.state.studies).filter(
        (pane) => !scene.state.collapsedPanes.has(pane),
      )
      for (const [pane, grip] of grips) {
        if (panes.includes(pane)) continue
        grip.remove()
        grips.delete(pane)
      }
      for (const pane of panes) {
        const grip = grips.get(pane) ?? makeGrip(scene, pane)
        if (!grips.has(pane)) root.append(grip)
        grips.set(pane, grip)
        const height = Math.round(scene.canvas().panes.height(pane) ?? 0)
        grip.setAttribute('aria-valuenow', String(height))
        grip.style.top = `${Math.round(scene.canvas().paneTop(pane)) - (gripPx + 1) / 2}px`
      }
    },
  }
}

/**
 * The heights of a pane and of the one above it, which gives or takes; of the price it is its own.
 */
type Start = { readonly own: number; readonly above: string | undefined; readonly other: number }

function startOf({ state, canvas }: GripScene, pane: string): Start {
  const panes = enginePanes(state.studies)
  const above = panes[panes.indexOf(pane) - 1]
  const heightOf = (one: string | undefined) =>
    one === undefined ? 0 : (canvas().panes.height(one) ?? 0)
  return { own: heightOf(pane), above, other: heightOf(above) }
}

/** Moves the border above a pane up by so many pixels from where it was. */
function move(scene: GripScene, pane: string, { own, above, other }: Start, upPx: number): void {
  const { panes, heightPx } = scene.canvas()
  // The price keeps a third of the height.
  const most = above === undefined ? heightPx * (2 / 3) - own : other - leastPx
  const up = Math.max(leastPx - own, Math.min(most, upPx))
  panes.setHeight(pane, own + up)
  if (above !== undefined) panes.setHeight(above, other - up)
}

function makeGrip(scene: GripScene, pane: string): HTMLElement {
  const grip = element(scene.page, 'div', {
    class: 'pane-grip',
    role: 'separator',
    'aria-orientation': 'horizontal',
    'aria-label': scene.state.messages.paneHeight,
    tabindex: '0',
  })
  let held: { readonly y: number; readonly start: Start } | undefined
  grip.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    event.preventDefault()
    grip.setPointerCapture(event.pointerId)
    held = { y: event.clientY, start: startOf(scene, pane) }
  })
  grip.addEventListener('pointermove', (event) => {
    if (held !== undefined) move(scene, pane, held.start, held.y - event.clientY)
  })
  const end = () => {
    if (held === undefined) return
    held = undefined
    scene.resized()
  }
  grip.addEventListener('pointerup', end)
  grip.addEventListener('pointercancel', end)
  grip.addEventListener('keydown', (event) => {
    const up = { ArrowUp: stepPx, ArrowDown: -stepPx }[event.key]
    if (up === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(scene, pane, startOf(scene, pane), event.shiftKey ? up * 4 : up)
    scene.resized()
  })
  return grip
}
