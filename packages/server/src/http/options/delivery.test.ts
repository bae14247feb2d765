// Delivery of options over HTTP: one in the money is paid, one out of the money is not,
// and both are removed from positions and chain (rules 9.4).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { optionQuotesFeed } from '../../push/option-pushes.ts'
import { OptionMarket } from '../../simulator/options/option-market.ts'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'

let venue: TestServer
let market: OptionMarket
let browser: TestClient

beforeAll(async () => {
  venue = await startTestServer()
  market = new OptionMarket(venue.parts.exchange.views, { seed: 1, isManned: true })
  browser = new TestClient(venue.app)
  await step(40, 250)
  await browser.becomeTrader()
})
afterAll(() => venue.stop())

/** Lets the given number of steps of time pass, in which robots quote and prices are updated. */
async function step(times: number, eachMs: number): Promise<void> {
  const { exchange } = venue.parts
  for (let k = 0; k < times; k += 1) {
    venue.clock.advance(eachMs)
    await exchange.submit({ kind: 'AdvanceTime' })
    for (const command of market.step(venue.clock.nowMs())) await exchange.submit(command)
  }
}

type Row = Readonly<Record<string, string>>
const rows = async (path: string): Promise<readonly Row[]> => {
  const { body } = await browser.ask('GET', `/contract/v5/${path}`)
  return (body as { readonly result: { readonly list: readonly Row[] } }).result.list
}
const held = async () =>
  (await rows('position/list')).filter(({ size }) => Number(size) > 0).map(({ symbol }) => symbol)

test('an option delivered in the money pays index less strike, one out of the money pays nothing', async () => {
  const chain = 'baseCoin=BTC&settleCoin=USDC'
  const quoted = await rows(`option/quotes?${chain}`)
  const day = quoted[0]?.['symbol']?.split('-')[1]
  const calls = quoted.filter(
    ({ symbol = '', ask1Price }) =>
      symbol.split('-')[1] === day && symbol.endsWith('-C') && ask1Price !== '',
  )
  const [inMoney = '', outOfMoney = ''] = [calls[0]?.['symbol'], calls.at(-1)?.['symbol']]
  for (const symbol of [inMoney, outOfMoney]) {
    const order = { symbol, side: 'Buy', orderType: 'Market', qty: '0.1' }
    const { body } = await browser.ask('POST', '/contract/v5/order/create', order)
    expect(body).toMatchObject({ ret_code: 0 })
  }
  expect(new Set(await held())).toEqual(new Set([inMoney, outOfMoney]))
  const feed = optionQuotesFeed(venue.parts, { baseCoin: 'BTC', settleCoin: 'USDC' })
  const pushed = (): readonly string[] => {
    feed.changes()
    const { list } = feed.snapshot() as { readonly list: readonly { readonly symbol: string }[] }
    return list.map(({ symbol }) => symbol)
  }
  expect(pushed()).toContain(inMoney)

  const [listed] = await rows(`option/chain?${chain}`)
  const leftMs = Number(listed?.['settleTimeE3']) - venue.clock.nowMs()
  await step(1, leftMs - 40 * 60_000)
  // The delivery price is the mean of the last half hour (11.1).
  await step(45, 60_000)
  expect(await held()).toEqual([])
  const ended = (await rows(`option/chain?${chain}`)).map(({ symbol }) => symbol)
  expect(ended).not.toContain(inMoney)
  // A new reader of the quotes gets those of the chain, not all that have ever been in it.
  expect(new Set(pushed())).toEqual(new Set(ended))
  const named = await rows(`option/chain?${chain}&symbols=${inMoney},${outOfMoney},BTCUSDT,NONE`)
  expect(named.map(({ symbol }) => symbol)).toEqual([inMoney, outOfMoney])

  const log = await rows('account/transaction-log?limit=50')
  const paid = (symbol: string): number =>
    log
      .filter((record) => record['symbol'] === symbol && record['type'] === 'Delivery')
      .reduce((sum, { cashFlow }) => sum + Number(cashFlow), 0)
  expect(paid(outOfMoney)).toBe(0)
  const [ticker] = await rows('public/tickers?symbol=BTCUSDT')
  const delivery = paid(inMoney) / 0.1 + Number(inMoney.split('-')[2])
  expect(Math.abs(delivery / Number(ticker?.['indexPrice']) - 1)).toBeLessThan(0.02)
})
