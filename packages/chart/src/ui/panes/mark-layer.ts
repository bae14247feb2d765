// Marks over bars and on the time axis, as buttons accessible by keyboard and screen reader.

import type { ChartCanvas } from '../../canvas/chart-canvas.ts'
import type { Mark, TimescaleMark } from '../../options/datafeed.ts'
import { button, element } from '../toolkit/elements.ts'

export type MarkSource = {
  marks(): readonly Mark[]
  timescaleMarks(): readonly TimescaleMark[]
  /** Labels may have two characters instead of one. */
  readonly labelLength: 1 | 2
  clicked(kind: 'onMarkClick' | 'onTimescaleMarkClick', id: string): void
}

export type MarkLayer = { readonly root: HTMLElement; place(): void; fill(): void }

const gapPx = 6
const axisPx = 28

type Placed = { readonly control: HTMLElement; readonly timeMs: number; readonly size: number }

export function makeMarkLayer(page: Document, canvas: ChartCanvas, source: MarkSource): MarkLayer {
  const root = element(page, 'div', { class: 'marks' })
  let bars: Placed[] = []
  let axis: Placed[] = []
  const place = () => {
    const span = canvas.visibleTimes()
    const inside = span !== undefined
    for (const { control, timeMs, size } of bars) {
      const x = inside ? canvas.times.xOfTime(timeMs) : undefined
      const low = canvas.times.barAt(timeMs)?.low
      const y = low === undefined ? undefined : canvas.yOfPrice(low)
      const isVisible = x !== undefined && y !== undefined && x > 0 && x < canvas.times.widthPx
      control.hidden = !isVisible
      if (isVisible) move(control, { x: x - size / 2, y: y + gapPx })
    }
    for (const { control, timeMs, size } of axis) {
      const x = inside ? canvas.times.xOfTime(timeMs) : undefined
      const isVisible = x !== undefined && x > 0 && x < canvas.times.widthPx
      control.hidden = !isVisible
      if (isVisible) move(control, { x: x - size / 2, y: canvas.heightPx - axisPx - size - 2 })
    }
  }
  const fill = () => {
    bars = source.marks().map((mark) => barMark(page, mark, source))
    axis = source.timescaleMarks().map((mark) => axisMark(page, mark, source))
    root.replaceChildren(...[...bars, ...axis].map(({ control }) => control))
    place()
  }
  fill()
  return { root, place, fill }
}

function move(control: HTMLElement, { x, y }: { x: number; y: number }): void {
  control.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
}

function barMark(page: Document, mark: Mark, source: MarkSource): Placed {
  const { color, text } = mark
  const size = Math.max(14, Math.min(48, mark.minSize ?? 18))
  const label = typeof text === 'string' ? text : text.content.join(' ')
  const control = button(page, { class: 'mark', label }, [mark.label.slice(0, source.labelLength)])
  const fill = typeof color === 'string' ? color : (color.background ?? '')
  const edge = typeof color === 'string' ? color : (color.border ?? fill)
  Object.assign(control.style, { width: `${size}px`, height: `${size}px` })
  if (fill !== '') control.style.background = fill
  if (edge !== '') control.style.borderColor = edge
  if (mark.labelFontColor !== undefined) control.style.color = mark.labelFontColor
  control.addEventListener('click', () => source.clicked('onMarkClick', String(mark.id)))
  return { control, timeMs: mark.time * 1000, size }
}

function axisMark(page: Document, mark: TimescaleMark, source: MarkSource): Placed {
  const label = [mark.label, ...(mark.tooltip ?? [])].join(' ')
  const control = button(page, { class: 'mark mark-axis', label }, [
    mark.label.slice(0, source.labelLength),
  ])
  Object.assign(control.style, { width: '18px', height: '18px', color: mark.color })
  control.addEventListener('click', () => source.clicked('onTimescaleMarkClick', String(mark.id)))
  return { control, timeMs: mark.time * 1000, size: 18 }
}
