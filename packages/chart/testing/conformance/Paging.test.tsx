// Property on the real widget and engine: with any paging pattern the bars shown are the bars
// served.

import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import type { Bar } from '../../src/options/datafeed.ts'
import type { ChartWidget } from '../../src/api/widget.ts'
import { type BarsAnswer, barSeconds, clearLab, inside, labFeed } from '../chart-lab.ts'
import { painted, readyWidget, sampleBars, until } from '../chart-lab.ts'

afterEach(() => {
  clearLab()
  vi.restoreAllMocks()
})

const depth = 3_000

/** Variants of a page: its size, its order, additional bars, and when it arrives. */
type FeedVariant = {
  readonly size: number
  readonly overlap: number
  readonly isShuffled: boolean
  readonly isTwice: boolean
  readonly hasBadBars: boolean
  readonly fails: boolean
  readonly delayMs: number
}

const variant: fc.Arbitrary<FeedVariant> = fc.record({
  size: fc.integer({ min: 20, max: 900 }),
  overlap: fc.nat(60),
  isShuffled: fc.boolean(),
  isTwice: fc.boolean(),
  hasBadBars: fc.boolean(),
  fails: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  delayMs: fc.constantFrom(0, 0, 4, 15),
})
const action = fc.constantFrom('home', 'home', 'live', 'next', 'symbol', 'interval', 'reset')
const run = fc.record({
  variants: fc.array(variant, { minLength: 6, maxLength: 6 }),
  actions: fc.array(action, { minLength: 4, maxLength: 8 }),
})

/** The true history: live bars are added at its end. */
class History {
  readonly live = new Map<string, Bar[]>()

  bars(key: string, resolution: string): readonly Bar[] {
    const to = Math.floor(startMs / 1000)
    const past = sampleBars(to, depth, resolution)
    const seed = key.charCodeAt(0) / 100
    const own = past.map((bar) => ({ ...bar, high: bar.high + seed, volume: 1 }))
    const live = this.live.get(key) ?? []
    return [...own.filter(({ time }) => !live.some((one) => one.time === time)), ...live]
  }

  tick(key: string, resolution: string, isNext: boolean): Bar {
    const last = this.bars(key, resolution).at(-1)
    if (last === undefined) throw new Error('Invariant: there are bars')
    const lengthMs = Number(resolution) * 60_000
    const bar = { ...last, time: last.time + (isNext ? lengthMs : 0), high: last.high + 0.01 }
    const live = this.live.get(key) ?? []
    this.live.set(key, [...live.filter(({ time }) => time !== bar.time), bar])
    return bar
  }
}

/** The history ends a month ago, so that there is time for new bars before today. */
const startMs = Date.now() - barSeconds * 1_500_000

function pageOf(bars: readonly Bar[], to: number, how: FeedVariant): Bar[] {
  const isLatest = to * 1000 > (bars.at(-1)?.time ?? 0)
  const before = isLatest ? bars : bars.filter(({ time }) => time < to * 1000)
  const page = bars.slice(Math.max(0, before.length - how.size), before.length + how.overlap)
  const badBars = how.hasBadBars ? page.slice(-2).map((bar) => ({ ...bar, close: Number.NaN })) : []
  const twice = how.isTwice ? page : []
  const all = [...badBars, ...page, ...twice]
  return how.isShuffled ? all.toReversed() : all
}

const shown = (widget: ChartWidget) => widget.activeChart().getSeries().bars()

it('with any paging pattern the bars shown are the bars served', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = new History()
  const feedState = { variants: [] as readonly FeedVariant[], asked: 0, unanswered: 0 }
  const answer = (key: string, to: number, reply: BarsAnswer) => {
    const { variants, asked } = feedState
    const how = variants[asked % Math.max(1, variants.length)]
    feedState.asked += 1
    const bars = world.bars(key, key.slice(1))
    if (how === undefined) return reply.bars(pageOf(bars, to, correct), {})
    const send = () => (how.fails ? reply.fail('503') : reply.bars(pageOf(bars, to, how)))
    if (how.delayMs === 0) return send()
    feedState.unanswered += 1
    setTimeout(() => {
      feedState.unanswered -= 1
      send()
    }, how.delayMs)
  }
  const lab = labFeed()
  const feed = {
    ...lab,
    getBars: (...[info, resolution, { to }, onResult, onError]: Parameters<typeof lab.getBars>) =>
      answer(`${info.name}${resolution}`, to, { bars: onResult, fail: onError }),
  }
  const widget = await readyWidget({ symbol: 'A' }, feed)
  const chart = widget.activeChart()
  const home = () =>
    inside(widget, '.stage')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }))
  const live = (isNext: boolean) => {
    const key = `${chart.symbol()}${chart.resolution()}`
    const guid = [...lab.ticks.keys()].find((one) => one.startsWith(`${chart.symbol()}_`))
    const tick = guid === undefined ? undefined : lab.ticks.get(guid)
    // Without a subscriber no live bar is served or added to the history.
    if (tick !== undefined && chart.dataReady()) tick(world.tick(key, chart.resolution(), isNext))
  }
  const actions: Readonly<Record<string, () => void>> = {
    home,
    live: () => live(false),
    next: () => live(true),
    symbol: () => void chart.setSymbol(chart.symbol() === 'A' ? 'B' : 'A'),
    interval: () => void chart.setResolution(chart.resolution() === '30' ? '60' : '30'),
    reset: () => chart.resetData(),
  }
  const expectServed = () => {
    const bars = world.bars(`${chart.symbol()}${chart.resolution()}`, chart.resolution())
    expect(shown(widget)).toEqual(bars.slice(bars.length - shown(widget).length))
  }
  await fc.assert(
    fc.asyncProperty(run, async ({ variants, actions: wanted }) => {
      Object.assign(feedState, { variants, asked: 0 })
      for (const [at, name] of wanted.entries()) {
        actions[name]?.()
        // Some actions follow within the same frame, some after it.
        await painted(at % 2)
      }
      await until(() => expect(feedState.unanswered).toBe(0))
      feedState.variants = []
      if (!chart.dataReady()) chart.resetData()
      await until(() => expect(chart.dataReady()).toBe(true))
      // Live bars are drawn with the next frame.
      await until(expectServed)
      expect(shown(widget).length).toBeGreaterThan(0)
    }),
    { numRuns: 25, seed: 20_261_121, endOnFailure: true },
  )
})

const correct: FeedVariant = {
  size: 500,
  overlap: 0,
  isShuffled: false,
  isTwice: false,
  hasBadBars: false,
  fails: false,
  delayMs: 0,
}
