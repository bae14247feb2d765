// The steps of a liquidation as the account hears them: each part that was closed with its side,
// size, price and what it came to, as its record of closed PnL has it.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { createEngine } from '@basis/engine/engine'
import type { Event } from '@basis/engine/events'
import { parseCommand } from '@basis/engine/text'
import { expect, test } from 'vitest'
import { isLiquidationStep, liquidationStep } from './liquidation-steps.ts'

/** Plays a tape, a line a second, and returns the steps that one account hears of its last line. */
function stepsOf(account: number, lines: readonly string[]) {
  const engine = createEngine()
  const instruments = new Map<string, Instrument>()
  let events: readonly Event[] = []
  lines.forEach((line, k) => {
    const command = parseCommand(line, { instruments })
    if (command.kind === 'ListInstrument') {
      instruments.set(command.instrument.symbol, command.instrument)
    }
    const timeMs = 1_790_035_200_000 + 1000 * k
    events = engine.apply({ seq: k + 1, timeMs, command }).events
  })
  return events
    .filter(isLiquidationStep)
    .filter((event) => event.account === account)
    .map((event) => liquidationStep(event, 1, instruments.get('BTCUSDT')))
}

const opening = [
  'list BTCUSDT LinearPerpetual fees=0:0',
  'deposit #0 1000 USDT',
  'open #1 trader',
  'open #2 trader',
  'deposit #1 500 USDT',
  'deposit #2 100000 USDT',
  'index BTCUSDT 60000',
  'leverage #1 BTCUSDT 100',
  'place #1 Buy BTCUSDT 0.5 @ 60000',
  'place #2 Sell BTCUSDT 0.5 @ 60000',
  ...Array.from({ length: 151 }, () => 'index BTCUSDT 60000'),
  'index BTCUSDT 30000',
]

test('a take-over tells what was closed, at which price and the loss', () => {
  const steps = stepsOf(1, opening)
  expect(steps.map(({ step }) => step)).toEqual(['started', 'takenOver', 'closed'])
  expect(steps[2]).toMatchObject({
    symbol: 'BTCUSDT',
    side: 'Buy',
    size: '0.500',
    cause: 'TakeOver',
    positionIdx: 0,
    avgExitPrice: '59000',
    exitValue: '29500',
    amount: '-500',
  })
})

test('who is deleveraged hears what of the position was closed, and its profit', () => {
  const closed = stepsOf(2, opening).filter(({ step }) => step === 'closed')
  expect(closed.every(({ side, cause }) => side === 'Sell' && cause === 'Adl')).toBe(true)
  expect(closed.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeGreaterThan(0)
})

/** One who owes 30,000 USDC against 1 BTC; what repays it is told when nobody asked for it. */
const lent = [
  'list BTC/USDC Spot BTC/USDC tick=0.01 lot=0.000001 band=90:90 fees=0:0 qty=1l..100000000l',
  'coin BTC 9800',
  'coin USDT 10000',
  'index BTC/USDC 60000 coins BTC 60000',
  'loan USDC 0.0000125 limit=1000000 supply=5000000 tiers=1000000:0.2:0.04',
  'open #1 trader',
  'open #2 trader',
  'deposit #1 30000 USDC',
  'deposit #2 100 BTC',
  'spot-leverage #1 5',
  'spot-margin #1 on',
  'place #2 Sell BTC/USDC 1 @ 60000',
  'place #1 Buy BTC/USDC 1 @ 60000 lends',
]

test('12.5: coins that the exchange sells to repay a loan are told, with the rate that it had', () => {
  const [told, ...more] = stepsOf(1, [...lent, 'index BTC/USDC 32050 coins BTC 32050'])
  expect(more).toEqual([])
  // 1,200 ÷ (0.98 × 32,050 − 30,000)
  expect(told).toMatchObject({
    step: 'converted',
    symbol: '',
    coin: 'USDC',
    conversion: { cause: 'Rate', soldCoin: 'BTC', rate: '0.8516' },
  })
  const { sold = '0', fee = '0' } = told?.conversion ?? {}
  // What is sold is worth what is repaid, and 2 % more (D-55).
  expect((Number(sold) - Number(fee)) * 32_050).toBeCloseTo(Number(told?.amount), 2)
  expect(Number(fee) / (Number(sold) - Number(fee))).toBeCloseTo(0.02, 4)
})

test('12.5: who repays by other coins himself is told nothing', () => {
  expect(stepsOf(1, [...lent, 'repay #1 USDC 100 convert'])).toEqual([])
})
