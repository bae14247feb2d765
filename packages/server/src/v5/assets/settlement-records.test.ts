// Delivery records over the open API (open API 7).

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SymbolId } from '@basis/domain/numbers/brand'
import { amount, priceE8, qtyLots } from '@basis/domain/numbers/fixed'
import type { Event } from '@basis/engine/events'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { OptionMarket } from '../../simulator/options/option-market.ts'
import { instrumentsOf } from '../instruments.ts'

let venue: TestServer
let client: V5TestClient
/** One option of each of two expiries. */
let options: readonly SymbolId[]

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT'] })
  const { exchange } = venue.parts
  const market = new OptionMarket(exchange.views, { seed: 1, isManned: false })
  while (exchange.views.symbols().length < 50) {
    venue.clock.advance(250)
    for (const command of market.step(venue.clock.nowMs())) await exchange.submit(command)
  }
  client = await V5TestClient.open(venue)
  const [first, ...others] = instrumentsOf(exchange.views, 'option')
  const other = others.find(({ deliveryMs }) => deliveryMs !== first?.deliveryMs)
  if (first === undefined || other === undefined) throw new Error('no two expiries')
  options = [first.symbol, other.symbol]
})
afterAll(() => venue.stop())

const delivered = (symbol: SymbolId): Event => ({
  kind: 'PositionDelivered',
  account: client.account,
  symbol,
  positionIdx: 0,
  side: 'Buy',
  sizeLots: qtyLots(1),
  entryValue: amount(1n),
  entryPriceE8: priceE8(1),
  priceE8: priceE8(1),
  fee: amount(0n),
  pnl: amount(1n),
})

test('a page of the deliveries of an expiry has as many rows as were asked for', async () => {
  const { readModel, exchange, clock } = venue.parts
  const [first, other] = options
  if (first === undefined || other === undefined) throw new Error('no options')
  const symbols = Array.from({ length: 12 }, (_, k) => (k % 4 === 0 ? first : other))
  const at = { seq: exchange.lastSeq() + 1, timeMs: clock.nowMs() }
  readModel.apply({ ...at, events: symbols.map(delivered) })
  const asked = { category: 'option', expDate: first.split('-')[1] ?? '', limit: 2 }
  const page = await client.get('asset/delivery-record', asked)
  expect(page.result.list?.map(({ symbol }) => symbol)).toEqual([first, first])
  const cursor = String(page.result['nextPageCursor'])
  const next = await client.get('asset/delivery-record', { ...asked, cursor })
  expect(next.result).toMatchObject({ list: [{ symbol: first }], nextPageCursor: '' })
  const unknown = await client.get('asset/delivery-record', { ...asked, expDate: '1JAN00' })
  expect(unknown.result).toMatchObject({ list: [], nextPageCursor: '' })
})
