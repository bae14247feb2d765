// What engines and histories tell: that they live to everybody, figures and hashes to operators.

import { afterEach, expect, test } from 'vitest'
import { createInMemoryExchange } from '../../testing/in-memory-exchange.ts'
import { readConfig } from '../config/config.ts'
import { openOperatorEndpoints } from './operator-endpoints.ts'

let close: (() => void) | undefined
afterEach(() => close?.())

/** Asks a process with these settings, from this machine. */
async function asked(path: string, settings: Readonly<Record<string, string>>): Promise<Response> {
  const { exchange } = createInMemoryExchange([], 1_000)
  const config = readConfig({ BASIS_PORT: '0', ...settings })
  const endpoints = await openOperatorEndpoints(config, {
    exchange,
    figures: () => ({ is_leader: 1 }),
  })
  close = endpoints.close
  return fetch(`http://127.0.0.1:${endpoints.port}${path}`)
}

test('that it lives is told to everybody: a service manager restarts by it', async () => {
  const answer = await asked('/health', { BASIS_OPERATORS: '10.1.0.0/16' })
  expect([answer.status, await answer.json()]).toEqual([200, { alive: true }])
})

test('figures are told to operators, those of every process among them', async () => {
  const answer = await asked('/metrics', {})
  expect(answer.status).toBe(200)
  const text = await answer.text()
  for (const name of ['seq', 'queued', 'commit_ms', 'memory_bytes', 'is_leader']) {
    expect(text).toMatch(new RegExp(`^basis_${name} \\d+`, 'm'))
  }
})

test('the state’s hash is told to operators', async () => {
  const answer = await asked('/hash', {})
  expect([answer.status, await answer.json()]).toMatchObject([200, { seq: 0 }])
})

test.each(['/metrics', '/hash'])('%s is told to nobody else', async (path) => {
  const answer = await asked(path, { BASIS_OPERATORS: '10.1.0.0/16' })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toEqual({ problem: 'address: must be one of BASIS_OPERATORS' })
})

test('what is not there is told to everybody', async () => {
  const elsewhere = { BASIS_OPERATORS: '10.1.0.0/16' }
  for (const path of ['/rules', '/metrics/more']) {
    const answer = await asked(path, elsewhere)
    expect(answer.status).toBe(404)
    close?.()
  }
})
