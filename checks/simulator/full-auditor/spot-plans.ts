// Frozen coins of spot orders with a plan, the spending of those orders, and the TP/SL pairs after
// fills (rules 8.7; D-40).

import type { Event } from '@basis/engine/events'
import { must } from './books.ts'
import type { AuditedState } from './audited-state.ts'
import { frozenBy } from './refusals/spot-plans.ts'

type OrderEvent = Extract<Event, { readonly order: { readonly id: number } }>
type Order = OrderEvent['order']
type Pair = {
  readonly account: number
  readonly coin: string
  net: bigint
  /** Has its owner changed a pair? Then its size is no longer checked. */
  isOwn: boolean
  readonly legs: Map<number, bigint>
}

export class SpotPlans {
  readonly #audited: AuditedState
  /** The budgets of market buys: the coins frozen for them. */
  readonly #budgets = new Map<number, bigint>()
  /** By the id of the limit order with TP/SL: the amount received, and its pairs. */
  readonly #pairs = new Map<number, Pair>()
  readonly #touched = new Set<number>()

  constructor(audited: AuditedState) {
    this.#audited = audited
  }

  follow(event: OrderEvent): void {
    const { order } = event
    if (event.kind === 'OrderRejected') return
    const market = this.#audited.market(order.symbol)
    if (!market.isSpot) return
    const { id, account, side, status } = order
    const { quoteCoin, baseCoin } = market.instrument
    const coins = frozenBy(market, order)
    if (coins > 0n) {
      this.#audited.frozen.set(id, { account, coin: side === 'Buy' ? quoteCoin : baseCoin, coins })
      if (side === 'Buy') this.#budgets.set(id, coins)
    } else this.#audited.frozen.delete(id)
    if (event.kind === 'OrderFilled') this.#spend(order)
    if (order.stop?.stopType === 'BidirectionalTpSl' && status === 'Untriggered') this.#pair(order)
    if (event.kind === 'OrderFilled' && this.#bringsPair(order)) this.#receive(order)
  }

  #bringsPair = ({ stop }: Order): boolean =>
    stop !== undefined &&
    stop.planType === undefined &&
    (stop.takeProfit ?? stop.stopLoss) !== undefined

  /** An order by amount trades no more than it; a market buy spends no more than was frozen. */
  #spend({ id, orderType, filledValue, quoteAmount }: Order): void {
    const bought = orderType === 'Market' ? this.#budgets.get(id) : undefined
    const budget: bigint | undefined = quoteAmount === undefined ? bought : quoteAmount
    if (budget === undefined) return
    const spent: bigint = filledValue
    must(spent <= budget, `order ${id} keeps to its amount`, spent, budget)
  }

  #pair({ id, side, stop, qtyLots, quoteAmount }: Order): void {
    const parent = stop?.parentId ?? 0
    const pair = this.#pairs.get(parent)
    // Without a fill in the same command it was changed by hand.
    if (pair !== undefined && !this.#touched.has(parent)) pair.isOwn = true
    pair?.legs.set(id, side === 'Buy' ? BigInt(quoteAmount ?? 0) : BigInt(qtyLots))
  }

  /** The amount a limit order has received net of fees: whole lots, or quote coin. */
  #receive({ id, account, symbol, side, filledLots, filledValue, fee }: Order): void {
    const { instrument, lot } = this.#audited.market(symbol)
    const isBuy = side === 'Buy'
    const net = isBuy ? (BigInt(filledLots) * lot - fee) / lot : filledValue - fee
    const coin = isBuy ? instrument.baseCoin : instrument.quoteCoin
    const known = this.#pairs.get(id)
    if (known === undefined)
      this.#pairs.set(id, { account, coin, net, isOwn: false, legs: new Map() })
    else known.net = net
    this.#touched.add(id)
  }

  /** The pairs of an order together have at most the received quantity. */
  check(): void {
    for (const parent of this.#touched) {
      const pair = this.#pairs.get(parent)
      if (pair === undefined || pair.isOwn) continue
      const sum = [...pair.legs.values()].reduce((total, size) => total + size, 0n)
      must(sum <= pair.net, `the pairs of order ${parent}`, sum, pair.net)
    }
    this.#touched.clear()
  }
}
