// Several accounts that go the same way with all they have, and a price that moves against them at
// once: cascades in which one command liquidates many accounts.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { leverageE2, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import { bareOrder } from './bare.ts'
import { isCoined } from './dated.ts'

export type HerdScene = {
  readonly views: Views
  readonly traders: readonly number[]
  readonly maker: number
  readonly contracts: readonly string[]
}

/** More than any market takes; sensible traders reduce it to what the account can carry. */
const everything = 500_000_000

/** Returns the herd's commands in order, and their common side. */
export function inventHerd(
  prng: Prng,
  { views, traders, maker, contracts }: HerdScene,
): { readonly side: 'Buy' | 'Sell'; readonly commands: readonly Command[] } {
  const below = (bound: number): number => prng.nextBelow(bound)
  const side = below(2) === 0 ? 'Buy' : 'Sell'
  const commands: Command[] = []
  const first = below(traders.length)
  const herd = [0, 1, 2, 3].map((k) => traders[(first + k) % traders.length] ?? 3)
  const [one = 'BTCUSDT', other = one] = [0, 1].map(() => contracts[below(contracts.length)])
  for (const symbol of new Set([one, other].map(symbolId))) {
    const view = views.symbol(symbol)
    if (view === undefined || view.markE8 === 0) continue
    const near = Math.round(view.markE8 / view.instrument.tickSizeE8)
    const far = side === 'Buy' ? 'Sell' : 'Buy'
    const priced = { priceTicks: priceTicks(Math.max(1, near)) }
    commands.push({
      ...bareOrder({ account: accountId(maker), symbol, side: far }),
      ...priced,
      qtyLots: qtyLots(isCoined(symbol) ? 200_000 : 4000),
    })
    for (const account of herd.map(accountId)) {
      const most = view.instrument.riskTiers[0]?.maxLeverageE2 ?? 1000
      const wanted = leverageE2(Math.max(100, Math.floor(most / (1 + below(3)))))
      if (views.leverage(account, symbol) !== wanted) {
        commands.push({ kind: 'SetLeverage', account, symbol, leverageE2: wanted })
      }
      // Only a part in the first of two markets, so that something is left for the other.
      const lots = symbol === one && other !== one ? Math.max(1, 20 + below(400)) : everything
      commands.push({ ...bareOrder({ account, symbol, side }), ...priced, qtyLots: qtyLots(lots) })
    }
  }
  return { side, commands }
}
