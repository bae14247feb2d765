// One socket of the open API: its number, what it sends, and when it has been idle for too long
// (open API 9).

import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'

/** A reader who leaves so much unread is cut off: nothing is ever left out for him. */
const mostWaitingBytes = 4 * 1024 * 1024

export type OpenSocketOptions = {
  readonly address: string
  /** Idle for so long, a socket is closed. */
  readonly idleMs: number
}

export class OpenSocket {
  readonly id = randomUUID()
  readonly address: string
  readonly #socket: WebSocket
  readonly #idle: NodeJS.Timeout

  constructor(socket: WebSocket, { address, idleMs }: OpenSocketOptions) {
    this.#socket = socket
    this.address = address
    this.#idle = setTimeout(() => this.close(1000, 'idle'), idleMs)
    this.#idle.unref()
    socket.on('ping', () => this.wake())
    socket.on('close', () => clearTimeout(this.#idle))
  }

  /** Something was heard or said. */
  wake(): void {
    this.#idle.refresh()
  }

  /** Sends a message without blanks, as clients look for words in its text. */
  send(message: object): void {
    this.sendText(JSON.stringify(message))
  }

  sendText(text: string): void {
    const socket = this.#socket
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > mostWaitingBytes) {
      socket.terminate()
      return
    }
    this.wake()
    socket.send(text)
  }

  close(code: number, why: string): void {
    this.#socket.close(code, why)
  }

  terminate(): void {
    this.#socket.terminate()
  }
}

/** What a client sends; fields that are not as they should be are not there. */
export type SocketMessage = {
  readonly op: string
  readonly args: readonly unknown[]
  /** Told back as it came, a number as a number. */
  readonly reqId: string | number | undefined
  readonly header: Readonly<Record<string, unknown>>
}

/** Returns a client's message, undefined for what is none. */
export function readMessage(text: string): SocketMessage | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const message = value as Readonly<Record<string, unknown>>
  const { op, args, header } = message
  const id = message['req_id'] ?? message['reqId']
  if (typeof op !== 'string') return undefined
  return {
    op,
    args: Array.isArray(args) ? args : [],
    reqId: typeof id === 'string' || typeof id === 'number' ? id : undefined,
    header:
      typeof header === 'object' && header !== null ? (header as SocketMessage['header']) : {},
  }
}
