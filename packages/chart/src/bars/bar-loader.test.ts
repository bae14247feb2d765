// The datafeed contract, and feeds that violate it.

import { beforeEach, describe, expect, it } from 'vitest'
import { BarLoader, type FeedWarning } from './bar-loader.ts'
import { isDrawableBar } from './bar-validation.ts'
import type {
  Bar,
  Datafeed,
  FeedFailure,
  HistoryMetadata,
  SymbolInfo,
} from '../options/datafeed.ts'

const barMs = 60_000
const startMs = Date.parse('2026-11-21T12:00:00Z')
const bar = (time: number, close = 100): Bar => ({
  time,
  open: 100,
  high: Math.max(101, close),
  low: Math.min(99, close),
  close,
  volume: 1,
})
const barsBefore = (endMs: number, count: number) =>
  Array.from({ length: count }, (_, at) => bar(endMs - (count - at) * barMs))

type BarsCall = {
  info: SymbolInfo
  resolution: string
  period: { from: number; to: number; countBack: number; firstDataRequest: boolean }
  answer(bars: readonly Bar[], meta?: HistoryMetadata): void
  fail(reason: FeedFailure): void
}

/** A feed that answers nothing by itself: the test gives the answers. */
function manualFeed() {
  const calls: BarsCall[] = []
  const resolves: {
    name: string
    found(info?: Partial<SymbolInfo>): void
    lost(reason: string): void
  }[] = []
  const subscriptions = new Map<string, { tick(bar: Bar): void; reset(): void }>()
  const feed: Datafeed = {
    onReady: (callback) => callback({}),
    resolveSymbol: (name, found, lost) =>
      void resolves.push({
        name,
        found: (info) => found({ name, pricescale: 100, ...info }),
        lost,
      }),
    getBars: (...[info, resolution, period, answer, fail]) =>
      void calls.push({ info, resolution, period, answer, fail }),
    subscribeBars: (...[, , tick, guid, reset]) => void subscriptions.set(guid, { tick, reset }),
    unsubscribeBars: (guid) => void subscriptions.delete(guid),
  }
  return { feed, calls, resolves, subscriptions }
}

/** A clock that the test advances. */
function manualTime() {
  let nowMs = startMs
  const waiting = new Set<{ atMs: number; run: () => void }>()
  return {
    clock: {
      nowMs: () => nowMs,
      after: (delayMs: number, run: () => void) => {
        const timer = { atMs: nowMs + delayMs, run }
        waiting.add(timer)
        return () => void waiting.delete(timer)
      },
    },
    pass(byMs: number) {
      nowMs += byMs
      for (const timer of waiting) {
        if (timer.atMs > nowMs) continue
        waiting.delete(timer)
        timer.run()
      }
    },
  }
}

let log: string[] = []
let manual = manualFeed()
let time = manualTime()
let feed: BarLoader

const listener = {
  resolved: (info: SymbolInfo, resolution: string) =>
    log.push(`resolved ${info.name} ${resolution}`),
  loaded: (bars: readonly Bar[], hasOlder: boolean) =>
    log.push(`loaded ${bars.length} ${hasOlder}`),
  older: (bars: readonly Bar[], hasOlder: boolean) => log.push(`older ${bars.length} ${hasOlder}`),
  failed: (error: string, reason: string) => log.push(`failed ${error} ${reason}`),
  ticked: () => log.push('ticked'),
  stale: () => log.push('stale'),
  warningsChanged: (all: readonly FeedWarning[]) => log.push(`warnings ${all.join()}`),
  warn: () => log.push('warn'),
}

beforeEach(() => {
  log = []
  manual = manualFeed()
  time = manualTime()
  feed = new BarLoader(manual.feed, listener, time.clock)
})

const call = (at: number): BarsCall => {
  const found = manual.calls.at(at)
  if (found === undefined) throw new Error(`getBars was not called ${at}`)
  return found
}
const resolve = (info?: Partial<SymbolInfo>, at = -1) => manual.resolves.at(at)?.found(info)
const reports = () => log.filter((line) => line !== 'warn')
const subscription = () => {
  const [only] = manual.subscriptions.values()
  if (only === undefined) throw new Error('nothing is subscribed')
  return only
}

/** Opens a symbol and answers everything the first time. */
function openLoaded(symbol = 'A', bars = barsBefore(startMs, 10)) {
  feed.open(symbol, '1')
  time.pass(0)
  resolve()
  call(-1).answer(bars)
  log = []
}

describe('the first bars', () => {
  it('are requested once the feed is ready and the symbol resolved', () => {
    feed.open('A', '1')
    expect(manual.resolves).toEqual([])
    time.pass(0)
    resolve()
    expect(manual.calls).toHaveLength(1)
    expect(call(0).period).toEqual({
      from: (startMs + barMs - 600 * barMs) / 1000,
      to: (startMs + barMs) / 1000,
      countBack: 600,
      firstDataRequest: true,
    })
    call(0).answer(barsBefore(startMs, 3))
    expect(reports()).toEqual(['resolved A 1', 'loaded 3 true'])
    expect(manual.subscriptions.size).toBe(1)
  })

  it('may be answered at once, inside the call', () => {
    const sync: Datafeed = {
      ...manual.feed,
      resolveSymbol: (name, found) => found({ name, pricescale: 1 }),
      getBars: (...[, , , answer]) =>
        answer([bar(startMs - 36 * 3_600_000), bar(startMs - 12 * 3_600_000)], { noData: true }),
    }
    feed = new BarLoader(sync, listener, time.clock)
    feed.open('A', 'D')
    time.pass(0)
    expect(log).toEqual(['resolved A 1D', 'loaded 2 false'])
  })

  it('reach as far back as the requested range', () => {
    feed.open('A', '1', startMs - 2_000 * barMs)
    time.pass(0)
    resolve()
    expect(call(0).period).toMatchObject({ countBack: 2_002, firstDataRequest: true })
    expect(call(0).period.from * 1000).toBeLessThanOrEqual(startMs - 2_000 * barMs)
    feed.reset()
    expect(call(1).period.countBack).toBe(600)
    // Two weeks of minutes: as many bars as are computed without a pause.
    feed.reset(startMs - 19_000 * barMs)
    expect(call(2).period.countBack).toBe(19_002)
    feed.reset(startMs - 100_000 * barMs)
    expect(call(3).period.countBack).toBe(20_000)
  })

  it('have the symbol’s first interval if it lacks the requested one', () => {
    feed.open('A', '7')
    time.pass(0)
    resolve({ supported_resolutions: ['5', '60'] })
    expect(call(0).resolution).toBe('5')
    expect(log).toEqual(['resolved A 5'])
  })

  it('fail with a message for an unknown symbol', () => {
    feed.open('A', '1')
    time.pass(0)
    manual.resolves[0]?.lost('unknown_symbol')
    expect(log).toEqual(['failed unknownSymbol unknown_symbol'])
  })
})

describe('a feed that answers badly', () => {
  it('twice: the first answer counts', () => {
    feed.open('A', '1')
    time.pass(0)
    resolve()
    resolve()
    expect(manual.calls).toHaveLength(1)
    call(0).answer(barsBefore(startMs, 3))
    call(0).answer(barsBefore(startMs, 9))
    call(0).fail('late regret')
    expect(reports()).toEqual(['resolved A 1', 'loaded 3 true'])
  })

  it('late, after a change from A to B: B is shown even if A answers last', () => {
    feed.open('A', '1')
    time.pass(0)
    resolve()
    feed.open('B', '1')
    resolve()
    call(1).answer(barsBefore(startMs, 5))
    call(0).answer(barsBefore(startMs, 7))
    expect(reports()).toEqual(['resolved A 1', 'resolved B 1', 'loaded 5 true'])
    expect([...manual.subscriptions.keys()].every((guid) => guid.startsWith('B_'))).toBe(true)
    expect(manual.subscriptions.size).toBe(1)
  })

  it('by throwing: the error is shown', () => {
    const throwing: Datafeed = {
      ...manual.feed,
      getBars: () => {
        throw new Error('kaputt')
      },
    }
    feed = new BarLoader(throwing, listener, time.clock)
    feed.open('A', '1')
    time.pass(0)
    resolve()
    expect(log).toEqual(['resolved A 1', 'failed failed kaputt'])
  })

  it('never: it fails after 20 s, and a late answer still counts', () => {
    feed.open('A', '1')
    time.pass(0)
    resolve()
    time.pass(20_000)
    expect(log.at(-1)).toBe('failed failed timeout')
    call(0).answer(barsBefore(startMs, 2))
    expect(log.at(-1)).toBe('loaded 2 true')
  })

  it('with an error for minutes: requests are repeated after 5, 10, 20, 40, 60 and 60 s', () => {
    feed.open('A', '1')
    time.pass(0)
    resolve()
    const asked: number[] = []
    let seconds = 0
    while (asked.length < 6) {
      call(-1).fail('503')
      const before = manual.calls.length
      for (let pause = 1; manual.calls.length === before; pause += 1) {
        time.pass(1_000)
        seconds += 1
        if (manual.calls.length > before) asked.push(pause)
      }
    }
    expect([asked, seconds]).toEqual([[5, 10, 20, 40, 60, 60], 195])
    call(-1).answer(barsBefore(startMs, 4))
    expect(log.at(-1)).toBe('loaded 4 true')
    time.pass(600_000)
    expect(manual.calls).toHaveLength(7)
  })

  it('with an error: a change of the symbol ends the repeated requests', () => {
    feed.open('A', '1')
    time.pass(0)
    resolve()
    call(0).fail('503')
    feed.open('B', '1')
    time.pass(5_000)
    resolve()
    expect(manual.calls.map(({ info }) => info.name)).toEqual(['A', 'B'])
  })

  it('with an unknown symbol: the request is not repeated', () => {
    feed.open('A', '1')
    time.pass(0)
    manual.resolves.at(-1)?.lost('unknown_symbol')
    time.pass(600_000)
    expect(manual.resolves).toHaveLength(1)
  })

  it('not at first: the answer to the second request is shown', () => {
    feed.open('A', '1')
    time.pass(0)
    time.pass(20_000)
    expect(log).toEqual(['failed failed timeout'])
    time.pass(5_000)
    expect(manual.resolves).toHaveLength(2)
    resolve()
    // The first answer arrives late: the symbol is already known.
    resolve(undefined, 0)
    expect(manual.calls).toHaveLength(1)
    call(0).answer(barsBefore(startMs, 4))
    expect(log.slice(1)).toEqual(['resolved A 1', 'loaded 4 true'])
  })

  it('so late that a new bar has begun: the request is repeated twice, then the answer is taken', () => {
    feed.open('A', '1')
    time.pass(0)
    resolve()
    for (const at of [0, 1, 2]) {
      time.pass(60_000)
      call(at).answer(barsBefore(call(at).period.to * 1000, 3))
    }
    expect(call(2).period.to).toBe(startMs / 1000 + 180)
    expect(manual.calls).toHaveLength(3)
    expect(log.at(-1)).toBe('loaded 3 true')
  })

  it('with an older page twice: the second answer does not end the request for the next page', () => {
    openLoaded()
    feed.loadOlder()
    time.pass(20_000)
    time.pass(3_000)
    feed.loadOlder()
    call(1).answer(barsBefore(startMs - 10 * barMs, 4))
    feed.loadOlder()
    call(2).answer(barsBefore(startMs - 10 * barMs, 4))
    call(2).fail('too late')
    expect(manual.calls).toHaveLength(4)
    call(3).answer(barsBefore(startMs - 14 * barMs, 2))
    expect(reports()).toEqual([
      'older 0 true',
      'warnings older',
      'warnings ',
      'older 4 true',
      'older 2 true',
    ])
  })

  it('always with the same page: after a few requests it counts as having no older bars', () => {
    openLoaded()
    const page = barsBefore(startMs, 10)
    for (let at = 1; at < 100 && feed.hasOlder; at += 1) {
      feed.loadOlder()
      call(-1).answer(page)
    }
    expect(manual.calls.length).toBeLessThan(8)
    expect(reports()).toEqual(['older 0 false'])
  })

  it('with bars of another interval: none is shown, and there is a warning', () => {
    feed.open('A', '30')
    time.pass(0)
    resolve()
    call(0).answer(barsBefore(startMs, 50))
    expect(log.at(-1)).toBe('failed failed bars of another interval')
    feed.reset()
    call(1).answer(Array.from({ length: 9 }, (_, at) => bar(startMs - (9 - at) * 30 * barMs)))
    feed.loadOlder()
    call(2).answer(barsBefore(startMs - 270 * barMs, 50))
    expect(reports().slice(-3)).toEqual(['loaded 9 true', 'older 0 true', 'warnings older'])
  })

  it('with two million bars: the newest 200,000 are kept, and there is a warning', () => {
    feed.open('A', '1')
    time.pass(0)
    resolve()
    call(0).answer(barsBefore(startMs, 90_000))
    feed.loadOlder()
    call(1).answer(barsBefore(startMs - 90_000 * barMs, 1_910_000))
    expect(reports().slice(-3)).toEqual([
      'loaded 90000 true',
      'warnings full',
      'older 110000 false',
    ])
    feed.loadOlder()
    expect(manual.calls).toHaveLength(2)
  })

  it('never, not even to onReady: it fails after 20 s', () => {
    feed = new BarLoader({ ...manual.feed, onReady: () => {} }, listener, time.clock)
    feed.open('A', '1')
    time.pass(20_000)
    expect(log).toEqual(['failed failed timeout'])
  })

  it('with invalid bars: unsorted, duplicate, NaN and upside-down ones', () => {
    feed.open('A', '1')
    time.pass(0)
    resolve()
    const [a, b] = barsBefore(startMs, 2)
    const invalid = [b, a, b, { ...bar(1), close: Number.NaN }, { ...bar(2), high: 1 }, null]
    call(0).answer(invalid as Bar[])
    expect(reports()).toEqual(['resolved A 1', 'warnings invalid', 'loaded 2 true'])
  })

  it('with something that is not a list', () => {
    feed.open('A', '1')
    time.pass(0)
    resolve()
    call(0).answer(undefined as unknown as Bar[], { noData: true })
    expect(reports()).toEqual(['resolved A 1', 'loaded 0 false'])
  })

  it('with an error: a retry requests the bars again', () => {
    feed.open('A', '1')
    time.pass(0)
    resolve()
    call(0).fail(new Error('503'))
    expect(log.at(-1)).toBe('failed failed 503')
    feed.reset()
    call(1).answer(barsBefore(startMs, 4))
    expect(log.at(-1)).toBe('loaded 4 true')
  })
})

describe('empty answers', () => {
  const ask = () => {
    feed.open('A', '1')
    time.pass(0)
    resolve()
    log = []
  }

  it('with noData end the search', () => {
    ask()
    call(0).answer([], { noData: true })
    expect(log).toEqual(['loaded 0 false'])
    feed.loadOlder()
    expect(manual.calls).toHaveLength(1)
  })

  it('with nextTime jump over the gap', () => {
    ask()
    call(0).answer([], { nextTime: startMs - 86_400_000 })
    expect(call(1).period.to).toBe((startMs - 86_400_000 + barMs) / 1000)
    call(1).answer(barsBefore(startMs - 86_400_000, 2))
    expect(log).toEqual(['loaded 2 true'])
  })

  it('with neither are followed by three requests over doubled spans, then accepted', () => {
    ask()
    for (let at = 0; at < 4; at += 1) call(at).answer([])
    expect(manual.calls).toHaveLength(4)
    const spans = manual.calls.map(({ period }) => period.to - period.from)
    expect(spans).toEqual([36_000, 72_000, 144_000, 288_000])
    expect(log).toEqual(['loaded 0 false'])
  })

  it('with nextTime every time cause a limited number of requests', () => {
    ask()
    for (let at = 0; at < 60 && at < manual.calls.length; at += 1) {
      call(at).answer([], { nextTime: startMs - (at + 2) * 86_400_000 })
    }
    expect(manual.calls.length).toBeLessThanOrEqual(30)
    expect(log).toEqual(['loaded 0 false'])
  })
})

describe('older bars', () => {
  it('are requested once, up to the oldest known bar', () => {
    openLoaded()
    feed.loadOlder()
    feed.loadOlder()
    expect(manual.calls).toHaveLength(2)
    expect(call(1).period).toMatchObject({
      to: (startMs - 10 * barMs) / 1000,
      firstDataRequest: false,
    })
    call(1).answer(barsBefore(startMs - 10 * barMs, 4))
    expect(log).toEqual(['older 4 true'])
    feed.loadOlder()
    expect(call(2).period.to).toBe((startMs - 14 * barMs) / 1000)
  })

  it('never overlap the shown bars', () => {
    openLoaded()
    feed.loadOlder()
    call(1).answer(barsBefore(startMs - 5 * barMs, 10))
    expect(reports()).toEqual(['older 5 true'])
  })

  it('end when there are none', () => {
    openLoaded()
    feed.loadOlder()
    call(1).answer([], { noData: true })
    feed.loadOlder()
    expect(manual.calls).toHaveLength(2)
    expect(log).toEqual(['older 0 false'])
  })

  it('are requested again only after a pause if they fail', () => {
    openLoaded()
    feed.loadOlder()
    call(1).fail('503')
    feed.loadOlder()
    expect(manual.calls).toHaveLength(2)
    time.pass(3_000)
    feed.loadOlder()
    expect(manual.calls).toHaveLength(3)
    expect(reports()).toEqual(['older 0 true', 'warnings older'])
  })
})

describe('live bars', () => {
  it('are taken in order of time, each only in its newest state', () => {
    openLoaded()
    const { tick } = subscription()
    tick(bar(startMs, 100))
    tick(bar(startMs, 103))
    tick(bar(startMs + barMs, 104))
    expect(log).toEqual(['ticked'])
    expect(feed.takeTicks().map(({ time: at, close }) => [at - startMs, close])).toEqual([
      [0, 103],
      [barMs, 104],
    ])
    expect(feed.takeTicks()).toEqual([])
  })

  it('older than the last are ignored, with one warning a minute', () => {
    openLoaded()
    const { tick } = subscription()
    tick(bar(startMs))
    feed.takeTicks()
    log = []
    for (let at = 1; at < 50; at += 1) tick(bar(startMs - at * barMs))
    tick({ ...bar(startMs), close: Number.NaN })
    expect(log).toEqual(['warn', 'warnings live'])
    expect(feed.takeTicks()).toEqual([])
  })

  it('off the interval, in microseconds or at zero are left out with one warning', () => {
    openLoaded()
    const { tick } = subscription()
    tick(bar(startMs + barMs / 3))
    tick(bar(startMs * 1_000))
    tick({ ...bar(startMs), low: 0 })
    expect(feed.takeTicks()).toEqual([])
    expect(reports()).toEqual(['warnings live'])
    tick(bar(startMs))
    expect(feed.takeTicks()).toHaveLength(1)
  })

  it('are copied, so that later changes of the host’s object have no effect', () => {
    openLoaded()
    const own = { ...bar(startMs, 103) }
    subscription().tick(own)
    Object.assign(own, { time: startMs + barMs, close: 1 })
    expect(feed.takeTicks().map(({ time: at, close }) => [at - startMs, close])).toEqual([[0, 103]])
  })

  it('stop with a change of the symbol, even if the feed continues to send them', () => {
    openLoaded()
    const { tick, reset } = subscription()
    feed.open('B', '1')
    expect(manual.subscriptions.size).toBe(0)
    tick(bar(startMs))
    reset()
    expect(feed.takeTicks()).toEqual([])
    expect(log).toEqual([])
  })

  it('are missing with a warning if the feed cannot subscribe, the history stays', () => {
    const dead: Datafeed = {
      ...manual.feed,
      subscribeBars: () => {
        throw new Error('no socket')
      },
    }
    feed = new BarLoader(dead, listener, time.clock)
    feed.open('A', '1')
    time.pass(0)
    resolve()
    call(0).answer(barsBefore(startMs, 2))
    expect(log).toEqual(['resolved A 1', 'loaded 2 true', 'warn', 'warnings live'])
  })

  it('are shown even without any history', () => {
    feed.open('A', '1')
    time.pass(0)
    resolve()
    call(0).answer([], { noData: true })
    subscription().tick(bar(startMs))
    expect(feed.takeTicks()).toHaveLength(1)
  })

  it('end with a report of stale data when the feed resets, and a reload has one subscription', () => {
    openLoaded()
    subscription().reset()
    feed.reset()
    expect(log).toEqual(['stale'])
    call(-1).answer(barsBefore(startMs, 2))
    expect(manual.subscriptions.size).toBe(1)
  })
})

it('an interval change keeps the resolved symbol', () => {
  openLoaded()
  feed.open('A', '5')
  expect(manual.resolves).toHaveLength(1)
  expect(log).toEqual(['resolved A 5'])
  expect(manual.calls).toHaveLength(2)
})

it('a closed loader reports nothing any more', () => {
  openLoaded()
  feed.loadOlder()
  feed.close()
  call(1).answer(barsBefore(startMs - 10 * barMs, 4))
  time.pass(60_000)
  expect(log).toEqual([])
  expect(manual.subscriptions.size).toBe(0)
})

describe('whatever the paging pattern, the bars shown are the bars served', () => {
  const history = barsBefore(startMs, 3_000)
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    it(`seed ${seed}`, () => {
      let state = seed
      const chance = (below: number) => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        return state % below
      }
      const shown: Bar[] = []
      const provider = {
        ...listener,
        loaded: (bars: readonly Bar[]) => shown.splice(0, shown.length, ...bars),
        older: (bars: readonly Bar[]) => shown.unshift(...bars),
      }
      feed = new BarLoader(manual.feed, provider, time.clock)
      feed.open('A', '1')
      time.pass(0)
      resolve()
      for (let at = 0; at < 400 && shown.length < history.length; at += 1) {
        const pending = call(-1)
        const before = history.filter((one) => one.time < pending.period.to * 1000)
        const page = before.slice(-1 - chance(700))
        const shuffled = chance(3) === 0 ? page.toReversed() : page
        const overlap = history.slice(-chance(20) - 1)
        if (chance(9) === 0) pending.fail('503')
        else pending.answer([...shuffled, ...(shown.length === 0 ? [] : overlap)])
        time.pass(3_000)
        if (shown.length === 0) feed.reset()
        else feed.loadOlder()
      }
      expect(shown.map((one) => one.time)).toEqual(history.map((one) => one.time))
    })
  }
})

it('drawable bars have finite numbers, with the high and the low as bounds', () => {
  expect(isDrawableBar(bar(1))).toBe(true)
  expect(isDrawableBar({ ...bar(1), low: 100.5 })).toBe(false)
  expect(isDrawableBar({ ...bar(1), time: Number.NaN })).toBe(false)
  expect(isDrawableBar({ ...bar(1), time: 9e15 })).toBe(false)
  expect(isDrawableBar({ ...bar(1), high: 1e300 })).toBe(false)
  expect(isDrawableBar({ ...bar(1), close: '100' as unknown as number })).toBe(false)
})
