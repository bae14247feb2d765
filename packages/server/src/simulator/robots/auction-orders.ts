// The robots' orders in a call auction: buyers and sellers who do not agree on what a new coin is
// worth, so that some of them meet.

import type { Prng } from '@basis/domain/numbers/prng'
import type { PlaceOrder } from '@basis/engine/commands'
import type { SymbolView } from '@basis/engine/views'
import { groupOf } from './accounts.ts'
import { quoteOf } from './quote-acts.ts'

/** At each look one order of a side, until there are so many. */
const mostOrders = 40
/** Prices lie so far around the index, a few beyond it on the other side. */
const [deepest, keenest] = [0.012, 0.004]

type AuctionMoment = {
  readonly view: SymbolView
  readonly indexTicks: number
  readonly lots: number
  readonly placed: number
}

/** Returns the next two orders of an auction, of a buyer and of a seller. */
export function auctionOrders(moment: AuctionMoment, random: Prng): PlaceOrder[] {
  const { view, indexTicks, placed } = moment
  if (placed >= mostOrders || indexTicks === 0) return []
  const { maker, far } = groupOf(view.instrument)
  return (['Buy', 'Sell'] as const).map((side) => {
    const sign = side === 'Buy' ? 1 : -1
    const away = keenest - random.nextFloat() * (deepest + keenest)
    const priceTicks = Math.max(1, Math.round(indexTicks * (1 + sign * away)))
    const lots = Math.max(
      Number(view.instrument.minQtyLots),
      Math.round(moment.lots * (0.5 + random.nextFloat())),
    )
    // Two accounts: what would meet an order of its own is not collected.
    const account = side === 'Buy' ? maker : far
    const { symbol } = view.instrument
    const quote = quoteOf(account, { symbol, side, priceTicks, lots })
    return { ...quote, timeInForce: 'GoodTillCancel' }
  })
}
