// A gain over time as a line around its dashed zero line: rising or falling by its last value.

import { classNames } from '../class-names.ts'
import { tenths } from './time-scale.ts'

const WIDTH = 600
const HEIGHT = 120
/** Above and below the line, so that its stroke is not cut. */
const MARGIN = 5

export type GainPoint = {
  /** The place of the point from left to right, in any unit. */
  readonly at: number
  readonly value: number
}

/** Draws a gain; its figures stand beside it, so that it is hidden from assistive technology. */
export function GainCurve({
  points,
  className,
}: {
  points: readonly GainPoint[]
  className: string
}) {
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const [first, last] = [points[0], points.at(-1)]
  const length = (last?.at ?? 0) - (first?.at ?? 0) || 1
  // Without any gain or loss the line lies in the middle.
  const height = (value: number): number =>
    high === low
      ? HEIGHT / 2
      : HEIGHT - MARGIN - ((value - low) / (high - low)) * (HEIGHT - 2 * MARGIN)
  const place = (at: number): number => ((at - (first?.at ?? 0)) / length) * WIDTH
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={classNames('w-full', className)}
      fill="none"
      aria-hidden
    >
      <line
        x1="0"
        x2={WIDTH}
        y1={height(0)}
        y2={height(0)}
        className="stroke-line-strong"
        strokeDasharray="4 4"
        vectorEffect="non-scaling-stroke"
      />
      <polyline
        points={points
          .map(({ at, value }) => `${tenths(place(at))},${tenths(height(value))}`)
          .join(' ')}
        className={(last?.value ?? 0) < 0 ? 'stroke-down' : 'stroke-up'}
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
