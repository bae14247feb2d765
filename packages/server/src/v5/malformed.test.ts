// Any input to a signed call is answered in the envelope, and never with an internal failure of
// the server (open API 1.2, 1.6).

import { createPrng } from '@basis/domain/numbers/prng'
import { v5CallNames, v5Calls } from '@basis/protocol/v5/calls'
import type { V5Call } from '@basis/protocol/v5/call'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { V5TestClient } from '../../testing/v5-client.ts'
import { createV5Api } from './api.ts'

let venue: TestServer
let client: V5TestClient
const failures: unknown[] = []

beforeAll(async () => {
  venue = await startTestServer()
  const api = createV5Api(venue.parts, { limitFactor: 0, onFailure: (e) => failures.push(e) })
  client = await V5TestClient.open(venue, api)
})
afterAll(() => venue.stop())

const texts = [
  'linear',
  'spot',
  'option',
  'BTCUSDT',
  'Buy',
  'Limit',
  'Market',
  'Full',
  'Partial',
  'UNIFIED',
  'USDT',
  '0',
  '1',
  '-1',
  '0.01',
  '65000',
  '1e9',
  '99999999999999999999999',
  '0.000000000000001',
  'NaN',
  '\u0000',
  '__proto__',
  "'; drop table orders",
  '1700000000000',
  'a'.repeat(300),
]
const names = [
  'category',
  'symbol',
  'side',
  'orderType',
  'qty',
  'price',
  'triggerPrice',
  'triggerDirection',
  'takeProfit',
  'stopLoss',
  'tpslMode',
  'tpLimitPrice',
  'positionIdx',
  'reduceOnly',
  'closeOnTrigger',
  'orderId',
  'orderLinkId',
  'orderFilter',
  'marketUnit',
  'bboSideType',
  'bboLevel',
  'orderIv',
  'slippageTolerance',
  'slippageToleranceType',
  'coin',
  'amount',
  'accountType',
  'baseCoin',
  'settleCoin',
  'startTime',
  'endTime',
  'limit',
  'cursor',
  'mode',
  'buyLeverage',
  'sellLeverage',
  'margin',
  'autoAddMargin',
  'trailingStop',
  'activePrice',
  'tpSize',
  'slSize',
  'setMarginMode',
  'timeWindow',
  'product',
  'window',
  'frozenPeriod',
  'qtyLimit',
  'deltaLimit',
  'leverage',
  'execType',
  'type',
]

test('names of JavaScript object properties are refused as unknown values', async () => {
  const placed = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' }
  for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    for (const [category, symbol, retCode] of [
      ['linear', 'BTCUSDT', 10001],
      ['spot', 'BTCUSDT', 170115],
    ] as const) {
      const order = { ...placed, category, symbol, timeInForce: word }
      expect(await client.post('order/create', order)).toMatchObject({ retCode })
    }
    const executions = await client.get('execution/list', { category: 'linear', execType: word })
    expect(executions).toMatchObject({ retCode: 0, result: { list: [] } })
    const money = { adjustType: 0, utaDemoApplyMoney: [{ coin: word, amountStr: '999999999' }] }
    expect(await client.post('account/demo-apply-money', money)).toMatchObject({
      retCode: 10001,
      retMsg: 'params error: coin invalid',
    })
  }
  expect(failures).toEqual([])
})

test('a thousand random requests to the signed calls are answered in the envelope without a failure', async () => {
  const prng = createPrng(17)
  const pick = <Item>(from: readonly Item[]): Item => from[prng.nextBelow(from.length)] as Item
  const value = (depth: number): unknown => {
    const kind = prng.nextBelow(12)
    if (kind === 0) return prng.nextBelow(100) - 50
    if (kind === 1) return prng.nextBelow(2) === 0
    if (kind === 2) return null
    if (kind === 3 && depth < 3) return [value(depth + 1), fields(depth + 1)]
    return pick(texts)
  }
  const fields = (depth: number): Record<string, unknown> => {
    const found: Record<string, unknown> = {}
    for (const name of names) if (prng.nextBelow(3) > 0) found[name] = value(depth)
    if (prng.nextBelow(2) === 0) Object.assign(found, { category: 'linear', symbol: 'BTCUSDT' })
    if (prng.nextBelow(4) === 0 && depth === 0) found['request'] = [fields(1), fields(1)]
    return found
  }
  const signed = v5CallNames
    .map((name): V5Call => v5Calls[name])
    .filter(({ access }) => access === 'signed')
    // These would delete the signing key, or change its permissions.
    .filter(({ path }) => path !== v5Calls.deleteApi.path && path !== v5Calls.updateApi.path)
  for (let k = 0; k < 1000; k += 1) {
    const { method, path } = pick(signed)
    const asked = fields(0)
    const plain = Object.entries(asked).map(([name, each]) => [name, String(each)])
    const answer =
      method === 'GET'
        ? await client.get(path.slice(4), Object.fromEntries(plain) as Record<string, string>)
        : await client.post(path.slice(4), asked)
    expect(Object.keys(answer)).toEqual(['retCode', 'retMsg', 'result', 'retExtInfo', 'time'])
    if (answer.retCode === 10016) throw new Error(`${path} ${JSON.stringify(asked)}`)
  }
  expect(failures).toEqual([])
  expect(await client.get('user/query-api')).toMatchObject({ retCode: 0, result: { readOnly: 0 } })
})
