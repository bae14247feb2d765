// The clock and the timer, passed in so that tests need not wait.

export type Clock = {
  nowMs(): number
  /** Runs something once after a delay; the answer cancels it. */
  after(delayMs: number, run: () => void): () => void
}
