// All robots of one market: what the maker and the takers know of the market, their positions, and
// their next commands.

import { dayMs } from '@basis/domain/instrument/candle'
import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import { reduceOnlyBeforeMs } from '@basis/domain/instrument/futures-calendar'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { sides, sideSign, type Order } from '@basis/domain/orders/order'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import type { Command } from '@basis/engine/commands'
import type { Event } from '@basis/engine/events'
import type { SymbolView, Views } from '@basis/engine/views'
import type { Listing } from '../../instruments/listings.ts'
import { coinProfile } from '../coin-profiles.ts'
import { createFuturesBasis } from '../fair-ratio.ts'
import { noiseKey } from '../noise.ts'
import { createPremium } from '../premium.ts'
import {
  createActivity,
  createVolatility,
  hourLevel,
  weekdayLevel,
  type Volatility,
} from '../volatility.ts'
import { auctionOrders } from './auction-orders.ts'
import { groupOf, wantedCoins, type RobotGroup } from './accounts.ts'
import { membersOf } from './members.ts'
import { RobotPositions, type BlockTrade, type TakerMarket } from './positions.ts'
import { liquidityOf, type Liquidity } from './liquidity.ts'
import { FarBook } from './far-book.ts'
import { Maker, type Moment, type Sweep } from './maker.ts'
import { batchesOf } from './quote-commands.ts'
import { Taker, type TakerMoment, type ArrivalRate } from './taker.ts'

export type SymbolAgentsOptions = {
  readonly listing: Listing
  readonly listings: readonly Listing[]
  readonly views: Views
  readonly seed: number
  /** Makes random choices after a restart differ from those before it. */
  readonly salt: number
}

const yearMs = 365 * dayMs
const levelEveryMs = 5_000
const wildestLevel = 4
/** Positions are sized by the average price over this time, not by the current one. */
const slowMs = 15 * dayMs
/** A gap between the quotes of this many usual spreads is closed at once. */
const wideSpreads = 10
/** Interval at which opposite positions of the quoting accounts are netted. */
const nettingMs = 30_000
/** Interval at which two members of the population may trade a block. */
const blockEveryMs = 60_000
/** The time for which a move of the index counts as news. */
const newsMs = 20_000
/** Recent moves of the index attract takers: a swing counts for this long… */
const swingMs = 30_000
/** …and these give the rate of takers without a swing, and its increase per deviation of it. */
const [uncalled, calledByDeviation] = [0.3, 0.88] as const
const widestSwing = 5
/** Below this many orders per second, takers do not follow the market's activity. */
const fewOrders = 0.5
/** The standard deviation of a swing in daily standard deviations: a decaying random walk. */
const usualSwing = Math.sqrt(swingMs / 2 / dayMs)
/** A move of this many deviations within one step of the index is a shock… */
const shockDeviations = 20
/** …in which contracts move more than the index by this fraction, until buyers return. */
const overshootShare = 0.15
const overshootHalfLifeMs = 20_000
/** A market's estimates are recomputed when its price has moved by this fraction. */
const strayed = 0.1

export class SymbolAgents {
  readonly symbol: SymbolId
  readonly maker: Maker
  readonly #listing: Listing
  readonly #views: Views
  readonly #taker: Taker
  readonly #far: FarBook
  readonly #group: RobotGroup
  readonly #positions: RobotPositions
  readonly #volatility: Volatility
  /** The current factor on the takers' rate. */
  readonly #activity: (timeMs: number) => number
  /** A dated future's fair price over its index. */
  readonly #basis: (timeMs: number) => number
  readonly #premium: ReturnType<typeof createPremium>
  /** The return of about a day, in daily standard deviations. */
  #trend = 0
  #liquidity: Liquidity
  #estimatedTicks: number
  /** Decaying sum of the index's moves, in daily standard deviations at this level. */
  #swing = 0
  #level = 1
  #levelMs = Number.NEGATIVE_INFINITY
  #surprise = 1
  /** The contract's deviation from its index due to a shock, as a fraction of the price. */
  #overshoot = 0
  #index = { ticks: 0, timeMs: 0 }
  #slowTicks: number
  #moment: Moment | undefined
  #nettedMs = 0
  #blockMs: number | undefined
  /** Number of times that orders were placed in the auction. */
  #bids = 0
  readonly #bidders: Prng
  /** Offset of the first check for a block trade, as a fraction of the period, from 0 to 1. */
  readonly #blockPhase: number

  constructor(options: SymbolAgentsOptions) {
    const { listing, seed, salt, views } = options
    const { instrument } = listing
    const random = (name: string): Prng =>
      createPrng(noiseKey(seed ^ salt, name, instrument.symbol))
    this.symbol = instrument.symbol
    this.#group = groupOf(instrument)
    this.#listing = listing
    this.#views = views
    this.maker = new Maker({
      account: this.#group.maker,
      instrument,
      seed,
      random: random('maker'),
    })
    this.#bidders = random('auction')
    this.#blockPhase = random('blocks').nextFloat()
    this.#far = new FarBook(instrument, random('far'))
    this.#taker = new Taker(instrument, random('taker'))
    const members = membersOf(listing, seed, options.listings)
    this.#positions = new RobotPositions(instrument, random('accounts'), members)
    this.#volatility = createVolatility(seed, listing.coin)
    this.#activity = createActivity(seed)
    this.#premium = createPremium(seed, listing.coin)
    const { quoteCoin, deliveryMs } = instrument
    this.#basis = createFuturesBasis(seed, { coin: listing.coin, quoteCoin, deliveryMs })
    this.#estimatedTicks = listing.startPriceTicks
    this.#slowTicks = listing.startPriceTicks
    this.#liquidity = liquidityOf(listing, listing.startPriceTicks)
    this.#adopt(options)
  }

  /** Value traded in a usual day, in USDT. */
  get dailyTurnover(): number {
    return this.#liquidity.dailyTurnover
  }

  #takerMarket(timeMs: number): TakerMarket {
    const dailyLots = this.dailyTurnover / this.#liquidity.valueOfLot(this.#slowTicks)
    return { timeMs, dailyLots, trend: this.#trend }
  }

  /** Whether it is one of the many pairs of low turnover. */
  get hasShortBook(): boolean {
    return this.#liquidity.hasShortBook
  }

  /** Whether the account quotes this market. */
  isQuotedBy(account: AccountId): boolean {
    return account === this.#group.maker || account === this.#group.far
  }

  /** Whether there are quotes on both sides. */
  get hasQuotes(): boolean {
    return !this.maker.quotes.isEmpty
  }

  /** Whether a large order has left a spread far wider than usual. */
  get isSpreadWide(): boolean {
    const [bid, ask] = sides.map((side) => this.maker.quotes.inOrder(side)[0]?.priceTicks)
    if (bid === undefined || ask === undefined) return false
    return ask - bid > wideSpreads * this.#liquidity.spreadTicks
  }

  /** Processes an event of this market's robots. */
  onEvent(event: Event): void {
    switch (event.kind) {
      case 'OrderPlaced':
      case 'OrderReplaced':
      case 'OrderCanceled':
        this.#learn(event.order)
        return
      case 'OrderFilled': {
        const { order, fill } = event
        this.#learn(order)
        if (this.#listing.instrument.kind === 'Spot') {
          this.#positions.add(order.account, sideSign(order.side) * fill.qtyLots)
        }
        if (order.account === this.#group.maker) {
          this.maker.onFlow(-sideSign(order.side) * this.#valueOf(fill.qtyLots))
        }
        return
      }
      case 'PositionChanged': {
        const { account, side, sizeLots } = event.position
        this.#positions.set(account, side === 'Sell' ? -sizeLots : Number(sizeLots))
        return
      }
      default:
    }
  }

  /** Processes a new index price, 1e-8 quote, of a market that runs `speed` times as fast. */
  hearIndex(indexE8: number, timeMs: number, speed = 1): void {
    const ticks = indexE8 / this.#listing.instrument.tickSizeE8
    const { ticks: before, timeMs: beforeMs } = this.#index
    this.#index = { ticks, timeMs }
    // Positions are sized by the price at which the market begins.
    if (before === 0) this.#slowTicks = ticks
    if (before === 0 || timeMs <= beforeMs) return
    const sinceMs = timeMs - beforeMs
    this.#slowTicks += (1 - Math.exp(-sinceMs / slowMs)) * (ticks - this.#slowTicks)
    const years = (sinceMs * speed) / yearMs
    const sigma = coinProfile(this.#listing.coin).annualVolatility * Math.sqrt(years)
    const move = (ticks / before - 1) / (sigma * this.#level)
    const day = coinProfile(this.#listing.coin).annualVolatility / Math.sqrt(365)
    this.#trend *= Math.exp(-sinceMs / dayMs)
    this.#trend += (ticks / before - 1) / day
    const share = 1 - Math.exp(-sinceMs / newsMs)
    this.#surprise += share * (Math.min(100, move * move) - this.#surprise)
    this.#overshoot *= 0.5 ** (sinceMs / overshootHalfLifeMs)
    this.#swing *= Math.exp((-sinceMs * speed) / swingMs)
    // A shock attracts those who are forced to trade, not others.
    if (Math.abs(move) > shockDeviations) this.#overshoot += overshootShare * (ticks / before - 1)
    else this.#swing += (ticks / before - 1) / (day * this.#level)
  }

  /** Returns the makers' commands. */
  requote(timeMs: number): Command[] {
    const moment = this.#momentAt(timeMs)
    if (moment === undefined) return this.#bid()
    this.maker.observe(moment)
    const { before, sweep, after } = this.maker.requote(moment)
    return [
      ...batchesOf(this.#group.maker, before),
      ...(sweep === undefined ? [] : this.#sweep(sweep, timeMs)),
      ...batchesOf(this.#group.maker, after),
      ...batchesOf(this.#group.far, this.#far.tend(moment)),
      ...this.#net(moment),
      ...this.#tradeBlock(moment),
    ]
  }

  /**
   * Near and far quotes belong to one firm: opposite positions of the two accounts are closed by a
   * block trade between them.
   */
  #net({ timeMs, view }: Moment): Command[] {
    const { maker, far } = this.#group
    const [near, distant] = [this.#positions.of(maker), this.#positions.of(far)]
    const lots = Math.min(Math.abs(near), Math.abs(distant))
    const isOpposite = near * distant < 0 && this.#listing.instrument.kind !== 'Spot'
    if (!isOpposite || timeMs - this.#nettedMs < nettingMs) return []
    this.#nettedMs = timeMs
    const [buyer, seller] = near < 0 ? [maker, far] : [far, maker]
    return [this.#block({ buyer, seller, lots }, view)]
  }

  /** Returns an occasional block trade between two members of the population. */
  #tradeBlock({ timeMs, view }: Moment): Command[] {
    // Markets have different offsets, and none trades blocks before its population has positions.
    this.#blockMs ??= timeMs - Math.round(this.#blockPhase * blockEveryMs)
    if (timeMs - this.#blockMs < blockEveryMs || view.openInterestLots === 0) return []
    this.#blockMs = timeMs
    const trade = this.#positions.blockTrade(this.#takerMarket(timeMs))
    if (trade === undefined) return []
    const value = this.#valueOf(trade.lots)
    const canPay = (account: AccountId): boolean =>
      Number(this.#views.account(account)?.available ?? 0n) / 1e8 > value
    return canPay(trade.buyer) && canPay(trade.seller) ? [this.#block(trade, view)] : []
  }

  /** A block trade at the mark price. */
  #block({ buyer, seller, lots }: BlockTrade, { markE8 }: SymbolView): Command {
    const ticks = Math.round(markE8 / this.#listing.instrument.tickSizeE8)
    const terms = { qtyLots: qtyLots(lots), priceTicks: priceTicks(Math.max(1, ticks)) }
    return { kind: 'TradeBlock', symbol: this.symbol, buyer, seller, ...terms }
  }

  /** Returns the next orders for a call auction, if one is in progress. */
  #bid(): Command[] {
    const view = this.#views.symbol(this.symbol)
    if (view?.instrument.status !== 'Auction') return []
    const { orderValue, valueOfLot } = this.#liquidity
    const { ticks: indexTicks } = this.#index
    const lots = orderValue / valueOfLot(Math.max(1, indexTicks))
    const placed = this.#bids
    this.#bids += 1
    return auctionOrders({ view, indexTicks, lots, placed }, this.#bidders)
  }

  /**
   * A fast taker takes the makers' stale quotes. As this is news, it has no further price impact.
   */
  #sweep({ side, limitTicks, lots }: Sweep, timeMs: number): Command[] {
    const sign = sideSign(side)
    this.maker.onFlow(-sign * this.#valueOf(lots))
    const account = this.#positions.takerFor(sign, this.#takerMarket(timeMs))
    return batchesOf(account, [{ ...this.#taker.orderOf(side, limitTicks, lots), account }])
  }

  /** Returns the takers' orders since the previous call. */
  take(timeMs: number, speed = 1): Command[] {
    const before = this.#moment
    if (before === undefined || this.maker.fairTicks === 0) return []
    const { level, liquidity } = before
    const activity = liquidity.ordersPerSecond < fewOrders ? 1 : this.#activity(timeMs)
    const haste = this.#positions.hasteAt(timeMs) * this.#called() * activity
    const arrivals = { timeMs, speed: speed * haste, level, liquidity }
    const orders = this.#taker.orders(arrivals, () =>
      this.#takerMoment({ ...before, timeMs }, arrivals),
    )
    return orders.flatMap((order) => {
      const account = this.#positions.takerFor(sideSign(order.side), this.#takerMarket(timeMs))
      return batchesOf(account, [{ ...order, account }])
    })
  }

  /** The factor on the takers' rate due to price moves, 1 on average. */
  #called(): number {
    const swing = Math.min(widestSwing, Math.abs(this.#swing) / usualSwing)
    return uncalled + calledByDeviation * swing
  }

  /** What takers know of the current market. */
  #takerMoment(before: Moment, arrivals: ArrivalRate): TakerMoment {
    const { maker } = this
    const moment = { ...before, view: this.#views.symbol(this.symbol) ?? before.view }
    return {
      ...arrivals,
      view: moment.view,
      fairTicks: maker.fairTicks,
      pullTicks: maker.pullTicks(moment),
      inventoryValue: this.#valueOf(this.#positions.ofTakers()),
      foreignAt: (side) => maker.foreignAt(side, moment),
    }
  }

  #momentAt(timeMs: number): Moment | undefined {
    const view = this.#views.symbol(this.symbol)
    const { ticks } = this.#index
    const { deliveryMs = Infinity } = this.#listing.instrument
    const isOpen = view?.instrument.status === 'Trading' && timeMs < deliveryMs - reduceOnlyBeforeMs
    if (view === undefined || !isOpen || ticks === 0) {
      this.#moment = undefined
      return undefined
    }
    if (Math.abs(ticks / this.#estimatedTicks - 1) > strayed) {
      this.#estimatedTicks = ticks
      this.#liquidity = liquidityOf(this.#listing, ticks)
    }
    this.#moment = {
      timeMs,
      indexTicks: ticks * this.#basis(timeMs) * (1 + this.#premiumAt(timeMs)) * this.#panic(),
      level: this.#levelAt(timeMs),
      view,
      liquidity: this.#liquidity,
      inventoryValue: this.#valueOf(this.#positions.of(this.#group.maker)),
    }
    return this.#moment
  }

  /** The volatility level, as in the history, raised while the index moves unusually. */
  #levelAt(timeMs: number): number {
    if (Math.abs(timeMs - this.#levelMs) >= levelEveryMs) {
      this.#levelMs = timeMs
      const { slow, quick } = this.#volatility
      const season = hourLevel(timeMs) * weekdayLevel(timeMs)
      this.#level = Math.min(wildestLevel, slow(timeMs) * quick(timeMs) * season)
    }
    const news = Math.sqrt(Math.max(1, this.#surprise / 1.5))
    return Math.min(wildestLevel, this.#level * news)
  }

  /** In a shock contracts move further than coins. */
  #panic(): number {
    return this.#listing.instrument.kind === 'Spot' ? 1 : 1 + this.#overshoot
  }

  /** Only for a perpetual: a pair has no premium, a dated future has its basis. */
  #premiumAt(timeMs: number): number {
    return this.#listing.instrument.fundingIntervalMin > 0 ? this.#premium(timeMs, this.#trend) : 0
  }

  #learn(order: Order): void {
    if (order.account === this.#group.maker) this.maker.quotes.learn(order)
    else if (order.account === this.#group.far) this.#far.quotes.learn(order)
  }

  #valueOf(lots: number): number {
    return lots * this.#liquidity.valueOfLot(this.#estimatedTicks)
  }

  /** Loads the robots' quotes and positions from before this process started. */
  #adopt({ views, listings }: SymbolAgentsOptions): void {
    const { instrument } = this.#listing
    for (const account of [this.#group.maker, this.#group.far]) {
      for (const order of views.openOrders(account)) {
        if (order.symbol === this.symbol) this.#learn(order)
      }
    }
    this.#positions.adopt(views, instrument, (account) => {
      return wantedCoins(account, listings).get(instrument.baseCoin) ?? 0n
    })
    const { indexE8 } = views.symbol(this.symbol) ?? { indexE8: 0 }
    if (indexE8 === 0) return
    this.#estimatedTicks = indexE8 / instrument.tickSizeE8
    this.#slowTicks = this.#estimatedTicks
    this.#liquidity = liquidityOf(this.#listing, this.#estimatedTicks)
  }
}
