// Endpoints of processes that traders cannot reach: `/health` and `/ready` for any caller, `/hash`,
// `/metrics` and, on an engine, `/rules` for operators.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Config } from '../config/config.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { operatorCheck } from '../http/operations.ts'
import type { RulesAnswer, RulesControl } from '../http/operators/rules-control.ts'

type OperatorEndpoints = { readonly port: number; readonly close: () => void }

type Operated = {
  readonly exchange: Pick<Exchange, 'status' | 'stateHash'>
  readonly figures: () => Readonly<Record<string, number>>
  /** Sets the version of the rules; on engines only. */
  readonly rules?: RulesControl
}

const mostBytes = 1_000

/** Listens at the configured address. */
export async function openOperatorEndpoints(
  config: Config,
  { exchange, figures, rules }: Operated,
): Promise<OperatorEndpoints> {
  const isOperator = operatorCheck(config)
  const answered = async (request: IncomingMessage): Promise<RulesAnswer | string> => {
    const { url, method } = request
    if (url === '/health') return { status: 200, body: { alive: true } }
    if (url === '/ready') return { status: 200, body: exchange.status() }
    const setter = url === '/rules' ? rules : undefined
    if (url !== '/hash' && url !== '/metrics' && setter === undefined) {
      return { status: 404, body: { problem: 'path: nothing is known by this name' } }
    }
    if (!isOperator({ ip: request.socket.remoteAddress ?? '', headers: request.headers })) {
      return { status: 403, body: { problem: 'address: must be one of BASIS_OPERATORS' } }
    }
    if (url === '/hash') return { status: 200, body: exchange.stateHash() }
    if (setter !== undefined) {
      return method === 'GET' ? setter.current() : setter.set(await jsonOf(request))
    }
    const all = Object.entries({ ...ownFigures(exchange), ...figures() })
    return all.map(([name, value]) => `${name} ${value}\n`).join('')
  }
  const server = createServer((request, response) => {
    answered(request).then(
      (answer) => {
        const isText = typeof answer === 'string'
        const type = isText ? 'text/plain' : 'application/json'
        response.writeHead(isText ? 200 : answer.status, { 'Content-Type': type })
        response.end(isText ? answer : JSON.stringify(answer.body))
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => void server.close(),
  }
}

/** Figures that gateways also report, under the same names. */
function ownFigures(exchange: Operated['exchange']): Readonly<Record<string, number>> {
  const { lastSeq, snapshotSeq, queued, lastCommitMs } = exchange.status()
  return {
    basis_seq: lastSeq,
    basis_snapshot_seq: snapshotSeq,
    basis_queued: queued,
    basis_commit_ms: lastCommitMs,
    basis_memory_bytes: process.memoryUsage.rss(),
  }
}

/**
 * Parses a request's body as JSON; undefined for anything else. Requires the JSON media type, which
 * a page of another origin cannot send without a preflight.
 */
async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const { 'content-type': type = '', 'content-length': length = '' } = request.headers
  const isShort = Number(length) <= mostBytes && length !== ''
  if (request.method !== 'POST' || !isShort || !type.startsWith('application/json'))
    return undefined
  try {
    return JSON.parse(await text(request))
  } catch {
    return undefined
  }
}
