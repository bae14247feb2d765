// The open API over Node's own HTTP: raw bytes in, the envelope out. Fastify is not asked, because
// signatures are over the bytes as they came, and because orders are worth the time it takes.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { platformHeader } from '@basis/protocol/call'
import { v5Envelope } from '@basis/protocol/v5/envelope'
import { v5Failures } from '@basis/protocol/v5/errors'
import type { Clock } from '../exchange/ports.ts'
import { keyHeader } from './credentials.ts'
import type { V5Answered, V5Api } from './api.ts'

/** A terminal says which it is, has a session, or asks first from the page of another origin. */
const terminalHeaders = [platformHeader, 'cookie', 'access-control-request-method']

const maxBodyBytes = 65_536
const prefix = '/v5/'

export type V5HttpOptions = {
  readonly clock: Clock
  /** The address of a caller, behind the proxies that are trusted. */
  readonly addressOf: (request: IncomingMessage) => string
  /**
   * Paths that the terminal's own calls have: they are the open API's where a key comes along, or
   * where nothing says that the caller is a terminal.
   */
  readonly isTerminalPath: (path: string) => boolean
}

/** Beside the terminal's requests. */
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
      // What comes while nobody listens any more is nobody's.
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

/** Tells the whole body, or undefined once it is larger than any request. */
function readBody(request: IncomingMessage, tell: (body: Buffer | undefined) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= maxBodyBytes) chunks.push(chunk)
    else if (bytes - chunk.length <= maxBodyBytes) tell(undefined)
  })
  request.on('end', () => {
    if (bytes <= maxBodyBytes)
      tell(chunks.length === 1 ? (chunks[0] ?? empty) : Buffer.concat(chunks))
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
