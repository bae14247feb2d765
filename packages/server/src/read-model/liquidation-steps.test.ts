// The steps of a liquidation as the account gets them: each closed part with its side, size, price
// and PnL, as in its closed PnL record.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { createEngine } from '@basis/engine/engine'
import type { Event } from '@basis/engine/events'
import { parseCommand } from '@basis/engine/text'
import { expect, test } from 'vitest'
import { isLiquidationStep, liquidationStep } from './liquidation-steps.ts'

/** Applies commands, a line a second; returns the steps of the last one for one account. */
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

test('the step of a take-over has the closed size, the price and the loss', () => {
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

test('a deleveraged account gets steps with the closed parts of its position and their profit', () => {
  const closed = stepsOf(2, opening).filter(({ step }) => step === 'closed')
  // The pool's 1,000 pay for 0.034 at mark; the other 0.466 close at the bankruptcy price (D-31).
  expect(closed).toMatchObject([
    { side: 'Sell', cause: 'Adl', size: '0.466', avgExitPrice: '59000', amount: '466' },
    { side: 'Sell', cause: 'Adl', size: '0.034', avgExitPrice: '30000', amount: '1020' },
  ])
  expect(closed).toHaveLength(2)
})

/** An account that owes 30,000 USDC against 1 BTC. */
const loan = [
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

test('12.5: a forced repayment is a step with the coins that were sold and the maintenance margin rate', () => {
  const [first, ...more] = stepsOf(1, [...loan, 'index BTC/USDC 32050 coins BTC 32050'])
  expect(more).toEqual([])
  // 1,200 ÷ (0.98 × 32,050 − 30,000)
  expect(first).toMatchObject({
    step: 'converted',
    symbol: '',
    coin: 'USDC',
    conversion: { cause: 'Rate', soldCoin: 'BTC', rate: '0.8516' },
  })
  const { sold = '0', fee = '0' } = first?.conversion ?? {}
  // The sold coins are worth the repaid amount and 2 % more (D-55).
  expect((Number(sold) - Number(fee)) * 32_050).toBeCloseTo(Number(first?.amount), 2)
  expect(Number(fee) / (Number(sold) - Number(fee))).toBeCloseTo(0.02, 4)
})

test('12.5: a repayment with other coins that the trader asks for is not a step', () => {
  expect(stepsOf(1, [...loan, 'repay #1 USDC 100 convert'])).toEqual([])
})
