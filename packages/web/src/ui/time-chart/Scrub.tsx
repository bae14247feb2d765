// A chart that is read point by point: the pointer, a finger or the arrow keys choose one, whose
// figures are spoken and written.

import type { PointerEvent, ReactNode } from 'react'

export type ScrubProps = {
  /** Names the chart; spoken. */
  label: string
  /** How many places there are to stand on. */
  count: number
  /** Where it stands; undefined while nobody reads it. */
  at: number | undefined
  onAt: (at: number | undefined) => void
  /** The figures of the place, in words. */
  text: string
  /** Where the cursor is drawn, as a part of the width, 0 to 1. */
  place: number | undefined
  /** The place of a part of the width. */
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
