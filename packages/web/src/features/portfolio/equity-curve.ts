// The account's equity over time: the spans, and the figures of a curve.

import { amount, zero, type Amount } from '@basis/domain/numbers/fixed'
import type { CallAnswer } from '@basis/protocol/calls'
import { decodeAmount } from '@basis/protocol/order'

const DAY_MS = 86_400_000

export const equitySpans = ['day', 'week', 'month', 'all'] as const
export type EquitySpan = (typeof equitySpans)[number]

const spanMs: Record<EquitySpan, number | undefined> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  all: undefined,
}

/** Returns the start of a span; undefined for one that covers everything. */
export function spanStart(span: EquitySpan, nowMs: number): number | undefined {
  const length = spanMs[span]
  return length === undefined ? undefined : nowMs - length
}

type EquityLevel = { readonly timeMs: number; readonly equity: Amount }

export type EquityPoint = EquityLevel & {
  /** Cumulative deposits and transfers in, less withdrawals. */
  readonly putIn: Amount
  /** The growth of one dollar by then, independent of deposits and withdrawals. */
  readonly growth: number
}

type AnsweredPoint = CallAnswer<'equityHistory'>['list'][number]

/**
 * Returns the points of an answer, extended by the account's current value. `now` is undefined
 * while that is not known or funds were moved since the answer.
 */
export function equityPoints(
  list: readonly AnsweredPoint[],
  now: EquityLevel | undefined,
): readonly EquityPoint[] {
  const points = list.map(({ timeE3, equity, putIn, growth }) => ({
    timeMs: timeE3,
    equity: decodeAmount(equity),
    putIn: decodeAmount(putIn),
    growth,
  }))
  const last = points.at(-1)
  if (now === undefined) return points
  if (last === undefined) return [{ ...now, putIn: zero, growth: 1 }]
  if (now.timeMs <= last.timeMs) return points
  const factor = last.equity > zero ? Math.max(0, Number(now.equity) / Number(last.equity)) : 1
  return [...points, { ...now, putIn: last.putIn, growth: last.growth * factor }]
}

export type EquityFigures = {
  /** The change of the equity, excluding deposits and withdrawals. */
  readonly result: Amount
  /** Net deposits; negative for net withdrawals. */
  readonly putIn: Amount
  /** The time-weighted return, in 1e-4. */
  readonly returnE4: number
  /** The largest fall of that return from a peak, in 1e-4 of the peak. */
  readonly drawdownE4: number
}

export function equityFigures(points: readonly EquityPoint[]): EquityFigures {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) {
    return { result: zero, putIn: zero, returnE4: 0, drawdownE4: 0 }
  }
  const putIn = amount(last.putIn - first.putIn)
  const result = amount(last.equity - first.equity - putIn)
  let [height, drawdown] = [first.growth, 0]
  for (const { growth } of points) {
    height = Math.max(height, growth)
    drawdown = Math.max(drawdown, 1 - growth / height)
  }
  const returnE4 = shareE4(last.growth / first.growth - 1)
  return { result, putIn, returnE4, drawdownE4: shareE4(drawdown) }
}

const shareE4 = (share: number): number => Math.round(share * 10_000)
