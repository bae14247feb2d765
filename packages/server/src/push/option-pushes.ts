// Quotes of an option chain, and private pushes of an account's options on topics of their own:
// fills, liquidation steps and ended orders (spec 7).

import type { WireOptionNews, WireOptionQuote } from '@basis/protocol/options/chain'
import type { WireExecution } from '@basis/protocol/order'
import type { WireLiquidation } from '@basis/protocol/position'
import type { PushedOrder } from '@basis/protocol/topics/private-messages'

import { quotesOf, underlyingText, type ChainName } from '../quotes/option-quotes.ts'
import type { Feed, PushSources } from './channel.ts'

/** Returns the feed of a chain's quotes: a full snapshot, then the changed fields. */
export function optionQuotesFeed(sources: PushSources, chain: ChainName): Feed {
  const published = new Map<string, WireOptionQuote>()
  let publishedIndex = ''
  const snapshot = (): WireOptionNews => ({
    baseCoin: chain.baseCoin,
    indexPrice: underlyingText(sources.exchange.views, chain.baseCoin),
    list: [...published.values()],
  })
  const changes = (): WireOptionNews | undefined => {
    const quotes = quotesOf(sources, chain)
    // Dozens of options expire each day: their last quotes are not kept.
    const open = new Set(quotes.map(({ symbol }) => symbol))
    for (const symbol of published.keys()) if (!open.has(symbol)) published.delete(symbol)
    const list = quotes.flatMap((quote) => {
      const before = published.get(quote.symbol)
      published.set(quote.symbol, quote)
      return before === undefined ? [quote] : changeOf(before, quote)
    })
    const indexPrice = underlyingText(sources.exchange.views, chain.baseCoin)
    if (list.length === 0 && indexPrice === publishedIndex) return undefined
    publishedIndex = indexPrice
    return { baseCoin: chain.baseCoin, indexPrice, list }
  }
  return {
    kind: 'optionQuotes',
    isPrivate: false,
    everyMs: quotesEveryMs,
    // All readers share one state: a new reader gets the last published values.
    snapshot: () => {
      if (published.size === 0) changes()
      return snapshot()
    },
    changes,
  }
}

/** A moving forward changes the IVs and greeks of a whole chain; twice a second suffices. */
const quotesEveryMs = 500

function changeOf(before: WireOptionQuote, now: WireOptionQuote): WireOptionNews['list'] {
  const old: Readonly<Record<string, string>> = before
  const changed = Object.entries(now).filter(([field, value]) => old[field] !== value)
  return changed.length === 0 ? [] : [{ symbol: now.symbol, ...Object.fromEntries(changed) }]
}

type Pushed = {
  readonly userOptionTrade: WireExecution
  readonly userOptionLiquidation: WireLiquidation
  readonly userOptionOrderHistory: PushedOrder
}
type Kind = keyof Pushed

/** Pushes collected since each topic was last sent. */
export class OptionPushes {
  #gathered: { [K in Kind]: Pushed[K][] } = empty()

  add<K extends Kind>(kind: K, pushed: Pushed[K]): void {
    this.#gathered[kind].push(pushed)
  }

  /** Returns and clears the pushes of a topic; undefined if there are none. */
  take(kind: Kind): readonly Pushed[Kind][] | undefined {
    const taken = this.#gathered[kind]
    this.#gathered[kind] = []
    return taken.length === 0 ? undefined : taken
  }

  /** Drops the pushes of topics without readers. */
  dropUnread(read: readonly string[]): void {
    for (const kind of [
      'userOptionTrade',
      'userOptionLiquidation',
      'userOptionOrderHistory',
    ] as const) {
      if (!read.includes(kind)) this.#gathered[kind] = []
    }
  }
}

const empty = (): { [K in Kind]: Pushed[K][] } => ({
  userOptionTrade: [],
  userOptionLiquidation: [],
  userOptionOrderHistory: [],
})
