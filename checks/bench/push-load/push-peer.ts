// The peer of the push bench: a bare `ws` server that sends recorded messages to all clients, at
// the recorded times, in a loop.

import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/** A received message and its time from the beginning of the recording. */
export type Recorded = { readonly atMs: number; readonly text: string }

/** The message from the bench: what to replay, and the length of the recording. */
export type Recording = { readonly messages: readonly Recorded[]; readonly lengthMs: number }

function play(server: WebSocketServer, { messages, lengthMs }: Recording): void {
  const ready = messages.map(({ atMs, text }) => ({ atMs, bytes: Buffer.from(text) }))
  let startMs = performance.now()
  let next = 0
  const step = (): void => {
    const nowMs = performance.now() - startMs
    for (let message = ready[next]; message !== undefined; message = ready[next]) {
      if (message.atMs > nowMs) break
      next += 1
      for (const client of server.clients) client.send(message.bytes, { binary: false })
    }
    if (next === ready.length) {
      next = 0
      startMs += lengthMs
    }
    setTimeout(step, Math.max(1, (ready[next]?.atMs ?? 0) - (performance.now() - startMs)))
  }
  step()
}

function run(): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  server.on('listening', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.once('message', (recording: Recording) => play(server, recording))
  process.once('disconnect', () => process.exit())
}

if (import.meta.main) run()
