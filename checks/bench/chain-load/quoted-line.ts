// A proxy between a browser and an exchange that adds messages to the public socket, so that quotes
// change as often as a bench needs, whatever the robots do.

import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { publicSocketPath } from '@basis/protocol/topics/topic'
import { WebSocket, WebSocketServer, type RawData } from 'ws'

export class QuotedLine {
  readonly origin: string
  readonly #near = new Set<WebSocket>()
  readonly #close: () => void

  private constructor(port: number, close: () => void) {
    this.origin = `http://127.0.0.1:${port}`
    this.#close = close
  }

  /** Opens a proxy to an exchange of this machine. */
  static async to(target: string): Promise<QuotedLine> {
    const far = new URL(target)
    const server = createServer((asked, answer) => pass(far, asked, answer))
    const sockets = new WebSocketServer({ server })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
    const line = new QuotedLine(address.port, () => {
      sockets.close()
      server.close()
      server.closeAllConnections()
    })
    sockets.on('connection', (near, { url = '' }) => line.#join(near, far, url))
    return line
  }

  /** Sends a message to all clients of the public socket. */
  say(text: string): void {
    for (const near of this.#near) if (near.readyState === WebSocket.OPEN) near.send(text)
  }

  close(): void {
    for (const near of this.#near) near.terminate()
    this.#close()
  }

  #join(near: WebSocket, { host }: URL, path: string): void {
    const other = new WebSocket(`ws://${host}${path}`, { origin: `http://${host}` })
    const early: string[] = []
    near.on('message', (data) => {
      const text = textOf(data)
      if (other.readyState === WebSocket.OPEN) other.send(text)
      else early.push(text)
    })
    other.on('open', () => {
      for (const text of early) other.send(text)
    })
    other.on('message', (data) => near.send(textOf(data)))
    const end = (): void => {
      this.#near.delete(near)
      near.terminate()
      other.terminate()
    }
    for (const one of [near, other]) one.on('close', end).on('error', end)
    if (path.startsWith(publicSocketPath)) this.#near.add(near)
  }
}

const textOf = (data: RawData): string =>
  Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString()

function pass(far: URL, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url, headers } = asked
  const origin = headers.origin === undefined ? {} : { origin: far.origin }
  const sent = request(
    {
      host: far.hostname,
      port: far.port,
      method,
      path: url,
      headers: { ...headers, host: far.host, ...origin },
    },
    (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    },
  )
  sent.on('error', () => answer.destroy())
  asked.pipe(sent)
}
