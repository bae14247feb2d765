// The last 24 hours of each combination's trades: highest, lowest and first price, and volume.

import { dayMs } from '@basis/domain/instrument/candle'
import type { SymbolId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import type { Combination } from '@basis/domain/spread/combination'
import { formatSpreadQty } from '@basis/domain/spread/order'
import { formatSpread } from '@basis/domain/spread/pricing'
import type { SpreadTraded } from '@basis/engine/events'
import type { V5Parts } from '../context.ts'

const pageRows = 200

/** Decimal texts; the prices are empty without a trade. */
export type SpreadDay = {
  readonly highPrice24h: string
  readonly lowPrice24h: string
  readonly prevPrice24h: string
  readonly volume24h: string
}
export type SpreadTrade = Pick<SpreadTraded, 'tradeId' | 'priceTicks' | 'qtyLots'> & {
  readonly timeMs: number
}

/** How many trades come between two removals of those that are older than a day. */
const addedPerRemoval = 1000

/** Adds a trade after those that are known, and removes old ones from time to time. */
export function addTrade(known: SpreadTrade[], trade: SpreadTrade): void {
  if ((known.at(-1)?.tradeId ?? 0) >= trade.tradeId) return
  known.push(trade)
  if (known.length % addedPerRemoval === 0) dropBefore(known, trade.timeMs - dayMs)
}

function dropBefore(known: SpreadTrade[], fromMs: number): void {
  const first = known.findIndex(({ timeMs }) => timeMs >= fromMs)
  known.splice(0, first < 0 ? known.length : first)
}

/** Trades by combination, oldest first; read once from the history, then from events. */
class SpreadDays {
  readonly #parts: Pick<V5Parts, 'exchange' | 'readModel'>
  readonly #trades = new Map<SymbolId, Promise<SpreadTrade[]>>()

  constructor(parts: Pick<V5Parts, 'exchange' | 'readModel'>) {
    this.#parts = parts
    parts.exchange.subscribe(({ events, timeMs }) => {
      for (const event of events) {
        if (event.kind !== 'SpreadTraded') continue
        const { symbol, tradeId, priceTicks, qtyLots: lots } = event
        const trade = { tradeId, priceTicks, qtyLots: lots, timeMs }
        // The query that reads them reports a failure.
        this.#trades.get(symbol)?.then(
          (known) => addTrade(known, trade),
          () => undefined,
        )
      }
    })
  }

  async of(combination: Combination): Promise<SpreadDay> {
    const { symbol } = combination
    const known = this.#trades.get(symbol) ?? this.#read(symbol)
    this.#trades.set(symbol, known)
    const trades = await known.catch((error: unknown) => {
      // The next question reads again.
      if (this.#trades.get(symbol) === known) this.#trades.delete(symbol)
      throw error
    })
    dropBefore(trades, this.#parts.exchange.lastTimeMs() - dayMs)
    let [high, low] = [trades[0]?.priceTicks, trades[0]?.priceTicks]
    let volume = 0
    for (const { priceTicks, qtyLots: lots } of trades) {
      if (high === undefined || priceTicks > high) high = priceTicks
      if (low === undefined || priceTicks < low) low = priceTicks
      volume += lots
    }
    const price = (ticks: SpreadTrade['priceTicks'] | undefined): string =>
      ticks === undefined ? '' : formatSpread(combination, ticks)
    return {
      highPrice24h: price(high),
      lowPrice24h: price(low),
      prevPrice24h: price(trades[0]?.priceTicks),
      volume24h: formatSpreadQty(combination, qtyLots(volume)),
    }
  }

  async #read(symbol: SymbolId): Promise<SpreadTrade[]> {
    const { exchange, readModel } = this.#parts
    const fromMs = exchange.lastTimeMs() - dayMs
    const trades: SpreadTrade[] = []
    let cursor: string | undefined
    do {
      const part = cursor === undefined ? {} : { cursor }
      const page = await readModel.settlements({
        kind: 'SpreadTraded',
        symbol,
        fromMs,
        limit: pageRows,
        ...part,
      })
      trades.push(...page.rows.map(({ event, timeMs }) => ({ ...event, timeMs })))
      cursor = page.next
    } while (cursor !== undefined)
    return trades.toReversed()
  }
}

const days = new WeakMap<V5Parts['exchange'], SpreadDays>()

/** Returns the last 24 hours of a combination. */
export function spreadDayOf(
  parts: Pick<V5Parts, 'exchange' | 'readModel'>,
  combination: Combination,
): Promise<SpreadDay> {
  const known = days.get(parts.exchange) ?? new SpreadDays(parts)
  days.set(parts.exchange, known)
  return known.of(combination)
}
