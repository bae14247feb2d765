// The server of both pages of the page bench: the built terminal, a real exchange for its calls,
// and, in place of the exchange's socket, one with an adjustable message rate.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { publicSocketPath } from '@basis/protocol/topics/topic'
import { WebSocketServer, type WebSocket } from 'ws'
import { feedTopics, PageFeed } from './page-feed.ts'
import { barePage } from './page-peer.ts'

export const barePath = '/bare'
const bareSocketPath = '/bare_feed'
const base = '/trade/usdt/'
const seed = 42
/** The interval at which due messages are sent. */
const beatMs = 4

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

export type Front = {
  readonly origin: string
  /** Resolves when a page has subscribed to all topics. */
  readonly received: () => Promise<void>
  /** Sets the number of messages per second. */
  readonly speak: (perSecond: number) => void
  /** Stops sending and returns the price that the page must show soon. */
  readonly hush: () => string
  readonly close: () => Promise<void>
}

/** Starts the server for a folder with the built terminal and an exchange that answers calls. */
export async function startFront(folder: string, exchange: string): Promise<Front> {
  const server = createServer((request, response) => {
    void answer(request, response, { folder, exchange })
  })
  const speaker = new Speaker(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    received: () => speaker.received(),
    speak: (perSecond) => speaker.speak(perSecond),
    hush: () => speaker.hush(),
    close: async () => {
      speaker.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Places = { readonly folder: string; readonly exchange: string }

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { folder, exchange }: Places,
): Promise<void> {
  const url = request.url ?? '/'
  const { pathname } = new URL(url, 'http://front')
  if (pathname === barePath) return send(response, '.html', barePage(bareSocketPath))
  if (pathname.startsWith(base)) {
    const file = join(folder, pathname.slice(base.length))
    const isFile = extname(file) !== '' && existsSync(file)
    return send(response, isFile ? extname(file) : '.html', fileOf(isFile ? file : folder))
  }
  const reply = await fetch(new URL(url, exchange))
  response.writeHead(reply.status, {
    'content-type': reply.headers.get('content-type') ?? 'application/json',
  })
  response.end(Buffer.from(await reply.arrayBuffer()))
}

const fileOf = (path: string): Buffer =>
  readFileSync(extname(path) === '' ? join(path, 'index.html') : path)

function send(response: ServerResponse, extension: string, body: Buffer | string): void {
  response.writeHead(200, { 'content-type': mediaTypes[extension] ?? 'application/octet-stream' })
  response.end(body)
}

/** Sends to all connected clients; one page at a time is measured. */
class Speaker {
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  readonly #listeners = new Set<WebSocket>()
  readonly #waiting: (() => void)[] = []
  readonly #feed = new PageFeed(seed)
  #timer: NodeJS.Timeout | undefined

  constructor(server: Server) {
    server.on('upgrade', (request, socket, head) => {
      const { pathname } = new URL(request.url ?? '/', 'http://front')
      const isBare = pathname === bareSocketPath
      if (!isBare && pathname !== publicSocketPath) return socket.destroy()
      this.#sockets.handleUpgrade(request, socket, head, (client) => this.#take(client, isBare))
    })
  }

  async received(): Promise<void> {
    if (this.#listeners.size > 0) return
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  speak(perSecond: number): void {
    clearInterval(this.#timer)
    const startMs = performance.now()
    let sent = 0
    this.#timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startMs) * perSecond) / 1000)
      for (; sent < due; sent += 1) this.#send(this.#feed.next())
    }, beatMs)
  }

  hush(): string {
    clearInterval(this.#timer)
    this.#send(this.#feed.tickerChange())
    return this.#feed.lastPrice
  }

  close(): void {
    clearInterval(this.#timer)
    for (const client of this.#sockets.clients) client.terminate()
  }

  #send(text: string): void {
    for (const listener of this.#listeners) listener.send(text)
  }

  #take(client: WebSocket, isBare: boolean): void {
    client.on('close', () => this.#listeners.delete(client))
    if (isBare) return this.#begin(client, feedTopics)
    client.on('message', (bytes) => {
      if (Buffer.isBuffer(bytes)) this.#begin(client, topicsOf(bytes.toString()))
    })
  }

  // A client gets snapshots first; changes start when it has subscribed to the last topic.
  #begin(client: WebSocket, topics: readonly string[]): void {
    for (const topic of topics) {
      const text = this.#feed.snapshot(topic)
      if (text !== undefined) client.send(text)
    }
    if (!topics.some((topic) => topic.startsWith('orderbook'))) return
    this.#listeners.add(client)
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** Returns the topics to which a client's message subscribes. */
function topicsOf(text: string): readonly string[] {
  const { op, args } = JSON.parse(text) as { op: string; args?: readonly string[] }
  return op === 'subscribe' ? (args ?? []) : []
}
