// The exchange of a backtest: one market, the owner's account, and two accounts that trade with it,
// so that the price follows the given path (rules 17.8, 21.6).

import { firstFeeLevel, type FeeRates } from '@basis/domain/instrument/fee-levels'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount, QtyLots } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import type { Command } from '@basis/engine/commands'
import { createEngine, type ApplyResult } from '@basis/engine/engine'
import { firstRules, laterRules } from '@basis/engine/rules-version'
import type { Views } from '@basis/engine/views'
import type { WalkPoint } from './price-walk.ts'

export type VenueRequest = {
  readonly instrument: Instrument
  /** The owner's initial balance of a coin. */
  readonly coin: string
  readonly investment: Amount
  /** The fee rates of the owner's fills, if lower than the listing's. */
  readonly rates?: FeeRates | undefined
  /** The version of the rules that the exchange goes by; absent for the first. */
  readonly rules?: number | undefined
}

export const backtestOwner = accountId(1)
/** Fills the owner's orders, and trades with the printer so that there is a last price. */
const dealer = accountId(2)
const printer = accountId(3)
/** More than any traded amount. */
const plenty = amount(10n ** 24n)

export class BacktestVenue {
  readonly #engine = createEngine()
  readonly #instrument: Instrument
  #seq = 0
  #timeMs: number
  #ticks: number

  constructor(asked: VenueRequest, { timeMs, ticks }: WalkPoint) {
    this.#instrument = asked.instrument
    this.#timeMs = timeMs
    this.#ticks = ticks
    this.#open(asked)
  }

  get nowMs(): number {
    return this.#timeMs
  }

  get ticks(): number {
    return this.#ticks
  }

  get views(): Views {
    return this.#engine.views
  }

  /** Advances time, never backwards. */
  passTo(timeMs: number): void {
    this.#timeMs = Math.max(this.#timeMs, timeMs)
  }

  /** Sets the price and makes it the last price by a trade of the minimum quantity. */
  tradeAt(ticks: number): void {
    this.setPrice(ticks)
    this.#print()
    this.setPrice(ticks)
  }

  setPrice(ticks: number): void {
    this.#ticks = ticks
    const { symbol, tickSizeE8 } = this.#instrument
    this.apply({ kind: 'UpdatePrices', prices: [{ symbol, indexE8: priceE8(ticks * tickSizeE8) }] })
  }

  /** Offers so many lots at the price; what is not filled rests until `clear`. */
  offer(side: Side, lots: number): void {
    this.#order(dealer, side, lots)
  }

  clear(): void {
    for (const account of [dealer, printer]) this.apply({ kind: 'CancelAllOrders', account })
  }

  apply(command: Command): ApplyResult {
    this.#seq += 1
    return this.#engine.apply({ seq: this.#seq, timeMs: this.#timeMs, command })
  }

  #open({ instrument, coin: owned, investment, rates, rules = firstRules }: VenueRequest): void {
    const { symbol, quoteCoin, baseCoin, settleCoin, kind } = instrument
    for (const version of laterRules(firstRules, rules)) this.apply({ kind: 'SetRules', version })
    // The past was traded, also that of a market which only takes cancels at the moment.
    this.apply({ kind: 'ListInstrument', instrument: { ...instrument, status: 'Trading' } })
    for (const account of [backtestOwner, dealer, printer]) {
      const role = account === backtestOwner ? 'trader' : 'robot'
      this.apply({ kind: 'OpenAccount', account, role })
    }
    for (const account of [dealer, printer]) {
      for (const coin of new Set([quoteCoin, baseCoin, settleCoin])) {
        this.apply({ kind: 'Deposit', account, coin, amount: plenty })
      }
      if (kind === 'Spot') continue
      this.apply({ kind: 'SetLeverage', account, symbol, leverageE2: leverageE2(100) })
    }
    this.apply({ kind: 'Deposit', account: backtestOwner, coin: owned, amount: investment })
    if (rates !== undefined) {
      this.apply({ kind: 'SetFeeLevel', account: backtestOwner, level: firstFeeLevel, rates })
    }
    this.tradeAt(this.#ticks)
  }

  /** The minimum quantity of an order at the current price. */
  leastLots = (): QtyLots => leastLots(this.#instrument, this.#ticks)

  #print(): void {
    const lots = this.leastLots()
    this.#order(dealer, 'Sell', lots)
    this.#order(printer, 'Buy', lots)
    this.clear()
  }

  #order(account: AccountId, side: Side, lots: number): void {
    const { problem } = this.apply({
      kind: 'PlaceOrder',
      account,
      symbol: this.#instrument.symbol,
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
    // These accounts have unlimited funds: a refusal would falsify the result.
    if (problem !== undefined) throw new Error(`a backtest's order is refused: ${problem.name}`)
  }
}

/** The minimum quantity of an order at a price. */
function leastLots(instrument: Instrument, ticks: number): QtyLots {
  const { minQtyLots, minNotional, lotSizeE8, tickSizeE8 } = instrument
  const lotE16 = BigInt(lotSizeE8) * BigInt(tickSizeE8) * BigInt(ticks)
  return qtyLots(Math.max(minQtyLots, Number((minNotional * 10n ** 8n) / lotE16 + 1n)))
}
