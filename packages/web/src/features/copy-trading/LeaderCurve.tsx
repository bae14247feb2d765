// A leader's return over time as a line.

import type { WireLeader } from '@basis/protocol/copy/calls'
import { GainCurve } from '../../ui/time-chart/GainCurve.tsx'

export function LeaderCurve({ curve }: { curve: WireLeader['curve'] }) {
  // The curve starts at a return of 0; the other points are placed by their time.
  const [[beganMs] = [0]] = curve
  const points = curve.map(([timeMs, roi]) => ({ at: timeMs, value: Number(roi) }))
  return <GainCurve points={[{ at: beganMs, value: 0 }, ...points]} className="h-16" />
}
