// Public topics by name, with their feeds (open API 10); all subscribers of a name share one.

import { v5BookDepths, v5FundGroups } from '@basis/protocol/v5/topics'
import { isV5Interval, type V5SocketCategory } from '@basis/protocol/v5/vocabulary'
import type { V5Parts } from '../context.ts'
import { findInstrument, instrumentsOf } from '../instruments.ts'
import type { V5Connection } from './connection.ts'
import { bookFeed, candleFeed, optionTradeFeed, tickerFeed, tradeFeed } from './market-feeds.ts'
import { spreadFeed } from '../spread/spread-feeds.ts'
import { adlFeed, insuranceFeed, liquidationFeed, priceLimitFeed } from './risk-feeds.ts'
import { Topic, type TopicFeed } from './topic.ts'

/** Maintenance notices, of which a simulated venue has none: subscribers receive nothing. */
const maintenanceFeed: TopicFeed = {
  everyMs: Infinity,
  hasSnapshot: true,
  snapshot: () => undefined,
  poll: () => undefined,
}

/** Returns the feed of a topic name on a socket of the category; undefined if there is none. */
function feedOf(parts: V5Parts, category: V5SocketCategory, name: string): TopicFeed | undefined {
  if (category === 'spread') return spreadFeed(parts, name)
  if (category === 'misc/status') return name === 'system.status' ? maintenanceFeed : undefined
  const [kind = '', ...rest] = name.split('.')
  const symbol = rest.at(-1) ?? ''
  const { views } = parts.exchange
  const [detail] = rest
  if (kind === 'insurance' || kind === 'adlAlert') {
    const group = rest.length === 1 ? v5FundGroups.find((known) => known === symbol) : undefined
    if (group === undefined) return undefined
    return kind === 'insurance' ? insuranceFeed(parts, group) : adlFeed(parts, group)
  }
  if (kind === 'publicTrade' && category === 'option' && rest.length === 1) {
    const isListed = instrumentsOf(views, category).some(({ baseCoin }) => baseCoin === symbol)
    return isListed ? optionTradeFeed(parts, symbol) : undefined
  }
  const instrument = findInstrument(views, category, symbol)
  if (instrument === undefined) return undefined
  const isDerivative = category === 'linear' || category === 'inverse'
  if (rest.length === 1) {
    if (kind === 'publicTrade') return tradeFeed(parts, instrument)
    if (kind === 'tickers') return tickerFeed(parts, instrument)
    if (kind === 'allLiquidation' && isDerivative) return liquidationFeed(parts, instrument)
    return kind === 'priceLimit' && category !== 'option'
      ? priceLimitFeed(parts, instrument)
      : undefined
  }
  if (rest.length !== 2 || detail === undefined) return undefined
  if (kind === 'orderbook' && v5BookDepths[category].includes(detail)) {
    return bookFeed(parts, instrument, Number(detail))
  }
  if (kind !== 'kline' || category === 'option' || !isV5Interval(detail)) return undefined
  return candleFeed(parts, instrument, detail)
}

const tickMs = 10

/** Called with an error in a topic's feed and the topic's name. */
export type FailureListener = (error: unknown, topic: string) => void

const thrown: FailureListener = (error) => {
  throw error
}

/** All public topics with subscribers. */
export class PublicTopics {
  readonly #parts: V5Parts
  readonly #onFailure: FailureListener
  readonly #open = new Map<string, Topic>()
  /** The keys of the open topics: a search for each that closes would cost more than the topic. */
  readonly #keys = new Map<Topic, string>()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: V5Parts, onFailure: FailureListener = thrown) {
    this.#parts = parts
    this.#onFailure = onFailure
  }

  get count(): number {
    return this.#open.size
  }

  /** Returns a topic by name, created if it has no subscribers; undefined if unknown. */
  find(category: V5SocketCategory, name: string): Topic | undefined {
    const key = `${category} ${name}`
    const known = this.#open.get(key)
    if (known !== undefined) return known
    const feed = feedOf(this.#parts, category, name)
    if (feed === undefined) return undefined
    const topic = new Topic(name, feed)
    this.#open.set(key, topic)
    this.#keys.set(topic, key)
    this.#timer ??= setInterval(() => this.#tick(), tickMs)
    return topic
  }

  /**
   * Adds a subscriber and sends it the first message synchronously, so that no delta comes between.
   */
  add(topic: Topic, reader: V5Connection): void {
    topic.begin(reader)
    topic.readers.add(reader)
    reader.topics.set(topic.name, topic)
  }

  remove(topic: Topic, reader: V5Connection): void {
    topic.readers.delete(reader)
    reader.forget(topic)
    this.close(topic)
  }

  /** Closes a topic without subscribers. */
  close(topic: Topic): void {
    if (topic.readers.size > 0) return
    const key = this.#keys.get(topic)
    if (key === undefined) return
    topic.stop()
    this.#keys.delete(topic)
    this.#open.delete(key)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const topic of this.#open.values()) topic.stop()
    this.#open.clear()
    this.#keys.clear()
  }

  #tick(): void {
    const nowMs = performance.now()
    for (const topic of this.#open.values()) {
      // An error thrown from a timer would end the process for all traders.
      try {
        topic.poll(nowMs)
      } catch (error) {
        this.#fail(topic, error)
      }
    }
  }

  /** Subscribers must not continue with a gap; without any, the topic is not polled again. */
  #fail(topic: Topic, error: unknown): void {
    for (const reader of topic.readers) reader.fail()
    topic.readers.clear()
    this.close(topic)
    this.#onFailure(error, topic.name)
  }
}
