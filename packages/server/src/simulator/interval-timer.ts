// The beat of the market: one call a period, without drift, each at its own moment within it; a
// late beat is told at the moment it should have come, the ones it has missed are left out.

import type { Clock } from '../exchange/ports.ts'

export type Ticker = { readonly stop: () => void }

/**
 * Begins to call `onTick` with the beat's own time, milliseconds since 1970, and its number: beat n
 * comes `offsetOf(n)` after n periods. Nothing is called after `stop`; the process may end while
 * the ticker runs.
 */
export function startTicker(options: {
  readonly clock: Clock
  readonly periodMs: number
  /** From 0 up to the period; always 0 when left out. */
  readonly offsetOf?: (beat: number) => number
  readonly onTick: (timeMs: number, beat: number) => void
}): Ticker {
  const { clock, periodMs, onTick, offsetOf = () => 0 } = options
  const momentOf = (beat: number): number => beat * periodMs + offsetOf(beat)
  /** The last beat that is due. */
  const beatOf = (timeMs: number): number => {
    const beat = Math.floor(timeMs / periodMs)
    return momentOf(beat) <= timeMs ? beat : beat - 1
  }
  let last = beatOf(clock.nowMs())
  let timer: NodeJS.Timeout | undefined
  const wait = (): void => {
    const nowMs = clock.nowMs()
    // A clock that was set back must not silence the market until it has caught up.
    if (nowMs < momentOf(last) - periodMs) last = beatOf(nowMs)
    timer = setTimeout(beat, Math.max(1, momentOf(last + 1) - nowMs))
    timer.unref()
  }
  const beat = (): void => {
    // A timer may fire a little early; then this beat is not due yet.
    const due = beatOf(clock.nowMs())
    wait()
    if (due <= last) return
    last = due
    onTick(momentOf(due), due)
  }
  wait()
  return {
    stop: () => {
      clearTimeout(timer)
    },
  }
}
