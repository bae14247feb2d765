// Past values as a small line; the figures beside it have the same information as text.

import { tenths } from './time-scale.ts'

type SparklineProps = {
  /** Decimals, the oldest first. */
  values: readonly string[]
  className?: string
}

export function Sparkline({ values: texts, className }: SparklineProps) {
  const values = texts.map(Number)
  if (values.length < 2) return <span aria-hidden>--</span>
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = high - low || 1
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * 88 + 1
    return `${tenths(x)},${tenths(23 - ((value - low) / span) * 22)}`
  })
  const isUp = (values.at(-1) ?? 0) >= (values[0] ?? 0)
  return (
    <svg
      viewBox="0 0 90 24"
      preserveAspectRatio="none"
      className={className ?? 'ml-auto h-6 w-[5.625rem]'}
      aria-hidden
      fill="none"
    >
      <polyline
        points={points.join(' ')}
        className={isUp ? 'stroke-up' : 'stroke-down'}
        strokeWidth="1.3"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  )
}
