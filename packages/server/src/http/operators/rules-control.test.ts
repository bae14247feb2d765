// An operator switches the exchange to the next rules version when every process knows it; the
// processes that do not are named.

import { createEngine } from '@basis/engine/engine'
import { newState } from '@basis/engine/snapshot'
import { afterEach, expect, test } from 'vitest'
import { createInMemoryExchange } from '../../../testing/in-memory-exchange.ts'
import { defaultOptions, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import type { RoleWord } from '../../cluster/role-watch.ts'
import { readConfig } from '../../config/config.ts'
import { openOperatorEndpoints } from '../../roles/operator-endpoints.ts'
import { createHttpServer } from '../server.ts'
import { rulesControl } from './rules-control.ts'

let venue: TestServer | undefined
afterEach(() => venue?.stop())

const word = (id: string, rules: readonly number[]): RoleWord => ({
  process: id,
  id,
  role: id.startsWith('e') ? 'engine' : 'gateway',
  build: rules.includes(2) ? '2.0.0' : '1.0.0',
  rules,
})

/** An exchange of a build that knows two rules versions, and processes with those they know. */
function controlled(living: () => readonly RoleWord[] | undefined) {
  const engine = createEngine(newState([1, 2]))
  const { exchange } = createInMemoryExchange([], 1_000, engine)
  return { exchange, control: rulesControl({ exchange, living }) }
}

const all = [word('e1', [1, 2]), word('g1', [1, 2])]

test('the next rules version is set when all processes know it; a repeated request succeeds', async () => {
  const { exchange, control } = controlled(() => all)
  const one = { role: 'engine', id: 'e1', build: '2.0.0', rules: [1, 2] }
  expect(control.current()).toMatchObject({
    status: 200,
    body: { version: 1, processes: [one, {}] },
  })
  for (const _ of ['once', 'twice']) {
    const expected = { status: 200, body: { version: 2 } }
    expect(await control.set({ version: 2 })).toMatchObject(expected)
  }
  expect(exchange.views.rulesVersion()).toBe(2)
})

test('processes that do not know the next rules are named in the refusal, and nothing is changed', async () => {
  const { exchange, control } = controlled(() => [...all, word('g2', [1]), word('e2', [1])])
  const { status, body } = await control.set({ version: 2 })
  expect(status).toBe(409)
  expect(body).toEqual({
    problem:
      'version: 2 is not known to gateway g2 (build 1.0.0 knows 1), engine e2 (build 1.0.0 knows 1)',
  })
  expect(exchange.views.rulesVersion()).toBe(1)
  expect(exchange.lastSeq()).toBe(0)
})

test('while the living processes are unknown the request answers 503 and nothing is changed', async () => {
  const { exchange, control } = controlled(() => undefined)
  expect((await control.set({ version: 2 })).status).toBe(503)
  expect(exchange.lastSeq()).toBe(0)
})

const wrong = [undefined, null, [], 'two', {}, { version: '2' }, { version: 3 }, { version: 0 }]

test.each(wrong)(
  'a body without the next version is refused with the field name: %j',
  async (body) => {
    const { exchange, control } = controlled(() => all)
    expect(await control.set(body)).toEqual({
      status: 400,
      body: { problem: 'version: must be 2, the one after the present one' },
    })
    expect(exchange.lastSeq()).toBe(0)
  },
)

const json = { 'content-type': 'application/json' }

async function served(settings: Record<string, string> = {}) {
  const { exchange, control } = controlled(() => all)
  const config = { ...readConfig({ BASIS_HOST: '127.0.0.1', ...settings }), port: 0 }
  const endpoints = await openOperatorEndpoints(config, {
    exchange,
    figures: () => ({}),
    rules: control,
  })
  const ask = (body?: string, headers: Record<string, string> = json): Promise<Response> => {
    const asked = body === undefined ? {} : { method: 'POST', body, headers }
    return fetch(`http://127.0.0.1:${endpoints.port}/rules`, asked)
  }
  return { exchange, ask, close: endpoints.close }
}

test('an engine answers an operator’s rules call over HTTP, and refuses invalid bodies', async () => {
  const { ask, exchange, close } = await served()
  expect(await (await ask()).json()).toMatchObject({ version: 1 })
  // A page of another origin can send this content type without a preflight request.
  expect((await ask('{"version":2}', { 'content-type': 'text/plain' })).status).toBe(400)
  expect((await ask('{"version":')).status).toBe(400)
  expect((await ask(JSON.stringify({ version: 2, more: 'x'.repeat(2_000) }))).status).toBe(400)
  expect(exchange.lastSeq()).toBe(0)
  const answer = await ask('{"version":2}')
  expect([answer.status, await answer.json()]).toMatchObject([200, { version: 2 }])
  close()
})

test('an engine shows and changes its rules for its operators only', async () => {
  const { ask, exchange, close } = await served({ BASIS_OPERATORS: '203.0.113.9' })
  expect((await ask('{"version":2}')).status).toBe(403)
  expect((await ask()).status).toBe(403)
  expect(exchange.lastSeq()).toBe(0)
  close()
})

test('an exchange of one process has the rules call too, a gateway has not', async () => {
  venue = await startTestServer()
  const options = defaultOptions()
  const { exchange, control: rules } = controlled(() => all)
  const app = await createHttpServer(venue.parts, { ...options, rules })
  const gateway = await createHttpServer(venue.parts, options)
  const asked = { url: '/rules', method: 'POST', payload: { version: 2 } } as const
  const elsewhere = { url: '/rules', remoteAddress: '203.0.113.9' }
  expect((await app.inject(elsewhere)).statusCode).toBe(403)
  expect((await app.inject({ ...asked, ...elsewhere })).statusCode).toBe(403)
  expect((await gateway.inject(asked)).statusCode).toBe(404)
  expect((await app.inject({ ...asked, payload: { version: 9 } })).statusCode).toBe(400)
  expect(exchange.lastSeq()).toBe(0)
  expect((await app.inject(asked)).json()).toMatchObject({ version: 2 })
  expect((await app.inject('/rules')).json()).toMatchObject({ version: 2 })
  await app.close()
  await gateway.close()
})
