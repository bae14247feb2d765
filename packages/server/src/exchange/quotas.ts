// Request limits across gateways: the gateway says which quota a command counts against, and the
// process that numbers the command counts it.

import { AsyncLocalStorage } from 'node:async_hooks'
import { RollingWindows } from './rolling-windows.ts'
import { TokenBuckets, type BucketRate } from './token-buckets.ts'

/** What a command counts against: a token bucket or a rolling one-second window. */
export type Quota = {
  /** The key of the bucket or window; all quotas of one name must have the same rate. */
  readonly name: string
  readonly rate: BucketRate | { readonly perSecond: number }
  /** All of it is taken or nothing. */
  readonly count: number
}

/** The request exceeds the limit that all gateways share. */
export class RateLimited extends Error {
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('The account has sent more requests than it may')
    this.name = 'RateLimited'
    this.retryAfterMs = retryAfterMs
  }
}

export class Quotas {
  readonly #buckets = new TokenBuckets()
  readonly #windows = new RollingWindows()

  /** Takes the count; returns 0, or after how many ms to retry. */
  take({ name, rate, count }: Quota, nowMs: number): number {
    if ('capacity' in rate) return this.#buckets.take(name, rate, count, nowMs).waitMs
    const waitMs = this.#windows.waitMs(name, rate.perSecond, count, nowMs)
    if (waitMs === 0) this.#windows.take(name, rate.perSecond, count, nowMs)
    return waitMs
  }
}

type Request = { quota: Quota | undefined }

const requests = new AsyncLocalStorage<Request>()

/** Runs a request; its first command carries the request's quota. */
export const asCountedRequest = <Result>(quota: Quota | undefined, run: () => Result): Result =>
  requests.run({ quota }, run)

/** Sets the quota of the current request; does nothing outside a counted request. */
export function setRequestQuota(quota: Quota | undefined): void {
  const request = requests.getStore()
  if (request !== undefined) request.quota = quota
}

/** Returns the quota of the current request and clears it. */
export function takeRequestQuota(): Quota | undefined {
  const quota = requests.getStore()?.quota
  setRequestQuota(undefined)
  return quota
}
