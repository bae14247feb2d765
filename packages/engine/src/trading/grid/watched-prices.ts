// The prices at which a bot ends or moves its range, kept in an index so that the cost of a price
// depends on the bots that it reaches, not on their count (rules 17.6).

import { gridLevels } from '@basis/domain/grid/levels'
import { assert } from '@basis/domain/numbers/assert'
import type { GridBot } from '../../state/bots/grid.ts'
import type { EngineState, MarketState } from '../../state/state.ts'

export function marketOfGrid(state: EngineState, { market }: GridBot): MarketState {
  const found = state.markets[market]
  assert(found !== undefined, 'a bot is in a listed market')
  return found
}

/** Registers the prices at which a bot must act now, replacing the previous ones. */
export function setGridTriggers(state: EngineState, bot: GridBot): void {
  const { gridIndex } = marketOfGrid(state, bot)
  gridIndex.remove(bot)
  if (bot.status !== 'Running' && bot.status !== 'Paused') return
  const { rising, falling } = watchedOf(bot)
  const trigger = { basis: 'LastPrice' } as const
  if (rising !== undefined) {
    gridIndex.set(bot, { ...trigger, direction: 1, ticks: rising }, falling)
  } else if (falling !== undefined) {
    gridIndex.set(bot, { ...trigger, direction: 2, ticks: falling })
  }
}

/** Returns the price above which a range moves up; for a short grid, below which it moves down. */
export function trailingTicks({ terms, shift, status, entry }: GridBot): number | undefined {
  if (!terms.isTrailing || status !== 'Running' || entry !== undefined) return undefined
  if (terms.mode !== 'Short') return gridLevels(terms, shift + 1).at(-1)
  const [lowest = 0] = gridLevels(terms, shift - 1)
  return lowest > 0 ? lowest : undefined
}

function watchedOf(bot: GridBot): { rising?: number | undefined; falling?: number | undefined } {
  const { mode, takeProfitTicks, stopLossTicks } = bot.terms
  const isShort = mode === 'Short'
  const profit = takeProfitTicks === 0 ? undefined : takeProfitTicks
  const loss = stopLossTicks === 0 ? undefined : stopLossTicks
  const trailing = trailingTicks(bot)
  const nearest = [isShort ? loss : profit, isShort ? undefined : trailing]
  const lowest = [isShort ? profit : loss, isShort ? trailing : undefined]
  const known = (ticks: number | undefined): ticks is number => ticks !== undefined
  const rises = nearest.filter(known)
  const falls = lowest.filter(known)
  return {
    rising: rises.length === 0 ? undefined : Math.min(...rises),
    falling: falls.length === 0 ? undefined : Math.max(...falls),
  }
}
