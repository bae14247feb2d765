// Turns events into topic messages: manages the open channels, polls their feeds and sends account
// changes at once.

import { symbolId, type AccountId } from '@basis/domain/numbers/brand'
import type { Event, EventBatch } from '@basis/engine/events'
import type { WireNotice } from '@basis/protocol/topics/public-messages'
import { formatTopic, type Topic } from '@basis/protocol/topics/topic'
import type { AlertChange } from '../alerts/alerts.ts'
import { AccountFeeds, accountKinds, type AccountKind } from './account-feeds.ts'
import { bookFeed } from './book-feed.ts'
import { Channel, type Feed, type PushSources, type Reader } from './channel.ts'
import { DeliveryNotices } from './delivery-notices.ts'
import { candleFeed, liquidationFeed, pickerFeed, tickerFeed, tradeFeed } from './market-feeds.ts'
import { optionQuotesFeed } from './option-pushes.ts'
import { spreadFeed } from './spread-feeds.ts'

/** Public feeds are polled at this interval; each also has an interval of its own. */
const tickMs = 50
/** Prices change margins and PnL without an event: each account is rechecked at this interval. */
const refreshMs = 1000
/** ADL indicators depend on other accounts: positions are resent at this interval. */
const lightsMs = 10_000
const refreshedKinds: readonly AccountKind[] = ['userPosition', 'userWallet']

type OpenAccount = {
  readonly account: AccountId
  readonly feeds: AccountFeeds
  readonly channels: Map<AccountKind, Channel>
  /** Identifies the prices that the account's figures were last computed with. */
  priceStamp: string
  publishedMs: number
}

/** Called with an error in a channel, and whose or which it is. */
type FailureListener = (error: unknown, what: string) => void

const thrown: FailureListener = (error) => {
  throw error
}

/** Without readers there is no timer, and an event costs one lookup in an empty map. */
export class Publisher {
  readonly #sources: PushSources
  readonly #onFailure: FailureListener
  readonly #unsubscribe: readonly (() => void)[]
  readonly #publics = new Map<string, Channel>()
  readonly #accounts = new Map<AccountId, OpenAccount>()
  readonly #ownerOf = new Map<Channel, OpenAccount>()
  /** Accounts that had an event in the current command. */
  readonly #inBatch = new Set<OpenAccount>()
  readonly #concerned = new Set<OpenAccount>()
  readonly #deliveries: DeliveryNotices
  #isFlushing = false
  #timer: NodeJS.Timeout | undefined
  /** The next account to recheck; one pass over all takes a second. */
  #walk: Iterator<OpenAccount> = [].values()
  #walkEndsMs = 0

  constructor(sources: PushSources, onFailure: FailureListener = thrown) {
    this.#sources = sources
    this.#onFailure = onFailure
    this.#deliveries = new DeliveryNotices(sources.exchange.views)
    this.#unsubscribe = [
      sources.exchange.subscribe((batch) => this.#take(batch)),
      sources.alerts.subscribe((change) => this.#takeAlerts(change)),
    ]
  }

  /** Adds a reader and returns its channel; undefined if the topic has no such instrument. */
  add(topic: Topic, reader: Reader, account?: AccountId): Channel | undefined {
    const channel = this.#open(topic, account)
    channel?.readers.add(reader)
    this.#keepTime()
    return channel
  }

  remove(channel: Channel, reader: Reader): void {
    channel.readers.delete(reader)
    if (channel.readers.size > 0) return
    if (this.#publics.get(channel.name) === channel) this.#publics.delete(channel.name)
    const owner = this.#ownerOf.get(channel)
    if (owner !== undefined) {
      this.#ownerOf.delete(channel)
      for (const [kind, other] of owner.channels) {
        if (other === channel) owner.channels.delete(kind)
      }
      // After a failure the account may have been opened again.
      const isOpen = this.#accounts.get(owner.account) === owner
      if (isOpen && owner.channels.size === 0) this.#accounts.delete(owner.account)
    }
    this.#keepTime()
  }

  /** Sends a notice to all its subscribers. */
  notify(notice: WireNotice): void {
    this.#publics.get(formatTopic({ kind: 'notice' }))?.publish([notice])
  }

  get channelCount(): number {
    return this.#publics.size + this.#accounts.size
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    clearInterval(this.#timer)
    this.#publics.clear()
    this.#accounts.clear()
    this.#ownerOf.clear()
  }

  #take({ events, timeMs }: EventBatch): void {
    for (const notice of this.#deliveries.take(timeMs)) this.notify(notice)
    for (const event of events) {
      const account = accountOf(event)
      const open = account === undefined ? undefined : this.#accounts.get(account)
      if (open !== undefined) {
        this.#guarded(open, () => {
          this.#inBatch.add(open)
          if (open.feeds.take(event, timeMs)) this.#concerned.add(open)
        })
      } else if (event.kind === 'InstrumentListed') {
        // Options are read from their chain; there are too many for notices.
        const { symbol, status, option } = event.instrument
        if (option !== undefined) continue
        this.notify({ kind: 'instrument', symbol, text: status })
        this.#deliveries.relisted(timeMs)
      }
    }
    for (const open of this.#inBatch) this.#guarded(open, () => open.feeds.endBatch())
    this.#inBatch.clear()
    this.#flushSoon()
  }

  #takeAlerts(change: AlertChange): void {
    const open = this.#accounts.get(change.account)
    if (open === undefined) return
    this.#guarded(open, () => {
      open.feeds.takeAlerts(change)
      this.#concerned.add(open)
    })
    this.#flushSoon()
  }

  #flushSoon(): void {
    if (this.#concerned.size === 0 || this.#isFlushing) return
    this.#isFlushing = true
    // All commands of one turn are sent together.
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isFlushing = false
    for (const open of this.#concerned) this.#publish(open)
    this.#concerned.clear()
  }

  /** Sends the changes of an account. */
  #publish(open: OpenAccount, only?: readonly AccountKind[]): void {
    this.#guarded(open, () => publishChanges(open, only))
  }

  /**
   * Closes an account's channels after an error: thrown from a timer it would end the process for
   * all traders, and thrown from a listener take the other accounts' events.
   */
  #guarded(open: OpenAccount, act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#inBatch.delete(open)
      this.#concerned.delete(open)
      if (this.#accounts.get(open.account) === open) this.#accounts.delete(open.account)
      for (const channel of open.channels.values()) failReaders(channel)
      this.#onFailure(error, `account ${open.account}`)
    }
  }

  #poll(channel: Channel, nowMs: number): void {
    try {
      channel.poll(nowMs)
    } catch (error) {
      this.#publics.delete(channel.name)
      failReaders(channel)
      this.#onFailure(error, channel.name)
    }
  }

  #tick(): void {
    const nowMs = performance.now()
    for (const channel of this.#publics.values()) this.#poll(channel, nowMs)
    this.#refresh(nowMs)
  }

  /** Rechecks a share of the accounts, which spreads the work over a second. */
  #refresh(nowMs: number): void {
    for (let left = Math.ceil((this.#accounts.size * tickMs) / refreshMs); left > 0; left -= 1) {
      const next = this.#walk.next()
      if (next.done === true) {
        if (nowMs < this.#walkEndsMs) return
        this.#walkEndsMs = nowMs + refreshMs
        this.#walk = this.#accounts.values()
        left += 1
      } else this.#refreshOne(next.value, nowMs)
    }
  }

  /** Resends positions and wallet if a price that they depend on has moved. */
  #refreshOne(open: OpenAccount, nowMs: number): void {
    const stamp = this.#sources.exchange.views.priceStamp(open.account)
    const areLightsOld = stamp !== '' && nowMs - open.publishedMs >= lightsMs
    if (stamp === open.priceStamp && !areLightsOld) return
    open.priceStamp = stamp
    open.publishedMs = nowMs
    this.#publish(open, refreshedKinds)
  }

  #keepTime(): void {
    if (this.#publics.size > 0 || this.#accounts.size > 0) {
      this.#timer ??= setInterval(() => this.#tick(), tickMs)
      return
    }
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #open(topic: Topic, account: AccountId | undefined): Channel | undefined {
    const name = formatTopic(topic)
    const kind = accountKindOf(topic)
    if (kind === undefined) {
      const channel = this.#publics.get(name) ?? publicChannel(this.#sources, topic)
      if (channel !== undefined) this.#publics.set(name, channel)
      return channel
    }
    if (account === undefined) return undefined
    const open = this.#accounts.get(account) ?? {
      account,
      feeds: new AccountFeeds(account, this.#sources),
      channels: new Map<AccountKind, Channel>(),
      priceStamp: '',
      publishedMs: 0,
    }
    this.#accounts.set(account, open)
    const made = (): Channel => new Channel(name, open.feeds.feed(kind), this.#sources)
    const channel = open.channels.get(kind) ?? made()
    open.channels.set(kind, channel)
    this.#ownerOf.set(channel, open)
    return channel
  }
}

/** Returns the account of an event; no event belongs to two accounts. */
function accountOf(event: Event): AccountId | undefined {
  if ('order' in event) return event.order.account
  if ('spread' in event) return event.spread.account
  if ('position' in event) return event.position.account
  if ('algo' in event) return event.algo.account
  return 'account' in event ? event.account : undefined
}

const accountKindOf = ({ kind }: Topic): AccountKind | undefined =>
  accountKinds.find((known) => known === kind)

/** Readers must not continue with a gap. */
function failReaders({ readers }: Channel): void {
  for (const reader of readers) reader.fail()
  readers.clear()
}

/** Sends the changes of an account's channels; of all kinds by default. */
function publishChanges({ channels, feeds }: OpenAccount, only?: readonly AccountKind[]): void {
  for (const [kind, channel] of channels) {
    if (only !== undefined && !only.includes(kind)) continue
    const data = channel.feed.changes()
    if (data !== undefined) channel.publish(data)
  }
  // Data of topics without readers must not accumulate.
  if (only === undefined) feeds.dropUnread([...channels.keys()])
}

function publicChannel(sources: PushSources, topic: Topic): Channel | undefined {
  const name = formatTopic(topic)
  const made = (feed: Feed): Channel => new Channel(name, feed, sources)
  if (topic.kind === 'tickers') return made(pickerFeed(sources))
  if (topic.kind === 'notice') return made(noticeFeed)
  if (topic.kind === 'optionQuotes') return made(optionQuotesFeed(sources, topic))
  if (!('symbol' in topic)) return undefined
  if (topic.kind === 'spread') {
    const feed = spreadFeed(sources, topic.symbol)
    return feed === undefined ? undefined : made(feed)
  }
  const instrument = sources.exchange.views.instrument(symbolId(topic.symbol))
  if (instrument === undefined) return undefined
  switch (topic.kind) {
    case 'instrumentInfo':
      return made(tickerFeed(sources, instrument))
    case 'trade':
      return made(tradeFeed(sources, instrument))
    case 'liquidation':
      // A spot pair has no positions.
      return instrument.kind === 'Spot' ? undefined : made(liquidationFeed(sources, instrument))
    case 'orderBook':
      return made(bookFeed(sources, instrument, topic.depth))
    case 'candle':
      return made(candleFeed(sources, instrument, topic))
  }
}

const noticeFeed: Feed = {
  kind: 'notice',
  isPrivate: false,
  everyMs: 0,
  snapshot: () => [],
  changes: () => undefined,
}
