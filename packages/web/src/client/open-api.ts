// Requests to the open API (`/v5/…`) as programs send them, signed in the page, and the documents
// that describe it.

import { noteServerTime, serverNowMs } from './connection.ts'

const recvWindow = '5000'

export type OpenCredentials = { readonly key: string; readonly secret: string }
export type OpenRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The query without its `?`, or the body: the bytes that are signed. */
  readonly payload: string
}
export type OpenAnswer = {
  readonly status: number
  readonly body: string
  readonly tookMs: number
  /** The signed text; empty for an unsigned request. */
  readonly signed: string
  /** Remaining requests of the rate limit per second; empty if the call has no limit. */
  readonly left: string
}

/** Browsers offer signing only in secure contexts. */
export const canSign = (): boolean => globalThis.isSecureContext

/** Returns the text that is signed for a request. */
export const signedText = (timeMs: number, key: string, payload: string): string =>
  `${timeMs}${key}${recvWindow}${payload}`

/** Returns the HMAC-SHA256 of a text, in hexadecimal digits. */
export async function signatureOf(text: string, secret: string): Promise<string> {
  const { subtle } = globalThis.crypto
  const bytes = (of: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(of)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', bytes(secret), algorithm, false, ['sign'])
  const signature = new Uint8Array(await subtle.sign('HMAC', key, bytes(text)))
  return [...signature].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Sends a request, signed if credentials are given; undefined if no answer came. */
export async function sendOpen(
  { method, path, payload }: OpenRequest,
  credentials: OpenCredentials | undefined,
): Promise<OpenAnswer | undefined> {
  const timeMs = serverNowMs()
  const signed = credentials === undefined ? '' : signedText(timeMs, credentials.key, payload)
  const headers = new Headers(method === 'POST' ? { 'Content-Type': 'application/json' } : {})
  if (credentials !== undefined) {
    headers.set('X-BAPI-API-KEY', credentials.key)
    headers.set('X-BAPI-TIMESTAMP', String(timeMs))
    headers.set('X-BAPI-RECV-WINDOW', recvWindow)
    headers.set('X-BAPI-SIGN', await signatureOf(signed, credentials.secret))
  }
  const isGet = method === 'GET'
  const url = isGet && payload !== '' ? `${path}?${payload}` : path
  const sentMs = performance.now()
  try {
    const answer = await fetch(url, { method, headers, ...(isGet ? {} : { body: payload }) })
    const body = await answer.text()
    const left = answer.headers.get('x-bapi-limit-status') ?? ''
    return { status: answer.status, body, tookMs: performance.now() - sentMs, signed, left }
  } catch {
    return undefined
  }
}

/**
 * Updates the clock offset: a signature's time must be near the server's, and the page may be new.
 */
export async function askOpenTime(): Promise<void> {
  const sentMs = Date.now()
  const answer = await sendOpen({ method: 'GET', path: '/v5/market/time', payload: '' }, undefined)
  const [, serverMs] = /"time":(\d{13})/.exec(answer?.body ?? '') ?? []
  if (serverMs !== undefined) noteServerTime(Number(serverMs), sentMs, Date.now())
}

/** Returns one of the two documents; throws if it cannot be fetched. */
export async function openDocument(name: 'v5-openapi' | 'v5-asyncapi'): Promise<unknown> {
  const answer = await fetch(`/api/${name}.json`)
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return answer.json()
}
