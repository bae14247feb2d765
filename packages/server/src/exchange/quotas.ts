// Limits of requests where commands of several gateways meet: a gateway says what a command counts
// against, and whoever numbers it counts.

import { AsyncLocalStorage } from 'node:async_hooks'
import { RollingWindows } from './rolling-windows.ts'
import { TokenBuckets, type BucketRate } from './token-buckets.ts'

/** What a command counts against: a token bucket, or a rolling second. */
export type Quota = {
  /** Of whom and for what; one name has one rate. */
  readonly name: string
  readonly rate: BucketRate | { readonly perSecond: number }
  /** Nothing or all of it is taken. */
  readonly count: number
}

/** A request is one too many among those of all gateways. */
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

  /** Takes what is asked for; returns 0, or after how many ms it may be asked for again. */
  take({ name, rate, count }: Quota, nowMs: number): number {
    if ('capacity' in rate) return this.#buckets.take(name, rate, count, nowMs).waitMs
    const waitMs = this.#windows.waitMs(name, rate.perSecond, count, nowMs)
    if (waitMs === 0) this.#windows.take(name, rate.perSecond, count, nowMs)
    return waitMs
  }
}

type Request = { quota: Quota | undefined }

const requests = new AsyncLocalStorage<Request>()

/** Runs a request whose first command takes along what it counts against. */
export const asCountedRequest = <Result>(quota: Quota | undefined, run: () => Result): Result =>
  requests.run({ quota }, run)

/** Sets what the present request counts against; outside a counted request it does nothing. */
export function setRequestQuota(quota: Quota | undefined): void {
  const request = requests.getStore()
  if (request !== undefined) request.quota = quota
}

/** What the present request counts against, told once. */
export function takeRequestQuota(): Quota | undefined {
  const quota = requests.getStore()?.quota
  setRequestQuota(undefined)
  return quota
}
