// Traded volume of each trader per day, over thirty days: folded from fills, kept in memory and in
// the database (rules 3.6).

import { dayMs } from '@basis/domain/instrument/candle'
import { contractValue } from '@basis/domain/instrument/contract'
import { feeMarketOf, type FeeMarket, type TradedVolume } from '@basis/domain/instrument/fee-levels'
import type { InstrumentKind } from '@basis/domain/instrument/instrument'
import { amount, formatDecimal, parseDecimal, priceE8 } from '@basis/domain/numbers/fixed'
import type { EventBatch, OrderFilled } from '@basis/engine/events'
import { isDollarCoin } from '../costs/dollar-coins.ts'
import type { TradedVolumeRow } from '../history-tables.ts'

/** Number of days that count: today and those before it. */
export const volumeDays = 30

/** The fields of an instrument that give a fill's value in dollars. */
export type VolumeMarket = {
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly lotSizeE8: number
  readonly baseCoin: string
  readonly quoteCoin: string
}

type FilledSize = Pick<OrderFilled['fill'], 'value' | 'qtyLots'>

const dayOf = (timeMs: number): number => timeMs - (timeMs % dayMs)

type Day = { spot: bigint; derivatives: bigint }

/** All traders; called with every batch, in order. */
export class TradedVolumes {
  readonly #isTrader: (account: number) => boolean
  readonly #markets = new Map<string, VolumeMarket>()
  /** Index prices of base coins in dollars, ×1e8. */
  readonly #indexE8 = new Map<string, number>()
  readonly #days = new Map<number, Map<number, Day>>()
  /** Days changed since they were stored, and accounts changed since `takeMoved`. */
  readonly #changed = new Map<string, readonly [account: number, startMs: number]>()
  #moved = new Set<number>()
  #dayMs: number

  constructor(
    markets: readonly VolumeMarket[],
    start: { readonly rows: readonly TradedVolumeRow[]; readonly nowMs: number },
    isTrader: (account: number) => boolean,
  ) {
    this.#isTrader = isTrader
    this.#dayMs = dayOf(start.nowMs)
    for (const market of markets) this.list(market)
    for (const { account, startMs, spot, derivatives } of start.rows) {
      this.#dayOf(account, startMs).spot = parseDecimal(spot, 8) ?? 0n
      this.#dayOf(account, startMs).derivatives = parseDecimal(derivatives, 8) ?? 0n
      this.#moved.add(account)
    }
  }

  list(market: VolumeMarket): void {
    this.#markets.set(market.symbol, market)
  }

  apply({ timeMs, events }: EventBatch): void {
    const today = dayOf(timeMs)
    if (today > this.#dayMs) this.#begin(today)
    for (const event of events) {
      if (event.kind === 'OrderFilled') this.#take(event.order.account, event.order, event.fill)
      else if (event.kind === 'SpreadFilled') {
        const { spread, fill } = event
        for (const leg of [fill.far, fill.near]) this.#take(spread.account, leg, leg)
      } else if (event.kind === 'PricesChanged') {
        const market = this.#markets.get(event.symbol)
        const isDollar = market !== undefined && isDollarCoin(market.quoteCoin)
        if (isDollar) this.#indexE8.set(market.baseCoin, event.indexE8)
      }
    }
  }

  /** Returns an account's traded volume of today and the 29 days before. */
  of(account: number): TradedVolume {
    const sum: Day = { spot: 0n, derivatives: 0n }
    for (const [startMs, day] of this.#days.get(account) ?? []) {
      if (startMs <= this.#dayMs - volumeDays * dayMs) continue
      sum.spot += day.spot
      sum.derivatives += day.derivatives
    }
    return { spot: amount(sum.spot), derivatives: amount(sum.derivatives) }
  }

  /**
   * Returns the accounts whose volume changed since the previous call; at first all that have any.
   */
  takeMoved(): readonly number[] {
    const moved = [...this.#moved]
    this.#moved = new Set()
    return moved
  }

  /** Returns the rows to be stored since the previous call. */
  takeChanges(): readonly TradedVolumeRow[] {
    const rows = [...this.#changed.values()].map(([account, startMs]) => {
      const { spot, derivatives } = this.#dayOf(account, startMs)
      const texts = { spot: formatDecimal(spot, 8), derivatives: formatDecimal(derivatives, 8) }
      return { account, startMs, ...texts }
    })
    this.#changed.clear()
    return rows
  }

  /** When a day begins, the oldest drops out: the volume of all who traded on it falls. */
  #begin(today: number): void {
    this.#dayMs = today
    for (const [account, days] of this.#days) {
      for (const startMs of days.keys()) {
        if (startMs > today - volumeDays * dayMs) continue
        days.delete(startMs)
        this.#moved.add(account)
      }
      if (days.size === 0) this.#days.delete(account)
    }
  }

  /** Each leg of a combination counts in its own market, like any fill (rules 20.3). */
  #take(account: number, { symbol }: { readonly symbol: string }, fill: FilledSize): void {
    const market = this.#markets.get(symbol)
    if (market === undefined || !this.#isTrader(account)) return
    const side: FeeMarket = feeMarketOf(market)
    this.#dayOf(account, this.#dayMs)[side] += this.#usd(market, fill)
    this.#moved.add(account)
    this.#changed.set(`${account} ${this.#dayMs}`, [account, this.#dayMs])
  }

  /** A fill's value in dollars; an inverse contract is worth one dollar a piece. */
  #usd(market: VolumeMarket, { value, qtyLots }: FilledSize): bigint {
    const qty = amount(BigInt(qtyLots) * BigInt(market.lotSizeE8))
    if (market.kind === 'Inverse') return qty
    if (isDollarCoin(market.quoteCoin)) return value
    if (isDollarCoin(market.baseCoin)) return qty
    return contractValue('Linear', qty, priceE8(this.#indexE8.get(market.baseCoin) ?? 0))
  }

  #dayOf(account: number, startMs: number): Day {
    let days = this.#days.get(account)
    if (days === undefined) {
      days = new Map()
      this.#days.set(account, days)
    }
    const found = days.get(startMs)
    if (found !== undefined) return found
    const day = { spot: 0n, derivatives: 0n }
    days.set(startMs, day)
    return day
  }
}
