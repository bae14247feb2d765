// The public bots of simulated traders, each with a backtest of its terms over the last seven days
// (rules 17.9).

import { returnE4 } from '@basis/domain/instrument/pnl'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { WireShownBot } from '@basis/protocol/grid/calls'
import type { Parts } from '../call-context.ts'
import { resultOf } from './backtest.ts'
import { encodeBot, moneyText } from './encode.ts'

type View = ReturnType<Parts['exchange']['views']['grids']['ofRobots']>[number]
type PastWeek = WireShownBot['pastWeek']

/** The backtest of a bot is computed again after this long: its candles are half-hourly. */
const freshMs = 3_600_000
/** Points of the small curve. */
const points = 60

type Weeks = {
  readonly known: Map<AccountId, { readonly atMs: number; readonly week: PastWeek }>
  isBusy: boolean
}
const weeksOf = new WeakMap<Parts, Weeks>()

/** Returns the public bots; missing backtests are computed for the next call. */
export function shownBotsOf(parts: Parts): WireShownBot[] {
  const weeks = weeksOf.get(parts) ?? { known: new Map(), isBusy: false }
  weeksOf.set(parts, weeks)
  const bots = parts.exchange.views.grids.ofRobots()
  // If the history cannot be read now, the next call tries again.
  computeWeeks(parts, weeks, bots).catch(() => undefined)
  return bots.flatMap((bot) =>
    encodeBot(parts, bot).map((encoded) => ({
      ...encoded,
      pastWeek: weeks.known.get(bot.wallet)?.week ?? null,
    })),
  )
}

/** Computes the backtests one by one, so that other requests are not delayed noticeably. */
async function computeWeeks(parts: Parts, weeks: Weeks, bots: readonly View[]): Promise<void> {
  if (weeks.isBusy) return
  weeks.isBusy = true
  try {
    const { known } = weeks
    const running = new Set(bots.map(({ wallet }) => wallet))
    for (const wallet of known.keys()) if (!running.has(wallet)) known.delete(wallet)
    const nowMs = parts.clock.nowMs()
    for (const bot of bots) {
      if (nowMs - (known.get(bot.wallet)?.atMs ?? 0) < freshMs) continue
      known.set(bot.wallet, { atMs: nowMs, week: await pastWeekOf(parts, bot) })
    }
  } finally {
    weeks.isBusy = false
  }
}

async function pastWeekOf(parts: Parts, bot: View): Promise<PastWeek> {
  const { symbol, terms, investment } = bot
  const instrument = parts.exchange.views.instrument(symbol)
  if (instrument === undefined) return null
  const result = await resultOf(parts, { instrument, terms, investment, days: '7' })
  if ('name' in result) return null
  const every = Math.ceil(result.curve.length / points)
  return {
    return: formatTrimmed(returnE4(result.bot.total, investment), 4),
    drawdown: moneyText(result.drawdown),
    arbitrages: result.bot.completed,
    curve: result.curve
      .filter((_, at) => at % every === 0 || at === result.curve.length - 1)
      .map(({ worth }) => moneyText(worth)),
  }
}
