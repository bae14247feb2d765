// The maker of one market: knows what the coin is worth to it, and keeps a two-sided book around
// that. It leaves room inside its spread, and does not step in front of people who use that room.

import type { AccountId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { oppositeSide, sides, type Side } from '@basis/domain/orders/order'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command, PlaceOrder } from '@basis/engine/commands'
import type { SymbolView } from '@basis/engine/views'
import { noiseKey, smoothNoise } from '../noise.ts'
import type { Liquidity } from './liquidity.ts'
import { planSide, type Move, type SideToPlan } from './quote-plan.ts'
import { Quotes, type Quote } from './quotes.ts'

/** What the maker is told of the moment. */
export type Moment = {
  readonly timeMs: number
  /** The index, in ticks of this market. */
  readonly indexTicks: number
  /** How wild the market is, around 1. */
  readonly level: number
  readonly view: SymbolView
  readonly liquidity: Liquidity
  /** What the makers hold too much of, in quote units; below zero what they lack. */
  readonly inventoryValue: number
}

/** Somebody else's best price on a side, and since when it has stood there. */
export type Foreign = { readonly priceTicks: number; readonly sinceMs: number }

/** The fair price follows the index with this lag, and faster the farther it is behind. */
const lagMs = 1_800
const farBasisPoints = 6
/** The perpetual's price strays from the index over this time, in basis points. */
const premiumPeriodMs = 37 * 60_000
const premiumBasisPoints = 1.1
const spreadPeriodMs = 19_000
const depthPeriodMs = 170_000
/** Somebody's order inside the spread is not outbid for this long. */
const courtesyMs = 5_000
/** Commands of one side in one turn: ordinarily, and while the book is still being built. */
const [usualMoves, buildingMoves, shortBookMoves] = [6, 80, 3]
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
  #fairTicks = 0
  #fairMs = 0

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

  /** Where the fair price is heading: the index with the market's own premium. */
  targetTicks({ timeMs, indexTicks, liquidity, inventoryValue }: Moment): number {
    const strays = this.#instrument.kind === 'Spot' ? 0.4 : 1
    const premium = premiumBasisPoints * strays * this.#noise(1, timeMs / premiumPeriodMs)
    // Who holds much asks less for it: the next to trade takes it off his hands.
    const fullness = Math.max(-2, Math.min(2, inventoryValue / liquidity.sideValue))
    return indexTicks + premium * liquidity.basisPointTicks - fullness * liquidity.basisPointTicks
  }

  /** Lets the fair price follow, and looks whose orders are the best. */
  observe(moment: Moment): void {
    const target = this.targetTicks(moment)
    if (this.#fairTicks === 0) this.#fairTicks = target
    else {
      const gap = target - this.#fairTicks
      const far = gap / (farBasisPoints * moment.liquidity.basisPointTicks)
      const share = ((moment.timeMs - this.#fairMs) / lagMs) * (1 + far * far)
      this.#fairTicks += gap * Math.min(1, Math.max(0, share))
    }
    this.#fairMs = moment.timeMs
    for (const side of sides) this.#lookAt(side, moment)
  }

  /** A trade away from the fair price draws it along a little. */
  onFill(tradeTicks: number): void {
    if (this.#fairTicks > 0) this.#fairTicks += 0.25 * (tradeTicks - this.#fairTicks)
  }

  /** Somebody else's price, if it is the best of the side. */
  foreignAt(side: Side): Foreign | undefined {
    return this.#foreign[side]
  }

  /** Returns the commands that bring the book back into shape. */
  requote(moment: Moment): Command[] {
    const { spreadTicks } = moment.liquidity
    const half = (spreadTicks / 2) * this.#spreadLevel(moment)
    const front = { Buy: this.#fairTicks - half, Sell: this.#fairTicks + half } as const
    // The side that the price has run into goes first: it makes room for the other.
    const reach = (side: Side): number => {
      const best = this.quotes.inOrder(side)[0]?.priceTicks ?? front[side]
      return side === 'Buy' ? best - front.Buy : front.Sell - best
    }
    const [first, second] = reach('Buy') > reach('Sell') ? sides : sides.toReversed()
    const commands: Command[] = []
    const moved = new Set<Quote>()
    let nearest: number | undefined
    for (const side of [first, second]) {
      if (side === undefined) continue
      const plan = this.#sideToPlan(side, { moment, frontTicks: front[side], nearest })
      const moves = planSide(plan)
      nearest = bestAfter(plan, moves)
      for (const move of moves) {
        commands.push(this.#command(side, move, moment))
        if (move.kind !== 'Place') moved.add(move.quote)
      }
    }
    const isQuiet = commands.length < usualMoves
    if (isQuiet && this.#random.nextFloat() < resizeOdds) {
      commands.push(...this.#resize(moment, moved))
    }
    return commands
  }

  #sideToPlan(
    side: Side,
    given: {
      readonly moment: Moment
      readonly frontTicks: number
      readonly nearest: number | undefined
    },
  ): SideToPlan {
    const { moment } = given
    const { ladder, hasShortBook } = moment.liquidity
    const quotes = this.quotes.inOrder(side)
    const isBuilding = quotes.length < ladder.levels - 4
    return {
      side,
      quotes,
      ladder,
      frontTicks: given.frontTicks,
      bestTicks: this.#bestAllowed(side, moment, given.nearest),
      random: this.#random,
      gapKey: this.#key,
      maxMoves: isBuilding ? buildingMoves : hasShortBook ? shortBookMoves : usualMoves,
    }
  }

  /** Not into the other side, not outside the price band, not at once in front of somebody. */
  #bestAllowed(side: Side, moment: Moment, nearest: number | undefined): number {
    const { view, timeMs } = moment
    const other = oppositeSide(side)
    const facing = [nearest ?? this.quotes.inOrder(other)[0]?.priceTicks]
    facing.push(this.#foreign[other]?.priceTicks)
    const guest = this.#foreign[side]
    const courtesy = guest !== undefined && timeMs - guest.sinceMs < courtesyMs
    const front = courtesy ? guest.priceTicks : undefined
    if (side === 'Buy') {
      const limits = facing.map((ticks) => (ticks === undefined ? undefined : ticks - 1))
      return least([...limits, view.maxBuyTicks, front])
    }
    const limits = facing.map((ticks) => (ticks === undefined ? undefined : -(ticks + 1)))
    const floor = view.minSellTicks === undefined ? undefined : -view.minSellTicks
    return -least([...limits, floor, front === undefined ? undefined : -front])
  }

  #lookAt(side: Side, { view, timeMs }: Moment): void {
    const best = side === 'Buy' ? view.bestBidTicks : view.bestAskTicks
    if (best <= 0 || this.quotes.hasAt(side, best)) delete this.#foreign[side]
    else if (this.#foreign[side]?.priceTicks !== best) {
      this.#foreign[side] = { priceTicks: best, sinceMs: timeMs }
    }
  }

  #command(side: Side, move: Move, moment: Moment): Command {
    const account = this.#account
    if (move.kind === 'Withdraw') {
      return { kind: 'CancelOrder', account, order: { orderId: move.quote.orderId } }
    }
    const lots = this.#lots(side, move.place, { ...moment, priceTicks: move.priceTicks })
    if (move.kind === 'Place') return this.#place(side, move.priceTicks, lots)
    return {
      kind: 'ReplaceOrder',
      account,
      order: { orderId: move.quote.orderId },
      priceTicks: priceTicks(move.priceTicks),
      qtyLots: qtyLots(lots + move.quote.filledLots),
    }
  }

  #place(side: Side, ticks: number, lots: number): PlaceOrder {
    return {
      kind: 'PlaceOrder',
      account: this.#account,
      symbol: this.#instrument.symbol,
      side,
      orderType: 'Limit',
      timeInForce: 'PostOnly',
      priceTicks: priceTicks(ticks),
      qtyLots: qtyLots(lots),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
      selfTrade: 'CancelTaker',
    }
  }

  /** Gives one of the nearer quotes another size, as if its owner had thought again. */
  #resize(moment: Moment, moved: ReadonlySet<Quote>): Command[] {
    const side = this.#random.nextBelow(2) === 0 ? 'Buy' : 'Sell'
    const reach = this.#random.nextFloat()
    const place = Math.floor(resizeReach * reach * reach)
    const quote = this.quotes.inOrder(side)[place]
    if (quote === undefined || moved.has(quote)) return []
    const lots = this.#lots(side, place, { ...moment, priceTicks: quote.priceTicks })
    if (Math.abs(lots - quote.leavesLots) < 0.1 * quote.leavesLots) return []
    const order = { orderId: quote.orderId }
    const whole = qtyLots(lots + quote.filledLots)
    return [{ kind: 'ReplaceOrder', account: this.#account, order, qtyLots: whole }]
  }

  /** Sizes grow away from the front, breathe over minutes, and are larger at round prices. */
  #lots(side: Side, place: number, at: Moment & { readonly priceTicks: number }): number {
    const { frontValue, sideValue, valueOfLot } = at.liquidity
    const slope = Math.max(0, sideValue - 50 * frontValue) * (1.8 / 50)
    const usual = frontValue + slope * (Math.max(0, place) / 50) ** 0.8
    const breath = Math.exp(0.22 * this.#noise(side === 'Buy' ? 2 : 3, at.timeMs / depthPeriodMs))
    const round = at.priceTicks % 100 === 0 ? 2.2 : at.priceTicks % 10 === 0 ? 1.25 : 1
    // The mean of exp(0.62 x) for bell-shaped x is 1.21.
    const own = Math.exp(0.62 * bell(this.#random)) / 1.21
    const value = (usual * breath * round * own) / Math.sqrt(Math.max(0.6, at.level))
    const lots = Math.round(value / valueOfLot(at.priceTicks))
    const { minQtyLots, maxQtyLots } = this.#instrument
    const least = (1.02 * at.liquidity.leastValue) / valueOfLot(at.priceTicks)
    return Math.min(maxQtyLots, Math.max(minQtyLots, Math.ceil(least), lots))
  }

  #spreadLevel({ timeMs, level }: Moment): number {
    return (0.35 + 0.65 * level) * Math.exp(0.3 * this.#noise(4, timeMs / spreadPeriodMs))
  }

  #noise(name: number, position: number): number {
    return smoothNoise(this.#key + name, position)
  }
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

/** Returns a bell-shaped float of mean 0 and variance 1. */
export function bell(random: Prng): number {
  const { nextFloat } = random
  return (nextFloat() + nextFloat() + nextFloat() + nextFloat() - 2) * Math.sqrt(3)
}
