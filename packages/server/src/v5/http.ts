// The open API on Node's own HTTP: raw bytes in, the envelope out. Fastify is bypassed, because
// signatures cover the raw bytes, and to save its time per order.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { platformHeader } from '@basis/protocol/call'
import { v5Envelope } from '@basis/protocol/v5/envelope'
import { v5Failures } from '@basis/protocol/v5/errors'
import type { Clock } from '../exchange/ports.ts'
import { keyHeader } from './credentials.ts'
import type { V5Answered, V5Api } from './api.ts'

/**
 * Headers that show a terminal: its platform, a session cookie, or a preflight from another origin.
 */
const terminalHeaders = [platformHeader, 'cookie', 'access-control-request-method']

const maxBodyBytes = 65_536
const prefix = '/v5/'

export type V5HttpOptions = {
  readonly clock: Clock
  /** The address of a caller, behind trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string
  /**
   * Paths that the terminal's calls have too: the open API takes them if a key is sent, or if
   * nothing shows that the caller is a terminal.
   */
  readonly isTerminalPath: (path: string) => boolean
}

/** Handles requests beside those of the terminal. */
export type V5Http = {
  readonly takes: (request: Pick<IncomingMessage, 'url' | 'headers'>) => boolean
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
}

export function createV5Http(api: V5Api, options: V5HttpOptions): V5Http {
  return {
    takes({ url = '', headers }) {
      if (!url.startsWith(prefix)) return false
      const path = pathOf(url)
      if (headers[keyHeader] !== undefined || !options.isTerminalPath(path)) return true
      return api.knowsPath(path) && !terminalHeaders.some((name) => headers[name] !== undefined)
    },
    handle(request, response) {
      // Nobody is left to answer when a request fails.
      request.on('error', () => response.destroy())
      readBody(request, (body) => {
        if (body === undefined) return send(response, tooLarge(options.clock), true)
        void api.answer(requestOf(request, body, options)).then(
          (answered) => send(response, answered, false),
          () => response.destroy(),
        )
      })
    },
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

function requestOf(request: IncomingMessage, body: Buffer, { addressOf }: V5HttpOptions) {
  const { url = '', method = '', headers } = request
  const mark = url.indexOf('?')
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    body,
    address: addressOf(request),
    header(name: string): string | undefined {
      const value = headers[name]
      return typeof value === 'string' ? value : undefined
    },
  }
}

/** Calls back with the whole body, or undefined once it exceeds the limit. */
function readBody(request: IncomingMessage, onBody: (body: Buffer | undefined) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= maxBodyBytes) chunks.push(chunk)
    else if (bytes - chunk.length <= maxBodyBytes) onBody(undefined)
  })
  request.on('end', () => {
    if (bytes <= maxBodyBytes)
      onBody(chunks.length === 1 ? (chunks[0] ?? empty) : Buffer.concat(chunks))
  })
}

const empty = Buffer.alloc(0)

function tooLarge(clock: Clock): V5Answered {
  const { code } = v5Failures.paramsInvalid
  const retMsg = `params error: body must be at most ${maxBodyBytes} bytes`
  const body = JSON.stringify(v5Envelope({ retCode: code, retMsg, result: {} }, clock.nowMs()))
  return { status: 200, headers: {}, body }
}

function send(
  response: ServerResponse,
  { status, headers, body }: V5Answered,
  isLast: boolean,
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
    ...(isLast ? { Connection: 'close' } : {}),
  })
  response.end(body)
}
