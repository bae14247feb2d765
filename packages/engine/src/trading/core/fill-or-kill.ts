// Fills of a fill-or-kill order, computed before anything is traded (rules 8.3): resting orders
// that cannot be paid, or have nothing left to reduce, are not counted.

import { thirdRules } from '../../api/rules-version.ts'
import { ownBalance } from '../../risk/collateral.ts'
import { ownLots, paidFor, payableLots } from '../../risk/loans.ts'
import { payCoin } from '../../risk/spot-hold.ts'
import { positionOf } from '../../state/positions.ts'
import { coinOf, type AccountState, type EngineState, type OpenOrder } from '../../state/state.ts'
import { orderAt } from './open-orders.ts'
import { ReducingMakers } from './reducing-makers.ts'
import { oppositeBookSide, ownBookSide } from '../../order-book/order-book.ts'

/**
 * Returns the lots that would be filled now; the account's own orders count only if self-trade
 * prevention is off.
 */
export function fillable(state: EngineState, order: OpenOrder): number {
  const { book, instrument } = order.market
  const wanted = order.leavesLots
  const isSpot = instrument.kind === 'Spot'
  // Before the third rules reduce-only orders counted whole, and the order could be split.
  const isThird = state.rulesVersion.present >= thirdRules
  if (order.selfTrade === 'None' && !isSpot) {
    const most = book.fillable(ownBookSide(order.sign), order.priceTicks, wanted)
    if (!isThird || most < wanted) return most
  }
  const reducing = isThird && !isSpot ? new ReducingMakers(positionOf(order)) : undefined
  const payments = isSpot || !isThird ? new Payments(isThird ? order : undefined) : undefined
  let found = 0
  let slot = book.best(oppositeBookSide(order.sign))
  while (slot >= 0 && found < wanted) {
    const ticks = book.priceOf(slot)
    if ((ticks - order.priceTicks) * order.sign > 0) break
    const maker = orderAt(state, book.refOf(slot))
    const isOwn = maker.account === order.account && order.selfTrade !== 'None'
    if (isOwn && order.selfTrade !== 'CancelMaker') break
    if (!isOwn) {
      const there = reducing?.leftOf(maker) ?? book.qtyOf(slot)
      const most = Math.min(wanted - found, there)
      const lots = payments?.paid(maker, order, { ticks, lots: most }) ?? most
      if (lots === 0 && payments?.isSpent === true) break
      reducing?.fill(maker, lots)
      found += lots
    }
    slot = book.after(slot)
  }
  return found
}

/** Sums the coins that a fill-or-kill order and its makers would pay, before anything is traded. */
class Payments {
  readonly #spent = new Map<AccountState, Map<string, bigint>>()
  readonly #drawn = new Map<string, bigint>()
  /** An order that pays with its own coins, which before the third rules was not counted. */
  readonly #payer: OpenOrder | undefined
  /** Whether the incoming order can pay no more. */
  isSpent = false

  constructor(payer: OpenOrder | undefined) {
    this.#payer = payer?.isLeverage === true ? undefined : payer
  }

  /** Returns how many lots both sides can pay, and counts them as paid. */
  paid(maker: OpenOrder, taker: OpenOrder, most: Paid): number {
    const made = this.#payable(maker, most)
    const lots = this.#payable(taker, { ...most, lots: made })
    this.isSpent = made > 0 && lots === 0
    for (const order of [maker, taker]) this.#pay(order, { ...most, lots })
    return lots
  }

  #payable(order: OpenOrder, most: Paid): number {
    const coin = payCoin(order)
    if (order === this.#payer) return ownLots(order, most, this.#spentBy(order.account, coin))
    if (!order.isLeverage) return most.lots
    const drawn = this.#drawn.get(coin) ?? 0n
    return payableLots(order, most, { spent: this.#spentBy(order.account, coin), drawn })
  }

  #spentBy = (account: AccountState, coin: string): bigint =>
    this.#spent.get(account)?.get(coin) ?? 0n

  #pay(order: OpenOrder, { ticks, lots }: Paid): void {
    const { account, isLeverage } = order
    const coin = payCoin(order)
    const paid = paidFor(order, ticks, lots)
    const before = this.#spentBy(account, coin)
    const own = ownBalance(coinOf(account, coin)) - before
    const coins = this.#spent.get(account) ?? new Map<string, bigint>()
    if (isLeverage) {
      const lent = paid - (own > 0n ? own : 0n)
      if (lent > 0n) this.#drawn.set(coin, (this.#drawn.get(coin) ?? 0n) + lent)
    }
    if (isLeverage || order === this.#payer) coins.set(coin, before + paid)
    this.#spent.set(account, coins)
  }
}

type Paid = { readonly ticks: number; readonly lots: number }
