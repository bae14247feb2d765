// Seeded owners of grid bots: they create grids of every mode around the price, and sometimes
// pause, fund, change or end one, their own or another's.

import type { GridTerms } from '@basis/domain/grid/terms'
import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceTicks } from '@basis/domain/numbers/fixed'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import { inventSpotBot } from './spot/spot-bots.ts'

type Scene = {
  readonly views: Views
  readonly traders: readonly number[]
  readonly contracts: readonly string[]
}

type Below = (bound: number) => number

const none: readonly Command[] = []
const usdt = (value: number) => amount(BigInt(value) * 100_000_000n)

/** Returns a random command for a bot, a grid or another. */
export function inventGrid(prng: Prng, scene: Scene): readonly Command[] {
  const { views, traders, contracts } = scene
  const below: Below = (bound) => prng.nextBelow(bound)
  if (below(3) === 0) return inventSpotBot(prng, scene)
  const account = accountId(traders[below(traders.length)] ?? 3)
  const bots = views.grids.bots(account)
  const bot = bots[below(Math.max(1, bots.length))]
  if (bot === undefined || below(3) === 0) return creating(below, views, { account, contracts })
  const { wallet, startTicks } = bot
  const asker = below(20) === 0 ? accountId(1 + below(4)) : account
  const of = { account: asker, wallet }
  switch (below(10)) {
    case 0:
    case 1:
      return [{ kind: 'PauseGrid', ...of, isPaused: bot.status === 'Running' }]
    case 2:
    case 3:
      return [{ kind: 'AddInvestment', ...of, amount: amount(BigInt(below(2 ** 31)) * 40n) }]
    case 4: {
      const up = priceTicks(Math.round(startTicks * (1 + below(100) / 1000)))
      const down = priceTicks(Math.round(startTicks * (1 - below(100) / 1000)))
      const isShort = bot.terms.mode === 'Short'
      const [takeProfitTicks, stopLossTicks] = isShort ? [down, up] : [up, down]
      return [{ kind: 'SetGridStops', ...of, takeProfitTicks, stopLossTicks }]
    }
    case 5: {
      const ban = below(8) === 0 ? { isBan: true as const } : {}
      return [{ kind: 'StopGrid', ...of, keepsBase: below(3) === 0, ...ban }]
    }
    case 6:
      return [{ kind: 'CancelAllOrders', account: wallet }]
    default:
      return none
  }
}

type Who = { readonly account: AccountId; readonly contracts: readonly string[] }

function creating(below: Below, views: Views, { account, contracts }: Who): readonly Command[] {
  const symbols = [...contracts.filter((name) => name.endsWith('USDT')), 'BTC/USDT', 'ETH/USDT']
  const symbol = symbolId(symbols[below(symbols.length)] ?? 'BTCUSDT')
  const view = views.symbol(symbol)
  if (view === undefined || view.markE8 === 0) return none
  const { instrument, markE8 } = view
  const price = Math.round(markE8 / instrument.tickSizeE8)
  const isSpot = instrument.kind === 'Spot'
  const mode = isSpot ? 'Spot' : ((['Neutral', 'Long', 'Short'] as const)[below(3)] ?? 'Neutral')
  const reach = 0.002 + below(40) / 1000
  const off = below(6) === 0 ? 1 + (below(60) - 30) / 1000 : 1
  const stop = (times: number) => priceTicks(below(4) === 0 ? Math.round(price * times) : 0)
  const [above, beneath] = [stop(1 + reach * 1.5), stop(1 - reach * 1.5)]
  const terms: GridTerms = {
    mode,
    spacing: below(2) === 0 ? 'Arithmetic' : 'Geometric',
    lowTicks: priceTicks(Math.round(price * off * (1 - reach))),
    highTicks: priceTicks(Math.round(price * off * (1 + reach))),
    cells: 2 + below(below(5) === 0 ? 40 : 8),
    leverageE2: leverageE2(isSpot ? 100 : 100 * (1 + below(20))),
    takeProfitTicks: mode === 'Short' ? beneath : above,
    stopLossTicks: mode === 'Short' ? above : beneath,
    isTrailing: below(3) === 0,
  }
  const investment = usdt(50 + below(below(6) === 0 ? 100_000 : 5000))
  return [{ kind: 'CreateGrid', account, symbol, terms, investment }]
}
