// The examples run as a new user runs them: against a server with a printed key.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVenue, type Venue } from './venue.ts'

let venue: Venue

beforeAll(async () => {
  venue = await startVenue()
})
afterAll(() => venue.stop())

/** Returns what an example printed, once it has ended by itself. */
async function run(name: string, settings: Record<string, string>): Promise<string> {
  const { key: KEY, secret: SECRET } = venue.credentials
  const child = spawn(process.execPath, [`examples/${name}.ts`], {
    env: { ...process.env, ORIGIN: venue.origin, KEY, SECRET, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(text)
  return text
}

test('the collector prints the funding of every perpetual', async () => {
  const text = await run('funding-collector', { SHOWN: '3' })
  expect(text.match(/% a year/g)).toHaveLength(3)
  expect(text).toMatch(/^\d{2} perpetuals$/m)
})

test('the taker buys its quantity in parts', async () => {
  const text = await run('twap-taker', { TOTAL: '0.01', PARTS: '2', EVERY_MS: '100' })
  expect(text).toMatch(/part 2 of 2: 0\.005 at \d+/)
  expect(text).toMatch(/^bought 0\.01 at \d+\.\d\d on average/m)
})

test('the maker quotes both sides and cancels its quotes at the end', async () => {
  const text = await run('market-maker', { SECONDS: '2' })
  expect(text).toMatch(/^\d+ rounds, \d+ fills, held -?\d/m)
  expect(Number(/^(\d+) rounds/m.exec(text)?.[1])).toBeGreaterThan(0)
})
