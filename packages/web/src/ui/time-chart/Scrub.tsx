// A chart with a cursor: pointer, finger or arrow keys select a point, whose figures are shown and
// read by screen readers.

import type { PointerEvent, ReactNode } from 'react'

export type ScrubProps = {
  /** The name of the chart; for screen readers. */
  label: string
  /** The number of points. */
  count: number
  /** The selected point; undefined without a cursor. */
  at: number | undefined
  onAt: (at: number | undefined) => void
  /** The figures of the selected point, as text. */
  text: string
  /** The cursor's position as a fraction of the width, 0 to 1. */
  place: number | undefined
  /** Returns the point at a fraction of the width. */
  placeOf: (part: number) => number
  className?: string
  children: ReactNode
}

export function Scrub(props: ScrubProps) {
  const { label, count, at, onAt, text, place, placeOf, children } = props
  const read = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const part = Math.min(1, Math.max(0, (event.clientX - left) / (width || 1)))
    onAt(placeOf(part))
  }
  return (
    <div
      className={`relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-accent ${props.className ?? ''}`}
      onPointerMove={read}
      onPointerDown={read}
      onPointerLeave={() => onAt(undefined)}
    >
      {children}
      {place !== undefined && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 w-px bg-soft"
          style={{ left: `${place * 100}%` }}
        />
      )}
      <input
        type="range"
        aria-label={label}
        aria-valuetext={text}
        min={0}
        max={Math.max(0, count - 1)}
        value={at ?? count - 1}
        onChange={(event) => onAt(Number(event.target.value))}
        onBlur={() => onAt(undefined)}
        className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
      />
    </div>
  )
}
