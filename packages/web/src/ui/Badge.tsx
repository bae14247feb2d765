// Small coloured labels: badges, figures with a sign, and figures that flash when they change.

import { useState } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'up' | 'down' | 'accent' | 'warn' | 'neutral'

const badges: Record<Tone, string> = {
  up: 'bg-up-badge text-up-badge-ink font-semibold',
  down: 'bg-down-badge text-down-badge-ink font-semibold',
  accent: 'bg-accent-tint text-accent font-medium',
  warn: 'bg-accent-tint text-warn font-medium',
  neutral: 'bg-field text-soft',
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-4 shrink-0 items-center rounded-sm px-1 text-2xs whitespace-nowrap',
        badges[tone],
      )}
    >
      {children}
    </span>
  )
}

export type Direction = 'up' | 'down' | 'flat'

const inks: Record<Direction, string> = { up: 'text-up', down: 'text-down', flat: 'text-ink' }

/** A figure in the colour of its direction; its text must carry the sign as well. */
export function Delta(props: {
  direction: Direction
  children: ReactNode
  className?: string | undefined
}) {
  return (
    <span className={classNames(inks[props.direction], props.className)}>{props.children}</span>
  )
}

/**
 * A figure whose background flashes when `stamp` changes (≤ 350 ms, not with reduced motion). The
 * first value does not flash.
 */
export function Flash(props: {
  stamp: string | number
  direction: Direction
  children: ReactNode
  className?: string | undefined
}) {
  const { stamp, direction, children, className } = props
  const [seen, setSeen] = useState({ stamp, changes: 0 })
  if (seen.stamp !== stamp) setSeen({ stamp, changes: seen.changes + 1 })
  const light = { up: 'flash-up', down: 'flash-down', flat: undefined }[direction]
  // A new key remounts the figure, which restarts its animation.
  return (
    <span
      key={seen.changes}
      className={classNames('rounded-sm', seen.changes > 0 && light, className)}
    >
      {children}
    </span>
  )
}
