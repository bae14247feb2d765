// The context of the ticket: orders that a market's status forbids, and the funds of an order.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { amount, zero } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import type { CoinBalance, Wallet } from '../../stores/wallet.ts'
import { fundsOf } from '../outcome/question/order-context.ts'
import { barredBy } from './ticket-context.ts'

test.each([
  ['PreLaunch', 'book.comingTag', 'book.comingTag'],
  ['Auction', undefined, 'book.comingTag'],
  ['Trading', undefined, undefined],
  ['ReduceOnly', 'errors.symbolReduceOnly', undefined],
  ['CancelOnly', 'ticket.paused', 'ticket.paused'],
  ['Closed', 'ticket.paused', 'ticket.paused'],
] as const)(
  'with market status %s the reason against an opening order is %s, against a reducing one %s',
  (status, open, reduce) => {
    expect(barredBy({ status }, { reduceOnly: false })).toBe(open)
    expect(barredBy({ status }, { reduceOnly: true })).toBe(reduce)
  },
)

const e8 = (value: number) => amount(BigInt(Math.round(value * 1e8)))
const coin = (name: string, balance: number, change: Partial<CoinBalance> = {}): CoinBalance => ({
  coin: name,
  balance: e8(balance),
  locked: zero,
  free: e8(balance),
  owed: zero,
  unrealised: zero,
  equity: e8(balance),
  available: e8(balance),
  usdValue: zero,
  ...change,
})
const walletOf = (coins: readonly CoinBalance[], available: number) =>
  ({
    coins,
    available: e8(available),
    equity: e8(200_000),
    maintenanceMargin: zero,
  }) as Partial<Wallet> as Wallet
const instrumentOf = (kind: Instrument['kind']) =>
  ({ kind, baseCoin: 'BTC', quoteCoin: 'USDT', settleCoin: 'USDT' }) as Instrument

test('a free balance can be sold although a loan keeps it in the account (5.6)', () => {
  // Of 2.4 BTC backing a loan, 1.25 can leave the account; all that is not locked can be sold.
  const held = coin('BTC', 2.4, { available: e8(1.25), locked: e8(0.1), free: e8(2.3) })
  const wallet = walletOf([held, coin('USDT', 0)], 60_000)
  const traded = { markE8: undefined, isIsolated: false }
  expect(fundsOf(wallet, instrumentOf('Spot'), traded)?.base).toBe(e8(2.3))
})

test('a free balance can be spent although a position needs it in the account (12.3)', () => {
  const held = coin('USDT', 100_000, { available: e8(1_000), locked: e8(500), free: e8(99_500) })
  const wallet = walletOf([held], 1_000)
  const traded = { markE8: undefined, isIsolated: false }
  expect(fundsOf(wallet, instrumentOf('Spot'), traded)?.available).toBe(e8(99_500))
})

test('an isolated position is margined by its own coin only, a cross one by the account (5.3)', () => {
  const wallet = walletOf([coin('USDT', 99_829), coin('BTC', 1.067)], 170_831)
  const linear = instrumentOf('Linear')
  const markE8 = 67_000e8
  expect(fundsOf(wallet, linear, { markE8, isIsolated: false })?.available).toBe(e8(170_831))
  expect(fundsOf(wallet, linear, { markE8, isIsolated: true })?.available).toBe(e8(99_829))
  const poor = walletOf(wallet.coins, 5_000)
  expect(fundsOf(poor, linear, { markE8, isIsolated: true })?.available).toBe(e8(5_000))
  const inverse = { ...instrumentOf('Inverse'), settleCoin: 'BTC' } as Instrument
  expect(fundsOf(wallet, inverse, { markE8, isIsolated: true })?.available).toBe(e8(1.067))
})
