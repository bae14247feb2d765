// The auditor's books of combinations: matching, both legs of both parties, half fees, and the
// margin reserved for a resting order (rules 20.1 to 20.3).

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Command } from '@basis/engine/commands'
import type { Event } from '@basis/engine/events'
import { mostValue } from './affording.ts'
import type { AuditedState } from './audited-state.ts'
import { must, rateOf } from './books.ts'
import { ceilDiv, floorDiv, greater, lesser, type AuditedMarket } from './prices.ts'
import { absolute, feeOn, one, orderCost, signOf, trade } from './sums.ts'
import { VenueFunds } from './venue-funds.ts'

type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>
type ReportedOrder = EventOf<'SpreadOrderChanged'>['spread']
type ReportedLeg = EventOf<'SpreadFilled'>['fill']['far']

/** Trading ends half an hour before the first of the legs is delivered (D-S1). */
const closesBeforeMs = 1_800_000

/** Two legs as one instrument; prices in ticks of its own, of either sign. */
export type Combined = {
  readonly symbol: string
  readonly far: AuditedMarket
  readonly near: AuditedMarket
  readonly tick: bigint
  readonly lot: bigint
  readonly closesMs: number
}

export type OpenSpread = {
  readonly id: number
  readonly account: number
  readonly of: Combined
  readonly sign: bigint
  readonly isMarket: boolean
  readonly timeInForce: string
  readonly selfTrade: string
  price: bigint
  qty: bigint
  left: bigint
  arrival: number
}

type Leg = {
  readonly market: AuditedMarket
  readonly sign: bigint
  readonly price: bigint
  readonly lots: bigint
}
type Means = ReturnType<SpreadBooks['means']>

export class SpreadBooks {
  readonly orders = new Map<number, OpenSpread>()
  /** The self-trade prevention of each of their orders. */
  readonly #selfTrades: string[] = []
  readonly #audited: AuditedState
  readonly #funds: VenueFunds
  #entering: OpenSpread | undefined
  #arrivals = 0
  #due: { order: OpenSpread; price: bigint; lots: bigint; isMaker: boolean; before: Means }[] = []
  #matched: { order: OpenSpread; before: Means }[] = []
  #nowMs = 0
  /** The owners of final orders; those of robots are not kept. */
  readonly ended = new Map<number, number>()
  readonly #isRobot: (account: number) => boolean

  constructor(audited: AuditedState, funds: VenueFunds, isRobot: (account: number) => boolean) {
    this.#audited = audited
    this.#funds = funds
    this.#isRobot = isRobot
  }

  /** Starts a command; a new order of it has this self-trade prevention. */
  begin(nowMs: number, command: Command): void {
    this.#nowMs = nowMs
    this.#selfTrades.length = 0
    if (command.kind === 'PlaceSpread') this.#selfTrades.push(command.selfTrade)
  }

  /** The combination of a symbol; undefined if its legs are not listed. */
  combined(symbol: string): Combined | undefined {
    const [farName = '', nearName = ''] = symbol.split('_')
    const far = this.#audited.markets.get(farName)
    const near = this.#audited.markets.get(nearName)
    if (far === undefined || near === undefined || !combine(far.instrument, near.instrument)) {
      return undefined
    }
    const ends = [far, near].map(({ instrument }) => instrument.deliveryMs ?? Infinity)
    return {
      symbol,
      far,
      near,
      tick: greater(far.tick, near.tick),
      lot: greater(far.lot, near.lot),
      closesMs: Math.min(...ends) - closesBeforeMs,
    }
  }

  /** The near leg's mark, for a pair its index (D-S5). */
  reference = ({ near }: Combined): bigint => (near.isSpot ? near.index : near.mark)

  /** One side of a book in matching order. */
  queue = (symbol: string, sign: bigint): readonly OpenSpread[] =>
    [...this.orders.values()]
      .filter(({ of, sign: side, arrival }) => of.symbol === symbol && side === sign && arrival > 0)
      .sort((a, b) => Number((b.price - a.price) * sign) || a.arrival - b.arrival)

  #crossing = (order: OpenSpread): readonly OpenSpread[] =>
    this.queue(order.of.symbol, -order.sign).filter(
      ({ price }) => (order.price - price) * order.sign >= 0n,
    )

  follow(event: Event): void {
    if (event.kind === 'SpreadOrderChanged') this.#changed(event.spread)
    if (event.kind === 'SpreadTraded') this.#meet(event)
    if (event.kind === 'SpreadFilled') this.#fill(event)
  }

  #changed(reported: ReportedOrder): void {
    const known = this.orders.get(reported.id)
    if (known === undefined) return this.#enter(reported)
    if (reported.cancelType !== undefined) return this.#end(known, reported.cancelType)
    if (reported.status === 'Filled') {
      must(known.left === 0n, `order ${reported.id} is filled`, reported.status, known.left)
      return this.#forget(known)
    }
    this.#replace(known, reported)
  }

  #enter(reported: ReportedOrder): void {
    this.settle()
    const of = this.combined(reported.symbol)
    if (of === undefined) throw new Error(`${reported.symbol} has no legs`)
    const order: OpenSpread = {
      id: reported.id,
      account: reported.account,
      of,
      sign: reported.side === 'Buy' ? 1n : -1n,
      isMarket: reported.orderType === 'Market',
      timeInForce: reported.timeInForce,
      selfTrade: this.#selfTrades.shift() ?? 'None',
      price: BigInt(reported.priceTicks),
      qty: BigInt(reported.qtyLots),
      left: BigInt(reported.leavesLots),
      arrival: 0,
    }
    this.orders.set(order.id, order)
    this.#entering = order
  }

  /** A smaller quantity at the same price keeps its place; anything else is queued again (D-36). */
  #replace(order: OpenSpread, reported: ReportedOrder): void {
    const [price, qty, left] = [reported.priceTicks, reported.qtyLots, reported.leavesLots].map(
      BigInt,
    )
    if (price === undefined || qty === undefined || left === undefined) return
    const expected = order.left + qty - order.qty
    must(left === expected, `order ${order.id} has left`, left, expected)
    if (price === order.price && qty < order.qty) {
      this.#keepPart(order, left)
      Object.assign(order, { qty, left })
      return
    }
    this.settle()
    this.#release(order)
    Object.assign(order, { price, qty, left, arrival: 0 })
    this.#entering = order
  }

  #release({ id }: OpenSpread): void {
    this.#audited.kept.delete(id)
    this.#audited.frozen.delete(id)
  }

  #forget(order: OpenSpread): void {
    if (this.#entering === order) this.#entering = undefined
    this.#release(order)
    this.orders.delete(order.id)
    if (!this.#isRobot(order.account)) this.ended.set(order.id, order.account)
  }

  /** Calls `ask` as if an order did not exist and reserved nothing. */
  without<Answer>(order: OpenSpread, ask: () => Answer): Answer {
    const { arrival, id } = order
    const kept = this.#audited.kept.get(id)
    const frozen = this.#audited.frozen.get(id)
    this.#release(order)
    order.arrival = 0
    const answer = ask()
    order.arrival = arrival
    if (kept !== undefined) this.#audited.kept.set(id, kept)
    if (frozen !== undefined) this.#audited.frozen.set(id, frozen)
    return answer
  }

  /** The rest of an entered order rests, and reserves what it may cost (D-S8). */
  settle(): void {
    const order = this.#entering
    this.#entering = undefined
    must(this.#due.length === 0, 'sides of a combination that were not told', '', this.#due.length)
    if (order === undefined || order.left === 0n) return
    const rests = !order.isMarket && ['GoodTillCancel', 'PostOnly'].includes(order.timeInForce)
    must(rests, `order ${order.id} of a combination rests`, order.timeInForce, 'it may not')
    const [best] = this.#crossing(order)
    must(best === undefined, `order ${order.id} rests though it crosses`, order.id, best?.id)
    this.#arrivals += 1
    order.arrival = this.#arrivals
    this.#keep(order, this.holdOf(order, order.left))
  }

  #keep({ id, account }: OpenSpread, { margin, coin, coins }: Hold): void {
    this.#audited.kept.set(id, { account, margin })
    if (coins > 0n) this.#audited.frozen.set(id, { account, coin, coins })
    else this.#audited.frozen.delete(id)
  }

  /** The remaining part keeps its share of the reserve, rounded up. */
  #keepPart(order: OpenSpread, left: bigint): void {
    const margin = this.#audited.kept.get(order.id)?.margin
    if (margin === undefined) return
    if (left === 0n) return this.#release(order)
    const { coin = '', coins = 0n } = this.#audited.frozen.get(order.id) ?? {}
    const part = (of: bigint): bigint => ceilDiv(of * left, order.left)
    this.#keep(order, { margin: part(margin), coin, coins: part(coins) })
  }

  /** Far and near leg of this many lots at a price of the combination, by the current reference. */
  legs(
    of: Combined,
    { sign, price, lots }: { readonly sign: bigint; readonly price: bigint; readonly lots: bigint },
  ): readonly [far: Leg, near: Leg] {
    const near = floorDiv(2n * this.reference(of) + of.tick, 2n * of.tick) * of.tick
    const leg = (market: AuditedMarket, side: bigint, at: bigint): Leg => ({
      market,
      sign: side,
      price: at,
      lots: (lots * of.lot) / market.lot,
    })
    return [leg(of.far, sign, near + price * of.tick), leg(of.near, -sign, near)]
  }

  /** For each contract the cost to open, for a pair its payment (D-S8). */
  holdOf(order: Pick<OpenSpread, 'account' | 'of' | 'sign' | 'price'>, lots: bigint): Hold {
    let margin = 0n
    let spent = { coin: '', coins: 0n }
    for (const { market, sign, price, lots: ofLeg } of this.legs(order.of, { ...order, lots })) {
      if (market.isSpot) {
        const { quoteCoin, baseCoin } = market.instrument
        spent =
          sign === 1n
            ? { coin: quoteCoin, coins: market.value(price, ofLeg) }
            : { coin: baseCoin, coins: ofLeg * market.lot }
        continue
      }
      const { size, leverageE2 } = this.#audited.seen(order.account, market.instrument.symbol, 0)
      const closing = signOf(size) === -sign ? lesser(absolute(size), ofLeg) : 0n
      const value = market.value(greater(market.tick, price), ofLeg - closing)
      margin += ofLeg === closing ? 0n : orderCost(market, sign, value, leverageE2)
    }
    return { margin, ...spent }
  }

  /** The entering order meets the best price's oldest order, for the lesser of both quantities. */
  #meet(reported: EventOf<'SpreadTraded'>): void {
    const taker = this.#entering
    const about = `match ${reported.tradeId} of ${reported.symbol}:`
    if (taker === undefined) throw new Error(`${about} nobody entered`)
    const [maker] = this.#crossing(taker)
    if (maker === undefined) throw new Error(`${about} order ${taker.id} meets none`)
    const lots = lesser(maker.left, taker.left)
    must(
      BigInt(reported.priceTicks) === maker.price,
      `${about} price`,
      reported.priceTicks,
      maker.price,
    )
    must(BigInt(reported.qtyLots) === lots, `${about} lots`, reported.qtyLots, lots)
    const isOwn = maker.account === taker.account && taker.selfTrade !== 'None'
    must(!isOwn, `${about} of one account`, 'met', taker.selfTrade)
    this.#keepPart(maker, maker.left - lots)
    const { price } = maker
    for (const order of [maker, taker]) {
      const before = this.means(order.account, order.of)
      order.left -= lots
      this.#due.push({ order, price, lots, isMaker: order === maker, before })
    }
  }

  #fill({ spread, fill }: EventOf<'SpreadFilled'>): void {
    const due = this.#due.shift()
    if (due === undefined) throw new Error(`order ${spread.id} is filled by no match`)
    const { order, price, lots, isMaker, before } = due
    must(spread.id === order.id, 'filled order of a combination', spread.id, order.id)
    const match = { price, lots, isMaker, sign: order.sign }
    const reported = [fill.far, fill.near]
    const legs = this.#apply(order.account, order.of, match, this.#funds)
    legs.forEach((leg, k) => compareLeg(reported[k], leg))
    this.#matched.push({ order, before })
    if (this.#due.length > 0) return
    // Both parties can carry both legs, or there would have been no match (D-S6).
    for (const { order: party, before: was } of this.#matched) {
      const wrong = this.carried(party.account, party.of, was)
      must(wrong === undefined, `order ${party.id} of ${party.account} is filled`, '', wrong)
    }
    this.#matched = []
  }

  /** Both legs of a party, near before far: positions, coins and half fees. */
  #apply(
    account: number,
    of: Combined,
    match: { price: bigint; lots: bigint; isMaker: boolean; sign: bigint },
    funds: VenueFunds,
  ): readonly FilledLeg[] {
    const [far, near] = this.legs(of, match)
    const nearFilled = this.#applyLeg(account, near, match.isMaker, funds)
    return [this.#applyLeg(account, far, match.isMaker, funds), nearFilled]
  }

  #applyLeg(account: number, leg: Leg, isMaker: boolean, funds: VenueFunds): FilledLeg {
    const { market, sign, price, lots } = leg
    const { baseCoin, quoteCoin, settleCoin, symbol } = market.instrument
    const rate = Math.trunc(rateOf(this.#audited, { account, symbol }, isMaker) / 2)
    const value = market.value(price, lots)
    if (!market.isSpot) {
      const fee = feeOn(value, rate)
      const held = this.#audited.held(account, symbol)
      const pnl = trade(market, held, sign * lots, { value, fee })
      this.#audited.pay(account, settleCoin, pnl - fee)
      funds.add(settleCoin, 'fees', fee)
      return { ...leg, value, fee, coin: settleCoin }
    }
    const base = lots * market.lot
    const [got, into, gone, outOf] =
      sign === 1n ? [base, baseCoin, value, quoteCoin] : [value, quoteCoin, base, baseCoin]
    const fee = feeOn(got, rate)
    this.#audited.pay(account, outOf, -gone)
    this.#audited.pay(account, into, got - fee)
    funds.add(into, 'fees', fee)
    return { ...leg, value, fee, coin: into }
  }

  /** The criteria of a match: margin, and for a spot leg the coins. */
  means(
    account: number,
    { near }: Combined,
  ): { balance: bigint; initial: bigint; free: readonly (readonly [string, bigint])[] } {
    const { balance, initial } = this.#audited.totals(account)
    const { baseCoin, quoteCoin } = near.instrument
    const coins = near.isSpot ? [baseCoin, quoteCoin] : []
    return {
      balance,
      initial,
      free: coins.map((coin) => [coin, this.#audited.free(account, coin)] as const),
    }
  }

  /** The reason why an account cannot carry both legs after a match (D-S6). */
  carried(account: number, of: Combined, before: Means): string | undefined {
    const after = this.means(account, of)
    const isCoinShort = after.free.some(
      ([, there], k) => there < 0n && there < (before.free[k]?.[1] ?? 0n),
    )
    if (isCoinShort) return 'coins'
    const isBeyond = [of.far, of.near].some((market) => {
      if (market.isSpot) return false
      const { size, leverageE2 } = this.#audited.seen(account, market.instrument.symbol, 0)
      return market.value(market.mark, absolute(size)) > mostValue(market, leverageE2)
    })
    if (isBeyond) return 'risk limit'
    const left = after.balance - after.initial
    const isNoMore = after.initial <= before.initial && left >= before.balance - before.initial
    return left >= 0n || isNoMore ? undefined : 'margin'
  }

  /** The party that could not carry a match, the maker first; undefined if both can. */
  #failing(maker: OpenSpread, taker: OpenSpread): 'maker' | 'taker' | undefined {
    const lots = lesser(maker.left, taker.left)
    const { price } = maker
    const priced = this.legs(taker.of, { sign: taker.sign, price, lots })
    if (priced.some((leg) => leg.price <= 0n)) return 'maker'
    return this.#audited.tried([maker.account, taker.account], () => {
      const kept = this.#audited.kept.get(maker.id)
      const frozen = this.#audited.frozen.get(maker.id)
      this.#keepPart(maker, maker.left - lots)
      const parties = [maker, taker].map((order) => ({
        order,
        before: this.means(order.account, order.of),
      }))
      const funds = new VenueFunds()
      for (const order of [maker, taker]) {
        const match = { price, lots, isMaker: order === maker, sign: order.sign }
        this.#apply(order.account, order.of, match, funds)
      }
      const failed = parties.find(
        ({ order, before }) => this.carried(order.account, order.of, before) !== undefined,
      )
      if (kept !== undefined) this.#audited.kept.set(maker.id, kept)
      if (frozen !== undefined) this.#audited.frozen.set(maker.id, frozen)
      if (failed === undefined) return undefined
      return failed.order === maker ? 'maker' : 'taker'
    })
  }

  /** An order ends before it is filled only for a reason that the books show. */
  #end(order: OpenSpread, why: string): void {
    const about = `order ${order.id} of ${order.of.symbol} ends with ${why}`
    const crossing = order === this.#entering ? this.#crossing(order) : []
    const [best] = crossing
    switch (why) {
      case 'CancelByPostOnly':
        must(best !== undefined, about, why, 'rests')
        break
      case 'CancelByIoc':
      case 'CancelByNoLiquidity':
        must(best === undefined, about, why, best?.id)
        break
      case 'CancelBySmp':
        this.#mayGiveWay(order, about)
        break
      case 'CancelByInsufficientMargin':
        this.#mayFail(order, about)
        break
      case 'CancelByFok':
        must(this.#fills(order) < order.left, about, why, 'it could be filled')
        break
      case 'CancelBySettle':
        must(this.#nowMs >= order.of.closesMs, about, this.#nowMs, order.of.closesMs)
        break
      default:
    }
    this.#forget(order)
  }

  #mayGiveWay(order: OpenSpread, about: string): void {
    const taker = this.#entering
    if (taker === undefined) return must(false, about, 'nobody entered')
    const [maker] = this.#crossing(taker)
    const isOwn = taker.account === order.account && taker.selfTrade !== 'None'
    const isMaker = order === maker && taker.selfTrade !== 'CancelTaker'
    // If both are cancelled, the resting one was removed before.
    const isTaker = order === taker && taker.selfTrade !== 'CancelMaker'
    must(isOwn && (isMaker || isTaker), about, order.id, maker?.id)
  }

  #mayFail(order: OpenSpread, about: string): void {
    const taker = this.#entering
    const maker = taker && this.#crossing(taker)[0]
    if (taker === undefined || maker === undefined) return must(false, about, 'it met nobody')
    const failing = this.#failing(maker, taker)
    const party = order === taker ? 'taker' : 'maker'
    must((order === taker || order === maker) && failing === party, about, party, failing)
  }

  /** The number of lots that a fill-or-kill order would get, with every check. */
  #fills(taker: OpenSpread): bigint {
    const crossing = this.#crossing(taker)
    const parties = [...new Set([taker, ...crossing].map(({ account }) => account))]
    const before = [taker, ...crossing].map((order) => ({ order, left: order.left }))
    const holds = [new Map(this.#audited.kept), new Map(this.#audited.frozen)] as const
    const filled = this.#audited.tried(parties, () => {
      for (const maker of crossing) {
        const isOwn = maker.account === taker.account && taker.selfTrade !== 'None'
        if (isOwn && taker.selfTrade !== 'CancelMaker') break
        if (isOwn) {
          this.#release(maker)
          continue
        }
        const failing = this.#failing(maker, taker)
        if (failing === 'taker') break
        if (failing === 'maker') {
          this.#release(maker)
          continue
        }
        const lots = lesser(maker.left, taker.left)
        this.#keepPart(maker, maker.left - lots)
        for (const order of [maker, taker]) {
          const match = { price: maker.price, lots, isMaker: order === maker, sign: order.sign }
          this.#apply(order.account, order.of, match, new VenueFunds())
          order.left -= lots
        }
        if (taker.left === 0n) break
      }
      return (before[0]?.left ?? 0n) - taker.left
    })
    for (const { order, left } of before) order.left = left
    for (const [id, kept] of holds[0]) this.#audited.kept.set(id, kept)
    for (const [id, frozen] of holds[1]) this.#audited.frozen.set(id, frozen)
    return filled
  }

  /** An account's open orders as text, oldest first. */
  openOf = (account: number): readonly string[] =>
    [...this.orders.values()]
      .filter((order) => order.account === account)
      .sort((a, b) => a.id - b.id)
      .map(({ id, left, price }) => `${id}: ${left} @ ${price}`)

  /** A closed combination has no orders (20.4). */
  check(): void {
    this.settle()
    for (const { id, of } of this.orders.values()) {
      must(this.#nowMs < of.closesMs, `order ${id} of ${of.symbol} is open`, 'open', 'closed')
    }
  }
}

export type Hold = { readonly margin: bigint; readonly coin: string; readonly coins: bigint }
type FilledLeg = Leg & { readonly value: bigint; readonly fee: bigint; readonly coin: string }

function compareLeg(reported: ReportedLeg | undefined, leg: FilledLeg): void {
  const { market, sign, price, lots, value, fee, coin } = leg
  if (reported === undefined) throw new Error('a match has two legs')
  const same = (what: string, theirs: unknown, ours: unknown): void =>
    must(theirs === ours, `leg ${reported.tradeId} in ${reported.symbol}: ${what}`, theirs, ours)
  same('symbol', reported.symbol, market.instrument.symbol)
  same('side', reported.side, sign === 1n ? 'Buy' : 'Sell')
  same('price', BigInt(reported.priceTicks) * market.tick, price)
  same('lots', BigInt(reported.qtyLots), lots)
  same('value', reported.value, value)
  same('fee', reported.fee, fee)
  same('coin of the fee', reported.feeCoin, coin)
}

/** Whether two legs combine: USDT contracts and pairs of three coins, later over earlier. */
function combine(far: Instrument, near: Instrument): boolean {
  const rank = ({ kind, contractType, quoteCoin, baseCoin }: Instrument): number => {
    if (quoteCoin !== 'USDT' || !['BTC', 'ETH', 'SOL'].includes(baseCoin)) return -1
    if (kind === 'Spot') return 0
    if (contractType === 'LinearPerpetual') return 1
    return contractType === 'LinearFutures' ? 2 : -1
  }
  const [over, under] = [rank(far), rank(near)]
  if (far.baseCoin !== near.baseCoin || over < 0 || under < 0) return false
  const fits = (a: number, b: number): boolean => Math.max(a, b) % Math.min(a, b) === 0
  if (!fits(far.tickSizeE8, near.tickSizeE8) || !fits(far.lotSizeE8, near.lotSizeE8)) return false
  if (over === 2 && under === 2) return (far.deliveryMs ?? 0) > (near.deliveryMs ?? 0)
  return over > under
}

/** The lowest and highest price in ticks, around the fair spread (D-S4). EX-20.4 */
export function spreadBandOf(
  { far, near, tick }: Combined,
  reference: bigint,
): { readonly low: bigint; readonly high: bigint } {
  const widest = greater(BigInt(far.instrument.bandXE8), BigInt(near.instrument.bandXE8))
  const reach = (reference * widest) / one
  const fair = far.mark - reference
  return { low: ceilDiv(fair - reach, tick), high: floorDiv(fair + reach, tick) }
}
