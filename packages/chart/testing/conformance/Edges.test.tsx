// Offscreen trading lines are counted at the edge and scrolled in; pane separators move.

import { afterEach, expect, it } from 'vitest'
import { clearLab, inside, pause, readyWidget } from '../chart-lab.ts'

afterEach(clearLab)

it('a line above what is seen is counted at the edge, and a press brings it in', async () => {
  const widget = await readyWidget()
  const scale = widget.activeChart().getPanes()[0]?.getRightPriceScales()[0]
  await pause(100)
  const { to = 0, from = 0 } = scale?.getVisiblePriceRange() ?? {}
  const far = { kind: 'order', text: 'far' } as const
  widget.setLines([
    { ...far, id: 'a', price: to * 1.5 },
    { ...far, id: 'b', price: to * 1.2 },
    { ...far, id: 'c', price: (to + from) / 2 },
  ])
  await pause(150)
  const mark = () => inside(widget, '.line-edge[data-edge="above"]')
  expect(mark()?.hidden).toBe(false)
  expect(mark()?.getAttribute('aria-label')).toBe('Trading lines above: 2')
  expect(inside(widget, '.line-edge[data-edge="below"]')?.hidden).toBe(true)
  mark()?.click()
  await pause(150)
  const after = scale?.getVisiblePriceRange()
  expect(after?.to).toBeGreaterThan(to * 1.2)
  expect(after?.to).toBeLessThan(to * 1.5)
  expect((after?.to ?? 0) - (after?.from ?? 0)).toBeCloseTo(to - from, 6)
  expect(mark()?.getAttribute('aria-label')).toBe('Trading lines above: 1')
  widget.setLines([])
  await pause(150)
  expect(mark()?.hidden).toBe(true)
})

it('the separator of a pane is nine pixels high, and moves by keys', async () => {
  const widget = await readyWidget()
  await widget.activeChart().createStudy('RSI')
  await pause(150)
  const separators =
    widget._iFrame.contentDocument?.querySelectorAll<HTMLElement>('.pane-grip') ?? []
  expect(separators).toHaveLength(2)
  const [, separator] = separators
  expect(separator?.getBoundingClientRect().height).toBe(9)
  const heights = () => widget.activeChart().getAllPanesHeight().map(Math.round)
  const before = heights()
  const up = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true })
  separator?.dispatchEvent(up)
  await pause(100)
  const after = heights()
  expect((after[2] ?? 0) - (before[2] ?? 0)).toBe(10)
  expect((before[1] ?? 0) - (after[1] ?? 0)).toBe(10)
  expect(Math.abs((after[0] ?? 0) - (before[0] ?? 0))).toBeLessThan(2)
})
