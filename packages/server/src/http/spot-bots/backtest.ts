// Backtests of DCA bots over past candles, run and encoded (rules 21.6).

import { formatPrice, type Instrument } from '@basis/domain/instrument/instrument'
import { formatTrimmed, priceTicks } from '@basis/domain/numbers/fixed'
import type { DcaTerms } from '@basis/domain/spot-bots/terms'
import type { BacktestPeriod } from '@basis/protocol/grid/calls'
import type { WireDcaBacktest } from '@basis/protocol/spot-bots/calls'
import { backtestDca } from '../../simulator/backtest/dca-backtest.ts'
import type { SessionContext } from '../call-context.ts'
import { yieldTurn, oneAtATime, pastWalk } from '../grid/backtest.ts'
import { problemRefusal } from '../guards/refusal.ts'
import { averagePriceOf } from './encode.ts'

type Past = {
  readonly instrument: Instrument
  readonly terms: DcaTerms
  readonly days: BacktestPeriod
}

const money = (value: bigint): string => formatTrimmed(value, 8)

/** Runs a backtest; invalid terms are refused with the problem that the exchange would name. */
export async function dcaBacktestOf(
  context: SessionContext,
  { instrument, terms, days }: Past,
): Promise<WireDcaBacktest> {
  const { parts, account } = context
  const rates = parts.exchange.views.fees(account)?.rates
  const rules = parts.exchange.views.rulesVersion()
  const result = await oneAtATime(context, async () => {
    const walk = await pastWalk(parts, instrument, days)
    return backtestDca({ instrument, terms, rates, rules }, walk, yieldTurn)
  })
  if ('name' in result) throw problemRefusal(result)
  const { bot, startTicks, curve, drawdown, endMs } = result
  const price = (ticks: number): string => formatPrice(instrument, priceTicks(ticks))
  const endTicks = curve.at(-1)?.ticks ?? startTicks
  const held = (bot.investment * BigInt(endTicks - startTicks)) / BigInt(startTicks)
  return {
    symbol: instrument.symbol,
    coin: bot.quoteCoin,
    startE3: curve[0]?.timeMs ?? endMs,
    endE3: endMs,
    startPrice: price(startTicks),
    endPrice: price(endTicks),
    investment: money(bot.investment),
    done: bot.done,
    spent: money(bot.spent),
    averagePrice: averagePriceOf(bot, instrument),
    totalPnl: money(bot.total),
    drawdown: money(drawdown),
    heldPnl: money(held),
    closeReason: bot.end ?? '',
    curve: curve.map(({ timeMs, ticks, worth }) => ({
      timeE3: timeMs,
      price: price(ticks),
      worth: money(worth),
    })),
  }
}
