// Property: with any paging pattern the bars shown are the bars served. Page sizes, overlaps, late,
// duplicate and reordered answers, other symbols and intervals in between, live bars in between,
// time-outs and failures: the list of the engine stays one unbroken part of the history.

import fc from 'fast-check'
import type { DataLoaderGetBarsParams, KLineData } from 'klinecharts'
import { expect, it } from 'vitest'
import { proofLength } from '../../../../checks/proof-length.ts'
import { EngineBars } from './engine-bars.ts'
import type { Bar, Datafeed, FeedFailure, HistoryMetadata } from '../options/datafeed.ts'
import { resolutionMs } from '../primitives/resolutions.ts'
import { BarLoader } from '../bars/bar-loader.ts'

const nowMs = Date.parse('2026-11-21T12:00:00Z')
const depth = 2_500

/** The true bars of a symbol and interval: with gaps, the last ones still changing. */
class Series {
  readonly #lengthMs: number
  readonly bars: Bar[] = []

  constructor(seed: number, resolution: string) {
    this.#lengthMs = resolutionMs(resolution)
    const last = Math.floor(nowMs / this.#lengthMs)
    for (let index = last - depth; index <= last; index += 1) {
      if ((index * 7 + seed) % 11 > 1) this.bars.push(this.#bar(index, seed))
    }
  }

  #bar(index: number, seed: number): Bar {
    const open = 1_000 + seed * 100 + ((index * 37) % 50)
    return { time: index * this.#lengthMs, open, high: open + 60, low: open - 9, close: open + 1 }
  }

  /** Changes the last bar, or begins a later one (not always the next one). */
  tick(ahead: number): Bar {
    const last = this.bars.at(-1)
    if (last === undefined) throw new Error('Invariant: a series has bars')
    const next = { ...last, time: last.time + ahead * this.#lengthMs, close: last.close + 0.01 }
    const bar = { ...next, high: Math.max(next.high, next.close) }
    if (ahead === 0) this.bars[this.bars.length - 1] = bar
    else this.bars.push(bar)
    return bar
  }
}

type Request = {
  readonly key: string
  /** The end of the requested bars; the first ones are requested up to the current time. */
  readonly toMs: number
  answer(bars: readonly Bar[], meta?: HistoryMetadata): void
  fail(reason: FeedFailure): void
}

/** Further arguments of the engine's requests; they are not read. */
const place = {
  symbol: { ticker: 'A', pricePrecision: 2, volumePrecision: 0 },
  period: { type: 'minute', span: 1 },
} as const

/** A chart without a canvas: the real feed and loader, and an engine that only keeps a list. */
class Bench {
  readonly world = new Map<string, Series>()
  readonly pending: Request[] = []
  readonly answered: Request[] = []
  readonly feed: BarLoader
  list: KLineData[] = []
  isShown = false
  #nowMs = nowMs
  readonly #timers = new Set<{ atMs: number; run: () => void }>()
  readonly #ticks = new Map<string, { key: string; tick(bar: Bar): void }>()
  readonly #loader = new EngineBars(() => this.feed.loadOlder())
  #hasOlder = false
  #isAsking = false

  constructor() {
    const engine = this.#loader
    engine.loader.subscribeBar?.({
      ...place,
      callback: (bar) => this.#push(bar),
    })
    const listener = {
      resolved: () => {},
      loaded: (bars: readonly Bar[], hasOlder: boolean) => {
        this.isShown = true
        engine.show(bars, hasOlder, () => this.#ask('init'))
      },
      older: (bars: readonly Bar[], hasOlder: boolean) => engine.prepend(bars, hasOlder),
      failed: () => {
        this.isShown = false
      },
      ticked: () => {},
      stale: () => {},
      warningsChanged: () => {},
      warn: () => {},
    }
    this.feed = new BarLoader(this.#datafeed(), listener, {
      nowMs: () => this.#nowMs,
      after: (delayMs, run) => {
        const timer = { atMs: this.#nowMs + delayMs, run }
        this.#timers.add(timer)
        return () => void this.#timers.delete(timer)
      },
    })
  }

  get key(): string {
    return `${this.feed.symbol} ${this.feed.resolution}`
  }

  get truth(): Series {
    return this.series(this.key)
  }

  series(key: string): Series {
    const [symbol = '', resolution = '1'] = key.split(' ')
    const series = this.world.get(key) ?? new Series(symbol.charCodeAt(0) % 7, resolution)
    this.world.set(key, series)
    return series
  }

  open(symbol: string, resolution: string): void {
    this.isShown = false
    this.feed.open(symbol, resolution)
    this.pass(0)
  }

  /** Reloads the bars: until the answer the shown bars may lag behind the live ones. */
  reset(): void {
    this.isShown = false
    this.feed.reset()
  }

  pass(byMs: number): void {
    this.#nowMs += byMs
    for (const timer of this.#timers) {
      if (timer.atMs > this.#nowMs) continue
      this.#timers.delete(timer)
      timer.run()
    }
  }

  live(ahead: number): void {
    const bar = this.truth.tick(ahead)
    this.#nowMs = Math.max(this.#nowMs, bar.time)
    for (const { key, tick } of this.#ticks.values()) if (key === this.key) tick(bar)
  }

  /** One frame: live bars are drawn, and the engine at its left edge requests older ones. */
  frame(): void {
    for (const bar of this.feed.takeTicks()) this.#loader.push(bar)
    if (this.#hasOlder && !this.#isAsking) this.#ask('forward')
    this.feed.loadOlder()
  }

  #push(bar: KLineData): void {
    const last = this.list.at(-1)?.timestamp ?? 0
    if (bar.timestamp === last) this.list[this.list.length - 1] = bar
    else if (bar.timestamp > last) this.list.push(bar)
  }

  #ask(type: DataLoaderGetBarsParams['type']): void {
    this.#isAsking = true
    void this.#loader.loader.getBars({
      type,
      timestamp: null,
      ...place,
      callback: (bars, more) => {
        this.#isAsking = false
        this.list = type === 'init' ? [...bars] : [...bars, ...this.list]
        this.#hasOlder = typeof more === 'object' && more.forward === true
      },
    })
  }

  #datafeed(): Datafeed {
    return {
      onReady: (callback) => callback({}),
      resolveSymbol: (name, found) => found({ name, pricescale: 100 }),
      getBars: (...[info, resolution, { to }, answer, fail]) => {
        const key = `${info.name} ${resolution}`
        const isLatest = to * 1000 > (this.series(key).bars.at(-1)?.time ?? 0)
        const toMs = isLatest ? Number.POSITIVE_INFINITY : to * 1000
        this.pending.push({ key, toMs, answer, fail })
      },
      subscribeBars: (...[info, resolution, tick, guid]) =>
        void this.#ticks.set(guid, { key: `${info.name} ${resolution}`, tick }),
      unsubscribeBars: (guid) => void this.#ticks.delete(guid),
    }
  }
}

type FeedVariant =
  | 'page'
  | 'overlap'
  | 'shuffled'
  | 'twice'
  | 'invalid'
  | 'error'
  | 'again'
  | 'nothing'

type Step =
  | {
      readonly do: 'answer'
      readonly which: number
      readonly size: number
      readonly as: FeedVariant
    }
  | { readonly do: 'live'; readonly ahead: number }
  | { readonly do: 'open'; readonly symbol: string; readonly resolution: string }
  | { readonly do: 'reset' | 'frame' }
  | { readonly do: 'pass'; readonly ms: number }

const variants: readonly FeedVariant[] = [
  ...(['page', 'page', 'page', 'overlap', 'shuffled', 'twice'] as const),
  ...(['invalid', 'error', 'again', 'nothing'] as const),
]
const answers = fc.record({
  do: fc.constant('answer' as const),
  which: fc.nat(9),
  size: fc.integer({ min: 1, max: 900 }),
  as: fc.constantFrom(...variants),
})
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: answers },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('frame' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('live' as const), ahead: fc.constantFrom(0, 0, 1, 3) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      symbol: fc.constantFrom('A', 'B'),
      resolution: fc.constantFrom('1', '30'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(10, 3_000, 21_000),
    }),
  },
)

function answer(bench: Bench, { which, size, as }: Extract<Step, { do: 'answer' }>): void {
  const from = as === 'again' ? bench.answered : bench.pending
  const request = from[which % Math.max(1, from.length)]
  if (request === undefined) return
  if (from === bench.pending) bench.pending.splice(bench.pending.indexOf(request), 1)
  bench.answered.push(request)
  const { bars } = bench.series(request.key)
  const page = bars.filter(({ time }) => time < request.toMs).slice(-size)
  const newer = bars.filter(({ time }) => time >= request.toMs).slice(0, 40)
  const lengthMs = resolutionMs(request.key.split(' ')[1] ?? '1')
  const answers: Readonly<Record<FeedVariant, () => void>> = {
    page: () => request.answer(page),
    again: () => request.answer(page),
    overlap: () => request.answer([...page, ...newer]),
    shuffled: () => request.answer([...page.slice(9).toReversed(), ...page.slice(0, 9)]),
    twice: () => request.answer([...page, ...page]),
    invalid: () => {
      const badBars = page.slice(-3).flatMap((bar) => [
        { ...bar, close: Number.NaN },
        { ...bar, time: bar.time + lengthMs / 3 },
        { ...bar, open: '7' as unknown as number, time: bar.time - 1 },
      ])
      request.answer([...badBars, ...page])
    },
    error: () => request.fail('503'),
    nothing: () => request.answer([], { noData: false }),
  }
  answers[as]()
}

function perform(bench: Bench, step: Step): void {
  if (step.do === 'answer') answer(bench, step)
  else if (step.do === 'live') bench.live(step.ahead)
  else if (step.do === 'open') bench.open(step.symbol, step.resolution)
  else if (step.do === 'reset') bench.reset()
  else if (step.do === 'pass') bench.pass(step.ms)
  else bench.frame()
}

function expectServed(bench: Bench, isWhole: boolean): void {
  for (const bar of bench.feed.takeTicks()) {
    const last = bench.list.at(-1)
    if (last !== undefined && bar.time === last.timestamp) bench.list.pop()
    bench.list.push({ ...bar, timestamp: bar.time, volume: 0 })
  }
  const { list } = bench
  const oldest = isWhole ? Number.NEGATIVE_INFINITY : (list[0]?.timestamp ?? 0)
  const served = bench.truth.bars.filter(({ time }) => time >= oldest)
  // Thousands of bars after every step: only lists that differ are compared by vitest, to be shown.
  const isServed = (bar: KLineData, at: number): boolean =>
    bar.timestamp === served[at]?.time && bar.close === served[at].close
  if (list.length === served.length && list.every(isServed)) return
  const shown = list.map(({ timestamp, close }) => [timestamp, close])
  expect(shown).toEqual(served.map(({ time, close }) => [time, close]))
}

/** Answers correctly until there are no more requests. */
async function loadAll(bench: Bench): Promise<void> {
  bench.reset()
  for (let at = 0; at < 60; at += 1) {
    bench.frame()
    await Promise.resolve()
    bench.pass(3_000)
    for (const request of bench.pending.splice(0)) {
      const { bars } = bench.series(request.key)
      const page = bars.filter(({ time }) => time < request.toMs).slice(-500)
      request.answer(page, { noData: page.length === 0 })
    }
  }
}

it('with any paging pattern the bars shown are the bars served', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 60 }), async (script) => {
      const bench = new Bench()
      bench.open('A', '1')
      for (const step of script) {
        perform(bench, step)
        await Promise.resolve()
        if (bench.isShown && bench.list.length > 0) expectServed(bench, false)
      }
      await loadAll(bench)
      expectServed(bench, true)
    }),
    { numRuns: proofLength(400, 200), seed: 20_261_121 },
  )
})
