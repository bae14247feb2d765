// Token buckets by name: each starts full and refills at a steady rate.

export type BucketRate = { readonly capacity: number; readonly perSecond: number }

export type BucketAllowance = {
  /** Whole tokens left. */
  readonly remaining: number
  /** 0 if the tokens were taken, else the number of whole ms until there are enough. */
  readonly waitMs: number
}

const maxBuckets = 20_000

export class TokenBuckets {
  readonly #buckets = new Map<string, { tokens: number; lastMs: number; fullMs: number }>()

  /** Takes `count` tokens, or none if there are fewer. */
  take(
    name: string,
    { capacity, perSecond }: BucketRate,
    count: number,
    nowMs: number,
  ): BucketAllowance {
    if (this.#buckets.size > maxBuckets) this.#dropFull(nowMs)
    const fullMs = (capacity / perSecond) * 1000
    const bucket = this.#buckets.get(name) ?? { tokens: capacity, lastMs: nowMs, fullMs }
    const passedMs = Math.max(0, nowMs - bucket.lastMs)
    bucket.tokens = Math.min(capacity, bucket.tokens + (passedMs / 1000) * perSecond)
    bucket.lastMs = nowMs
    const isAllowed = bucket.tokens >= count
    if (isAllowed) bucket.tokens -= count
    this.#buckets.set(name, bucket)
    const remaining = Math.floor(bucket.tokens)
    if (isAllowed) return { remaining, waitMs: 0 }
    // Fractions of a token are floats: their rounding error must not add a millisecond.
    const waitMs = ((count - bucket.tokens) / perSecond) * 1000
    return { remaining, waitMs: Math.max(1, Math.ceil(waitMs - 1e-6)) }
  }

  #dropFull(nowMs: number): void {
    for (const [name, { lastMs, fullMs }] of this.#buckets) {
      if (nowMs - lastMs > fullMs) this.#buckets.delete(name)
    }
    // A client with very many addresses must not use more memory than this.
    if (this.#buckets.size > maxBuckets) this.#buckets.clear()
  }
}
