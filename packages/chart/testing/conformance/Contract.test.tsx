// Contract checks of docs/chart h on host, feed and layouts.

import { afterEach, expect, it, vi } from 'vitest'
import type { Bar } from '../../src/options/datafeed.ts'
import { bundleNames, loadMessages } from '../../src/options/locales/bundles.ts'
import { englishMessages } from '../../src/options/messages.ts'
import { type ChartWidget, widget as OwnWidget } from '../../src/api/widget.ts'
import {
  atRest,
  barSeconds,
  clearLab,
  inside,
  labFeed,
  makeWidget,
  painted,
  readyWidget,
  sampleBars,
  saved,
  until,
} from '../chart-lab.ts'

afterEach(() => {
  clearLab()
  vi.restoreAllMocks()
})

it('1: throws with the texts of the specification, one at a time', () => {
  const container = document.createElement('div')
  const datafeed = labFeed()
  const make = (options: object) => () =>
    new OwnWidget({ symbol: 'A', container, datafeed, ...options })
  expect(make({ symbol: undefined })).toThrow(
    "Symbol is not defined: either 'symbol' or 'load_last_chart' option must be set",
  )
  expect(make({ container: 'nowhere' })).toThrow('There is no such element')
  expect(make({ container: null })).toThrow('There is no such element')
  expect(make({ datafeed: undefined })).toThrow('Datafeed is not defined')
})

it('1: mends an unsupported locale and a library path without a slash, with a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const widget = await makeWidget({ locale: 'xx', library_path: '/folder' })
  const messages = warn.mock.calls.map(([text]) => String(text)).join('\n')
  expect(messages).toContain('xx')
  expect(messages).toContain('slash')
  expect(widget.getLanguage()).toBe('en')
})

it('2: is drawn in a frame of the right name and can be removed at any time, twice', async () => {
  const widget = await makeWidget()
  expect(widget._iFrame.title).toBe('Financial Chart')
  expect(widget._iFrame.id).toBe(widget._id)
  expect(widget._ready).toBe(false)
  widget.remove()
  widget.remove()
  expect(widget._iFrame.isConnected).toBe(false)
  const other = await readyWidget()
  other._iFrame.parentElement?.remove()
  other.remove()
  expect(await other.activeChart().setSymbol('ETHUSDT')).toBe(false)
  expect(other.activeChart().getVisibleRange()).toEqual({ from: 0, to: 0 })
})

it('3: shows the last symbol asked for, whichever answers last', async () => {
  const late: (() => void)[] = []
  const feed = labFeed({
    getBars: (symbol, to, answer) => {
      const send = () => answer.bars(sampleBars(to, 300), { noData: true })
      if (symbol === 'SLOW') late.push(send)
      else setTimeout(send, 5)
    },
  })
  const widget = await readyWidget({}, feed)
  void widget.activeChart().setSymbol('SLOW')
  await until(() => expect(late).not.toHaveLength(0))
  await widget.activeChart().setSymbol('ETHUSDT')
  for (const send of late) send()
  await painted()
  expect(widget.activeChart().symbol()).toBe('ETHUSDT')
  expect(inside(widget, '.legend-title')?.textContent ?? 'ETHUSDT').toContain('ETHUSDT')
  expect([...feed.ticks.keys()].filter((guid) => guid.includes('ETHUSDT'))).toHaveLength(1)
  expect(feed.ticks.size).toBe(1)
})

const badAnswers: Readonly<Record<string, (answer: Parameters<Answering>[2], to: number) => void>> =
  {
    'an error': (answer) => answer.fail('broken'),
    'an Error': (answer) => answer.fail(new Error('broken')),
    'nothing and noData': (answer) => answer.bars([], { noData: true }),
    'nothing and an earlier nextTime': (answer, to) =>
      answer.bars([], { nextTime: (to - 5000 * barSeconds) * 1000 }),
    nothing: (answer) => answer.bars([]),
    'duplicate and unsorted bars': (answer, to) => {
      const bars = sampleBars(to, 50)
      answer.bars([...bars.toReversed(), ...bars], { noData: true })
    },
  }

type Answering = NonNullable<NonNullable<Parameters<typeof labFeed>[0]>['getBars']>

for (const [what, answerBadly] of Object.entries(badAnswers)) {
  it(`4: survives a feed that answers with ${what}, and makes few requests`, async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const feed = labFeed({ getBars: (_symbol, to, answer) => answerBadly(answer, to) })
    const widget = await readyWidget({}, feed)
    await until(() => expect(inside(widget, '.stage')?.dataset['state']).not.toBe('loading'))
    await painted()
    expect(feed.requests.length).toBeLessThan(30)
    expect(widget.activeChart().symbol()).toBe('BTCUSDT')
  })
}

it('4: survives a feed that throws and one that never answers', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const feed = labFeed({
    getBars: (symbol, to, answer) => {
      if (symbol === 'THROWS') throw new Error('broken')
      if (symbol !== 'SILENT') setTimeout(() => answer.bars(sampleBars(to, 300)), 5)
    },
  })
  const widget = await readyWidget({ symbol: 'THROWS' }, feed)
  void widget.activeChart().setSymbol('SILENT')
  await until(() => expect(feed.requests.at(-1)?.symbol).toBe('SILENT'))
  expect(await widget.activeChart().setSymbol('ETHUSDT')).toBe(true)
})

it('5: draws each bar in its last state however fast ticks arrive', async () => {
  const feed = labFeed()
  const widget = await readyWidget({}, feed)
  const [tick] = [...feed.ticks.values()]
  const bars = widget.activeChart().getSeries().bars()
  const last = bars.at(-1)
  if (tick === undefined || last === undefined) throw new Error('there is no last bar')
  const next: Bar = { ...last, time: last.time + barSeconds * 1000 }
  for (let at = 0; at < 50; at += 1) tick({ ...last, close: last.low + at / 100 })
  for (let at = 0; at < 50; at += 1) tick({ ...next, close: next.low + at / 50 })
  await until(() => {
    const [before, now] = widget.activeChart().getSeries().bars().slice(-2)
    expect(before?.close).toBeCloseTo(last.low + 0.49, 9)
    expect(now?.close).toBeCloseTo(next.low + 0.98, 9)
  })
})

it('6: loading older bars does not move the visible range', async () => {
  const widget = await readyWidget()
  const chart = widget.activeChart()
  const bars = chart.getSeries().bars()
  const oldest = bars[0]?.time ?? 0
  const asked = { from: oldest / 1000 - 400 * barSeconds, to: oldest / 1000 }
  await chart.setVisibleRange(asked)
  expect(chart.getSeries().bars().length).toBeGreaterThan(bars.length)
  const seen = chart.getVisibleRange()
  expect(Math.abs(seen.from - asked.from)).toBeLessThanOrEqual(2 * barSeconds)
  expect(Math.abs(seen.to - asked.to)).toBeLessThanOrEqual(2 * barSeconds)
  expect(
    chart
      .getSeries()
      .bars()
      .some(({ time }) => time === oldest),
  ).toBe(true)
})

it('8: takes lines in the ready callback and while loading', async () => {
  const listed = (widget: ChartWidget) =>
    [...(widget._iFrame.contentDocument?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].map(
      ({ dataset }) => dataset['line'],
    )
  const line = { id: 'o', kind: 'order', price: 100, text: 'Buy' } as const
  const loading = await makeWidget()
  expect(loading._ready).toBe(false)
  loading.setLines([line])
  await until(() => expect(listed(loading)).toEqual(['o']))
  const ready = await makeWidget()
  ready.onChartReady(() => ready.setLines([{ ...line, id: 'p' }]))
  await until(() => expect(listed(ready)).toEqual(['p']))
})

it('10: another theme keeps time zone, indicators, view and chart type', async () => {
  const widget = await readyWidget({ theme: 'light', timezone: 'Europe/Berlin' })
  const chart = widget.activeChart()
  await chart.createStudy('MACD')
  await chart.setChartType(9)
  await atRest(widget)
  const range = chart.getVisibleRange()
  await widget.changeTheme('Dark')
  await atRest(widget)
  expect(widget.getTheme()).toBe('dark')
  expect(chart.getTimezoneApi().getTimezone().id).toBe('Europe/Berlin')
  expect(chart.getAllStudies().map(({ name }) => name)).toEqual(['VOL', 'MACD'])
  expect(chart.chartType()).toBe(9)
  expect(chart.getVisibleRange()).toEqual(range)
})

it('11: a layout comes back byte for byte when saved again, without lines, with unknown keys', async () => {
  const widget = await readyWidget()
  const chart = widget.activeChart()
  await chart.createStudy('RSI', false, false, { length: 21 })
  await chart.setChartType(0)
  widget.setLines([{ id: 'secret', kind: 'order', price: 100, text: 'Buy' }])
  widget.applyOverrides({ 'paneProperties.topMargin': 20, 'foreign.key': 'kept' })
  const first = await saved(widget)
  expect(first).not.toContain('secret')
  expect(first).toContain('foreign.key')
  const other = await readyWidget()
  other.load(JSON.parse(first))
  expect(await saved(other)).toBe(first)
  const layout = JSON.parse(first)
  layout.future = { deep: [1] }
  layout.charts[0].panes[0].sources.push({ type: 'study_FUTURE', id: 'f', state: { x: 1 } })
  other.load(layout)
  const second = await saved(other)
  expect(second).toContain('study_FUTURE')
  expect(second).toContain('"future":{"deep":[1]}')
  other.load(JSON.parse(second))
  expect(await saved(other)).toBe(second)
})

it('11: a broken layout is refused as a whole and the chart goes on', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const feed = labFeed()
  const widget = await readyWidget({}, feed)
  const before = await saved(widget)
  const requests = feed.requests.length
  const bad = JSON.parse(before)
  bad.charts[0].panes[1].sources[0].state = 'rubbish'
  for (const layout of [bad, {}, 'x', null, { ...JSON.parse(before), version: 99 }]) {
    widget.load(layout)
  }
  expect(warn).toHaveBeenCalledTimes(5)
  expect(await saved(widget)).toBe(before)
  expect(feed.ticks.size).toBe(1)
  widget.load(JSON.parse(before))
  expect(feed.requests.length).toBe(requests)
})

it('12: asks to save once for successive changes, but not for loading or panning', async () => {
  // Without a delay every request to save happens within the next frame.
  const widget = await readyWidget({ auto_save_delay: 0 })
  await atRest(widget)
  let count = 0
  widget.subscribe('onAutoSaveNeeded', () => void (count += 1))
  const chart = widget.activeChart()
  for (let at = 0; at < 20; at += 1) void chart.setChartType(at % 2)
  await until(() => expect(count).toBe(1))
  widget.load(JSON.parse(await saved(widget)))
  chart.getTimeScale().setRightOffset(20)
  await painted(5)
  expect(count).toBe(1)
})

it('13: undo and redo never touch trading lines', async () => {
  const widget = await readyWidget()
  widget.setLines([{ id: 'o', kind: 'order', price: 100, text: 'Buy' }])
  expect(widget.undoRedoState().enableUndo).toBe(false)
  await widget.activeChart().setChartType(2)
  widget.activeChart().executeActionById('undo')
  expect(widget.activeChart().chartType()).toBe(1)
  expect(widget.undoRedoState()).toMatchObject({ enableUndo: false, enableRedo: true })
})

it('15: thirteen languages have every message, and a right-to-left page keeps the order', async () => {
  const keys = Object.keys(englishMessages).toSorted()
  for (const name of bundleNames) {
    const messages = await loadMessages(name)
    expect({ name, keys: Object.keys(messages ?? {}).toSorted() }).toEqual({ name, keys })
  }
  document.documentElement.dir = 'rtl'
  const widget = await readyWidget()
  expect(widget._iFrame.contentDocument?.documentElement.dir ?? 'ltr').toBe('ltr')
  document.documentElement.dir = 'ltr'
})

it('16: a logarithmic scale without positive prices falls back to the normal scale', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const zero = (to: number) => sampleBars(to, 300).map((bar) => ({ ...bar, low: -5 }))
  const feed = labFeed({
    getBars: (_symbol, to, answer) => void setTimeout(() => answer.bars(zero(to)), 5),
  })
  const widget = await readyWidget({}, feed)
  const scale = widget.activeChart().getPanes()[0]?.getMainSourcePriceScale()
  scale?.setMode(1)
  await until(() => expect(scale?.getMode()).toBe(0))
  await painted()
  const range = scale?.getVisiblePriceRange()
  expect(Number.isFinite(range?.from)).toBe(true)
  expect(Number.isFinite(range?.to)).toBe(true)
})

const parts: Readonly<Record<string, string>> = {
  header_widget: '.toolbar',
  header_symbol_search: '.symbol',
  header_resolutions: '.intervals',
  timeframes_toolbar: '.footer',
  legend_widget: '.legend',
  display_market_status: '.legend-status',
  control_bar: '.navigation',
  edit_buttons_in_legend: '.legend-remove',
  header_undo_redo: '.icon-undo',
  header_settings: '.toolbar .icon-settings',
  header_indicators: '.icon-indicators',
  header_screenshot: '.icon-camera',
  header_fullscreen_button: '.icon-fullscreen',
  go_to_date: '.icon-calendar',
  main_series_scale_menu: '[role="radiogroup"]',
}

it('17: each feature switches its own part and no other', async () => {
  const whole = await readyWidget()
  const absent = Object.values(parts).filter((part) => inside(whole, part) === null)
  expect(absent).toEqual([])
  for (const [feature, part] of Object.entries(parts)) {
    const widget = await readyWidget({ disabled_features: [feature] })
    const isThere = inside(widget, part) !== null
    expect({ feature, isThere }).toEqual({ feature, isThere: false })
    expect(inside(widget, '.canvas canvas')).not.toBeNull()
    clearLab()
  }
})

it('19: thirty charts are created and removed without leaving anything in the page', async () => {
  const before = document.body.childElementCount
  for (let at = 0; at < 30; at += 1) {
    const widget = await makeWidget()
    if (at % 3 === 0) await widget.chartReady()
    clearLab()
  }
  await painted()
  expect(document.body.childElementCount).toBe(before)
  expect(document.querySelector('iframe[title="Financial Chart"]')).toBeNull()
})
