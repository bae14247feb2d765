// Performance: the first paint does not wait for bars or dialogs, nothing shifts when they arrive,
// an idle chart does no work, and many bars block nothing.

import { afterEach, expect, it } from 'vitest'
import {
  clearLab,
  inside,
  labFeed,
  makeWidget,
  painted,
  readyWidget,
  sampleBars,
  until,
} from '../chart-lab.ts'

afterEach(clearLab)

const canvases = (widget: Parameters<typeof inside>[0]) =>
  [...(widget._iFrame.contentDocument?.querySelectorAll('canvas') ?? [])].map(
    ({ width, height }) => `${width}x${height}`,
  )

it('reserves space for the toolbars, so that the canvas never changes its size', async () => {
  const widget = await makeWidget()
  // Any call on the chart builds the frame, still without its bars.
  widget.activeChart().getVisibleRange()
  expect(inside(widget, '.toolbar')?.childElementCount).toBe(0)
  const box = () => inside(widget, '.canvas')?.getBoundingClientRect().toJSON() as unknown
  const before = box()
  await new Promise<void>((resolve) => widget.onChartReady(resolve))
  expect(inside(widget, '.toolbar')?.childElementCount).toBeGreaterThan(3)
  expect(inside(widget, '.drawbar')?.childElementCount).toBeGreaterThan(3)
  expect(inside(widget, '.footer')?.childElementCount).toBeGreaterThan(3)
  expect(box()).toEqual(before)
})

it('has its legend, bars, tools and summary when it reports that it is ready', async () => {
  const widget = await readyWidget()
  expect(inside(widget, '.legend-title')?.textContent).toContain('BTCUSDT')
  expect(inside(widget, '#summary')?.textContent).not.toBe('')
  expect((await widget.activeChart().exportData()).data.length).toBeGreaterThan(10)
  expect(inside(widget, '.drawbar-control')).not.toBeNull()
})

it('has no animation at rest: one would repaint the page all the time', async () => {
  const widget = await readyWidget()
  const animations = () => widget._iFrame.contentDocument?.getAnimations()
  await until(() => expect(animations()).toEqual([]))
  await painted(5)
  // A transition may begin late, but it ends; an endless animation does not.
  await until(() => expect(animations()).toEqual([]))
})

it('shows indicators over many bars without delay, and updates them with ticks', async () => {
  const feed = labFeed({
    getBars: (_symbol, to, answer) => answer.bars(sampleBars(to, 30_000), { noData: true }),
  })
  const widget = await readyWidget({}, feed)
  await widget.activeChart().createStudy('Moving Average')
  const sized = canvases(widget)
  const values = () =>
    [...(widget._iFrame.contentDocument?.querySelectorAll('.legend-value') ?? [])]
      .map(({ textContent }) => textContent ?? '')
      .filter((text) => /\d/.test(text))
  await until(() => expect(values().length).toBeGreaterThan(2))
  const before = values().join()
  const [tick] = feed.ticks.values()
  const last = sampleBars(Math.floor(Date.now() / 1000), 1)[0]
  if (last !== undefined) tick?.({ ...last, close: last.high })
  await until(() => expect(values().join()).not.toBe(before))
  expect(canvases(widget)).toEqual(sized)
})
