// Pauses between attempts, which end early when the network is back.

/** How long to wait after each failure, in ms; the last figure again and again. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000] as const

/** Returns the pause after so many failures in a row, the first being 0. */
export const pauseAfter = (failures: number): number => pausesMs[failures] ?? 8_000

/** Waits so long, or until the browser says that it has a network again. */
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
