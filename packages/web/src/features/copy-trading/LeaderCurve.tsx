// A leader's return over time as a line, with its last figure beside it.

import type { WireLeader } from '@basis/protocol/copy/calls'
import { tenths } from '../../ui/time-chart/time-scale.ts'

const WIDTH = 300
const HEIGHT = 64

export function LeaderCurve({ curve }: { curve: WireLeader['curve'] }) {
  const [[beganMs] = [0]] = curve
  const lastMs = curve.at(-1)?.[0] ?? beganMs
  const values = [0, ...curve.map(([, roi]) => Number(roi))]
  // The curve starts at a return of 0; the other points are placed by their time.
  const times = [beganMs, ...curve.map(([timeMs]) => timeMs)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const height = (value: number): number =>
    HEIGHT - 3 - ((value - low) / (high - low || 1)) * (HEIGHT - 6)
  const place = (timeMs: number): number => ((timeMs - beganMs) / (lastMs - beganMs || 1)) * WIDTH
  const points = values.map(
    (value, at) => `${tenths(place(times[at] ?? lastMs))},${tenths(height(value))}`,
  )
  const isUp = (values.at(-1) ?? 0) >= 0
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-16 w-full"
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
        points={points.join(' ')}
        className={isUp ? 'stroke-up' : 'stroke-down'}
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
