// The auditor's matching: which order enters is taken from the engine; the orders it matches,
// prices and quantities are the auditor's own (rules 8.3, D-33, D-37).

import type { Event } from '@basis/engine/events'
import { greater, lesser } from './prices.ts'
import type { AuditedState, Resting } from './audited-state.ts'
import type { VenueFunds } from './venue-funds.ts'
import { auctionTrades, type Trade } from './settling.ts'
import { absolute, feeOn, signOf, trade } from './sums.ts'

type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>
type Order = EventOf<'OrderPlaced'>['order']

export function must(holds: boolean, what: string, engine?: unknown, auditor?: unknown): void {
  if (holds) return
  throw new Error(`${what}: the engine says ${String(engine)}, the auditor ${String(auditor)}`)
}

export class Books {
  readonly #audited: AuditedState
  readonly #funds: VenueFunds
  /** The order in matching; it starts to rest at the next event that is not its own. */
  #entering: Resting | undefined
  /** What is left of its amount if it is an order by amount (8.7). */
  #budget: bigint | undefined
  #arrivals = 0
  /** Trades of ended auctions, in the order in which they should be emitted (8.12). */
  #opening: Trade[] = []
  /** Markets that this command closed, or whose auction it ended without an opening. */
  readonly #emptied: string[] = []
  /** The sides of the newest trade that have not been emitted yet. */
  #due: { order: Resting; price: bigint; lots: bigint; isMaker: boolean }[] = []

  constructor(audited: AuditedState, funds: VenueFunds) {
    this.#audited = audited
    this.#funds = funds
  }

  /** Are trades of an auction, or their fills, still to be emitted? */
  get isOpening(): boolean {
    return this.#opening.length + this.#due.length > 0
  }

  /** Computes the trades of an auction that has ended. */
  open(symbol: string): void {
    this.#opening.push(...auctionTrades(this.#audited, symbol))
  }

  /** Expects the book to be empty at the end of the command (8.12). */
  empty(symbol: string): void {
    this.#emptied.push(symbol)
  }

  /** Enters an order that was placed, triggered or moved. */
  enter(order: Order): void {
    this.settle()
    if (order.status === 'Untriggered' || order.status === 'Triggered') return
    const { symbol } = order
    this.#entering = {
      id: order.id,
      account: order.account,
      symbol,
      sign: order.side === 'Buy' ? 1n : -1n,
      idx: order.positionIdx,
      reduceOnly: order.reduceOnly,
      timeInForce: order.timeInForce,
      isMarket: order.orderType === 'Market',
      isLeverage: order.isLeverage === true,
      price: BigInt(order.priceTicks) * this.#audited.market(symbol).tick,
      left: BigInt(order.leavesLots),
      filled: BigInt(order.filledLots),
      arrival: 0,
    }
    const { quoteAmount } = order
    this.#budget = quoteAmount === undefined ? undefined : quoteAmount - order.filledValue
  }

  /** The entered order starts to rest if it still exists; then it must not cross (O2). */
  settle(): void {
    const order = this.#entering
    this.#entering = undefined
    must(this.#opening.length === 0, 'trades of an auction that were not emitted', 'none')
    must(this.#due.length === 0, 'fills of a trade that were not emitted', '', this.#due.length)
    for (const symbol of this.#emptied.splice(0)) {
      const left = [1n, -1n].flatMap((sign) => this.#audited.queue(symbol, sign))
      must(left.length === 0, `orders of ${symbol} outlive its book (8.12)`, 0, left.length)
    }
    if (order === undefined || order.left === 0n) return
    must(!order.isMarket, `market order ${order.id} rests`)
    const [best] = this.#mayNotCross(order)
    must(best === undefined, `order ${order.id} rests though it crosses`, order.id, best?.id)
    this.#arrivals += 1
    order.arrival = this.#arrivals
    this.#audited.orders.push(order)
  }

  #crossing = (order: Resting): readonly Resting[] =>
    this.#audited
      .queue(order.symbol, -order.sign)
      .filter((other) => (order.price - other.price) * order.sign >= 0n)

  /** An auction collects crossing orders, except own ones under self-trade prevention (8.12). */
  #mayNotCross(order: Resting): readonly Resting[] {
    const crossing = this.#crossing(order)
    if (!this.#audited.market(order.symbol).isComing) return crossing
    const isMet = this.#audited.selfTrades.get(order.id) === 'None'
    return crossing.filter(({ account }) => account === order.account && !isMet)
  }

  /** A smaller quantity keeps its place; any other change loses it (D-36). */
  replace(order: Order): void {
    const { symbol } = order
    const price = BigInt(order.priceTicks) * this.#audited.market(symbol).tick
    const left = BigInt(order.leavesLots)
    const known =
      this.#entering?.id === order.id
        ? this.#entering
        : this.#audited.orders.find(({ id }) => id === order.id)
    // Orders that wait for a trigger are not in a book.
    if (known === undefined) return
    if (known.price === price && left <= known.left) {
      known.left = left
      return
    }
    this.settle()
    this.#audited.orders = this.#audited.orders.filter(({ id }) => id !== order.id)
    this.enter(order)
  }

  cancel(order: Order): void {
    const entering = this.#entering
    if (entering?.id === order.id) {
      this.#entering = undefined
      this.#mayEnd(entering, order.cancelType ?? '')
      return
    }
    const found = this.#audited.orders.find(({ id }) => id === order.id)
    if (found === undefined) return
    if (order.cancelType === 'CancelByReduceOnly') this.#checkTrimmed(found)
    if (order.cancelType === 'CancelByInsufficientMargin') this.#mayLack(found, found.price)
    this.#audited.orders = this.#audited.orders.filter((other) => other !== found)
  }

  /** D-33: of the reducing orders, the newest at the worst price is trimmed first. */
  #checkTrimmed({ id, account, symbol, sign, idx, price }: Resting): void {
    const worse = this.#audited.orders.find(
      (other) =>
        other.reduceOnly &&
        other.account === account &&
        other.symbol === symbol &&
        other.sign === sign &&
        other.idx === idx &&
        ((price - other.price) * sign > 0n || (price === other.price && other.id > id)),
    )
    must(worse === undefined, `D-33: trimmed ${symbol} of ${account}`, id, worse?.id)
  }

  /** An order ends before it is filled only for a reason that the book shows. */
  #mayEnd(order: Resting, why: string): void {
    const crossing = this.#crossing(order)
    const about = `order ${order.id} ends with ${why}`
    if (why === 'CancelBySmp') {
      // With CancelBoth the other order is already gone; the mode of an algorithm's child is
      // unknown.
      const mode = this.#audited.selfTrades.get(order.id) ?? 'CancelBoth'
      const isOwn = crossing.some(({ account }) => account === order.account)
      return must(isOwn || mode === 'CancelBoth', about, why, 'none of its own')
    }
    if (why === 'CancelByPostOnly') return must(crossing.length > 0, about, why, 'rests')
    if (why === 'CancelByFok') {
      const there = this.#fillable(order, crossing)
      return must(there === undefined || there < order.left, about, why, there)
    }
    const [next] = crossing
    if (why === 'CancelByInsufficientMargin') {
      if (next !== undefined || order.isLeverage) {
        return this.#mayLack(order, next?.price ?? order.price)
      }
      // It does not rest for more than its account can pay (8.7).
      const lots = this.#affordable(order, order.price, order.left)
      return must(lots < order.left, about, why, lots)
    }
    const isSpent = next !== undefined && this.#affordable(order, next.price, 1n) === 0n
    if (why === 'CancelByNoLiquidity' && this.#budget !== undefined && isSpent) return
    if (why === 'CancelByIoc') return must(crossing.length === 0, about, why, crossing[0]?.id)
    const isShort = ['CancelByNoLiquidity', 'CancelByPriceBand', 'CancelBySlippage'].includes(why)
    if (isShort && order.left > 0n) must(crossing.length === 0, about, why, crossing[0]?.id)
  }

  /**
   * The lots an order can pay for with its own coins and what the pool can still lend (12.2), less
   * what counts as spent already.
   */
  #payable(order: Resting, price: bigint, lots: bigint, spent?: Spent): bigint {
    if (!order.isLeverage) return lots
    const { coin, cost } = this.#paymentOf(order, price)
    const own = greater(0n, this.#ownAfter(order.account, coin, spent))
    const means = own + this.#audited.loans.left(coin) - (spent?.of('pool', coin) ?? 0n)
    return cost(lots) <= means ? lots : means / cost(1n)
  }

  /**
   * The lots an entering buy can pay for with its own coins, and with what is left of its amount
   * (8.7): since the third rules, as orders that were to sell cheaper may be unable to pay (12.2).
   */
  #affordable(order: Resting, price: bigint, lots: bigint, spent?: Spent): bigint {
    const market = this.#audited.market(order.symbol)
    if (this.#audited.rulesVersion < 3 || !market.isSpot || order.sign !== 1n) return lots
    const { account, isLeverage } = order
    const budget = this.#budget
    const { quoteCoin } = market.instrument
    const free = this.#audited.free(account, quoteCoin) - (spent?.of(account, quoteCoin) ?? 0n)
    const own = isLeverage ? budget : lesser(free, budget ?? free)
    if (own === undefined || market.value(price, lots) <= own) return lots
    return greater(0n, own) / market.value(price, 1n)
  }

  #ownAfter = (account: number, coin: string, spent?: Spent): bigint =>
    this.#audited.own(account, coin) - (spent?.of(account, coin) ?? 0n)

  /** The coin that an order pays, and the amount for a number of lots. */
  #paymentOf(order: Resting, price: bigint): { coin: string; cost: (lots: bigint) => bigint } {
    const market = this.#audited.market(order.symbol)
    const { quoteCoin, baseCoin } = market.instrument
    return order.sign === 1n
      ? { coin: quoteCoin, cost: (lots) => market.value(price, lots) }
      : { coin: baseCoin, cost: (lots) => lots * market.lot }
  }

  /** Counts the payment of a borrowing order as spent, and the shortfall as lent. */
  #spend(order: Resting, price: bigint, lots: bigint, spent: Spent): void {
    const { coin, cost } = this.#paymentOf(order, price)
    const isEntering = order.arrival === 0 && this.#audited.rulesVersion >= 3
    if (!order.isLeverage && isEntering) spent.add(order.account, coin, cost(lots))
    if (!order.isLeverage) return
    const own = greater(0n, this.#ownAfter(order.account, coin, spent))
    spent.add('pool', coin, greater(0n, cost(lots) - own))
    spent.add(order.account, coin, cost(lots))
  }

  /** An order ends if not even one of its lots can be paid, or lent (8.7, 12.2). */
  #mayLack(order: Resting, price: bigint): void {
    const isEntering = order.arrival === 0
    const own = isEntering ? this.#affordable(order, price, 1n) : 1n
    const lots = this.#payable(order, price, own)
    must(lots === 0n, `order ${order.id} ends, for it can pay no lot`, 'ended', lots)
  }

  /**
   * Returns the number of lots that a fill-or-kill order could trade: an own order is matched,
   * skipped, or ends it, by its self-trade prevention (8.4), and a borrowing one is filled as far
   * as coins and pool suffice for all fills together (12.2); a reduce-only one as far as earlier
   * fills leave it a position (D-33); undefined if the mode is not known.
   */
  #fillable(order: Resting, crossing: readonly Resting[]): bigint | undefined {
    const mode = this.#audited.selfTrades.get(order.id)
    const spent = new Spent()
    const shrinking = new Shrinking(this.#audited)
    let there = 0n
    for (const other of crossing) {
      const isOwn = other.account === order.account
      if (isOwn && mode === undefined) return undefined
      if (isOwn && mode === 'CancelMaker') continue
      if (isOwn && mode !== 'None') break
      const { price } = other
      const left = shrinking.left(other)
      const made = this.#payable(other, price, lesser(order.left - there, left), spent)
      const own = this.#affordable(order, price, made, spent)
      const lots = this.#payable(order, price, own, spent)
      // A resting order that cannot be paid is skipped; an entering one ends (12.2).
      if (made > 0n && lots === 0n) break
      for (const one of [other, order]) this.#spend(one, price, lots, spent)
      // Before the third rules reduce-only orders counted whole.
      if (this.#audited.rulesVersion >= 3 && !isOwn) shrinking.fill(other, lots)
      there += lots
    }
    return there
  }

  meet(event: EventOf<'Traded'>): void {
    const opening = this.#opening.shift()
    const { maker, taker, price, lots } = opening ?? this.#meeting(event)
    const market = this.#audited.market(taker.symbol)
    const why = opening === undefined ? 'trade' : 'auction trade'
    const about = `${why} ${event.tradeId} of order ${taker.id} with ${maker.id}:`
    const ticks = Number(price / market.tick)
    must(event.symbol === taker.symbol, `${about} symbol`, event.symbol, taker.symbol)
    must(event.priceTicks === ticks, `${about} price`, event.priceTicks, ticks)
    must(BigInt(event.qtyLots) === lots, `${about} lots`, event.qtyLots, lots)
    market.last = price
    if (this.#budget !== undefined) this.#budget -= market.value(price, lots)
    for (const order of [maker, taker]) {
      order.left -= lots
      order.filled += lots
      // Both sides of an auction's trade were waiting, so both are makers (8.12).
      this.#due.push({ order, price, lots, isMaker: opening !== undefined || order === maker })
    }
    this.#audited.orders = this.#audited.orders.filter(({ left }) => left > 0n)
  }

  /** The entering order matches the best price's oldest, for the lesser of both quantities. */
  #meeting(event: EventOf<'Traded'>): Trade {
    const taker = this.#entering
    if (taker === undefined) throw new Error(`trade ${event.tradeId}: nobody entered`)
    const [maker] = this.#crossing(taker)
    if (maker === undefined) throw new Error(`trade ${event.tradeId}: order ${taker.id} meets none`)
    const { price } = maker
    const made = this.#payable(maker, price, lesser(maker.left, taker.left))
    const own = this.#affordable(taker, price, made)
    return { maker, taker, price, lots: this.#payable(taker, price, own) }
  }

  /** One side of the trade: coins of a pair, or a position and its fee. */
  fill({ order: reported, fill }: EventOf<'OrderFilled'>): void {
    const due = this.#due.shift()
    if (due === undefined) throw new Error(`order ${reported.id} is filled by no trade`)
    const { order, price, lots, isMaker } = due
    must(reported.id === order.id, 'filled order', reported.id, order.id)
    must(fill.isMaker === isMaker, `order ${order.id} is maker`, fill.isMaker, isMaker)
    const market = this.#audited.market(order.symbol)
    const value = market.value(price, lots)
    const rate = rateOf(this.#audited, order, isMaker)
    const fee = market.isSpot
      ? this.#swap(order, { value, lots, rate })
      : this.#move(order, { value, lots, rate })
    must(fill.value === value, `order ${order.id} value`, fill.value, value)
    must(fill.fee === fee, `order ${order.id} fee`, fill.fee, fee)
  }

  #move(order: Resting, { value, lots, rate }: Side): bigint {
    const market = this.#audited.market(order.symbol)
    const { settleCoin } = market.instrument
    const held = this.#audited.held(order.account, order.symbol, order.idx)
    const before = absolute(held.size)
    const fee = feeOn(value, rate)
    const pnl = trade(market, held, order.sign * lots, { value, fee })
    this.#audited.pay(order.account, settleCoin, pnl - fee)
    this.#funds.add(settleCoin, 'fees', fee)
    if (order.reduceOnly) {
      const fits = before - absolute(held.size) === lots
      must(fits, `M8: reduce-only order ${order.id} only reduces`, held.size, before)
    }
    if (order.idx !== 0) {
      const side = order.idx === 1 ? -1n : 1n
      must(signOf(held.size) !== side, `D-32: a hedged side turns by order ${order.id}`, held.size)
    }
    return fee
  }

  /** Buyers and sellers pay the fee in the coin they receive (3.1). */
  #swap(order: Resting, { value, lots, rate }: Side): bigint {
    const market = this.#audited.market(order.symbol)
    const { baseCoin, quoteCoin } = market.instrument
    const base = lots * market.lot
    const [got, into, gone, outOf] =
      order.sign === 1n ? [base, baseCoin, value, quoteCoin] : [value, quoteCoin, base, baseCoin]
    const fee = feeOn(got, rate)
    const short = gone - greater(0n, this.#audited.own(order.account, outOf))
    if (order.isLeverage && short > 0n) this.#audited.lend(order.account, outOf, short)
    this.#audited.pay(order.account, outOf, -gone)
    this.#audited.pay(order.account, into, got - fee)
    this.#funds.add(into, 'fees', fee)
    return fee
  }

  /** D-33: reduce-only orders together never exceed the position. */
  checkReducing(account: number): void {
    const sums = new Map<string, { sum: bigint; order: Resting }>()
    for (const order of this.#audited.orders) {
      if (order.account !== account || !order.reduceOnly) continue
      const key = `${order.symbol} ${order.idx} ${order.sign}`
      const sum = (sums.get(key)?.sum ?? 0n) + order.left
      sums.set(key, { sum, order })
    }
    for (const { sum, order } of sums.values()) {
      const { size } = this.#audited.held(account, order.symbol, order.idx)
      const allowed = signOf(size) === -order.sign ? absolute(size) : 0n
      must(sum <= allowed, `D-33: account ${account} reduces ${order.symbol}`, sum, allowed)
    }
  }
}

/** Positions shrunk by the fills of a fill-or-kill order, and the orders that only reduce them. */
class Shrinking {
  readonly #audited: AuditedState
  readonly #sizes = new Map<string, bigint>()
  readonly #lefts = new Map<Resting, bigint>()

  constructor(audited: AuditedState) {
    this.#audited = audited
  }

  left = (order: Resting): bigint => this.#lefts.get(order) ?? order.left

  /** After a fill the newest orders at the worst price are cut first (D-33). */
  fill(order: Resting, lots: bigint): void {
    const { account, symbol, idx, sign } = order
    this.#lefts.set(order, this.left(order) - lots)
    const { size } = this.#audited.seen(account, symbol, idx)
    if (signOf(size) !== -sign) return
    const key = `${account} ${symbol} ${idx}`
    const rest = (this.#sizes.get(key) ?? absolute(size)) - lots
    this.#sizes.set(key, rest)
    const reducing = this.#audited.orders
      .filter(
        (other) =>
          other.reduceOnly &&
          other.account === account &&
          other.symbol === symbol &&
          other.idx === idx &&
          other.sign === sign,
      )
      .sort((a, b) =>
        a.price === b.price ? b.id - a.id : (a.price - b.price) * sign < 0n ? -1 : 1,
      )
    let excess = reducing.reduce((sum, other) => sum + this.left(other), -greater(0n, rest))
    for (const other of reducing) {
      const cut = lesser(greater(0n, excess), this.left(other))
      excess -= cut
      this.#lefts.set(other, this.left(other) - cut)
    }
  }
}

/** Coins that a fill-or-kill order would take from accounts and pools. */
class Spent {
  readonly #coins = new Map<string, bigint>()

  of = (who: number | 'pool', coin: string): bigint => this.#coins.get(`${who} ${coin}`) ?? 0n

  add(who: number | 'pool', coin: string, more: bigint): void {
    this.#coins.set(`${who} ${coin}`, this.of(who, coin) + more)
  }
}

type Side = { readonly value: bigint; readonly lots: bigint; readonly rate: number }

/**
 * The lower of the listed rate and that of the account's level (3.6). The fund pays no fee: closing
 * was paid for at the take-over (5.5, 5.8). EX-5.12
 */
export function rateOf(
  audited: AuditedState,
  { account, symbol }: { readonly account: number; readonly symbol: string },
  isMaker: boolean,
): number {
  if (account === 0) return 0
  const { instrument, isSpot } = audited.market(symbol)
  const rates = audited.feeRates.get(account)
  const own = isSpot ? rates?.spot : rates?.derivatives
  return isMaker
    ? Math.min(instrument.makerFeeE8, own?.makerE8 ?? Infinity)
    : Math.min(instrument.takerFeeE8, own?.takerE8 ?? Infinity)
}
