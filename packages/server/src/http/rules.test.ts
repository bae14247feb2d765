// Rule orders over HTTP: created, listed with their values, fired, paused and cancelled.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer()
})
afterAll(() => venue.stop())

async function trader(): Promise<TestClient> {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  return browser
}

const post = async (browser: TestClient, path: string, payload: unknown) =>
  (await browser.ask('POST', `/contract/v5/${path}`, payload)).body
const get = async (browser: TestClient, path: string) =>
  (await browser.ask('GET', `/contract/v5/${path}`)).body
const pass = async (byMs: number): Promise<void> => {
  venue.clock.advance(byMs)
  await venue.parts.exchange.submit({ kind: 'AdvanceTime' })
}
const above = (value: string) => ({
  left: { of: 'Mark' },
  operator: 'Above',
  right: { of: 'Number', value },
})

test('a rule fires without another request, and its order is in the book', async () => {
  const browser = await trader()
  const made = await post(browser, 'rule/create', {
    symbol: 'BTCUSDT',
    conditions: [above('1')],
    action: { type: 'Order', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' },
  })
  expect(made).toMatchObject({
    ret_code: 0,
    result: { rule: { status: 'Running', join: 'And', maxTimes: 1, firedTimes: 0 } },
  })
  await pass(1000)
  expect(await get(browser, 'rule/list?symbol=BTCUSDT')).toMatchObject({
    result: {
      list: [
        {
          status: 'Completed',
          firedTimes: 1,
          conditions: [above('1')],
          action: { type: 'Order', qty: '0.010', price: '60000.0', reduceOnly: false },
          firings: [{ values: [{ right: '1' }] }],
        },
      ],
    },
  })
  expect(await get(browser, 'order/open-list')).toMatchObject({
    result: { list: [{ side: 'Buy', price: '60000.0', qty: '0.010' }] },
  })
  await post(browser, 'order/cancel-all', { symbol: 'BTCUSDT' })
})

test('a rule is paused, resumed and cancelled by its owner only; a refused action is in its log', async () => {
  const browser = await trader()
  const rule = {
    symbol: 'BTCUSDT',
    join: 'Or',
    conditions: [above('1')],
    action: { type: 'Close', percent: '50' },
    maxTimes: 3,
    coolDown: 60,
  }
  const made = await post(browser, 'rule/create', rule)
  const { ruleId } = made['result'] as { ruleId: string }
  const set = (act: string) => post(browser, `rule/${act}`, { ruleId })
  expect(await set('pause')).toMatchObject({ result: { rule: { status: 'Paused' } } })
  await pass(1000)
  expect(await set('resume')).toMatchObject({ result: { rule: { firedTimes: 0 } } })
  await pass(1000)
  expect(await get(browser, 'rule/list')).toMatchObject({
    result: {
      list: [{ status: 'Running', firings: [{ rejectReason: 'reduceOnlyWithoutPosition' }] }],
    },
  })
  const other = await trader()
  expect(await post(other, 'rule/cancel', { ruleId })).toMatchObject({
    ext_map: { problem: 'orderNotFound', field: 'ruleId' },
  })
  expect(await set('cancel')).toMatchObject({ result: { rule: { status: 'Cancelled' } } })
})

test('amending a rule changes its terms and keeps its id, status and log', async () => {
  const browser = await trader()
  const rule = { conditions: [above('1')], action: { type: 'Close', percent: '50' }, maxTimes: 3 }
  const made = await post(browser, 'rule/create', { symbol: 'BTCUSDT', ...rule })
  const { ruleId } = made['result'] as { ruleId: string }
  await pass(1000)
  const changed = { ...rule, conditions: [above('1000000')], join: 'Or', coolDown: 60 }
  expect(await post(browser, 'rule/amend', { ruleId, ...changed })).toMatchObject({
    ret_code: 0,
    result: { ruleId, rule: { ruleId, status: 'Running', firedTimes: 1, ...changed } },
  })
  expect(await get(browser, 'rule/list')).toMatchObject({
    result: { list: [{ ruleId, firings: [{ rejectReason: 'reduceOnlyWithoutPosition' }] }] },
  })
  // It has fired once: the limit must be higher than that.
  expect(await post(browser, 'rule/amend', { ruleId, ...changed, maxTimes: 1 })).toMatchObject({
    ext_map: { problem: 'ruleOutOfRange', field: 'maxTimes' },
  })
  expect(await post(await trader(), 'rule/amend', { ruleId, ...changed })).toMatchObject({
    ext_map: { problem: 'orderNotFound', field: 'ruleId' },
  })
  await post(browser, 'rule/cancel', { ruleId })
  expect(await post(browser, 'rule/amend', { ruleId, ...changed })).toMatchObject({
    ext_map: { problem: 'orderNotFound' },
  })
})

const money = { left: { of: 'Equity' }, operator: 'Above', right: { of: 'Last' } }
test.each([
  [{ conditions: [] }, 'conditions', 'must be between 1 and 4'],
  [{ conditions: [money] }, 'conditions'],
  [
    { conditions: [{ ...above('1'), left: { of: 'Sma', bars: 1, minutes: 5 } }] },
    'bars',
    'must be between 2 and 200',
  ],
  [
    { conditions: [{ ...above('1'), left: { of: 'Sma', bars: 9, minutes: 7 } }] },
    'minutes',
    'must be one of 1, 5, 15, 60, 240, 1440 minutes',
  ],
  [
    { conditions: [{ ...above('1'), left: { of: 'Change', minutes: 241 } }] },
    'minutes',
    'must be between 1 and 240',
  ],
  [{ conditions: [{ ...above('1'), left: { of: 'Number', value: '1' } }] }, 'left'],
  [{ conditions: [{ ...above('1'), right: { of: 'Number' } }] }, 'value'],
  [{ maxTimes: 0 }, 'maxTimes', 'must be between 1 and 100'],
  [{ coolDown: 86_401 }, 'coolDown', 'must be between 0 and 86400'],
  [{ expiresAtE3: 1 }, 'expiresAtE3', 'must be later than now and within 30 days'],
  [{ action: { type: 'Close', percent: '100.01' } }, 'percent', 'must be between 0.01 and 100'],
  [{ action: { type: 'Order', side: 'Buy' } }, 'qty'],
  [{ action: { type: 'StopLoss' } }, 'triggerPrice'],
])('a rule with %o is refused for its field %s', async (part, field, words = '') => {
  const browser = await trader()
  const rule = {
    symbol: 'BTCUSDT',
    conditions: [above('1')],
    action: { type: 'CancelOrders' },
    ...part,
  }
  const seen = await post(browser, 'rule/create', rule)
  expect(seen).toMatchObject({ ext_map: { field } })
  expect(seen['ret_code']).not.toBe(0)
  expect(decodeURIComponent(String(seen['ret_msg']))).toContain(words)
})
