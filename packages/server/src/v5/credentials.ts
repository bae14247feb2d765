// Authentication of a request: key, clock, signature over the raw bytes, in this order (open API
// 1.3).

import type { ApiKey, ApiKeys } from '../users/api-keys.ts'
import { v5Failure } from './refused.ts'

/** A signed request as received. */
export type SignedRequest = {
  readonly method: string
  readonly header: (name: string) => string | undefined
  /** The raw query after the question mark. */
  readonly query: string
  readonly body: Uint8Array
}

const defaultWindowMs = 5000
/** Longer windows are cut to this, the time that signatures are remembered. */
const maxWindowMs = 300_000
/** How far the clock of a client may be ahead. */
const aheadMs = 1000
/** How much of the signed text a refusal repeats. */
const shownOrigin = 1000

/** The headers of a signed request. */
export const keyHeader = 'x-bapi-api-key'
const timeHeader = 'x-bapi-timestamp'
const windowHeader = 'x-bapi-recv-window'
const signHeader = 'x-bapi-sign'

/**
 * Returns the key that signed a request. Throws V5Refused if there is none, the clock is off, the
 * signature is wrong, or the key has expired.
 */
export function signerOf(
  request: SignedRequest,
  keys: ApiKeys,
  nowMs: number,
): { readonly key: ApiKey; readonly signature: string; readonly validUntilMs: number } {
  const name = request.header(keyHeader)
  const key = name === undefined ? undefined : keys.find(name)
  if (name === undefined || key === undefined) throw v5Failure('keyInvalid')
  if (key.expiresMs !== undefined && key.expiresMs <= nowMs) throw v5Failure('keyExpired')
  const asked = request.header(timeHeader) ?? ''
  const windowText = request.header(windowHeader) ?? ''
  const windowMs = assertClock({ asked, windowText }, nowMs)
  const signature = request.header(signHeader) ?? ''
  const rest = request.method === 'GET' ? Buffer.from(request.query, 'latin1') : request.body
  const head = `${asked}${name}${windowText}`
  if (!key.isSigned([head, rest], signature)) {
    const origin = `${head}${Buffer.from(rest).toString('utf8')}`.slice(0, shownOrigin)
    throw v5Failure('signInvalid', { origin })
  }
  return { key, signature, validUntilMs: Number(asked) + windowMs }
}

/** Checks a client's clock and returns its window. Throws V5Refused. */
export function assertClock(
  { asked, windowText }: { readonly asked: string; readonly windowText: string },
  nowMs: number,
): number {
  const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text)
  const windowMs = Math.min(windowText === '' ? defaultWindowMs : Number(windowText), maxWindowMs)
  const isReadable = isNumber(asked) && (windowText === '' || isNumber(windowText))
  const timeMs = Number(asked)
  if (isReadable && nowMs - windowMs <= timeMs && timeMs < nowMs + aheadMs) return windowMs
  throw v5Failure('clockOff', {
    asked: asked.slice(0, 40),
    now: String(nowMs),
    window: windowText === '' ? String(defaultWindowMs) : windowText.slice(0, 40),
  })
}

/** Signatures of changes that were already used: each is valid once. */
export class UsedSignatures {
  readonly #untilMs = new Map<string, number>()
  #sweepMs = 0

  /** Records a signature; false if it was used before. */
  take(signature: string, untilMs: number, nowMs: number): boolean {
    if (nowMs >= this.#sweepMs) {
      this.#sweepMs = nowMs + 10_000
      for (const [old, until] of this.#untilMs) if (until < nowMs) this.#untilMs.delete(old)
    }
    if (this.#untilMs.has(signature)) return false
    this.#untilMs.set(signature, untilMs)
    return true
  }
}

/**
 * Returns the key that authenticates a socket: `[key, expires, sign]`, where `expires` is a future
 * time and `sign` signs `GET/realtime` followed by its text (open API 9.3). Throws V5Refused.
 */
export function socketSigner(args: readonly unknown[], keys: ApiKeys, nowMs: number): ApiKey {
  const [name, expires, sign] = args
  const key = typeof name === 'string' ? keys.find(name) : undefined
  if (key === undefined) throw v5Failure('keyInvalid')
  if (key.expiresMs !== undefined && key.expiresMs <= nowMs) throw v5Failure('keyExpired')
  const until = typeof expires === 'number' || typeof expires === 'string' ? String(expires) : ''
  if (!/^\d{1,15}$/.test(until) || Number(until) <= nowMs) {
    throw v5Failure('clockOff', { asked: until.slice(0, 40), now: String(nowMs), window: '0' })
  }
  const origin = `GET/realtime${until}`
  if (typeof sign !== 'string' || !key.isSigned([origin], sign)) {
    throw v5Failure('signInvalid', { origin })
  }
  return key
}
