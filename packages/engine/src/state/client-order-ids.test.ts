// How long a client order id stays used (reliability O1), and how much the engine stores for it.

import { accountId, type OrderId } from '@basis/domain/numbers/brand'
import { createPrng } from '@basis/domain/numbers/prng'
import { expect, test } from 'vitest'
import type { ApplyResult, Engine } from '../engine/engine.ts'
import { createEngine, stateOf } from '../engine/engine.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../replay/snapshot/snapshot.ts'
import { parseCommand } from '../replay/text/format.ts'

const startMs = 1_790_035_200_000
const dayMs = 24 * 3_600_000

/** An engine with a market and two traders, and a function that gives it a line at a time. */
function venue(): { engine: Engine; at: (ms: number, line: string) => ApplyResult } {
  const engine = createEngine()
  const { instrument } = parseCommand('list BTCUSDT LinearPerpetual', {
    instruments: new Map(),
  }) as never as { instrument: never }
  const instruments = new Map([['BTCUSDT', instrument]])
  const at = (ms: number, line: string): ApplyResult => {
    const command = parseCommand(line, { instruments })
    return engine.apply({ seq: engine.lastSeq() + 1, timeMs: startMs + ms, command })
  }
  const opening = ['list BTCUSDT LinearPerpetual', 'index BTCUSDT 65000']
  for (const id of [1, 2]) opening.push(`open #${id} trader`, `deposit #${id} 1000000 USDT`)
  for (const line of opening) at(0, line)
  return { engine, at }
}

const order = (link: string, price = 64_000): string =>
  `place #1 Buy BTCUSDT 0.01 @ ${price} link=${link}`

test('O1: the id of a final order stays used for a day, and is free after it', () => {
  const { at } = venue()
  const first = at(1000, order('mine')).orderId
  at(2000, 'cancel #1 link=mine')
  expect(at(dayMs, order('mine')).orderId).toBe(first)
  expect(at(dayMs, order('mine', 63_000)).problem?.name).toBe('orderLinkIdDuplicate')
  expect(at(dayMs + 2000, 'cancel #1 link=mine').problem?.name).toBe('orderFinal')
  // The day counts from the end of the order, not from its beginning.
  expect(at(dayMs + 2000, order('mine', 63_000)).problem?.name).toBe('orderLinkIdDuplicate')
  at(dayMs + 3000, 'time')
  expect(at(dayMs + 4000, 'cancel #1 link=mine').problem?.name).toBe('orderNotFound')
  const second = at(dayMs + 4000, order('mine', 63_000))
  expect(second.problem).toBeUndefined()
  expect(second.orderId).toBeGreaterThan(first ?? 0)
})

test('O1: the id of an order that is open stays used as long as it is open', () => {
  const { at } = venue()
  const first = at(1000, order('old')).orderId
  at(3 * dayMs, 'time')
  expect(at(3 * dayMs, order('old')).orderId).toBe(first)
  expect(at(3 * dayMs, order('old', 63_000)).problem?.name).toBe('orderLinkIdDuplicate')
})

test('O1: the ids of reversals and parent orders return the first answer and refuse other content', () => {
  const { at } = venue()
  at(0, 'place #2 Sell BTCUSDT 3 @ 65000')
  at(0, 'place #1 Buy BTCUSDT 1 @ 65000')
  at(0, 'place #2 Buy BTCUSDT 4 @ 64990')
  const reversed = at(1000, 'reverse #1 BTCUSDT link=turn')
  expect(reversed.problem).toBeUndefined()
  expect(at(2000, 'reverse #1 BTCUSDT link=turn').orderId).toBe(reversed.orderId)
  expect(at(2000, order('turn')).problem?.name).toBe('orderLinkIdDuplicate')
  const algo = at(3000, 'algo #1 Buy BTCUSDT 0.6 twap for=300 every=60 link=twap').algoId
  at(3000, `cancel-algo #1 ${algo}`)
  const again = 'algo #1 Buy BTCUSDT 0.6 twap for=300 every=60 link=twap'
  expect(at(4000, again).algoId).toBe(algo)
  expect(at(4000, again.replace('0.6', '0.7')).problem?.name).toBe('orderLinkIdDuplicate')
  at(2 * dayMs, 'time')
  expect(at(2 * dayMs, again).algoId).toBeGreaterThan(algo ?? 0)
})

test.each([
  // Three parts of 0.3; whether they wait in the book or are filled, the request was one of 0.9.
  ['in the book', 'place #1 Sell BTCUSDT 0.9 @ 65100 reduce link=split', ['split', '', '']],
  ['filled', 'place #1 Sell BTCUSDT 0.9 @ 64990 reduce link=split', []],
])('O1: a split order %s has one id, compared with the whole quantity', (_, request, open) => {
  const { engine, at } = venue()
  at(0, 'place #2 Sell BTCUSDT 0.9 @ 65000')
  at(0, 'place #1 Buy BTCUSDT 0.9 @ 65000')
  at(0, 'place #2 Buy BTCUSDT 0.9 @ 64990')
  at(0, 'list BTCUSDT LinearPerpetual qty=0.001..0.35')
  const first = at(1000, request)
  expect(first).toMatchObject({ problem: undefined, failedLots: 0 })
  const parts = () => engine.views.openOrders(accountId(1)).map(({ linkId }) => linkId)
  expect(parts()).toEqual(open)
  const repeated = at(2000, request)
  expect(repeated).toMatchObject({ problem: undefined, orderId: first.orderId })
  expect(parts()).toEqual(open)
  // A part has 0.3, but the id stands for 0.9.
  for (const other of ['0.3', '0.899']) {
    const { problem } = at(2000, request.replace('0.9', other))
    expect(problem?.name).toBe('orderLinkIdDuplicate')
  }
  expect(parts()).toEqual(open)
})

test('the number of stored ids stops growing after a day, in the state and in its snapshot', () => {
  const { engine, at } = venue()
  const { spentLinks, accounts } = stateOf(engine)
  const sizes: number[] = []
  const lengths: number[] = []
  const perDay = 2000
  for (let k = 0; k < 4 * perDay; k += 1) {
    const ms = Math.floor((k * dayMs) / perDay)
    at(ms, order(`id-${k}`))
    at(ms, `cancel #1 link=id-${k}`)
    if ((k + 1) % perDay !== 0) continue
    sizes.push(spentLinks.size)
    const spent = [...takeSnapshot(engine)].filter((line) => line.startsWith('["spent"'))
    lengths.push(spent.join('\n').length)
  }
  expect(sizes[0]).toBe(perDay)
  for (const size of sizes.slice(1)) expect(size).toBeLessThanOrEqual(perDay + 1)
  expect(lengths[3]).toBeLessThan((lengths[1] ?? 0) * 1.02)
  expect(accounts.get(accountId(1))?.links.size).toBe(0)
})

test('a command drops a bounded number of expired ids, however many are due', () => {
  const { engine, at } = venue()
  const { spentLinks } = stateOf(engine)
  for (let k = 0; k < 500; k += 1) {
    at(k, order(`id-${k}`))
    at(k, `cancel #1 link=id-${k}`)
  }
  const sizes: number[] = []
  for (let k = 0; k < 9; k += 1) {
    at(2 * dayMs + k, 'time')
    sizes.push(spentLinks.size)
  }
  expect(sizes).toEqual([436, 372, 308, 244, 180, 116, 52, 0, 0])
})

test('R1, R4: a restored engine and a fork drop expired ids alike', () => {
  const { engine, at } = venue()
  const prng = createPrng(7)
  let ms = 0
  for (let k = 0; k < 1500; k += 1) {
    ms += prng.nextBelow(200_000)
    at(ms, order(`id-${k % 700}`, 64_000 + (k % 5)))
    if (prng.nextBelow(3) > 0) at(ms, `cancel #1 link=id-${prng.nextBelow(700)}`)
    if (k % 100 !== 0) continue
    const seq = engine.lastSeq() + 1
    const numbered = {
      seq,
      timeMs: startMs + ms + dayMs,
      command: { kind: 'AdvanceTime' },
    } as const
    const fork = engine.fork()
    const restored = engineFromSnapshot(takeSnapshot(engine))
    fork.apply(numbered)
    restored.apply(numbered)
    expect(stateHash(fork)).toBe(stateHash(restored))
  }
  expect(stateOf(engine).spentLinks.size).toBeGreaterThan(100)
})

test('an id of another account is not found by a cancel and can be used for a new order', () => {
  const { at } = venue()
  at(0, order('mine'))
  at(0, 'cancel #1 link=mine')
  expect(at(1, 'cancel #2 link=mine').problem?.name).toBe('orderNotFound')
  const theirs: OrderId | undefined = at(2, order('mine').replace('#1', '#2')).orderId
  expect(theirs).toBe(2)
})
