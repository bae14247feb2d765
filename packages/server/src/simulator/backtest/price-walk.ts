// The assumed path of a price through candles: from the open to the nearer extreme, to the farther
// one and to the close (rules 17.8).

import type { Candle } from '@basis/domain/instrument/candle'

/** A price at a time; `isEnd` marks the last one of a candle. */
export type WalkPoint = { readonly timeMs: number; readonly ticks: number; readonly isEnd: boolean }

/** Returns the turning points of candles that are `lengthMs` long, in order of time. */
export function walkOf(candles: readonly Candle[], lengthMs: number): readonly WalkPoint[] {
  return candles.flatMap(({ startMs, open, high, low, close }) => {
    const turns = close >= open ? [open, low, high, close] : [open, high, low, close]
    return turns.map((ticks, k) => ({
      timeMs: startMs + Math.floor((lengthMs * k) / turns.length),
      ticks,
      isEnd: k === turns.length - 1,
    }))
  })
}
