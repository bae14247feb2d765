// The shape of a call, and what every call may carry in its query and its headers; the table itself
// is calls.ts.

import { businessTags } from '@basis/domain/instrument/market'
import * as z from './schema/deferred.ts'
import { queryInteger, optionalField } from './wire.ts'

/** Who may ask: anybody, or an account that is signed in. */
export type CallAccess = 'public' | 'session'

export type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly access: CallAccess
  /** Changes something: needs the anti-forgery header of the session (reliability S4). */
  readonly changes: boolean
  /** Not in the specification. */
  readonly ours: boolean
  /** The body of a POST, the query of a GET; strict. */
  readonly request: z.ZodMiniType
  readonly answer: z.ZodMiniType
}

/**
 * The query that every call may carry besides its own fields (spec 7): the business tag, which must
 * agree with the symbol; the category and the form of the answer on v5 paths; the time that keeps a
 * GET out of caches.
 */
export const queryOptions = {
  business: optionalField(z.enum(businessTags)),
  category: optionalField(z.enum(['linear', 'inverse', 'spot', 'option'])),
  responseFormat: optionalField(z.enum(['snake', 'hump'])),
  timestamp: optionalField(queryInteger),
}
export const queryOptionNames: readonly string[] = Object.keys(queryOptions)

/** The request of a call that asks for nothing more. */
export const nothing = z.strictObject({})

/** The header that carries the anti-forgery token, and the cookie it is read from (spec 6, 7). */
export const userTokenHeader = 'usertoken'
export const userTokenCookie = 'token'
/** Seconds: 10080 minutes (spec 9). */
export const userTokenLifetimeS = 10_080 * 60

/** The page's meta element that names the host of spot calls (spec 7). */
export const spotHostMeta = 'basis-spot-host'
/** The page's meta element that names where charts send their pictures (spec 9). */
export const snapshotHostMeta = 'basis-snapshot-host'

/** The header by which a terminal says what it runs on (spec 7). */
export const platformHeader = 'platform'
/** The header with the tag that follows a request through the logs of both sides (spec 7). */
export const trackingHeader = 'x-track-tag'
