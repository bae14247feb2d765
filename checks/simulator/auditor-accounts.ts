// The auditor's books and accounts: plain lists and maps, summed up anew whenever they are asked
// (domain.md 4.2, 5.6, 6.3).

import type { PlaceOrder } from '@basis/engine/commands'
import {
  absolute,
  flatPosition,
  maintenanceMargin,
  orderLoss,
  signOf,
  symbolMargin,
  unrealised,
  type AuditedPosition,
  type Weight,
} from './auditor-margin.ts'
import { lesser, type AuditedMarket, type Level, levelsOf, queueOf } from './auditor-prices.ts'

/** An order that rests, or is on its way through the book. */
export type AuditedOrder = {
  readonly id: number
  readonly linkId: string
  readonly account: number
  readonly symbol: string
  readonly sign: bigint
  readonly reduceOnly: boolean
  readonly timeInForce: PlaceOrder['timeInForce']
  readonly selfTrade: PlaceOrder['selfTrade']
  readonly isMarket: boolean
  price: bigint
  qty: bigint
  left: bigint
  /** Rises with every coming to rest: who came first is served first. */
  arrival: number
}

/** What an account would have if it were as supposed. */
type Supposed = {
  readonly symbol: string
  readonly draft?: Weight
  readonly without?: AuditedOrder | undefined
  readonly leverageE2?: bigint
}

/** Who has what: lists of orders, wallets and positions, and what margin they need. */
export class AuditedState {
  readonly markets = new Map<string, AuditedMarket>()
  readonly accounts = new Set<number>()
  readonly #wallets = new Map<string, bigint>()
  readonly #positions = new Map<string, AuditedPosition>()
  orders: AuditedOrder[] = []

  wallet = (account: number, coin: string): bigint => this.#wallets.get(`${account} ${coin}`) ?? 0n

  position(account: number, symbol: string): AuditedPosition {
    const key = `${account} ${symbol}`
    const found = this.#positions.get(key)
    if (found !== undefined) return found
    const most = this.market(symbol).instrument.riskTiers[0]?.maxLeverageE2 ?? 100
    const made = flatPosition(lesser(1000n, BigInt(most)))
    this.#positions.set(key, made)
    return made
  }

  /** The account's resting orders, oldest first. */
  ordersOf = (account: number): readonly AuditedOrder[] =>
    this.orders.filter((order) => order.account === account).sort((a, b) => a.id - b.id)

  /** One side of a book in the order in which it would be met. */
  queue(symbol: string, sign: bigint): readonly AuditedOrder[] {
    return queueOf(this.orders, symbol, sign)
  }

  levels(symbol: string, sign: bigint): readonly Level[] {
    return levelsOf(this.queue(symbol, sign))
  }

  locked(account: number, coin: string, without?: AuditedOrder): bigint {
    let sum = 0n
    for (const order of this.orders) {
      if (order !== without && order.account === account) sum += this.lockedBy(order, coin)
    }
    return sum
  }

  /** What a spot order would pay of a coin; 0 of other orders and coins. */
  lockedBy(order: AuditedOrder, coin: string): bigint {
    const market = this.market(order.symbol)
    if (!market.isSpot || payCoin(market, order.sign) !== coin) return 0n
    return lockOf(market, order)
  }

  /** MB − HL + OL, and the initial margin of all symbols (5.6). */
  margin(account: number, what?: Supposed): { balance: bigint; initial: bigint } {
    let balance = this.wallet(account, 'USDT') - this.locked(account, 'USDT', what?.without)
    let initial = 0n
    for (const [symbol, market] of this.markets) {
      if (market.isSpot) continue
      const asked = what?.symbol === symbol ? what : undefined
      const held = this.position(account, symbol)
      const position = { ...held, leverageE2: asked?.leverageE2 ?? held.leverageE2 }
      const orders = this.weights(account, symbol, asked)
      balance += unrealised(market, position) + orderLoss(market, orders)
      initial += symbolMargin(market, position, orders)
    }
    return { balance, initial }
  }

  maintenance(account: number): bigint {
    let sum = 0n
    for (const [symbol, market] of this.markets) {
      if (!market.isSpot) sum += maintenanceMargin(market, this.position(account, symbol))
    }
    return sum
  }

  weights(account: number, symbol: string, what?: Supposed): Weight[] {
    const market = this.market(symbol)
    const resting = this.orders
      .filter((order) => order.account === account && order.symbol === symbol)
      .filter((order) => !order.reduceOnly && order !== what?.without)
      .map(({ sign, price, left }) => ({
        sign,
        price,
        lots: left,
        value: market.value(price, left),
      }))
    return what?.draft === undefined ? resting : [...resting, what.draft]
  }

  market(symbol: string): AuditedMarket {
    const found = this.markets.get(symbol)
    if (found === undefined) throw new Error(`${symbol} is not listed`)
    return found
  }

  /** Position at mark and orders at their prices, of one side (4.2). EX-4.5 */
  sideValue(account: number, symbol: string, sign: bigint, without?: AuditedOrder): bigint {
    const market = this.market(symbol)
    const { size } = this.position(account, symbol)
    const held = signOf(size) === sign ? market.value(market.mark, absolute(size)) : 0n
    return this.weights(account, symbol, { symbol, without })
      .filter((order) => order.sign === sign)
      .reduce((sum, order) => sum + order.value, held)
  }

  pay(account: number, coin: string, change: bigint): void {
    this.#wallets.set(`${account} ${coin}`, this.wallet(account, coin) + change)
  }
}

/** The coin that an order of a spot pair pays with. */
export const payCoin = ({ instrument }: AuditedMarket, sign: bigint): string =>
  sign === 1n ? instrument.quoteCoin : instrument.baseCoin

const lockOf = (market: AuditedMarket, order: AuditedOrder): bigint =>
  order.sign === 1n ? market.value(order.price, order.left) : order.left * market.lot
