// The exchange of a backtest: one market, one bot, and two who trade with it, so that the price
// goes where it is to go and every order on its way is filled (rules 17.8).

import { firstFeeLevel, type FeeRates } from '@basis/domain/instrument/fee-levels'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import { gridCoin, type GridTerms } from '@basis/domain/grid/terms'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount, QtyLots } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import type { Command } from '@basis/engine/commands'
import { createEngine } from '@basis/engine/engine'
import type { Views } from '@basis/engine/views'
import type { WalkPoint } from './price-walk.ts'

export type BacktestAsked = {
  readonly instrument: Instrument
  readonly terms: GridTerms
  readonly investment: Amount
  /** What the owner's fills pay, where that is less than the listing asks for. */
  readonly rates?: FeeRates | undefined
}
export type GridView = NonNullable<ReturnType<Views['grids']['bot']>>

const owner = accountId(1)
/** Meets the bot's orders, and trades with the printer so that there is a last price. */
const dealer = accountId(2)
const printer = accountId(3)
/** More than anything that a bot can trade. */
const plenty = amount(10n ** 24n)
/** What a bot could not close at once it tries again once a second. */
const secondMs = 1000
const mostTries = 10

export class BacktestMarket {
  readonly #engine = createEngine()
  readonly #asked: BacktestAsked
  #seq = 0
  #timeMs: number
  #ticks: number
  #wallet: AccountId | undefined

  constructor(asked: BacktestAsked, { timeMs, ticks }: WalkPoint) {
    this.#asked = asked
    this.#timeMs = timeMs
    this.#ticks = ticks
    this.#open()
  }

  get nowMs(): number {
    return this.#timeMs
  }

  get ticks(): number {
    return this.#ticks
  }

  get bot(): GridView {
    const found = this.#wallet && this.#engine.views.grids.bot(this.#wallet)
    if (found === undefined) throw new Error('a bot that was created is there')
    return found
  }

  /** Creates the bot; its entry is filled at the price at which the grid begins. */
  create(): Problem | undefined {
    const { instrument, terms, investment } = this.#asked
    const { symbol } = instrument
    if (terms.mode !== 'Neutral') {
      this.#order(dealer, terms.mode === 'Short' ? 'Buy' : 'Sell', this.#most())
    }
    const made = this.#apply({ kind: 'CreateGrid', account: owner, symbol, terms, investment })
    this.#clear()
    this.#wallet = made.wallet
    return made.problem
  }

  /** Moves the price, over every price at which the bot has something to do. */
  moveTo({ timeMs, ticks: to }: WalkPoint): void {
    this.#timeMs = Math.max(this.#timeMs, timeMs)
    this.#apply({ kind: 'AdvanceTime' })
    for (;;) {
      const next = this.#nextStop(to)
      this.#step(next)
      if (next === to) return
    }
  }

  /** Returns the nearest price on the way at which the bot may act, else the end of the way. */
  #nextStop(to: number): number {
    const isRising = to > this.#ticks
    const { wallet, terms } = this.bot
    const stops = [
      ...this.#engine.views.openOrders(wallet).map(({ priceTicks: at }) => at ?? 0),
      terms.takeProfitTicks,
      terms.stopLossTicks,
    ].filter((at) => (isRising ? at > this.#ticks && at < to : at < this.#ticks && at > to))
    return isRising ? Math.min(to, ...stops) : Math.max(to, ...stops)
  }

  #step(ticks: number): void {
    // A tick before it the mark, which follows the last price, has come along.
    const before = ticks - Math.sign(ticks - this.#ticks)
    if (before !== this.#ticks && ticks !== this.#ticks) this.#tradeAt(before)
    this.#ticks = ticks
    this.#index()
    this.#meet()
    this.#tradeAt(ticks)
    for (let tries = 0; this.bot.status === 'Stopping' && tries < mostTries; tries += 1) {
      this.#offerExit(tries % 2 === 0 ? 'Buy' : 'Sell')
    }
  }

  #tradeAt(ticks: number): void {
    this.#ticks = ticks
    this.#index()
    this.#print()
    this.#index()
  }

  #index(): void {
    const { symbol, tickSizeE8 } = this.#asked.instrument
    const indexE8 = priceE8(this.#ticks * tickSizeE8)
    this.#apply({ kind: 'UpdatePrices', prices: [{ symbol, indexE8 }] })
  }

  /** Trades with every order of the bot that the price has reached. */
  #meet(): void {
    for (const resting of this.#engine.views.openOrders(this.bot.wallet)) {
      const limit = resting.priceTicks ?? 0
      const isReached = resting.side === 'Buy' ? limit >= this.#ticks : limit <= this.#ticks
      if (!isReached) continue
      this.#order(
        dealer,
        resting.side === 'Buy' ? 'Sell' : 'Buy',
        resting.qtyLots - resting.filledLots,
      )
    }
    this.#clear()
  }

  /** Others trade the least that they may, so that the price is the last one. */
  #print(): void {
    const lots = leastLots(this.#asked.instrument, this.#ticks)
    this.#order(dealer, 'Sell', lots)
    this.#order(printer, 'Buy', lots)
    this.#clear()
  }

  /** A bot that closes finds somebody at the price, a second later. */
  #offerExit(side: Side): void {
    this.#order(dealer, side, this.#most())
    this.#timeMs += secondMs
    this.#apply({ kind: 'AdvanceTime' })
    this.#clear()
  }

  /** As many lots as the bot could ever hold, within the largest order. */
  #most(): QtyLots {
    const { instrument, investment, terms } = this.#asked
    const { lotSizeE8, tickSizeE8, minQtyLots, maxQtyLots } = instrument
    const lotE16 = BigInt(lotSizeE8) * BigInt(tickSizeE8) * BigInt(this.#ticks)
    const reach = (investment * BigInt(terms.leverageE2) * 10n ** 6n) / lotE16
    return qtyLots(Math.max(minQtyLots, Math.min(maxQtyLots, Number(reach))))
  }

  #open(): void {
    const { instrument, investment, rates } = this.#asked
    const { symbol, quoteCoin, baseCoin, settleCoin, kind } = instrument
    this.#apply({ kind: 'ListInstrument', instrument })
    for (const account of [owner, dealer, printer]) {
      this.#apply({ kind: 'OpenAccount', account, role: account === owner ? 'trader' : 'robot' })
    }
    for (const account of [dealer, printer]) {
      for (const coin of new Set([quoteCoin, baseCoin, settleCoin])) {
        this.#apply({ kind: 'Deposit', account, coin, amount: plenty })
      }
      if (kind === 'Spot') continue
      this.#apply({ kind: 'SetLeverage', account, symbol, leverageE2: leverageE2(100) })
    }
    const coin = gridCoin(instrument)
    this.#apply({ kind: 'Deposit', account: owner, coin, amount: investment })
    if (rates !== undefined) {
      this.#apply({ kind: 'SetFeeLevel', account: owner, level: firstFeeLevel, rates })
    }
    this.#tradeAt(this.#ticks)
  }

  #clear(): void {
    for (const account of [dealer, printer]) this.#apply({ kind: 'CancelAllOrders', account })
  }

  /** An order at the price; what is not filled rests until it is cleared. */
  #order(account: AccountId, side: Side, lots: number): void {
    const { problem } = this.#apply({
      kind: 'PlaceOrder',
      account,
      symbol: this.#asked.instrument.symbol,
      side,
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      priceTicks: priceTicks(this.#ticks),
      qtyLots: qtyLots(lots),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
      selfTrade: 'None',
    })
    // Whoever trades with the bot has everything: a refusal would falsify the result.
    if (problem !== undefined) throw new Error(`a backtest's order is refused: ${problem.name}`)
  }

  #apply(command: Command) {
    this.#seq += 1
    return this.#engine.apply({ seq: this.#seq, timeMs: this.#timeMs, command })
  }
}

/** The least order that the market takes at a price. */
function leastLots(instrument: Instrument, ticks: number): QtyLots {
  const { minQtyLots, minNotional, lotSizeE8, tickSizeE8 } = instrument
  const lotE16 = BigInt(lotSizeE8) * BigInt(tickSizeE8) * BigInt(ticks)
  return qtyLots(Math.max(minQtyLots, Number((minNotional * 10n ** 8n) / lotE16 + 1n)))
}
