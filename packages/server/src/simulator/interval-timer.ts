// The beat of the market: calls at whole multiples of a period, without drift; a late beat is told
// at the moment it should have come, the ones it has missed are left out.

import type { Clock } from '../exchange/ports.ts'

export type Ticker = { readonly stop: () => void }

/**
 * Begins to call `onTick` with the beat's own time, a multiple of the period in milliseconds since
 * 1970. Nothing is called after `stop`; the process may end while the ticker runs.
 */
export function startTicker(options: {
  readonly clock: Clock
  readonly periodMs: number
  readonly onTick: (timeMs: number) => void
}): Ticker {
  const { clock, periodMs, onTick } = options
  const beatOf = (timeMs: number): number => Math.floor(timeMs / periodMs) * periodMs
  let last = beatOf(clock.nowMs())
  let timer: NodeJS.Timeout | undefined
  const wait = (): void => {
    const nowMs = clock.nowMs()
    // A clock that was set back must not silence the market until it has caught up.
    if (nowMs < last - periodMs) last = beatOf(nowMs)
    timer = setTimeout(beat, Math.max(1, last + periodMs - nowMs))
    timer.unref()
  }
  const beat = (): void => {
    // A timer may fire a little early; then this beat is not due yet.
    const due = beatOf(clock.nowMs())
    wait()
    if (due <= last) return
    last = due
    onTick(due)
  }
  wait()
  return {
    stop: () => {
      clearTimeout(timer)
    },
  }
}
