// The type of a call, and the query options and headers that every call may carry; the table of
// calls is calls.ts.

import { businessTags } from '@basis/domain/instrument/market'
import * as z from './schema/deferred.ts'
import { queryInteger, optionalField } from './wire.ts'

/** Who may call: anybody, or a signed-in account. */
export type CallAccess = 'public' | 'session'

export type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly access: CallAccess
  /** Changes state: requires the anti-forgery header of the session (reliability S4). */
  readonly changes: boolean
  /** Not in the specification. */
  readonly ours: boolean
  /** The body of a POST, the query of a GET; strict. */
  readonly request: z.ZodMiniType
  readonly answer: z.ZodMiniType
}

/**
 * The query options of every call besides its own fields (spec 7): the business tag, which must
 * agree with the symbol; the category and the envelope form on v5 paths; the time that keeps a GET
 * out of caches.
 */
export const queryOptions = {
  business: optionalField(z.enum(businessTags)),
  category: optionalField(z.enum(['linear', 'inverse', 'spot', 'option'])),
  responseFormat: optionalField(z.enum(['snake', 'hump'])),
  timestamp: optionalField(queryInteger),
}
export const queryOptionNames: readonly string[] = Object.keys(queryOptions)

/** The request of a call without fields. */
export const nothing = z.strictObject({})

/** The header that carries the anti-forgery token, and the cookie it is read from (spec 6, 7). */
export const userTokenHeader = 'usertoken'
export const userTokenCookie = 'token'
/** Seconds: 10080 minutes (spec 9). */
export const userTokenLifetimeS = 10_080 * 60

/** The page's meta element with the host of spot calls (spec 7). */
export const spotHostMeta = 'basis-spot-host'
/** The page's meta element with the address to which charts send their screenshots (spec 9). */
export const snapshotHostMeta = 'basis-snapshot-host'

/** The header in which a terminal states its platform (spec 7). */
export const platformHeader = 'platform'
/** The header with the tag by which both sides log a request (spec 7). */
export const trackingHeader = 'x-track-tag'
