// Orders that stand far from the price for hours, in the manner of people who wait for a better
// one: many at round prices, some larger than all that is near.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { sides, type Side } from '@basis/domain/orders/order'
import type { Prng } from '@basis/domain/numbers/prng'
import type { BatchAct } from '@basis/engine/commands'
import { groupOf } from './accounts.ts'
import type { Moment } from './maker.ts'
import { cancelOf, quoteOf } from './quote-acts.ts'
import { bell, roundness } from './quote-sizes.ts'
import { Quotes } from './quotes.ts'

/** They stand between these shares of the price. */
const [nearest, farthest] = [0.0054, 0.05] as const
/** The price may come so near before they are taken back, or leave them so far behind. */
const [tooNear, tooFar] = [0.0042, 0.062] as const
/** A move of the price by this share has them looked at at once. */
const startling = 0.002
const buildingMs = 1_200
const tendingMs = 20_000
const buildingMoves = 20
const tendingMoves = 3
/** One in so many turns somebody takes an order back for no reason. */
const whim = 4
/** All of a side together are worth this share of a day's turnover. */
const sideShare = 0.06
const roundOdds = 0.4

export class FarBook {
  readonly quotes = new Quotes()
  readonly #account: AccountId
  readonly #instrument: Instrument
  readonly #random: Prng
  #nextMs = 0
  #tendedTicks = 0

  constructor(instrument: Instrument, random: Prng) {
    this.#account = groupOf(instrument).far
    this.#instrument = instrument
    this.#random = random
  }

  /** Returns what changes now: nothing for seconds on end once the orders stand. */
  tend(moment: Moment): BatchAct[] {
    const { timeMs, liquidity, indexTicks } = moment
    // Nobody leaves an order in the way of news.
    const isLeft = Math.abs(indexTicks / this.#tendedTicks - 1) > startling
    if (timeMs < this.#nextMs && !isLeft) return []
    this.#tendedTicks = indexTicks
    const acts: BatchAct[] = []
    let isBuilding = false
    for (const side of sides) {
      const quotes = this.quotes.inOrder(side)
      const lacking = liquidity.farQuotes - quotes.length
      isBuilding ||= lacking > buildingMoves / 2
      for (const quote of quotes) {
        const above = quote.priceTicks / indexTicks - 1
        const away = side === 'Buy' ? -above : above
        const isWrong = away < tooNear || away > tooFar
        // All of them at once: what stays would stand in the way for seconds.
        if (isWrong) acts.push(cancelOf(this.#account, quote))
      }
      const given = quotes[this.#random.nextBelow(Math.max(1, quotes.length))]
      if (given !== undefined && lacking <= 0 && this.#random.nextBelow(whim) === 0) {
        acts.push(cancelOf(this.#account, given))
      }
      const most = lacking > buildingMoves / 2 ? buildingMoves / 2 : tendingMoves
      for (let i = 0; i < Math.min(lacking, most); i += 1) acts.push(this.#quote(side, moment))
    }
    const wait = isBuilding ? buildingMs : tendingMs
    this.#nextMs = timeMs + wait * (0.5 + this.#random.nextFloat())
    return acts
  }

  #quote(side: Side, { indexTicks, liquidity }: Moment): BatchAct {
    const { symbol, minQtyLots, maxQtyLots } = this.#instrument
    const away = nearest + (farthest - nearest) * this.#random.nextFloat() ** 1.6
    const exact = indexTicks * (side === 'Buy' ? 1 - away : 1 + away)
    const priceTicks = Math.max(
      1,
      this.#random.nextFloat() < roundOdds ? onRound(exact) : Math.round(exact),
    )
    const usual = (sideShare * liquidity.dailyTurnover) / liquidity.farQuotes / 1.6
    const value = usual * (Math.exp(0.8 * bell(this.#random)) / 1.38) * roundness(priceTicks)
    const worth = liquidity.valueOfLot(priceTicks)
    const least = Math.ceil((1.1 * liquidity.leastValue) / worth)
    const lots = Math.max(minQtyLots, least, Math.min(maxQtyLots, Math.round(value / worth)))
    return quoteOf(this.#account, { symbol, side, priceTicks, lots })
  }
}

/**
 * The nearest price whose last digits are zeros, as many as keep it within a tenth of a percent.
 */
function onRound(ticks: number): number {
  let step = 1
  while (step * 10 < ticks * 0.0015) step *= 10
  return Math.round(ticks / step) * step
}
