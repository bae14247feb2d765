// The server as a process: how it refuses to start, and how it ends (reliability D8, G4, G8).

import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusedStart } from './refused-start.ts'
import { startExchange } from '../exchange-process.ts'
import { VenueClient } from '../simulator/venue-client.ts'

let stopped = ''
beforeAll(() => {
  stopped = mkdtempSync(join(tmpdir(), 'basis-stopped-'))
})
afterAll(() => rmSync(stopped, { recursive: true, force: true }))

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basis-process-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const settings = { BASIS_ROBOTS: 'off', BASIS_RATE_LIMIT: '0' }

/** Copies the data of a cleanly stopped exchange, the same one for all tests. */
async function copyStopped(): Promise<void> {
  if (readdirSync(stopped).length === 0) {
    const venue = await startExchange({ dataFolder: stopped, settings })
    await venue.end('SIGTERM')
  }
  cpSync(stopped, folder, { recursive: true })
}

const refusedHere = (extra: Readonly<Record<string, string>>) =>
  refusedStart({ ...settings, BASIS_DATA: folder, ...extra })

test('a wrong setting is refused in one line that names it', async () => {
  const { code, words } = await refusedHere({ BASIS_SNAPSHOT_EVERY: 'often' })
  expect(code).toBe(78)
  expect(words).toContain('BASIS_SNAPSHOT_EVERY must be a whole number')
  expect(words.trim().split('\n')).toHaveLength(1)
})

// The two tests are one because each start lists the whole market.
test('on SIGTERM pending requests are answered, a snapshot is written and the exit code is 0; a second process on the same data is refused, and the first goes on', async () => {
  const venue = await startExchange({ dataFolder: folder, settings })
  const client = new VenueClient(venue.origin)
  await client.signUp()
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001' } as const
  const asked = Array.from({ length: 20 }, (_, i) =>
    client.call('createOrder', { ...order, price: '64600', orderLinkId: `last-${i}` }),
  )
  // Let the requests reach the server before it is told to stop.
  await Promise.race(asked)
  expect(await venue.end('SIGTERM')).toBe(0)
  const outcomes = await Promise.all(asked)
  const done = outcomes.filter(({ kind }) => kind === 'done').length
  expect(done).toBeGreaterThan(0)
  expect(readdirSync(join(folder, 'snapshots'))).toHaveLength(1)
  cpSync(folder, stopped, { recursive: true })

  const next = await startExchange({ dataFolder: folder, settings })
  client.origin = next.origin
  const open = (await client.ask('openOrders', {})).list.map(({ orderLinkId }) => orderLinkId)
  outcomes.forEach(({ kind }, i) => {
    if (kind === 'done') expect(open).toContain(`last-${i}`)
  })

  const { code, words } = await refusedHere({})
  expect(code).toBe(75)
  expect(words).toContain(`The data folder ${folder} is in use by another process`)
  await client.signUp()
  // A killed process leaves nothing behind that would block the next start.
  await next.end('SIGKILL')
  const last = await startExchange({ dataFolder: folder, settings })
  expect(await last.end('SIGTERM')).toBe(0)
  client.close()
})

test('a seed other than that of the data is refused', async () => {
  await copyStopped()
  const { code, words } = await refusedHere({ BASIS_SEED: '43' })
  expect(code).toBe(78)
  expect(words).toContain('BASIS_SEED must be 42')
})

test('a damaged journal stops the start, and the message says where it is damaged', async () => {
  await copyStopped()
  rmSync(join(folder, 'snapshots'), { recursive: true })
  const db = new DatabaseSync(join(folder, 'journal.db'))
  db.exec("UPDATE batch SET payload = CAST(payload || ' ' AS BLOB) WHERE first_seq = 1")
  db.close()
  const { code, words } = await refusedHere({})
  expect(code).toBe(65)
  expect(words).toContain(join(folder, 'journal.db'))
  expect(words).toContain('row 1, sequence 1: its checksum does not match')
})
