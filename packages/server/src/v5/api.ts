// The open API: credentials, clock, signature, permission, address, limit, parameters, in this
// order; then the handler, then the envelope (open API 1). Independent of the HTTP server.

import { fundPeaksOf } from './market/fund-peaks.ts'
import { bodyParameters, queryParameters } from './plain-parameters.ts'
import { v5Envelope } from '@basis/protocol/v5/envelope'
import { isV5Category, tradePermission } from '@basis/protocol/v5/vocabulary'
import { v5CallNames, v5Calls, type V5CallName } from '@basis/protocol/v5/calls'
import type { V5Call, V5Limit } from '@basis/protocol/v5/call'
import * as z from 'zod/mini'
import { ExchangeBusy, ExchangeStopped } from '../exchange/exchange.ts'
import { asCountedRequest, RateLimited, setRequestQuota } from '../exchange/quotas.ts'
import { HistoryUnavailable } from '../read-model/read-model.ts'
import type { ApiKey } from '../users/api-keys.ts'
import { PeopleUnavailable } from '../users/people-unavailable.ts'
import type { V5Handler, V5Made, V5Parts, V5SignedContext } from './context.ts'
import { signerOf, UsedSignatures, type SignedRequest } from './credentials.ts'
import { v5Handlers } from './handlers.ts'
import { createV5Limits, type V5Allowance, type V5Limits } from './rate-limits.ts'
import { invalidParameter, v5Failure, V5Refused, wrongParameter } from './refused.ts'

export type V5ApiOptions = {
  /** Multiplies the venue's limits; 0 switches them off. */
  readonly limitFactor: number
  /** In a cluster: the leader counts requests over all gateways. */
  readonly isGateway?: boolean
  readonly onFailure: (error: unknown, path: string) => void
}

export type V5Request = SignedRequest & {
  readonly path: string
  /** The caller's network address. */
  readonly address: string
}
export type V5Answered = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type V5Api = {
  readonly answer: (request: V5Request) => Promise<V5Answered>
  readonly knowsPath: (path: string) => boolean
  /** Runs a call for an authenticated key: order entry by socket (12). */
  readonly carryOut: (
    name: V5CallName,
    signer: { readonly key: ApiKey; readonly address: string },
    parameters: object,
  ) => Promise<V5CarriedOut>
  readonly limits: V5Limits
}
/** The outcome of a call, and the state of its limit. */
export type V5CarriedOut = {
  readonly outcome: V5Made<unknown> | V5Refused
  readonly allowance: V5Allowance
}

type Route = { readonly name: V5CallName; readonly call: V5Call }

const routes = new Map<string, Route[]>()
for (const name of v5CallNames) {
  const call: V5Call = v5Calls[name]
  routes.set(call.path, [...(routes.get(call.path) ?? []), { name, call }])
}

/** The limit of calls that have none of their own. */
const defaultPerSecond = 50

export function createV5Api(parts: V5Parts, options: V5ApiOptions): V5Api {
  const limits = createV5Limits(parts.clock, options.limitFactor)
  const used = new UsedSignatures()
  fundPeaksOf(parts.exchange)
  const { isGateway = false, onFailure } = options
  const gate: Gate = { parts, limits, used, isGateway, onFailure }
  return {
    limits,
    knowsPath: (path) => routes.has(path),
    answer: (request) => answer(gate, request),
    async carryOut(name, { key, address }, parameters) {
      const call: V5Call = v5Calls[name]
      const counted = counter(gate, { name, call }, key)
      const outcome = await outcomeOf(gate, call.path, () => {
        assertMay(gate, call, { key, address, parameters })
        counted.take(parameters)
        const made = handle({ name, call }, contextOf(gate, key, counted), parameters)
        return gate.isGateway && made instanceof Promise ? made.catch(counted.failed) : made
      })
      return { outcome, allowance: counted.allowance(parameters) }
    },
  }
}

type Gate = {
  readonly parts: V5Parts
  readonly limits: V5Limits
  readonly used: UsedSignatures
  readonly isGateway: boolean
  readonly onFailure: V5ApiOptions['onFailure']
}

async function answer(gate: Gate, request: V5Request): Promise<V5Answered> {
  const headers: Record<string, string> = {}
  const outcome = await outcomeOf(gate, request.path, () => ask(gate, request, headers))
  const shown =
    outcome instanceof V5Refused
      ? { retCode: outcome.retCode, retMsg: outcome.message, result: outcome.result }
      : { retCode: 0, retMsg: 'OK', ...outcome }
  const body = JSON.stringify(v5Envelope(shown, gate.parts.clock.nowMs()))
  return { status: outcome instanceof V5Refused ? outcome.status : 200, headers, body }
}

/** Turns what a call throws into a refusal; our own faults are logged. */
async function outcomeOf<Result>(
  { onFailure, isGateway }: Gate,
  path: string,
  act: () => Result | Promise<Result>,
): Promise<Result | V5Refused> {
  try {
    return await (isGateway ? asCountedRequest(undefined, act) : act())
  } catch (error) {
    if (error instanceof V5Refused) return error
    if (error instanceof RateLimited) return v5Failure('tooManyVisits')
    if (error instanceof ExchangeStopped) return v5Failure('serverRestarting')
    if (error instanceof ExchangeBusy) return v5Failure('tooManyVisits')
    const isKnown = error instanceof HistoryUnavailable || error instanceof PeopleUnavailable
    if (!isKnown) onFailure(error, path)
    return v5Failure('serverFailed')
  }
}

function ask(
  gate: Gate,
  request: V5Request,
  headers: Record<string, string>,
): V5Made<unknown> | Promise<V5Made<unknown>> {
  if (!gate.limits.takeAddress(request.address)) throw v5Failure('addressBlocked', {}, 403)
  const route = routeOf(request)
  const { call } = route
  if (call.access === 'public') {
    return handle(route, { parts: gate.parts }, parametersOf(request))
  }
  const nowMs = gate.parts.clock.nowMs()
  const { key, signature, validUntilMs } = signerOf(request, gate.parts.sessions.apiKeys, nowMs)
  const counted = counter(gate, route, key)
  const { address } = request
  // An unreadable request is refused in its place in the order, after the limit.
  const parameters = readable(request)
  try {
    assertMay(gate, call, { key, address, parameters: parameters ?? {} })
    const isFresh = call.changes !== true || gate.used.take(signature, validUntilMs, nowMs)
    if (!isFresh) throw v5Failure('duplicateRequest')
    counted.take(parameters ?? {})
  } finally {
    Object.assign(headers, limitHeaders(counted.allowance(parameters ?? {})))
  }
  if (parameters === undefined) throw wrongParameter('params error: body must be a JSON object')
  const made = handle(route, contextOf(gate, key, counted), parameters)
  if (!(made instanceof Promise)) return made
  // Reads the limit again: handlers count rows, the leader requests of other gateways.
  if (call.limit?.counts !== 'rows' && !gate.isGateway) return made
  return made
    .catch(counted.failed)
    .finally(() => Object.assign(headers, limitHeaders(counted.allowance(parameters))))
}

function routeOf({ path, method }: V5Request): Route {
  const found = routes.get(path) ?? []
  const route = found.find(({ call }) => call.method === method)
  if (route !== undefined) return route
  throw v5Failure('routeUnknown', {}, found.length === 0 ? 404 : 405)
}

function readable({ method, query, body }: V5Request): object | undefined {
  return method === 'GET'
    ? queryParameters(query)
    : bodyParameters(Buffer.from(body).toString('utf8'))
}

function parametersOf(request: V5Request): object {
  const parameters = readable(request)
  if (parameters === undefined) throw wrongParameter('params error: body must be a JSON object')
  return parameters
}

const categoryIn = (parameters: object): string | undefined => {
  const category: unknown = Reflect.get(parameters, 'category')
  return typeof category === 'string' ? category : undefined
}

type Signer = {
  readonly key: ApiKey
  readonly address: string
  readonly parameters: object
}

/** Checks the permissions and the address of a key. Throws V5Refused. */
function assertMay({ parts }: Gate, call: V5Call, { key, address, parameters }: Signer): void {
  if (call.changes === true && key.isReadOnly) throw v5Failure('permissionDenied')
  const needed = call.permission === 'ofCategory' ? permissionFor(parameters) : call.permission
  if (needed !== undefined && !mayDo(key, needed)) throw v5Failure('permissionDenied')
  if (!key.isFrom(address)) throw v5Failure('addressUnmatched')
  if (call.changes === true && parts.sessions.isBanned(key.account)) {
    throw v5Failure('accountBanned')
  }
}

/** Returns the permission that an order of the named category needs. */
function permissionFor(parameters: object): ApiKey['permissions'][number] {
  const category = categoryIn(parameters)
  // A request without a category is refused afterwards.
  return tradePermission[isV5Category(category) ? category : 'linear']
}

/** Derivatives orders are allowed by either of the two permissions of the venue. */
function mayDo({ permissions }: ApiKey, needed: ApiKey['permissions'][number]): boolean {
  if (permissions.includes(needed)) return true
  const isContract = needed === 'Order' || needed === 'Position'
  return isContract && permissions.includes('DerivativesTrade')
}

type Counter = {
  readonly take: (parameters: object) => void
  readonly takeRows: (count: number) => number
  /** Rethrows the error of a call, after recording a limit of the leader. */
  readonly failed: (error: unknown) => never
  readonly allowance: (parameters: object) => V5Allowance
}

/** Counts a request, or its rows, against the limit of its call and category. */
function counter({ parts, limits }: Gate, { name, call }: Route, key: ApiKey): Counter {
  const limit: V5Limit = call.limit ?? { perSecond: defaultPerSecond }
  let last: V5Allowance | undefined
  let category = ''
  const count = (requests: number): V5Allowance => {
    const own = isV5Category(category) ? limit.byCategory?.[category] : undefined
    const group = own === undefined ? name : `${name} ${category}`
    const subject = `${key.account} ${group}`
    last = limits.take(subject, own ?? limit.perSecond, requests)
    setRequestQuota(limits.quota(subject, own ?? limit.perSecond, last.passed))
    return last
  }
  return {
    take(parameters) {
      category = categoryIn(parameters) ?? ''
      const countsRows = limit.counts === 'rows' && category !== 'option'
      if (count(countsRows ? 0 : 1).passed === 0 && !countsRows) throw v5Failure('tooManyVisits')
    },
    takeRows: (rows) => (category === 'option' ? rows : count(rows).passed),
    failed(error) {
      if (error instanceof RateLimited) {
        const resetMs = parts.clock.nowMs() + error.retryAfterMs
        last = { ...(last ?? count(0)), left: 0, resetMs }
      }
      throw error
    },
    allowance(parameters) {
      category = categoryIn(parameters) ?? ''
      return last ?? count(0)
    },
  }
}

const limitHeaders = ({ limit, left, resetMs }: V5Allowance): Record<string, string> => ({
  'X-Bapi-Limit': String(limit),
  'X-Bapi-Limit-Status': String(left),
  'X-Bapi-Limit-Reset-Timestamp': String(resetMs),
})

const contextOf = ({ parts }: Gate, key: ApiKey, { takeRows }: Counter): V5SignedContext => ({
  parts,
  key,
  account: key.account,
  takeRows,
})

function handle(
  { name, call }: Route,
  context: V5SignedContext | { readonly parts: V5Parts },
  parameters: object,
): V5Made<unknown> | Promise<V5Made<unknown>> {
  const parsed = z.safeParse(call.request, parameters)
  if (!parsed.success) throw parameterRefusal(parsed.error.issues)
  // The table names the context of each call, and `ask` has built that one.
  const handler = v5Handlers[name] as V5Handler<V5CallName>
  return handler(context as V5SignedContext, parsed.data as never)
}

/** Refuses the first invalid parameter, in the order of the schema. */
function parameterRefusal(issues: readonly z.core.$ZodIssue[]): V5Refused {
  const field = issues[0]?.path.findLast((part) => typeof part === 'string') ?? 'request'
  if (field === 'qty') return wrongParameter('Qty invalid')
  return invalidParameter(String(field))
}
