// The robots' orders in a call auction: buyers and sellers with different opinions of a new coin's
// price, so that some of them match.

import type { Prng } from '@basis/domain/numbers/prng'
import type { PlaceOrder } from '@basis/engine/commands'
import type { SymbolView } from '@basis/engine/views'
import { groupOf } from './accounts.ts'
import { quoteOf } from './quote-commands.ts'

/** Each call adds one order per side, up to this many. */
const mostOrders = 40
/** Price distances from the index, some of them on its other side. */
const [deepest, keenest] = [0.012, 0.004]

type AuctionMoment = {
  readonly view: SymbolView
  readonly indexTicks: number
  readonly lots: number
  readonly placed: number
}

/** Returns an auction's next two orders, a buy and a sell. */
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
    // Two accounts, as an auction does not accept orders that would match the account's own.
    const account = side === 'Buy' ? maker : far
    const { symbol } = view.instrument
    const quote = quoteOf(account, { symbol, side, priceTicks, lots })
    return { ...quote, timeInForce: 'GoodTillCancel' }
  })
}
