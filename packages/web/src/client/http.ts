// Calls of the protocol's table: sent with the headers of the specification and read from their
// envelope. A call never rejects: its outcome says whether it failed.

import type { CallAnswer, CallName, CallRequest } from '@basis/protocol/calls'
import type { BusinessTag } from '@basis/domain/instrument/market'
import {
  type Call,
  platformHeader,
  spotHostMeta,
  trackingHeader,
  userTokenCookie,
  userTokenHeader,
  userTokenLifetimeS,
} from '@basis/protocol/call'
import { accountCalls } from '@basis/protocol/account-calls'
import { failure, readAnswer, type CallFailure } from '@basis/protocol/envelope'
import { currentLanguage } from '../i18n/i18n.ts'
import { readCookie, removeCookie, writeCookie } from '../platform/cookies.ts'
import { callNamed } from './call-table.ts'
import { noteServerTime } from './connection.ts'
import { firstAnswer } from './first-answer.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { isNativeApp } from '../platform/native-app.ts'
import { requestTracking } from './request-tracking.ts'
import { businessOf, isHeldBack, isOption } from './symbol-families.ts'

/** Spec 9: the HTTP client gives up after ten seconds, spot lists after eight. */
const CALL_TIMEOUT_MS = 10_000
export const SPOT_LIST_TIMEOUT_MS = 8_000
/** Spec 8: the code of a request that timed out. */
const TIMED_OUT_CODE = 9_000_001

const TOKEN_LIFETIME_DAYS = userTokenLifetimeS / 86_400

export type Outcome<Value> =
  /** `seq`: the last engine command that the answer includes. */
  | { readonly ok: true; readonly value: Value; readonly seq?: number }
  | { readonly ok: false; readonly error: CallFailure; readonly isUnknown: boolean }

export type CallOptions = { readonly timeoutMs?: number; readonly signal?: AbortSignal }

/**
 * Sends one call. `isUnknown` means that the request may have been carried out although no answer
 * came (no response, timeout, or the server's own "outcome unknown"): query the order by its own
 * id. An answer to the request of an account that was left meanwhile is not read: the stores and
 * the notices are those of the next account by then.
 */
export async function ask<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  options: CallOptions = {},
): Promise<Outcome<CallAnswer<Name>>> {
  if (isHeldBack(name, (request as Record<string, unknown>)['symbol'])) {
    return { ...comingSoon, isUnknown: false }
  }
  const asker = shownAccount
  const named = callNamed(name)
  // A call whose schema is loaded is sent synchronously, without awaiting.
  const call = named instanceof Promise ? await inTime(named, options) : named
  if (call === undefined) return { ...timedOut, isUnknown: false }
  const isLeft = (): boolean =>
    call.access === 'session' && asker !== undefined && asker !== shownAccount
  if (isLeft()) return accountLeft
  const sentMs = Date.now()
  const reply = await send({ name, call }, request as Record<string, unknown>, options)
  if (isLeft()) return accountLeft
  const outcome = readAnswer(reply.status, reply.body, call.answer)
  if (!outcome.ok) {
    const isUnknown = isUnknownOutcome(reply.status, outcome.error)
    return { ...(reply.timedOut ? timedOut : outcome), isUnknown }
  }
  if (outcome.timeMs !== undefined && !reply.isOld)
    noteServerTime(outcome.timeMs, sentMs, Date.now())
  if (outcome.token !== undefined) keepToken(outcome.token)
  const { seq } = outcome.extMap
  return {
    ok: true,
    value: outcome.value as CallAnswer<Name>,
    ...(typeof seq === 'number' ? { seq } : {}),
  }
}

/**
 * Returns a call once its schema has loaded; undefined if that takes as long as a request may, so
 * that nothing is sent long after it was asked for.
 */
function inTime(
  loading: Promise<Call>,
  { timeoutMs = CALL_TIMEOUT_MS }: CallOptions,
): Promise<Call | undefined> {
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), timeoutMs)
  })
  return Promise.race([loading, late])
}

/**
 * The token of the session that this page shows. Another tab may sign in to another account and
 * overwrite the cookie; requests of this page must then be refused, not executed for that account.
 */
let ownToken: string | undefined

function keepToken(token: string): void {
  ownToken = token
  writeCookie(userTokenCookie, token, TOKEN_LIFETIME_DAYS)
}

/** Returns the token sent with requests; undefined without its cookie (spec 6). */
export function sessionToken(): string | undefined {
  const written = readCookie(userTokenCookie)
  return written === undefined ? undefined : (ownToken ?? written)
}

/** Forgets the session's token; the cookie stays if another tab's session wrote it. */
export function forgetToken(): void {
  const written = readCookie(userTokenCookie)
  if (ownToken === undefined || written === ownToken) removeCookie(userTokenCookie)
  ownToken = undefined
}

const timedOut = failure(TIMED_OUT_CODE, 'Request timed out')

/** The symbol is announced but not yet listed: nothing was sent (spec 7). */
export const COMING_SOON_CODE = 9_000_002

/** The account that sent the request was left before the answer came. */
const ACCOUNT_LEFT_CODE = 9_000_003

const accountLeft = {
  ...failure(ACCOUNT_LEFT_CODE, 'Another account is signed in'),
  isUnknown: true,
}

/** Such a failure is not shown: the trader has another account in front of them. */
export const isOfLeftAccount = ({ code }: Pick<CallFailure, 'code'>): boolean =>
  code === ACCOUNT_LEFT_CODE

/** The account that the page shows; undefined for none. */
let shownAccount: string | undefined

/** Says which account the page shows from now on. */
export function noteAccount(uid: string | undefined): void {
  shownAccount = uid
}

const comingSoon = failure(COMING_SOON_CODE, 'The symbol is coming soon')

/** The server's code for "accepted, but the outcome is not known". */
const OUTCOME_UNKNOWN_CODE = 10_505

function isUnknownOutcome(status: number | undefined, error: CallFailure): boolean {
  return status === undefined || error.code === OUTCOME_UNKNOWN_CODE
}

type Reply = {
  readonly status: number | undefined
  readonly body: unknown
  readonly timedOut: boolean
  /** Requested before this page's script ran, so its server time is too old to set the clock. */
  readonly isOld?: boolean
}

async function send(
  { name, call }: { readonly name: CallName; readonly call: Call },
  request: Record<string, unknown>,
  options: CallOptions,
): Promise<Reply> {
  const { method } = call
  const timeout = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT_MS)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout])
  const tag = requestTracking.begin(name)
  try {
    const address = addressOf(call, request)
    const first = method === 'GET' ? firstAnswer(address) : undefined
    const response = await (first ??
      fetch(address, {
        method,
        signal,
        credentials: 'include',
        headers: headersOf(method, tag),
        ...(method === 'POST' ? { body: JSON.stringify(request) } : {}),
      }))
    requestTracking.end(tag)
    const body = await bodyOf(response)
    return { status: response.status, body, timedOut: false, isOld: first !== undefined }
  } catch {
    // No answer: the network failed or the request timed out; `readAnswer` has a message for it.
    return { status: undefined, body: undefined, timedOut: timeout.aborted }
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    // A body that is not JSON is classified by its status alone.
    return null
  }
}

/**
 * Returns the address with the query of spec 7: business tag, category, form, and the time of a
 * GET.
 */
export function addressOf(
  { method, path }: Pick<Call, 'method' | 'path'>,
  request: Readonly<Record<string, unknown>>,
  nowMs: number = Date.now(),
): string {
  const query = new URLSearchParams()
  if (method === 'GET') {
    for (const [field, value] of Object.entries(request)) {
      if (isPlain(value)) query.set(field, String(value))
    }
    query.set('timestamp', String(nowMs))
  }
  if (path.startsWith('/contract/v5/')) {
    const symbol = request['symbol']
    const isSpot = typeof symbol === 'string' && symbol.includes('/')
    const business = businessOf(symbol)
    if (!isSpot) query.set('business', business)
    if (path !== accountCalls.wallet.path) {
      query.set('category', isOption(symbol) ? 'option' : categoryOf(isSpot, business))
      query.set('responseFormat', 'hump')
    }
  }
  const text = query.toString()
  const whole = text === '' ? path : `${path}?${text}`
  return path.startsWith('/spot/') ? spotHost() + whole : whole
}

/** The host of the spot calls (spec 7) from the page's meta tag; our own by default. */
const spotHost = (): string => pageMeta(spotHostMeta)

const categoryOf = (isSpot: boolean, business: BusinessTag): string =>
  isSpot ? 'spot' : business === 'inverse' ? 'inverse' : 'linear'

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/**
 * Returns the headers of spec 7; the anti-forgery token is sent if its cookie exists. The app has a
 * single session, signed in by its own pages: there the cookie itself is the token.
 */
function headersOf(method: 'GET' | 'POST', tag: string): Record<string, string> {
  const isApp = isNativeApp()
  const token = isApp ? readCookie(userTokenCookie) : sessionToken()
  const language = currentLanguage()
  return {
    [platformHeader]: isApp ? 'app' : 'pc',
    lang: language,
    'accept-language': language,
    [trackingHeader]: tag,
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    ...(token === undefined ? {} : { [userTokenHeader]: token }),
  }
}
