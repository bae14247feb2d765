// Laws of combinations: each match has two parties with both of their legs, legs that differ by
// exactly the order's price, half fees and opposite sides (rules 20.2 to 20.4).

import { feeOf } from '@basis/domain/instrument/fees'
import { feeRateOf, type FeeRates } from '@basis/domain/instrument/fee-levels'
import { qtyAmount, ticksToE8, valueOf, type Instrument } from '@basis/domain/instrument/instrument'
import { amount, rateE8 } from '@basis/domain/numbers/fixed'
import { isFinal } from '@basis/domain/orders/order'
import { combinationOf } from '@basis/domain/spread/combination'
import type { SpreadLegFill, SpreadOrder } from '@basis/domain/spread/order'
import type { Event, SpreadFilled, SpreadTraded } from '@basis/engine/events'

const must = (holds: boolean, law: string): void => {
  if (!holds) throw new Error(law)
}

type Listed = ReadonlyMap<string, Instrument>
type Rates = ReadonlyMap<number, FeeRates | undefined>

export class SpreadLaws {
  readonly #instruments: Listed
  readonly #rates: Rates
  readonly #orders = new Map<number, SpreadOrder>()
  #match: SpreadTraded | undefined
  #sides: SpreadFilled[] = []
  /** The number of matches so far. */
  matches = 0

  constructor(instruments: Listed, rates: Rates) {
    this.#instruments = instruments
    this.#rates = rates
  }

  observe(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind === 'SpreadOrderChanged') this.#changed(event.spread)
      if (event.kind === 'SpreadTraded') {
        must(this.#match === undefined, '20.4 a match has two sides')
        this.#match = event
      }
      if (event.kind === 'SpreadFilled') this.#filled(event)
    }
    must(this.#match === undefined, '20.4 a match has two sides')
  }

  #changed(order: SpreadOrder): void {
    const before = this.#orders.get(order.id)
    must(
      before === undefined || !isFinal(before.status) || before.updateNo === order.updateNo,
      `O3: ${order.id} goes on after its end`,
    )
    must(before === undefined || order.filledLots === before.filledLots, '20.2 fills are told')
    this.#orders.set(order.id, order)
  }

  #filled(event: SpreadFilled): void {
    const { spread, fill } = event
    const match = this.#match
    must(match?.tradeId === fill.tradeId, '20.4 a fill belongs to a match')
    must(match?.priceTicks === fill.priceTicks && match.qtyLots === fill.qtyLots, '20.4 one price')
    const before = this.#orders.get(spread.id)
    must(before !== undefined, '20.2 only what was placed is filled')
    must(spread.filledLots === (before?.filledLots ?? 0) + fill.qtyLots, '20.2 lots add up')
    this.#orders.set(spread.id, spread)
    this.#legs(event)
    this.#sides.push(event)
    if (this.#sides.length < 2) return
    const [maker, taker] = this.#sides as [SpreadFilled, SpreadFilled]
    must(maker.fill.isMaker && !taker.fill.isMaker, '20.2 a maker and a taker')
    must(maker.spread.side !== taker.spread.side, '20.2 opposite sides')
    for (const leg of ['far', 'near'] as const) {
      const [one, other] = [maker.fill[leg], taker.fill[leg]]
      must(one.priceTicks === other.priceTicks && one.side !== other.side, '20.2 one leg price')
    }
    this.#sides = []
    this.#match = undefined
    this.matches += 1
  }

  /** The legs' prices differ by the order's price; each leg has the quantity and half its fee. */
  #legs({ spread, fill }: SpreadFilled): void {
    const [far, near] = [
      this.#instruments.get(fill.far.symbol),
      this.#instruments.get(fill.near.symbol),
    ]
    if (far === undefined || near === undefined) throw new Error('20.1 legs are listed')
    const combination = combinationOf(far, near)
    if (combination === undefined) throw new Error('20.1 the legs combine')
    const gap = ticksToE8(far, fill.far.priceTicks) - ticksToE8(near, fill.near.priceTicks)
    const price = fill.priceTicks * combination.tickSizeE8
    must(gap === price, `20.4: legs differ by ${gap}, the price is ${price}`)
    const qty = BigInt(fill.qtyLots) * BigInt(combination.lotSizeE8)
    for (const [leg, instrument] of [
      [fill.far, far],
      [fill.near, near],
    ] as const) {
      must(qtyAmount(instrument, leg.qtyLots) === qty, '20.4 equal quantities')
      must(leg.value === valueOf(instrument, leg.priceTicks, leg.qtyLots), '20.2 value of a leg')
      this.#fee(leg, instrument, spread.account)
    }
    must(fill.far.side === spread.side && fill.near.side !== spread.side, '20.1 sides of the legs')
  }

  #fee(leg: SpreadLegFill, instrument: Instrument, account: number): void {
    const listed = feeRateOf(instrument, leg.isMaker, this.#rates.get(account))
    const half = rateE8(Math.trunc(listed / 2))
    const isCoin = instrument.kind === 'Spot' && leg.side === 'Buy'
    const base = isCoin ? qtyAmount(instrument, leg.qtyLots) : amount(leg.value)
    must(leg.fee === feeOf(base, half), `20.3: ${leg.fee} of ${base} at ${half}`)
    must(leg.feeCoin === (isCoin ? instrument.baseCoin : 'USDT'), '20.3 coin of the fee')
  }
}

/** Returns the positions that combinations' legs opened or increased. */
export const openedBySpreads = (events: readonly Event[]): readonly string[] =>
  events.flatMap((event) =>
    event.kind === 'SpreadFilled'
      ? [event.fill.far, event.fill.near]
          .filter(({ closedLots, qtyLots }) => closedLots < qtyLots)
          .map(({ symbol }) => `${event.spread.account} ${symbol} 0`)
      : [],
  )
