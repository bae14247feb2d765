// Open interest, long/short account ratio and liquidations over the open API: pages without a gap
// into the time before the start, and one real liquidation in every call.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { fundAccount } from '@basis/engine/commands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'
import { liquidationFeed as terminalFeed } from '../../push/market-feeds.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { AccountStream } from '../sockets/account-stream.ts'
import { liquidationFeed } from '../sockets/risk-feeds.ts'

let venue: TestServer
let client: V5TestClient
const member = { account: accountId(100), kind: 'trend', sign: 1, share: 0.4 } as const
const other = { account: accountId(101), kind: 'reversion', sign: -1, share: 0.4 } as const
const population = [
  { ...member, valuePerHead: 1_000 },
  { ...other, valuePerHead: 1_000 },
]

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT'], population })
  client = await V5TestClient.open(venue)
})
afterAll(() => venue.stop())

const linear = { category: 'linear', symbol: 'BTCUSDT' } as const
type Row = Readonly<Record<string, string>>

async function pages(path: string, asked: Readonly<Record<string, string | number>>) {
  const rows: Row[] = []
  let cursor = ''
  for (let left = 4; left > 0; left -= 1) {
    const { result } = await client.get(path, { ...linear, ...asked, limit: 7, cursor })
    rows.push(...(result.list as readonly Row[]))
    cursor = result['nextPageCursor'] as string
    if (cursor === '') break
  }
  return rows
}

test.each([
  ['market/open-interest', { intervalTime: '5min' }, 300_000],
  ['market/open-interest', { intervalTime: '4h' }, 14_400_000],
  ['market/account-ratio', { period: '1h' }, 3_600_000],
])('%s %j: rows over all pages go back by one interval each', async (path, asked, stepMs) => {
  const times = (await pages(path, asked)).map(({ timestamp }) => Number(timestamp))
  expect(times).toHaveLength(28)
  const newest = venue.clock.nowMs()
  expect(times[0]).toBe(newest - (newest % stepMs))
  expect(times).toEqual(times.map((_, i) => (times[0] ?? 0) - i * stepMs))
})

test('a time window includes its start and end, and buy and sell ratios add up to one', async () => {
  const hour = 3_600_000
  const endTime = Math.floor(venue.clock.nowMs() / hour) * hour - 24 * hour
  const startTime = endTime - 4 * hour
  const rows = await pages('market/account-ratio', { period: '1h', startTime, endTime })
  expect(rows.map(({ timestamp }) => Number(timestamp))).toEqual(
    [0, 1, 2, 3, 4].map((ago) => endTime - ago * hour),
  )
  for (const { buyRatio, sellRatio } of rows) {
    expect(Number(buyRatio) + Number(sellRatio)).toBeCloseTo(1, 9)
  }
})

test('a liquidation is in the topics of both interfaces, in the terminal’s list and sums, and in adlAlert', async () => {
  const feed = liquidationFeed(venue.parts, instrumentOf())
  const reported: unknown[] = []
  const stop = feed.start?.(() => undefined)
  const channel = terminalFeed(venue.parts, instrumentOf())
  expect([channel.snapshot(), channel.changes()]).toEqual([[], undefined])
  await client.post('account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
  await client.post('position/set-leverage', { ...linear, buyLeverage: '100', sellLeverage: '100' })
  const order = { ...linear, side: 'Buy', orderType: 'Market', qty: '0.5' }
  expect((await client.post('order/create', order)).retCode).toBe(0)
  // With an empty book the mark soon follows only the index (rules 2.2).
  const { exchange } = venue.parts
  const funds = amount(10_000n * 100_000_000n)
  await exchange.submit({ kind: 'Deposit', account: fundAccount, coin: 'USDT', amount: funds })
  expect(await adl()).toMatchObject({ balance: '10000', maxBalance: '10000', pnlRatio: '0' })
  await exchange.submit({ kind: 'CancelAllOrders', account: accountId(venue.maker) })
  const indexE8 = priceE8(62_000 * 100_000_000)
  const prices = [{ symbol: symbolId('BTCUSDT'), indexE8 }]
  const stream = new AccountStream(venue.parts, client.account)
  const heard: Row[] = []
  const leave = exchange.subscribe((batch) => {
    const own = batch.events.filter(
      (event) => 'account' in event && event.account === client.account,
    )
    heard.push(...stream.take(batch, own).rows.execution.map(({ row }) => row as Row))
  })
  for (let second = 0; second < 320; second += 1) {
    venue.clock.advance(1000)
    await exchange.submit({ kind: 'UpdatePrices', prices })
  }
  leave()
  feed.poll((frame) => reported.push(frame), 0)
  if (typeof stop === 'function') stop()
  const [frame] = reported as { readonly data: readonly Row[] }[]
  const fallen = frame?.data.reduce((sum, { v }) => sum + Number(v), 0)
  expect(fallen).toBe(0.5)
  expect(frame?.data.every(({ s, S }) => s === 'BTCUSDT' && S === 'Buy')).toBe(true)

  const question = 'symbol=BTCUSDT&resolution=60&limit=1'
  const browser = new TestClient(venue.app)
  const { body } = await browser.ask('GET', `/contract/v5/public/liquidations?${question}`)
  const { list, newest } = body['result'] as { list: Row[]; newest: Row[] }
  const inTopic = frame?.data.map(({ v, p }) => [Number(v), Number(p)])
  expect(newest.map(({ qty, price }) => [Number(qty), Number(price)]).toReversed()).toEqual(inTopic)
  expect(newest[0]).toMatchObject({ side: 'Buy' })
  // A new reader’s snapshot does not have changes that have not been pushed yet.
  expect(channel.snapshot()).toEqual([])
  expect(channel.changes()).toEqual(newest.toReversed())
  expect(channel.snapshot()).toEqual(newest.toReversed())
  expect(channel.changes()).toBeUndefined()
  expect(Number(list[0]?.['longQty'])).toBeGreaterThanOrEqual(0.5)
  // The insurance fund sells what it took over to a buyer, at a loss.
  const bid = { symbol: symbolId('BTCUSDT'), side: 'Buy', orderType: 'Limit' } as const
  await exchange.submit({
    kind: 'PlaceOrder',
    account: accountId(venue.maker),
    ...bid,
    linkId: '',
    timeInForce: 'GoodTillCancel',
    selfTrade: 'None',
    positionIdx: 0,
    priceTicks: priceTicks(615_000),
    qtyLots: qtyLots(500),
    reduceOnly: false,
    closeOnTrigger: false,
  })
  venue.clock.advance(1000)
  await exchange.submit({ kind: 'UpdatePrices', prices })
  const { balance = '', maxBalance, pnlRatio, ...triggers } = await adl()
  expect(Number(balance)).toBeLessThan(10_000)
  expect(maxBalance).toBe('10000')
  // Rules 5.9: a fall by 0.30 of the peak starts deleveraging, one by 0.25 ends it.
  expect(triggers).toMatchObject({
    insurancePnlRatio: '-0.3',
    adlStopRatio: '-0.25',
    adlTriggerThreshold: '0',
  })
  expect(Number(pnlRatio)).toBeCloseTo(Number(balance) / 10_000 - 1, 6)
  const mine = await client.get('execution/list', { ...linear, execType: 'BustTrade' })
  expect(mine.result.list?.length).toBeGreaterThan(0)
  // The id is the same on the private socket and in the list, or a client would count it twice.
  const ids = (rows: readonly Row[] = []): string[] => rows.map(({ execId = '' }) => execId)
  const closings = heard.filter(({ execType }) => execType === 'BustTrade')
  expect(ids(closings).toReversed()).toEqual(ids(mine.result.list as readonly Row[]))
  const log = await client.get('account/transaction-log', { type: 'LIQUIDATION' })
  const trades = log.result.list?.map(({ tradeId }) => tradeId)
  expect(new Set(trades)).toEqual(new Set(['']))
})

async function adl(): Promise<Row> {
  const { result } = await client.get('market/adlAlert', { symbol: 'BTCUSDT' })
  return (result.list as readonly Row[])[0] ?? {}
}

function instrumentOf() {
  const instrument = venue.parts.exchange.views.instrument(symbolId('BTCUSDT'))
  if (instrument === undefined) throw new Error('BTCUSDT is not listed')
  return instrument
}
