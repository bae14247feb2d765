// A second exchange, slow and simple, written from domain.md, that must agree with the engine after
// every command.

// It has lists that are sorted whenever they are asked, exact fractions, and no caches. Of a
// liquidation it takes the decisions from the events and works out the money itself.

import { maxOrderQty, orderProblem } from '@basis/domain/orders/order-rules'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { ProblemName } from '@basis/domain/instrument/problems'
import type {
  Command,
  NumberedCommand,
  OrderName,
  PlaceOrder,
  ReplaceOrder,
  SetLeverage,
} from '@basis/engine/commands'
import type { Applied } from '@basis/engine/engine'
import type { Event } from '@basis/engine/events'
import { AuditedState, payCoin, type AuditedOrder } from './auditor-accounts.ts'
import { absolute, feeOn, mostValue, signOf, tradePosition, type Weight } from './auditor-margin.ts'
import { AuditedMarket, ceilDiv, greater, lesser } from './auditor-prices.ts'
import { reservedFor } from './full-auditor/reserving.ts'

const one = 100_000_000n
const fund = 0

/** Whose order of which side trades where. */
type Party = Pick<AuditedOrder, 'account' | 'symbol' | 'sign'>

type Refusal = { readonly problem: ProblemName }
/** Did the position change hands between its owner and the fund, without an order? */
const isHandedOver = ({ cause }: Extract<Event, { kind: 'PnlClosed' }>): boolean =>
  cause === 'TakeOver' || cause === 'Adl'
const isRefusal = (value: object): value is Refusal => 'problem' in value
const refusal = (problem: ProblemName): Refusal => ({ problem })

export class Auditor {
  readonly state = new AuditedState()
  readonly #links = new Map<string, { id: number; content: string }>()
  readonly #ended = new Map<number, number>()
  readonly #robots = new Set<number>()
  #arrivals = 0
  #nowMs = 0

  /**
   * Performs the command and returns the name of the problem that it has, if any; throws when the
   * engine's own decisions cannot be followed.
   */
  step(
    { timeMs, command }: NumberedCommand,
    { events, orderId }: Applied,
  ): ProblemName | undefined {
    this.#nowMs = timeMs
    this.#settleFundings()
    const refused = this.#perform(command, orderId ?? 0)
    const from = events.findIndex(
      ({ kind }) =>
        kind === 'LiquidationStarted' ||
        kind === 'OrderPlaced' ||
        kind === 'OrderCanceled' ||
        kind === 'PositionDeleveraged',
    )
    const isHouse = command.kind === 'UpdatePrices' || command.kind === 'AdvanceTime'
    if (isHouse && from >= 0) this.#follow(events.slice(from))
    this.#coverLosses()
    // How much of a loss a pool can spare is the engine's to decide; M1 holds it to account.
    for (const event of events) {
      if (event.kind === 'WalletChanged' && event.cause === 'Treasury') {
        this.state.pay(fund, event.coin, event.change)
      }
    }
    return refused
  }

  #perform(command: Command, id: number): ProblemName | undefined {
    switch (command.kind) {
      case 'PlaceOrder':
        return this.#place(command, id)
      case 'ReplaceOrder':
        return this.#replace(command)
      case 'CancelOrder': {
        if (!this.state.accounts.has(command.account)) return 'accountUnknown'
        const order = this.#find(command.account, command.order)
        if (isRefusal(order)) return order.problem
        this.#remove(order)
        return undefined
      }
      case 'CancelAllOrders':
        if (!this.state.accounts.has(command.account)) return 'accountUnknown'
        if (command.symbol !== undefined && !this.state.markets.has(command.symbol)) {
          return 'instrumentUnknown'
        }
        for (const order of this.state.ordersOf(command.account)) {
          if (command.symbol === undefined || order.symbol === command.symbol) this.#remove(order)
        }
        return undefined
      case 'SetLeverage':
        return this.#leverage(command)
      case 'UpdatePrices':
        return this.#prices(command.prices)
      case 'AdvanceTime':
        return undefined
      default:
        return this.#house(command)
    }
  }

  #house(command: Command): ProblemName | undefined {
    switch (command.kind) {
      case 'OpenAccount': {
        const { account } = command
        const fits = Number.isSafeInteger(account) && account > 0
        if (!fits || this.state.accounts.has(account)) return 'accountUnknown'
        this.state.accounts.add(account)
        if (command.role === 'robot') this.#robots.add(account)
        return undefined
      }
      case 'Deposit':
        if (command.amount <= 0n) return 'amountInvalid'
        if (command.account !== fund && !this.state.accounts.has(command.account))
          return 'accountUnknown'
        this.state.pay(command.account, command.coin, command.amount)
        return undefined
      case 'ListInstrument':
        this.#list(command.instrument)
        return undefined
      case 'SetInstrumentStatus': {
        const { instrument } = this.state.market(command.symbol)
        this.#list({ ...instrument, status: command.status })
        return undefined
      }
      default:
        throw new Error(`the auditor knows no ${command.kind}`)
    }
  }

  #list(instrument: Instrument): void {
    const known = this.state.markets.get(instrument.symbol)
    if (known === undefined) {
      this.state.markets.set(instrument.symbol, new AuditedMarket(instrument))
    } else {
      known.instrument = instrument
      if (known.nextFundingMs > 0) known.schedule(this.#nowMs)
    }
  }

  #prices(prices: readonly { symbol: string; indexE8: number }[]): ProblemName | undefined {
    for (const { symbol, indexE8 } of prices) {
      if (!this.state.markets.has(symbol)) return 'instrumentUnknown'
      if (!Number.isSafeInteger(indexE8) || indexE8 <= 0) return 'priceInvalid'
    }
    for (const { symbol, indexE8 } of prices) {
      const [bids, asks] = [this.state.levels(symbol, 1n), this.state.levels(symbol, -1n)]
      this.state.market(symbol).update(this.#nowMs, BigInt(indexE8), bids, asks)
    }
    return undefined
  }

  #settleFundings(): void {
    for (const [symbol, market] of this.state.markets) {
      if (market.nextFundingMs === 0 || this.#nowMs < market.nextFundingMs) continue
      for (const account of [...this.state.accounts, fund]) {
        const position = this.state.position(account, symbol)
        if (position.size === 0n) continue
        const value = market.value(market.mark, absolute(position.size))
        // Payers pay up, receivers receive down (2.7).
        const payment = -ceilDiv(signOf(position.size) * value * market.rate, one)
        position.openFunding += payment
        position.realised += payment
        this.state.pay(account, market.instrument.settleCoin, payment)
      }
      market.settled(this.#nowMs)
    }
  }

  /** Who is flat and cannot pay what is locked loses his orders; what he owes the fund pays. */
  #coverLosses(): void {
    const { markets, accounts } = this.state
    for (const account of accounts) {
      const isFlat = [...markets.keys()].every(
        (symbol) => this.state.position(account, symbol).size === 0n,
      )
      if (!isFlat) continue
      const lacks = ['USDT', 'BTC'].some(
        (coin) => this.state.wallet(account, coin) < this.state.locked(account, coin),
      )
      if (lacks) for (const order of this.state.ordersOf(account)) this.#remove(order)
      const owed = -this.state.wallet(account, 'USDT')
      if (owed <= 0n) continue
      this.state.pay(account, 'USDT', owed)
      this.state.pay(fund, 'USDT', -owed)
    }
  }

  /** 4.5: unchanged, risk limit, then the account's rate. */
  #leverage({ account, symbol, leverageE2 }: SetLeverage): ProblemName | undefined {
    if (!this.state.accounts.has(account)) return 'accountUnknown'
    const market = this.state.markets.get(symbol)
    if (market === undefined || market.isSpot) return 'instrumentUnknown'
    const [tier] = market.instrument.riskTiers
    const { minLeverageE2 } = market.instrument
    const most = tier?.maxLeverageE2 ?? 0
    if (leverageE2 < minLeverageE2 || leverageE2 > most) return 'leverageOutOfRange'
    const position = this.state.position(account, symbol)
    const wanted = BigInt(leverageE2)
    if (wanted === position.leverageE2) return 'leverageUnchanged'
    const values = [1n, -1n].map((sign) => this.state.sideValue(account, symbol, sign))
    if (values.some((value) => value > mostValue(market, wanted))) return 'leverageRiskLimit'
    const before = this.state.margin(account)
    const after = this.state.margin(account, { symbol, leverageE2: wanted })
    if (after.balance < after.initial && after.initial > before.initial) {
      return 'leverageInsufficientBalance'
    }
    position.leverageE2 = wanted
    return undefined
  }

  #place(command: PlaceOrder, id: number): ProblemName | undefined {
    const { account, linkId } = command
    const link = `${account} ${linkId}`
    const known = linkId === '' ? undefined : this.#links.get(link)
    const { kind: _kind, selfTrade: _selfTrade, ...intent } = command
    const content = JSON.stringify(intent, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
    if (known !== undefined) {
      return known.content === content ? undefined : 'orderLinkIdDuplicate'
    }
    const order = this.#admit(command, id)
    if (isRefusal(order)) return order.problem
    if (linkId !== '') this.#links.set(link, { id, content })
    this.#enter(order)
    return undefined
  }

  #admit(command: PlaceOrder, id: number): AuditedOrder | Refusal {
    const { account, symbol, side, orderType, reduceOnly, linkId, quoteAmount } = command
    const market = this.state.markets.get(symbol)
    if (market === undefined) return refusal('instrumentUnknown')
    if (!this.state.accounts.has(account)) return refusal('accountUnknown')
    if (linkId !== '' && !/^[A-Za-z0-9_-]{1,45}$/.test(linkId)) return refusal('orderLinkIdInvalid')
    if (market.instrument.status !== 'Trading') return refusal('instrumentNotTrading')
    if (command.positionIdx !== 0) return refusal('positionIdxMismatch')
    const sign = side === 'Buy' ? 1n : -1n
    const isMarket = orderType === 'Market'
    const { size } = this.state.position(account, symbol)
    if (reduceOnly && signOf(size) !== -sign) return refusal('reduceOnlyWithoutPosition')
    const wanted = this.#wantedLots(command, Number(absolute(size)), market)
    const filtered = this.#filtered(command, wanted, market)
    if (filtered !== undefined) return refusal(filtered)
    const price = this.#limit(command, market)
    if (typeof price !== 'bigint') return price
    const order: AuditedOrder = {
      id,
      linkId,
      account,
      symbol,
      sign,
      reduceOnly,
      timeInForce: isMarket ? 'ImmediateOrCancel' : command.timeInForce,
      selfTrade: command.selfTrade,
      isMarket,
      price,
      qty: BigInt(wanted),
      left: BigInt(wanted),
      arrival: 0,
    }
    const short = reduceOnly ? undefined : this.#shortOf(order, quoteAmount)
    if (short !== undefined) return refusal(short)
    if (quoteAmount !== undefined) order.qty = order.left = this.#bought(order, quoteAmount)
    return order
  }

  #wantedLots(command: PlaceOrder, held: number, market: AuditedMarket): number {
    const { reduceOnly, closeOnTrigger, qtyLots: asked } = command
    if (!reduceOnly) return asked
    const whole = closeOnTrigger && asked === 0
    return Math.min(whole ? maxOrderQty(market.instrument, command.orderType) : asked, held)
  }

  /** The instrument's filters (8.1) are the domain's: field and engine share them on purpose. */
  #filtered(command: PlaceOrder, lots: number, market: AuditedMarket): ProblemName | undefined {
    const { quoteAmount, side, orderType } = command
    const { instrument } = market
    if (quoteAmount === undefined) {
      const [best] = this.state.queue(command.symbol, side === 'Buy' ? -1n : 1n)
      const price = best?.price ?? (market.mark > 0n ? market.mark : undefined)
      // An order stands on a tick; of those around a mark it counts with the dearer one.
      const ticks = price === undefined ? undefined : ceilDiv(price, market.tick)
      const reference = ticks === undefined ? undefined : priceTicks(Number(ticks))
      const draft = { ...command, qtyLots: qtyLots(lots) }
      return orderProblem(instrument, draft, reference)?.name
    }
    const fits = market.isSpot && side === 'Buy' && orderType === 'Market' && command.qtyLots === 0
    if (!fits || quoteAmount <= 0n) return 'amountInvalid'
    return quoteAmount < instrument.minNotional ? 'notionalTooSmall' : undefined
  }

  /** A limit within the band, or the band itself as the market order's protective price (8.2). */
  #limit({ side, reduceOnly, ...command }: PlaceOrder, market: AuditedMarket): bigint | Refusal {
    const band = market.band()
    const asked =
      command.priceTicks === undefined ? undefined : BigInt(command.priceTicks) * market.tick
    if (band === undefined) {
      return reduceOnly && asked !== undefined ? asked : refusal('priceUnavailable')
    }
    if (asked === undefined) return side === 'Buy' ? band.highest : band.lowest
    if (side === 'Buy' && asked > band.highest) return refusal('priceAboveBand')
    if (side === 'Sell' && asked < band.lowest) return refusal('priceBelowBand')
    return asked
  }

  #crossing(order: AuditedOrder): readonly AuditedOrder[] {
    return this.state
      .queue(order.symbol, -order.sign)
      .filter((other) => (order.price - other.price) * order.sign >= 0n)
  }

  /** The order as if it stood (3.3, D-18). */
  #draft(order: AuditedOrder): Weight {
    const { sign, price, left, symbol, account, selfTrade, isMarket, timeInForce } = order
    const market = this.state.market(symbol)
    const standing = this.state.queue(symbol, -sign).map((other) => ({
      price: other.price,
      left: other.left,
      isMet: other.account !== account || selfTrade === 'None',
    }))
    const orderType = isMarket ? ('Market' as const) : ('Limit' as const)
    const terms = { orderType, timeInForce, isIsolated: false }
    const wanted = { market, sign, limit: price, lots: left, ...terms }
    return { sign, price, lots: left, ...reservedFor(wanted, standing) }
  }

  #shortOf(
    order: AuditedOrder,
    quoteAmount?: bigint,
    without?: AuditedOrder,
  ): ProblemName | undefined {
    const { account, symbol, sign } = order
    const market = this.state.market(symbol)
    const draft = this.#draft(order)
    if (market.isSpot) return this.#shortOfCoins(order, quoteAmount ?? draft.value, without)
    const value = draft.value + this.state.sideValue(account, symbol, sign, without)
    const { size, leverageE2 } = this.state.position(account, symbol)
    const closing = this.state
      .weights(account, symbol, { symbol, without })
      .filter((other) => other.sign === sign)
      .reduce((sum, other) => sum + other.lots, draft.lots)
    const onlyCloses = signOf(size) === -sign && closing <= absolute(size)
    // The risk limit is that of the larger side (4.2).
    const larger = greater(value, this.state.sideValue(account, symbol, -sign))
    if (larger > mostValue(market, leverageE2) && !onlyCloses) return 'riskLimitExceeded'
    const before = this.state.margin(account)
    const after = this.state.margin(account, { symbol, draft, without })
    const short = after.balance < after.initial && after.initial > before.initial
    return short ? 'insufficientBalance' : undefined
  }

  #shortOfCoins(
    order: AuditedOrder,
    cost: bigint,
    without?: AuditedOrder,
  ): ProblemName | undefined {
    const market = this.state.market(order.symbol)
    const coin = payCoin(market, order.sign)
    const needed = order.sign === 1n ? cost : order.left * market.lot
    const free =
      this.state.wallet(order.account, coin) - this.state.locked(order.account, coin, without)
    if (needed > free) return order.sign === 1n ? 'insufficientBalance' : 'insufficientCoin'
    // Dollars are the collateral of this world, and its pair's base coin is none: a buy takes away
    // all that it pays, a sale nothing (5.6; docs/rules/collateral.md).
    const taken = order.sign === 1n ? needed : 0n
    const takenBefore = without === undefined ? 0n : this.state.lockedBy(without, 'USDT')
    const { balance, initial } = this.state.margin(order.account, { symbol: order.symbol, without })
    return balance - taken < initial && taken > takenBefore ? 'insufficientBalance' : undefined
  }

  /** The whole lots that an amount buys, level by level, at most what one order may ask for. */
  #bought(order: AuditedOrder, budget: bigint): bigint {
    const market = this.state.market(order.symbol)
    let money = budget
    let lots = 0n
    for (const other of this.#crossing(order)) {
      const isOwn = other.account === order.account && order.selfTrade !== 'None'
      if (isOwn && order.selfTrade !== 'CancelMaker') break
      if (isOwn) continue
      const affordable = money / market.value(other.price, 1n)
      lots += lesser(affordable, other.left)
      if (affordable < other.left) break
      money -= market.value(other.price, other.left)
    }
    return lesser(lots, BigInt(maxOrderQty(market.instrument, 'Market')))
  }

  /** Meets the other side and rests, or ends (8.3). */
  #enter(order: AuditedOrder): void {
    const crossing = this.#crossing(order)
    if (order.timeInForce === 'PostOnly' && crossing.length > 0) return this.#ends(order)
    if (order.timeInForce === 'FillOrKill' && !this.#fillable(order, crossing)) {
      return this.#ends(order)
    }
    let isOver = false
    while (order.left > 0n && !isOver) {
      const [maker] = this.#crossing(order)
      if (maker === undefined) break
      if (maker.account === order.account && order.selfTrade !== 'None') {
        if (order.selfTrade !== 'CancelTaker') this.#remove(maker)
        isOver = order.selfTrade !== 'CancelMaker'
      } else this.#trade(maker, order)
    }
    const mayRest = order.timeInForce === 'GoodTillCancel' || order.timeInForce === 'PostOnly'
    if (order.left === 0n || isOver || order.isMarket || !mayRest) return this.#ends(order)
    this.#arrivals += 1
    order.arrival = this.#arrivals
    this.state.orders.push(order)
    this.#trim(order.account, order.symbol)
  }

  #fillable(order: AuditedOrder, crossing: readonly AuditedOrder[]): boolean {
    let found = 0n
    for (const other of crossing) {
      const isOwn = other.account === order.account && order.selfTrade !== 'None'
      if (isOwn && order.selfTrade !== 'CancelMaker' && found < order.left) return false
      if (!isOwn) found += other.left
    }
    return found >= order.left
  }

  #trade(maker: AuditedOrder, taker: AuditedOrder): void {
    const lots = lesser(maker.left, taker.left)
    const market = this.state.market(taker.symbol)
    market.last = maker.price
    maker.left -= lots
    taker.left -= lots
    this.#exchange(maker, lots, maker.price, market.instrument.makerFeeE8)
    this.#exchange(taker, lots, maker.price, market.instrument.takerFeeE8)
    if (maker.left === 0n) this.#remove(maker)
    this.#trim(maker.account, maker.symbol)
    this.#trim(taker.account, taker.symbol)
  }

  /** One side of a trade: coins of a spot pair, or a position and its fee. */
  #exchange(order: Party, lots: bigint, price: bigint, feeRateE8: number): void {
    const market = this.state.market(order.symbol)
    const { account, sign } = order
    const { baseCoin, quoteCoin, settleCoin } = market.instrument
    const value = market.value(price, lots)
    if (!market.isSpot) {
      const fee = feeOn(value, feeRateE8)
      const pnl = tradePosition(this.state.position(account, order.symbol), sign * lots, value, fee)
      return this.state.pay(account, settleCoin, pnl - fee)
    }
    const base = lots * market.lot
    this.state.pay(account, quoteCoin, sign === 1n ? -value : value - feeOn(value, feeRateE8))
    this.state.pay(account, baseCoin, sign === 1n ? base - feeOn(base, feeRateE8) : -base)
  }

  /** D-33: reduce-only orders together never ask for more than the position. */
  #trim(account: number, symbol: string): void {
    const { size } = this.state.position(account, symbol)
    for (const sign of [1n, -1n]) {
      const allowed = signOf(size) === -sign ? absolute(size) : 0n
      const reducing = this.state
        .ordersOf(account)
        .filter((order) => order.symbol === symbol && order.sign === sign && order.reduceOnly)
        .sort((a, b) => Number((a.price - b.price) * sign) || b.id - a.id)
      let excess = reducing.reduce((sum, order) => sum + order.left, 0n) - allowed
      for (const order of reducing) {
        if (excess <= 0n) break
        const cut = lesser(excess, order.left)
        excess -= cut
        order.left -= cut
        order.qty -= cut
        if (order.left === 0n) this.#remove(order)
      }
    }
  }

  #remove(order: AuditedOrder): void {
    this.state.orders = this.state.orders.filter((other) => other !== order)
    this.#ends(order)
  }

  #ends(order: AuditedOrder): void {
    // The engine remembers the final states of people's orders only.
    if (!this.#robots.has(order.account)) this.#ended.set(order.id, order.account)
  }

  #find(account: number, name: OrderName): AuditedOrder | Refusal {
    const id = name.orderId ?? this.#links.get(`${account} ${name.linkId}`)?.id
    const order = this.state.orders.find((other) => other.id === id && other.account === account)
    if (order !== undefined) return order
    const wasMine = id !== undefined && this.#ended.get(id) === account
    return refusal(wasMine ? 'orderFinal' : 'orderNotFound')
  }

  #replace(command: ReplaceOrder): ProblemName | undefined {
    if (!this.state.accounts.has(command.account)) return 'accountUnknown'
    const order = this.#find(command.account, command.order)
    if (isRefusal(order)) return order.problem
    const market = this.state.market(order.symbol)
    const filled = order.qty - order.left
    const held = absolute(this.state.position(order.account, order.symbol).size)
    const asked = BigInt(command.qtyLots ?? Number(order.qty))
    const qty = order.reduceOnly ? lesser(asked, filled + held) : asked
    const price =
      command.priceTicks === undefined ? order.price : BigInt(command.priceTicks) * market.tick
    const isSamePrice = price === order.price
    if (isSamePrice && qty === order.qty) return 'orderUnchanged'
    if (qty <= filled) return 'qtyNotAboveFilled'
    const draft = {
      orderType: 'Limit' as const,
      side: order.sign === 1n ? ('Buy' as const) : ('Sell' as const),
      priceTicks: priceTicks(Number(price / market.tick)),
      qtyLots: qtyLots(Number(qty)),
      reduceOnly: order.reduceOnly,
    }
    const wrong = orderProblem(market.instrument, draft, undefined)
    if (wrong !== undefined) return wrong.name
    if (isSamePrice && qty < order.qty) {
      order.left -= order.qty - qty
      order.qty = qty
      return undefined
    }
    if (market.instrument.status !== 'Trading') return 'instrumentNotTrading'
    const band = market.band()
    if (band === undefined) return 'priceUnavailable'
    if (order.sign === 1n && price > band.highest) return 'priceAboveBand'
    if (order.sign === -1n && price < band.lowest) return 'priceBelowBand'
    const changed = { ...order, price, qty, left: qty - filled }
    const short = order.reduceOnly ? undefined : this.#shortOf(changed, undefined, order)
    if (short !== undefined) return short
    this.state.orders = this.state.orders.filter((other) => other !== order)
    this.#enter(changed)
    return undefined
  }

  /** Takes over what a liquidation decided: who is cancelled, who trades, who is taken over. */
  #follow(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind === 'OrderCanceled') {
        const order = this.state.orders.find(({ id }) => id === event.order.id)
        if (order !== undefined) this.#remove(order)
      } else if (event.kind === 'OrderFilled') this.#followFill(event)
      else if (event.kind === 'PnlClosed' && isHandedOver(event) && event.account !== fund) {
        const lots = BigInt(event.closedLots) * (event.side === 'Buy' ? -1n : 1n)
        const { settleCoin } = this.state.market(event.symbol).instrument
        for (const [account, taken] of [
          [event.account, lots],
          [fund, -lots],
        ] as const) {
          const position = this.state.position(account, event.symbol)
          this.state.pay(account, settleCoin, tradePosition(position, taken, event.exitValue, 0n))
        }
      }
    }
  }

  #followFill({ order, fill }: Extract<Event, { kind: 'OrderFilled' }>): void {
    const market = this.state.market(order.symbol)
    const lots = BigInt(fill.qtyLots)
    const price = BigInt(fill.priceTicks) * market.tick
    const sign = order.side === 'Buy' ? 1n : -1n
    const own = fill.isMaker ? market.instrument.makerFeeE8 : market.instrument.takerFeeE8
    const rate = order.account === fund ? 0 : own
    const maker = this.state.orders.find(({ id }) => id === order.id)
    market.last = price
    this.#exchange({ account: order.account, symbol: order.symbol, sign }, lots, price, rate)
    if (maker !== undefined) {
      maker.left -= lots
      if (maker.left === 0n) this.#remove(maker)
    }
    // Whom the trade left with too much reduce-only is told by the events after both sides.
    if (!fill.isMaker) for (const account of this.state.accounts) this.#trim(account, order.symbol)
  }
}
