// Counters at the upper and lower edge of the price pane for trading lines out of view; a press
// scrolls to the nearest one.

import { pricePaneId } from '../../canvas/study-panes-layout.ts'
import type { ChartCanvas } from '../../canvas/chart-canvas.ts'
import type { ChartMessages } from '../../options/messages.ts'
import { minMarkedPx } from '../../model/lines/label-layout.ts'
import { button, element, icon, setAttribute, setText } from '../toolkit/elements.ts'

type Edge = 'above' | 'below'

export class OffscreenLines {
  readonly parts: readonly HTMLElement[]
  readonly #canvas: ChartCanvas
  readonly #messages: ChartMessages
  readonly #marks: Readonly<Record<Edge, { control: HTMLElement; count: HTMLElement }>>

  constructor(page: Document, canvas: ChartCanvas, messages: ChartMessages) {
    this.#canvas = canvas
    this.#messages = messages
    const mark = (edge: Edge) => {
      const count = element(page, 'span', {})
      const control = button(page, { class: 'line-edge', 'data-edge': edge, hidden: true }, [
        icon(page, edge === 'above' ? 'paneUp' : 'paneDown'),
        count,
      ])
      control.addEventListener('click', () => this.#show(edge))
      return { control, count }
    }
    this.#marks = { above: mark('above'), below: mark('below') }
    this.parts = Object.values(this.#marks).map(({ control }) => control)
  }

  /** Shows the counts of the last paint; the counters are next to the price axis. */
  update(): void {
    const { outside } = this.#canvas.lines
    const right = `${this.#canvas.axisWidthPx + 8}px`
    const heightPx = this.#canvas.panes.height(pricePaneId) ?? 0
    const labels = { above: this.#messages.linesAbove, below: this.#messages.linesBelow }
    for (const edge of ['above', 'below'] as const) {
      const { control, count } = this.#marks[edge]
      const number = String(outside[edge].length)
      control.hidden = outside[edge].length === 0 || heightPx < minMarkedPx
      if (control.hidden) continue
      const label = labels[edge].replace('{count}', number)
      setText(count, number)
      setAttribute(control, 'aria-label', label)
      control.title = label
      control.style.right = right
      control.style.top = edge === 'above' ? '8px' : `${Math.round(heightPx) - 30}px`
    }
  }

  #show(edge: Edge): void {
    const [nearest] = this.#canvas.lines.outside[edge]
    if (nearest !== undefined) this.#canvas.prices.bringIn(nearest)
  }
}
