// Rows of docs/chart b that no other test covers: events by name, options and features.

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Bar } from '../../src/options/datafeed.ts'
import type { ChartOptions } from '../../src/options/options.ts'
import type { ChartWidget } from '../../src/api/widget.ts'
import {
  atRest,
  barSeconds,
  clearLab,
  inside,
  labFeed,
  makeWidget,
  painted,
  readyWidget,
  until,
} from '../chart-lab.ts'

afterEach(() => {
  clearLab()
  vi.restoreAllMocks()
})

const key = (widget: ChartWidget, name: string) =>
  inside(widget, '.stage')?.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
  )

describe('events', () => {
  it('are emitted by their names, each by the action it is named after', async () => {
    const called = new Set<string>()
    const feed = labFeed()
    const widget = await makeWidget({ auto_save_delay: 0.05 }, feed)
    const names = [
      ...(['onAutoSaveNeeded', 'onTick', 'drawing_event', 'study_event', 'chart_loaded'] as const),
      ...(['mouse_down', 'mouse_up', 'series_properties_changed', 'undo', 'redo'] as const),
      ...(['study_properties_changed', 'undo_redo_state_changed', 'indicators_dialog'] as const),
      ...(['panes_height_changed', 'onSelectedLineToolChanged', 'chart_load_requested'] as const),
      ...(['layout_changed', 'panes_order_changed'] as const),
    ]
    for (const name of names) widget.subscribe(name, () => void called.add(name))
    await new Promise<void>((resolve) => widget.onChartReady(resolve))
    const chart = widget.activeChart()
    const last = chart.getSeries().bars().at(-1)
    if (last === undefined) throw new Error('there are no bars')
    for (const tick of feed.ticks.values()) tick({ ...last, close: last.low })
    await chart.createShape({ time: last.time / 1000, price: 100 }, { shape: 'horizontal_line' })
    await chart.setChartType(2)
    const id = await chart.createStudy('RSI')
    chart.getStudyById(id ?? '')?.applyOverrides({ 'plot.color': '#ff0000' })
    chart.executeActionById('undo')
    chart.executeActionById('redo')
    chart.executeActionById('insertIndicator')
    widget.closePopupsAndDialogs()
    await atRest(widget)
    chart.setAllPanesHeight([200, 80, 120])
    chart.getPanes()[2]?.moveTo(1)
    await widget.selectLineTool('trend_line')
    const canvas = inside(widget, '.canvas canvas')
    for (const type of ['pointerdown', 'pointerup']) {
      canvas?.dispatchEvent(
        new PointerEvent(type, { bubbles: true, clientX: 90, clientY: 90, pointerId: 1 }),
      )
    }
    await new Promise<void>((resolve) =>
      widget.save((layout) => {
        widget.load(layout)
        resolve()
      }),
    )
    await until(() => expect(names.filter((name) => !called.has(name))).toEqual([]))
  })
})

describe('options', () => {
  it('direction, header_widget_buttons_mode, saved_data_meta_info', async () => {
    const widget = await readyWidget({
      direction: 'rtl',
      header_widget_buttons_mode: 'compact',
      saved_data_meta_info: { name: 'Mine' },
    })
    await until(() => expect(inside(widget, '.toolbar')?.dir).toBe('rtl'))
    expect(inside(widget, 'body')?.dataset['buttons']).toBe('compact')
  })

  it('additional_symbol_info_fields are in the dialog of the symbol', async () => {
    const fields = [{ title: 'Ground', propertyName: 'exchange' }]
    const widget = await readyWidget({ additional_symbol_info_fields: fields })
    widget.activeChart().executeActionById('symbolInfo')
    await until(() => expect(inside(widget, '.dialog')?.textContent).toContain('Ground'))
  })

  it('symbol_search_complete can replace the chosen symbol', async () => {
    const widget = await readyWidget({
      symbol_search_request_delay: 1,
      symbol_search_complete: async (symbol) => ({ symbol: `${symbol}#mark`, name: symbol }),
    })
    widget.activeChart().executeActionById('symbolSearch')
    await until(() => expect(inside(widget, '.search-row')).not.toBeNull())
    inside(widget, '.search-row')?.click()
    await until(() => expect(widget.activeChart().symbol()).toMatch(/#mark$/))
  })

  it('context_menu: the host filters the entries', async () => {
    const widget = await readyWidget({
      context_menu: { items_processor: async (items) => items.slice(0, 1) },
    })
    openMenu(widget, 200)
    await until(() => expect(inside(widget, '.menu')).not.toBeNull())
    const entries = widget._iFrame.contentDocument?.querySelectorAll('.menu .menu-item')
    expect(entries).toHaveLength(1)
  })

  it('those of other products are accepted silently', async () => {
    const warn = vi.spyOn(console, 'warn')
    const foreign = {
      custom_themes: {},
      charts_storage_url: '/charts',
      charts_storage_api_version: '1.1',
      client_id: 'c',
      user_id: 'u',
      broker_config: {},
    }
    const widget = await readyWidget(foreign as Partial<ChartOptions>)
    expect(widget._ready).toBe(true)
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('methods', () => {
  it('applyStudiesOverrides, priceFormatter, dateFormat, paneButtonsVisibility', async () => {
    vi.spyOn(console, 'debug').mockImplementation(() => {})
    const widget = await readyWidget()
    const chart = widget.activeChart()
    widget.applyStudiesOverrides({ 'rsi.plot.color': '#123456' })
    await chart.createStudy('RSI')
    const layout = await new Promise<unknown>((resolve) => widget.save(resolve))
    expect(JSON.stringify(layout)).toContain('#123456')
    expect(chart.priceFormatter().format(1.5)).toBe('1.50')
    expect(typeof widget.dateFormat().value()).toBe('string')
    widget.paneButtonsVisibility().setValue('alwaysOff')
    expect(widget.paneButtonsVisibility().value()).toBe('alwaysOff')
    widget.setDebugMode(true)
    // Without a user gesture the browser refuses, and nothing may break.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    widget.startFullscreen()
    await painted()
  })

  it('loadChartFromServer opens a saved chart of the adapter', async () => {
    const first = await readyWidget({ symbol: 'ETHUSDT', interval: '60' })
    const content = await new Promise<string>((resolve) =>
      first.save((layout) => resolve(JSON.stringify(layout))),
    )
    const record = { id: '7', name: 'n', symbol: 'ETHUSDT', resolution: '60', timestamp: 1 }
    const save_load_adapter = {
      getAllCharts: async () => [record],
      removeChart: async () => undefined,
      saveChart: async () => '7',
      getChartContent: async () => content,
    }
    const widget = await readyWidget({ save_load_adapter })
    await widget.loadChartFromServer(record)
    await until(() =>
      expect(widget.symbolInterval()).toEqual({ symbol: 'ETHUSDT', interval: '60' }),
    )
  })
})

function openMenu(widget: ChartWidget, x: number, y = 150): void {
  const canvas = inside(widget, '.canvas')
  const box = canvas?.getBoundingClientRect()
  const at = { clientX: (box?.left ?? 0) + x, clientY: (box?.top ?? 0) + y }
  canvas?.dispatchEvent(new MouseEvent('contextmenu', { ...at, bubbles: true, cancelable: true }))
}

/** The visible ranges of time and price. */
const viewOf = (widget: ChartWidget) => {
  const chart = widget.activeChart()
  const prices = chart.getPanes()[0]?.getMainSourcePriceScale()?.getVisiblePriceRange()
  const times = chart.getVisibleRange()
  return { times: JSON.stringify(times), oldest: times.from, prices: JSON.stringify(prices) }
}

/** An action, and whether it has changed the view as expected. */
type Probe = {
  perform?(widget: ChartWidget, feed: ReturnType<typeof labFeed>): void
  isSeen(widget: ChartWidget, before: ReturnType<typeof viewOf>): boolean
}

const has = (selector: string): Probe => ({
  isSeen: (widget) => inside(widget, selector) !== null,
})

const appears = (selector: string, perform: (widget: ChartWidget) => void): Probe => ({
  ...has(selector),
  perform,
})

/** A gesture that changes the visible range of time. */
const moves = (perform: (widget: ChartWidget, canvas: HTMLElement) => void): Probe => ({
  perform: (widget) => {
    const canvas = inside(widget, '.canvas canvas')
    if (canvas !== null) perform(widget, canvas)
  },
  isSeen: (widget, { times }) => viewOf(widget).times !== times,
})

/** The engine handles the wheel only once the pointer has entered. */
const wheel = (init: WheelEventInit) =>
  moves((_widget, canvas) => {
    const box = canvas.getBoundingClientRect()
    const at = { clientX: box.left + 200, clientY: box.top + 100 }
    const all = { ...at, bubbles: true, cancelable: true, ...init }
    canvas.dispatchEvent(new MouseEvent('mouseenter', { ...at, bubbles: true }))
    for (let turn = 0; turn < 4; turn += 1) canvas.dispatchEvent(new WheelEvent('wheel', all))
  })

const drag = moves((widget, canvas) => {
  const page = widget._iFrame.contentDocument
  const box = canvas.getBoundingClientRect()
  const send = (target: EventTarget | null, type: string, x: number) => {
    const at = { clientX: box.left + x, clientY: box.top + 100, pageX: box.left + x }
    const init = { ...at, bubbles: true, cancelable: true, button: 0, buttons: 1 }
    target?.dispatchEvent(new MouseEvent(type, init))
  }
  send(canvas, 'mouseenter', 200)
  send(canvas, 'mousedown', 200)
  for (let x = 210; x < 380; x += 20) send(page?.documentElement ?? null, 'mousemove', x)
  send(page?.documentElement ?? null, 'mouseup', 380)
})

const pinch = moves((_widget, canvas) => {
  const box = canvas.getBoundingClientRect()
  const emit = (type: string, apart: number) => {
    const touches = [-1, 1].map(
      (side, identifier) =>
        new Touch({
          identifier,
          target: canvas,
          clientX: box.left + 250 + side * apart,
          clientY: box.top + 100,
        }),
    )
    const init = { touches, targetTouches: touches, changedTouches: touches, bubbles: true }
    canvas.dispatchEvent(new TouchEvent(type, { ...init, cancelable: true }))
  }
  emit('touchstart', 40)
  for (let apart = 45; apart < 90; apart += 5) emit('touchmove', apart)
})

/** Moves one finger over the canvas, in ten steps of the given pixels. */
function swipe(canvas: HTMLElement, dx: number, dy: number): void {
  const box = canvas.getBoundingClientRect()
  const emit = (type: string, step: number) => {
    const at = { clientX: box.left + 200 + dx * step, clientY: box.top + 90 + dy * step }
    const touches = [new Touch({ identifier: 3, target: canvas, ...at, pageX: at.clientX })]
    const now = type === 'touchend' ? [] : touches
    const init = { touches: now, targetTouches: now, changedTouches: touches, bubbles: true }
    canvas.dispatchEvent(new TouchEvent(type, { ...init, cancelable: true }))
  }
  emit('touchstart', 0)
  for (let step = 1; step <= 10; step += 1) emit('touchmove', step)
  emit('touchend', 10)
}

const nextBar: Probe = {
  perform: (widget, feed) => {
    const last = widget.activeChart().getSeries().bars().at(-1)
    if (last === undefined) throw new Error('there are no bars')
    const next: Bar = { ...last, time: last.time + barSeconds * 1000 }
    for (const tick of feed.ticks.values()) tick(next)
  },
  isSeen: (widget, { oldest }) => viewOf(widget).oldest !== oldest,
}

/** Effects of features that are on by default. */
const onProbes: Readonly<Record<string, Probe>> = {
  header_chart_type: has('.toolbar .icon-candles'),
  property_pages: has('.toolbar .icon-settings'),
  timezone_menu: has('.footer button[aria-label="Time zone"]'),
  symbol_search_hot_key: appears('.dialog', (widget) => key(widget, 'b')),
  context_menus: appears('.menu', (widget) => openMenu(widget, 200)),
  pane_context_menu: appears('.menu', (widget) => openMenu(widget, 200)),
  scales_context_menu: appears('.menu', (widget) => openMenu(widget, 730)),
  legend_context_menu: appears('.menu', (widget) => {
    const title = inside(widget, '.legend-title')
    const box = title?.getBoundingClientRect()
    const at = { clientX: (box?.left ?? 0) + 5, clientY: (box?.top ?? 0) + 5 }
    title?.dispatchEvent(new MouseEvent('contextmenu', { ...at, bubbles: true, cancelable: true }))
  }),
  header_compare: has('.toolbar [aria-label^="Compare"]'),
  axis_pressed_mouse_move_scale: {
    perform: (widget) => {
      const canvas = inside(widget, '.canvas canvas')
      const box = inside(widget, '.canvas')?.getBoundingClientRect()
      const send = (target: EventTarget | null | undefined, type: string, y: number) => {
        const at = { clientX: (box?.right ?? 0) - 20, clientY: (box?.top ?? 0) + y }
        const more = { bubbles: true, cancelable: true, button: 0, buttons: 1 }
        target?.dispatchEvent(new MouseEvent(type, { ...at, ...more }))
      }
      const page = widget._iFrame.contentDocument?.documentElement
      send(canvas, 'mouseenter', 100)
      send(canvas, 'mousedown', 100)
      for (let y = 110; y < 180; y += 10) send(page, 'mousemove', y)
      send(page, 'mouseup', 180)
    },
    isSeen: (widget, { prices }) => viewOf(widget).prices !== prices,
  },
  horz_touch_drag_scroll: moves((_widget, canvas) => swipe(canvas, 12, 0)),
  create_volume_indicator_by_default: {
    isSeen: (widget) => widget.activeChart().getAllStudies().length > 0,
  },
  mouse_wheel_scale: wheel({ deltaY: -120 }),
  chart_zoom: wheel({ deltaY: -120 }),
  mouse_wheel_scroll: wheel({ deltaX: -120 }),
  chart_scroll: wheel({ deltaX: -120 }),
  pressed_mouse_move_scroll: drag,
  pinch_scale: pinch,
  shift_visible_range_on_new_bar: nextBar,
  symbol_info: {
    perform: (widget) => openMenu(widget, 200),
    isSeen: (widget) => /Symbol info/i.test(inside(widget, '.menu')?.textContent ?? ''),
  },
}

describe('features that are on', () => {
  for (const [feature, probe] of Object.entries(onProbes)) {
    it(`${feature} has its effect, and has none when it is switched off`, async () => {
      const acted = async (disabled: string[]) => {
        const feed = labFeed()
        const widget = await readyWidget({ disabled_features: disabled }, feed)
        if (probe.perform !== undefined) await atRest(widget)
        const before = viewOf(widget)
        probe.perform?.(widget, feed)
        return () => probe.isSeen(widget, before)
      }
      const isSeenOn = await acted([])
      await until(() => expect(isSeenOn()).toBe(true))
      clearLab()
      const isSeenOff = await acted([feature])
      await painted(5)
      expect(isSeenOff()).toBe(false)
    })
  }

  it('items_favoriting has stars if settings can be stored', async () => {
    const hasStars = async (disabled: string[]) => {
      const settings_adapter = { setValue: () => {}, removeValue: () => {} }
      const widget = await readyWidget({ settings_adapter, disabled_features: disabled })
      widget.activeChart().executeActionById('insertIndicator')
      await until(() => expect(inside(widget, '.dialog [data-add="RSI"]')).not.toBeNull())
      return inside(widget, '.dialog [data-star="RSI"]') !== null
    }
    expect(await hasStars([])).toBe(true)
    expect(await hasStars(['items_favoriting'])).toBe(false)
  })

  it('onPlusClick has the price at which the plus was pressed', async () => {
    const widget = await readyWidget()
    const called: number[] = []
    widget.subscribe('onPlusClick', ({ price }) => void called.push(price))
    const canvas = inside(widget, '.canvas canvas')
    const box = canvas?.getBoundingClientRect()
    for (const type of ['mouseenter', 'mousemove']) {
      const at = { clientX: (box?.left ?? 0) + 200, clientY: (box?.top ?? 0) + 120 }
      canvas?.dispatchEvent(new MouseEvent(type, { ...at, bubbles: true }))
    }
    await until(() => {
      inside(widget, '.plus')?.click()
      expect(called).not.toHaveLength(0)
    })
    expect(called[0]).toBeGreaterThan(80)
  })

  it('uppercase_instrument_names writes names in capitals', async () => {
    const title = async (disabled: string[]) => {
      const widget = await readyWidget({ symbol: 'ethUsdt', disabled_features: disabled })
      return inside(widget, '.legend-title')?.textContent
    }
    expect(await title([])).toBe('ETHUSDT')
    expect(await title(['uppercase_instrument_names'])).toBe('ethUsdt')
  })
})

describe('features that are off', () => {
  it('seconds_resolution brings seconds, low_density_bars wider bars', async () => {
    const info = { supported_resolutions: ['1S', '30'], has_seconds: true }
    const intervals = async (enabled: string[]) =>
      (await readyWidget({ enabled_features: enabled }, labFeed({ info }))).getIntervals()
    expect(await intervals([])).not.toContain('1S')
    expect(await intervals(['seconds_resolution'])).toContain('1S')
    const spacing = async (enabled: string[]) => {
      const widget = await readyWidget({ enabled_features: enabled })
      widget.activeChart().getTimeScale().setBarSpacing(120)
      return widget.activeChart().getTimeScale().barSpacing()
    }
    expect(await spacing([])).toBeLessThan(60)
    expect(await spacing(['low_density_bars'])).toBe(120)
  })

  it('custom_resolutions accepts resolutions that the symbol does not list', async () => {
    const chosen = async (enabled: string[]) => {
      const info = { supported_resolutions: ['30', '60'] }
      const widget = await readyWidget({ enabled_features: enabled }, labFeed({ info }))
      widget.activeChart().executeActionById('changeInterval')
      await until(() => expect(inside(widget, '.dialog input')).not.toBeNull())
      const field = widget._iFrame.contentDocument?.querySelector<HTMLInputElement>('.dialog input')
      Object.assign(field ?? {}, { value: '90' })
      inside(widget, '.dialog-main')?.click()
      await painted(5)
      return inside(widget, '.dialog') === null
    }
    expect(await chosen([])).toBe(false)
    expect(await chosen(['custom_resolutions'])).toBe(true)
  })

  it('two_character_bar_marks_labels shows two letters', async () => {
    const label = async (enabled: string[]) => {
      const getMarks = (...given: unknown[]) => {
        const [, from, to, answer] = given as [unknown, number, number, (marks: object[]) => void]
        const time = Math.floor((from + to) / 2)
        answer([{ id: 1, time, color: 'red', text: 'words', label: 'ABC' }])
      }
      const widget = await readyWidget(
        { enabled_features: enabled },
        labFeed({ extra: { getMarks } }),
      )
      await until(() => expect(inside(widget, '.mark')).not.toBeNull())
      return inside(widget, '.mark')?.textContent
    }
    expect(await label([])).toBe('A')
    expect(await label(['two_character_bar_marks_labels'])).toBe('AB')
  })

  it('lock_visible_time_range_on_resize keeps the visible time range', async () => {
    const spanLeft = async (enabled: string[]) => {
      const widget = await readyWidget({ enabled_features: enabled })
      await atRest(widget)
      const before = widget.activeChart().getVisibleRange()
      const width = widget.activeChart().getTimeScale().width()
      const place = widget._iFrame.parentElement
      if (place !== null) place.style.width = '500px'
      await until(() => expect(widget.activeChart().getTimeScale().width()).not.toBe(width))
      await atRest(widget)
      const after = widget.activeChart().getVisibleRange()
      return (after.to - after.from) / (before.to - before.from)
    }
    expect(await spanLeft(['lock_visible_time_range_on_resize'])).toBeGreaterThan(0.93)
    expect(await spanLeft([])).toBeLessThan(0.75)
  })

  it('fix_left_edge leaves no space before the oldest bar', async () => {
    const before = async (enabled: string[]) => {
      const feed = labFeed({ getBars: (_n, _t, answer) => answer.bars(few, { noData: true }) })
      const widget = await readyWidget({ enabled_features: enabled }, feed)
      key(widget, 'Home')
      await atRest(widget)
      return (widget.activeChart().getTimeScale().coordinateToTime(5) ?? 0) * 1000
    }
    const oldest = few[0]?.time ?? 0
    expect(await before(['fix_left_edge'])).toBeGreaterThanOrEqual(oldest)
    expect(await before([])).toBeLessThan(oldest)
  })
})

const few = Array.from({ length: 300 }, (_, at): Bar => {
  const time = (Math.floor(Date.now() / 1000 / barSeconds) - 299 + at) * barSeconds * 1000
  return { time, open: 100, high: 101, low: 99, close: 100.5, volume: 1 }
})
