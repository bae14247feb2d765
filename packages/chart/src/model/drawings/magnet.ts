// The magnet: snaps the pointer's price to the open, high, low or close of the bar under it.

export type MagnetMode = 'off' | 'weak' | 'strong'

/** The distance within which the weak magnet snaps; the strong one always snaps. */
const weakReachPx = 32

type Ohlc = {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Returns the price to which the magnet snaps, undefined if it does not. */
export function magnetPrice(
  bar: Ohlc | undefined,
  y: number,
  mode: MagnetMode,
  yOf: (price: number) => number,
): number | undefined {
  if (mode === 'off' || bar === undefined) return undefined
  let nearest: number | undefined
  let least = mode === 'weak' ? weakReachPx : Number.POSITIVE_INFINITY
  for (const price of [bar.open, bar.high, bar.low, bar.close]) {
    const off = Math.abs(yOf(price) - y)
    if (off < least) [least, nearest] = [off, price]
  }
  return nearest
}
