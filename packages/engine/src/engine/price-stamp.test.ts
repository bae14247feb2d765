// The cache key of an account's prices: it changes whenever a price changes the account's figures.

import { expect, test } from 'vitest'
import { accountId } from '@basis/domain/numbers/brand'
import { createEngine, type Engine } from './engine.ts'
import { parseCommand } from '../replay/text/format.ts'
import type { Instrument } from '@basis/domain/instrument/instrument'

const startMs = 1_790_035_200_000
const october = startMs + (30 * 24 + 8) * 3_600_000
const alice = accountId(1)

/** An exchange with a pair and a perpetual of one coin, lent as well; alice has dollars only. */
function opened(...more: readonly string[]) {
  const engine: Engine = createEngine()
  const instruments = new Map<string, Instrument>()
  let [seq, timeMs] = [0, startMs]
  const say = (...lines: readonly string[]): void => {
    for (const line of lines) {
      const command = parseCommand(line, { instruments })
      if (command.kind === 'ListInstrument') {
        instruments.set(command.instrument.symbol, command.instrument)
      }
      seq += 1
      timeMs += 1000
      expect([line, engine.apply({ seq, timeMs, command }).problem]).toEqual([line, undefined])
    }
  }
  say(
    'list BTCUSDT LinearPerpetual BTC/USDT fees=0:0 band=90:90',
    `list BTCUSDT-22OCT26 LinearFutures BTC/USDT fees=0:0 band=90:90 delivery=${october}`,
    'list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0:0 band=90:90',
    'coin BTC 9800',
    'loan BTC 0.00001 limit=400 supply=4000 tiers=390:0.2:0.04,391:0.25:0.04',
    'open #1 trader',
    'open #2 trader',
    'deposit #1 100000 USDT',
    'deposit #2 10000000 USDT',
    'index BTCUSDT 60000 BTCUSDT-22OCT26 60000 BTC/USDT 60000 coins BTC 60000',
    ...more,
  )
  /** What the key and the figures are, before and after a line. */
  const around = (line: string) => {
    const read = () => ({
      stamp: engine.views.priceStamp(alice),
      figures: [engine.views.account(alice), engine.views.positions(alice)],
    })
    const before = read()
    say(line)
    return { before, after: read() }
  }
  return { around }
}

/** Asserts that a line changes alice's figures, and the key with them. */
function expectChange({ around }: ReturnType<typeof opened>, line: string): void {
  const { before, after } = around(line)
  expect(after.figures).not.toEqual(before.figures)
  expect(after.stamp).not.toBe(before.stamp)
}

test('5.6: the loss of collateral by a resting buy moves with the coin, which she does not hold yet', () => {
  const market = opened('place #1 Buy BTC/USDT 1 @ 59000')
  expectChange(market, 'index BTC/USDT 60100 coins BTC 60100')
})

test('12.1: what a resting sale would borrow moves with the coin, which she does not hold', () => {
  const market = opened('spot-margin #1 on', 'place #1 Sell BTC/USDT 1 @ 61000 lends')
  expectChange(market, 'index BTC/USDT 60100 coins BTC 60100')
})

test('10.3: in portfolio margin contingencies move with the index, although the mark stays', () => {
  const market = opened(
    'account-mode #1 Portfolio',
    'place #2 Sell BTCUSDT 1 @ 60000',
    'place #1 Buy BTCUSDT 1 market',
  )
  // The mark is the last price while the window of its average is not full (2.2).
  expectChange(market, 'index BTCUSDT 60100')
})

test('an account of dollars without orders and positions depends on no price', () => {
  const { before, after } = opened().around('index BTCUSDT 60100 BTC/USDT 60100 coins BTC 60100')
  expect(after.figures).toEqual(before.figures)
  expect([before.stamp, after.stamp]).toEqual(['', ''])
})
