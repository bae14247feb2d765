// Bad datafeeds on the real widget: no crash, no wrong bar, no console output, and a message
// that the trader understands.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Bar, Datafeed } from '../../src/options/datafeed.ts'
import { maxBars } from '../../src/bars/bar-loader.ts'
import type { ChartWidget } from '../../src/api/widget.ts'
import { type BarsAnswer, barSeconds, clearLab, inside, labFeed } from '../chart-lab.ts'
import { painted, readyWidget, sampleBars, until } from '../chart-lab.ts'

const barMs = barSeconds * 1000
let errors: string[] = []
let warnings: string[] = []
const crashed = (event: ErrorEvent | PromiseRejectionEvent) =>
  void errors.push('message' in event ? event.message : String(event.reason))

beforeEach(() => {
  errors = []
  warnings = []
  vi.spyOn(console, 'error').mockImplementation((text) => void errors.push(String(text)))
  vi.spyOn(console, 'warn').mockImplementation((text) => void warnings.push(String(text)))
  window.addEventListener('error', crashed)
  window.addEventListener('unhandledrejection', crashed)
})

afterEach(() => {
  clearLab()
  vi.restoreAllMocks()
  window.removeEventListener('error', crashed)
  window.removeEventListener('unhandledrejection', crashed)
  expect(errors, 'nothing has crashed').toEqual([])
  expect(warnings.length, 'the console is not flooded').toBeLessThanOrEqual(3)
})

/** The message in place of bars, or in the banner below them. */
const statusText = (widget: ChartWidget) => {
  const regions = [inside(widget, '.empty-state'), inside(widget, '.error-banner')]
  for (const region of regions) expect(region?.getAttribute('role')).toBe('status')
  return regions.map((region) => region?.textContent ?? '').join('')
}
const retry = (widget: ChartWidget) => inside(widget, '.empty-state-retry, .error-banner-retry')
const isVisible = (element: HTMLElement | null) =>
  (element?.getBoundingClientRect().height ?? 0) > 12
const shown = (widget: ChartWidget) => widget.activeChart().getSeries().bars()
const now = () => Math.floor(Date.now() / 1000)

/** Expects the bars shown to be an unbroken part of the true bars up to their end. */
function expectServed(widget: ChartWidget, count?: number): void {
  const bars = shown(widget)
  const to = (bars.at(-1)?.time ?? 0) / 1000 + 1
  expect(bars).toEqual(sampleBars(to, bars.length))
  if (count !== undefined) expect(bars).toHaveLength(count)
}

/** Answers badly until the failure mode is switched off. */
function unreliableFeed(bad: (answer: BarsAnswer, to: number) => void) {
  const failureMode = { isBad: true }
  const feed = labFeed({
    getBars: (_symbol, to, answer) => {
      if (failureMode.isBad) bad(answer, to)
      else setTimeout(() => answer.bars(sampleBars(to, 300), { noData: true }), 3)
    },
  })
  return { failureMode, feed }
}

const change = (bars: readonly Bar[], badBar: object): Bar[] =>
  bars.map((bar) => ({ ...bar, ...badBar }))

/** Nothing of these answers may be drawn: the chart is empty with a message and a retry button. */
const failing: Readonly<Record<string, (answer: BarsAnswer, to: number) => void>> = {
  'an error': (answer) => answer.fail('503'),
  'an Error object, later': (answer) => setTimeout(() => answer.fail(new Error('503')), 20),
  'a thrown error': () => {
    throw new Error('broken')
  },
  'a thrown text': () => {
    const failure: unknown = 'broken'
    throw failure
  },
  'nothing and noData': (answer) => answer.bars([], { noData: true }),
  'nothing, every time': (answer) => answer.bars([]),
  'an earlier nextTime, every time': (answer, to) =>
    answer.bars([], { nextTime: (to - 9_000) * 1000 }),
  'something that is not a list': (answer) => answer.bars('rubbish' as unknown as Bar[]),
  'only NaN': (answer, to) => answer.bars(change(sampleBars(to, 50), { close: Number.NaN })),
  'only texts': (answer, to) => answer.bars(change(sampleBars(to, 50), { open: '100' })),
  'only upside-down bars': (answer, to) => answer.bars(change(sampleBars(to, 50), { high: 1 })),
  'bars of a minute': (answer, to) => answer.bars(sampleBars(to, 300, '1')),
  'bars of a day': (answer, to) => answer.bars(sampleBars(to, 300, '1D')),
  'times in seconds': (answer, to) =>
    answer.bars(sampleBars(to, 300).map((bar) => ({ ...bar, time: bar.time / 1000 }))),
}

for (const [what, bad] of Object.entries(failing)) {
  it(`shows a message when a feed answers with ${what}, and draws after a retry`, async () => {
    const { failureMode, feed } = unreliableFeed(bad)
    const widget = await readyWidget({}, feed)
    await until(() => expect(retry(widget)).not.toBeNull())
    expect(statusText(widget)).toContain('No data')
    expect(isVisible(retry(widget))).toBe(true)
    expect(shown(widget)).toEqual([])
    expect(feed.requests.length).toBeLessThan(30)
    failureMode.isBad = false
    retry(widget)?.click()
    await until(() => expect(shown(widget)).toHaveLength(300))
    expectServed(widget)
    expect(statusText(widget)).toBe('')
  })
}

const at = (bars: readonly Bar[], index: number): Bar => {
  const bar = bars[index]
  if (bar === undefined) throw new Error('no such bar')
  return bar
}

/** Parts of these answers may be drawn: the number of drawable bars of three hundred. */
const mixed: Readonly<Record<string, readonly [(bars: Bar[]) => readonly Bar[], number]>> = {
  'one bar with NaN': [(bars) => bars.with(0, { ...at(bars, 0), open: Number.NaN }), 299],
  'one bar with a text': [(bars) => bars.with(0, { ...at(bars, 0), low: '9' as never }), 299],
  'one bar with a zero': [(bars) => bars.with(0, { ...at(bars, 0), low: 0 }), 299],
  'one bar below zero': [(bars) => bars.with(0, { ...at(bars, 0), low: -7 }), 299],
  'one bar that is null': [(bars) => [null as never, ...bars], 300],
  'one bar off the interval': [
    (bars) => [...bars, { ...at(bars, 9), time: at(bars, 9).time + 9 }],
    300,
  ],
  'one bar in microseconds': [
    (bars) => [...bars, { ...at(bars, 9), time: at(bars, 9).time * 1000 }],
    300,
  ],
}
for (const [what, [spoil, count]] of Object.entries(mixed)) {
  it(`leaves out invalid bars with a message: ${what}`, async () => {
    const feed = labFeed({
      getBars: (_symbol, to, answer) => answer.bars(spoil(sampleBars(to, 300)), { noData: true }),
    })
    const widget = await readyWidget({}, feed)
    expectServed(widget, count)
    expect(statusText(widget)).toContain('left out')
    expect(isVisible(inside(widget, '.error-banner'))).toBe(true)
    inside(widget, '.error-banner-close')?.click()
    expect(isVisible(inside(widget, '.error-banner'))).toBe(false)
  })
}

it('sorts bars and removes duplicates without a message', async () => {
  const feed = labFeed({
    getBars: (_symbol, to, answer) => {
      const bars = sampleBars(to, 300)
      answer.bars([...bars.toReversed(), ...bars], { noData: true })
      answer.bars([], { noData: true })
      answer.fail('too late')
    },
  })
  const widget = await readyWidget({}, feed)
  expectServed(widget, 300)
  expect(statusText(widget)).toBe('')
})

it('shows no bars of the old symbol while a new one loads or after it fails', async () => {
  const feed = labFeed({
    getBars: (symbol, to, answer) => {
      if (symbol === 'SLOW') return
      if (symbol === 'BROKEN') answer.fail('503')
      else answer.bars(sampleBars(to, 300), { noData: true })
    },
  })
  const widget = await readyWidget({}, feed)
  void widget.activeChart().setSymbol('SLOW')
  expect(shown(widget)).toEqual([])
  await until(() => expect(statusText(widget)).toContain('Loading'))
  expect(inside(widget, '.stage')?.dataset['state']).toBe('empty')
  await widget.activeChart().setSymbol('BROKEN')
  expect(shown(widget)).toEqual([])
  expect((await widget.activeChart().exportData()).data).toEqual([])
  expect(isVisible(retry(widget))).toBe(true)
})

it('keeps the bars when reloading them fails, and shows a message that they are old', async () => {
  const { failureMode, feed } = unreliableFeed((answer) => answer.fail('503'))
  failureMode.isBad = false
  const widget = await readyWidget({}, feed)
  failureMode.isBad = true
  widget.activeChart().resetData()
  await until(() => expect(statusText(widget)).toContain('latest bars'))
  expectServed(widget, 300)
  failureMode.isBad = false
  retry(widget)?.click()
  await until(() => expect(feed.ticks.size).toBe(1))
  expectServed(widget, 300)
  expect(statusText(widget)).toBe('')
})

it('shows a message when older bars fail, and loads them by its button', async () => {
  const pages = { areBad: true }
  const feed = labFeed({
    getBars: (_symbol, to, answer) => {
      if (to < now() - 100 * barSeconds && pages.areBad) answer.fail('503')
      else setTimeout(() => answer.bars(sampleBars(to, 300)), 3)
    },
  })
  const widget = await readyWidget({}, feed)
  inside(widget, '.stage')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }))
  await until(() => expect(statusText(widget)).toContain('Older bars could not be loaded'))
  const requests = feed.requests.length
  await painted(5)
  expect(feed.requests.length).toBe(requests)
  pages.areBad = false
  retry(widget)?.click()
  await until(() => expect(shown(widget).length).toBeGreaterThanOrEqual(600))
  expectServed(widget)
  expect(statusText(widget)).toBe('')
})

it('stops requesting older bars from a feed that always answers with the same page', async () => {
  const page = sampleBars(now(), 300)
  const feed = labFeed({ getBars: (_symbol, _to, answer) => answer.bars(page) })
  const widget = await readyWidget({}, feed)
  for (let turn = 0; turn < 20; turn += 1) {
    inside(widget, '.stage')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }))
    await painted(1)
  }
  expect(feed.requests.length).toBeLessThan(8)
  expectServed(widget, 300)
})

it('shows only valid live bars, and a message when invalid ones arrive', async () => {
  const feed = labFeed()
  const widget = await readyWidget({}, feed)
  const [tick] = [...feed.ticks.values()]
  const before = shown(widget)
  const last = at(before, before.length - 1)
  if (tick === undefined) throw new Error('nobody listens')
  const badBars: object[] = [{ close: Number.NaN }, { close: '100' }, { low: 0 }, { high: 0 }]
  for (const badBar of badBars) tick({ ...last, ...badBar })
  for (const time of [last.time + 60_000, last.time * 1000, Number.NaN]) tick({ ...last, time })
  tick(null as unknown as Bar)
  for (let back = 1; back < 30; back += 1) tick({ ...last, time: last.time - back * barMs, low: 1 })
  await until(() => expect(statusText(widget)).toContain('Live prices'))
  await painted()
  expect(shown(widget)).toEqual(before)
  tick({ ...last, close: last.low })
  tick({ ...last, time: last.time + barMs })
  await until(() =>
    expect(shown(widget).slice(-2)).toEqual([
      { ...last, close: last.low },
      { ...last, time: last.time + barMs },
    ]),
  )
})

it('keeps only the newest of two million bars served by paging, with a message', async () => {
  const served = 2_000_000
  const newest = Math.ceil(now() / barSeconds) * barSeconds
  const feed = labFeed({
    getBars: (_symbol, to, answer) => {
      const left = served - Math.round((newest - to) / barSeconds)
      answer.bars(left > 0 ? sampleBars(to, Math.min(20_000, left)) : [], { noData: left <= 0 })
    },
  })
  const widget = await readyWidget({}, feed)
  for (let turn = 0; turn < 200 && !statusText(widget).includes('as many'); turn += 1) {
    inside(widget, '.stage')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }))
    await painted(1)
  }
  expectServed(widget, maxBars)
  expect(at(shown(widget), maxBars - 1).time).toBe((newest - barSeconds) * 1000)
  const requests = feed.requests.length
  inside(widget, '.stage')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }))
  await painted(5)
  expect(feed.requests.length).toBe(requests)
  expect(retry(widget)).toBeNull()
})

it('survives invalid values in everything else that a feed answers', async () => {
  const nothing: unknown = undefined
  const extra = {
    onReady: (callback: (configuration: never) => void) =>
      void setTimeout(() => callback({ supported_resolutions: 7, symbols_types: 'x' } as never)),
    resolveSymbol: (name: string, found: (info: never) => void) =>
      void setTimeout(() =>
        found({
          name: name === 'BTCUSDT' ? nothing : 7,
          pricescale: Number.NaN,
          supported_resolutions: '30',
          timezone: 'Mars/Olympus',
          session: 9,
          description: {},
          volume_precision: -4,
        } as never),
      ),
    getServerTime: (callback: (seconds: never) => void) => callback('soon' as never),
    getMarks: (...given: unknown[]) =>
      (given[3] as (marks: unknown) => void)([null, { time: 'x' }]),
  }
  const widget = await readyWidget(
    { timezone: 'exchange' },
    labFeed({ extra: extra as Partial<Datafeed> }),
  )
  expect(shown(widget).length).toBeGreaterThan(0)
  widget.activeChart().executeActionById('symbolSearch')
  expect(inside(widget, '.search-list')).not.toBeNull()
  await widget.activeChart().setSymbol('OTHER')
  expectServed(widget)
})
