// The separators between panes: nine pixels high, dragged or moved by arrow keys. They cover the
// engine's own, which are seven pixels and ignore keys.

import type { ChartCanvas } from '../../canvas/chart-canvas.ts'
import { enginePanes } from '../../canvas/study-panes-layout.ts'
import type { ChartState } from '../../model/chart-state.ts'
import { element } from '../toolkit/elements.ts'

const separatorPx = 9
const minPx = 30
const stepPx = 10

export type PaneSeparators = { readonly root: HTMLElement; place(): void }

export type PaneSeparatorOptions = {
  readonly page: Document
  readonly state: ChartState
  canvas(): ChartCanvas
  /** A pane has a new height. */
  resized(): void
}

export function makePaneSeparators(context: PaneSeparatorOptions): PaneSeparators {
  const root = element(context.page, 'div', { class: 'pane-separators' })
  const separators = new Map<string, HTMLElement>()
  return {
    root,
    place: () => {
      const panes = enginePanes(context.state.studies).filter(
        (pane) => !context.state.collapsedPanes.has(pane),
      )
      for (const [pane, separator] of separators) {
        if (panes.includes(pane)) continue
        separator.remove()
        separators.delete(pane)
      }
      for (const pane of panes) {
        const separator = separators.get(pane) ?? makeSeparator(context, pane)
        if (!separators.has(pane)) root.append(separator)
        separators.set(pane, separator)
        const height = Math.round(context.canvas().panes.height(pane) ?? 0)
        separator.setAttribute('aria-valuenow', String(height))
        const middle = Math.round(context.canvas().paneTop(pane))
        separator.style.top = `${middle - (separatorPx + 1) / 2}px`
      }
    },
  }
}

/** The heights of a pane and of the pane above it; undefined and 0 if that is the price pane. */
type Start = { readonly own: number; readonly above: string | undefined; readonly other: number }

function startOf({ state, canvas }: PaneSeparatorOptions, pane: string): Start {
  const panes = enginePanes(state.studies)
  const above = panes[panes.indexOf(pane) - 1]
  const heightOf = (one: string | undefined) =>
    one === undefined ? 0 : (canvas().panes.height(one) ?? 0)
  return { own: heightOf(pane), above, other: heightOf(above) }
}

/** Moves the border above a pane up by this many pixels from its start. */
function move(
  context: PaneSeparatorOptions,
  pane: string,
  { own, above, other }: Start,
  upPx: number,
): void {
  const { panes, heightPx } = context.canvas()
  // The price pane keeps a third of the height.
  const most = above === undefined ? heightPx * (2 / 3) - own : other - minPx
  const up = Math.max(minPx - own, Math.min(most, upPx))
  panes.setHeight(pane, own + up)
  if (above !== undefined) panes.setHeight(above, other - up)
}

function makeSeparator(context: PaneSeparatorOptions, pane: string): HTMLElement {
  const separator = element(context.page, 'div', {
    class: 'pane-separator',
    role: 'separator',
    'aria-orientation': 'horizontal',
    'aria-label': context.state.messages.paneHeight,
    tabindex: '0',
  })
  let dragged: { readonly y: number; readonly start: Start } | undefined
  separator.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    event.preventDefault()
    separator.setPointerCapture(event.pointerId)
    dragged = { y: event.clientY, start: startOf(context, pane) }
  })
  separator.addEventListener('pointermove', (event) => {
    if (dragged !== undefined) move(context, pane, dragged.start, dragged.y - event.clientY)
  })
  const end = () => {
    if (dragged === undefined) return
    dragged = undefined
    context.resized()
  }
  separator.addEventListener('pointerup', end)
  separator.addEventListener('pointercancel', end)
  separator.addEventListener('keydown', (event) => {
    const up = { ArrowUp: stepPx, ArrowDown: -stepPx }[event.key]
    if (up === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(context, pane, startOf(context, pane), event.shiftKey ? up * 4 : up)
    context.resized()
  })
  return separator
}
