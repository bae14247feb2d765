// A maker that quotes every combination around its fair spread, in turn, and takers who
// occasionally trade with it.

import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import type { Side } from '@basis/domain/orders/order'
import { spreadTicks } from '@basis/domain/spread/combination'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import { spreadMaker, spreadTakers } from './accounts.ts'

type SpreadView = NonNullable<ReturnType<Views['spreads']['market']>>

/** Combinations processed per turn, so that no command waits behind quotes. */
const perTurn = 2
/** Ended combinations that are met in a turn besides; the exchange keeps all that ever were. */
const endedPerTurn = 50
const everyMs = 250
/** Levels per side, and the distance between them: a fraction of the near leg's price, ×1e-8. */
const levels = 5
const gapE8 = 4_000
/** Requotes when the fair spread has left the quotes' middle by this many gaps. */
const mostDrift = 1
const takeEveryMs = 2_500
/** Approximate value of a quote in dollars; a taker's order is a part of it. */
const quoteDollars = 60_000

/** The robots of combinations; they remember the middle of their quotes. */
export class SpreadRobots {
  readonly #views: Views
  readonly #random: Prng
  readonly #middle = new Map<SymbolId, number>()
  /** Combinations that have ended, which is final: they take no more turns. */
  readonly #ended = new Set<SymbolId>()
  #next = 0
  #nextMs = 0
  #takeMs = 0
  /** Whether the maker has an account, which stays open; cached, as a check computes its margin. */
  #isOpen = false

  constructor(views: Views, seed: number) {
    this.#views = views
    this.#random = createPrng(seed + 2021)
  }

  /** Returns the commands of this time; often none. */
  act(timeMs: number): Command[] {
    if (timeMs < this.#nextMs) return []
    this.#isOpen ||= this.#views.account(spreadMaker) !== undefined
    if (!this.#isOpen) return []
    this.#nextMs = timeMs + everyMs
    const symbols = this.#views.spreads.symbols().filter((symbol) => !this.#ended.has(symbol))
    const commands: Command[] = []
    const most = Math.min(symbols.length, perTurn + endedPerTurn)
    for (let met = 0, quoted = 0; met < most && quoted < perTurn; met += 1) {
      const symbol = symbols[this.#next % symbols.length]
      this.#next = (this.#next + 1) % symbols.length
      const market = symbol && this.#views.spreads.market(symbol)
      if (symbol === undefined || market === undefined) continue
      if (market.status === 'Settling') this.#ended.add(symbol)
      else {
        quoted += 1
        commands.push(...this.#quote(market))
      }
    }
    return [...commands, ...this.#take(timeMs, symbols)]
  }

  #quote(market: SpreadView): Command[] {
    const { combination, status, fairTicks, band, nearMarkE8 } = market
    const { symbol, tickSizeE8 } = combination
    if (status !== 'Trading' || fairTicks === undefined || band === undefined) return []
    const gap = Math.max(1, Math.round((nearMarkE8 * gapE8) / 1e8 / tickSizeE8))
    const isFull = market.bestBidTicks !== undefined && market.bestAskTicks !== undefined
    const before = this.#middle.get(symbol)
    const isNear = before !== undefined && Math.abs(fairTicks - before) <= gap * mostDrift
    if (isFull && isNear) return []
    this.#middle.set(symbol, fairTicks)
    const lots = lotsOf(market, quoteDollars)
    const quote = (side: Side, level: number): Command => {
      const away = level * gap - (gap - 1) / 2
      const price = Math.round(side === 'Buy' ? fairTicks - away : fairTicks + away)
      const size = Math.max(lots, Math.round(lots * (0.5 + this.#random.nextFloat() * level)))
      return {
        ...orderOf(spreadMaker, symbol, side, size),
        orderType: 'Limit',
        timeInForce: 'PostOnly',
        priceTicks: spreadTicks(Math.min(Math.max(price, band.low), band.high)),
      }
    }
    const places = Array.from({ length: levels }, (_, k) => k + 1)
    return [
      { kind: 'CancelAllSpreads', account: spreadMaker, symbol },
      ...places.flatMap((level) => [quote('Buy', level), quote('Sell', level)]),
    ]
  }

  #take(timeMs: number, symbols: readonly SymbolId[]): Command[] {
    if (timeMs < this.#takeMs) return []
    this.#takeMs = timeMs + Math.round(takeEveryMs * (0.5 + this.#random.nextFloat()))
    const symbol = symbols[this.#random.nextBelow(Math.max(1, symbols.length))]
    const account = spreadTakers[this.#random.nextBelow(spreadTakers.length)]
    const market = symbol && this.#views.spreads.market(symbol)
    if (account === undefined || market === undefined) return []
    if (market.status !== 'Trading' || market.bestBidTicks === undefined) return []
    const side = this.#random.nextBelow(2) === 0 ? 'Buy' : 'Sell'
    const dollars = quoteDollars * (0.05 + this.#random.nextFloat() * 0.5)
    return [
      {
        ...orderOf(account, market.combination.symbol, side, lotsOf(market, dollars)),
        orderType: 'Market',
        timeInForce: 'ImmediateOrCancel',
      },
    ]
  }
}

const orderOf = (account: AccountId, symbol: SymbolId, side: Side, lots: number) => ({
  kind: 'PlaceSpread' as const,
  account,
  symbol,
  side,
  qtyLots: qtyLots(lots),
  linkId: '',
  selfTrade: 'CancelMaker' as const,
})

function lotsOf({ combination, nearMarkE8 }: SpreadView, dollars: number): number {
  const { lotSizeE8, minQtyLots, maxMarketQtyLots } = combination
  const lots = Math.round(dollars / (nearMarkE8 / 1e8) / (lotSizeE8 / 1e8))
  return Math.min(Math.max(minQtyLots, lots), maxMarketQtyLots)
}
