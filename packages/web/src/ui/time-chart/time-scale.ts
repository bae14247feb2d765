// Coordinates of figures over time: horizontally by their times, vertically by their values.

export type TimePoint = { readonly timeMs: number; readonly value: number }

type Bar = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly isUp: boolean
}

export type TimeScale = {
  readonly low: number
  readonly high: number
  readonly zeroY: number
  /** The points of a line. */
  readonly line: string
  readonly bars: readonly Bar[]
  /** A point's position as a fraction of the width, 0 to 1. */
  readonly part: (at: number) => number
}

/**
 * Returns the scale of the points in a box; bars start at zero, a line fills the height, steps hold
 * each value until the next.
 */
export function chartScale(
  points: readonly TimePoint[],
  kind: 'line' | 'steps' | 'bars',
  { width, height }: { readonly width: number; readonly height: number },
): TimeScale {
  const values = points.map(({ value }) => value)
  const all = kind === 'bars' ? [0, ...values] : values
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const [firstMs, lastMs] = [points[0]?.timeMs ?? 0, points.at(-1)?.timeMs ?? 0]
  const room = kind === 'bars' ? 1 / (points.length + 1) / 2 : 0
  const part = (at: number): number => {
    const timeMs = points[at]?.timeMs ?? firstMs
    const share =
      lastMs === firstMs ? (kind === 'bars' ? 0.5 : 1) : (timeMs - firstMs) / (lastMs - firstMs)
    return room + share * (1 - 2 * room)
  }
  const y = (value: number): number =>
    high === low ? height / 2 : tenths(height - 4 - ((value - low) / (high - low)) * (height - 8))
  // A single figure is drawn as a horizontal line.
  const line = points.length === 1 ? [...points, ...points] : points
  const across = (at: number): number => (points.length === 1 ? at * width : part(at) * width)
  const barWidth = tenths(Math.max(2, (width / (points.length + 1)) * 0.6))
  return {
    low,
    high,
    zeroY: y(0),
    line: line
      .flatMap(({ value }, at) => {
        const [x, before] = [tenths(across(at)), line[at - 1]?.value]
        const isHeld = kind === 'steps' && before !== undefined && before !== value
        return isHeld ? [`${x},${y(before)}`, `${x},${y(value)}`] : [`${x},${y(value)}`]
      })
      .join(' '),
    bars: points.map(({ value }, at) => ({
      x: tenths(part(at) * width - barWidth / 2),
      y: Math.min(y(0), y(value)),
      width: barWidth,
      height: Math.max(1, Math.abs(y(0) - y(value))),
      isUp: value >= 0,
    })),
    part,
  }
}

/** Returns the index of the point nearest to a fraction of the width. */
export function nearestPoint(count: number, part: (at: number) => number, wanted: number): number {
  let nearest = 0
  for (let at = 1; at < count; at += 1) {
    if (Math.abs(part(at) - wanted) < Math.abs(part(nearest) - wanted)) nearest = at
  }
  return nearest
}

/** Rounds a coordinate to a tenth of a pixel, which is not visible. */
export const tenths = (value: number): number => Math.round(value * 10) / 10
