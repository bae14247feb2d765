// Average cost and PnL of a coin over the calls: after a buy and a sale of a trader (rules 18).

import { priceE8 } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'

let venue: TestServer
let browser: TestClient
beforeAll(async () => {
  venue = await startTestServer()
  browser = new TestClient(venue.app)
  await browser.becomeTrader()
})
afterAll(() => venue.stop())

type Row = Record<string, string>
const resultOf = ({ body }: Awaited<ReturnType<TestClient['ask']>>) =>
  (body as { result: { list: Row[]; order: Row } }).result
const costs = async () => resultOf(await browser.ask('GET', '/contract/v5/account/coin-costs')).list
const trade = async (side: 'BUY' | 'SELL', origQty: string) => {
  const asked = { symbolId: 'BTCUSDT', side, type: 'MARKET', origQty }
  return resultOf(await browser.ask('POST', '/spot/api/v1/order/create', asked)).order
}

test('18.2: the average cost is the value paid over the quantity received; a sale realises its part', async () => {
  expect(await costs()).toEqual([])
  const bought = await trade('BUY', '0.1')
  const [held, ...others] = await costs()
  expect(others).toEqual([])
  const receivedQty = 0.1 - Number(bought['cumExecFee'])
  expect(held).toMatchObject({
    coin: 'BTC',
    qty: String(receivedQty),
    cost: bought['cumExecValue'],
    realisedPnl: '0',
  })
  expect(Number(held?.['averageCost'])).toBeCloseTo(Number(bought['cumExecValue']) / receivedQty, 6)
  const { exchange } = venue.parts
  await exchange.submit({
    kind: 'UpdatePrices',
    prices: [],
    coins: [{ coin: 'BTC', usdE8: priceE8(70_000 * 100_000_000) }],
  })
  const gain = receivedQty * 70_000 - Number(bought['cumExecValue'])
  expect(Number((await costs())[0]?.['unrealisedPnl'])).toBeCloseTo(gain, 6)
  const sold = await trade('SELL', '0.05')
  const part = (Number(bought['cumExecValue']) * 0.05) / receivedQty
  const receivedValue = Number(sold['cumExecValue']) - Number(sold['cumExecFee'])
  expect(Number((await costs())[0]?.['realisedPnl'])).toBeCloseTo(receivedValue - part, 6)
})

test('a trader without trades has no coin costs', async () => {
  const other = new TestClient(venue.app)
  await other.becomeTrader()
  expect(resultOf(await other.ask('GET', '/contract/v5/account/coin-costs')).list).toEqual([])
})
