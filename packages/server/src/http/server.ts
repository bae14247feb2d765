// The HTTP server: routes from the table of calls, all limits, one envelope for every answer
// (docs/reliability.md).

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import { trackingHeader } from '@basis/protocol/call'
import { failureTable } from '@basis/protocol/errors'
import { writeEnvelope, type EnvelopeForm } from '@basis/protocol/envelope'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import { ExchangeBusy, ExchangeStopped } from '../exchange/exchange.ts'
import type { Clock } from '../exchange/ports.ts'
import { RateLimited } from '../exchange/quotas.ts'
import { HistoryUnavailable } from '../read-model/read-model.ts'
import { PeopleUnavailable } from '../users/people-unavailable.ts'
import { addDocuments } from './documents/documents.ts'
import type { Parts } from './call-context.ts'
import { addCalls, allowedMethods } from './call-routes.ts'
import { bodyTooLarge, maxBodyBytes, readJsonBody } from './guards/json-reading.ts'
import { addOperations, type ExtraFigures } from './operations.ts'
import { tooManyRequests } from './guards/limits.ts'
import { Refused, refusal } from './guards/refusal.ts'
import { serveChartLibrary } from './chart-library.ts'
import type { RulesControl } from './operators/rules-control.ts'
import { addIcons } from './icons/serve-icons.ts'
import type { TerminalStage } from './terminal/terminal-build.ts'
import { isAsset, serveTerminal, type SendUnknownPage } from './terminal/terminal-files.ts'

export type HttpOptions = {
  /** Further origins from which browsers may call. */
  readonly origins: readonly string[]
  readonly secureCookies: boolean
  readonly trustedProxies: readonly string[]
  /** Addresses and networks that count as an operator's. */
  readonly operators: readonly string[]
  /** The token that makes any caller an operator; empty for none. */
  readonly operatorToken: string
  /** Requests per minute of one address; 0 switches limits off. */
  readonly rateLimitPerMinute: number
  /** The folder of the built terminal, if it is served. */
  readonly webFolder?: string
  /** The folder of a licensed chart library; empty or missing if there is none. */
  readonly chartLibrary?: string
  /** Host to which pages send spot calls; empty for this server. */
  readonly spotHost?: string
  /** Host to which charts send screenshots; empty for none. */
  readonly snapshotHost?: string
  /** State of the terminal's build, if the server started before its end. */
  readonly terminalStage?: (() => TerminalStage) | undefined
  readonly log: Logger
  /** Metrics of modules that HTTP does not know. */
  readonly extraFigures?: ExtraFigures
  /** Control of the rules version; absent on a gateway. */
  readonly rules?: RulesControl | undefined
  /** A second handler on the same port. */
  readonly otherRequests?: OtherRequests
}

/** Handles requests that are not the terminal's; they never reach Fastify. */
type OtherRequests = {
  readonly takes: (request: IncomingMessage) => boolean
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
}

/** Builds the server, which does not listen yet; `server` is Node's, for the upgrade of sockets. */
export async function createHttpServer(
  parts: Parts,
  options: HttpOptions,
): Promise<FastifyInstance> {
  const app = bareServer(parts, options)
  app.setErrorHandler((error, request, reply) => sendError(parts, error, request, reply))
  let sendUnknownPage: SendUnknownPage = () => undefined
  app.setNotFoundHandler(
    (request, reply) =>
      sendUnknownPage(request, reply) ??
      sendError(parts, unknownRoute(request, reply), request, reply),
  )
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    try {
      done(null, readJsonBody(body))
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable body', { cause: error }))
    }
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done(mediaTypeProblem(request))
  })
  await app.register(cookie)
  const ofDocuments = [...(await securityHeaders(documentRules(options))), permissionsPolicy]
  const ofData = await securityHeaders(dataRules(options))
  const ofAssets = await securityHeaders(assetRules(options))
  app.addHook('onRequest', ({ routeOptions, url }, reply, done) => {
    const ofFile = isAsset(url) ? ofAssets : ofDocuments
    const fixed = routeOptions.config.answersData === true ? ofData : ofFile
    for (const [name, value] of fixed) reply.header(name, value)
    done()
  })
  addOperations(app, parts, { ...options, extraFigures: options.extraFigures ?? (() => ({})) })
  addCalls(app, parts, options)
  addDocuments(app, parts.venue.version)
  addIcons(app, parts)
  if (options.webFolder !== undefined) {
    sendUnknownPage = await serveTerminal(app, options.webFolder, options)
  }
  await serveChartLibrary(app, options.chartLibrary ?? '')
  return app
}

const permissionsPolicy = [
  'permissions-policy',
  'camera=(), microphone=(), geolocation=(), payment=()',
] as const

const requestTimeout = 10_000

const httpLimits = {
  // A busy machine may read a request only seconds after its connection was made.
  headersTimeout: requestTimeout,
  requestTimeout,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16_384,
}

function bareServer({ clock }: Parts, options: HttpOptions): FastifyInstance {
  const log: FastifyBaseLogger = options.log
  const app = fastify({
    loggerInstance: log,
    // One line per failure, written in sendError; not two lines per request.
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request costs more than writing an order to the journal.
    childLoggerFactory: (logger) => logger,
    bodyLimit: maxBodyBytes,
    requestTimeout,
    keepAliveTimeout: 65_000,
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    serverFactory: (handler) =>
      createServer(httpLimits, (request, response) => {
        const other = options.otherRequests
        if (other?.takes(request) === true) other.handle(request, response)
        else handler(request, response)
      }),
    routerOptions: {
      maxParamLength: 200,
      querystringParser: () => ({}),
      onBadUrl: (_path, _request, response) => endWithError(response.socket, 400, clock),
    },
    clientErrorHandler: (error, socket) => endWithError(socket, statusOfClientError(error), clock),
  })
  app.server.maxHeadersCount = 100
  app.server.maxConnections = 20_000
  // A body is read whole before a handler runs; `Expect: 100-continue` is not supported.
  app.server.on('checkExpectation', (_, response) => endWithError(response.socket, 417, clock))
  return app
}

type HelmetRules = Parameters<typeof helmet>[1]

/**
 * Returns the security headers of answers. Helmet computes them for each request, which costs more
 * than an order in the engine; they never change, so they are computed once.
 */
async function securityHeaders(
  rules: HelmetRules,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const probe = fastify()
  await probe.register(helmet, rules)
  probe.get('/', (_, reply) => reply.send())
  const { headers } = await probe.inject('/')
  await probe.close()
  const ofTransport = new Set(['connection', 'content-length', 'date'])
  const ofHelmet = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && !ofTransport.has(name) ? [[name, value] as const] : [],
  )
  return ofHelmet
}

/** HSTS has no effect over plain http, and on 127.0.0.1 it would outlive the test. */
const transportRule = ({ secureCookies }: HttpOptions) =>
  secureCookies ? { maxAge: 31_536_000 } : (false as const)

/**
 * Headers of data answers: no type sniffing, frames, scripts or reads from other sites. Headers
 * about pages have no effect there, and cost a tenth of the time of an order.
 */
const dataRules = (options: HttpOptions): HelmetRules =>
  rulesBesidePages(options, { defaultSrc: ["'none'"], frameAncestors: ["'none'"] })

/**
 * Headers of the terminal's scripts, styles and fonts. The feed's worker is bound by the policy of
 * its own script. On a slow line the headers about pages delay a first load by the time of 15 kB.
 */
const assetRules = (options: HttpOptions): HelmetRules =>
  rulesBesidePages(options, {
    defaultSrc: ["'self'"],
    connectSrc: ["'self'", 'ws:', 'wss:'],
    frameAncestors: ["'none'"],
  })

const rulesBesidePages = (
  options: HttpOptions,
  directives: Readonly<Record<string, readonly string[]>>,
): HelmetRules => ({
  contentSecurityPolicy: { useDefaults: false, directives },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  strictTransportSecurity: transportRule(options),
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

function documentRules(options: HttpOptions): HelmetRules {
  const { spotHost = '', snapshotHost = '' } = options
  const hosts = [spotHost, snapshotHost].filter((host) => host !== '')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", 'ws:', 'wss:', ...hosts.map((host) => new URL(host).origin)],
        workerSrc: ["'self'"],
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'sameorigin' },
    strictTransportSecurity: transportRule(options),
  }
}

const jsonType = /^application\/json(?:\s*;\s*charset=utf-8)?$/i

/** Refuses a state change whose body is not JSON (reliability S4, S7). */
function mediaTypeProblem(request: FastifyRequest): Refused | undefined {
  const { 'content-type': type, 'content-encoding': encoding } = request.headers
  if (request.method === 'GET') return undefined
  const isFine = (type === undefined || jsonType.test(type)) && encoding === undefined
  if (isFine) return undefined
  return refusal('mediaTypeUnsupported', 'content-type: must be application/json', {
    field: 'content-type',
  })
}

function unknownRoute(request: FastifyRequest, reply: FastifyReply): Refused {
  const allowed = allowedMethods(pathOf(request.url))
  if (allowed.length === 0) return refusal('pathUnknown', 'path: nothing is known by this name')
  reply.header('allow', allowed.join(', '))
  return refusal('methodNotAllowed', `method: must be ${allowed.join(' or ')}`)
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/**
 * Returns the form of an envelope: retCode if asked for and on the open API's paths, else ret_code.
 */
function envelopeForm(url: string): EnvelopeForm {
  return url.startsWith('/v5/') || /[?&]responseFormat=hump(?:&|$)/.test(url) ? 'hump' : 'snake'
}

/** Answers every failure with an envelope and a code; our own faults are logged. */
function sendError(
  parts: Parts,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refused = refusalOf(error, request)
  // A refusal with a cause is a failure of ours that has its own code.
  if (refused.status >= 500 || refused.cause !== undefined) {
    const tag = tagOf(request)
    const seq = parts.exchange.lastSeq()
    const { id: reqId } = request
    request.log.error({ err: refused.cause ?? error, reqId, seq, tag }, 'answered with a failure')
  }
  const retryAfter = refused.extMap['retryAfter']
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  // By its own count the gateway had requests left; the leader refused.
  if (error instanceof RateLimited) {
    reply.header('ratelimit-remaining', '0').header('ratelimit-reset', String(retryAfter))
  }
  const answer = {
    code: refused.code,
    message: refused.message,
    result: null,
    extMap: refused.extMap,
    timeMs: parts.clock.nowMs(),
  }
  return reply
    .code(refused.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(writeEnvelope(answer, envelopeForm(request.url))))
}

/** Returns the caller's tag of its request, if it is well-formed. */
function tagOf({ headers }: FastifyRequest): string | undefined {
  const tag = headers[trackingHeader]
  return typeof tag === 'string' && /^[\w-]{1,64}$/.test(tag) ? tag : undefined
}

function refusalOf(error: unknown, request: FastifyRequest): Refused {
  if (error instanceof Refused) return error
  if (error instanceof ExchangeBusy) {
    const retryAfter = wholeSeconds(error)
    return refusal('serverBusy', 'more work is waiting than is accepted; try again', { retryAfter })
  }
  if (error instanceof RateLimited) {
    return tooManyRequests(wholeSeconds(error))
  }
  if (error instanceof ExchangeStopped) {
    return refusal('outcomeUnknown', 'the exchange is stopping; ask for the order by orderLinkId')
  }
  if (error instanceof HistoryUnavailable) {
    return refusal('historyUnavailable', 'history cannot be asked now; trading goes on', {
      retryAfter: 5,
    })
  }
  if (error instanceof PeopleUnavailable) {
    return refusal('peopleUnavailable', 'accounts cannot be asked now; trading goes on', {
      retryAfter: 2,
    })
  }
  return (
    frameworkRefusal(error) ?? refusal('serverFailed', `the server failed; request ${request.id}`)
  )
}

/** Returns the seconds until a retry, for Retry-After. */
const wholeSeconds = ({ retryAfterMs }: ExchangeBusy | RateLimited): number =>
  Math.max(1, Math.ceil(retryAfterMs / 1000))

/** Returns the refusal of an error of Fastify, by its code. */
function frameworkRefusal(error: unknown): Refused | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge()
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return refusal('mediaTypeUnsupported', 'content-type: must be application/json', {
      field: 'content-type',
    })
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return refusal('requestInvalid', 'request: is not well-formed')
  }
  return undefined
}

function statusOfClientError(error: Error): number {
  const code = 'code' in error ? error.code : ''
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}

/**
 * Answers malformed HTTP in the usual envelope. A connection that has sent nothing gets no answer:
 * browsers connect ahead of their requests, and would take it for the answer to the next one.
 */
function endWithError(socket: Socket | null, status: number, clock: Clock): void {
  const isAsked = socket !== null && socket.bytesRead > 0
  if (!isAsked || !socket.writable || socket.bytesWritten > 0) {
    socket?.destroy()
    return
  }
  const answer = {
    code: failureTable.requestInvalid.code,
    message: 'request: is not well-formed HTTP or came too slowly',
    result: null,
    timeMs: clock.nowMs(),
  }
  const body = JSON.stringify(writeEnvelope(answer, 'snake'))
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
