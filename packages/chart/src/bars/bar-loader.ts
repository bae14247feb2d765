// Loads history, older pages and live ticks from the datafeed and passes on valid bars only. A feed
// may fail, answer late, twice, unsorted or never.

import type { Clock } from '../primitives/clock.ts'
import type {
  Bar,
  Datafeed,
  DatafeedConfiguration,
  FeedFailure,
  HistoryMetadata,
  SymbolInfo,
} from '../options/datafeed.ts'
import {
  barStartMs,
  isIntraday,
  normalResolution,
  resolutionMs,
  spanOf,
} from '../primitives/resolutions.ts'
import {
  aheadLimitMs,
  cleanBar,
  isDrawableBar,
  isTooClose,
  phaseOf,
  validateBars,
} from './bar-validation.ts'
import { cleanConfiguration, cleanSymbolInfo, reasonText } from './feed-errors.ts'
import { RetryTimer } from './retry-timer.ts'

type FeedError = 'unknownSymbol' | 'failed'

/**
 * Problems while bars are shown: older ones could not be loaded, some were invalid, live ones are
 * missing or invalid, or the limit of bars is reached.
 */
export type FeedWarning = 'older' | 'invalid' | 'live' | 'full'

/** The loader's callbacks; none is called for a symbol that is no longer open. */
export type FeedListener = {
  resolved(info: SymbolInfo, resolution: string): void
  /** All bars of a new symbol, interval or reset; empty when the feed has none. */
  loaded(bars: readonly Bar[], hasOlder: boolean): void
  /** Bars before the known ones, ascending; empty when there are no more. */
  older(bars: readonly Bar[], hasOlder: boolean): void
  /** Nothing could be loaded; the loader itself retries what may succeed later. */
  failed(error: FeedError, reason: string): void
  /** Ticks are ready to be taken; called once until `takeTicks`. */
  ticked(): void
  /** The feed's cache is stale: the host should request a reset. */
  stale(): void
  /** All current warnings; empty when the last one has ended. */
  warningsChanged(warnings: readonly FeedWarning[]): void
  warn(text: string): void
}

/** Number of bars in the first request. */
const firstCount = 600
/** Two weeks of minutes: more bars are computed in slices, which takes visibly longer. */
const maxFirstCount = 20_000
const pageCount = 500
/** An empty answer without `noData` is requested again, each time with twice the span. */
const maxEmptyAnswers = 3
/** Limit for answers whose `nextTime` leads to another empty answer. */
const maxGapJumps = 20
/** Limit for repeating the first request because a new bar has begun meanwhile. */
const maxRenewals = 2
const noRetries = { emptyAnswers: 0, gapJumps: 0, renewals: 0 }
const answerTimeoutMs = 20_000
const failedPagePauseMs = 3_000
const warnPauseMs = 60_000
/** The limit of historical bars in the chart; a year of minutes has 525,600. */
export const maxBars = 200_000

type PendingAnswer = { isOpen: boolean; cancelTimeout: () => void }

let guidNumber = 0

export class BarLoader {
  readonly #feed: Datafeed
  readonly #listener: FeedListener
  readonly #clock: Clock
  /** Incremented to invalidate all earlier requests. */
  #generation = 0
  #symbol = ''
  #resolution = ''
  #info: SymbolInfo | undefined
  #guid: string | undefined
  #firstFromMs = Number.POSITIVE_INFINITY
  #oldestMs = Number.POSITIVE_INFINITY
  #newestMs = Number.NEGATIVE_INFINITY
  #count = 0
  #isSigned: boolean | undefined
  #phaseMs: number | undefined
  #warnings: readonly FeedWarning[] = []
  #hasOlder = false
  #isPaging = false
  #pagingAllowedMs = 0
  #ticks = new Map<number, Bar>()
  #lastWarningMs = Number.NEGATIVE_INFINITY
  #configuration: DatafeedConfiguration | undefined
  readonly #retry: RetryTimer

  constructor(feed: Datafeed, listener: FeedListener, clock: Clock) {
    this.#feed = feed
    this.#listener = listener
    this.#clock = clock
    this.#retry = new RetryTimer(clock)
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

  /** The feed's configuration; undefined before it is received. */
  get configuration(): DatafeedConfiguration | undefined {
    return this.#configuration
  }

  get hasOlder(): boolean {
    return this.#hasOlder
  }

  /**
   * Opens another symbol or interval; answers for the previous one are ignored. With `fromMs` the
   * first request reaches back at least to that time.
   */
  open(symbol: string, resolution: string, fromMs?: number): void {
    const isSameSymbol = symbol === this.#symbol && this.#info !== undefined
    const generation = this.#begin(fromMs)
    this.#symbol = symbol
    this.#resolution = normalResolution(resolution) ?? resolution
    if (isSameSymbol) return this.#resolved(generation, this.#info)
    this.#info = undefined
    this.#start(generation)
  }

  /** Requests everything again: after a failure, or when the feed's cache is stale. */
  reset(fromMs?: number): void {
    if (this.#symbol === '') return
    this.#start(this.#begin(fromMs))
  }

  #start(generation: number): void {
    if (this.#info === undefined) this.#whenConfigured(generation, () => this.#resolve(generation))
    else this.#loadFirst(generation, this.#info)
  }

  /**
   * Requests older bars, unless a request is open, there are none, or the last one has just failed.
   */
  loadOlder(): void {
    const info = this.#info
    if (info === undefined || !this.#hasOlder || this.#isPaging) return
    if (this.#clock.nowMs() < this.#pagingAllowedMs) return
    this.#isPaging = true
    const toMs = this.#oldestMs
    const known = { generation: this.#generation, oldestMs: toMs }
    this.#ask({ ...known, info, toMs, count: pageCount, ...noRetries })
  }

  /** Requests older bars at once, also after a recent failure. */
  retryOlder(): void {
    this.#pagingAllowedMs = 0
    this.#removeWarning('older')
    this.loadOlder()
  }

  /** Returns the ticks since the last call in order of time, only the newest state of each bar. */
  takeTicks(): Bar[] {
    const ticks = [...this.#ticks.values()].toSorted((a, b) => a.time - b.time)
    this.#ticks = new Map()
    return ticks
  }

  /** Clears all state and unsubscribes. */
  close(): void {
    this.#begin()
    this.#symbol = ''
    this.#info = undefined
  }

  #begin(fromMs = Number.POSITIVE_INFINITY): number {
    this.#unsubscribe()
    this.#retry.reset()
    this.#firstFromMs = fromMs
    this.#ticks = new Map()
    this.#hasOlder = false
    this.#isPaging = false
    this.#pagingAllowedMs = 0
    this.#oldestMs = Number.POSITIVE_INFINITY
    this.#newestMs = Number.NEGATIVE_INFINITY
    this.#count = 0
    this.#isSigned = undefined
    this.#phaseMs = undefined
    this.#generation += 1
    if (this.#warnings.length > 0) this.#listener.warningsChanged((this.#warnings = []))
    return this.#generation
  }

  #isCurrent(generation: number): boolean {
    return generation === this.#generation
  }

  #whenConfigured(generation: number, then: () => void): void {
    if (this.#configuration !== undefined) return then()
    const pending = this.#track(generation)
    let isAsking = true
    this.#guarded(generation, () =>
      this.#feed.onReady((configuration) => {
        if (!this.#answered(pending, generation)) return
        this.#configuration ??= cleanConfiguration(configuration)
        // The feed may answer synchronously; processing always continues in a later task.
        if (!isAsking) return then()
        this.#clock.after(0, () => {
          if (this.#isCurrent(generation)) then()
        })
      }),
    )
    isAsking = false
  }

  #resolve(generation: number): void {
    const pending = this.#track(generation)
    this.#guarded(generation, () =>
      this.#feed.resolveSymbol(
        this.#symbol,
        (given) => {
          if (!this.#answered(pending, generation) || this.#info !== undefined) return
          const info = cleanSymbolInfo(given, this.#symbol)
          if (info === undefined) return this.#fail(generation, 'unknown_symbol')
          this.#info = info
          this.#resolved(generation, info)
        },
        (reason) => {
          if (this.#answered(pending, generation)) this.#fail(generation, reason)
        },
      ),
    )
  }

  #resolved(generation: number, info: SymbolInfo | undefined): void {
    if (info === undefined) return
    const supported = info.supported_resolutions ?? this.#configuration?.supported_resolutions
    const wanted = this.#resolution
    if (info.type === 'spread') this.#isSigned = true
    const has = supported?.some((resolution) => normalResolution(resolution) === wanted) ?? true
    const first = supported?.find((resolution) => spanOf(resolution) !== undefined)
    if (!has && first !== undefined) this.#resolution = normalResolution(first) ?? first
    this.#listener.resolved(info, this.#resolution)
    if (this.#isCurrent(generation)) this.#loadFirst(generation, info)
  }

  #loadFirst(generation: number, info: SymbolInfo, renewals = 0): void {
    const toMs = this.#endOfNowMs()
    const wanted = Math.ceil((toMs - this.#firstFromMs) / resolutionMs(this.#resolution)) + 1
    const count = Math.min(maxFirstCount, Math.max(firstCount, wanted))
    const known = { generation, oldestMs: this.#oldestMs }
    this.#ask({ ...known, info, toMs, count, ...noRetries, renewals })
  }

  /** The end of the current bar. */
  #endOfNowMs(): number {
    const resolution = this.#resolution
    return barStartMs(resolution, this.#clock.nowMs()) + resolutionMs(resolution)
  }

  #ask(request: BarRequest): void {
    const { generation, info, toMs, count, emptyAnswers, gapJumps } = request
    const isFirst = this.#newestMs === Number.NEGATIVE_INFINITY
    const spanMs = resolutionMs(this.#resolution) * count * 2 ** emptyAnswers
    const period = {
      from: Math.floor((toMs - spanMs) / 1000),
      to: Math.floor(toMs / 1000),
      countBack: count,
      firstDataRequest: isFirst && emptyAnswers === 0 && gapJumps === 0,
    }
    const pending = this.#track(generation, request)
    const isWanted = () => this.#answered(pending, generation) && this.#isOpenRequest(request)
    this.#guarded(generation, () =>
      this.#feed.getBars(
        info,
        this.#resolution,
        period,
        (bars, meta) => {
          if (isWanted()) this.#receive(request, bars, Object(meta))
        },
        (reason) => {
          if (isWanted()) this.#fail(generation, reason)
        },
      ),
    )
  }

  /** A late answer is accepted as long as no other one has delivered those bars. */
  #isOpenRequest(request: BarRequest): boolean {
    return this.#isCurrent(request.generation) && request.oldestMs === this.#oldestMs
  }

  #receive(
    request: BarRequest,
    given: readonly Bar[] | null | undefined,
    meta: HistoryMetadata,
  ): void {
    const { generation, toMs } = request
    // Any answer shows that the feed works, so a retry is not needed.
    this.#retry.cancel()
    const isFirst = this.#newestMs === Number.NEGATIVE_INFINITY && request.gapJumps === 0
    if (isFirst && request.renewals < maxRenewals && this.#endOfNowMs() > toMs) {
      // A new bar has begun since the request; the bars between would never be delivered.
      return this.#loadFirst(generation, request.info, request.renewals + 1)
    }
    if (!Array.isArray(given ?? [])) return this.#fail(generation, 'bars that are no list')
    const validated = validateBars(given ?? [], {
      resolution: this.#resolution,
      beforeMs: this.#oldestMs,
      wantedToMs: toMs,
      phaseMs: this.#phaseMs,
      isSigned: this.#isSigned,
    })
    const { bars, invalid } = validated
    if (validated.isOtherResolution) return this.#fail(generation, 'bars of another interval')
    if (invalid > 0 && bars.length === 0) return this.#fail(generation, 'no bar that can be drawn')
    if (invalid > 0) {
      this.#warn(`${invalid} bars of ${this.#symbol} were invalid`)
      this.#addWarning('invalid')
    }
    if (bars.length > 0) {
      this.#isSigned = validated.isSigned
      this.#phaseMs = validated.phaseMs
      return this.#accept(generation, bars, meta.noData !== true)
    }
    const nextMs = meta.nextTime
    const isGap = typeof nextMs === 'number' && nextMs < toMs && request.gapJumps < maxGapJumps
    if (isGap) {
      const nextToMs = Math.min(nextMs + resolutionMs(this.#resolution), toMs - 1)
      return this.#ask({
        ...request,
        toMs: nextToMs,
        emptyAnswers: 0,
        gapJumps: request.gapJumps + 1,
      })
    }
    if (meta.noData !== true && request.emptyAnswers < maxEmptyAnswers) {
      return this.#ask({ ...request, emptyAnswers: request.emptyAnswers + 1 })
    }
    this.#accept(generation, [], false)
  }

  #accept(generation: number, given: readonly Bar[], hasOlder: boolean): void {
    const isFirst = this.#newestMs === Number.NEGATIVE_INFINITY
    const free = maxBars - this.#count
    const bars = given.length > free ? given.slice(-free) : given
    this.#count += bars.length
    const isFull = this.#count >= maxBars && (hasOlder || given.length > free)
    this.#isPaging = false
    this.#hasOlder = hasOlder && bars.length > 0 && !isFull
    this.#oldestMs = bars[0]?.time ?? this.#oldestMs
    this.#removeWarning('older')
    if (isFull) this.#addWarning('full')
    if (!isFirst) return this.#listener.older(bars, this.#hasOlder)
    this.#newestMs = bars.at(-1)?.time ?? 0
    this.#retry.reset()
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
      // History is shown even if the live feed is not available.
      this.#warn(`No live bars for ${this.#symbol}: ${reasonText(failure)}`)
      this.#addWarning('live')
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
    if (!this.#isFitTick(bar)) {
      this.#warn('A live bar was invalid')
      return this.#addWarning('live')
    }
    if (bar.time < this.#newestMs) return this.#warn('A live bar was older than the last one')
    this.#newestMs = bar.time
    if (this.#oldestMs === Number.POSITIVE_INFINITY) this.#oldestMs = bar.time
    const isFirst = this.#ticks.size === 0
    this.#ticks.set(bar.time, cleanBar(bar))
    if (isFirst) this.#listener.ticked()
  }

  #isFitTick(bar: Bar): boolean {
    if (!isDrawableBar(bar) || (this.#isSigned !== true && bar.low <= 0)) return false
    const { time } = bar
    const resolution = this.#resolution
    const latestMs = Math.max(this.#clock.nowMs(), this.#newestMs) + aheadLimitMs(resolution)
    if (time > latestMs) return false
    if (time <= this.#newestMs || phaseOf(resolution, time) === (this.#phaseMs ?? 0)) return true
    // Another session may have another phase, but does not begin within a bar of the last one.
    const isNear = isIntraday(resolution) && time - this.#newestMs < 2 * resolutionMs(resolution)
    return !isNear && !isTooClose(resolution, this.#newestMs, time)
  }

  #track(generation: number, request?: BarRequest): PendingAnswer {
    const pending: PendingAnswer = { isOpen: true, cancelTimeout: () => {} }
    pending.cancelTimeout = this.#clock.after(answerTimeoutMs, () => {
      // A late answer is still accepted, but the trader sees the failure meanwhile.
      const isOpen = request === undefined || this.#isOpenRequest(request)
      if (isOpen && this.#isCurrent(generation)) this.#fail(generation, 'timeout')
    })
    return pending
  }

  /** True for the first answer to a request that is still relevant. */
  #answered(pending: PendingAnswer, generation: number): boolean {
    const isFirstAnswer = pending.isOpen
    pending.isOpen = false
    pending.cancelTimeout()
    return isFirstAnswer && this.#isCurrent(generation)
  }

  #fail(generation: number, failure: FeedFailure): void {
    if (!this.#isCurrent(generation)) return
    const reason = reasonText(failure)
    if (this.#newestMs !== Number.NEGATIVE_INFINITY) {
      this.#isPaging = false
      this.#pagingAllowedMs = this.#clock.nowMs() + failedPagePauseMs
      this.#listener.older([], this.#hasOlder)
      this.#addWarning('older')
      return this.#warn(`Older bars of ${this.#symbol} could not be loaded: ${reason}`)
    }
    const isUnknown = /unknown.?symbol|invalid.?symbol/i.test(reason)
    // A late answer to an earlier attempt is accepted too: the first one wins.
    if (!isUnknown) this.#retry.plan(() => this.#start(generation))
    this.#listener.failed(isUnknown ? 'unknownSymbol' : 'failed', reason)
  }

  #guarded(generation: number, call: () => void): void {
    try {
      call()
    } catch (failure) {
      this.#fail(generation, failure instanceof Error ? failure : String(failure))
    }
  }

  #addWarning(warning: FeedWarning): void {
    if (this.#warnings.includes(warning)) return
    this.#warnings = [...this.#warnings, warning]
    this.#listener.warningsChanged(this.#warnings)
  }

  #removeWarning(warning: FeedWarning): void {
    if (!this.#warnings.includes(warning)) return
    this.#warnings = this.#warnings.filter((one) => one !== warning)
    this.#listener.warningsChanged(this.#warnings)
  }

  #warn(text: string): void {
    const nowMs = this.#clock.nowMs()
    if (nowMs - this.#lastWarningMs < warnPauseMs) return
    this.#lastWarningMs = nowMs
    this.#listener.warn(text)
  }
}

type BarRequest = {
  readonly generation: number
  /** The oldest bar at the time of the request; if it has changed, the request is obsolete. */
  readonly oldestMs: number
  readonly info: SymbolInfo
  readonly toMs: number
  readonly count: number
  readonly emptyAnswers: number
  readonly gapJumps: number
  readonly renewals: number
}
