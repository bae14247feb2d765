// A spot order pays with its own coins only, also if an ask that it was checked against cannot be
// paid any more: the lending pool is used up (rules 8.7, 12.2; law 14.2.3).

import { describe, expect, test } from 'vitest'
import { coins, venue, type Venue } from '../../../testing/example-venue.ts'

const pair = 'BTC/USDC Spot BTC/USDC tick=0.01 lot=0.001 band=90:90 fees=0:0 qty=1l..100000000l'

/**
 * Bob asks 60,000 for a coin that he would borrow, but Carol has borrowed the last one; Dave asks
 * 66,000 if `isDeep`.
 */
function opened(rules: number, { alice = '60000', isDeep = true } = {}): Venue {
  const made = venue(pair, { coin: 'USDC', alice, rules })
  for (const line of [
    'coin BTC 9800',
    'index BTC/USDC 60000 coins BTC 60000',
    'loan BTC 0.00001 limit=1 supply=1 tiers=1:0.2:0.04',
    'spot-margin bob on',
    'place bob Sell BTC/USDC 1 @ 60000 lends',
    'spot-margin carol on',
    'borrow carol 1 BTC',
    'deposit dave 10 BTC',
  ])
    made.say(line)
  if (isDeep) made.say('place dave Sell BTC/USDC 1 @ 66000')
  return made
}

function bought(made: Venue, words: string) {
  const { events } = made.say(`place alice Buy BTC/USDC ${words}`)
  const order = events
    .flatMap((event) => ('order' in event ? [event.order] : []))
    .findLast(({ account }) => account === made.id('alice'))
  const balance = (name: string) => made.account()?.coins.find(({ coin }) => coin === name)
  const ended = events.findLast((event) => event.kind === 'OrderCanceled')
  return { order, ended, usdc: balance('USDC'), btc: balance('BTC') }
}

describe('a buy whose cheapest ask cannot be paid', () => {
  test('buys what its coins pay for; the rest is cancelled', () => {
    const { order, ended, usdc, btc } = bought(opened(3), '1 @ 66000')
    expect(order).toMatchObject({
      status: 'PartiallyFilledCanceled',
      cancelType: 'CancelByInsufficientMargin',
      filledLots: 909,
    })
    expect([usdc?.balance, usdc?.locked, btc?.balance]).toEqual([coins('6'), 0n, coins('0.909')])
    // 0.091 at 66,000 are left to buy.
    expect(ended?.problem).toMatchObject({
      name: 'insufficientBalance',
      params: { needed: '6006', available: '6', coin: 'USDC' },
    })
  })

  test('at market does the same', () => {
    const { order, usdc } = bought(opened(3), '1 market')
    expect([order?.filledLots, usdc?.balance]).toEqual([909, coins('6')])
  })

  test('is filled if its coins pay for it at the next price', () => {
    const { order, usdc } = bought(opened(3, { alice: '66000' }), '1 @ 66000')
    expect([order?.status, usdc?.balance]).toEqual(['Filled', 0n])
  })

  test('does not rest for more than it can pay', () => {
    const made = opened(3, { isDeep: false })
    const { order, usdc } = bought(made, '1 @ 66000')
    expect(order).toMatchObject({ status: 'Cancelled', cancelType: 'CancelByInsufficientMargin' })
    expect([usdc?.balance, usdc?.locked]).toEqual([coins('60000'), 0n])
  })

  test('rests if it can pay', () => {
    const made = opened(3, { isDeep: false })
    const { order, usdc } = bought(made, '0.9 @ 66000')
    expect([order?.status, usdc?.locked]).toEqual(['New', coins('59400')])
  })

  test('by amount spends no more than the amount', () => {
    const { order, usdc } = bought(opened(3, { alice: '100000' }), '0 market for=60000')
    expect(order).toMatchObject({ status: 'PartiallyFilledCanceled', filledLots: 909 })
    expect(usdc?.balance).toBe(coins('40006'))
  })

  test('as fill-or-kill is not filled in part', () => {
    const { order, usdc } = bought(opened(3), '1 @ 66000 FOK')
    expect(order).toMatchObject({ status: 'Cancelled', cancelType: 'CancelByFok', filledLots: 0 })
    expect(usdc?.balance).toBe(coins('60000'))
  })

  test('was filled with coins that it did not have under the second rules', () => {
    const made = opened(2)
    expect(bought(made, '1 @ 66000').order).toMatchObject({ status: 'Filled', filledLots: 1000 })
    const spent = made.emitted.flatMap((event) =>
      event.kind === 'WalletChanged' && event.account === made.id('alice') ? [event] : [],
    )
    expect(spent.find(({ coin, balance }) => coin === 'USDC' && balance < 0n)?.balance).toBe(
      coins('-6000'),
    )
  })
})
