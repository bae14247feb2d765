// Snapshots of the state and their restoring, and what must not change the state.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { expect, test } from 'vitest'
import type { Command } from '../../api/commands.ts'
import { createEngine, stateOf, type Engine } from '../../engine/engine.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from './snapshot.ts'
import { parseCommand } from '../text/format.ts'
import { hashText } from '../../state/collections/text-hash.ts'
import type { Instrument } from '@basis/domain/instrument/instrument'

/** Plays lines on an engine, one a second, and returns it. */
function played(lines: string, engine: Engine = createEngine()): Engine {
  const instruments = new Map<string, Instrument>()
  for (const line of lines.trim().split('\n')) {
    const command: Command = parseCommand(line, { instruments })
    if (command.kind === 'ListInstrument') {
      instruments.set(command.instrument.symbol, command.instrument)
    }
    const seq = engine.lastSeq() + 1
    engine.apply({ seq, timeMs: 1_790_035_200_000 + seq * 1000, command })
  }
  return engine
}

const opening = `
list BTCUSDT LinearPerpetual
list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0.1:0.1
index BTCUSDT 65000 BTC/USDT 65000
open #1 trader
open #2 trader
deposit #1 10000 USDT
deposit #2 1 BTC
deposit #2 10000 USDT`

/** Hash of the state without number and time of the last command, which each command changes. */
const settled = (engine: Engine): string =>
  hashText([...takeSnapshot(engine)].join('\n').replace(/"seq":\d+,"timeMs":\d+,/, ''))

test('R6: queries do not change the state, not even those for an account without coins', () => {
  const engine = played(`${opening}\nopen #3 robot`)
  const before = stateHash(engine)
  const { views } = engine
  const three = accountId(3)
  const symbols = views.symbols()
  views.account(three)
  views.positions(three)
  views.openOrders(three)
  views.ledger()
  for (const symbol of symbols) {
    views.maxQty(three, symbol)
    views.leverage(three, symbol)
    views.symbol(symbol)
    views.depth(symbol, 10)
  }
  expect(stateHash(engine)).toBe(before)
})

test('a restore keeps a coin that is listed and has no price yet', () => {
  const engine = played('list BTCUSDT LinearPerpetual\ncoin BTC3L 0')
  const restored = engineFromSnapshot(takeSnapshot(engine))
  const price = 'index BTCUSDT 65000 coins BTC3L 10'
  for (const one of [engine, restored]) played(price, one)
  expect(restored.views.collateral('BTC3L')?.usdE8).toBe(1_000_000_000)
  expect(stateHash(restored)).toBe(stateHash(engine))
})

test('R6: a refused command does not change the state', () => {
  const engine = played(`${opening}\nopen #3 robot`)
  const before = settled(engine)
  const refused = [
    'place #3 Buy BTCUSDT 1l @ 650000t',
    'place #3 Buy BTCUSDT 100l @ 650000t',
    'place #3 Sell BTC/USDT 1000l @ 6500000t',
    'place #3 Sell BTCUSDT 1l @ 650000t reduce',
    'replace #3 1 5l',
    'cancel #3 1',
    'leverage #3 BTCUSDT 500',
    'leverage #3 BTCUSDT 10',
    'open #3 trader',
    'index NOBODY 5',
    'deposit #9 5 USDT',
    'status NOBODY Closed',
    'cancel-all #3 NOBODY',
  ]
  for (const line of refused) {
    played(line, engine)
    expect([line, settled(engine)]).toEqual([line, before])
  }
})

test('R4: views do not depend on the order in which coins were deposited', () => {
  const engine = played(opening)
  const restored = engineFromSnapshot(takeSnapshot(engine))
  for (const id of [1, 2]) {
    const account = accountId(id)
    expect(restored.views.account(account)).toEqual(engine.views.account(account))
  }
  expect(engine.views.account(accountId(2))?.coins.map(({ coin }) => coin)).toEqual(['BTC', 'USDT'])
  expect(restored.views.ledger()).toEqual(engine.views.ledger())
})

test('R4: accounts are listed by their numbers, in whatever order they were opened', () => {
  const engine = played('open #5 trader\nopen #2 trader\nopen #9 trader\nopen #1 trader')
  expect(engine.views.accounts()).toEqual([1, 2, 5, 9])
  const restored = engineFromSnapshot(takeSnapshot(engine))
  for (const both of [engine, restored]) played('open #3 trader\nopen #12 trader', both)
  expect(engine.views.accounts()).toEqual([1, 2, 3, 5, 9, 12])
  expect(restored.views.accounts()).toEqual(engine.views.accounts())
  expect(stateHash(restored)).toBe(stateHash(engine))
})

test('D5: a restored snapshot is the same state, with orders, positions and ids of cancelled orders', () => {
  const story = `${opening}
place #1 Buy BTCUSDT 10l @ 649990t link=a
place #2 Sell BTCUSDT 4l @ 649990t
place #1 Buy BTC/USDT 1000l @ 6400000t
place #2 Sell BTC/USDT 500l @ 6600000t PostOnly
cancel #1 link=a`
  const engine = played(story)
  const lines = [...takeSnapshot(engine)]
  const restored = engineFromSnapshot(lines)
  expect(stateHash(restored)).toBe(stateHash(engine))
  expect([...takeSnapshot(restored)]).toEqual(lines)
  for (const line of lines) expect(line).toMatch(/^[\0-\x7f]+$/)
  const again = 'cancel #1 link=a'
  expect(played(again, restored).views.openOrders(accountId(1))).toHaveLength(1)
  played(again, engine)
  expect(stateHash(restored)).toBe(stateHash(engine))
})

test('R1: the hash of the snapshot’s lines is the hash of the state', () => {
  const engine = played(opening)
  const text = [...takeSnapshot(engine)].map((line) => `${line}\n`).join('')
  expect(hashText(text)).toBe(stateHash(engine))
  expect(stateHash(engine)).toMatch(/^[0-9a-f]{32}$/)
  expect(hashText('a')).not.toBe(hashText('b'))
  expect(hashText('ab')).not.toBe(hashText('ba'))
})

test('D7: a snapshot of an unknown format is refused', () => {
  const [head = '', ...rest] = takeSnapshot(createEngine())
  const newer = head.replace(/"format":\d+/, '"format":999')
  expect(() => engineFromSnapshot([newer, ...rest])).toThrow('format 999')
  expect(() => engineFromSnapshot([head, '{'])).toThrow(SyntaxError)
})

test('D3: a snapshot with a missing line is refused', () => {
  const lines = [...takeSnapshot(played(opening))]
  lines.forEach((_line, k) => {
    expect(() => engineFromSnapshot(lines.toSpliced(k, 1))).toThrow()
  })
})

test('symbols keep their order after a restore', () => {
  const restored = engineFromSnapshot(takeSnapshot(played(opening)))
  expect(restored.views.symbols()).toEqual([symbolId('BTCUSDT'), symbolId('BTC/USDT')])
})

test('a restore marks no account for a liquidation check, and the next price gives the same state', () => {
  const traders = Array.from({ length: 40 }, (_, k) => k + 3)
  const lines = traders.map((id) => `open #${id} trader\ndeposit #${id} ${id % 2 ? 9000 : 70} USDT`)
  const trades = traders.map((id) => `place #${id} ${id % 2 ? 'Buy' : 'Sell'} BTCUSDT 10l @ 65000`)
  const prices = 'index BTCUSDT 65000 BTC/USDT 65000\n'.repeat(6)
  const engine = played(`${opening}\n${[...lines, ...trades].join('\n')}\n${prices}`)
  const restored = engineFromSnapshot(takeSnapshot(engine))
  expect(stateOf(restored).liquidationIndex.takeToCheck()).toEqual([])
  for (const both of [engine, restored]) played('index BTCUSDT 65001 BTC/USDT 65000', both)
  expect(stateHash(restored)).toBe(stateHash(engine))
})
