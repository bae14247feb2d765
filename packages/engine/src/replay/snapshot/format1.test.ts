// A snapshot that release 0.1.0 wrote can still be read.

import { readFileSync } from 'node:fs'
import { accountId } from '@basis/domain/numbers/brand'
import { expect, test } from 'vitest'
import type { Engine } from '../../engine/engine.ts'
import { brokenInvariants } from '../invariants.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from './snapshot.ts'
import { parseCommand } from '../text/format.ts'

/** Written by 0.1.0 after commands one second apart, the last of them at `takenMs`. */
const text = readFileSync(new URL('./format1.json', import.meta.url), 'utf8')
const takenMs = 1_790_035_226_000
const day = 24 * 3_600_000

function play(engine: Engine, line: string, timeMs: number): ReturnType<Engine['apply']> {
  const { instrument } = engine.views.symbol('BTCUSDT' as never) ?? {}
  const instruments = new Map(instrument === undefined ? [] : [['BTCUSDT', instrument]])
  const command = parseCommand(line, { instruments })
  return engine.apply({ seq: engine.lastSeq() + 1, timeMs, command })
}

test('D7: a snapshot of 0.1.0 restores positions, orders, stops, parent orders and modes', () => {
  const engine = engineFromSnapshot([text])
  expect(brokenInvariants(engine)).toEqual([])
  const { views } = engine
  const sizes = [1, 2, 3].map((id) =>
    views.positions(accountId(id)).map(({ position }) => [position.side, position.sizeLots]),
  )
  expect(sizes).toEqual([[['Buy', 300]], [['Sell', 400]], [['Buy', 100]]])
  const open = [1, 2].map((id) =>
    views.openOrders(accountId(id)).map(({ linkId, stop }) => [linkId, stop?.stopType]),
  )
  expect(open).toEqual([
    [
      ['', 'TakeProfit'],
      ['', 'StopLoss'],
      ['waits', 'Stop'],
    ],
    [
      ['rests', undefined],
      ['spot', undefined],
    ],
  ])
  expect(views.algos(accountId(1)).map(({ linkId }) => linkId)).toEqual(['twap'])
  expect(views.mmrCloses(accountId(1))).toHaveLength(1)
  expect(views.positionMode(accountId(3), 'BTCUSDT' as never)).toBe('BothSide')
  const again = engineFromSnapshot(takeSnapshot(engine))
  expect(stateHash(again)).toBe(stateHash(engine))
})

test('O1: client order ids of a 0.1.0 snapshot stay used, those of final orders for another day', () => {
  const engine = engineFromSnapshot([text])
  const gone = 'place #2 Sell BTC/USDT 0.1 @ 66500 link=gone'
  const other = 'place #2 Sell BTCUSDT 0.1 @ 66500 link=gone'
  expect(play(engine, other, takenMs + 1000).problem?.name).toBe('orderLinkIdDuplicate')
  expect(play(engine, 'cancel #2 link=gone', takenMs + 1000).problem?.name).toBe('orderFinal')
  expect(play(engine, other.replace('gone', 'rests'), takenMs + 2000).problem?.name).toBe(
    'orderLinkIdDuplicate',
  )
  expect(gone).not.toBe(other)
  play(engine, 'time', takenMs + day + 2000)
  expect(play(engine, other, takenMs + day + 3000).problem).toBeUndefined()
})
