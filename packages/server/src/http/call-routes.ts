// Routes of the table of calls: session, rate limit, origin and request are checked, then the
// handler runs and its answer is sent in the envelope.

import { problem } from '@basis/domain/instrument/problems'
import { calls, callNames, mayWhileBanned, pathsOf, type CallName } from '@basis/protocol/calls'
import { userTokenCookie, userTokenHeader, userTokenLifetimeS } from '@basis/protocol/call'
import { writeEnvelope } from '@basis/protocol/envelope'
import { gridCalls } from '@basis/protocol/grid/calls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../config/networks.ts'
import { sessionLifetimeMs, type Session } from '../users/sessions.ts'
import { accountHandlers } from './account.ts'
import { alertHandlers } from './alerts/alert-calls.ts'
import { spotMarginHandlers } from './margin/spot-margin.ts'
import { portfolioHandlers } from './margin/portfolio.ts'
import { copyHandlers } from './copy/handlers.ts'
import { gridHandlers } from './grid/handlers.ts'
import { spotBotHandlers } from './spot-bots/handlers.ts'
import { walletHandlers } from './wallets/handlers.ts'
import { spreadHandlers } from './spread/handlers.ts'
import { commandHandlers } from './commands.ts'
import { assertAgrees } from './guards/symbol-consistency.ts'
import type { Handler, Handlers, Parts, Reply, SessionContext } from './call-context.ts'
import { apiKeyHandlers } from './keys/api-keys.ts'
import { catalogueHandlers } from './catalogue.ts'
import { csvOf, exportNames, exportPath, type Page as ExportPage } from './exports.ts'
import { historyHandlers } from './history.ts'
import { explainHandlers } from './explain/explain-row.ts'
import { settlementHandlers } from './settlement/records.ts'
import { asCountedRequest } from '../exchange/quotas.ts'
import { callClass, createLimits, tooManyRequests, type Limits } from './guards/limits.ts'
import { marketHandlers } from './market.ts'
import { marketControlHandlers } from './operators/market-control.ts'
import { operatorCheck, type OperatorOptions } from './operations.ts'
import { batchPreviewHandlers } from './options/batch-preview.ts'
import { optionHandlers } from './options/chain.ts'
import { orderHandlers } from './orders/handlers.ts'
import { spotOrderHandlers } from './spot/spot-orders.ts'
import { assertOwnOrigin } from './guards/origin.ts'
import { positionHandlers } from './positions.ts'
import { previewHandlers } from './previews.ts'
import { mmrCloseHandlers } from './mmr-close.ts'
import { ruleHandlers } from './rules.ts'
import { strategyHandlers } from './strategies.ts'
import { complianceRefusal, problemRefusal, refusal, type Refused } from './guards/refusal.ts'
import { entityTag, hasAlready, sendPacked } from './guards/sending.ts'
import { readQueryOptions, readQuery, readRequest } from './guards/request-reading.ts'

/** 100 days, the lifetime of cookies for which the specification names none (spec 9). */
const deviceCookieLifetimeS = 100 * 86_400

/** Exhaustive: a call without a handler does not compile. */
const handlers: Handlers = {
  ...orderHandlers,
  ...spotOrderHandlers,
  ...commandHandlers,
  ...strategyHandlers,
  ...ruleHandlers,
  ...mmrCloseHandlers,
  ...alertHandlers,
  ...copyHandlers,
  ...spotMarginHandlers,
  ...portfolioHandlers,
  ...gridHandlers,
  ...spotBotHandlers,
  ...walletHandlers,
  ...spreadHandlers,
  ...positionHandlers,
  ...previewHandlers,
  ...catalogueHandlers,
  ...optionHandlers,
  ...batchPreviewHandlers,
  ...marketHandlers,
  ...marketControlHandlers,
  ...historyHandlers,
  ...settlementHandlers,
  ...explainHandlers,
  ...accountHandlers,
  ...apiKeyHandlers,
}

type RoutingOptions = {
  readonly origins: readonly string[]
  readonly secureCookies: boolean
  readonly rateLimitPerMinute: number
} & OperatorOptions
type Routing = Omit<RoutingOptions, keyof OperatorOptions> & {
  readonly isOperator: (request: FastifyRequest) => boolean
  readonly parts: Parts
  readonly limits: Limits
}

const methodsOf = Map.groupBy(
  callNames.flatMap((name) => pathsOf(name).map((path) => ({ path, method: calls[name].method }))),
  ({ path }) => path,
)

/** Returns the methods of a path; empty for a path that is not in the table. */
export const allowedMethods = (path: string): readonly string[] =>
  (methodsOf.get(path) ?? []).map(({ method }) => method)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route answers with data for programs, never with a page. */
    answersData?: boolean
  }
}

export function addCalls(app: FastifyInstance, parts: Parts, options: RoutingOptions): void {
  const limits = createLimits(parts.clock, options.rateLimitPerMinute)
  const routing: Routing = { ...options, parts, limits, isOperator: operatorCheck(options) }
  for (const name of callNames) {
    for (const url of pathsOf(name)) {
      app.route({
        method: calls[name].method,
        url,
        config: { answersData: true },
        handler: (request, reply) => answerCall(routing, name, request, reply),
      })
    }
  }
  for (const name of exportNames) {
    app.get(exportPath(name), (request, reply) => answerExport(routing, name, { request, reply }))
  }
}

/**
 * Answers a history as CSV: the query of the call without its paging, all pages in one response.
 */
async function answerExport(
  routing: Routing,
  name: CallName,
  { request, reply }: Pick<Caller, 'request' | 'reply'>,
): Promise<FastifyReply> {
  const { parts } = routing
  const found = parts.sessions.find(request.cookies[sessionCookie(routing)])
  // A session in memory is not awaited: an await would cost a turn of the event loop.
  const session = found instanceof Promise ? await found : found
  assertAllowedOften(routing, name, { request, reply, session })
  if (session === undefined) throw refusal('notSignedIn', 'session: sign in first')
  const { own } = readQuery(request.url)
  const context = { ...callerOf(routing, request), session, account: session.account }
  const handler: Handler<CallName> = handlers[name] as Handler<CallName>
  const text = await csvOf(name, async ({ cursor, limit }) => {
    const page = { limit: String(limit), ...(cursor === undefined ? {} : { cursor }) }
    const made = await handler(context, readRequest(name, { ...own, ...page }))
    return made.value as ExportPage
  })
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(text)
}

/**
 * Grid bot calls have their own code for a ban, with the reason; all other calls answer the
 * compliance wall (spec 8).
 */
function bannedRefusal(name: CallName, reason: string): Refused {
  if (name in gridCalls) return problemRefusal(problem('gridAccountBanned', 'account', { reason }))
  return complianceRefusal(reason)
}

async function answerCall<Name extends CallName>(
  routing: Routing,
  name: Name,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { parts } = routing
  const call = calls[name]
  const found = parts.sessions.find(request.cookies[sessionCookie(routing)])
  // A session in memory is not awaited: an await would cost a turn of the event loop.
  const session = found instanceof Promise ? await found : found
  assertAllowedOften(routing, name, { request, reply, session })
  if (session !== undefined && request.cookies[leftCookie(routing)] !== undefined) {
    await endLeftSession(routing, { request, reply, session })
  }
  if (call.access === 'session' && session === undefined) {
    throw refusal('notSignedIn', 'session: sign in first')
  }
  // Sign-up in the session of a demo trader gives that account a password, so it needs the
  // session's token too.
  const isOfSession = call.access === 'session' || name === 'signUp'
  if (call.changes) assertIntended(routing, request, isOfSession ? session : undefined)
  if (session !== undefined && !mayWhileBanned(name) && parts.sessions.isBanned(session.account)) {
    throw bannedRefusal(name, parts.sessions.banReason(session.account))
  }
  const query = readQuery(request.url)
  const queryOptions = readQueryOptions(query.queryOptions)
  const isGet = call.method === 'GET'
  // The query of a POST may carry the query options only.
  if (!isGet && Object.keys(query.own).length > 0) readRequest('serverTime', query.own)
  const asked = readRequest(name, isGet ? query.own : (request.body ?? {}))
  assertAgrees(parts, queryOptions, asked)
  const context = { ...callerOf(routing, request), session, account: session?.account }
  // With access `session` there is a session: its absence was refused above.
  const handler: Handler<Name> = handlers[name]
  const handle = (): ReturnType<Handler<Name>> => handler(context as SessionContext, asked)
  const made = await (parts.venue.cluster === undefined || session === undefined
    ? handle()
    : asCountedRequest(routing.limits.quota(callClass(name), accountKey(session)), handle))
  writeCookies(routing, reply, made)
  if (made.opened !== undefined && session !== undefined) keepLeftSession(routing, request, reply)
  const token = made.opened?.userToken ?? made.userToken
  reply.header('cache-control', made.version === undefined ? 'no-store' : 'no-cache')
  if (made.version !== undefined) {
    reply.header('etag', entityTag(made.version))
    if (hasAlready(request, made.version)) {
      return reply.header('vary', 'accept-encoding').code(304).send()
    }
  }
  const answer = {
    code: made.partly?.code ?? 0,
    message: made.partly?.message ?? 'OK',
    result: made.value,
    extMap: { ...made.partly?.extMap, seq: made.seq ?? parts.exchange.lastSeq() },
    ...(token === undefined ? {} : { token }),
    timeMs: parts.clock.nowMs(),
  }
  const text = JSON.stringify(writeEnvelope(answer, queryOptions.responseFormat ?? 'snake'))
  reply.type('application/json; charset=utf-8')
  // The answer to a change is sent at once: only answers to reads may wait for compression.
  return isGet && token === undefined ? sendPacked(request, reply, text) : reply.send(text)
}

type Caller = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly session: Session | undefined
}

/**
 * Throws Refused above the rate limit: per account for orders, cancels and previews, else per
 * address.
 */
function assertAllowedOften(
  routing: Routing,
  name: CallName,
  { request, reply, session }: Caller,
): void {
  const kind = callClass(name)
  const isOwn = kind === 'order' || kind === 'cancel' || kind === 'preview'
  const key = isOwn && session !== undefined ? accountKey(session) : networkOf(request.ip)
  const allowance = routing.limits.take(kind, key)
  if (allowance === undefined) return
  reply.header('ratelimit-limit', String(allowance.limit))
  reply.header('ratelimit-remaining', String(allowance.remaining))
  reply.header('ratelimit-reset', String(allowance.retryAfterS))
  if (allowance.retryAfterS > 0) throw tooManyRequests(allowance.retryAfterS)
}

const accountKey = ({ account }: Session): string => `account ${account}`

/**
 * Throws Refused unless a state change comes from our own pages and carries the token of its
 * session (reliability S4).
 */
function assertIntended(
  routing: Routing,
  request: FastifyRequest,
  session: Session | undefined,
): void {
  const { host, origin, 'sec-fetch-site': fetchSite } = request.headers
  assertOwnOrigin({ host, origin, fetchSite: textOf(fetchSite) }, routing.origins)
  if (session === undefined) return
  const token = textOf(request.headers[userTokenHeader])
  if (routing.parts.sessions.isUserToken(session, token)) return
  throw refusal('tokenMismatch', `${userTokenHeader}: must be the token of this session`, {
    field: userTokenHeader,
  })
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? undefined : header

/** Browsers reject the `__Host-` prefix over plain http. */
const sessionCookie = ({ secureCookies }: Pick<RoutingOptions, 'secureCookies'>): string =>
  secureCookies ? '__Host-session' : 'basis_session'
const deviceCookie = ({ secureCookies }: Pick<RoutingOptions, 'secureCookies'>): string =>
  secureCookies ? '__Host-device' : 'basis_device'

const leftCookie = ({ secureCookies }: Pick<RoutingOptions, 'secureCookies'>): string =>
  secureCookies ? '__Host-left' : 'basis_left'

const hiddenCookie = ({ secureCookies }: Pick<RoutingOptions, 'secureCookies'>) =>
  ({ path: '/', secure: secureCookies, sameSite: 'strict', httpOnly: true }) as const

/**
 * Has the browser name the session that it leaves. It is ended only when the new one is used: if
 * this answer is lost, the browser goes on with the session that it has.
 */
function keepLeftSession(routing: Routing, request: FastifyRequest, reply: FastifyReply): void {
  const secret = request.cookies[sessionCookie(routing)]
  if (secret === undefined) return
  const maxAge = sessionLifetimeMs / 1000
  reply.setCookie(leftCookie(routing), secret, { ...hiddenCookie(routing), maxAge })
}

/** Ends the session that a browser has left for its present one, and its sockets (S3). */
async function endLeftSession(
  routing: Routing,
  { request, reply, session }: Caller & { readonly session: Session },
): Promise<void> {
  const { sessions } = routing.parts
  const left = await sessions.find(request.cookies[leftCookie(routing)])
  if (left !== undefined && left.key !== session.key) await sessions.signOut(left)
  reply.clearCookie(leftCookie(routing), hiddenCookie(routing))
}

const callerOf = (routing: Routing, request: FastifyRequest) => ({
  parts: routing.parts,
  address: request.ip,
  isOperator: () => routing.isOperator(request),
  device: request.cookies[deviceCookie(routing)],
})

function writeCookies(routing: Routing, reply: FastifyReply, made: Reply<CallName>): void {
  const hidden = hiddenCookie(routing)
  const readable = { ...hidden, httpOnly: false }
  const { opened, device } = made
  if (opened !== undefined) {
    const maxAge = sessionLifetimeMs / 1000
    reply.setCookie(sessionCookie(routing), opened.secret, { ...hidden, maxAge })
  }
  if (device !== undefined) {
    reply.setCookie(deviceCookie(routing), device, { ...hidden, maxAge: deviceCookieLifetimeS })
  }
  const token = opened?.userToken ?? made.userToken
  if (token !== undefined) {
    reply.setCookie(userTokenCookie, token, { ...readable, maxAge: userTokenLifetimeS })
  }
  if (made.ended !== true) return
  reply.clearCookie(sessionCookie(routing), hidden)
  reply.clearCookie(userTokenCookie, readable)
}
