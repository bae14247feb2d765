// A venue on a real port for third-party clients: real engine, journal, history and keys, the open
// API over HTTP and its sockets.

import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { allowedMethods } from '@basis/server/http/call-routes'
import { createV5Api } from '@basis/server/v5/api'
import { createV5Http } from '@basis/server/v5/http'
import { createSignedSockets } from '@basis/server/v5/sockets/signed-sockets'
import { createV5Sockets } from '@basis/server/v5/sockets/sockets'
import { OptionMarket } from '@basis/server/simulator/options/option-market'
import { startTestServer, type TestServer } from '@basis/server/testing/test-server'
import { V5TestClient } from '@basis/server/testing/v5-client'

export type LiveVenue = {
  readonly venue: TestServer
  readonly origin: string
  /** Creates an account with funds and an API key. */
  readonly open: () => Promise<V5TestClient>
  readonly failures: readonly unknown[]
  readonly stop: () => Promise<void>
}

/** The time that passes while options are listed and quoted. */
const quotingMs = 10_000
const stepMs = 250

/** Lists options and lets them be quoted. */
async function quoteOptions({ parts, clock }: TestServer): Promise<void> {
  const market = new OptionMarket(parts.exchange.views, { seed: 1, isManned: true })
  for (let passed = 0; passed < quotingMs; passed += stepMs) {
    clock.advance(stepMs)
    for (const command of market.step(clock.nowMs())) await parts.exchange.submit(command)
  }
}

export type LiveVenueOptions = {
  readonly hasOptions?: boolean
  /** How long before now it starts; the test then moves its clock to the clients' time. */
  readonly pastMs?: number
}

/** Starts a venue at the current time, which clients use, or `pastMs` earlier. */
export async function startLiveVenue(
  symbols: readonly string[],
  { hasOptions = false, pastMs = 0 }: LiveVenueOptions = {},
): Promise<LiveVenue> {
  const failures: unknown[] = []
  const onFailure = (error: unknown): void => void failures.push(error)
  const startMs = Date.now() - pastMs - (hasOptions ? quotingMs : 0)
  const venue = await startTestServer({}, { symbols, startMs, isClockRunning: true })
  if (hasOptions) await quoteOptions(venue)
  const { parts } = venue
  const api = createV5Api(parts, { limitFactor: 0, onFailure })
  const addressOf = (): string => '127.0.0.1'
  const isTerminalPath = (path: string): boolean => allowedMethods(path).length > 0
  const requests = createV5Http(api, { clock: parts.clock, addressOf, isTerminalPath })
  const signed = createSignedSockets(parts, api, onFailure)
  const sockets = createV5Sockets(parts, {
    addressOf,
    limitFactor: 0,
    signed: signed.kinds,
    onFailure,
  })
  const server: Server = createServer((request, response) => {
    // There is no terminal here for the requests that a real server passes to it.
    if (requests.takes(request)) requests.handle(request, response)
    else response.writeHead(404).end()
  })
  server.on('upgrade', (...upgrade) => void sockets.upgrade(...upgrade))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    venue,
    origin: `http://127.0.0.1:${port}`,
    open: () => V5TestClient.open(venue, api),
    failures,
    stop: async () => {
      signed.stop()
      await sockets.stop()
      server.closeAllConnections()
      server.close()
      await venue.stop()
    },
  }
}
