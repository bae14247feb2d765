// The current market in memory: open candles, the last 24 hours, the last trades.

import {
  dayMs,
  minuteMs,
  type Candle,
  type CandleSource,
  type Resolution,
} from '@basis/domain/instrument/candle'
import { contractValue } from '@basis/domain/instrument/contract'
import { amount, priceE8, priceTicks } from '@basis/domain/numbers/fixed'
import type { InstrumentKind } from '@basis/domain/instrument/instrument'
import type { EventBatch, Event } from '@basis/engine/events'
import type { OpenSeries } from './candles/candle-series.ts'
import { EndedMinutes, emptyColumns, type CandleColumns } from './ended-minutes.ts'
import type { HistoryStart } from './history-store.ts'
import type { StoredCandle } from './portion-writer.ts'
import { LiveSeries } from './candles/live-series.ts'
import { tradesKept, type PublicTrade, type TickerView } from './read-model.ts'

/** The fields of an instrument that this module needs. */
export type HistoryMarket = {
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly tickSizeE8: number
  readonly lotSizeE8: number
  /** Present for an option, whose index is recorded with its coin's perpetual. */
  readonly option?: object | undefined
}

type NamedSeries = readonly [CandleSource, LiveSeries]

/** One symbol: its price series, its trades, its minutes of the last day. */
class LiveSymbol {
  readonly series: ReadonlyMap<CandleSource, LiveSeries>
  readonly #last: LiveSeries
  readonly #tickSizeE8: number
  /** The turnover of lots at a price: 1e-8 quote, for inverse contracts 1e-8 coin. */
  readonly #turnover: (ticks: number, lots: number) => bigint
  /** Newest last. */
  readonly #trades: PublicTrade[]
  readonly #minutes: EndedMinutes
  readonly #symbol: TickerView['symbol']
  #keptMs = 0
  /** The fold of the ended minutes of the last 24 hours; undefined after a change. */
  #day: Candle | undefined

  constructor(
    market: HistoryMarket,
    series: { readonly last: LiveSeries; readonly others: readonly NamedSeries[] },
    past: { readonly minutes: CandleColumns; readonly trades: PublicTrade[] },
  ) {
    this.#symbol = market.symbol as TickerView['symbol']
    this.#tickSizeE8 = market.tickSizeE8
    this.#turnover = turnoverOf(market)
    this.#last = series.last
    this.series = new Map<CandleSource, LiveSeries>([['last', series.last], ...series.others])
    this.#minutes = new EndedMinutes(past.minutes)
    this.#trades = past.trades
  }

  trade(trade: PublicTrade): void {
    const { timeMs, priceTicks: price, qtyLots } = trade
    const turnover = this.#turnover(price, qtyLots)
    this.#keepMinute(timeMs)
    this.#last.take({ timeMs, priceTicks: price, volumeLots: qtyLots, turnover })
    this.#trades.push(trade)
    if (this.#trades.length >= 2 * tradesKept) this.#trades.splice(0, tradesKept)
  }

  price(source: 'mark' | 'index', timeMs: number, priceE8: number): void {
    if (priceE8 <= 0) return
    // In candles 0 ticks are no price, and an option's mark can be below half a tick.
    const ticks = Math.max(1, Math.floor(priceE8 / this.#tickSizeE8 + 0.5))
    this.series.get(source)?.take({ timeMs, priceTicks: ticks, volumeLots: 0, turnover: 0n })
  }

  trades(limit: number): readonly PublicTrade[] {
    return this.#trades.slice(-Math.min(limit, tradesKept)).toReversed()
  }

  ticker(nowMs: number): TickerView | undefined {
    this.#keepMinute(nowMs)
    const open = this.#last.candle('1', nowMs)
    if (open === undefined) return undefined
    const day = this.#foldedDay(nowMs, open)
    return {
      symbol: this.#symbol,
      openTicks: priceTicks(day.open),
      hourAgoTicks: priceTicks(this.#hourAgo(nowMs, open)),
      highTicks: priceTicks(Math.max(day.high, open.high)),
      lowTicks: priceTicks(Math.min(day.low, open.low)),
      lastTicks: priceTicks(open.close),
      volumeLots: day.volumeLots + open.volumeLots,
      turnover: amount(day.turnover + open.turnover),
    }
  }

  /** The fold of the ended minutes of the last 24 hours, without the open one. */
  #foldedDay(nowMs: number, open: Candle): Candle {
    if (this.#minutes.dropBefore(nowMs - dayMs)) this.#day = undefined
    if (this.#day?.startMs !== open.startMs) this.#day = this.#minutes.fold(open)
    return this.#day
  }

  /** The close of the last minute that ended at least an hour ago; else the first known price. */
  #hourAgo(nowMs: number, open: Candle): number {
    return this.#minutes.priceAt(nowMs - 60 * minuteMs) ?? open.open
  }

  /** Adds the open minute to the ended ones once it is over. */
  #keepMinute(nowMs: number): void {
    const ended = this.#last.minuteBefore(nowMs)
    if (ended === undefined || ended.startMs <= this.#keptMs) return
    this.#keptMs = ended.startMs
    this.#day = undefined
    // The restored minutes may contain an earlier state of the same minute, which is replaced.
    this.#minutes.push(ended)
  }
}

/** Linear contracts and spot pairs multiply, inverse contracts divide (rules 1.2). */
function turnoverOf(market: HistoryMarket): (ticks: number, lots: number) => bigint {
  const { kind, tickSizeE8, lotSizeE8 } = market
  const contract = kind === 'Inverse' ? 'Inverse' : 'Linear'
  return (ticks, lots) => {
    const qty = amount(BigInt(lots) * BigInt(lotSizeE8))
    return contractValue(contract, qty, priceE8(ticks * tickSizeE8))
  }
}

/** The recorded data of a market; trades newest first. */
type Past = {
  readonly series: OpenSeries[]
  minutes: CandleColumns
  readonly trades: PublicTrade[]
}

/** All symbols; called with every batch, in order. */
export class LiveMarket {
  readonly #symbols = new Map<string, LiveSymbol>()
  /** Recorded data of markets that are not known yet, such as options after a restart. */
  readonly #past = new Map<string, Past>()
  /** When contracts ended; a day later they are dropped, as by a start. */
  readonly #endedMs = new Map<string, number>()
  #minute = 0
  #nowMs: number

  constructor(
    markets: readonly HistoryMarket[],
    start: Pick<HistoryStart, 'timeMs' | 'series' | 'minutes' | 'trades'>,
  ) {
    this.#nowMs = start.timeMs
    for (const one of start.series) this.#pastOf(one.symbol).series.push(one)
    for (const [symbol, minutes] of start.minutes) this.#pastOf(symbol).minutes = minutes
    for (const trade of start.trades) this.#pastOf(trade.symbol).trades.push(trade)
    for (const market of markets) this.list(market)
  }

  #pastOf(symbol: string): Past {
    const found = this.#past.get(symbol)
    if (found !== undefined) return found
    const made: Past = { series: [], minutes: emptyColumns(0), trades: [] }
    this.#past.set(symbol, made)
    return made
  }

  /** Adds a market, which continues from its recorded data. */
  list(market: HistoryMarket): void {
    const { symbol } = market
    if (this.#symbols.has(symbol)) return
    const past = this.#pastOf(symbol)
    const of = (source: CandleSource): LiveSeries => {
      const found = past.series.find((one) => one.source === source)
      return new LiveSeries(found ?? { symbol, source, display: [], steps: [] })
    }
    const others: readonly CandleSource[] =
      market.option === undefined ? ['mark', 'index'] : ['mark']
    const own = { minutes: past.minutes, trades: past.trades.toReversed() }
    const series = { last: of('last'), others: others.map((each) => [each, of(each)] as const) }
    this.#symbols.set(symbol, new LiveSymbol(market, series, own))
    this.#past.delete(symbol)
  }

  end(symbol: string, atMs: number): void {
    if (this.#symbols.has(symbol)) this.#endedMs.set(symbol, atMs)
  }

  get nowMs(): number {
    return this.#nowMs
  }

  apply({ seq, timeMs, events }: EventBatch): void {
    this.#nowMs = timeMs
    const minute = Math.floor(timeMs / minuteMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#roll(timeMs)
    }
    for (const event of events) this.#take(event, seq, timeMs)
  }

  takeChanges(): StoredCandle[] {
    const changes: StoredCandle[] = []
    for (const { series } of this.#symbols.values()) {
      for (const one of series.values()) changes.push(...one.takeChanges())
    }
    return changes
  }

  series(symbol: string, source: CandleSource): LiveSeries | undefined {
    return this.#symbols.get(symbol)?.series.get(source)
  }

  /** The last trade's price, or the seed's before the first trade. */
  lastTicks(symbol: string): number | undefined {
    const close = this.series(symbol, 'last')?.close
    return close === 0 ? undefined : close
  }

  endedCandle(symbol: string, source: CandleSource, resolution: Resolution): Candle | undefined {
    return this.series(symbol, source)?.endedCandle(resolution, this.#nowMs)
  }

  trades(symbol: string, limit: number): readonly PublicTrade[] {
    return this.#symbols.get(symbol)?.trades(limit) ?? []
  }

  ticker(symbol: string): TickerView | undefined {
    return this.#symbols.get(symbol)?.ticker(this.#nowMs)
  }

  tickers(): TickerView[] {
    return [...this.#symbols.values()].flatMap((one) => one.ticker(this.#nowMs) ?? [])
  }

  #roll(timeMs: number): void {
    for (const { series } of this.#symbols.values()) {
      for (const one of series.values()) one.roll(timeMs)
    }
    for (const [symbol, endedMs] of this.#endedMs) {
      if (timeMs - endedMs <= dayMs) continue
      this.#symbols.delete(symbol)
      this.#endedMs.delete(symbol)
    }
  }

  #take(event: Event, seq: number, timeMs: number): void {
    if (event.kind === 'Traded') {
      const { kind: _kind, ...trade } = event
      this.#symbols.get(event.symbol)?.trade({ ...trade, seq, timeMs })
    } else if (event.kind === 'PricesChanged') {
      const symbol = this.#symbols.get(event.symbol)
      symbol?.price('mark', timeMs, event.markE8)
      symbol?.price('index', timeMs, event.indexE8)
    }
  }
}
