// The feed of the page bench: a market of one symbol, generated from a seed, in the exchange's own
// message format.

import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import { formatTopic, parseTopic } from '@basis/protocol/topics/topic'

const feedSymbol = 'BTCUSDT'

/** The listing's steps: 0.1 in price, 0.001 in quantity. */
const priceDecimals = 1
const qtyDecimals = 3
const levelCount = 200
const firstMidTicks = 640_000

const decimal = (units: number, decimals: number): string =>
  (units / 10 ** decimals).toFixed(decimals)
const price = (ticks: number): string => decimal(ticks, priceDecimals)
const qty = (lots: number): string => decimal(lots, qtyDecimals)

type Level = [ticks: number, lots: number]

/** A market whose messages have the exchange's own format. */
export class PageFeed {
  readonly #chance: Prng
  readonly #bids: Level[] = []
  readonly #asks: Level[] = []
  #seq = 1
  #updateNo = 1
  #tradeNo = 1

  constructor(seed: number) {
    this.#chance = createPrng(seed)
    for (let at = 1; at <= levelCount; at += 1) {
      this.#bids.push([firstMidTicks - at, this.#lots()])
      this.#asks.push([firstMidTicks + at, this.#lots()])
    }
  }

  /** Returns the first answer to a subscription, undefined if the topic has no snapshot. */
  snapshot(topic: string): string | undefined {
    switch (parseTopic(topic)?.kind) {
      case 'orderBook':
        this.#updateNo = 1
        return this.#write(topic, 'snapshot', this.#depth(this.#bids, this.#asks))
      case 'trade':
        return this.#write(topic, 'snapshot', [this.#trade()])
      case 'instrumentInfo':
        return this.#write(topic, 'snapshot', this.#ticker())
      default:
        return undefined
    }
  }

  /** Returns the next message: of ten, six are book changes, three trades, one a ticker. */
  next(): string {
    const kind = this.#below(10)
    if (kind < 6) return this.#bookChange()
    if (kind < 9) return this.#write(formatTopic(tradeTopic), 'delta', [this.#trade()])
    return this.tickerChange()
  }

  /** Returns a ticker message with the current price. */
  tickerChange(): string {
    const { symbol, lastPrice, markPrice } = this.#ticker()
    return this.#write(formatTopic(tickerTopic), 'delta', { symbol, lastPrice, markPrice })
  }

  /** The last price in ticks: the best bid. */
  get lastTicks(): number {
    return this.#bids[0]?.[0] ?? firstMidTicks
  }

  get lastPrice(): string {
    return price(this.lastTicks)
  }

  #bookChange(): string {
    // From time to time the whole book moves by a tick, so that the price changes.
    const changed = this.#below(20) === 0 ? this.#move() : this.#resize()
    this.#updateNo += 1
    return this.#write(formatTopic(bookTopic), 'delta', this.#depth(changed.bids, changed.asks))
  }

  #resize(): { bids: Level[]; asks: Level[] } {
    const changed = { bids: [] as Level[], asks: [] as Level[] }
    for (let count = 1 + this.#below(4); count > 0; count -= 1) {
      const side = this.#below(2) === 0 ? 'bids' : 'asks'
      // Most changes are near the best price.
      const at = Math.min(this.#below(levelCount), this.#below(30))
      const level = (side === 'bids' ? this.#bids : this.#asks)[at]
      if (level === undefined) continue
      level[1] = this.#lots()
      if (!changed[side].includes(level)) changed[side].push(level)
    }
    return changed
  }

  #move(): { bids: Level[]; asks: Level[] } {
    const up = this.#below(2) === 0
    const [from, to] = up ? [this.#asks, this.#bids] : [this.#bids, this.#asks]
    const step = up ? 1 : -1
    const [gone, far] = [from.shift(), to.pop()]
    if (gone === undefined || far === undefined) return { bids: [], asks: [] }
    const near: Level = [(to[0]?.[0] ?? firstMidTicks) + step, this.#lots()]
    const deep: Level = [(from.at(-1)?.[0] ?? firstMidTicks) + step, this.#lots()]
    to.unshift(near)
    from.push(deep)
    const taken: Level[] = [[gone[0], 0], deep]
    const given: Level[] = [near, [far[0], 0]]
    return up ? { bids: given, asks: taken } : { bids: taken, asks: given }
  }

  #depth(bids: readonly Level[], asks: readonly Level[]) {
    const written = (levels: readonly Level[]) =>
      levels.map(([ticks, lots]) => [price(ticks), qty(lots)])
    const place = { u: this.#updateNo, seq: this.#seq }
    return { s: feedSymbol, b: written(bids), a: written(asks), ...place }
  }

  #trade() {
    this.#tradeNo += 1
    const isBuy = this.#below(2) === 0
    return {
      i: String(this.#tradeNo),
      p: price(this.lastTicks + (isBuy ? 1 : 0)),
      v: qty(this.#lots()),
      S: isBuy ? 'Buy' : 'Sell',
      T: Date.now(),
    }
  }

  #ticker() {
    return {
      symbol: feedSymbol,
      lastPrice: this.lastPrice,
      markPrice: this.lastPrice,
      indexPrice: this.lastPrice,
      prevPrice24h: price(firstMidTicks),
      price24hPcnt: '0.0123',
      highPrice24h: price(firstMidTicks + 9_000),
      lowPrice24h: price(firstMidTicks - 9_000),
      volume24h: '17950.123',
      turnover24h: '1150000000.5',
      bid1Price: this.lastPrice,
      ask1Price: price(this.lastTicks + 1),
      openInterest: '2.470',
      fundingRate: '0.0001',
      nextFundingTimeE3: Date.now() + 3_600_000,
      fundingIntervalMin: 480,
      maxBuyPrice: price(firstMidTicks + 9_000),
      minSellPrice: price(firstMidTicks - 9_000),
    }
  }

  #write(topic: string, type: 'snapshot' | 'delta', data: unknown): string {
    this.#seq += 1
    return JSON.stringify({ topic, type, seq: this.#seq, ts: Date.now(), data })
  }

  #lots(): number {
    return 1 + this.#below(2_000)
  }

  #below(bound: number): number {
    return this.#chance.nextBelow(bound)
  }
}

const bookTopic = { kind: 'orderBook', depth: 200, symbol: feedSymbol } as const
const tradeTopic = { kind: 'trade', symbol: feedSymbol } as const
const tickerTopic = { kind: 'instrumentInfo', symbol: feedSymbol } as const

/** The topics sent to a client without subscriptions. */
export const feedTopics: readonly string[] = [bookTopic, tradeTopic, tickerTopic].map((topic) =>
  formatTopic(topic),
)
