// Endpoints of engines and histories: health for everyone, metrics and hashes for operators.

import { afterEach, expect, test } from 'vitest'
import { createInMemoryExchange } from '../../testing/in-memory-exchange.ts'
import { readConfig } from '../config/config.ts'
import { openOperatorEndpoints } from './operator-endpoints.ts'

let close: (() => void) | undefined
afterEach(() => close?.())

/** Sends a request to a process with these settings, from this machine. */
async function answerTo(
  path: string,
  settings: Readonly<Record<string, string>>,
): Promise<Response> {
  const { exchange } = createInMemoryExchange([], 1_000)
  const config = readConfig({ BASIS_PORT: '0', ...settings })
  const endpoints = await openOperatorEndpoints(config, {
    exchange,
    figures: () => ({ basis_is_leader: 1 }),
  })
  close = endpoints.close
  return fetch(`http://127.0.0.1:${endpoints.port}${path}`)
}

test('/health answers to any address, so that a service manager can use it', async () => {
  const answer = await answerTo('/health', { BASIS_OPERATORS: '10.1.0.0/16' })
  expect([answer.status, await answer.json()]).toEqual([200, { alive: true }])
})

test('/metrics answers operators with the metrics of every process and those of the role', async () => {
  const answer = await answerTo('/metrics', {})
  expect(answer.status).toBe(200)
  const text = await answer.text()
  const own = ['basis_seq', 'basis_queued', 'basis_commit_ms', 'basis_memory_bytes']
  for (const name of [...own, 'basis_is_leader']) {
    expect(text).toMatch(new RegExp(`^${name} \\d+`, 'm'))
  }
})

test('/hash answers operators with the hash of the state', async () => {
  const answer = await answerTo('/hash', {})
  expect([answer.status, await answer.json()]).toMatchObject([200, { seq: 0 }])
})

test.each(['/metrics', '/hash'])(
  '%s is refused to addresses outside BASIS_OPERATORS',
  async (path) => {
    const answer = await answerTo(path, { BASIS_OPERATORS: '10.1.0.0/16' })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({ problem: 'address: must be one of BASIS_OPERATORS' })
  },
)

test('unknown paths answer 404 to any address', async () => {
  const elsewhere = { BASIS_OPERATORS: '10.1.0.0/16' }
  for (const path of ['/rules', '/metrics/more']) {
    const answer = await answerTo(path, elsewhere)
    expect(answer.status).toBe(404)
    close?.()
  }
})
