// Offscreen trading lines are counted at the edge and scrolled into view; pane separators move.

import { afterEach, expect, it } from 'vitest'
import { atRest, clearLab, inside, readyWidget, until } from '../chart-lab.ts'

afterEach(clearLab)

it('a line above the visible prices is counted at the edge, and a press scrolls it into view', async () => {
  const widget = await readyWidget()
  const scale = widget.activeChart().getPanes()[0]?.getRightPriceScales()[0]
  await atRest(widget)
  const { to = 0, from = 0 } = scale?.getVisiblePriceRange() ?? {}
  const far = { kind: 'order', text: 'far' } as const
  widget.setLines([
    { ...far, id: 'a', price: to * 1.5 },
    { ...far, id: 'b', price: to * 1.2 },
    { ...far, id: 'c', price: (to + from) / 2 },
  ])
  const mark = () => inside(widget, '.line-edge[data-edge="above"]')
  await until(() => expect(mark()?.hidden).toBe(false))
  expect(mark()?.getAttribute('aria-label')).toBe('Trading lines above: 2')
  expect(inside(widget, '.line-edge[data-edge="below"]')?.hidden).toBe(true)
  mark()?.click()
  await until(() => expect(scale?.getVisiblePriceRange()?.to).toBeGreaterThan(to * 1.2))
  await atRest(widget)
  const after = scale?.getVisiblePriceRange()
  expect(after?.to).toBeLessThan(to * 1.5)
  expect((after?.to ?? 0) - (after?.from ?? 0)).toBeCloseTo(to - from, 6)
  const label = () => mark()?.getAttribute('aria-label')
  await until(() => expect(label()).toBe('Trading lines above: 1'))
  widget.setLines([])
  await until(() => expect(mark()?.hidden).toBe(true))
})

it('another symbol is in view, wherever the prices of the one before were scrolled to', async () => {
  const widget = await readyWidget()
  const chart = widget.activeChart()
  const scale = chart.getPanes()[0]?.getRightPriceScales()[0]
  await atRest(widget)
  const fitting = scale?.getVisiblePriceRange()
  scale?.setVisiblePriceRange({ from: 60_000, to: 65_000 })
  await until(() => expect(scale?.getVisiblePriceRange()?.from).toBe(60_000))
  chart.resetData()
  await atRest(widget)
  expect(scale?.isAutoScale()).toBe(false)
  await chart.setSymbol('ETHUSDT')
  await atRest(widget)
  expect(scale?.isAutoScale()).toBe(true)
  await until(() => expect(scale?.getVisiblePriceRange()).toEqual(fitting))
})

it('another symbol is shown at its latest bar, also if a reload of an older view was running', async () => {
  const widget = await readyWidget()
  const chart = widget.activeChart()
  await atRest(widget)
  const bars = chart.getSeries().bars()
  const seconds = (at: number) => (bars.at(at)?.time ?? 0) / 1000
  await chart.setVisibleRange({ from: seconds(-300), to: seconds(-200) })
  await until(() => expect(chart.getVisibleRange().to).toBeLessThan(seconds(-150)))
  chart.resetData()
  await chart.setSymbol('ETHUSDT')
  await atRest(widget)
  expect(chart.getVisibleRange().to).toBe(seconds(-1))
})

it('a double click on the price axis fits the prices again, also after they were scrolled to', async () => {
  const widget = await readyWidget()
  const scale = widget.activeChart().getPanes()[0]?.getRightPriceScales()[0]
  await atRest(widget)
  scale?.setVisiblePriceRange({ from: 60_000, to: 65_000 })
  await until(() => expect(scale?.getVisiblePriceRange()?.from).toBe(60_000))
  const canvas = inside(widget, '.canvas')
  const { right = 0, top = 0 } = canvas?.getBoundingClientRect() ?? {}
  const click = (clientX: number) => {
    const place = { clientX, clientY: top + 100, bubbles: true, cancelable: true }
    canvas?.dispatchEvent(new MouseEvent('dblclick', place))
  }
  click(right - 300)
  expect(scale?.isAutoScale()).toBe(false)
  click(right - 10)
  expect(scale?.isAutoScale()).toBe(true)
})

it('the separator of a pane is nine pixels high, and moves by keys', async () => {
  const widget = await readyWidget()
  await widget.activeChart().createStudy('RSI')
  await atRest(widget)
  const separators =
    widget._iFrame.contentDocument?.querySelectorAll<HTMLElement>('.pane-separator') ?? []
  expect(separators).toHaveLength(2)
  const [, separator] = separators
  expect(separator?.getBoundingClientRect().height).toBe(9)
  const heights = () => widget.activeChart().getAllPanesHeight().map(Math.round)
  const before = heights()
  const up = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true })
  separator?.dispatchEvent(up)
  await until(() => expect(heights()).not.toEqual(before))
  await atRest(widget)
  const after = heights()
  expect((after[2] ?? 0) - (before[2] ?? 0)).toBe(10)
  expect((before[1] ?? 0) - (after[1] ?? 0)).toBe(10)
  expect(Math.abs((after[0] ?? 0) - (before[0] ?? 0))).toBeLessThan(2)
})
