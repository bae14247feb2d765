// Figures over time, as a line or as bars from zero, with a cursor for single values.

import { useState } from 'react'
import { Scrub } from './Scrub.tsx'
import { chartScale, nearestPoint, type TimePoint } from './time-scale.ts'

const box = { width: 1000, height: 180 }

export type TimeChartProps = {
  label: string
  /** With `steps` each value holds until the next one. */
  kind: 'line' | 'steps' | 'bars'
  /** Ascending by time, at least one. */
  points: readonly TimePoint[]
  /** Formats a value. */
  write: (value: number) => string
  writeTime: (timeMs: number | undefined) => string
}

export function TimeChart({ label, kind, points, write, writeTime }: TimeChartProps) {
  const [chosen, setAt] = useState<number>()
  const at = chosen === undefined ? undefined : Math.min(chosen, points.length - 1)
  const scale = chartScale(points, kind, box)
  const last = points.length - 1
  const shown = points[at ?? last]
  const text = shown === undefined ? '' : `${writeTime(shown.timeMs)} · ${write(shown.value)}`
  return (
    <div className="flex flex-col gap-1">
      <p className="min-h-4 text-xs text-soft tabular-nums" data-readout={kind}>
        {text}
      </p>
      <Scrub
        label={label}
        count={points.length}
        at={at}
        onAt={setAt}
        text={text}
        place={at === undefined ? undefined : scale.part(at)}
        placeOf={(part) => nearestPoint(points.length, scale.part, part)}
        className="h-44"
      >
        <svg
          viewBox={`0 0 ${box.width} ${box.height}`}
          preserveAspectRatio="none"
          className="size-full"
          aria-hidden
        >
          {kind === 'bars' && (
            <line
              x1="0"
              x2={box.width}
              y1={scale.zeroY}
              y2={scale.zeroY}
              className="stroke-line-strong"
              vectorEffect="non-scaling-stroke"
            />
          )}
          {kind !== 'bars' ? (
            <polyline
              points={scale.line}
              fill="none"
              className="stroke-accent"
              strokeWidth="1.5"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          ) : (
            scale.bars.map(({ x, y, width, height, isUp }, at) => (
              <rect
                key={`${x} ${at}`}
                x={x}
                y={y}
                width={width}
                height={height}
                className={isUp ? 'fill-up' : 'fill-down'}
              />
            ))
          )}
        </svg>
        <span className="pointer-events-none absolute top-0 right-0 rounded-sm bg-panel/80 px-1 text-2xs text-muted tabular-nums">
          {write(scale.high)}
        </span>
        <span className="pointer-events-none absolute right-0 bottom-0 rounded-sm bg-panel/80 px-1 text-2xs text-muted tabular-nums">
          {write(scale.low)}
        </span>
      </Scrub>
      <p className="flex justify-between text-2xs text-muted tabular-nums" aria-hidden>
        <span>{writeTime(points[0]?.timeMs)}</span>
        <span>{writeTime(points[last]?.timeMs)}</span>
      </p>
    </div>
  )
}
