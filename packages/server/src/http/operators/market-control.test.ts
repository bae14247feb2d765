// Only an operator sets the speed of the market and adds news, and only in the process that runs
// it.

import { afterEach, expect, test } from 'vitest'
import { defaultOptions, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { MarketControl } from '../../simulator/market-control.ts'
import { createHttpServer } from '../server.ts'

let venue: TestServer | undefined
afterEach(() => venue?.stop())

async function served(marketControl?: MarketControl) {
  venue = await startTestServer()
  const { parts } = venue
  const app = await createHttpServer({ ...parts, marketControl }, defaultOptions())
  const ask = async (
    path: string,
    body?: object,
    from = '127.0.0.1',
  ): Promise<{ readonly code: number; readonly result: unknown }> => {
    const method = body === undefined ? 'GET' : 'POST'
    const question = { url: path, method, remoteAddress: from } as const
    const answer = await app.inject(body === undefined ? question : { ...question, payload: body })
    const { ret_code: code, result } = answer.json<{ ret_code: number; result: unknown }>()
    return { code, result }
  }
  return { ask, app }
}

test('an operator sets the speed and adds news; others see the speed and change nothing', async () => {
  const control = new MarketControl()
  const { ask, app } = await served(control)
  expect(await ask('/market/set-speed', { speed: 20 })).toMatchObject({
    code: 0,
    result: { mayControl: true, speed: 20 },
  })
  expect(control.speed).toBe(20)
  expect((await ask('/market/bring-news', { direction: 'down' })).code).toBe(0)
  expect((await ask('/market/bring-news', { direction: 'up', coin: 'BTC' })).code).toBe(0)
  expect((await ask('/market/bring-news', { direction: 'up', coin: 'NONE' })).code).toBe(10001)
  expect(control.takeNews()).toEqual([
    { coin: undefined, jump: -0.8 },
    { coin: 'BTC', jump: 0.8 },
  ])
  const elsewhere = '203.0.113.9'
  expect((await ask('/market/control', undefined, elsewhere)).result).toEqual({
    mayControl: false,
    speed: 20,
  })
  expect((await ask('/market/set-speed', { speed: 1 }, elsewhere)).code).toBe(10005)
  expect((await ask('/market/bring-news', { direction: 'up' }, elsewhere)).code).toBe(10005)
  expect((await ask('/market/set-speed', { speed: 3 })).code).toBe(10001)
  expect(control.speed).toBe(20)
  await app.close()
})

test('a gateway, which runs no market, refuses changes even from an operator', async () => {
  const { ask, app } = await served()
  expect((await ask('/market/control')).result).toEqual({ mayControl: false, speed: 1 })
  expect((await ask('/market/set-speed', { speed: 5 })).code).toBe(10005)
  await app.close()
})
