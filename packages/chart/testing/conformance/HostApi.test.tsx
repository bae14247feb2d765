// One check for every must and should row of docs/chart b: options, widget and chart methods,
// lines, overrides and features.

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChartOptions } from '../../src/options/options.ts'
import { version } from '../../src/api/widget.ts'
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

const colour = async (options: Partial<ChartOptions>, name: string) => {
  const widget = await readyWidget(options)
  const root = widget._iFrame.contentDocument?.documentElement
  return root?.style.getPropertyValue(name)
}

describe('options', () => {
  it('interval, timezone, theme, locale, size', async () => {
    const widget = await readyWidget({
      interval: '240',
      timezone: 'exchange',
      theme: 'Dark' as 'dark',
      locale: 'de',
      autosize: false,
    })
    expect(widget.symbolInterval()).toEqual({ symbol: 'BTCUSDT', interval: '240' })
    expect(widget.activeChart().getTimezone()).toBe('Asia/Tokyo')
    expect(widget.getTheme()).toBe('dark')
    expect(widget._iFrame.style.width).toBe('800px')
    expect(widget._iFrame.style.height).toBe('500px')
    await widget.headerReady()
    expect(widget.getLanguage()).toBe('de')
  })

  it('loading_screen, toolbar_bg, custom_css_url, custom_font_family', async () => {
    const widget = await readyWidget({
      library_path: '/folder/',
      loading_screen: { backgroundColor: '#123456', foregroundColor: '#654321' },
      toolbar_bg: '#111111',
      custom_css_url: 'own.css',
      custom_font_family: 'Georgia, serif',
    })
    const root = widget._iFrame.contentDocument?.documentElement
    expect(root?.style.getPropertyValue('--loading-background')).toBe('#123456')
    expect(root?.style.getPropertyValue('--toolbar-background')).toBe('#111111')
    expect(root?.style.getPropertyValue('--font')).toBe('Georgia, serif')
    expect(inside(widget, 'link')?.getAttribute('href')).toContain('/folder/own.css')
  })

  it('overrides and settings_overrides', async () => {
    const name = 'paneProperties.background'
    expect(await colour({ overrides: { [name]: '#102030' } }, '--background')).toBe('#102030')
    const both = { overrides: { [name]: '#102030' }, settings_overrides: { [name]: '#302010' } }
    expect(await colour(both, '--background')).toBe('#302010')
    const widget = await readyWidget({
      overrides: { 'mainSeriesProperties.style': 0, timezone: 'Asia/Tokyo' },
    })
    expect(widget.activeChart().chartType()).toBe(0)
  })

  it('favorites, time_frames, time_scale', async () => {
    const widget = await readyWidget({
      favorites: { intervals: ['3', '30'], chartTypes: ['Line'] },
      time_frames: [{ text: '2d', resolution: '30', title: 'Two days' }],
      time_scale: { min_bar_spacing: 4 },
    })
    expect(inside(widget, '.intervals')?.textContent).toBe('3m30m')
    expect(inside(widget, '.footer')?.textContent).toContain('Two days')
    widget.activeChart().getTimeScale().setBarSpacing(1)
    expect(widget.activeChart().getTimeScale().barSpacing()).toBe(4)
  })

  it('timeframe', async () => {
    const to = Math.floor(Date.now() / 1000 / barSeconds) * barSeconds - 100 * barSeconds
    const from = to - 50 * barSeconds
    const widget = await readyWidget({ timeframe: { type: 'time-range', from, to } })
    await atRest(widget)
    const range = widget.activeChart().getVisibleRange()
    expect(Math.abs(range.from - from)).toBeLessThanOrEqual(5 * barSeconds)
    expect(Math.abs(range.to - to)).toBeLessThanOrEqual(5 * barSeconds)
  })

  it('settings_adapter', async () => {
    const kept = new Map<string, string>()
    const settings_adapter = {
      initialSettings: { chartType: '"line"' },
      setValue: (key: string, value: string) => void kept.set(key, value),
      removeValue: (key: string) => void kept.delete(key),
    }
    const widget = await readyWidget({ settings_adapter })
    expect(widget.activeChart().chartType()).toBe(2)
    await widget.activeChart().setChartType(3)
    expect(kept.get('chartType')).toBe('"area"')
  })

  it('saved_data: the host’s symbol wins over the layout’s', async () => {
    const first = await readyWidget({ symbol: 'ETHUSDT', interval: '60' })
    await first.activeChart().setChartType(3)
    const layout: unknown = JSON.parse(await saved(first))
    const feed = labFeed()
    const widget = await readyWidget({ saved_data: layout }, feed)
    expect(widget.symbolInterval()).toEqual({ symbol: 'BTCUSDT', interval: '60' })
    expect(widget.activeChart().chartType()).toBe(3)
  })

  it('custom formatters, numbers, translation', async () => {
    const widget = await readyWidget({
      numeric_formatting: { decimal_sign: '#' },
      custom_translate_function: (key) => (key === 'indicators' ? 'Studies!' : null),
    })
    expect(widget.mainSeriesPriceFormatter().format(1.5)).toBe('1#50')
    expect(inside(widget, '.toolbar')?.textContent).toContain('Studies!')
    const own = await readyWidget({
      custom_formatters: { priceFormatterFactory: () => ({ format: (price) => `<${price}>` }) },
    })
    expect(own.mainSeriesPriceFormatter().format(2)).toBe('<2>')
  })

  it('studies_access, study_count_limit, custom_indicators_getter, preset, broker', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const widget = await readyWidget({
      study_count_limit: 1,
      studies_access: { type: 'black', tools: [{ name: 'MACD' }] },
      custom_indicators_getter: async () => [{}],
      preset: 'mobile',
      broker_factory: () => {},
      debug: false,
    })
    const chart = widget.activeChart()
    expect(await chart.createStudy('RSI', false, false, {}, {}, { checkLimit: true })).toBeNull()
    expect(widget._iFrame.contentDocument?.body.dataset['preset']).toBe('mobile')
    expect(warn).toHaveBeenCalled()
  })
})

describe('the widget', () => {
  it('is made by the class and has its version', async () => {
    const widget = await makeWidget()
    expect(version()).toBe('TT v29.5.0')
    expect(widget.engineVersion()).not.toBe('')
    expect(widget.chartsCount()).toBe(1)
    expect(widget.chart(0)).toBe(widget.activeChart())
    expect(await widget.chartReady()).toBe(true)
    expect(widget._ready).toBe(true)
    let late = false
    widget.onChartReady(() => void (late = true))
    expect(late).toBe(true)
  })

  it('setSymbol changes symbol and interval with one request', async () => {
    const feed = labFeed()
    const widget = await readyWidget({}, feed)
    const before = feed.requests.length
    await new Promise<void>((resolve) => widget.setSymbol('ETHUSDT', '60', resolve))
    expect(feed.requests.slice(before)).toMatchObject([{ symbol: 'ETHUSDT', resolution: '60' }])
    expect(widget.symbolInterval()).toEqual({ symbol: 'ETHUSDT', interval: '60' })
  })

  it('listeners can be added for events of any name', async () => {
    const feed = labFeed()
    const widget = await makeWidget({}, feed)
    const called: string[] = []
    const names = ['chart_loaded', 'onTick', 'study_event', 'undo', 'redo'] as const
    for (const name of names) widget.subscribe(name, () => void called.push(name))
    widget.subscribe('anything_else' as 'undo', () => {})
    await widget.chartReady()
    await widget.activeChart().createStudy('RSI')
    widget.activeChart().executeActionById('undo')
    widget.activeChart().executeActionById('redo')
    const last = widget.activeChart().getSeries().bars().at(-1)
    if (last !== undefined) for (const tick of feed.ticks.values()) tick(last)
    await until(() => expect(called).toEqual(expect.arrayContaining([...names])))
  })

  it('createButton and createDropdown add to the header, also after a change of the language', async () => {
    const widget = await readyWidget()
    await widget.headerReady()
    const made = widget.createButton({ align: 'right' })
    made.textContent = 'Mine'
    let chosen = ''
    const menu = await widget.createDropdown({
      title: 'Pick',
      items: [{ title: 'One', onSelect: () => void (chosen = 'One') }],
    })
    widget.setMessages({}, 'de')
    expect(inside(widget, '.toolbar')?.textContent).toContain('Mine')
    const opener = [...(inside(widget, '.toolbar')?.querySelectorAll('button') ?? [])].find(
      (control) => control.textContent === 'Pick',
    )
    opener?.click()
    inside(widget, '.menu-item')?.click()
    expect(chosen).toBe('One')
    menu.applyOptions({ title: 'Other' })
    expect(inside(widget, '.toolbar')?.textContent).toContain('Other')
    menu.remove()
    expect(inside(widget, '.toolbar')?.textContent).not.toContain('Other')
  })

  it('onContextMenu adds and removes entries, and is called with time and price', async () => {
    const widget = await readyWidget()
    const calls: number[][] = []
    widget.onContextMenu((time, price) => {
      calls.push([time, price])
      return [
        { position: 'top', text: 'Buy here', click: () => calls.push([1]) },
        { position: 'bottom', text: '-Reset view', click: () => {} },
      ]
    })
    await painted()
    const canvas = inside(widget, '.canvas')
    const event = new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: 300,
      clientY: 200,
    })
    canvas?.dispatchEvent(event)
    await until(() => expect(inside(widget, '.menu .menu-item')).not.toBeNull())
    const items = [...(inside(widget, '.menu')?.querySelectorAll('.menu-item') ?? [])]
    const texts = items.map((item) => item.textContent)
    expect(texts[0]).toBe('Buy here')
    expect(texts).not.toContain('Reset view')
    items[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(calls[0]?.[0]).toBeGreaterThan(1e9)
    expect(calls[0]?.[1]).toBeGreaterThan(80)
    expect(calls.at(-1)).toEqual([1])
  })

  it('onShortcut is called for keys inside the frame', async () => {
    const widget = await readyWidget()
    let count = 0
    widget.onShortcut('alt+q', () => void (count += 1))
    widget.onShortcut(['ctrl', 'shift', 75], () => void (count += 10))
    const press = (key: string, more: KeyboardEventInit) =>
      inside(widget, '.stage')?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
      )
    press('q', { altKey: true })
    press('K', { ctrlKey: true, shiftKey: true })
    expect(count).toBe(11)
  })

  it('screenshots: a canvas at the pixel density of the screen, and an upload to a server', async () => {
    const post = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(' /x.png '))
    const widget = await readyWidget({ snapshot_url: '/snapshot' })
    const screenshot = await widget.takeClientScreenshot()
    expect(screenshot.width).toBeGreaterThanOrEqual(700)
    const url = new Promise<string>((resolve) => widget.subscribe('onScreenshotReady', resolve))
    widget.takeScreenshot()
    expect(await url).toBe('/x.png')
    const body = post.mock.calls[0]?.[1]?.body
    expect(body instanceof FormData && body.get('preparedImage') instanceof Blob).toBe(true)
  })

  it('a trader gets a link to the picture if the host names a server, or the reason of a failure', async () => {
    const post = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(' /x.png '))
    const widget = await readyWidget({ snapshot_url: '/snapshot' })
    const urls: string[] = []
    widget.subscribe('onScreenshotReady', (url) => void urls.push(url))
    const link = async (): Promise<void> => {
      inside(widget, '[aria-label="Save picture"]')?.click()
      const entry = await until(() => {
        const found = inside(widget, '.menu')?.querySelectorAll<HTMLElement>('[role]') ?? []
        const named = [...found].find((each) => each.textContent === 'Get a link to the picture')
        if (named === undefined) throw new Error('The menu has no such entry')
        return named
      })
      entry.click()
    }
    await link()
    await vi.waitFor(() => expect(urls).toEqual(['/x.png']))
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    post.mockImplementation(async () => new Response('', { status: 500 }))
    await link()
    const text = () => widget._iFrame.contentDocument?.body.textContent
    await vi.waitFor(() => expect(text()).toContain('The picture could not be uploaded.'))
  })

  it('the drawing switches are watched values', async () => {
    const widget = await readyWidget()
    const shown: boolean[] = []
    const lock = widget.lockAllDrawingTools()
    lock.subscribe((value) => void shown.push(value), { callWithLast: true })
    lock.setValue(true)
    expect(shown).toEqual([false, true])
    for (const value of [widget.hideAllDrawingTools(), widget.magnetEnabled()]) {
      expect(typeof value.value()).toBe('boolean')
    }
    expect([0, 1]).toContain(widget.magnetMode().value())
    await widget.selectLineTool('trend_line')
    expect(widget.selectedLineTool()).toBe('trend_line')
  })

  it('lists of intervals, studies, study inputs and chart types', async () => {
    const widget = await readyWidget()
    expect(widget.getIntervals()).toContain('30')
    expect(widget.getStudiesList()).toContain('MACD')
    expect(widget.getStudyInputs('MACD')).toContainEqual({ id: 'fast', defval: 12 })
    expect(widget.supportedChartTypes().value()).toContain(9)
  })

  it('dialogs, custom styles and further methods', async () => {
    const widget = await readyWidget()
    const answer = new Promise<boolean>((resolve) =>
      widget.showConfirmDialog({ title: 'Sure?', body: 'Really', callback: resolve }),
    )
    inside(widget, '.dialog-main')?.click()
    expect(await answer).toBe(true)
    widget.showNoticeDialog({ title: 'Note', body: 'Words' })
    expect(inside(widget, '.dialog')?.textContent).toContain('Words')
    widget.closePopupsAndDialogs()
    expect(inside(widget, '.dialog')).toBeNull()
    widget.setCSSCustomProperty('--own', '1px')
    expect(widget.getCSSCustomPropertyValue('--own')).toBe('1px')
    widget.addCustomCSSFile('more.css')
    expect(inside(widget, 'link')?.getAttribute('href')).toContain('more.css')
    widget.resetCache()
    widget.navigationButtonsVisibility().setValue('alwaysOff')
    widget.exitFullscreen()
  })

  it('saves and loads with an adapter, and opens the newest layout', async () => {
    const kept = new Map<string, string>()
    const save_load_adapter = {
      getAllCharts: async () =>
        [...kept.keys()].map((id, at) => {
          return { id, name: id, symbol: 'ETHUSDT', resolution: '60', timestamp: at }
        }),
      removeChart: async (id: string | number) => void kept.delete(String(id)),
      saveChart: async ({ name, content }: { name: string; content: string }) => {
        kept.set(name, content)
        return name
      },
      getChartContent: async (id: string | number) => kept.get(String(id)) ?? '',
    }
    const first = await readyWidget({ symbol: 'ETHUSDT', interval: '60', save_load_adapter })
    const id = await new Promise((resolve) =>
      first.saveChartToServer(resolve, undefined, { chartName: 'Mine' }),
    )
    expect(id).toBe('Mine')
    const options = { save_load_adapter, load_last_chart: true }
    const widget = await readyWidget({ ...options, symbol: '' })
    expect(widget.symbolInterval()).toEqual({ symbol: 'ETHUSDT', interval: '60' })
    const charts = await new Promise<readonly unknown[]>((resolve) =>
      widget.getSavedCharts(resolve),
    )
    expect(charts).toHaveLength(1)
    await new Promise<void>((resolve) => widget.removeChartFromServer('Mine', resolve))
    expect(kept.size).toBe(0)
  })
})

describe('the chart', () => {
  it('symbol, extended symbol, type, data', async () => {
    const widget = await makeWidget()
    const chart = widget.activeChart()
    expect(chart.symbolExt()).toBeNull()
    const loaded = new Promise<void>((resolve) =>
      chart.onDataLoaded().subscribe(null, resolve, true),
    )
    expect(chart.dataReady(() => {})).toBe(false)
    await loaded
    expect(chart.dataReady()).toBe(true)
    expect(chart.symbolExt()).toMatchObject({ symbol: 'BTCUSDT', exchange: 'Lab' })
    const types: number[] = []
    chart.onChartTypeChanged().subscribe(null, (type) => types.push(type))
    for (const type of [0, 1, 2, 3, 9]) expect(await chart.setChartType(type)).toBe(true)
    expect(types).toEqual([0, 1, 2, 3, 9])
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(await chart.setChartType(77)).toBe(false)
    expect(warn).toHaveBeenCalled()
    expect(chart.getSeries().bars().length).toBeGreaterThan(100)
    expect((await chart.exportData()).data.length).toBe(chart.getSeries().bars().length)
    expect(chart.selection().isEmpty()).toBe(true)
  })

  it('symbol and interval changes are emitted, with a range to be set', async () => {
    const widget = await readyWidget()
    const chart = widget.activeChart()
    let changes = 0
    chart.onSymbolChanged().subscribe(null, () => void (changes += 1))
    expect(await chart.setSymbol('ETHUSDT')).toBe(true)
    expect(changes).toBe(1)
    const called: string[] = []
    chart.onIntervalChanged().subscribe(null, (interval) => called.push(interval))
    expect(await chart.setResolution('60')).toBe(true)
    expect(called).toEqual(['60'])
  })

  it('resetData requests all bars again', async () => {
    const feed = labFeed()
    const widget = await readyWidget({}, feed)
    const before = feed.requests.length
    widget.activeChart().resetData()
    await until(() => expect(feed.requests.length).toBe(before + 1))
    await until(() => expect(feed.ticks.size).toBe(1))
  })

  it('visible range, scroll and zoom', async () => {
    const widget = await readyWidget()
    const chart = widget.activeChart()
    const last = (chart.getSeries().bars().at(-1)?.time ?? 0) / 1000
    const range = { from: last - 90 * barSeconds, to: last - 30 * barSeconds }
    await chart.setVisibleRange(range)
    await atRest(widget)
    const shown = chart.getVisibleRange()
    expect(Math.abs(shown.from - range.from)).toBeLessThanOrEqual(2 * barSeconds)
    expect(chart.canZoomOut()).toBe(true)
    chart.zoomOut()
    chart.setScrollEnabled(false)
    chart.setZoomEnabled(false)
    let emits = 0
    chart.onVisibleRangeChanged().subscribe(null, () => void (emits += 1))
    chart.executeActionById('timeScaleReset')
    await until(() => expect(emits).toBeGreaterThan(0))
    expect(chart.getTimeScale().width()).toBeGreaterThan(400)
    expect(chart.getTimeScale().coordinateToTime(100)).toBeGreaterThan(1e9)
  })

  it('indicators: made, read, changed, hidden, removed', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const widget = await readyWidget({ studies_overrides: { 'macd.plot.color': '#ff0000' } })
    const chart = widget.activeChart()
    const events: string[] = []
    widget.subscribe('study_event', (_id, event) => void events.push(event))
    const id = await chart.createStudy('macd', false, false, { fast: 5 }, { 'plot.linewidth': 3 })
    expect(await chart.createStudy('No such thing')).toBeNull()
    const study = chart.getStudyById(id ?? '')
    expect(study?.getInputValues()).toContainEqual({ id: 'fast', value: 5 })
    study?.setInputValues([{ id: 'slow', value: 40 }])
    expect(study?.getInputValues()).toContainEqual({ id: 'slow', value: 40 })
    expect(study?.getInputsInfo()[0]).toMatchObject({ id: 'fast', defval: 12 })
    study?.setVisible(false)
    expect(study?.isVisible()).toBe(false)
    study?.applyOverrides({ 'plot.color': '#00ff00' })
    expect(study?.dataReady()).toBe(true)
    expect(await saved(widget)).toContain('#00ff00')
    chart.removeEntity(id ?? '')
    expect(chart.getAllStudies().map(({ name }) => name)).toEqual(['VOL'])
    chart.removeAllStudies()
    expect(chart.getAllStudies()).toEqual([])
    expect(events).toEqual(['create', 'remove', 'remove'])
  })

  it('templates of indicators', async () => {
    const widget = await readyWidget()
    const chart = widget.activeChart()
    await chart.createStudy('RSI', false, false, { length: 9 })
    const template = chart.createStudyTemplate({ saveInterval: true })
    chart.removeAllStudies()
    expect(chart.applyStudyTemplate(template)).toBe(true)
    expect(chart.getAllStudies().map(({ name }) => name)).toEqual(['VOL', 'RSI'])
    chart.executeActionById('undo')
    expect(chart.getAllStudies()).toEqual([])
  })

  it('panes and price scales', async () => {
    const widget = await readyWidget()
    const chart = widget.activeChart()
    await chart.createStudy('RSI')
    await atRest(widget)
    const panes = chart.getPanes()
    expect(panes.map((pane) => pane.hasMainSeries())).toEqual([true, false, false])
    panes[1]?.setHeight(90)
    panes[2]?.moveTo(1)
    panes[2]?.collapse()
    panes[2]?.restore()
    const scale = panes[0]?.getMainSourcePriceScale()
    for (const mode of [1, 2, 3, 0]) {
      scale?.setMode(mode)
      expect(scale?.getMode()).toBe(mode)
    }
    scale?.setInverted(true)
    expect(scale?.isInverted()).toBe(true)
    scale?.setInverted(false)
    await atRest(widget)
    scale?.setVisiblePriceRange({ from: 50, to: 150 })
    await until(() => expect(scale?.getVisiblePriceRange()).toEqual({ from: 50, to: 150 }))
    expect(scale?.isAutoScale()).toBe(false)
    scale?.setAutoScale(true)
    await until(() => expect(scale?.getVisiblePriceRange()?.to).toBeLessThan(140))
    expect(scale?.formatPrice(1.5)).toBe('1.50')
    expect(chart.getAllPanesHeight()).toHaveLength(3)
  })

  it('actions and switches', async () => {
    const widget = await readyWidget()
    const chart = widget.activeChart()
    for (const action of ['chartProperties', 'symbolSearch', 'changeInterval', 'gotoDate']) {
      chart.executeActionById(action)
      const isOpen = inside(widget, '.dialog') !== null
      expect({ action, isOpen }).toEqual({ action, isOpen: true })
      widget.closePopupsAndDialogs()
    }
    chart.executeActionById('insertIndicator')
    expect(inside(widget, '.dialog [data-add]')).not.toBeNull()
    widget.closePopupsAndDialogs()
    chart.executeActionById('no such action')
    expect(chart.getCheckableActionState('logScale')).toBe(false)
    chart.executeActionById('logScale')
    expect(chart.getCheckableActionState('logScale')).toBe(true)
    chart.executeActionById('undo')
    expect(chart.getCheckableActionState('logScale')).toBe(false)
  })

  it('marks are requested, shown, clicked and cleared', async () => {
    const now = Math.floor(Date.now() / 1000)
    const mark = { id: 'm1', time: now - 20 * barSeconds, color: 'red', text: 'News', label: 'N' }
    const axis = { id: 't1', time: now - 9 * barSeconds, color: 'red', label: 'T', tooltip: ['x'] }
    const feed = labFeed({
      extra: {
        getMarks: (...[, , , onResult]) => onResult([mark]),
        getTimescaleMarks: (...[, , , onResult]) => onResult([axis]),
      },
    })
    const widget = await readyWidget({}, feed)
    await until(() => expect(inside(widget, '.mark-axis')).not.toBeNull())
    const clicked: string[] = []
    widget.subscribe('onMarkClick', (id) => void clicked.push(id))
    widget.subscribe('onTimescaleMarkClick', (id) => void clicked.push(id))
    inside(widget, '.mark')?.click()
    inside(widget, '.mark-axis')?.click()
    expect(clicked).toEqual(['m1', 't1'])
    widget.activeChart().clearMarks()
    expect(inside(widget, '.mark')).toBeNull()
    widget.activeChart().refreshMarks()
    await until(() => expect(inside(widget, '.mark')).not.toBeNull())
  })

  it('time zones', async () => {
    const widget = await readyWidget()
    const zones = widget.activeChart().getTimezoneApi()
    const called: string[] = []
    zones.onTimezoneChanged().subscribe(null, (id) => called.push(id))
    zones.setTimezone('Asia/Tokyo')
    expect(zones.getTimezone()).toMatchObject({ id: 'Asia/Tokyo', offset: 540 })
    expect(zones.availableTimezones().length).toBeGreaterThan(10)
    expect(called).toEqual(['Asia/Tokyo'])
    widget.activeChart().executeActionById('undo')
    expect(zones.getTimezone().id).toBe('Etc/UTC')
  })
})

describe('the symbol search', () => {
  it('searches by type and drops the answers to an outdated query', async () => {
    const asked: { input: string; answer(name: string): void }[] = []
    const feed = labFeed({
      extra: {
        searchSymbols: (...[input, , type, onResult]) =>
          void asked.push({
            input: `${input}/${type}`,
            answer: (symbol) =>
              onResult([{ symbol, description: '', exchange: 'Lab', type: 'spot' }]),
          }),
      },
    })
    const widget = await readyWidget({ symbol_search_request_delay: 1 }, feed)
    widget.activeChart().executeActionById('symbolSearch')
    inside(widget, '[data-type="spot"]')?.click()
    expect(asked.map(({ input }) => input)).toEqual(['/', '/spot'])
    asked[1]?.answer('NEWUSDT')
    asked[0]?.answer('OLDUSDT')
    expect(inside(widget, '.search-list')?.textContent).toContain('NEWUSDT')
    expect(inside(widget, '.search-list')?.textContent).not.toContain('OLDUSDT')
    inside(widget, '.search-row')?.click()
    await until(() => expect(widget.activeChart().symbol()).toBe('NEWUSDT'))
  })
})

it('a feed can answer at once and give a server time', async () => {
  const feed = labFeed({
    getBars: (_symbol, to, answer) => answer.bars(sampleBars(to, 300), { noData: true }),
    extra: { getServerTime: (callback) => callback(Date.now() / 1000 + 60) },
  })
  const widget = await readyWidget({}, feed)
  expect(widget.activeChart().dataReady()).toBe(true)
})
