// Combinations as feeds: one topic for all public data of one, and an account's orders and fills.

import { symbolId, type AccountId } from '@basis/domain/numbers/brand'
import type { SpreadFilled, SpreadOrderChanged } from '@basis/engine/events'
import { spreadBookLevels, type WireSpreadMarket } from '@basis/protocol/spread/market'
import type { WireSpreadNews } from '@basis/protocol/spread/order'
import {
  encodeSpreadBook,
  encodeSpreadFill,
  encodeSpreadInstrument,
  encodeSpreadOrder,
  encodeSpreadTicker,
  encodeSpreadTrade,
} from '../exchange/encoded-spreads.ts'
import type { Feed, PushSources } from './channel.ts'

/** Returns the feed of a combination: always the full state, and only if it changed. */
export function spreadFeed({ exchange, readModel }: PushSources, name: string): Feed | undefined {
  const symbol = symbolId(name)
  const { views } = exchange
  if (views.spreads.market(symbol) === undefined) return undefined
  let trades: WireSpreadMarket['trades'] = []
  let tradedLots = -1
  let isReading = false
  let published = ''

  /**
   * Trades come from the history, which is queried after each new trade and after a failure; one
   * query at a time, so that a late answer does not replace a newer one.
   */
  const readTrades = async (): Promise<void> => {
    const view = views.spreads.market(symbol)
    if (view === undefined || view.tradedLots === tradedLots || isReading) return
    isReading = true
    try {
      const page = await readModel.settlements({ kind: 'SpreadTraded', symbol, limit: 50 })
      trades = page.rows.map(({ event, timeMs }) =>
        encodeSpreadTrade(view.combination, event, timeMs),
      )
      ;({ tradedLots } = view)
    } finally {
      isReading = false
    }
  }

  const now = (): WireSpreadMarket | undefined => {
    const view = views.spreads.market(symbol)
    if (view === undefined) return undefined
    const nowMs = exchange.lastTimeMs()
    void readTrades().catch(() => undefined)
    return {
      instrument: encodeSpreadInstrument(views, view),
      ticker: encodeSpreadTicker(views, view, nowMs),
      book: encodeSpreadBook(views, view, { levels: spreadBookLevels, nowMs }),
      trades,
    }
  }

  return {
    kind: 'spread',
    isPrivate: false,
    everyMs: 250,
    snapshot: now,
    changes: () => {
      const market = now()
      const text = JSON.stringify(market && { ...market, book: { ...market.book, ts: 0 } })
      if (text === published) return undefined
      published = text
      return market
    },
  }
}

/** Collects an account's combination orders and fills to be published. */
export class SpreadNews {
  readonly #account: AccountId
  readonly #sources: PushSources
  #orders: WireSpreadNews['orders'] = []
  #executions: WireSpreadNews['executions'] = []

  constructor(account: AccountId, sources: PushSources) {
    this.#account = account
    this.#sources = sources
  }

  take(event: SpreadOrderChanged | SpreadFilled, timeMs: number): boolean {
    const { views } = this.#sources.exchange
    const combination = views.spreads.market(event.spread.symbol)?.combination
    if (combination === undefined) return false
    this.#orders.push(encodeSpreadOrder(views, event.spread, combination))
    if (event.kind === 'SpreadFilled') {
      const published = encodeSpreadFill(views, { ...event, timeMs }, combination)
      if (published !== undefined) this.#executions.push(published)
    }
    return true
  }

  drop(): void {
    this.#orders = []
    this.#executions = []
  }

  open(): WireSpreadNews {
    const { views } = this.#sources.exchange
    const orders = views.spreads.openOrders(this.#account).flatMap((order) => {
      const combination = views.spreads.market(order.symbol)?.combination
      return combination === undefined ? [] : [encodeSpreadOrder(views, order, combination)]
    })
    return { orders, executions: [] }
  }

  changes(): WireSpreadNews | undefined {
    const news = { orders: this.#orders, executions: this.#executions }
    this.drop()
    return news.orders.length + news.executions.length === 0 ? undefined : news
  }
}
