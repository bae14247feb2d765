// A backtest of a DCA bot: the exchange itself runs it, and a counterparty fills its purchases at
// the past price of each of its times (rules 21.6).

import type { FeeRates } from '@basis/domain/instrument/fee-levels'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { AccountId } from '@basis/domain/numbers/brand'
import { amount, qtyLots, type Amount } from '@basis/domain/numbers/fixed'
import { hasGained } from '@basis/domain/spot-bots/rules'
import type { DcaTerms } from '@basis/domain/spot-bots/terms'
import type { Views } from '@basis/engine/views'
import { backtestOwner, BacktestVenue } from './backtest-venue.ts'
import { drawdownOf, type BacktestPoint } from './grid-backtest.ts'
import type { WalkPoint } from './price-walk.ts'

type DcaBacktestAsked = {
  readonly instrument: Instrument
  readonly terms: DcaTerms
  readonly rates?: FeeRates | undefined
  /** The version of the rules that the exchange goes by; absent for the first. */
  readonly rules?: number | undefined
}
type SpotBotView = NonNullable<ReturnType<Views['spotBots']['bot']>>

export type DcaBacktestResult = {
  readonly bot: SpotBotView
  readonly startTicks: number
  readonly curve: readonly BacktestPoint[]
  /** The largest fall of its value from an earlier peak, 1e-8 of the quote coin. */
  readonly drawdown: Amount
  readonly endMs: number
}

/** Bots act once a second, on the book of that time. */
const checkEveryMs = 1000
const mostTries = 10
/** Turning points between two yields to the event loop. */
const pointsPerTurn = 50

/** Returns a bot's result, or why the exchange would not create it. */
export async function backtestDca(
  asked: DcaBacktestAsked,
  walk: readonly WalkPoint[],
  yieldTurn: () => Promise<void>,
): Promise<DcaBacktestResult | Problem> {
  const [first, ...rest] = walk
  if (first === undefined) return problem('priceUnavailable', 'symbol')
  const run = new DcaRun(asked, first)
  const wrong = run.create()
  if (wrong !== undefined) return wrong
  const curve: BacktestPoint[] = [run.point]
  for (const [at, point] of rest.entries()) {
    if (at % pointsPerTurn === 0) await yieldTurn()
    run.moveTo(point)
    const isOver = run.bot.status === 'Ended'
    if (point.isEnd || isOver) curve.push(run.point)
    if (isOver) break
  }
  const { bot, nowMs } = run
  return { bot, startTicks: first.ticks, curve, drawdown: drawdownOf(curve), endMs: nowMs }
}

class DcaRun {
  readonly #venue: BacktestVenue
  readonly #asked: DcaBacktestAsked
  readonly #investment: Amount
  #wallet: AccountId | undefined

  constructor(asked: DcaBacktestAsked, first: WalkPoint) {
    const { instrument, terms } = asked
    this.#asked = asked
    this.#investment = amount(terms.amount * BigInt(Math.max(0, terms.purchases)))
    const owned = { coin: instrument.quoteCoin, investment: this.#investment }
    this.#venue = new BacktestVenue({ ...asked, ...owned }, first)
  }

  get nowMs(): number {
    return this.#venue.nowMs
  }

  get bot(): SpotBotView {
    const found = this.#wallet && this.#venue.views.spotBots.bot(this.#wallet)
    if (found === undefined) throw new Error('a bot that was created is there')
    return found
  }

  get point(): BacktestPoint {
    const { nowMs, ticks } = this.#venue
    return { timeMs: nowMs, ticks, worth: this.bot.worth }
  }

  /** Creates the bot, which buys at once. */
  create(): Problem | undefined {
    const { terms } = this.#asked
    const asked = { account: backtestOwner, terms, investment: this.#investment }
    this.#venue.offer('Sell', this.#lots())
    const made = this.#venue.apply({ kind: 'CreateSpotBot', ...asked })
    this.#venue.clear()
    this.#wallet = made.wallet
    return made.problem
  }

  /** Moves the price linearly to a point, stopping at every time at which the bot acts. */
  moveTo(to: WalkPoint): void {
    const from = { timeMs: this.#venue.nowMs, ticks: this.#venue.ticks }
    const lengthMs = Math.max(1, to.timeMs - from.timeMs)
    const ticksAt = (timeMs: number): number =>
      from.ticks + Math.round(((to.ticks - from.ticks) * (timeMs - from.timeMs)) / lengthMs)
    for (;;) {
      const { dueMs, status } = this.bot
      if (status === 'Ended') return
      const untilMs = dueMs > 0 && dueMs < to.timeMs ? Math.max(dueMs, this.nowMs) : to.timeMs
      const gainedMs = this.#gainedAt(untilMs, ticksAt)
      const nextMs = gainedMs ?? untilMs
      this.#check(nextMs, nextMs === to.timeMs ? to.ticks : ticksAt(nextMs))
      if (nextMs >= to.timeMs || this.nowMs >= to.timeMs) return
    }
  }

  /** The time before `untilMs` at which the take-profit is reached; undefined if it is not. */
  #gainedAt(untilMs: number, ticksAt: (timeMs: number) => number): number | undefined {
    const { terms } = this.#asked
    const { spent, holdings } = this.bot
    const balance = holdings[0]?.balance ?? 0n
    const unit = BigInt(this.#asked.instrument.tickSizeE8)
    const isGained = (timeMs: number): boolean => {
      const worth = (balance * BigInt(ticksAt(timeMs)) * unit) / 100_000_000n
      return hasGained(amount(worth), spent, terms.takeProfitE4)
    }
    let [low, high] = [this.nowMs, untilMs]
    if (high <= low || !isGained(high)) return undefined
    while (high - low > checkEveryMs) {
      const middle = Math.floor((low + high) / 2)
      if (isGained(middle)) high = middle
      else low = middle
    }
    return high
  }

  /** Sets the price, and a second later offers the bot a counterparty at it. */
  #check(timeMs: number, ticks: number): void {
    const venue = this.#venue
    venue.passTo(timeMs)
    venue.tradeAt(ticks)
    this.#offer('Sell')
    for (let tries = 0; this.bot.status === 'Stopping' && tries < mostTries; tries += 1) {
      this.#offer('Buy')
    }
  }

  #offer(side: 'Buy' | 'Sell'): void {
    const venue = this.#venue
    venue.passTo(venue.nowMs + checkEveryMs)
    venue.offer(side, this.#lots())
    venue.apply({ kind: 'AdvanceTime' })
    venue.clear()
  }

  /** The most lots that the bot could ever hold or buy, within the largest order. */
  #lots(): number {
    const { lotSizeE8, tickSizeE8, maxQtyLots } = this.#asked.instrument
    const lotE16 = BigInt(lotSizeE8) * BigInt(tickSizeE8) * BigInt(this.#venue.ticks)
    const bought = (this.#investment * 2n * 10n ** 8n) / lotE16
    return qtyLots(Math.max(this.#venue.leastLots(), Math.min(maxQtyLots, Number(bought))))
  }
}
