// Backtests of grid bots over past candles, run and encoded (rules 17.8).

import { dayMs, minuteMs, bucketStart, type Resolution } from '@basis/domain/instrument/candle'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { gridCoin, mayGrid, type GridTerms } from '@basis/domain/grid/terms'
import type { FeeRates } from '@basis/domain/instrument/fee-levels'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { AccountId } from '@basis/domain/numbers/brand'
import { formatTrimmed, priceTicks, type Amount } from '@basis/domain/numbers/fixed'
import type { BacktestPeriod, WireBacktest } from '@basis/protocol/grid/calls'
import { backtestGrid, type BacktestResult } from '../../simulator/backtest/grid-backtest.ts'
import { walkOf, type WalkPoint } from '../../simulator/backtest/price-walk.ts'
import type { Parts, SessionContext } from '../call-context.ts'
import { problemRefusal, refusal } from '../guards/refusal.ts'
import { encodeCompletions, moneyText } from './encode.ts'

/** The candle resolution of each period: some hundreds of candles each. */
const resolutionsBy: Readonly<Record<BacktestPeriod, Resolution>> = {
  1: '5',
  7: '30',
  30: '120',
  90: '360',
}

export type Past = {
  readonly instrument: Instrument
  readonly terms: GridTerms
  readonly investment: Amount
  readonly days: BacktestPeriod
}

/** Accounts with a running backtest: one at a time for each. */
const busy = new WeakMap<Parts, Set<AccountId>>()

/** Runs a backtest; invalid terms are refused with the problem that the exchange would name. */
export async function backtestOf(context: SessionContext, past: Past) {
  if (!mayGrid(past.instrument)) throw problemRefusal(problem('gridSymbolUnsupported', 'symbol'))
  const { parts, account } = context
  const rates = parts.exchange.views.fees(account)?.rates
  const result = await oneAtATime(context, () => resultOf(parts, past, rates))
  if ('name' in result) throw problemRefusal(result)
  return encodeBacktest(past, result)
}

/** Runs a backtest of an account; a second one meanwhile is refused. */
export async function oneAtATime<Result>(
  { parts, account }: SessionContext,
  run: () => Promise<Result>,
): Promise<Result> {
  const running = busy.get(parts) ?? new Set()
  busy.set(parts, running)
  if (running.has(account)) {
    throw refusal('serverBusy', 'a backtest of this account is running; try again', {
      retryAfter: 1,
    })
  }
  running.add(account)
  try {
    return await run()
  } finally {
    running.delete(account)
  }
}

/** Returns the result of a backtest, or the problem for which the exchange would refuse the bot. */
export async function resultOf(
  parts: Parts,
  { days, ...bot }: Past,
  rates?: FeeRates,
): Promise<BacktestResult | Problem> {
  const walk = await pastWalk(parts, bot.instrument, days)
  const rules = parts.exchange.views.rulesVersion()
  return backtestGrid({ ...bot, rates, rules }, walk, yieldTurn)
}

/** Returns the price path of a market through the candles of the last `days`. */
export async function pastWalk(
  parts: Parts,
  { symbol }: Instrument,
  days: BacktestPeriod,
): Promise<readonly WalkPoint[]> {
  const resolution = resolutionsBy[days]
  const lengthMs = Number(resolution) * minuteMs
  const toMs = bucketStart(resolution, parts.clock.nowMs())
  const fromMs = toMs - Number(days) * dayMs
  const limit = (Number(days) * dayMs) / lengthMs
  const asked = { symbol, source: 'last', resolution, fromMs, toMs, limit } as const
  const candles = await parts.readModel.candles(asked)
  const traded = candles.filter(({ low }) => low > 0)
  return walkOf(traded, lengthMs)
}

/** Yields to the event loop. */
export const yieldTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function encodeBacktest({ instrument, investment }: Past, result: BacktestResult): WireBacktest {
  const { bot, curve, drawdown, endMs } = result
  const price = (ticks: number): string => formatPrice(instrument, priceTicks(ticks))
  const [first] = curve
  const [startTicks, endTicks] = [bot.startTicks, curve.at(-1)?.ticks ?? bot.startTicks]
  const held = (investment * BigInt(endTicks - startTicks)) / BigInt(startTicks)
  return {
    symbol: instrument.symbol,
    coin: gridCoin(instrument),
    startE3: first?.timeMs ?? endMs,
    endE3: endMs,
    startPrice: price(startTicks),
    endPrice: price(endTicks),
    investment: moneyText(investment),
    qtyPerCell: formatQty(instrument, bot.lots),
    gridProfit: moneyText(bot.profit),
    unrealised: moneyText(bot.unrealised),
    totalPnl: moneyText(bot.total),
    annualised: formatTrimmed(BigInt(bot.annualisedE4), 4),
    arbitrages: bot.completed,
    drawdown: moneyText(drawdown),
    heldPnl: moneyText(held),
    status: bot.status,
    closeReason: bot.end ?? '',
    curve: curve.map(({ timeMs, ticks, worth }) => ({
      timeE3: timeMs,
      price: price(ticks),
      worth: moneyText(worth),
    })),
    completions: encodeCompletions(instrument, bot),
  }
}
