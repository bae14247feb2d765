// The server as `npm run dev` starts it: watched by Node, whose messages about files arrive on the
// channels of the server's own threads.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { crewOf } from '../dev.ts'
import { freePort } from '../exchange-process.ts'
import { VenueClient } from '../simulator/venue-client.ts'

test('a watched server becomes ready, and takes an order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'basis-watched-'))
  const port = String(await freePort())
  const settings = { BASIS_PORT: port, BASIS_DATA: folder, BASIS_ROBOTS: 'off' }
  const [{ words, env }] = crewOf({ ...process.env, ...settings })
  const cwd = resolve(import.meta.dirname, '../..')
  const child = spawn(process.execPath, words, { cwd, env, stdio: 'ignore' })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    await expect.poll(isReady, { timeout: 120_000, interval: 100 }).toBe(true)
    const client = new VenueClient(`http://127.0.0.1:${port}`)
    await client.signUp()
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01' } as const
    const { orderId } = await client.ask('createOrder', { ...order, price: '40000' })
    const { list } = await client.ask('openOrders', {})
    expect(list.map((each) => each.orderId)).toEqual([orderId])
    client.close()
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
})
