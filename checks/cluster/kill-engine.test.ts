// The leading engine is killed while orders arrive through a gateway: trading goes on by itself,
// and every acknowledged order is there once (docs/cluster.md).

import { afterAll, expect, test } from 'vitest'
import { setTimeout as delay } from 'node:timers/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startExchange } from '../exchange-process.ts'
import { isLong } from '../proof-length.ts'
import { VenueClient } from '../simulator/venue-client.ts'
import { ClusterProcesses } from './cluster-processes.ts'
import { natsProgram, startNats } from './nats-servers.ts'

const found = await natsProgram()
/** Three servers hold three copies; a single one is for the short form and half the work. */
const serverCount = isLong ? 3 : 1
const kills = isLong ? 20 : 1
const ordersPerKill = 40

if ('missing' in found) {
  // In CI a missing server is an error; elsewhere a warning.
  if (process.env['CI'] !== undefined) throw new Error(found.missing)
  console.warn(`The cluster is not tried: ${found.missing}`)
}
const cluster = new ClusterProcesses('program' in found ? found.program : '', serverCount)
afterAll(() => cluster.close())

type Sent = { readonly linkId: string; outcome: 'done' | 'refused' | 'unknown' }

async function sendOrders(client: VenueClient, prefix: string, sent: Sent[]): Promise<void> {
  const { list } = await client.ask('tickers', { symbol: 'BTCUSDT' })
  const price = String(Math.floor(Number(list[0]?.markPrice) * 0.99))
  for (let k = 0; k < ordersPerKill; k += 1) {
    const linkId = `${prefix}-${k}`
    const order = {
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Limit',
      qty: '0.001',
      price,
    } as const
    const { kind } = await client.call('createOrder', { ...order, orderLinkId: linkId })
    sent.push({ linkId, outcome: kind })
    await delay(5)
  }
}

const named = 'missing' in found ? [found.missing] : []

test.each(named)('a missing server is named: %s', (words) => {
  expect(words).toContain('nats-server')
})

test.each('program' in found ? [found.program] : [])(
  'an engine refuses to start with a server that acknowledges before writing to disk: %s',
  async (program) => {
    const folder = mkdtempSync(join(tmpdir(), 'basis-unsafe-'))
    const nats = await startNats(program, 1, folder, { isSynced: false })
    const settings = { BASIS_ROLE: 'engine', BASIS_NATS: nats.addresses, BASIS_CLUSTER: 'trial' }
    const started = startExchange({
      dataFolder: join(folder, 'e1'),
      settings: { ...settings, BASIS_NATS_MONITOR: nats.monitors },
    })
    await expect(started).rejects.toThrow(/BASIS_NATS_MONITOR must be .* sync_interval: always/)
    await nats.stop()
    rmSync(folder, { recursive: true })
  },
)

const tried = 'program' in found ? ['no acknowledged order is lost or doubled'] : []

test.each(tried)('kill -9 of the leader: %s', async () => {
  await cluster.startServers()
  await Promise.all([cluster.start('engine', 'e1'), cluster.start('engine', 'e2')])
  const { origin } = await cluster.start('gateway', 'g1')
  const client = new VenueClient(origin)
  const { cluster: spokenTo } = await client.ask('venueStatus', {})
  expect(spokenTo).toEqual({ world: expect.any(String), gateway: 'g1' })
  await client.signUp()
  const sent: Sent[] = []
  for (let round = 0; round < kills; round += 1) {
    const leader = await cluster.leader()
    const done = (): number => sent.filter(({ outcome }) => outcome === 'done').length
    const before = done()
    const sending = sendOrders(client, `r${round}`, sent)
    await expect.poll(() => done() - before, { interval: 5 }).toBeGreaterThan(1)
    await cluster.end(leader, 'SIGKILL')
    await cluster.leader(leader)
    await sending
    await cluster.start('engine', leader)
  }
  const acknowledged = sent.filter(({ outcome }) => outcome === 'done')
  expect(acknowledged.length).toBeGreaterThan(kills)
  // Without a leader the gateway accepts no orders, and it reports the outcome of those it
  // accepted: orders that were not acknowledged were not placed.
  const { list } = await client.ask('openOrders', {})
  const there = list.map(({ orderLinkId }) => orderLinkId)
  expect(there.toSorted()).toEqual(acknowledged.map(({ linkId }) => linkId).toSorted())
  client.close()

  const ids = [...cluster.running.keys()]
  for (const id of ids) expect(await cluster.end(id, 'SIGTERM')).toBe(0)
  const ends = await Promise.all(ids.map((id) => cluster.lastSeq(id)))
  const throughSeq = Math.min(...ends)
  // Whichever engine led, the exchange is the one that the first leader created.
  const exchanges = new Set(await Promise.all(ids.map((id) => cluster.exchangeOf(id))))
  expect([...exchanges]).toEqual([await cluster.firstExchange()])
  const hashes = new Set<string>()
  for (const id of ids) hashes.add(await cluster.hashAt(id, throughSeq))
  expect(hashes.size).toBe(1)
})
