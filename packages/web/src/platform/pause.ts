// Delays between attempts, which end early when the network is back.

/** The delay after each failure, in ms; the last one is repeated. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000] as const

/** Returns the delay after `failures` failures in a row, the first being 0. */
export const pauseAfter = (failures: number): number => pausesMs[failures] ?? 8_000

/** Waits for a time, or until the browser reports that it is online. */
export function pauseOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    globalThis.addEventListener?.('online', done)
  })
}
