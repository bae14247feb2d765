// The takers of one market: they arrive in self-exciting bursts, push the price toward the index,
// sometimes trade large orders, and have no net position in the long run.

import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import type { Prng } from '@basis/domain/numbers/prng'
import type { PlaceOrder } from '@basis/engine/commands'
import type { SymbolView } from '@basis/engine/views'
import { ticksAt } from './ladder.ts'
import type { Liquidity } from './liquidity.ts'
import type { Foreign } from './maker.ts'
import { paretoSize, rounded } from './quote-sizes.ts'

/** The parameters of the takers' arrival rate. */
export type ArrivalRate = {
  readonly timeMs: number
  /** Factor on the arrival rate. */
  readonly speed: number
  readonly level: number
  readonly liquidity: Liquidity
}

/** What takers know of the market. */
export type TakerMoment = ArrivalRate & {
  readonly view: SymbolView
  /** The makers' fair price. */
  readonly fairTicks: number
  /** The book's lag behind the index, in ticks: positive if the book is too cheap. */
  readonly pullTicks: number
  /** The takers' net position, in quote units. */
  readonly inventoryValue: number
  /** Another account's order that a buy, or a sell, would meet first. */
  readonly foreignAt: (side: Side) => Foreign | undefined
}

/** An order without an account; symbol-agents.ts chooses one. */
export type TakerOrder = Omit<PlaceOrder, 'account'>

/** The share of orders that were triggered by earlier ones… */
const contagion = 0.55
/** …within this time. */
const memoryMs = 4_000
const mostAtOnce = 3
/** The highest excess of one side over half of the orders: trading stays two-sided in any fall. */
const mostLeaning = 0.34
/** The pull, in basis points, at which nearly all takers choose the same side. */
const convincingBasisPoints = 1.2
/**
 * Takers lean against their position: fully at this many usual orders, but at least a large one, so
 * that they keep a large trade for minutes.
 */
const fullOrders = 40
/** An order of another account inside the spread is not hit for this long. */
const courtesyMs = 4_000
/** The deepest reach of an order into the book, in basis points… */
const deepestBasisPoints = 7
/** …and in levels of the makers' ladder. */
const deepestPlace = 12
/** Average seconds between two large orders in a usual hour. */
const blockSeconds = 600
/** Shares of orders with a round quantity, and with the minimum quantity. */
const [roundOdds, leastOdds] = [0.3, 0.06] as const

export class Taker {
  readonly #instrument: Instrument
  readonly #random: Prng
  #excitement = 0
  #lastMs = 0
  #lastSide: Side = 'Buy'
  #hasTraded = false

  constructor(instrument: Instrument, random: Prng) {
    this.#instrument = instrument
    this.#random = random
  }

  /** Returns the orders since the previous call; often none, and then `momentNow` is not called. */
  orders(arrivals: ArrivalRate, momentNow: () => TakerMoment): TakerOrder[] {
    const { timeMs, liquidity, level, speed } = arrivals
    const elapsedMs = this.#lastMs === 0 ? 0 : timeMs - this.#lastMs
    const sinceMs = Math.max(0, Math.min(1_000, elapsedMs)) * speed
    this.#lastMs = timeMs
    this.#excitement *= Math.exp(-sinceMs / memoryMs)
    // In the history turnover is proportional to level^1.5: partly more orders, partly larger ones.
    const ownRate = liquidity.ordersPerSecond * level ** 0.75 * (1 - contagion)
    const expected = (ownRate + this.#excitement) * (sinceMs / 1000)
    // Without a first trade there is no last price, which stops and rules need.
    this.#hasTraded ||= momentNow().view.lastTicks > 0
    const least = this.#hasTraded ? 0 : 1
    const count = Math.max(least, Math.min(mostAtOnce, this.#poisson(expected)))
    const orders: TakerOrder[] = []
    for (let i = 0; i < count; i += 1) {
      this.#excitement += (contagion * 1000) / memoryMs
      const order = this.#order(momentNow(), liquidity.orderValue * paretoSize(this.#random))
      if (order !== undefined) orders.push(order)
    }
    if (this.#random.nextFloat() < (level * sinceMs) / 1000 / blockSeconds) {
      const order = this.#order(
        momentNow(),
        liquidity.blockValue * (1 + this.#random.nextFloat() ** 3),
      )
      if (order !== undefined) orders.push(order)
    }
    return orders
  }

  #order(moment: TakerMoment, value: number): TakerOrder | undefined {
    const side = this.#side(moment)
    this.#lastSide = side
    const { view, timeMs } = moment
    const best = side === 'Buy' ? view.bestAskTicks : view.bestBidTicks
    if (best <= 0) return undefined
    const foreign = moment.foreignAt(side === 'Buy' ? 'Sell' : 'Buy')
    if (foreign !== undefined && timeMs - foreign.sinceMs < courtesyMs) return undefined
    const lots = this.#lots(moment, best, value)
    return this.orderOf(side, this.#limit(side, best, moment), lots)
  }

  /** An immediate-or-cancel order up to a limit price. */
  orderOf(side: Side, limit: number, lots: number): TakerOrder {
    return {
      kind: 'PlaceOrder',
      symbol: this.#instrument.symbol,
      side,
      orderType: 'Limit',
      timeInForce: 'ImmediateOrCancel',
      priceTicks: priceTicks(limit),
      qtyLots: qtyLots(lots),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
      selfTrade: 'CancelTaker',
    }
  }

  /** A hurried taker's limit price: a fixed distance from the fair price. */
  #limit(side: Side, best: number, { view, liquidity, fairTicks }: TakerMoment): number {
    const { ladder, spreadTicks, basisPointTicks } = liquidity
    const reach = Math.min(deepestBasisPoints * basisPointTicks, ticksAt(ladder, deepestPlace))
    const distance = Math.max(2, Math.round(reach + spreadTicks / 2))
    if (side === 'Buy') {
      const deepest = Math.max(best + 1, Math.round(fairTicks) + distance)
      return Math.min(deepest, view.maxBuyTicks ?? best)
    }
    const deepest = Math.min(best - 1, Math.round(fairTicks) - distance)
    return Math.max(deepest, view.minSellTicks ?? best, 1)
  }

  /** Mostly toward the index, often the previous side, and limited by the position. */
  #side({ pullTicks, liquidity, inventoryValue }: TakerMoment): Side {
    const pull = pullTicks / (convincingBasisPoints * liquidity.basisPointTicks)
    const { orderValue, blockValue } = liquidity
    const fullness = inventoryValue / Math.max(fullOrders * orderValue, blockValue)
    const habit = this.#lastSide === 'Buy' ? 0.12 : -0.12
    const leaning = 0.36 * Math.tanh(pull) + habit - 0.4 * Math.tanh(fullness)
    const odds = 0.5 + Math.max(-mostLeaning, Math.min(mostLeaning, leaning))
    return this.#random.nextFloat() < odds ? 'Buy' : 'Sell'
  }

  #lots({ liquidity, level }: TakerMoment, best: number, usual: number): number {
    const isLarge = usual >= liquidity.blockValue
    const value = isLarge ? usual : usual * level ** 0.75
    const exact = value / liquidity.valueOfLot(best)
    const draw = this.#random.nextFloat()
    const { minQtyLots, maxMarketQtyLots } = this.#instrument
    const least = (1.05 * liquidity.leastValue) / liquidity.valueOfLot(best)
    const fewest = Math.max(minQtyLots, Math.ceil(least))
    if (draw < leastOdds && !isLarge) return fewest
    const lots = draw < leastOdds + roundOdds ? rounded(exact) : Math.round(exact)
    return Math.min(maxMarketQtyLots, Math.max(fewest, lots))
  }

  #poisson(expected: number): number {
    let left = this.#random.nextFloat()
    let odds = Math.exp(-expected)
    let count = 0
    while (left > odds && count < 10) {
      left -= odds
      count += 1
      odds *= expected / count
    }
    return count
  }
}
