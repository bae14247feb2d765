// The maker of one market: knows what the coin is worth to it, and keeps a two-sided book around
// that. Its quotes lag: when the price leaves them, some are traded through before it requotes.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { oppositeSide, sides, type Side } from '@basis/domain/orders/order'
import type { Prng } from '@basis/domain/numbers/prng'
import type { BatchAct } from '@basis/engine/commands'
import type { SymbolView } from '@basis/engine/views'
import { noiseKey, smoothNoise } from '../noise.ts'
import type { Liquidity } from './liquidity.ts'
import { cancelOf, quoteOf, replaceOf } from './quote-acts.ts'
import { quoteLots } from './quote-sizes.ts'
import { planSide, type Move, type SideToPlan } from './quote-plan.ts'
import { Quotes, type Quote } from './quotes.ts'

/** What the maker is told of the moment. */
export type Moment = {
  readonly timeMs: number
  /** The index with the market's own premium, in ticks. */
  readonly indexTicks: number
  /** How wild the market is, around 1. */
  readonly level: number
  readonly view: SymbolView
  readonly liquidity: Liquidity
  /** What the makers hold too much of, in quote units; below zero what they lack. */
  readonly inventoryValue: number
}

/**
 * Somebody else's best price on a side, and since when it has stood in front of the makers' quotes;
 * `-Infinity` where the price moved to it.
 */
export type Foreign = { readonly priceTicks: number; readonly sinceMs: number }

/** An order that takes what was left standing in the way of a move. */
export type Sweep = { readonly side: Side; readonly limitTicks: number; readonly lots: number }

/** What a look at the book comes to, in this order. */
export type Requote = {
  readonly before: readonly BatchAct[]
  readonly sweep: Sweep | undefined
  readonly after: readonly BatchAct[]
}

type Fronts = Readonly<Record<Side, number>>

/** The fair price follows the index with this lag, and faster the farther it is behind. */
const lagMs = 900
const farBasisPoints = 6
/** What a market is worth strays over this time, in basis points. */
const strayPeriodMs = 37 * 60_000
const strayBasisPoints = 0.5
/** The square root law: what Q of a day's V moves the price by, in deviations of a day. */
const impactShare = 0.7
/**
 * What was traded is forgotten by half in this time. Its impact, which is its root, would last
 * twice as long, but takers sell again what they bought, the sooner the wilder the market is: half
 * is gone after some three minutes.
 */
const [impactHalfLifeMs, longerInWild] = [300_000, 0.8] as const
const spreadPeriodMs = 19_000
/** Noise beyond this widens the spread at once, so many times for each step beyond. */
const [wideFrom, widening] = [2.2, 9] as const
/** Somebody's order inside the spread is not outbid for this long, unless it is this far off. */
const [courtesyMs, courtesyBasisPoints] = [5_000, 12] as const
/** Whoever stands so many usual spreads behind the makers' price is outbid at once. */
const courtesySpreads = 10
/** Changes of one side in one turn: ordinarily, and while the book is still being built. */
const [usualMoves, buildingMoves, shortBookMoves] = [24, 80, 6]
/** Quotes that are still there when the price runs over them. */
const mostSwept = 3
/** How often a quote that is in its place gets another size. */
const resizeOdds = 0.5
const resizeReach = 24

export class Maker {
  readonly quotes = new Quotes()
  readonly #account: AccountId
  readonly #instrument: Instrument
  readonly #random: Prng
  readonly #key: number
  readonly #foreign: Partial<Record<Side, Foreign>> = {}
  /** The makers' own best prices, as they last were the best of their side. */
  readonly #ownBest: Partial<Record<Side, number>> = {}
  #fairTicks = 0
  #fairMs = 0
  /** Where the quotes are set around, and how far the fair price may be from it. */
  #centreTicks = 0
  #patienceTicks = 0
  /** What was bought from the maker, less what was sold to it, of late; quote units. */
  #flow = 0
  /** The share of the price that the fair price has for it. */
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

  /** What the market is worth to the maker now; 0 until it has seen an index. */
  get fairTicks(): number {
    return this.#fairTicks
  }

  /** Where the fair price is heading: the index with the premium, and with what trades did. */
  targetTicks(moment: Moment): number {
    const { timeMs, indexTicks, liquidity, inventoryValue } = moment
    const { basisPointTicks, sideValue } = liquidity
    const stray = strayBasisPoints * this.#noise(1, timeMs / strayPeriodMs)
    // Who holds much asks less for it: the next to trade takes it off his hands.
    const fullness = Math.max(-2, Math.min(2, inventoryValue / sideValue))
    return indexTicks * (1 + this.#impactAt(moment)) + (stray - fullness) * basisPointTicks
  }

  /** The share of the price by which it stands higher for what was bought of late. */
  #impactAt({ level, liquidity }: Moment): number {
    const { dailyTurnover, dayDeviation } = liquidity
    // A wilder day deviates more and trades more: by level, and its root falls to the root below.
    const share = Math.sqrt((level * Math.abs(this.#flow)) / dailyTurnover)
    return Math.sign(this.#flow) * impactShare * dayDeviation * share
  }

  /** By how much the fair price is still to move for what was traded since the last look. */
  #newImpactTicks(moment: Moment): number {
    return (this.#impactAt(moment) - this.#impact) * moment.indexTicks
  }

  /** How far the book is behind what the market is worth, in ticks: above zero it is too cheap. */
  pullTicks(moment: Moment): number {
    return this.targetTicks(moment) - this.#fairTicks - this.#newImpactTicks(moment)
  }

  /** Lets the fair price follow, and looks whose orders are the best. */
  observe(moment: Moment): void {
    const { liquidity, timeMs, level } = moment
    const sinceMs = this.#fairMs === 0 ? 0 : Math.max(0, timeMs - this.#fairMs)
    // Whoever was traded with knows it at once: only what happens elsewhere is learnt with a lag.
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
    for (const side of sides) this.#lookAt(side, moment)
    if (Math.abs(this.#fairTicks - this.#centreTicks) <= this.#patienceTicks) return
    this.#centreTicks = this.#fairTicks
    const eagerness = 0.5 + this.#random.nextFloat()
    this.#patienceTicks = liquidity.moveTicks * level ** 0.7 * eagerness
  }

  /** Takes in what was bought from the maker (above zero) or sold to it, in quote units. */
  onFlow(value: number): void {
    this.#flow += value
  }

  /** Somebody else's price, if it is the best of the side at this moment. */
  foreignAt(side: Side, moment: Moment): Foreign | undefined {
    this.#lookAt(side, moment)
    return this.#foreign[side]
  }

  /** Returns what brings the book back into shape, and what trades on the way. */
  requote(moment: Moment): Requote {
    const fronts = this.#fronts(moment)
    const due = this.#dueSide(fronts, moment.view)
    const isLeft = due !== undefined && this.#isLeftStanding(due, moment)
    if (due !== undefined && !isLeft) return this.#move(due, fronts, moment)
    // Quotes close up to somebody's order that is left standing, though nothing has traded there.
    const lastTicks = isLeft ? 0 : moment.view.lastTicks
    const isBehind = (side: Side): boolean => {
      const best = this.quotes.inOrder(side)[0]?.priceTicks
      return best !== undefined && (side === 'Buy' ? best > fronts.Buy : best < fronts.Sell)
    }
    // The side that stands too far in front goes first: it makes room for the other.
    const [first, second] = isBehind('Buy') ? sides : sides.toReversed()
    const acts: BatchAct[] = []
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

  /** Whole prices of the best bid and ask that the maker wants. */
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

  /** The price gets nowhere without a trade: which side must trade before the quotes may move? */
  #dueSide(fronts: Fronts, { lastTicks }: SymbolView): Side | undefined {
    if (lastTicks === 0 || this.quotes.isEmpty) return undefined
    return fronts.Buy > lastTicks ? 'Buy' : fronts.Sell < lastTicks ? 'Sell' : undefined
  }

  /** Is somebody's order in the way of a trade, to which some seconds are given? */
  #isLeftStanding(side: Side, { timeMs, liquidity }: Moment): boolean {
    const inTheWay = this.#foreign[oppositeSide(side)]
    if (inTheWay === undefined || timeMs - inTheWay.sinceMs >= courtesyMs) return false
    // News waits for nobody.
    const away = Math.abs(inTheWay.priceTicks - this.#fairTicks)
    return away <= courtesyBasisPoints * liquidity.basisPointTicks
  }

  /** Gets most quotes out of the way, lets the rest be traded through, and closes up behind. */
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
    const before: BatchAct[] = []
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
      /** The best price of the other side, where it is about to change. */
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

  /** Not into the other side, not beyond the last trade, not at once in front of somebody near. */
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

  #lookAt(side: Side, { view, timeMs }: Moment): void {
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

  #act(side: Side, move: Move, moment: Moment): BatchAct {
    const account = this.#account
    if (move.kind === 'Withdraw') return cancelOf(account, move.quote)
    const { priceTicks, place } = move
    const lots = this.#lots(side, { place, priceTicks }, moment)
    if (move.kind === 'Shift') return replaceOf(account, move.quote, { lots, priceTicks })
    return quoteOf(account, { symbol: this.#instrument.symbol, side, priceTicks, lots })
  }

  /** Gives one of the nearer quotes another size, as if its owner had thought again. */
  #resize(moment: Moment, moved: ReadonlySet<Quote>): BatchAct[] {
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

  /** Whole lots, as many as an order must have at least. */
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

/** No order may sell for less, or buy for more, than the band of the moment allows. */
function withinBand(side: Side, ticks: number, view: SymbolView): number {
  return side === 'Buy'
    ? Math.min(ticks, view.maxBuyTicks ?? ticks)
    : Math.max(ticks, view.minSellTicks ?? ticks)
}

/** The best price of a side once its moves are done; what the other side may come near to. */
function bestAfter({ side, quotes }: SideToPlan, moves: readonly Move[]): number | undefined {
  const gone = new Set(moves.map((move) => (move.kind === 'Place' ? undefined : move.quote)))
  const stays = quotes.find((quote) => !gone.has(quote))?.priceTicks
  const come = moves.map((move) => (move.kind === 'Withdraw' ? undefined : move.priceTicks))
  if (side === 'Sell') return maybe(least([stays, ...come]))
  return maybe(-least([stays, ...come].map((ticks) => (ticks === undefined ? ticks : -ticks))))
}

const maybe = (ticks: number): number | undefined => (Number.isFinite(ticks) ? ticks : undefined)

/** Returns the least of what is known, or infinity. */
const least = (limits: readonly (number | undefined)[]): number =>
  limits.reduce<number>(
    (found, limit) => (limit === undefined ? found : Math.min(found, limit)),
    Number.POSITIVE_INFINITY,
  )
