// The clock and the timer, passed in so that tests need not wait.

export type Clock = {
  nowMs(): number
  /** Runs a function once after a delay; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void
}
