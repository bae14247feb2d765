// Endpoints for operators: liveness, readiness, metrics, rules (reliability G7).

import { createHash, timingSafeEqual } from 'node:crypto'
import { Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkList } from '../config/networks.ts'
import { symbolsWithoutOptions } from '../options/dated-contracts.ts'
import type { Parts } from './call-context.ts'
import { refusal } from './guards/refusal.ts'
import type { RulesControl } from './operators/rules-control.ts'

/** Metrics of other modules, by name. */
export type ExtraFigures = () => Readonly<Record<string, number>>

/** What the metrics of other modules mean; those of a cluster only a gateway has. */
const extraHelp: Readonly<Record<string, string>> = {
  basis_snapshot_seq: 'Number of the command after which the newest snapshot was taken',
  basis_sockets: 'Open sockets of terminals',
  basis_sockets_signed_in: 'Sockets of terminals that are signed in',
  basis_channels: 'Public topics and accounts that terminals have subscribed to',
  basis_open_sockets: 'Open sockets of the open API',
  basis_open_topics: 'Public topics of the open API that have subscribers',
  basis_term: 'Term of the newest leader in the stream',
  basis_stream_seq: 'Number of the last message read from the stream',
  basis_void_batches_total: 'Batches of deposed leaders, which were not applied',
  basis_undecided: 'Commands that the leader has not answered yet',
  basis_resent_total: 'Commands that were sent to a leader again',
}

export type OperatorOptions = {
  /** Addresses and networks that count as an operator's. */
  readonly operators: readonly string[]
  /** The token that makes any caller an operator; empty for none. */
  readonly operatorToken: string
  readonly trustedProxies: readonly string[]
}
type OperationOptions = OperatorOptions & {
  readonly extraFigures: ExtraFigures
  readonly rules?: RulesControl | undefined
}

/** Adds /health, /ready, /metrics and, if this process may set the rules, /rules. */
export function addOperations(
  app: FastifyInstance,
  parts: Parts,
  { extraFigures, rules, ...options }: OperationOptions,
): void {
  const isOperator = operatorCheck(options)
  app.get('/health', (_, reply) => reply.header('cache-control', 'no-store').send({ alive: true }))
  app.get('/ready', (_, reply) => {
    const state = readiness(parts)
    return reply
      .code(state.isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(state)
  })
  const registry = figures(app, parts, extraFigures)
  app.get('/metrics', async (request, reply) => {
    if (!isOperator(request)) {
      throw refusal('originRefused', 'address: figures are for operators; see BASIS_OPERATORS')
    }
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
  if (rules === undefined) return
  const assertOperator = (request: FastifyRequest): void => {
    if (isOperator(request)) return
    throw refusal('originRefused', 'address: rules are for operators; see BASIS_OPERATORS')
  }
  app.get('/rules', (request, reply) => {
    assertOperator(request)
    return reply.header('cache-control', 'no-store').send(rules.current().body)
  })
  app.post('/rules', async (request, reply) => {
    assertOperator(request)
    const { status, body } = await rules.set(request.body)
    return reply.code(status).header('cache-control', 'no-store').send(body)
  })
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const

/**
 * Returns the check whether a request is from an operator: by a listed address or the token. Behind
 * an untrusted proxy all requests have the address of the proxy, so only the token counts.
 */
export function operatorCheck(
  options: OperatorOptions,
): (request: Pick<FastifyRequest, 'ip' | 'headers'>) => boolean {
  const isListed = networkList(options.operators)
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const expected = digest(`Bearer ${options.operatorToken}`)
  return ({ ip, headers }) => {
    const { authorization } = headers
    if (options.operatorToken !== '' && authorization !== undefined) {
      return timingSafeEqual(digest(authorization), expected)
    }
    const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
    const isHidden = isForwarded && options.trustedProxies.length === 0
    return !isHidden && isListed(ip)
  }
}

/** Whether orders are accepted now, and if not, why. */
function readiness(parts: Parts) {
  const exchange = parts.exchange.status()
  const history = parts.readModel.status()
  const { views } = parts.exchange
  // Options are listed all day long and priced with the first price of their chain: a new strike
  // does not make a running exchange unready.
  const unpriced = symbolsWithoutOptions(views).filter(
    (symbol) => (views.symbol(symbol)?.indexE8 ?? 0) === 0,
  )
  const reasons = [
    ...(exchange.mode === 'running' ? [] : [`the exchange is ${exchange.mode}`]),
    ...(unpriced.length === 0 ? [] : [`no price yet for ${unpriced.join(', ')}`]),
  ]
  return {
    isReady: reasons.length === 0,
    reasons,
    mode: exchange.mode,
    seq: exchange.lastSeq,
    queued: exchange.queued,
    lastCommitMs: exchange.lastCommitMs,
    snapshotSeq: exchange.snapshotSeq,
    ...(exchange.snapshotFault === undefined ? {} : { snapshotFault: exchange.snapshotFault }),
    /** Milliseconds since the last command; prices are commands, so this is their age too. */
    lastCommandAgeMs: Math.max(0, parts.clock.nowMs() - exchange.lastTimeMs),
    history: history.mode,
    historyLag: exchange.lastSeq - history.appliedSeq,
  }
}

function figures(app: FastifyInstance, parts: Parts, extraFigures: ExtraFigures): Registry {
  const registry = new Registry()
  const gauge = (name: string, help: string, read: () => number): void => {
    const made: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: () => made.set(read()),
    })
  }
  const { exchange } = parts
  gauge('basis_seq', 'Number of the last applied command', () => exchange.status().lastSeq)
  gauge('basis_queued', 'Commands waiting for their number', () => exchange.status().queued)
  gauge('basis_in_flight', 'Commands the disk is working on', () => exchange.status().inFlight)
  gauge('basis_commit_ms', 'Duration of the last commit', () => exchange.status().lastCommitMs)
  gauge('basis_accounts', 'Accounts of the exchange', () => exchange.views.accountCount())
  gauge(
    'basis_history_lag',
    'Commands that the history has not taken in',
    () => exchange.status().lastSeq - parts.readModel.status().appliedSeq,
  )
  gauge('basis_memory_bytes', 'Resident memory', () => process.memoryUsage.rss())
  gauge('basis_heap_bytes', 'Objects of the main thread', () => process.memoryUsage().heapUsed)
  gauge('basis_buffer_bytes', 'Memory outside its heap', () => process.memoryUsage().external)
  for (const name of Object.keys(extraFigures())) {
    gauge(name, extraHelp[name] ?? 'A figure of this process', () => extraFigures()[name] ?? 0)
  }
  const durations = new Histogram({
    name: 'basis_http_seconds',
    help: 'Duration of answers by route',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })
  return registry
}
