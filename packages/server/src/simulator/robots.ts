// A living market for a lonely exchange: outside prices, makers and takers, who trade by `submit`
// like anyone. Four times a second prices and makers act, at the beats between them the takers.

import type { SymbolId } from '@basis/domain/numbers/brand'
import { nextFriday } from '@basis/domain/instrument/futures-calendar'
import type { Command } from '@basis/engine/commands'
import type { EventBatch } from '@basis/engine/events'
import type { Views } from '@basis/engine/views'
import type { Exchange } from '../exchange/exchange.ts'
import type { Clock } from '../exchange/ports.ts'
import type { Listing } from '../instruments/listings.ts'
import { createIndexFeed } from './index-feed.ts'
import { endowmentCommands, isRobot, makerAccount, robotAccounts } from './robots/accounts.ts'
import { Clerk } from './robots/order-submitter.ts'
import { Stall } from './robots/symbol-agents.ts'
import { startTicker } from './interval-timer.ts'

export type MarketOptions = {
  readonly exchange: Exchange
  readonly seed: number
  readonly listings: readonly Listing[]
  /** Whether makers and takers trade; prices come in any case. Default: yes. */
  readonly robots?: boolean
  /** Is told of what should not happen; the market goes on. */
  readonly onFailure?: (error: unknown) => void
}

/** A market that is moved by hand: what `startMarket` does by the clock. */
export type LivingMarket = {
  /** New index prices, and the makers' answer to them; resolves when all is applied. */
  readonly quote: (timeMs: number) => Promise<void>
  /** What takers want at this moment; resolves when all is applied. */
  readonly take: (timeMs: number) => Promise<void>
  readonly stop: () => void
}

/** Prices and makers act at every so many milliseconds, takers at the beats between. */
export const quoteEveryMs = 250
export const beatMs = 50
const endowEveryMs = 10 * 60_000
/** Makers look at every so many beats: those of wild markets at each, of thin ones seldom. */
const turnsFrom = [
  { turnover: 350e6, turns: 1 },
  { turnover: 60e6, turns: 2 },
] as const
const thinTurns = 4

/**
 * Starts the market. All instruments of the moment must be listed already. Robots' accounts are
 * opened and endowed when they are missing; quotes that stand in the books are taken over.
 */
export function startMarket(
  options: Omit<MarketOptions, 'listings'> & {
    readonly clock: Clock
    readonly listingsAt: (timeMs: number) => readonly Listing[]
  },
): { readonly stop: () => void } {
  const { clock } = options
  const market = createRollingMarket(options, clock.nowMs())
  const ticker = startTicker({
    clock,
    periodMs: beatMs,
    onTick: (timeMs) => {
      const act = timeMs % quoteEveryMs === 0 ? market.quote : market.take
      act(timeMs).catch(options.onFailure ?? (() => undefined))
    },
  })
  return {
    stop: () => {
      ticker.stop()
      market.stop()
    },
  }
}

/**
 * Makes a market that rolls: after each delivery it lists what the calendar brings and begins anew
 * with it, which leaves every quote where it stands.
 */
export function createRollingMarket(
  options: Omit<MarketOptions, 'listings'> & {
    readonly listingsAt: (timeMs: number) => readonly Listing[]
  },
  nowMs: number,
): LivingMarket {
  const { exchange, listingsAt, onFailure = () => undefined } = options
  const begin = (timeMs: number): LivingMarket =>
    createLivingMarket({ ...options, listings: listingsAt(timeMs) })
  let market = begin(nowMs)
  let rollMs = nextFriday(nowMs)
  let rolling: Promise<void> | undefined

  async function roll(timeMs: number): Promise<void> {
    market.stop()
    for (const { instrument } of listingsAt(timeMs)) {
      if (exchange.views.symbol(instrument.symbol) !== undefined) continue
      const { problem } = await exchange.submit({ kind: 'ListInstrument', instrument })
      if (problem !== undefined) onFailure(new Error(`${instrument.symbol}: ${problem.name}`))
    }
    market = begin(timeMs)
    rollMs = nextFriday(timeMs)
  }

  return {
    quote: async (timeMs) => {
      if (rolling !== undefined) return
      if (timeMs < rollMs) return market.quote(timeMs)
      rolling = roll(timeMs).finally(() => {
        rolling = undefined
      })
      return rolling
    },
    take: (timeMs) => (rolling === undefined ? market.take(timeMs) : Promise.resolve()),
    stop: () => market.stop(),
  }
}

/** Makes the market, adopts what robots have standing in the books, and waits to be moved. */
export function createLivingMarket(options: MarketOptions): LivingMarket {
  const { exchange, listings, seed, onFailure = () => undefined } = options
  const { views } = exchange
  const isManned = options.robots !== false && mayAct(views, onFailure)
  const quoted = isManned ? listings.filter(({ hasRobots }) => hasRobots) : []
  const feed = createIndexFeed({ seed, listings, views })
  const clerk = new Clerk(exchange, onFailure)
  const stalls = quoted.map((listing) => {
    return new Stall({ listing, listings: quoted, views, seed, salt: exchange.lastSeq() })
  })
  const bySymbol = new Map(stalls.map((stall) => [stall.symbol, stall]))
  const ignore = exchange.subscribe((batch) => hear(bySymbol, batch))
  const busy = new Set<Stall>()
  let endowedMs = Number.NEGATIVE_INFINITY
  let turn = 0

  function commandsBefore(timeMs: number): Command[] {
    if (timeMs - endowedMs < endowEveryMs) return []
    const commands = endowedMs > 0 ? [] : orphanCommands(views, bySymbol)
    endowedMs = timeMs
    return stalls.length === 0 ? commands : [...commands, ...endowmentCommands(views, quoted)]
  }

  function requoteOf(stall: Stall, timeMs: number): Promise<void> | undefined {
    if (busy.has(stall)) return undefined
    const commands = stall.requote(timeMs)
    if (commands.length === 0) return undefined
    // The maker looks at its quotes again only when it knows what became of its last wishes.
    busy.add(stall)
    return clerk.send(commands, timeMs).finally(() => busy.delete(stall))
  }

  return {
    quote: async (timeMs) => {
      if (clerk.isPaused(timeMs)) return
      const prices = feed.next(timeMs)
      const work = [
        clerk.send(
          [...feed.states(), ...commandsBefore(timeMs), ...(prices ? [prices] : [])],
          timeMs,
        ),
      ]
      for (const { symbol, indexE8 } of prices?.prices ?? []) {
        bySymbol.get(symbol)?.hearIndex(indexE8, timeMs)
      }
      turn += 1
      stalls.forEach((stall, i) => {
        if ((turn + i) % turnsOf(stall) !== 0) return
        work.push(requoteOf(stall, timeMs) ?? Promise.resolve())
      })
      await Promise.all(work)
    },
    take: async (timeMs) => {
      if (clerk.isPaused(timeMs)) return
      const commands = stalls.flatMap((stall) => stall.take(timeMs))
      await clerk.send(commands, timeMs)
    },
    stop: () => {
      clerk.end()
      ignore()
    },
  }
}

const turnsOf = ({ dailyTurnover }: Stall): number =>
  turnsFrom.find(({ turnover }) => dailyTurnover >= turnover)?.turns ?? thinTurns

/** Robots never act with somebody's money: a trader under one of their numbers keeps them away. */
function mayAct(views: Views, onFailure: (error: unknown) => void): boolean {
  const taken = robotAccounts.filter((id) => (views.account(id)?.role ?? 'robot') !== 'robot')
  if (taken.length > 0) onFailure(new Error(`Account ${taken.join(', ')} belongs to a trader`))
  return taken.length === 0
}

/** Hands each event of a robot's order to the market that it belongs to. */
function hear(stalls: ReadonlyMap<SymbolId, Stall>, { events }: EventBatch): void {
  for (const event of events) {
    if ('order' in event && isRobot(event.order.account)) {
      stalls.get(event.order.symbol)?.hear(event)
    }
  }
}

/** Orders of the maker in markets that it does not quote any more. */
function orphanCommands(views: Views, stalls: ReadonlyMap<SymbolId, Stall>): Command[] {
  const symbols = new Set(views.openOrders(makerAccount).map(({ symbol }) => symbol))
  return [...symbols]
    .filter((symbol) => !stalls.has(symbol))
    .map((symbol) => ({ kind: 'CancelAllOrders', account: makerAccount, symbol }))
}
