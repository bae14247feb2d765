// A book rebuilt from a stream's frames equals the engine's after every frame, at every depth.

import { symbolId, accountId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { createPrng } from '@basis/domain/numbers/prng'
import type { PlaceOrder } from '@basis/engine/commands'
import { encodeLevel } from '@basis/protocol/market-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { bookStreams, type BookFrame, type BookSource } from './book-streams.ts'

const symbol = symbolId('BTCUSDT')
const depths = [1, 50, 200, 1000]

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer()
})
afterAll(() => venue.stop())

type Side = Map<string, string>

function applied(side: Side, levels: BookFrame['data']['b']): void {
  for (const [price, size] of levels) {
    if (size === '0') expect(side.delete(price)).toBe(true)
    else side.set(price, size)
  }
}

const sorted = (side: Side, order: 1 | -1) =>
  [...side].toSorted(([a], [b]) => (Number(a) - Number(b)) * order)

/** Another account than the robot's, with money for many resting orders. */
async function fundedTrader(): Promise<PlaceOrder['account']> {
  const { parts } = venue
  const account = accountId(4001)
  await parts.exchange.submit({ kind: 'OpenAccount', account, role: 'trader' })
  const money = amount(100_000_000n * 100_000_000n)
  await parts.exchange.submit({ kind: 'Deposit', account, coin: 'USDT', amount: money })
  return account
}

test('frames are numbered consecutively and rebuild the engine’s best levels', async () => {
  const { exchange } = venue.parts
  const instrument = exchange.views.instrument(symbol)
  if (instrument === undefined) throw new Error('BTCUSDT is not listed')
  const account = await fundedTrader()
  const kept = depths.map((depth) => {
    const stream = bookStreams(venue.parts).of(instrument, depth)
    const { data } = stream.snapshot()
    const book = { depth, stream, u: data.u, bids: new Map(data.b), asks: new Map(data.a) }
    stream.listen(({ data: delta }) => {
      expect(delta.u).toBe(book.u + 1)
      book.u = delta.u
      applied(book.bids, delta.b)
      applied(book.asks, delta.a)
    })
    return book
  })
  const prng = createPrng(7)
  for (let k = 0; k < 400; k += 1) {
    const side = prng.nextBelow(2) === 0 ? ('Buy' as const) : ('Sell' as const)
    await exchange.submit({
      kind: 'PlaceOrder',
      account,
      symbol,
      selfTrade: 'CancelTaker',
      side,
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      qtyLots: qtyLots(1 + prng.nextBelow(50)),
      priceTicks: priceTicks(649_000 + prng.nextBelow(2000)),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
    })
    if (k % 40 === 39) await exchange.submit({ kind: 'CancelAllOrders', account })
    if (prng.nextBelow(3) > 0) continue
    for (const { depth, stream, bids, asks } of kept) {
      stream.advance()
      const view = exchange.views.depth(symbol, depth)
      const encodedLevels = (levels = view?.bids) =>
        (levels ?? []).map((level) => encodeLevel(instrument, level))
      expect(sorted(bids, -1)).toEqual(encodedLevels(view?.bids))
      expect(sorted(asks, 1)).toEqual(encodedLevels(view?.asks))
    }
  }
  for (const { u } of kept) expect(u).toBeGreaterThan(20)
})

test('the stream of a book that has ended is not kept, unless it still has readers', async () => {
  const streams = bookStreams(venue.parts)
  const ended = new Set<string>()
  const source = (name: string): BookSource => ({
    name,
    version: () => 0,
    depth: () => undefined,
    encode: ({ priceTicks: price, qtyLots: lots }) => [String(price), String(lots)],
    hasEnded: () => ended.has(name),
  })
  const of = (name: string) => streams.ofSource(name, 25, () => source(name))
  const [one, other] = [of('one'), of('other')]
  const leave = other.listen(() => undefined)
  ended.add('one')
  ended.add('other')
  const third = of('third')
  expect([of('one') === one, of('other') === other, of('third') === third]).toEqual([
    false,
    true,
    true,
  ])
  leave()
  of('fourth')
  expect(of('other')).not.toBe(other)
})
