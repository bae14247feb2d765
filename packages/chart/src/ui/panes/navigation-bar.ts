// Buttons over the bottom of the chart: zoom, scroll and reset.

import type { ChartCanvas } from '../../canvas/chart-canvas.ts'
import type { ChartMessages } from '../../options/messages.ts'
import { button, element, icon, type IconName } from '../toolkit/elements.ts'

/** Returns the bar; it is visible while the pointer is over the chart or the focus inside it. */
export function makeNavigationBar(
  page: Document,
  messages: ChartMessages,
  canvas: () => ChartCanvas,
): HTMLElement {
  const controls: [IconName, string, () => void][] = [
    ['minus', messages.zoomOut, () => canvas().zoomBy(1 / 1.4)],
    ['plus', messages.zoomIn, () => canvas().zoomBy(1.4)],
    ['left', messages.moveLeft, () => canvas().scrollBars(20)],
    ['right', messages.moveRight, () => canvas().scrollBars(-20)],
    ['reset', messages.resetView, () => canvas().resetView()],
  ]
  return element(
    page,
    'div',
    { class: 'navigation' },
    controls.map(([name, label, run]) => {
      const control = button(page, { class: 'navigation-button', label, tabindex: '-1' }, [
        icon(page, name),
      ])
      control.addEventListener('click', run)
      return control
    }),
  )
}
