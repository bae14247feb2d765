// Contract checks of docs/chart h that need more than one call: ticks against a full
// recalculation, paging under a scrolled view, drags on the real canvas, right-to-left pages.

import { StrictMode, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import type { Bar } from '../../src/options/datafeed.ts'
import type { ChartLine } from '../../src/options/trading-lines.ts'
import { createChartWidget, type ChartWidget } from '../../src/api/widget.ts'
import { type BarsAnswer, barSeconds, clearLab, inside, labFeed } from '../chart-lab.ts'
import { atRest, painted, readyWidget, sampleBars, until } from '../chart-lab.ts'

afterEach(() => {
  clearLab()
  vi.restoreAllMocks()
})

const shown = (widget: ChartWidget) => widget.activeChart().getSeries().bars()
const legend = (widget: ChartWidget) => inside(widget, '.legend')?.textContent ?? ''

it('5: after ticks across the end of a bar, studies equal those of a fresh chart of the same bars', async () => {
  const studies = ['MACD', 'RSI', 'EMA', 'BOLL']
  const feed = labFeed()
  const widget = await readyWidget({ disabled_features: ['countdown'] }, feed)
  for (const name of studies) await widget.activeChart().createStudy(name)
  const [tick] = [...feed.ticks.values()]
  let bar = shown(widget).at(-1)
  if (tick === undefined || bar === undefined) throw new Error('nobody listens')
  for (let at = 1; at <= 120; at += 1) {
    const close = bar.low + ((at * 37) % 100) / 25
    const next: Bar = { ...bar, close, high: Math.max(bar.high, close) }
    // The bar ends in the middle of the ticks of one frame.
    bar = at % 30 === 0 ? { ...next, time: next.time + barSeconds * 1000, volume: at } : next
    tick(bar)
    if (at % 7 === 0) await painted(1)
  }
  await until(() => expect(shown(widget).at(-1)).toEqual(bar))
  const bars = shown(widget)
  const whole = labFeed({ getBars: (_name, _to, answer) => answer.bars(bars, { noData: true }) })
  const fresh = await readyWidget({ disabled_features: ['countdown'] }, whole)
  for (const name of studies) await fresh.activeChart().createStudy(name)
  expect(shown(fresh)).toEqual(bars)
  await until(() => expect(legend(widget)).toMatch(/MACD.*RSI/))
  await until(() => expect(legend(fresh)).toBe(legend(widget)))
})

it('6: a page that arrives while the chart is scrolled moves neither bars nor drawings', async () => {
  const heldAnswers: (() => void)[] = []
  const oldestAsked = { to: Number.POSITIVE_INFINITY }
  const feed = labFeed({
    getBars: (_name, to, answer: BarsAnswer) => {
      const isFirst = oldestAsked.to === Number.POSITIVE_INFINITY
      oldestAsked.to = to
      const send = () => answer.bars(sampleBars(to, 300), { noData: !isFirst })
      if (isFirst) send()
      else heldAnswers.push(send)
    },
  })
  const widget = await readyWidget({}, feed)
  const chart = widget.activeChart()
  const first = (shown(widget)[0]?.time ?? 0) / 1000
  const points = [12, 40].map((at) => ({ time: first + at * barSeconds, price: 100 }))
  const id = await chart.createMultipointShape(points, { shape: 'trend_line' })
  inside(widget, '.stage')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }))
  await until(() => expect(heldAnswers.length).toBeGreaterThan(0))
  await atRest(widget)
  const scale = chart.getTimeScale()
  const appearance = () => ({
    // At the left there was empty space; visible bars stay where they were.
    until: chart.getVisibleRange().to,
    times: [40, 200, 400].map((x) => scale.coordinateToTime(x)),
    points: chart.getShapeById(id ?? '').getPoints(),
  })
  const before = appearance()
  for (const send of heldAnswers) send()
  await until(() => expect(shown(widget)).toHaveLength(600))
  await atRest(widget)
  expect(appearance()).toEqual(before)
  expect(before.points).toEqual(points)
})

const order: ChartLine = {
  id: 'o',
  kind: 'order',
  side: 'buy',
  price: 100,
  text: 'Buy limit',
  quantity: '1',
  isDraggable: true,
  tick: 0.01,
}

/** Presses and moves like a mouse, at points of the canvas. */
function mouse(widget: ChartWidget) {
  const canvas = inside(widget, '.canvas')
  const view = widget._iFrame.contentWindow
  if (canvas === null || view === null) throw new Error('there is no canvas')
  const target = () => canvas.querySelector('canvas') ?? canvas
  return (type: string, x: number, y: number, more: PointerEventInit = {}) => {
    const box = canvas.getBoundingClientRect()
    const at = { clientX: box.left + x, clientY: box.top + y, bubbles: true, cancelable: true }
    const pointer = { pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, buttons: 1 }
    target().dispatchEvent(new PointerEvent(type, { ...pointer, ...at, ...more }))
  }
}

async function draggable() {
  const feed = labFeed()
  const widget = await readyWidget({}, feed)
  const moved: number[] = []
  widget.setLines([order], { moved: (_id, price) => void moved.push(price) })
  const send = mouse(widget)
  const canvas = inside(widget, '.canvas')
  const y = await until(() => {
    for (let at = 30; at < 300; at += 1) {
      send('pointermove', 120, at, { buttons: 0 })
      if (canvas?.dataset['cursor'] === 'ns-resize') return at + 1
    }
    throw new Error('the line cannot be found')
  })
  return { widget, moved, send, y }
}

const ends: Readonly<
  Record<string, readonly [(drag: Awaited<ReturnType<typeof draggable>>) => void, number]>
> = {
  'over the axis': [({ send, y }) => send('pointerup', 780, y + 40), 1],
  'outside the frame': [({ send, y }) => send('pointerup', -50, y + 40), 1],
  'with Escape': [
    ({ widget, send, y }) => {
      const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
      inside(widget, '.stage')?.dispatchEvent(escape)
      send('pointerup', 120, y + 40)
    },
    0,
  ],
  'with a second finger between': [
    ({ send, y }) => {
      send('pointerdown', 300, y, { pointerId: 2, isPrimary: false })
      send('pointermove', 320, y + 90, { pointerId: 2, isPrimary: false })
      send('pointerup', 320, y + 90, { pointerId: 2, isPrimary: false })
      send('pointerup', 120, y + 40)
    },
    1,
  ],
  'with its line removed': [
    ({ widget, send, y }) => {
      widget.setLines([])
      send('pointerup', 120, y + 40)
    },
    0,
  ],
}

for (const [how, [end, times]] of Object.entries(ends)) {
  it(`7: a drag that ends ${how} reports ${times} moves`, async () => {
    const drag = await draggable()
    const { send, y, moved } = drag
    send('pointerdown', 120, y)
    send('pointermove', 120, y + 10)
    send('pointermove', 120, y + 40)
    end(drag)
    await painted()
    expect(moved).toHaveLength(times)
    for (const price of moved) expect(Math.round(price * 100) / 100).toBe(price)
  })
}

/** All painted content, as text. */
const canvases = (widget: ChartWidget) =>
  [...(inside(widget, '.canvas')?.querySelectorAll('canvas') ?? [])].map((one) => one.toDataURL())

it('15: on a right-to-left page the same is painted, and text keeps its order', async () => {
  const to = Math.floor(Date.now() / 1000)
  const still = () =>
    labFeed({ getBars: (_n, _t, answer) => answer.bars(sampleBars(to, 300), { noData: true }) })
  const screenshot = async (dir: 'ltr' | 'rtl') => {
    document.documentElement.dir = dir
    const widget = await readyWidget({ disabled_features: ['countdown'] }, still())
    widget.setLines([order])
    await widget.activeChart().createStudy('RSI')
    await until(() => expect(legend(widget)).toContain('RSI'))
    await atRest(widget)
    const lefts = ['.legend-title', '.legend-interval', '.legend-pair'].map(
      (part) => inside(widget, part)?.getBoundingClientRect().left ?? -1,
    )
    const found = { canvases: canvases(widget), lefts }
    clearLab()
    return found
  }
  try {
    const plain = await screenshot('ltr')
    const turned = await screenshot('rtl')
    expect(plain.canvases.length).toBeGreaterThan(3)
    expect(turned.lefts).toEqual(plain.lefts)
    expect(turned.lefts).toEqual(turned.lefts.toSorted((a, b) => a - b))
    expect(turned.canvases.map((one, at) => one === plain.canvases[at])).not.toContain(false)
  } finally {
    document.documentElement.dir = 'ltr'
  }
})

it('10: another theme and language change colours and texts; drawings, lines, view and time zone stay', async () => {
  const widget = await readyWidget({ theme: 'dark', timezone: 'Asia/Tokyo' })
  const chart = widget.activeChart()
  const times = shown(widget).slice(-40)
  const points = [0, 30].map((at) => ({ time: (times[at]?.time ?? 0) / 1000, price: 100 }))
  const id = await chart.createMultipointShape(points, { shape: 'trend_line' })
  const moved: number[] = []
  widget.setLines([order], { moved: (_id, price) => void moved.push(price) })
  const lineList = () => inside(widget, '.line-list')?.textContent
  await until(() => expect(lineList()).toContain('Buy limit'))
  await atRest(widget)
  const keep = () => ({
    range: chart.getVisibleRange(),
    points: chart.getShapeById(id ?? '').getPoints(),
    zone: chart.getTimezoneApi().getTimezone().id,
    line: lineList(),
    studies: chart.getAllStudies().map(({ name }) => name),
  })
  const before = keep()
  const dark = canvases(widget)
  await widget.changeTheme('light')
  // Candles, axes, drawing and line: every canvas that was not empty must change.
  await until(() =>
    expect(canvases(widget).filter((one, at) => one !== dark[at]).length).toBeGreaterThanOrEqual(3),
  )
  expect(keep()).toEqual(before)
  const toolbarLabel = () => inside(widget, '.drawbar')?.getAttribute('aria-label')
  expect(toolbarLabel()).toBe('Drawing tools')
  widget.setMessages({}, 'de')
  await until(() => expect(toolbarLabel()).toBe('Zeichenwerkzeuge'))
  await painted()
  expect(widget._iFrame.contentDocument?.documentElement.lang).toMatch(/^de/)
  expect(keep()).toEqual(before)
  expect(widget.getTheme()).toBe('light')
})

/**
 * Counts what is left on the host's window and document: listeners and repeating timers. (Spies
 * would remember each call, and with it each chart.)
 */
function watchLeaks() {
  const kept = [window, document, document.body].map((target) => {
    const own = new Set<unknown>()
    const { addEventListener: add, removeEventListener: remove } = target
    const watched = {
      addEventListener: (...given: unknown[]) => {
        const signal: unknown = Reflect.get(Object(given[2]), 'signal')
        own.add(given[1])
        const unlisten = () => void own.delete(given[1])
        if (signal instanceof AbortSignal) Reflect.apply(add, signal, ['abort', unlisten])
        Reflect.apply(add, target, given)
      },
      removeEventListener: (...given: unknown[]) => {
        own.delete(given[1])
        Reflect.apply(remove, target, given)
      },
    }
    Object.assign(target, watched)
    return own
  })
  const timers = new Set<unknown>()
  const { setInterval: start, clearInterval: stop } = window
  Object.assign(window, {
    setInterval: (...given: unknown[]) => {
      const timer: unknown = Reflect.apply(start, window, given)
      timers.add(timer)
      return timer
    },
    clearInterval: (timer: number) => {
      timers.delete(timer)
      stop(timer)
    },
  })
  return () => ({
    listeners: kept.reduce((sum, own) => sum + own.size, 0),
    timers: timers.size,
  })
}

/** A host's component in React: the chart exists as long as the component is mounted. */
function Chart({ made }: { readonly made: (widget: ChartWidget) => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current === null) return
    const widget = createChartWidget({
      container: place.current,
      symbol: 'BTCUSDT',
      interval: '30',
      autosize: true,
      datafeed: labFeed(),
      disabled_features: ['use_localstorage_for_settings'],
    })
    made(widget)
    return () => widget.remove()
  }, [made])
  return <div ref={place} style={{ width: 800, height: 500 }} />
}

async function heapBytes(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    await cdp().send('HeapProfiler.collectGarbage')
    await painted(1)
  }
  const { usedSize } = await cdp().send('Runtime.getHeapUsage')
  return usedSize
}

it('19: thirty mounts under StrictMode leave no frame, no listener, no timer and no memory', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  const alive = watchLeaks()
  const frames = 'iframe[title="Financial Chart"]'
  const refs: WeakRef<ChartWidget>[] = []
  const note = (widget: ChartWidget) => void refs.push(new WeakRef(widget))
  const cycles = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) {
      const root = createRoot(place)
      root.render(
        <StrictMode>
          <Chart made={note} />
        </StrictMode>,
      )
      await until(() => expect(place.querySelector('iframe')).not.toBeNull())
      // Some are unmounted before they are ready, some after.
      if (turn % 3 === 0) await refs.at(-1)?.deref()?.chartReady()
      root.unmount()
    }
    await until(() => expect(document.querySelector(frames)).toBeNull())
  }
  await cycles(6)
  const before = alive()
  const heapBefore = await heapBytes()
  await cycles(30)
  // StrictMode mounts twice, so twice as many were made.
  expect(refs).toHaveLength(72)
  await until(() => expect(alive()).toEqual(before))
  await until(async () => {
    expect((await heapBytes()) - heapBefore).toBeLessThan(1_000_000)
    expect(refs.filter((one) => one.deref() !== undefined).length).toBeLessThanOrEqual(2)
  })
  place.remove()
})
