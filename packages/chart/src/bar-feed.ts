// Between the datafeed and the canvas: asks for bars, pages back, listens to ticks, and lets
// through only what is fit to draw. A feed may fail, answer late, twice, unsorted or never; the
// chart lives.

import type {
  Bar,
  Datafeed,
  DatafeedConfiguration,
  FeedFailure,
  HistoryMetadata,
  SymbolInfo,
} from './datafeed.ts'
import { barStartMs, normalResolution, resolutionMs, spanOf } from './resolutions.ts'

type FeedTrouble = 'unknownSymbol' | 'failed'

/** What the feed reports. Nothing is reported for a symbol that is no longer the wanted one. */
export type FeedListener = {
  resolved(info: SymbolInfo, resolution: string): void
  /** All bars of a new symbol, interval or reset; empty when the feed has none. */
  loaded(bars: readonly Bar[], hasOlder: boolean): void
  /** Bars before the ones known, ascending; empty when there are none (any more). */
  older(bars: readonly Bar[], hasOlder: boolean): void
  failed(trouble: FeedTrouble, reason: string): void
  /** A tick waits to be taken; called once until `takeTicks`. */
  ticked(): void
  /** The feed's cache is stale: the host is to ask for a reset. */
  stale(): void
  warn(text: string): void
}

/** The clock and the timer, so that tests need not wait. */
export type FeedSeams = {
  nowMs(): number
  after(delayMs: number, run: () => void): () => void
}

/** How many bars the first request wants. */
const firstCount = 600
const maxFirstCount = 5_000
const pageCount = 500
/** An empty answer without a word is asked again, each time over twice the span. */
const maxEmptyAnswers = 3
/** So often a feed may say where the next bar before a gap is, and then have none there. */
const maxJumps = 20
const nothingTried = { emptyAnswers: 0, jumps: 0 }
const answerTimeoutMs = 20_000
const failedPagePauseMs = 3_000
const warnPauseMs = 60_000

type Request = { isOpen: boolean; cancelTimeout: () => void }

let guidNumber = 0

export class BarFeed {
  readonly #feed: Datafeed
  readonly #listener: FeedListener
  readonly #seams: FeedSeams
  /** Raised whenever older answers must not count any more. */
  #generation = 0
  #symbol = ''
  #resolution = ''
  #info: SymbolInfo | undefined
  #guid: string | undefined
  #firstFromMs = Number.POSITIVE_INFINITY
  #oldestMs = Number.POSITIVE_INFINITY
  #newestMs = Number.NEGATIVE_INFINITY
  #hasOlder = false
  #isPaging = false
  #pagingAllowedMs = 0
  #ticks = new Map<number, Bar>()
  #lastWarningMs = Number.NEGATIVE_INFINITY
  #configuration: DatafeedConfiguration | undefined

  constructor(feed: Datafeed, listener: FeedListener, seams: FeedSeams) {
    this.#feed = feed
    this.#listener = listener
    this.#seams = seams
  }

  get symbol(): string {
    return this.#symbol
  }

  get resolution(): string {
    return this.#resolution
  }

  get info(): SymbolInfo | undefined {
    return this.#info
  }

  /** What the feed said of itself; undefined until it has. */
  get configuration(): DatafeedConfiguration | undefined {
    return this.#configuration
  }

  get hasOlder(): boolean {
    return this.#hasOlder
  }

  /**
   * Shows another symbol or interval; what was under way for the former is forgotten. With `fromMs`
   * the first request reaches at least so far back.
   */
  open(symbol: string, resolution: string, fromMs?: number): void {
    const isSameSymbol = symbol === this.#symbol && this.#info !== undefined
    const generation = this.#begin(fromMs)
    this.#symbol = symbol
    this.#resolution = normalResolution(resolution) ?? resolution
    if (isSameSymbol) return this.#resolved(generation, this.#info)
    this.#info = undefined
    this.#whenConfigured(generation, () => this.#resolve(generation))
  }

  /** Asks again for everything: after a failure, or when the feed said that its cache is stale. */
  reset(fromMs?: number): void {
    if (this.#symbol === '') return
    const generation = this.#begin(fromMs)
    if (this.#info === undefined) this.#whenConfigured(generation, () => this.#resolve(generation))
    else this.#loadFirst(generation, this.#info)
  }

  /**
   * Asks for bars before the ones known, unless that is under way, hopeless, or has just failed.
   */
  loadOlder(): void {
    const info = this.#info
    if (info === undefined || !this.#hasOlder || this.#isPaging) return
    if (this.#seams.nowMs() < this.#pagingAllowedMs) return
    this.#isPaging = true
    const toMs = this.#oldestMs
    this.#ask({ generation: this.#generation, info, toMs, count: pageCount, ...nothingTried })
  }

  /**
   * Returns what ticked since the last call in order of time, only the newest state of each bar.
   */
  takeTicks(): Bar[] {
    const ticks = [...this.#ticks.values()].toSorted((a, b) => a.time - b.time)
    this.#ticks = new Map()
    return ticks
  }

  /** Forgets everything and unsubscribes. */
  close(): void {
    this.#begin()
    this.#symbol = ''
    this.#info = undefined
  }

  #begin(fromMs = Number.POSITIVE_INFINITY): number {
    this.#unsubscribe()
    this.#firstFromMs = fromMs
    this.#ticks = new Map()
    this.#hasOlder = false
    this.#isPaging = false
    this.#pagingAllowedMs = 0
    this.#oldestMs = Number.POSITIVE_INFINITY
    this.#newestMs = Number.NEGATIVE_INFINITY
    this.#generation += 1
    return this.#generation
  }

  #isCurrent(generation: number): boolean {
    return generation === this.#generation
  }

  #whenConfigured(generation: number, then: () => void): void {
    if (this.#configuration !== undefined) return then()
    const request = this.#request(generation)
    let isAsking = true
    this.#guarded(generation, () =>
      this.#feed.onReady((configuration) => {
        if (!this.#answered(request, generation)) return
        this.#configuration ??= configuration ?? {}
        // The feed may answer at once; work always goes on in a later task.
        if (!isAsking) return then()
        this.#seams.after(0, () => {
          if (this.#isCurrent(generation)) then()
        })
      }),
    )
    isAsking = false
  }

  #resolve(generation: number): void {
    const request = this.#request(generation)
    this.#guarded(generation, () =>
      this.#feed.resolveSymbol(
        this.#symbol,
        (info) => {
          if (!this.#answered(request, generation)) return
          if (info === undefined || info === null) return this.#fail(generation, 'unknown_symbol')
          this.#info = info
          this.#resolved(generation, info)
        },
        (reason) => {
          if (this.#answered(request, generation)) this.#fail(generation, reason)
        },
      ),
    )
  }

  #resolved(generation: number, info: SymbolInfo | undefined): void {
    if (info === undefined) return
    const supported = info.supported_resolutions ?? this.#configuration?.supported_resolutions
    const wanted = this.#resolution
    const has = supported?.some((resolution) => normalResolution(resolution) === wanted) ?? true
    const first = supported?.find((resolution) => spanOf(resolution) !== undefined)
    if (!has && first !== undefined) this.#resolution = normalResolution(first) ?? first
    this.#listener.resolved(info, this.#resolution)
    if (this.#isCurrent(generation)) this.#loadFirst(generation, info)
  }

  #loadFirst(generation: number, info: SymbolInfo): void {
    const nowMs = this.#seams.nowMs()
    const toMs = barStartMs(this.#resolution, nowMs) + resolutionMs(this.#resolution)
    const wanted = Math.ceil((toMs - this.#firstFromMs) / resolutionMs(this.#resolution)) + 1
    const count = Math.min(maxFirstCount, Math.max(firstCount, wanted))
    this.#ask({ generation, info, toMs, count, ...nothingTried })
  }

  #ask(wish: Wish): void {
    const { generation, info, toMs, count, emptyAnswers, jumps } = wish
    const isFirst = this.#newestMs === Number.NEGATIVE_INFINITY
    const spanMs = resolutionMs(this.#resolution) * count * 2 ** emptyAnswers
    const period = {
      from: Math.floor((toMs - spanMs) / 1000),
      to: Math.floor(toMs / 1000),
      countBack: count,
      firstDataRequest: isFirst && emptyAnswers === 0 && jumps === 0,
    }
    const request = this.#request(generation)
    this.#guarded(generation, () =>
      this.#feed.getBars(
        info,
        this.#resolution,
        period,
        (bars, meta) => {
          if (this.#answered(request, generation)) this.#receive(wish, bars, meta ?? {})
        },
        (reason) => {
          if (this.#answered(request, generation)) this.#fail(generation, reason)
        },
      ),
    )
  }

  #receive(wish: Wish, given: readonly Bar[], meta: HistoryMetadata): void {
    const bars = drawableBars(given, this.#oldestMs)
    const dropped = (Array.isArray(given) ? given.length : 0) - bars.length
    if (dropped > 0) this.#warn(`${dropped} bars of ${this.#symbol} were unfit to draw or known`)
    if (bars.length > 0) return this.#accept(wish.generation, bars, meta.noData !== true)
    const nextMs = meta.nextTime
    const isGap = typeof nextMs === 'number' && nextMs < wish.toMs && wish.jumps < maxJumps
    if (isGap) {
      const toMs = Math.min(nextMs + resolutionMs(this.#resolution), wish.toMs - 1)
      return this.#ask({ ...wish, toMs, emptyAnswers: 0, jumps: wish.jumps + 1 })
    }
    if (meta.noData !== true && wish.emptyAnswers < maxEmptyAnswers) {
      return this.#ask({ ...wish, emptyAnswers: wish.emptyAnswers + 1 })
    }
    this.#accept(wish.generation, [], false)
  }

  #accept(generation: number, bars: readonly Bar[], hasOlder: boolean): void {
    const isFirst = this.#newestMs === Number.NEGATIVE_INFINITY
    this.#isPaging = false
    this.#hasOlder = hasOlder && bars.length > 0
    this.#oldestMs = bars[0]?.time ?? this.#oldestMs
    if (!isFirst) return this.#listener.older(bars, this.#hasOlder)
    this.#newestMs = bars.at(-1)?.time ?? 0
    this.#listener.loaded(bars, this.#hasOlder)
    if (this.#isCurrent(generation)) this.#subscribe(generation)
  }

  #subscribe(generation: number): void {
    const info = this.#info
    if (info === undefined) return
    guidNumber += 1
    const guid = `${this.#symbol}_#_${this.#resolution}_#_${guidNumber}`
    this.#guid = guid
    try {
      this.#feed.subscribeBars(
        info,
        this.#resolution,
        (bar) => {
          if (this.#isCurrent(generation)) this.#tick(bar)
        },
        guid,
        () => {
          if (this.#isCurrent(generation)) this.#listener.stale()
        },
      )
    } catch (failure) {
      // History is worth showing even when the live feed cannot be had.
      this.#warn(`No live bars for ${this.#symbol}: ${reasonText(failure)}`)
    }
  }

  #unsubscribe(): void {
    const guid = this.#guid
    this.#guid = undefined
    if (guid === undefined) return
    try {
      this.#feed.unsubscribeBars(guid)
    } catch (failure) {
      this.#warn(`The feed could not unsubscribe: ${reasonText(failure)}`)
    }
  }

  #tick(bar: Bar): void {
    if (!isDrawableBar(bar)) return this.#warn('A live bar was unfit to draw')
    if (bar.time < this.#newestMs) return this.#warn('A live bar was older than the last one')
    this.#newestMs = bar.time
    if (this.#oldestMs === Number.POSITIVE_INFINITY) this.#oldestMs = bar.time
    const isFirst = this.#ticks.size === 0
    this.#ticks.set(bar.time, bar)
    if (isFirst) this.#listener.ticked()
  }

  #request(generation: number): Request {
    const request: Request = { isOpen: true, cancelTimeout: () => {} }
    request.cancelTimeout = this.#seams.after(answerTimeoutMs, () => {
      // The answer may still come and then counts; the trader must not wait for it without a word.
      if (this.#isCurrent(generation)) this.#fail(generation, 'timeout')
    })
    return request
  }

  /** True for the first answer to a request that still matters. */
  #answered(request: Request, generation: number): boolean {
    const isFirstAnswer = request.isOpen
    request.isOpen = false
    request.cancelTimeout()
    return isFirstAnswer && this.#isCurrent(generation)
  }

  #fail(generation: number, failure: FeedFailure): void {
    if (!this.#isCurrent(generation)) return
    const reason = reasonText(failure)
    if (this.#newestMs !== Number.NEGATIVE_INFINITY) {
      this.#isPaging = false
      this.#pagingAllowedMs = this.#seams.nowMs() + failedPagePauseMs
      this.#listener.older([], this.#hasOlder)
      return this.#warn(`Older bars of ${this.#symbol} could not be had: ${reason}`)
    }
    const isUnknown = /unknown.?symbol|invalid.?symbol/i.test(reason)
    this.#listener.failed(isUnknown ? 'unknownSymbol' : 'failed', reason)
  }

  #guarded(generation: number, call: () => void): void {
    try {
      call()
    } catch (failure) {
      this.#fail(generation, failure instanceof Error ? failure : String(failure))
    }
  }

  #warn(text: string): void {
    const nowMs = this.#seams.nowMs()
    if (nowMs - this.#lastWarningMs < warnPauseMs) return
    this.#lastWarningMs = nowMs
    this.#listener.warn(text)
  }
}

type Wish = {
  readonly generation: number
  readonly info: SymbolInfo
  readonly toMs: number
  readonly count: number
  readonly emptyAnswers: number
  readonly jumps: number
}

function reasonText(failure: unknown): string {
  if (failure instanceof Error) return failure.message
  return typeof failure === 'string' ? failure : 'unknown reason'
}

/** Beyond these, dates and axis marks cannot be written. */
const latestMs = 8e15
const highestPrice = 1e15

/** Tells whether a bar can be drawn: numbers all through, and its high not below its low. */
export function isDrawableBar(bar: Bar): boolean {
  if (bar === null || typeof bar !== 'object') return false
  const { time, open, high, low, close } = bar
  if (![time, open, high, low, close].every(Number.isFinite)) return false
  if (Math.abs(time) > latestMs || high > highestPrice || low < -highestPrice) return false
  return high >= low && high >= Math.max(open, close) && low <= Math.min(open, close)
}

/**
 * Returns the bars that can be drawn and begin before `beforeMs`, ascending, one per time (the last
 * one given counts). The list given is not changed.
 */
export function drawableBars(given: readonly Bar[], beforeMs: number): Bar[] {
  if (!Array.isArray(given)) return []
  const fit = given.filter((bar: Bar) => isDrawableBar(bar) && bar.time < beforeMs)
  const isAscending = fit.every((bar, at) => at === 0 || (fit[at - 1]?.time ?? 0) < bar.time)
  if (isAscending) return fit
  const byTime = new Map(fit.map((bar): [number, Bar] => [bar.time, bar]))
  return [...byTime.values()].toSorted((a, b) => a.time - b.time)
}
