// A start without a NATS server, or with one that refuses the user.

import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { connectCluster } from './nats-link.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** A NATS server that refuses every user, on the given port or a free one. */
async function refusingServer(port = 0): Promise<number> {
  const info = { server_id: 'n1', version: '2.15.0', proto: 1, max_payload: 1_048_576 }
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(`INFO ${JSON.stringify({ ...info, auth_required: true })}\r\n`)
    socket.once('data', () => socket.end("-ERR 'Authorization Violation'\r\n"))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const settings = { world: 'main', replicas: 1, user: 'basis', password: 'hush-hush' }

test('a user that the servers refuse is reported as an invalid setting', async () => {
  const servers = [`127.0.0.1:${await refusingServer()}`]
  await expect(connectCluster({ ...settings, servers })).rejects.toThrow(
    `BASIS_NATS_USER must be with BASIS_NATS_PASSWORD a user of the servers at ${servers[0]}, but is "basis"`,
  )
})

test('a start without a server reports it once and continues when a server answers', async () => {
  const port = await refusingServer()
  server?.close()
  const onNotice = vi.fn<(message: string) => void>()
  const started = connectCluster({ ...settings, servers: [`127.0.0.1:${port}`], onNotice })
  const said = `no NATS server answers at 127.0.0.1:${port}; waiting for one`
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalledExactlyOnceWith(said), 30_000)
  await refusingServer(port)
  await expect(started).rejects.toThrow('BASIS_NATS_USER')
})
