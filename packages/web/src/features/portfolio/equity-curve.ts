// The equity of the account as time went by: the spans that are shown, and what a curve comes to.

import { amount, divRound, zero, type Amount } from '@basis/domain/numbers/fixed'
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

/** Returns when a span began; undefined for one without a beginning. */
export function spanStart(span: EquitySpan, nowMs: number): number | undefined {
  const length = spanMs[span]
  return length === undefined ? undefined : nowMs - length
}

export type EquityPoint = { readonly timeMs: number; readonly equity: Amount }

/** Returns the points of an answer, ended by what the account is worth now, if that is known. */
export function equityPoints(
  list: readonly { readonly timeE3: number; readonly equity: string }[],
  now: EquityPoint | undefined,
): readonly EquityPoint[] {
  const points = list.map(({ timeE3, equity }) => ({
    timeMs: timeE3,
    equity: decodeAmount(equity),
  }))
  const lastMs = points.at(-1)?.timeMs ?? 0
  return now === undefined || now.timeMs <= lastMs ? points : [...points, now]
}

export type EquityFigures = {
  readonly change: Amount
  /** Of the first value, in 1e-4; undefined where it was nothing. */
  readonly changeE4: number | undefined
  /** The largest fall from a height, in 1e-4 of that height. */
  readonly drawdownE4: number
}

export function equityFigures(points: readonly EquityPoint[]): EquityFigures {
  const [first, last] = [points[0]?.equity ?? zero, points.at(-1)?.equity ?? zero]
  let [height, drawdownE4] = [first, 0]
  for (const { equity } of points) {
    if (equity > height) height = equity
    drawdownE4 = Math.max(drawdownE4, shareE4(amount(height - equity), height) ?? 0)
  }
  const change = amount(last - first)
  return { change, changeE4: shareE4(change, first), drawdownE4 }
}

const shareE4 = (part: Amount, whole: Amount): number | undefined =>
  whole > zero ? Number(divRound(part * 10_000n, whole, 'nearest')) : undefined
