// An alert on the turnover of a pair that is quoted in another coin than dollars (rules 13).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT', 'BTC/USDT', 'BTC/EUR', 'USDT/EUR'] })
})
afterAll(() => venue.stop())

test('the level of a turnover is in dollars also where the turnover is in euros', async () => {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  type Row = Readonly<Record<string, string>>
  const tickerOf = async (symbol: string): Promise<Row> => {
    const path = `/contract/v5/public/tickers?symbol=${encodeURIComponent(symbol)}`
    const { body } = await browser.ask('GET', path)
    const { list } = body['result'] as { readonly list: readonly Row[] }
    return list[0] ?? {}
  }
  const euros = Number((await tickerOf('BTC/EUR'))['turnover24h'])
  const dollars = euros / Number((await tickerOf('USDT/EUR'))['lastPrice'])
  expect(dollars).toBeGreaterThan(euros)
  const create = async (value: number): Promise<void> => {
    const asked = { symbols: ['BTC/EUR'], figure: 'turnover', operator: 'above' }
    const alert = { ...asked, value: value.toFixed(0) }
    const { body } = await browser.ask('POST', '/contract/v5/alert/create', alert)
    expect(body).toMatchObject({ ret_code: 0 })
  }
  await create((dollars + euros) / 2)
  await create(dollars * 1.05)
  const fired = async () => {
    const { body } = await browser.ask('GET', '/contract/v5/alert/list')
    const { list } = body['result'] as { readonly list: readonly { readonly firedTimes: number }[] }
    return list.map(({ firedTimes }) => firedTimes)
  }
  await expect.poll(fired).toEqual([1, 0])
})
