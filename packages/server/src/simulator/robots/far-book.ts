// Orders that stay far from the price for hours, like those of people who wait for a better price:
// many at round prices, some larger than all near quotes.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { sides, type Side } from '@basis/domain/orders/order'
import type { Prng } from '@basis/domain/numbers/prng'
import type { BatchOperation } from '@basis/engine/commands'
import { groupOf } from './accounts.ts'
import type { Moment } from './maker.ts'
import { cancelOf, quoteOf } from './quote-commands.ts'
import { bell, roundness } from './quote-sizes.ts'
import { Quotes } from './quotes.ts'

/** Their distance from the price, as fractions of it. */
const [nearest, farthest] = [0.0054, 0.05] as const
/** Distances at which they are cancelled, as the price came too near or went too far. */
const [tooNear, tooFar] = [0.0042, 0.062] as const
/** A price move of this fraction causes an immediate check. */
const checkedMove = 0.002
const buildingMs = 1_200
const tendingMs = 20_000
const buildingMoves = 20
const tendingMoves = 3
/** On average an order is cancelled without a reason in one of this many turns. */
const turnsPerCancel = 4
/** The total value of a side, as a share of a day's turnover. */
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

  /** Returns the changes of this time: usually none for seconds once the orders are placed. */
  tend(moment: Moment): BatchOperation[] {
    const { timeMs, liquidity, indexTicks } = moment
    // Orders are not left in the way of news.
    const isLeft = Math.abs(indexTicks / this.#tendedTicks - 1) > checkedMove
    if (timeMs < this.#nextMs && !isLeft) return []
    this.#tendedTicks = indexTicks
    const acts: BatchOperation[] = []
    let isBuilding = false
    for (const side of sides) {
      const quotes = this.quotes.inOrder(side)
      const lacking = liquidity.farQuotes - quotes.length
      isBuilding ||= lacking > buildingMoves / 2
      for (const quote of quotes) {
        const above = quote.priceTicks / indexTicks - 1
        const away = side === 'Buy' ? -above : above
        const isWrong = away < tooNear || away > tooFar
        // All at once: remaining orders would stand in the way for seconds.
        if (isWrong) acts.push(cancelOf(this.#account, quote))
      }
      const given = quotes[this.#random.nextBelow(Math.max(1, quotes.length))]
      if (given !== undefined && lacking <= 0 && this.#random.nextBelow(turnsPerCancel) === 0) {
        acts.push(cancelOf(this.#account, given))
      }
      const most = lacking > buildingMoves / 2 ? buildingMoves / 2 : tendingMoves
      for (let i = 0; i < Math.min(lacking, most); i += 1) acts.push(this.#quote(side, moment))
    }
    const wait = isBuilding ? buildingMs : tendingMs
    this.#nextMs = timeMs + wait * (0.5 + this.#random.nextFloat())
    return acts
  }

  #quote(side: Side, { indexTicks, liquidity }: Moment): BatchOperation {
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

/** The nearest price with as many trailing zeros as keep it within a tenth of a percent. */
function onRound(ticks: number): number {
  let step = 1
  while (step * 10 < ticks * 0.0015) step *= 10
  return Math.round(ticks / step) * step
}
