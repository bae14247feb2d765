// Features and options with an effect, each with and without it.

import { afterEach, describe, expect, it } from 'vitest'
import type { SearchItem } from '../../src/options/datafeed.ts'
import type { ChartWidget } from '../../src/api/widget.ts'
import { clearLab, inside, labFeed, readyWidget, sampleBars, saved, until } from '../chart-lab.ts'

afterEach(clearLab)

const textsOf = (widget: ChartWidget, selector: string): (string | null)[] =>
  [...(widget._iFrame.contentDocument?.querySelectorAll(selector) ?? [])].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent,
  )

const tools = (widget: ChartWidget) => textsOf(widget, '.drawbar-control')

describe('the drawing tools', () => {
  it('are those that the host allows', async () => {
    const named = [{ name: 'Trend line' }, { name: 'LineToolBrush' }]
    const white = await readyWidget({ drawings_access: { type: 'white', tools: named } })
    const all = tools(white).filter((label) => /trend|brush|text|fibo/i.test(label ?? ''))
    expect(all.map((label) => label?.replace(/ \(.*/, ''))).toEqual(['Trend line', 'Brush'])
    const black = await readyWidget({
      drawings_access: { type: 'black', tools: [{ name: 'text' }] },
    })
    expect(tools(black)).not.toContain('Text')
    expect(tools(black).some((label) => label?.startsWith('Fibonacci') === true)).toBe(true)
  })

  it('have a list of objects if the feature is on', async () => {
    const plain = await readyWidget()
    const without = await readyWidget({ disabled_features: ['show_object_tree'] })
    expect(tools(plain)).toContain('Drawings on this chart')
    expect(tools(without)).not.toContain('Drawings on this chart')
  })

  it('are hidden at first if the host requests it, and each change emits an event', async () => {
    const widget = await readyWidget({ enabled_features: ['hide_left_toolbar_by_default'] })
    const bar = inside(widget, '.drawbar')
    expect(bar?.getBoundingClientRect().width).toBe(0)
    const called: boolean[] = []
    widget.subscribe('toggle_sidebar', (isHidden) => called.push(isHidden))
    inside(widget, '.draw-toggle')?.click()
    expect(bar?.getBoundingClientRect().width).toBeGreaterThan(20)
    inside(widget, '.draw-toggle')?.click()
    expect(called).toEqual([false, true])
  })

  it('have their selection in chart.selection()', async () => {
    const widget = await readyWidget()
    const chart = widget.activeChart()
    expect(chart.selection().isEmpty()).toBe(true)
    const [bar] = sampleBars(Math.floor(Date.now() / 1000), 20, '30')
    const point = { time: (bar?.time ?? 0) / 1000, price: bar?.close ?? 0 }
    const id = await chart.createShape(point, { shape: 'horizontal_line' })
    inside(widget, '.drawbar-control[aria-label="Drawings on this chart"]')?.click()
    inside(widget, '.menu-item')?.click()
    expect(chart.selection().allSources()).toEqual([id])
    chart.selection().clear()
    expect(chart.selection().isEmpty()).toBe(true)
  })
})

it('volume overlays the price if the host forces it', async () => {
  const plain = await readyWidget()
  expect(plain.activeChart().getPanes()).toHaveLength(2)
  const forced = await readyWidget({ enabled_features: ['volume_force_overlay'] })
  const chart = forced.activeChart()
  expect(chart.getPanes()).toHaveLength(1)
  expect(chart.getAllStudies().map(({ name }) => name)).toEqual(['VOL'])
  chart.removeAllStudies()
  await chart.createStudy('Volume')
  expect(chart.getPanes()).toHaveLength(1)
})

it('the lines of a study are marked while the pointer is on its legend', async () => {
  const marking = await readyWidget()
  const without = await readyWidget({ disabled_features: ['source_selection_markers'] })
  for (const widget of [marking, without]) await widget.activeChart().createStudy('EMA')
  const title = (widget: ChartWidget) => inside(widget, '.legend-row:nth-child(3) .legend-study')
  await until(() => expect(title(marking)?.classList.contains('legend-marking')).toBe(true))
  await until(() => expect(title(without)).not.toBeNull())
  expect(title(without)?.classList.contains('legend-marking')).toBe(false)
  const screenshot = async () => (await marking.takeClientScreenshot()).toDataURL()
  const before = await screenshot()
  title(marking)?.dispatchEvent(new PointerEvent('pointerenter'))
  await until(async () => expect(await screenshot()).not.toBe(before))
  title(marking)?.dispatchEvent(new PointerEvent('pointerleave'))
})

it('symbols have their logos if the host requests them', async () => {
  const logo = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
  const item: SearchItem = {
    symbol: 'ETHUSDT',
    description: '',
    exchange: 'Lab',
    type: 'spot',
    logo_urls: [logo],
  }
  const feed = () =>
    labFeed({
      info: { logo_urls: [logo, logo] },
      extra: { searchSymbols: (...[, , , answer]) => answer([item]) },
    })
  const shown = await readyWidget({ enabled_features: ['show_symbol_logos'] }, feed())
  const plain = await readyWidget({}, feed())
  for (const widget of [shown, plain]) widget.activeChart().executeActionById('symbolSearch')
  const count = (widget: ChartWidget) =>
    widget._iFrame.contentDocument?.querySelectorAll('.symbol-logo').length
  await until(() => expect(count(shown)).toBe(3))
  await until(() => expect(inside(plain, '.search-row')).not.toBeNull())
  expect(count(plain)).toBe(0)
})

it('a resolution that the symbol lacks is built from a smaller one that it has', async () => {
  const asked = new Set<string>()
  const feed = labFeed({
    info: { intraday_multipliers: ['1', '5'], supported_resolutions: ['5', '30'] },
  })
  const { getBars } = feed
  feed.getBars = (...[info, resolution, ...rest]) => {
    asked.add(resolution)
    getBars(info, resolution, ...rest)
  }
  const widget = await readyWidget({ interval: '30' }, feed)
  expect([...asked]).toEqual(['5'])
  const { data } = await widget.activeChart().exportData()
  const steps = data.slice(1).map((row, at) => (row[0] ?? 0) - (data[at]?.[0] ?? 0))
  expect(steps.length).toBeGreaterThan(50)
  expect(new Set(steps)).toEqual(new Set([1800]))
})

it('a line without a value shows ∅ in the legend, unless the host hides it', async () => {
  const plain = await readyWidget()
  const hiding = await readyWidget({ enabled_features: ['hide_last_na_study_output'] })
  for (const widget of [plain, hiding]) await widget.activeChart().createStudy('SuperTrend')
  const values = (widget: ChartWidget) => textsOf(widget, '.legend-row:nth-child(3) .legend-value')
  await until(() => expect(values(plain)).toHaveLength(2))
  expect(values(plain).filter((text) => text === '∅')).toHaveLength(1)
  await until(() => expect(values(hiding)).toHaveLength(1))
  expect(values(hiding)).not.toContain('∅')
})

it('a study of figures that the symbol lacks shows a message instead of values', async () => {
  const without = await readyWidget()
  const having = await readyWidget(
    {},
    labFeed({ info: { companions: { fundingRate: 'ETHUSDT' } } }),
  )
  const valuesOf = async (widget: ChartWidget) => {
    await widget.activeChart().createStudy('FUNDING')
    // The volume has a separate pane.
    const values = () => textsOf(widget, '.legend-pane .legend-value')
    await until(() => expect(values()).toHaveLength(2))
    return values()
  }
  expect(await valuesOf(without)).toContain('Not available for BTCUSDT')
  expect(await valuesOf(having)).not.toContain('Not available for BTCUSDT')
})

it('drawings are not in layouts if the host stores them separately', async () => {
  const options = { enabled_features: ['saveload_separate_drawings_storage'] }
  const point = { time: Math.floor(Date.now() / 1000) - 7_200, price: 100 }
  const made = async (widget: ChartWidget) => {
    await widget.activeChart().createShape(point, { shape: 'horizontal_line' })
    return saved(widget)
  }
  const [plain, apart] = [await readyWidget(), await readyWidget(options)]
  expect(await made(plain)).toContain('LineToolHorzLine')
  const layout = await made(apart)
  expect(layout).not.toContain('LineToolHorzLine')
  // Loading a layout, with or without drawings, neither adds nor removes any.
  apart.load(JSON.parse(await saved(plain)))
  expect(apart.activeChart().getAllShapes()).toHaveLength(1)
  plain.load(JSON.parse(layout))
  expect(plain.activeChart().getAllShapes()).toHaveLength(0)
})
