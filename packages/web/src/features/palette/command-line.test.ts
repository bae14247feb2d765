// Typed commands: what a line means, and the message if it is not understood.

import { afterEach, expect, test, vi } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { btcUsdt } from '@basis/domain/testing/instruments'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { say } from '../../i18n/i18n.ts'
import { readCommand, type CommandContext } from './command-line.ts'

const language = vi.hoisted(() => ({ code: 'en' }))
vi.mock('../../i18n/i18n.ts', async (original) => ({
  ...(await original<object>()),
  currentLanguage: () => language.code,
}))
afterEach(() => {
  language.code = 'en'
})

// A tick of 0.1, a lot of 0.001.
const eth: Instrument = { ...btcUsdt, symbol: symbolId('ETHUSDT'), baseCoin: 'ETH' }
const btcUsd: Instrument = {
  ...btcUsdt,
  symbol: symbolId('BTCUSD'),
  kind: 'Inverse',
  settleCoin: 'BTC',
  lotSizeE8: 100_000_000,
}
const pair: Instrument = { ...btcUsdt, symbol: symbolId('BTC/USDT'), kind: 'Spot' }
const names: Record<string, Instrument> = {
  'btc/usdt': pair,
  btc: btcUsdt,
  eth,
  ethusdt: eth,
  btcusd: btcUsd,
}
const context: CommandContext = {
  current: btcUsdt,
  find: (word) => names[word],
  prices: ({ symbol }) =>
    symbol === 'ETHUSDT'
      ? { bid: priceTicks(33_999), ask: priceTicks(34_001), last: priceTicks(34_000) }
      : { bid: priceTicks(599_990), ask: priceTicks(600_000), last: priceTicks(600_000) },
  equity: amount(100_000_00000000n),
}
const read = (text: string) => readCommand(text, context)
const wrong = (text: string): string | undefined => {
  const seen = read(text)
  return seen !== undefined && 'wrong' in seen ? say(seen.wrong) : undefined
}
const intent = (text: string) => {
  const seen = read(text)
  if (seen === undefined || !('command' in seen)) throw new Error(wrong(text) ?? 'no command')
  if (seen.command.kind !== 'order') throw new Error(seen.command.kind)
  return seen.command.intent
}
const leg = (ticks: number) => ({
  triggerTicks: ticks,
  triggerBy: 'LastPrice',
  orderType: 'Market',
})

test('a market order with stop and target is read', () => {
  expect(intent('buy 0.1 eth stop 3380 tp 3500')).toEqual({
    symbol: 'ETHUSDT',
    side: 'Buy',
    orderType: 'Market',
    timeInForce: 'ImmediateOrCancel',
    priceTicks: undefined,
    qtyLots: 100,
    reduceOnly: false,
    tpsl: { mode: 'Full', takeProfit: leg(35_000), stopLoss: leg(33_800) },
  })
})

test.each([
  ['sell 0.5 limit 61000', { side: 'Sell', orderType: 'Limit', priceTicks: 610_000, qtyLots: 500 }],
  ['short 0.5 @61k post', { side: 'Sell', priceTicks: 610_000, timeInForce: 'PostOnly' }],
  ['BUY 0.002 at 59,000.5 ioc reduce', { priceTicks: 590_005, reduceOnly: true }],
  ['long btc 0.01 fok at 60000', { symbol: 'BTCUSDT', timeInForce: 'FillOrKill' }],
  // 500 ÷ 60,000 = 0.0083…; a market sell is sized by the bid.
  ['buy 500 usdt', { qtyLots: 8 }],
  ['buy 500usdt', { qtyLots: 8 }],
  ['buy 0.5kusdt, sl 59000', { qtyLots: 8 }],
  ['buy $500', { qtyLots: 8 }],
  ['sell $6k', { qtyLots: 100 }],
  ['buy 1k btcusd', { symbol: 'BTCUSD', qtyLots: 1000 }],
  ['buy 250 usd btcusd', { symbol: 'BTCUSD', qtyLots: 250 }],
])('the command %s is read', (text, part) => {
  expect(intent(text)).toMatchObject(part)
})

test.each([
  ['en', 'buy 0,1 btc at 64000,5', { qtyLots: 100, priceTicks: 640_005 }],
  ['de', 'buy 0,1 btc at 64000,5', { qtyLots: 100, priceTicks: 640_005 }],
  ['de', 'buy 0,125 btc at 64.000,5', { qtyLots: 125, priceTicks: 640_005 }],
  ['en', 'buy 0,125 btc at 64,000.5', { qtyLots: 125, priceTicks: 640_005 }],
  ['en', 'buy 1,200 at 64,000', { qtyLots: 1_200_000, priceTicks: 640_000 }],
  ['de', 'buy 1,200 at 64,5k', { qtyLots: 1_200, priceTicks: 645_000 }],
  ['en', 'buy 0.1, sl 63000, tp 65000', { qtyLots: 100, priceTicks: undefined }],
])('in %s the decimal comma of "%s" is no grouping', (code, text, part) => {
  language.code = code
  expect(intent(text)).toMatchObject(part)
})

test.each([
  ['buy 0.1 btc/usdt stop 59000', /trigger/],
  ['buy btc/usdt risk 1% stop 59000', /trigger/],
  ['buy 0.1 btc/usdt at 59000 tp 61000', /trigger/],
  ['sell 0.1 btc/usdt reduce', /position/],
])('an order of a pair has no position to protect or reduce: %s', (text, words) => {
  expect(wrong(text)).toMatch(words)
  expect(intent('buy 0.1 btc/usdt at 59000')).toMatchObject({ symbol: 'BTC/USDT', qtyLots: 100 })
})

test.each(['buy 1,2,3', 'buy 0.1.2', 'buy 1.5,5.5'])('“%s” has no number', (text) => {
  expect(wrong(text)).toMatch(/understood/)
})

test('a risk sizes the order by its loss at the stop with both fees', () => {
  // 1 % of 100,000 is 1,000: a coin loses 1,000 + 0.00055 × 119,000 = 1,065.45.
  expect(intent('buy risk 1% stop 59000')).toMatchObject({ qtyLots: 938, symbol: 'BTCUSDT' })
  expect(intent('buy risk 250 usdt stop 59000 at 60000').qtyLots).toBe(234)
  // Dollars lost of an inverse contract are coins at the stop: a contract loses
  // 1,000 + 65.45 of 59,000 × 60,000 ÷ 59,000 … 250 × 60,000 ÷ 1,065.45.
  expect(intent('buy risk 250 stop 59000 at 60000 btcusd').qtyLots).toBe(14_078)
})

test('a risk at market is sized by the book’s levels, with loss at stop and gain at target (EX-3.7)', () => {
  const book = () => ({ asks: [600_000, 50, 601_000, 1_000], bids: [599_990, 1_000] })
  const seen = readCommand('buy risk 100 stop 59000 tp 62000', { ...context, book })
  if (seen === undefined || !('command' in seen) || seen.command.kind !== 'order') throw new Error()
  const { intent: meant, bracket } = seen.command
  // 0.05 at 60,000 and 0.040 at 60,100, as the ticket sizes it.
  expect(meant.qtyLots).toBe(90)
  expect(bracket?.atStop).toBeGreaterThan(-100_00000000n)
  expect(bracket?.atStop).toBeLessThan(-98_00000000n)
  expect(bracket?.atTarget).toBeGreaterThan(168_00000000n)
  // A limit order has its own price, whatever the book is.
  const limit = readCommand('buy risk 100 stop 59000 at 60000', { ...context, book })
  expect(limit).toMatchObject({ command: { intent: { qtyLots: 93 } } })
})

test('the loss of an existing position at the stop is part of the risk (EX-3.13)', () => {
  const heldOn = () => ({ sizeLots: qtyLots(100), entryValue: amount(6_100_00000000n) })
  const seen = readCommand('buy risk 300 stop 59000 at 60000', { ...context, heldOn })
  // 0.09 lose 95.8905, the position 203.245.
  expect(seen).toMatchObject({
    command: { intent: { qtyLots: 90 }, wholeAtStop: -299_13550000n },
  })
  // Without a position the total is that of the order, and is not given separately.
  const withoutPosition = readCommand('buy risk 300 stop 59000 at 60000', context)
  expect(withoutPosition).toMatchObject({ command: { wholeAtStop: undefined } })
  const none = readCommand('buy risk 200 stop 59000 at 60000', { ...context, heldOn })
  expect(none !== undefined && 'wrong' in none ? say(none.wrong) : '').toBe(
    'The position already loses 203.245 USDT at this stop: nothing of the risk is left for an order.',
  )
})

test('with a quantity and a risk the smaller one is used, whichever is typed first', () => {
  expect(intent('buy 0.1 btc risk 1% stop 59000').qtyLots).toBe(100)
  expect(intent('buy risk 1% btc 2 stop 59000').qtyLots).toBe(938)
})

test.each([
  ['buy', 'Say how much: 0.1, 500 usdt, or risk 1%'],
  ['buy 0.1 xyz', '“xyz” is not understood'],
  ['buy 0.1 stop', '“stop” is not understood'],
  ['buy risk 1%', 'Risk needs a stop price'],
  ['buy 0.0001', 'Quantity must be a multiple of 0.001'],
  ['buy 0.1 at 60000.05', 'Price must be a multiple of 0.1'],
  ['buy risk 1% stop 61000', 'Stop-loss cannot be above the order price'],
  ['sell risk 1% stop 59000', 'Stop-loss cannot be below the order price'],
  ['buy risk 0.5 stop 59000', 'Min. quantity 0.001 BTC'],
  ['leverage eth', 'Say which leverage, e.g. leverage 20 eth'],
  ['close 0%', '“0%” is not understood'],
  ['cancel eth btc', '“btc” is not understood'],
  ['cancel all orders', '“orders” is not understood'],
])('the command %s is refused: %s', (text, said) => {
  expect(wrong(text)).toBe(said)
})

test('commands to close, cancel and set leverage are read', () => {
  expect(read('close')).toMatchObject({ command: { kind: 'close', percent: 100 } })
  expect(read('close 50% eth')).toMatchObject({ command: { instrument: eth, percent: 50 } })
  expect(read('close half eth')).toMatchObject({ command: { instrument: eth, percent: 50 } })
  expect(read('close all')).toMatchObject({ command: { kind: 'close', percent: 100 } })
  expect(read('cancel')).toEqual({ command: { kind: 'cancel', instrument: undefined } })
  expect(read('cancel eth')).toMatchObject({ command: { instrument: eth } })
  expect(read('lev 12.5x eth')).toMatchObject({ command: { leverage: 1250, instrument: eth } })
})

test('an alert above, below or crossing a price is read', () => {
  const draft = (text: string) => {
    const seen = read(text)
    return seen !== undefined && 'command' in seen && seen.command.kind === 'alert'
      ? seen.command.draft
      : undefined
  }
  const last = { figure: 'last', symbols: ['BTCUSDT'] }
  expect(draft('alert btc > 70000')).toEqual({ ...last, operator: 'above', value: '70000.0' })
  expect(draft('alert <60k')).toEqual({ ...last, operator: 'below', value: '60000.0' })
  expect(draft('alert eth 3500.5')).toEqual({
    ...last,
    symbols: ['ETHUSDT'],
    operator: 'crosses',
    value: '3500.5',
  })
  expect(wrong('alert btc')).toMatch(/at which price/)
  expect(wrong('alert btc > 70000.05')).toMatch(/multiple/)
  expect(wrong('alert btc soon 5')).toMatch(/soon/)
})

test('a line that does not begin with a command word is a search', () => {
  expect(read('eth')).toBeUndefined()
  expect(read('')).toBeUndefined()
})
