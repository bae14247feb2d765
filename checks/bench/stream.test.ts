// The generated stream has the required mix of orders, and both order books of the bench agree on
// it.
import { buy, sell } from '@basis/engine/book'
import { expect, test } from 'vitest'
import { PeerReplay, replayOurs } from './core.ts'
import { MatchingCore } from './matching.ts'
import { createStream, kinds, standardPlan, type OrderStream } from './stream.ts'

const plan = { ...standardPlan, warming: 5_000, operations: 40_000 }

function shareOf(stream: OrderStream, ...wanted: number[]): number {
  const measured = stream.kind.subarray(stream.warmUp, stream.length)
  return measured.filter((kind) => wanted.includes(kind)).length / measured.length
}

test('the same seed gives the same stream, another seed another one', () => {
  const stream = createStream(plan)
  expect(createStream(plan)).toEqual(stream)
  expect(createStream({ ...plan, seed: 1 })).not.toEqual(stream)
})

test('the mix is 40 % adds, 40 % cancels, 10 % replaces and 10 % marketable orders', () => {
  const stream = createStream(plan)
  expect(stream.length - stream.warmUp).toBe(plan.operations)
  expect(Math.abs(shareOf(stream, kinds.add) - 0.4)).toBeLessThan(0.01)
  expect(Math.abs(shareOf(stream, kinds.cancel) - 0.4)).toBeLessThan(0.01)
  expect(Math.abs(shareOf(stream, kinds.replace) - 0.1)).toBeLessThan(0.01)
  expect(Math.abs(shareOf(stream, kinds.market, kinds.take) - 0.1)).toBeLessThan(0.01)
})

test('adds and replaces rest, marketable orders fill, and the book stays about as deep', () => {
  const stream = createStream(plan)
  const core = new MatchingCore(stream.ids)
  const { add, cancel, replace, market } = kinds
  for (let row = 0; row < stream.length; row += 1) {
    const kind = stream.kind[row]
    const id = stream.id[row] ?? 0
    const side = stream.side[row] === buy ? buy : sell
    const [price, qty] = [stream.priceTicks[row] ?? 0, stream.qtyLots[row] ?? 0]
    if (kind === cancel) core.cancel(id)
    else if (kind === replace) expect(core.replace(id, price, qty)).toBe(true)
    else if (kind === market) core.market(side, qty)
    else core.limit(id, side, price, qty)
    if (kind !== cancel) expect(core.fillCount > 0).toBe(kind !== add && kind !== replace)
  }
  for (const side of [buy, sell]) {
    expect(core.book.levels(side)).toBeGreaterThan(700)
    expect(core.book.levels(side)).toBeLessThan(1_300)
  }
  expect(core.book.size).toBeGreaterThan(7_000)
  expect(core.book.size).toBeLessThan(13_000)
})

test('our core and nodejs-order-book end with the same levels', () => {
  const stream = createStream(plan)
  const ids = Array.from({ length: stream.ids }, (_, id) => `o${id}`)
  const [ours, peer] = [replayOurs(stream), new PeerReplay(stream, ids)]
  peer.replay(0, stream.length)
  expect(ours.levels()).toEqual(peer.levels())
  expect(ours.levels().buys.length).toBeGreaterThan(1_400)
})
