// Algorithmic orders of seeded traders: valid ones, invalid ones, and random cancels.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { AlgoTerms } from '@basis/domain/algo/order'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command } from '@basis/engine/commands'

type Place = {
  readonly account: number
  readonly symbol: string
  /** The approximate price, in ticks. */
  readonly ticks: number
  /** The approximate quantity of an order in this market. */
  readonly lots: number
}

/** Returns a parent order of any kind, or the cancel of one that may exist. */
export function inventAlgo(prng: Prng, { account, symbol, ticks, lots }: Place): Command {
  const below = (bound: number): number => prng.nextBelow(bound)
  if (below(6) === 0) {
    return { kind: 'CancelAlgo', account: accountId(account), algoId: 1 + below(200) }
  }
  const side = below(2) === 0 ? 'Buy' : 'Sell'
  const away = (below(400) - 200) / 100_000
  const near = Math.max(1, Math.round(ticks * (1 + away)))
  return {
    kind: 'PlaceAlgo',
    account: accountId(account),
    symbol: symbolId(symbol),
    side,
    qtyLots: qtyLots(below(20) === 0 ? 0 : 1 + below(lots * 10)),
    reduceOnly: below(5) === 0,
    positionIdx: 0,
    linkId: below(3) === 0 ? `a${below(100)}` : '',
    selfTrade: below(2) === 0 ? 'None' : 'CancelTaker',
    terms: termsOf(below, near),
  }
}

function termsOf(below: (bound: number) => number, near: number): AlgoTerms {
  switch (below(5)) {
    case 4:
      return {
        kind: 'Pov',
        participationE2: [50, 100, 1_000, 5_000, 5_001][below(5)] ?? 1_000,
        durationSec: 300 + below(300),
        intervalSec: [5, 10, 15, 30, 60, 7][below(6)] ?? 5,
        ...(below(3) === 0 ? { maxChaseTicks: priceTicks(near) } : {}),
      }
    case 0:
      return {
        kind: 'Twap',
        durationSec: 300 + below(300),
        intervalSec: [5, 10, 15, 30, 60, 7][below(6)] ?? 5,
        ...(below(2) === 0 ? { seed: below(1000) } : {}),
        ...(below(3) === 0 ? { maxChaseTicks: priceTicks(near) } : {}),
      }
    case 1: {
      const pricing = [
        { at: 'Fixed', priceTicks: priceTicks(near) },
        { at: 'Own' },
        { at: 'Offset', offsetTicks: below(60) - 30 },
        { at: 'Taker' },
      ] as const
      return {
        kind: 'Iceberg',
        slice: below(2) === 0 ? { orderCount: below(12) } : { subLots: qtyLots(1 + below(400)) },
        pricing: pricing[below(4)] ?? { at: 'Own' },
      }
    }
    case 2:
      return {
        kind: 'Scaled',
        fromTicks: priceTicks(near),
        toTicks: priceTicks(near + below(200) - 20),
        children: 1 + below(20),
        shape: below(2) === 0 ? 'Flat' : 'Increasing',
      }
    default:
      return { kind: 'Chase', ...(below(2) === 0 ? { maxDistanceTicks: 1 + below(300) } : {}) }
  }
}
