// The origin check: a state change that a browser sends from another site is refused (reliability
// S4).

import { refusal } from './refusal.ts'

export type RequestOrigin = {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
}

/**
 * Throws Refused unless the request comes from our own pages, from a listed origin, or not from a
 * browser: then it has neither header, and no cookie is sent automatically either.
 */
export function assertOwnOrigin(from: RequestOrigin, allowed: readonly string[]): void {
  const { host, origin, fetchSite } = from
  if (origin !== undefined) {
    if (isOwn(origin, host) || allowed.includes(origin)) return
    throw refusal('originRefused', 'origin: must be this site', { field: 'origin' })
  }
  if (fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none') return
  throw refusal('originRefused', 'sec-fetch-site: must be same-origin', { field: 'sec-fetch-site' })
}

function isOwn(origin: string, host: string | undefined): boolean {
  return host !== undefined && (origin === `https://${host}` || origin === `http://${host}`)
}
