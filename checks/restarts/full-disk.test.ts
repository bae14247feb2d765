// A full disk: the venue stops acknowledging and ends with code 70, and nothing acknowledged is
// lost.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort, startExchange } from '../exchange-process.ts'
import { VenueClient } from '../simulator/venue-client.ts'

const root = resolve(import.meta.dirname, '../..')
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basis-full-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const settings = { BASIS_ROBOTS: 'off', BASIS_RATE_LIMIT: '0', BASIS_LOG_LEVEL: 'fatal' }

/** Starts the venue with a limit on the size of every file, in KiB: a write beyond it fails. */
async function startLimited(port: number, limitKib: number) {
  const script = `trap '' XFSZ; ulimit -f ${limitKib}; exec "$0" packages/server/src/main.ts`
  const child = spawn('bash', ['-c', script, process.execPath], {
    cwd: root,
    env: { ...process.env, ...settings, BASIS_PORT: String(port), BASIS_DATA: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit') as Promise<[number | null]>
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The venue ended with ${child.exitCode}`)
    await delay(50)
  }
  return { gone }
}

test('a failed write ends the process with code 70; the next start has every acknowledged order (D4)', async () => {
  const port = await freePort()
  const client = new VenueClient(`http://127.0.0.1:${port}`)
  // An empty venue's files have 3 MB; the rest holds some 300 orders, however few share a write.
  const venue = await startLimited(port, 4000)
  await client.signUp()
  const acknowledged: string[] = []
  let isUp = true
  for (let n = 0; isUp; n += 1) {
    const answers = await Promise.all(
      Array.from({ length: 16 }, async (_, i) => {
        const orderLinkId = `full-${n}-${i}`
        const request = {
          symbol: 'BTCUSDT',
          side: 'Buy',
          orderType: 'Limit',
          qty: '0.001',
        } as const
        const placed = await client.call('createOrder', { ...request, price: '64600', orderLinkId })
        if (placed.kind === 'done') acknowledged.push(orderLinkId)
        if (placed.kind === 'unknown') return false
        await client.call('cancelOrder', { symbol: 'BTCUSDT', orderLinkId })
        return true
      }),
    )
    isUp = answers.every(Boolean)
  }
  const [code] = await venue.gone
  expect(code).toBe(70)
  expect(acknowledged.length).toBeGreaterThan(100)

  const again = await startExchange({ dataFolder: folder, settings })
  client.origin = again.origin
  const known = new Set((await client.ask('openOrders', {})).list.map((order) => order.orderLinkId))
  let cursor: string | undefined
  do {
    const asked = { limit: 200, ...(cursor === undefined ? {} : { cursor }) }
    const page = await client.ask('orderHistory', asked)
    for (const { orderLinkId } of page.list) known.add(orderLinkId)
    cursor = page.nextPageCursor === '' ? undefined : page.nextPageCursor
  } while (cursor !== undefined)
  expect(acknowledged.filter((linkId) => !known.has(linkId))).toEqual([])
  expect(await again.end('SIGTERM')).toBe(0)
  client.close()
})
