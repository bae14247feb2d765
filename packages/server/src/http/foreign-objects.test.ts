// Objects of another account: every call that names one answers as for an object that does not
// exist, and changes nothing (reliability O5, S13).

import { calls, type CallName } from '@basis/protocol/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

type Fields = Readonly<Record<string, unknown>>

let venue: TestServer
let ann: TestClient
let ben: TestClient
/** The ids of Ann’s objects, by the field that names them. */
const ids = new Map<string, string>()

const ask = (browser: TestClient, name: CallName, fields: Fields) => {
  const { method, path } = calls[name]
  if (method === 'POST') return browser.ask('POST', path, fields)
  const query = Object.entries(fields).map(([field, value]) => `${field}=${String(value)}`)
  return browser.ask('GET', `${path}?${query.join('&')}`)
}

/** Makes an object of Ann’s and stores its id under this name. */
async function make(id: string, name: CallName, fields: Fields): Promise<void> {
  const { body } = await ask(ann, name, fields)
  expect([name, body['ret_msg']]).toEqual([name, 'OK'])
  const field = id.replace(/^[a-z]+:/, '')
  const found = new RegExp(`"${field}":"?(\\d+)`).exec(JSON.stringify(body['result']))?.[1]
  if (found === undefined) throw new Error(`${name} answered no ${field}`)
  ids.set(id, found)
}

const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '64000' }
const above = { left: { of: 'Mark' }, operator: 'Above', right: { of: 'Number', value: '90000' } }
const rule = { conditions: [above], action: { type: 'Close', percent: '50' } }
const settings = { mode: 'FixedRatio', ratio: '1', slippage: '0.01' }
const grid = {
  symbol: 'BTCUSDT',
  gridMode: 'Neutral',
  gridType: 'Arithmetic',
  minPrice: '60000',
  maxPrice: '70000',
  cellNumber: 5,
  leverage: '5',
  investment: '5000',
}
const dca = { symbol: 'BTC/USDT', amount: '100', purchases: 5, intervalMin: 60 }

beforeAll(async () => {
  venue = await startTestServer()
  const lea = new TestClient(venue.app)
  ;[ann, ben] = [new TestClient(venue.app), new TestClient(venue.app)]
  for (const browser of [lea, ann, ben]) await browser.becomeTrader()
  await make('orderId', 'createOrder', order)
  await make('spot:orderId', 'createSpotOrder', {
    symbolId: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    origQty: '0.01',
    price: '64000',
  })
  const iceberg = { strategyType: 'Iceberg', qty: '0.1', orderCount: 5, priceType: 'Fixed' }
  await make('strategyId', 'createStrategy', {
    ...iceberg,
    symbol: 'BTCUSDT',
    side: 'Buy',
    price: '64000',
  })
  await make('ruleId', 'createRule', { symbol: 'BTCUSDT', ...rule })
  const level = { symbols: ['BTCUSDT'], figure: 'last', operator: 'above', value: '90000' }
  await make('alertId', 'createAlert', level)
  await make('botId', 'createBot', grid)
  await make('dca:botId', 'createDcaBot', dca)
  const applied = await ask(lea, 'applyLeader', { name: 'Lea', style: 'Classic', amount: '10000' })
  const { leaderId } = applied.body['result'] as { leaderId?: string }
  const leader = leaderId ?? /"wallet_?[iI]d":"?(\d+)/.exec(JSON.stringify(applied.body))?.[1]
  await make('walletId', 'followLeader', { leaderId: leader, amount: '1000', settings })
})
afterAll(() => venue.stop())

const named = { symbol: 'BTCUSDT' }
const spotNamed = { symbolId: 'BTCUSDT' }

/** Each call with an id, the id that it names, and its other fields. */
const callsById: readonly (readonly [CallName, string, Fields])[] = [
  ['cancelOrder', 'orderId', named],
  ['replaceOrder', 'orderId', { ...named, qty: '0.02' }],
  ['previewReplace', 'orderId', { ...named, qty: '0.02' }],
  ['cancelSpotOrder', 'spot:orderId', spotNamed],
  ['replaceSpotOrder', 'spot:orderId', { ...spotNamed, origQty: '0.02' }],
  ['cancelStrategy', 'strategyId', {}],
  ['pauseStrategy', 'strategyId', {}],
  ['resumeStrategy', 'strategyId', {}],
  ['cancelRule', 'ruleId', {}],
  ['pauseRule', 'ruleId', {}],
  ['resumeRule', 'ruleId', {}],
  ['amendRule', 'ruleId', rule],
  ['amendAlert', 'alertId', { value: '95000' }],
  ['bot', 'botId', {}],
  ['pauseBot', 'botId', { isPaused: true }],
  ['addBotInvestment', 'botId', { investment: '100' }],
  ['modifyBotStops', 'botId', { takeProfitPrice: '80000', stopLossPrice: '0' }],
  ['closeBot', 'botId', {}],
  ['pauseDcaBot', 'dca:botId', { isPaused: true }],
  ['investDcaBot', 'dca:botId', { investment: '100' }],
  ['closeDcaBot', 'dca:botId', { keepsCoins: true }],
  ['modifyFollow', 'walletId', { settings }],
  ['stopFollow', 'walletId', {}],
  ['transferCopy', 'walletId', { amount: '10' }],
  ['closeAllCopy', 'walletId', { ...named, positionIdx: 1 }],
]

/** Everything of Ann’s that these calls could change. */
async function objectsOfAnn(): Promise<unknown> {
  const lists = ['openOrders', 'openSpotOrders', 'strategies', 'rules', 'alerts', 'bots'] as const
  const more = ['dcaBots', 'follows', 'wallet'] as const
  return Promise.all(
    [...lists, ...more].map(async (name) => (await ask(ann, name, {})).body['result']),
  )
}

/** The code, words, problem and field of a refusal; a preview has them in its result. */
function answerOf(body: Fields): Record<string, unknown> {
  const { ret_code, ret_msg, result, ext_map } = body
  const preview = result as { code: number; msg: string; problem: string; field: string } | null
  if (preview !== null) {
    const { code, msg, problem, field } = preview
    return { code, words: msg, problem, field }
  }
  const { problem, field } = ext_map as { problem?: string; field?: string }
  return { code: ret_code, words: ret_msg, problem, field }
}

test.each(callsById)(
  '%s answers for the %s of another account as for an unknown one, and changes nothing',
  async (name, id, fields) => {
    const field = id.replace(/^[a-z]+:/, '')
    const [foreign = '', unknown] = [ids.get(id), '1999999999']
    const before = await objectsOfAnn()
    const answer = await ask(ben, name, { ...fields, [field]: foreign })
    const expected = await ask(ben, name, { ...fields, [field]: unknown })
    expect(answer.status).toBe(200)
    expect(answerOf(answer.body)).toEqual(answerOf(expected.body))
    expect(answerOf(answer.body)['problem']).toMatch(/^(?:order|alert)NotFound$|Unknown$/)
    expect(await objectsOfAnn()).toEqual(before)
  },
)
