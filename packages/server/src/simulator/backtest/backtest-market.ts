// A grid bot on the exchange of a backtest: every order that the price passes is filled (rules
// 17.8).

import type { FeeRates } from '@basis/domain/instrument/fee-levels'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import { gridCoin, type GridTerms } from '@basis/domain/grid/terms'
import type { AccountId } from '@basis/domain/numbers/brand'
import { qtyLots, type Amount, type QtyLots } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import type { Views } from '@basis/engine/views'
import { backtestOwner, BacktestVenue } from './backtest-venue.ts'
import type { WalkPoint } from './price-walk.ts'

export type BacktestRequest = {
  readonly instrument: Instrument
  readonly terms: GridTerms
  readonly investment: Amount
  /** The fee rates of the owner's fills, if lower than the listing's. */
  readonly rates?: FeeRates | undefined
  /** The version of the rules that the exchange goes by; absent for the first. */
  readonly rules?: number | undefined
}
export type GridView = NonNullable<ReturnType<Views['grids']['bot']>>

/** A stopping bot retries once a second to close what is left. */
const secondMs = 1000
const mostTries = 10

export class BacktestMarket {
  readonly #venue: BacktestVenue
  readonly #asked: BacktestRequest
  #wallet: AccountId | undefined

  constructor(asked: BacktestRequest, first: WalkPoint) {
    this.#asked = asked
    this.#venue = new BacktestVenue({ ...asked, coin: gridCoin(asked.instrument) }, first)
  }

  get nowMs(): number {
    return this.#venue.nowMs
  }

  get ticks(): number {
    return this.#venue.ticks
  }

  get bot(): GridView {
    const found = this.#wallet && this.#venue.views.grids.bot(this.#wallet)
    if (found === undefined) throw new Error('a bot that was created is there')
    return found
  }

  /** Creates the bot; its entry is filled at the grid's initial price. */
  create(): Problem | undefined {
    const { instrument, terms, investment } = this.#asked
    const { symbol } = instrument
    if (terms.mode !== 'Neutral') {
      this.#venue.offer(terms.mode === 'Short' ? 'Buy' : 'Sell', this.#most())
    }
    const asked = { account: backtestOwner, symbol, terms, investment }
    const made = this.#venue.apply({ kind: 'CreateGrid', ...asked })
    this.#venue.clear()
    this.#wallet = made.wallet
    return made.problem
  }

  /** Moves the price, stopping at every price at which the bot may act. */
  moveTo({ timeMs, ticks: to }: WalkPoint): void {
    this.#venue.passTo(timeMs)
    this.#venue.apply({ kind: 'AdvanceTime' })
    for (;;) {
      const next = this.#nextStop(to)
      this.#step(next)
      if (next === to) return
    }
  }

  /** Returns the nearest price on the path at which the bot may act, else the path's end. */
  #nextStop(to: number): number {
    const { ticks, views } = this.#venue
    const isRising = to > ticks
    const { wallet, terms } = this.bot
    const stops = [
      ...views.openOrders(wallet).map(({ priceTicks: at }) => at ?? 0),
      terms.takeProfitTicks,
      terms.stopLossTicks,
    ].filter((at) => (isRising ? at > ticks && at < to : at < ticks && at > to))
    return isRising ? Math.min(to, ...stops) : Math.max(to, ...stops)
  }

  #step(ticks: number): void {
    const venue = this.#venue
    // A last trade one tick before it moves the mark price along.
    const before = ticks - Math.sign(ticks - venue.ticks)
    if (before !== venue.ticks && ticks !== venue.ticks) venue.tradeAt(before)
    venue.setPrice(ticks)
    this.#meet()
    venue.tradeAt(ticks)
    for (let tries = 0; this.bot.status === 'Stopping' && tries < mostTries; tries += 1) {
      this.#offerExit(tries % 2 === 0 ? 'Buy' : 'Sell')
    }
  }

  /** Fills all orders of the bot that the price has reached. */
  #meet(): void {
    const venue = this.#venue
    for (const resting of venue.views.openOrders(this.bot.wallet)) {
      const limit = resting.priceTicks ?? 0
      const isReached = resting.side === 'Buy' ? limit >= venue.ticks : limit <= venue.ticks
      if (!isReached) continue
      venue.offer(resting.side === 'Buy' ? 'Sell' : 'Buy', resting.qtyLots - resting.filledLots)
    }
    venue.clear()
  }

  /** Offers a stopping bot a counterparty at the price, and advances time by a second. */
  #offerExit(side: Side): void {
    const venue = this.#venue
    venue.offer(side, this.#most())
    venue.passTo(venue.nowMs + secondMs)
    venue.apply({ kind: 'AdvanceTime' })
    venue.clear()
  }

  /** The most lots that the bot could ever hold, within the largest order. */
  #most(): QtyLots {
    const { instrument, investment, terms } = this.#asked
    const { lotSizeE8, tickSizeE8, minQtyLots, maxQtyLots } = instrument
    const lotE16 = BigInt(lotSizeE8) * BigInt(tickSizeE8) * BigInt(this.#venue.ticks)
    const reach = (investment * BigInt(terms.leverageE2) * 10n ** 6n) / lotE16
    return qtyLots(Math.max(minQtyLots, Math.min(maxQtyLots, Number(reach))))
  }
}
