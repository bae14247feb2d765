// A backtest of a grid bot: the exchange itself runs it over a path of past prices (rules 17.8).

import { problem, type Problem } from '@basis/domain/instrument/problems'
import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { BacktestMarket, type BacktestRequest, type GridView } from './backtest-market.ts'
import type { WalkPoint } from './price-walk.ts'

/** The bot's value at the end of a candle. */
export type BacktestPoint = {
  readonly timeMs: number
  readonly ticks: number
  readonly worth: Amount
}

export type BacktestResult = {
  readonly bot: GridView
  readonly curve: readonly BacktestPoint[]
  /** The largest fall of its value from an earlier peak, 1e-8 of the grid's coin. */
  readonly drawdown: Amount
  readonly endMs: number
}

/** Turning points between two yields to the event loop. */
const pointsPerTurn = 50

/** Returns a bot's result, or why the exchange would not create it. */
export async function backtestGrid(
  asked: BacktestRequest,
  walk: readonly WalkPoint[],
  yieldTurn: () => Promise<void>,
): Promise<BacktestResult | Problem> {
  const [first, ...rest] = walk
  if (first === undefined) return problem('priceUnavailable', 'symbol')
  const market = new BacktestMarket(asked, first)
  const wrong = market.create()
  if (wrong !== undefined) return wrong
  const curve: BacktestPoint[] = []
  const note = (): void => {
    curve.push({ timeMs: market.nowMs, ticks: market.ticks, worth: market.bot.worth })
  }
  note()
  for (const [at, point] of rest.entries()) {
    if (at % pointsPerTurn === 0) await yieldTurn()
    market.moveTo(point)
    const isOver = market.bot.status === 'Ended'
    if (point.isEnd || isOver) note()
    if (isOver) break
  }
  return { bot: market.bot, curve, drawdown: drawdownOf(curve), endMs: market.nowMs }
}

export function drawdownOf(curve: readonly BacktestPoint[]): Amount {
  const [first] = curve
  let [highest, most] = [first?.worth ?? amount(0n), 0n]
  for (const { worth } of curve) {
    if (worth > highest) highest = worth
    if (highest - worth > most) most = highest - worth
  }
  return amount(most)
}
