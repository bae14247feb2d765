// The loss of an order that turns a position round (rules 5.6): since version 3 of the rules it
// must be available, though the order needs no more margin than the position did.

import { symbolId } from '@basis/domain/numbers/brand'
import { priceTicks } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { coins, linear, venue, type Venue } from '../../testing/example-venue.ts'

/** Alice is long 30 at 100 with 5×, which needs 600 of her 700; the only bids are at 80. */
function longOf30(rules: number): Venue {
  const made = venue(`${linear} fees=0:0`, { alice: '700', rules })
  made.say('index BTCUSDT 100')
  made.setLeverage(5)
  made.trade('alice', 'bob', ['30', '100'])
  made.say('place bob Buy BTCUSDT 100 @ 80')
  return made
}

test('a sale that turns a long round is refused if its loss is not available', () => {
  const made = longOf30(3)
  // The short needs no more than the long did, but 60 sold at 80 lose 1,200 against the mark.
  const { name, params } = made.refused('place alice Sell BTCUSDT 60 @ 80')
  expect([name, params?.['orderLoss']]).toEqual(['insufficientBalance', '1200'])
  expect(made.position()?.position.sizeLots).toBe(30_000)
})

test('one whose loss is available is accepted', () => {
  const made = longOf30(3)
  made.say('cancel-all bob')
  made.say('place bob Buy BTCUSDT 100 @ 99')
  // 60 at 99 lose 60 of the 100 available.
  made.say('place alice Sell BTCUSDT 60 @ 99')
  expect(made.position()?.position).toMatchObject({ side: 'Sell', sizeLots: 30_000 })
  expect(made.account()?.available).toBe(coins('40'))
})

test('an order that only closes is accepted whatever it loses, also beside another of its side', () => {
  const made = longOf30(3)
  made.say('place alice Sell BTCUSDT 5 @ 130')
  made.say('place alice Sell BTCUSDT 30 @ 80')
  expect(made.position()).toBeUndefined()
  expect(made.account()?.coins[0]?.balance).toBe(coins('100'))
})

test('the largest quantity offered for sale is the position, if a loss beyond it is not available', () => {
  const made = longOf30(3)
  expect(made.engine.views.maxQty(made.id('alice'), symbolId('BTCUSDT'))?.sellLots).toBe(30_000)
})

test('under the second rules the loss was accepted, as journals of theirs must replay', () => {
  const made = longOf30(2)
  made.say('place alice Sell BTCUSDT 60 @ 80')
  expect(made.account()?.coins[0]?.balance).toBe(coins('100'))
  expect(made.position()?.unrealisedPnl).toBe(coins('-600'))
})

/** As `longOf30`, isolated: 600 of her 700 are the margin of the position. */
function isolatedOf30(rules: number): Venue {
  const made = venue(`${linear} fees=0:0`, { alice: '700', rules })
  made.say('index BTCUSDT 100')
  made.setLeverage(5)
  made.isolate()
  made.trade('alice', 'bob', ['30', '100'])
  made.say('place bob Buy BTCUSDT 100 @ 80')
  return made
}

test('a sale that turns an isolated long round is refused if its loss leaves no margin', () => {
  const made = isolatedOf30(3)
  // Closing loses 600, the margin; the short of 30 at 80 needs 480 of the 100 that are free.
  const { name, params } = made.refused('place alice Sell BTCUSDT 60 @ 80')
  expect([name, params]).toEqual([
    'insufficientBalance',
    { needed: '480', available: '100', coin: 'USDT' },
  ])
  expect(made.position()?.position).toMatchObject({ side: 'Buy', sizeLots: 30_000 })
})

test('it may open what the free coins pay for, and no more is offered', () => {
  const made = isolatedOf30(3)
  // 100 ÷ 16 a coin.
  const { maxQty } = made.engine.views
  expect(maxQty(made.id('alice'), symbolId('BTCUSDT'), priceTicks(800))?.sellLots).toBe(36_250)
  expect(made.refused('place alice Sell BTCUSDT 36.251 @ 80').name).toBe('insufficientBalance')
  made.say('place alice Sell BTCUSDT 36.25 @ 80')
  expect(made.position()?.position).toMatchObject({ side: 'Sell', sizeLots: 6250 })
  expect(made.account()?.coins[0]).toMatchObject({ balance: coins('100'), free: 0n })
})

test('one that frees more than it needs is accepted', () => {
  const made = isolatedOf30(3)
  made.say('cancel-all bob')
  made.say('place bob Buy BTCUSDT 100 @ 99')
  made.say('place alice Sell BTCUSDT 60 @ 99')
  expect(made.position()?.position).toMatchObject({ side: 'Sell', sizeLots: 30_000 })
  // 700 less the loss of 30 and the margin of 594.
  expect(made.account()?.coins[0]?.free).toBe(coins('76'))
})

test('one that only closes is accepted whatever it loses', () => {
  const made = isolatedOf30(3)
  made.say('place alice Sell BTCUSDT 30 @ 80')
  expect(made.position()).toBeUndefined()
})

test('a resting one is checked like one that is filled', () => {
  const made = isolatedOf30(3)
  made.say('place dave Sell BTCUSDT 1 @ 120')
  expect(made.refused('place alice Sell BTCUSDT 60 @ 85').name).toBe('insufficientBalance')
  made.say('place alice Sell BTCUSDT 60 @ 98')
})

test('under the second rules the short had a margin that its account did not have', () => {
  const made = isolatedOf30(2)
  made.say('place alice Sell BTCUSDT 60 @ 80')
  expect(made.account()?.coins[0]).toMatchObject({ balance: coins('100'), free: coins('-380') })
})
