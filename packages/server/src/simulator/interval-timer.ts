// The market's timer: one call per period, without drift, each at its own offset; a late beat gets
// its scheduled time, and missed beats are skipped.

import type { Clock } from '../exchange/ports.ts'

export type Ticker = { readonly stop: () => void }

/**
 * Calls `onTick` with the beat's scheduled time, ms since 1970, and its number: beat n comes
 * `offsetOf(n)` after n periods. Nothing is called after `stop`; the process may end while the
 * ticker runs.
 */
export function startTicker(options: {
  readonly clock: Clock
  readonly periodMs: number
  /** From 0 up to the period, exclusive; default: 0. */
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
    // A clock that was set back must not stop the market until it has caught up.
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
