// The order of a command's fields does not change its meaning (reliability R1, O1).

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { leverageE2, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command, NumberedCommand, PlaceOrder } from './commands.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import { byField, contentText } from './field-order.ts'
import { stateHash } from '../replay/snapshot/snapshot.ts'
import { parseCommand } from '../replay/text/format.ts'

function reversed<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(reversed) as Value
  const fields = Object.entries(value).reverse()
  return Object.fromEntries(fields.map(([name, field]) => [name, reversed(field)])) as Value
}

const listing = parseCommand('list BTCUSDT LinearPerpetual', { instruments: new Map() })
const instruments =
  listing.kind === 'ListInstrument' ? new Map([['BTCUSDT', listing.instrument]]) : new Map()
const line = (text: string): Command => parseCommand(text, { instruments })

const leg = (ticks: number) =>
  ({ triggerTicks: priceTicks(ticks), triggerBy: 'MarkPrice', orderType: 'Market' }) as const

const order: PlaceOrder = {
  kind: 'PlaceOrder',
  account: accountId(1),
  symbol: symbolId('BTCUSDT'),
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(600_000),
  qtyLots: qtyLots(10),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  linkId: 'mine',
  selfTrade: 'None',
  tpsl: { mode: 'Full', takeProfit: leg(660_000), stopLoss: leg(540_000) },
}

const story: readonly Command[] = [
  listing,
  line('index BTCUSDT 60000'),
  line('open #1 trader'),
  line('deposit #1 1000000 USDT'),
  line('open #2 trader'),
  line('deposit #2 1000000 USDT'),
  { kind: 'SetLeverage', account: accountId(1), symbol: order.symbol, leverageE2: leverageE2(500) },
  { ...order, linkId: 'rests', priceTicks: priceTicks(599_000) },
  order,
  { ...order, account: accountId(2), side: 'Sell', linkId: '', tpsl: { mode: 'Full' } },
  {
    kind: 'PlaceAlgo',
    account: accountId(1),
    symbol: order.symbol,
    side: 'Buy',
    qtyLots: qtyLots(100),
    reduceOnly: false,
    positionIdx: 0,
    linkId: 'parent',
    selfTrade: 'None',
    terms: { kind: 'Twap', durationSec: 300, intervalSec: 30, maxChaseTicks: priceTicks(610_000) },
  },
]

function played(commands: readonly Command[]): Engine {
  const engine = createEngine()
  commands.forEach((command, k) => {
    const numbered: NumberedCommand = { seq: k + 1, timeMs: 1_790_035_200_000 + k, command }
    engine.apply(numbered)
  })
  return engine
}

describe('commands whose fields come in another order', () => {
  test('R1: lead to the same state', () => {
    expect(stateHash(played(story.map(reversed)))).toBe(stateHash(played(story)))
  })

  test('O1: count as the same request: a repeat is answered with the open order', () => {
    const engine = played(story.slice(0, 8))
    const again = reversed({ ...order, linkId: 'rests', priceTicks: priceTicks(599_000) })
    const applied = engine.apply({ seq: 9, timeMs: 1_790_035_201_000, command: again })
    expect(applied.problem).toBeUndefined()
    expect(applied.orderId).toBe(1)
  })

  test('O1: count as the same request for a parent order', () => {
    const engine = played(story)
    const [parent] = story.slice(-1)
    if (parent === undefined) throw new Error('the story ends with a parent')
    const seq = story.length + 1
    const applied = engine.apply({ seq, timeMs: 1_790_035_201_000, command: reversed(parent) })
    expect(applied.problem).toBeUndefined()
    expect(applied.algoId).toBe(1)
  })
})

test('byField and contentText: lists keep their order, fields are sorted, bigints are written as text', () => {
  const value = { b: [{ d: 1n, c: 2 }, 3], a: undefined }
  expect(contentText(value)).toBe('{"b":[{"c":2,"d":"1"},3]}')
  expect(Object.keys(byField(value))).toEqual(['a', 'b'])
})

test('contentText: the text of any value is the JSON of the value with its fields sorted', () => {
  const written = (value: unknown): unknown =>
    JSON.stringify(byField(value), (_key, field: unknown) =>
      typeof field === 'bigint' ? String(field) : field,
    )
  const anything = fc.anything({ withBigInt: true, withObjectString: true })
  fc.assert(fc.property(anything, (value) => contentText(value) === written(value)))
  const odd = {
    b: Number.NaN,
    10: [undefined, () => 1],
    9: { d: undefined, c: 'x"\u2028' },
    '': [],
  }
  expect(contentText(odd)).toBe(written(odd))
  expect(contentText([odd, { list: [odd] }])).toBe(written([odd, { list: [odd] }]))
})
