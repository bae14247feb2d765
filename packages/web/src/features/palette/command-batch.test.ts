// A command line with several orders: one request, or the first problem of the line.

import { expect, test } from 'vitest'
import { amount, priceTicks } from '@basis/domain/numbers/fixed'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { say } from '../../i18n/i18n.ts'
import { readLine } from './command-batch.ts'
import type { CommandContext } from './command-line.ts'

const context: CommandContext = {
  current: btcUsdt,
  find: (word) => (word === 'btc' ? btcUsdt : undefined),
  prices: () => ({ bid: priceTicks(599_990), ask: priceTicks(600_000), last: priceTicks(600_000) }),
  equity: amount(100_000_00000000n),
}

test('orders separated by semicolons are one batch command', () => {
  const reading = readLine('buy 0.1 btc at 59000; sell 0.2 at 61000;', context)
  expect(reading).toMatchObject({
    command: {
      kind: 'batch',
      orders: [
        { intent: { side: 'Buy', qtyLots: 100, priceTicks: 590_000 } },
        { intent: { side: 'Sell', qtyLots: 200, priceTicks: 610_000 } },
      ],
    },
  })
})

test('a single order with a semicolon at the end is an order command', () => {
  expect(readLine('buy 0.1;', context)).toMatchObject({ command: { kind: 'order' } })
})

test.each([
  ['buy 0.1; buy', 'Say how much: 0.1, 500 usdt, or risk 1%'],
  ['buy 0.1; cancel', 'Only orders of contracts can be joined by “;”'],
  ['buy 0.1; hello', '“hello” is not understood'],
  ['buy 0.1;'.repeat(21), 'At most 20 orders in one line'],
])('%s is refused: %s', (text, said) => {
  const reading = readLine(text, context)
  expect(reading !== undefined && 'wrong' in reading && say(reading.wrong)).toBe(said)
})
