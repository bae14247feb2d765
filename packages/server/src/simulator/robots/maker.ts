// The maker of one market: estimates the coin's fair price and keeps a two-sided book around it.
// Its quotes lag: when the price moves away, some are traded before it requotes.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { oppositeSide, sides, type Side } from '@basis/domain/orders/order'
import type { Prng } from '@basis/domain/numbers/prng'
import type { BatchOperation } from '@basis/engine/commands'
import type { SymbolView } from '@basis/engine/views'
import { noiseKey, smoothNoise } from '../noise.ts'
import type { Liquidity } from './liquidity.ts'
import { cancelOf, quoteOf, replaceOf } from './quote-commands.ts'
import { quoteLots } from './quote-sizes.ts'
import { planSide, type Move, type SideToPlan } from './quote-plan.ts'
import { Quotes, type Quote } from './quotes.ts'

/** What the maker knows of the market. */
export type Moment = {
  readonly timeMs: number
  /** The index with the market's premium, in ticks. */
  readonly indexTicks: number
  /** The volatility level, around 1. */
  readonly level: number
  readonly view: SymbolView
  readonly liquidity: Liquidity
  /** The makers' excess inventory, in quote units; negative if they lack some. */
  readonly inventoryValue: number
}

/**
 * The best price of another account on a side, and since when it has stood in front of the makers'
 * quotes; `-Infinity` if the price moved to it.
 */
export type Foreign = { readonly priceTicks: number; readonly sinceMs: number }

/** An order that takes the quotes left in the way of a move. */
export type Sweep = { readonly side: Side; readonly limitTicks: number; readonly lots: number }

/** The result of a requote, to be executed in this order. */
export type Requote = {
  readonly before: readonly BatchOperation[]
  readonly sweep: Sweep | undefined
  readonly after: readonly BatchOperation[]
}

type Fronts = Readonly<Record<Side, number>>

/** The fair price follows the index with this lag, faster the further it is behind. */
const lagMs = 900
const farBasisPoints = 6
/** The fair price deviates randomly over this period, in basis points. */
const strayPeriodMs = 37 * 60_000
const strayBasisPoints = 0.5
/** Square root law: the price impact of a volume Q of a day's V, in daily standard deviations. */
const impactShare = 0.7
/**
 * The half-life of the traded volume. Its impact, the square root, would last twice as long, but
 * takers reverse their trades, the sooner the more volatile the market is: half is gone after some
 * three minutes.
 */
const [impactHalfLifeMs, longerInWild] = [300_000, 0.8] as const
const spreadPeriodMs = 19_000
/** Noise beyond this widens the spread at once, by this factor per unit beyond. */
const [wideFrom, widening] = [2.2, 9] as const
/** Another account's order in the spread is spared for this long, unless it is this far off. */
const [courtesyMs, courtesyBasisPoints] = [5_000, 12] as const
/** An order this many usual spreads behind the makers' price is outbid at once. */
const courtesySpreads = 10
/** Changes of one side per turn: usually, while the book is being built, and in a short book. */
const [usualMoves, buildingMoves, shortBookMoves] = [24, 80, 6]
/** The most quotes that remain in place when the price moves through them. */
const mostSwept = 3
/** How often a quote that stays in place gets another size. */
const resizeOdds = 0.5
const resizeReach = 24

export class Maker {
  readonly quotes = new Quotes()
  readonly #account: AccountId
  readonly #instrument: Instrument
  readonly #random: Prng
  readonly #key: number
  readonly #foreign: Partial<Record<Side, Foreign>> = {}
  /** The makers' own price when it was last the best of its side. */
  readonly #ownBest: Partial<Record<Side, number>> = {}
  #fairTicks = 0
  #fairMs = 0
  /** The centre of the quotes, and how far the fair price may be from it. */
  #centreTicks = 0
  #patienceTicks = 0
  /** Recent volume bought from the maker less volume sold to it; quote units. */
  #flow = 0
  /** The share of the fair price that is due to it. */
  #impact = 0

  constructor(options: {
    readonly account: AccountId
    readonly instrument: Instrument
    readonly seed: number
    readonly random: Prng
  }) {
    this.#account = options.account
    this.#instrument = options.instrument
    this.#random = options.random
    this.#key = noiseKey(options.seed, 'maker', options.instrument.symbol)
  }

  /** The maker's fair price; 0 until it has received an index. */
  get fairTicks(): number {
    return this.#fairTicks
  }

  /** The target of the fair price: index with premium, price impact and inventory. */
  targetTicks(moment: Moment): number {
    const { timeMs, indexTicks, liquidity, inventoryValue } = moment
    const { basisPointTicks, sideValue } = liquidity
    const stray = strayBasisPoints * this.#noise(1, timeMs / strayPeriodMs)
    // A large inventory lowers the price, so that the next trade reduces it.
    const fullness = Math.max(-2, Math.min(2, inventoryValue / sideValue))
    return indexTicks * (1 + this.#impactAt(moment)) + (stray - fullness) * basisPointTicks
  }

  /** The price impact of recent volume, as a fraction of the price. */
  #impactAt({ level, liquidity }: Moment): number {
    const { dailyTurnover, dayDeviation } = liquidity
    // Deviation and turnover both grow with the level; one root of it remains.
    const share = Math.sqrt((level * Math.abs(this.#flow)) / dailyTurnover)
    return Math.sign(this.#flow) * impactShare * dayDeviation * share
  }

  /** The fair price's remaining move due to trades since the previous call. */
  #newImpactTicks(moment: Moment): number {
    return (this.#impactAt(moment) - this.#impact) * moment.indexTicks
  }

  /** The book's lag behind the target price, in ticks: positive if the book is too cheap. */
  pullTicks(moment: Moment): number {
    return this.targetTicks(moment) - this.#fairTicks - this.#newImpactTicks(moment)
  }

  /** Updates the fair price and the best prices of other accounts. */
  observe(moment: Moment): void {
    const { liquidity, timeMs, level } = moment
    const sinceMs = this.#fairMs === 0 ? 0 : Math.max(0, timeMs - this.#fairMs)
    // The maker knows its own trades at once; only outside moves are followed with a lag.
    if (this.#fairTicks > 0) this.#fairTicks += this.#newImpactTicks(moment)
    this.#flow *= 0.5 ** (sinceMs / (impactHalfLifeMs * level ** longerInWild))
    const target = this.targetTicks(moment)
    if (this.#fairTicks === 0) this.#fairTicks = target
    else {
      const gap = target - this.#fairTicks
      const far = gap / (farBasisPoints * liquidity.basisPointTicks)
      this.#fairTicks += gap * Math.min(1, (sinceMs / lagMs) * (1 + far * far))
    }
    this.#fairMs = timeMs
    this.#impact = this.#impactAt(moment)
    for (const side of sides) this.#observeSide(side, moment)
    if (Math.abs(this.#fairTicks - this.#centreTicks) <= this.#patienceTicks) return
    this.#centreTicks = this.#fairTicks
    const eagerness = 0.5 + this.#random.nextFloat()
    this.#patienceTicks = liquidity.moveTicks * level ** 0.7 * eagerness
  }

  /** Adds volume bought from the maker (positive) or sold to it, in quote units. */
  onFlow(value: number): void {
    this.#flow += value
  }

  /** Another account's price, if it is currently the best of the side. */
  foreignAt(side: Side, moment: Moment): Foreign | undefined {
    this.#observeSide(side, moment)
    return this.#foreign[side]
  }

  /** Returns the commands that restore the book, with the trade in between. */
  requote(moment: Moment): Requote {
    const fronts = this.#fronts(moment)
    const due = this.#dueSide(fronts, moment.view)
    const isLeft = due !== undefined && this.#isLeftStanding(due, moment)
    if (due !== undefined && !isLeft) return this.#move(due, fronts, moment)
    // Quotes close up to another's order that is spared, though nothing has traded there.
    const lastTicks = isLeft ? 0 : moment.view.lastTicks
    const isBehind = (side: Side): boolean => {
      const best = this.quotes.inOrder(side)[0]?.priceTicks
      return best !== undefined && (side === 'Buy' ? best > fronts.Buy : best < fronts.Sell)
    }
    // The side that must retreat goes first, to make room for the other.
    const [first, second] = isBehind('Buy') ? sides : sides.toReversed()
    const acts: BatchOperation[] = []
    const moved = new Set<Quote>()
    let nearest: number | undefined
    for (const side of [first, second]) {
      if (side === undefined) continue
      const plan = this.#planOf(side, { moment, frontTicks: fronts[side], nearest, lastTicks })
      const moves = planSide(plan)
      nearest = bestAfter(plan, moves)
      for (const move of moves) {
        acts.push(this.#act(side, move, moment))
        if (move.kind !== 'Place') moved.add(move.quote)
      }
    }
    const isQuiet = acts.length < 6
    if (isQuiet && this.#random.nextFloat() < resizeOdds) acts.push(...this.#resize(moment, moved))
    return { before: acts, sweep: undefined, after: [] }
  }

  /** The best bid and ask that the maker wants, in whole ticks. */
  #fronts({ timeMs, level, liquidity, view }: Moment): Fronts {
    const { spreadTicks } = liquidity
    const noise = this.#noise(4, timeMs / spreadPeriodMs)
    const usual = spreadTicks * (0.35 + 0.65 * level) * Math.exp(0.3 * noise)
    const wide = noise > wideFrom ? 2 + widening * (noise - wideFrom) : 1
    const spread = Math.max(1, Math.round((spreadTicks === 1 ? 1 : usual) * wide))
    const bid = Math.floor(this.#centreTicks - (spread - 1) / 2)
    return {
      Buy: Math.min(bid, view.maxBuyTicks ?? bid),
      Sell: Math.max(bid + spread, view.minSellTicks ?? 0),
    }
  }

  /** The price moves only by trades: the side that must trade before the quotes may move. */
  #dueSide(fronts: Fronts, { lastTicks }: SymbolView): Side | undefined {
    if (lastTicks === 0 || this.quotes.isEmpty) return undefined
    return fronts.Buy > lastTicks ? 'Buy' : fronts.Sell < lastTicks ? 'Sell' : undefined
  }

  /** Whether another's order is in the way of a trade and is spared for some seconds. */
  #isLeftStanding(side: Side, { timeMs, liquidity }: Moment): boolean {
    const inTheWay = this.#foreign[oppositeSide(side)]
    if (inTheWay === undefined || timeMs - inTheWay.sinceMs >= courtesyMs) return false
    // It is not spared when news moves the price far away.
    const away = Math.abs(inTheWay.priceTicks - this.#fairTicks)
    return away <= courtesyBasisPoints * liquidity.basisPointTicks
  }

  /** Moves most quotes out of the way, lets the rest be traded, and closes up behind. */
  #move(side: Side, fronts: Fronts, moment: Moment): Requote {
    const { liquidity, view } = moment
    const passed = oppositeSide(side)
    const isPassed = (ticks: number): boolean =>
      passed === 'Sell' ? ticks < fronts.Sell : ticks > fronts.Buy
    const quotes = this.quotes.inOrder(passed)
    const stale = quotes.filter(({ priceTicks }) => isPassed(priceTicks))
    const swept = new Set(
      stale.filter((_, i) => i === 0 || this.#random.nextBelow(stale.length) < 2),
    )
    const left = [...swept].slice(0, mostSwept)
    const small = (): number => {
      const value = liquidity.orderValue * (0.15 + this.#random.nextFloat() ** 2)
      return this.#least(value / liquidity.valueOfLot(fronts[passed]), moment)
    }
    const before: BatchOperation[] = []
    let lots = small()
    for (const quote of left) {
      const wanted = Math.min(quote.leavesLots, small())
      lots += wanted
      if (wanted === quote.leavesLots) continue
      before.push(replaceOf(this.#account, quote, { lots: wanted }))
    }
    const kept = new Set(left)
    const open = { moment, frontTicks: fronts[passed], nearest: undefined, lastTicks: 0 }
    const plan = this.#planOf(passed, open)
    const room = { ...plan, quotes: quotes.filter((quote) => !kept.has(quote)) }
    const moves = planSide({ ...room, maxMoves: Math.max(plan.maxMoves, stale.length + 2) })
    before.push(...moves.map((move) => this.#act(passed, move, moment)))
    const limitTicks = withinBand(side, bestAfter(room, moves) ?? fronts[passed], view)
    const guest = this.#foreign[passed]
    if (guest !== undefined && isPassed(guest.priceTicks)) {
      lots += Math.round((20 * liquidity.orderValue) / liquidity.valueOfLot(limitTicks))
    }
    const following = { moment, frontTicks: fronts[side], nearest: limitTicks }
    const behind = this.#planOf(side, { ...following, lastTicks: limitTicks })
    const maxLots = Number(view.instrument.maxMarketQtyLots)
    return {
      before,
      sweep: { side, limitTicks, lots: Math.min(maxLots, lots) },
      after: planSide(behind).map((move) => this.#act(side, move, moment)),
    }
  }

  #planOf(
    side: Side,
    given: {
      readonly moment: Moment
      readonly frontTicks: number
      /** The best price of the other side, if it is about to change. */
      readonly nearest: number | undefined
      readonly lastTicks: number
    },
  ): SideToPlan {
    const { moment } = given
    const { ladder, hasShortBook } = moment.liquidity
    const quotes = this.quotes.inOrder(side)
    const isBuilding = quotes.length < ladder.levels - 4
    const allowed = this.#bestAllowed(side, given)
    return {
      side,
      quotes,
      ladder,
      frontTicks:
        side === 'Buy' ? Math.min(given.frontTicks, allowed) : Math.max(given.frontTicks, allowed),
      random: this.#random,
      gapKey: this.#key,
      maxMoves: isBuilding ? buildingMoves : hasShortBook ? shortBookMoves : usualMoves,
    }
  }

  /** Not into the other side, not beyond the last trade, no outbidding of a spared order. */
  #bestAllowed(
    side: Side,
    given: {
      readonly moment: Moment
      readonly frontTicks: number
      readonly nearest: number | undefined
      readonly lastTicks: number
    },
  ): number {
    const { moment, frontTicks, nearest, lastTicks } = given
    const { view, timeMs, liquidity } = moment
    const other = oppositeSide(side)
    const sign = side === 'Buy' ? 1 : -1
    const guest = this.#foreign[side]
    const courtesy =
      guest !== undefined &&
      timeMs - guest.sinceMs < courtesyMs &&
      Math.abs(frontTicks - guest.priceTicks) <= courtesySpreads * liquidity.spreadTicks
    const facing = [nearest ?? this.quotes.inOrder(other)[0]?.priceTicks]
    facing.push(this.#foreign[other]?.priceTicks)
    const limits = facing.map((ticks) => (ticks === undefined ? undefined : ticks - sign))
    limits.push(side === 'Buy' ? view.maxBuyTicks : view.minSellTicks)
    limits.push(
      lastTicks > 0 ? lastTicks : undefined,
      courtesy ? guest.priceTicks - sign : undefined,
    )
    return sign * least(limits.map((ticks) => (ticks === undefined ? ticks : sign * ticks)))
  }

  #observeSide(side: Side, { view, timeMs }: Moment): void {
    const best = side === 'Buy' ? view.bestBidTicks : view.bestAskTicks
    const isOwn = best > 0 && this.quotes.hasAt(side, best)
    if (isOwn) this.#ownBest[side] = best
    if (best <= 0 || isOwn) delete this.#foreign[side]
    else if (this.#foreign[side]?.priceTicks !== best) {
      const own = this.#ownBest[side]
      const isInFront = own === undefined || (side === 'Buy' ? best > own : best < own)
      this.#foreign[side] = {
        priceTicks: best,
        sinceMs: isInFront ? timeMs : Number.NEGATIVE_INFINITY,
      }
    }
  }

  #act(side: Side, move: Move, moment: Moment): BatchOperation {
    const account = this.#account
    if (move.kind === 'Withdraw') return cancelOf(account, move.quote)
    const { priceTicks, place } = move
    const lots = this.#lots(side, { place, priceTicks }, moment)
    if (move.kind === 'Shift') return replaceOf(account, move.quote, { lots, priceTicks })
    return quoteOf(account, { symbol: this.#instrument.symbol, side, priceTicks, lots })
  }

  /** Gives one of the nearer quotes another size, as if its owner had changed his mind. */
  #resize(moment: Moment, moved: ReadonlySet<Quote>): BatchOperation[] {
    const side = this.#random.nextBelow(2) === 0 ? 'Buy' : 'Sell'
    const reach = this.#random.nextFloat()
    const place = Math.floor(resizeReach * reach * reach)
    const quote = this.quotes.inOrder(side)[place]
    if (quote === undefined || moved.has(quote)) return []
    const lots = this.#lots(side, { place, priceTicks: quote.priceTicks }, moment)
    if (Math.abs(lots - quote.leavesLots) < 0.1 * quote.leavesLots) return []
    return [replaceOf(this.#account, quote, { lots })]
  }

  #lots(
    side: Side,
    at: { readonly place: number; readonly priceTicks: number },
    moment: Moment,
  ): number {
    const noise = (name: number, position: number): number => this.#noise(name, position)
    const value = quoteLots({ ...at, ...moment, side }, { random: this.#random, noise })
    return this.#least(value, moment)
  }

  /** Rounds to whole lots, at least the minimum order. */
  #least(lots: number, { liquidity, view }: Moment): number {
    const { minQtyLots, maxQtyLots } = this.#instrument
    const ticks = Math.max(1, view.bestBidTicks, this.#centreTicks * 0.99)
    const least = (1.06 * liquidity.leastValue) / liquidity.valueOfLot(ticks)
    return Math.min(maxQtyLots, Math.max(minQtyLots, Math.ceil(least), Math.round(lots)))
  }

  #noise(name: number, position: number): number {
    return smoothNoise(this.#key + name, position)
  }
}

/** Limits an order's price to the current price band. */
function withinBand(side: Side, ticks: number, view: SymbolView): number {
  return side === 'Buy'
    ? Math.min(ticks, view.maxBuyTicks ?? ticks)
    : Math.max(ticks, view.minSellTicks ?? ticks)
}

/** The best price of a side after its moves, as a limit for the other side. */
function bestAfter({ side, quotes }: SideToPlan, moves: readonly Move[]): number | undefined {
  const gone = new Set(moves.map((move) => (move.kind === 'Place' ? undefined : move.quote)))
  const stays = quotes.find((quote) => !gone.has(quote))?.priceTicks
  const come = moves.map((move) => (move.kind === 'Withdraw' ? undefined : move.priceTicks))
  if (side === 'Sell') return maybe(least([stays, ...come]))
  return maybe(-least([stays, ...come].map((ticks) => (ticks === undefined ? ticks : -ticks))))
}

const maybe = (ticks: number): number | undefined => (Number.isFinite(ticks) ? ticks : undefined)

/** Returns the smallest of the known values, or infinity. */
const least = (limits: readonly (number | undefined)[]): number =>
  limits.reduce<number>(
    (found, limit) => (limit === undefined ? found : Math.min(found, limit)),
    Number.POSITIVE_INFINITY,
  )
