// Laws of every stream of events: legal order states, trades that match on both sides, ledgers
// without gaps, profits that equal the changes of the wallets.

// From rules 14.2; reliability M1, M8, O3, O4, L6, L13. They keep the state they need and throw at
// the first violation.

import type { AccountId } from '@basis/domain/numbers/brand'
import { feeRateOf, type FeeRates } from '@basis/domain/instrument/fee-levels'
import { feeOf } from '@basis/domain/instrument/fees'
import { contractValue } from '@basis/domain/instrument/contract'
import { rateE8, type Amount, type PriceTicks, type QtyLots } from '@basis/domain/numbers/fixed'
import {
  isComing,
  qtyAmount,
  ticksToE8,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import {
  isFinal,
  type Order,
  type OrderStatus,
  type SelfTradeMode,
} from '@basis/domain/orders/order'
import { positionIdxs, type Position } from '@basis/domain/orders/position'
import { mustExplain, mustGiveFigures } from './explained.ts'
import { Freshness } from './freshness.ts'
import { fallenOf, filledLater, mayBeLiquidated } from './liquidation.ts'
import { openedBySpreads, SpreadLaws } from './spreads.ts'
import { fundAccount, type Command } from '@basis/engine/commands'
import type { ApplyResult, Engine } from '@basis/engine/engine'
import type { Event, Fill, OrderTriggered, WalletChanged } from '@basis/engine/events'

const must = (holds: boolean, law: string): void => {
  if (!holds) throw new Error(law)
}

type Filled = { readonly order: Order; readonly fill: Fill }

/** The wallet changes of one contract: `moved` less `closed` belongs to the open position. */
type Account = { moved: bigint; closed: bigint }

export class Laws {
  readonly #instruments = new Map<string, Instrument>()
  readonly #orders = new Map<number, Order>()
  /** Orders whose trigger has fired. */
  readonly #fired = new Set<number>()
  readonly #selfTrade = new Map<number, SelfTradeMode>()
  /** Of parent orders, for their children. */
  readonly #algoSelfTrade = new Map<number, SelfTradeMode>()
  readonly #balances = new Map<string, bigint>()
  readonly #contracts = new Map<string, Account>()
  readonly #positions = new Map<string, Position>()
  readonly #feeRates = new Map<number, FeeRates | undefined>()
  readonly #fundedMs = new Map<string, number>()
  readonly #sessionMs = new Map<string, number>()
  readonly #delivered = new Set<string>()
  /** The self-trade prevention of this command's orders. */
  #asked: SelfTradeMode | undefined
  readonly #freshness = new Freshness()
  /** The side and the average entry price of each position. */
  readonly #entries = new Map<string, { side: Position['side']; price: number }>()
  readonly #spreads = new SpreadLaws(this.#instruments, this.#feeRates)
  #lastOrder = 0
  #lastTrade = 0
  #pair: Filled[] = []
  /** Markets that opened with the command, and the common price of their auction's trades. */
  #opened = new Map<string, number | undefined>()

  /** Checks the result of a command; throws Error with the law that it violates. */
  observe(command: Command, applied: ApplyResult, engine: Engine): void {
    const { events, problem, algoId } = applied
    if (command.kind === 'PlaceAlgo' && algoId !== undefined && !this.#algoSelfTrade.has(algoId)) {
      this.#algoSelfTrade.set(algoId, command.selfTrade)
    }
    this.#asked = selfTradeOf(command)
    this.#opened = this.#openedBy(events)
    if (problem !== undefined) this.#refused(events)
    for (const event of events) {
      mustExplain(event)
      mustGiveFigures(command, event)
    }
    for (const event of events) this.#event(event, applied.timeMs)
    must(this.#pair.length === 0, 'a trade has two sides')
    this.#spreads.observe(events)
    for (const { coin, drift } of engine.views.ledger()) {
      must(drift === 0n, `M1, 14.2.1: ${coin} drifts by ${drift}`)
    }
    if (command.kind === 'UpdatePrices' && problem === undefined) {
      this.#freshness.observe(command, applied.timeMs)
    }
    for (const event of events) this.#closing(event, applied.timeMs)
    if (events.length > 0) this.#aftermath(applied, engine)
    const isByExchange = command.kind === 'UpdatePrices' || command.kind === 'AdvanceTime'
    if (isByExchange && problem === undefined) this.#nobodyForgotten(applied, engine)
  }

  /** L2: the exchange closes no position in a market whose prices are stale. */
  #closing(event: Event, timeMs: number): void {
    if (event.kind !== 'PnlClosed') return
    const { account, symbol, cause } = event
    if (cause === 'Trade' || cause === 'Delivery') return
    const isFresh = this.#freshness.isFresh(symbol, timeMs)
    must(isFresh, `L2: ${cause} of ${account} in ${symbol}, whose prices have stopped`)
  }

  /**
   * L6, 14.2.24: after new prices no account stays below maintenance if it has a position that may
   * be closed: a stale market does not protect other positions, and accounts that bought from the
   * fund are checked too.
   */
  #nobodyForgotten({ events, timeMs }: ApplyResult, engine: Engine): void {
    const isFresh = (symbol: string): boolean => this.#freshness.isFresh(symbol, timeMs)
    const later = filledLater(events)
    for (const account of engine.views.accounts()) {
      if (later.has(account)) continue
      const fallen = fallenOf(account, engine, isFresh)
      must(fallen === undefined, `L6, 14.2.24: ${account} stays below maintenance: ${fallen}`)
    }
  }

  /** R6: a refused command emits its refusal, and otherwise only what was due by its time. */
  #refused(events: readonly Event[]): void {
    const [refusal, ...others] = events.filter(
      ({ kind }) => kind === 'OrderRejected' || kind === 'CommandRejected',
    )
    must(refusal !== undefined && others.length === 0, 'R6: a refusal is emitted once')
    if (refusal?.kind === 'OrderRejected')
      must(refusal.order.id === 0, 'O2: a refused order never was')
    for (const event of events) {
      const isOfTime = ofTime.has(event.kind) || this.#opened.has(tradedIn(event) ?? '')
      must(event === refusal || isOfTime, `R6: refused, and yet ${event.kind}`)
    }
  }

  /** The markets that open with a command: their auctions trade. */
  #openedBy(events: readonly Event[]): Map<string, number | undefined> {
    const opened = new Map<string, number | undefined>()
    for (const event of events) {
      if (event.kind !== 'InstrumentListed') continue
      const { symbol } = event.instrument
      const before = this.#instruments.get(symbol)
      const isOpened = before !== undefined && isComing(before) && !isComing(event.instrument)
      if (isOpened) opened.set(symbol, undefined)
    }
    return opened
  }

  #event(event: Event, timeMs: number): void {
    switch (event.kind) {
      case 'InstrumentListed':
        this.#instruments.set(event.instrument.symbol, event.instrument)
        break
      case 'FeeLevelChanged':
        this.#feeRates.set(event.account, event.rates)
        break
      case 'OrderPlaced':
        this.#placed(event.order)
        break
      case 'OrderReplaced':
        this.#moved(event.order, event.order.status)
        break
      case 'OrderTriggered':
        this.#triggered(event)
        break
      case 'OrderCanceled':
        this.#moved(
          event.order,
          event.order.filledLots > 0 ? 'PartiallyFilledCanceled' : 'Cancelled',
        )
        must(event.order.cancelType !== undefined, 'a cancelled order says why')
        break
      case 'OrderFilled':
        this.#filled(event)
        break
      case 'WalletChanged':
        this.#wallet(event)
        break
      case 'PnlClosed':
        must(
          event.closedPnl === event.tradePnl - event.openFee - event.closeFee + event.funding,
          '1.5: closed PnL is its parts',
        )
        this.#contract(event.account, event.symbol).closed += event.closedPnl
        break
      case 'PositionChanged':
        this.#position(event.position)
        break
      case 'FundingSettled':
        this.#funding(event.symbol, event.atMs, timeMs)
        break
      case 'SessionSettled':
        this.#session(event.symbol, event.atMs, timeMs)
        break
      case 'Delivered':
        must(!this.#delivered.has(event.symbol), 'L13: a contract is delivered once')
        must(event.atMs <= timeMs, 'L13: nothing is delivered before its time')
        this.#delivered.add(event.symbol)
        break
      case 'PositionDelivered':
        must(this.#delivered.has(event.symbol), 'L13: a position is delivered with its contract')
        break
      case 'LiquidationStarted':
        mayBeLiquidated(event, event.symbol && this.#instruments.get(event.symbol))
        break
      case 'SpreadTraded':
        must(event.tradeId === this.#lastTrade + 1, 'trades are numbered without a hole')
        // The match of a combination has a trade id, and each of its legs one.
        this.#lastTrade = event.tradeId + 2
        break
      case 'Traded':
        must(event.tradeId === this.#lastTrade + 1, 'trades are numbered without a hole')
        this.#lastTrade = event.tradeId
        break
      default:
        break
    }
  }

  #placed(order: Order): void {
    must(order.id > this.#lastOrder, 'orders are numbered upwards')
    this.#onGrid(order)
    const first = (order.stop?.triggerDirection ?? 0) === 0 ? 'New' : 'Untriggered'
    const begins = order.status === first || order.stop?.stopType === 'TrailingStop'
    must(begins && order.updateNo === 1, `O3: an order begins as ${order.status}, not ${first}`)
    must(order.leavesLots === order.qtyLots && order.filledLots === 0, 'a new order is whole')
    this.#lastOrder = order.id
    this.#orders.set(order.id, order)
    const isOwn = order.stop?.parentId === undefined && order.algoId === undefined
    if (isOwn && this.#asked !== undefined) this.#selfTrade.set(order.id, this.#asked)
  }

  /** O9: a trigger fires once, at a price that has reached it; then the order proceeds normally. */
  #triggered({ order, reachedE8 }: OrderTriggered): void {
    this.#moved(order, order.status)
    if (order.status !== 'Triggered') return
    must(!this.#fired.has(order.id), `O9: trigger ${order.id} fires twice`)
    this.#fired.add(order.id)
    const tickE8 = this.#instruments.get(order.symbol)?.tickSizeE8
    const { triggerTicks = 0, triggerDirection = 0 } = order.stop ?? {}
    if (tickE8 === undefined || reachedE8 === undefined) throw new Error('O9: fired by no price')
    const beyond = (reachedE8 - triggerTicks * tickE8) * (triggerDirection === 1 ? 1 : -1)
    must(beyond >= 0, `O9: ${order.id} fires at ${reachedE8}, ${triggerTicks} ticks are its price`)
  }

  #moved(order: Order, status: Order['status']): Order {
    const before = this.#orders.get(order.id)
    if (order.status !== 'Cancelled') this.#onGrid(order)
    if (before === undefined) throw new Error(`O3: order ${order.id} moves after its end`)
    must(order.updateNo === before.updateNo + 1, `O3: update ${order.updateNo} of ${order.id}`)
    must(order.status === status, `O3: ${order.id} is ${order.status}, not ${status}`)
    must(
      followers[before.status].includes(order.status),
      `O3: ${order.id} goes from ${before.status} to ${order.status}`,
    )
    const asked = order.filledLots + order.leavesLots
    if (order.cancelType === undefined) must(asked === order.qtyLots, 'O4: filled + left = asked')
    else must(order.leavesLots === 0 && asked <= order.qtyLots, 'O4: filled + cancelled = asked')
    if (isFinal(order.status)) this.#orders.delete(order.id)
    else this.#orders.set(order.id, order)
    return before
  }

  /** Limits are within the instrument's, prices and quantities are whole ticks and lots. */
  #onGrid({ id, symbol, orderType, priceTicks: ticks, qtyLots: lots, ...order }: Order): void {
    const instrument = this.#instruments.get(symbol)
    if (instrument === undefined) throw new Error('14.2.33: an order is in a listed instrument')
    const { minPriceTicks, maxPriceTicks } = instrument
    const isInside = orderType === 'Market' || (ticks >= minPriceTicks && ticks <= maxPriceTicks)
    must(isInside && Number.isSafeInteger(ticks), `14.2.33: order ${id} asks for ${ticks} ticks`)
    // Orders by amount, or that close the whole position, have no quantity; a limit order that
    // closes has one once it is sent to the book.
    const isSent = order.status !== 'Untriggered' && order.status !== 'Triggered'
    const isByAmount = order.quoteAmount !== undefined
    const isWhole = ((order.closeOnTrigger && order.reduceOnly) || isByAmount) && !isSent
    const least = orderType === 'Limit' && !isWhole ? 1 : 0
    must(Number.isSafeInteger(lots) && lots >= least, `14.2.33: order ${id} asks for ${lots} lots`)
  }

  #filled({ order, fill }: Filled): void {
    const before = this.#moved(order, order.leavesLots === 0 ? 'Filled' : 'PartiallyFilled')
    must(order.filledLots === before.filledLots + fill.qtyLots, 'a fill adds its lots')
    must(order.filledValue === before.filledValue + fill.value, 'a fill adds its value')
    must(order.fee === before.fee + fill.fee, 'a fill adds its fee')
    const sign = order.side === 'Buy' ? 1 : -1
    must((order.priceTicks - fill.priceTicks) * sign >= 0, 'O4: a fill is never beyond the limit')
    must(fill.isMaker || order.timeInForce !== 'PostOnly', 'O4, 14.2.31: PostOnly takes')
    this.#pair.push({ order, fill })
    if (this.#pair.length === 2) this.#trade()
  }

  /** Both sides of a trade agree, each with its own fee. */
  #trade(): void {
    const [maker, taker] = this.#pair
    this.#pair = []
    if (maker === undefined || taker === undefined) return
    const instrument = this.#instruments.get(taker.order.symbol)
    if (instrument === undefined) throw new Error('a trade is in a listed instrument')
    const { tradeId, priceTicks, qtyLots, value } = taker.fill
    const { symbol } = taker.order
    const isAuction = this.#opened.has(symbol) && taker.fill.isMaker
    must(maker.fill.isMaker && (isAuction || !taker.fill.isMaker), 'one maker and one taker')
    must(maker.fill.tradeId === tradeId && tradeId === this.#lastTrade, 'one number for both')
    must(maker.order.side !== taker.order.side, 'a trade has a buyer and a seller')
    const onePrice = isAuction ? this.#opened.get(symbol) : maker.order.priceTicks
    must((onePrice ?? priceTicks) === priceTicks, 'the maker’s price, in an auction one for all')
    if (isAuction) this.#opened.set(symbol, priceTicks)
    must(maker.fill.priceTicks === priceTicks && maker.fill.qtyLots === qtyLots, 'same terms')
    must(value === worth(instrument, priceTicks, qtyLots), 'value is price × quantity, or ÷')
    must(maker.fill.value === value, 'same value')
    for (const { order, fill } of [maker, taker]) {
      const own = feeRateOf(instrument, fill.isMaker, this.#feeRates.get(order.account))
      const rate = order.account === fundAccount ? 0 : own
      const inBase = instrument.kind === 'Spot' && order.side === 'Buy'
      const paidOn = inBase ? BigInt(qtyLots) * BigInt(instrument.lotSizeE8) : value
      must(fill.feeRateE8 === rate, '3.1, 5.8: each pays its own rate, the fund none')
      must(
        fill.fee === feeOf(paidOn as typeof value, rateE8(rate)),
        '3.1: fee is value × rate, truncated',
      )
    }
    const mayMeetOwn = ({ order: { id, algoId = 0 } }: Filled): boolean =>
      (this.#selfTrade.get(id) ?? this.#algoSelfTrade.get(algoId)) === 'None'
    // Either of an auction's two orders may have entered last, because of a change (8.12).
    must(
      maker.order.account !== taker.order.account ||
        mayMeetOwn(taker) ||
        (isAuction && mayMeetOwn(maker)),
      `8.4, 14.2.32: account ${taker.order.account} trades with itself`,
    )
  }

  #wallet(event: WalletChanged): void {
    const { account, coin, cashFlow, funding, fee, change, balance, symbol } = event
    must(change === cashFlow + funding - fee, '1.9: change is cash flow + funding − fee')
    const key = `${account} ${coin}`
    const before = this.#balances.get(key) ?? 0n
    must(balance === before + change, `14.2.2, M8: ${key} ${before} + ${change} is not ${balance}`)
    this.#balances.set(key, balance)
    if (symbol === undefined || event.cause === 'SpotTrade') return
    const settles = this.#instruments.get(symbol)?.settleCoin
    must(coin === settles, `L8: ${symbol} moves ${coin}, another pool than its own`)
    this.#contract(account, symbol).moved += change
  }

  #contract(account: AccountId, symbol: string): Account {
    const key = `${account} ${symbol}`
    const found = this.#contracts.get(key)
    if (found !== undefined) return found
    const made = { moved: 0n, closed: 0n }
    this.#contracts.set(key, made)
    return made
  }

  #position(position: Position): void {
    const { account, symbol, positionIdx, openFees, openFunding } = position
    const { side, sizeLots, entryValue } = position
    must((side === 'None') === (sizeLots === 0), 'only a flat position has no side')
    must(positionIdx !== 1 || side !== 'Sell', '6.1: the long side is never short')
    must(positionIdx !== 2 || side !== 'Buy', '6.1: the short side is never long')
    if (side === 'None') {
      must(entryValue === 0n && openFunding - openFees === 0n, 'a flat position is settled')
    } else {
      // The fund takes a position over for nothing if the debt is greater than its value.
      const isWorth = entryValue > 0n || (account === 0 && entryValue === 0n)
      must(isWorth, 'an open position has an entry value')
    }
    this.#positions.set(`${account} ${symbol} ${positionIdx}`, position)
  }

  /**
   * The wallet changes of a contract that no closed part has realised belong to the open position.
   */
  #settled({ account, symbol }: Position): void {
    const { moved, closed } = this.#contract(account, symbol)
    let open = 0n
    for (const idx of positionIdxs) {
      const held = this.#positions.get(`${account} ${symbol} ${idx}`)
      if (held === undefined) continue
      open += held.openFunding - held.openFees + sessionsOf(held)
    }
    must(
      moved - closed === open,
      `1.5: ${account} ${symbol} moved ${moved}, closed ${closed}, open ${open}`,
    )
  }

  #funding(symbol: string, atMs: number, timeMs: number): void {
    const intervalMs = (this.#instruments.get(symbol)?.fundingIntervalMin ?? 0) * 60_000
    must(atMs % intervalMs === 0, 'L13: funding is on the grid')
    must(atMs <= timeMs && timeMs < atMs + intervalMs, 'L13: the newest interval is paid')
    must(atMs > (this.#fundedMs.get(symbol) ?? 0), 'L13: an interval is paid once')
    this.#fundedMs.set(symbol, atMs)
  }

  #session(symbol: string, atMs: number, timeMs: number): void {
    must(atMs <= timeMs && atMs > (this.#sessionMs.get(symbol) ?? 0), 'L13: a session is paid once')
    this.#sessionMs.set(symbol, atMs)
  }

  /** Laws that hold after all events of a command. */
  #aftermath({ events }: ApplyResult, engine: Engine): void {
    for (const event of events) {
      if (event.kind === 'OrderPlaced' || event.kind === 'OrderTriggered') {
        if (event.order.status === 'New') this.#isOver(event.order)
      }
      if (event.kind === 'LossCovered') {
        must(this.#balances.get(`${event.account} ${event.coin}`) === 0n, 'L12: covered to nothing')
        const held = engine.views.positions(event.account)
        must(held.length === 0, 'L12: only who has nothing left is covered')
      }
    }
    const changed = new Set(
      events.flatMap((event) => (event.kind === 'PositionChanged' ? [event.position.symbol] : [])),
    )
    for (const symbol of changed) this.#matched(symbol)
    for (const event of events) if (event.kind === 'PositionChanged') this.#settled(event.position)
    this.#entriesKept(events)
  }

  /** 14.2.9: closing a part leaves the entry price unchanged, to the last digit. */
  #entriesKept(events: readonly Event[]): void {
    const opened = new Set([
      ...openedBySpreads(events),
      ...events.flatMap((event) =>
        event.kind === 'OrderFilled' && event.fill.closedLots < event.fill.qtyLots
          ? [`${event.order.account} ${event.order.symbol} ${event.order.positionIdx}`]
          : [],
      ),
    ])
    for (const event of events) {
      if (event.kind !== 'PositionChanged') continue
      const { account, symbol, positionIdx, side, entryPriceE8, averagePriceE8 } = event.position
      const key = `${account} ${symbol} ${positionIdx}`
      const price = averagePriceE8 ?? entryPriceE8
      const before = this.#entries.get(key)
      this.#entries.set(key, { side, price })
      const isFund = account === fundAccount
      if (before?.side !== side || side === 'None' || opened.has(key) || isFund) continue
      must(before.price === price, `14.2.9: ${key} was entered at ${before.price}, not ${price}`)
    }
  }

  /** O4: orders that may not rest have ended, and FOK was filled completely or not at all. */
  #isOver(placed: Order): void {
    const mayRest = placed.timeInForce === 'GoodTillCancel' || placed.timeInForce === 'PostOnly'
    if (placed.orderType === 'Limit' && mayRest) return
    must(
      !this.#orders.has(placed.id),
      `O4, 14.2.31: ${placed.timeInForce} order ${placed.id} rests`,
    )
  }

  /** 14.2.5: long and short positions are equal, including the fund's. */
  #matched(symbol: string): void {
    let net = 0
    for (const position of this.#positions.values()) {
      if (position.symbol !== symbol) continue
      net += position.side === 'Buy' ? position.sizeLots : -position.sizeLots
    }
    must(net === 0, `14.2.5: ${symbol} is ${net} lots long`)
  }
}

/** The allowed successors of each order status (O3). */
const followers: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  New: ['New', 'PartiallyFilled', 'Filled', 'Cancelled', 'Rejected'],
  PartiallyFilled: ['PartiallyFilled', 'Filled', 'PartiallyFilledCanceled'],
  Filled: [],
  Cancelled: [],
  PartiallyFilledCanceled: [],
  Rejected: [],
  Untriggered: ['Untriggered', 'Triggered', 'Cancelled'],
  Triggered: ['New', 'Cancelled'],
}

/** Events that time causes even if the command is refused: settlements and deliveries. */
const ofTime: ReadonlySet<Event['kind']> = new Set<Event['kind']>([
  'FundingSettled',
  'InterestCharged',
  'FundingPaid',
  'SessionSettled',
  'SessionPaid',
  'Delivered',
  'PositionDelivered',
  'InstrumentListed',
  'OrderCanceled',
  'SpreadOrderChanged',
  'PnlClosed',
  'AlgoChanged',
  'MmrCloseChanged',
  'LossCovered',
  'WalletChanged',
  'PositionChanged',
  'FollowChanged',
])

/** The market of a trade or of one of its sides. */
function tradedIn(event: Event): string | undefined {
  if (event.kind === 'OrderFilled') return event.order.symbol
  return event.kind === 'Traded' ? event.symbol : undefined
}

/** The self-trade prevention of the orders that a command places. */
function selfTradeOf(command: Command): SelfTradeMode | undefined {
  if (command.kind === 'PlaceOrder') return command.selfTrade
  if (command.kind !== 'OrderBatch') return undefined
  const modes = new Set(command.operations.flatMap((act) => selfTradeOf(act) ?? []))
  // For a batch with several modes, the least strict.
  return modes.has('None') ? 'None' : [...modes][0]
}

/** The amount paid by sessions for the part that is still open: s (q S − q E) (1.8). */
function sessionsOf({ side, entryValue, averageValue }: Position): bigint {
  if (averageValue === undefined || side === 'None') return 0n
  return side === 'Buy' ? entryValue - averageValue : averageValue - entryValue
}

/** The value of lots at a price: q × P, for an inverse contract Q ÷ P (1.2). */
function worth(instrument: Instrument, price: PriceTicks, lots: QtyLots): Amount {
  if (instrument.kind !== 'Inverse') return valueOf(instrument, price, lots)
  return contractValue('Inverse', qtyAmount(instrument, lots), ticksToE8(instrument, price))
}
