// Coins that hedge in portfolio margin are locked or sold only if the margin is covered without
// them (rules 10.2): since the third rules.

import { expect, test } from 'vitest'
import { coins, linear, venue, type Venue } from '../../testing/example-venue.ts'

/**
 * Alice's coin hedges her short: at 180,000 it counts 171,000, of which the short has lost 120,000.
 * A long of another coin needs 48,144 of the 51,000.
 */
function hedged(rules: number): Venue {
  const made = venue(`${linear} fees=0:0`, { alice: '1', rules })
  for (const line of [
    'list ETHUSDT LinearPerpetual ETH/USDT band=90:90 fees=0:0 qty=1l..100000000l',
    'list BTC/USDT Spot BTC/USDT band=90:90 fees=0:0',
    'coin BTC 9500',
    'index BTCUSDT 60000 ETHUSDT 1000 BTC/USDT 60000 coins BTC 60000',
    'deposit alice 1 BTC',
    'account-mode alice Portfolio',
    'spot-hedging alice on',
    'place bob Buy BTCUSDT 1 @ 60000',
    'place alice Sell BTCUSDT 1 @ 60000',
  ])
    made.say(line)
  made.trade('carol', 'dave', ['0.001', '100000'])
  made.say('index BTCUSDT 100000 BTC/USDT 100000 coins BTC 100000')
  made.trade('carol', 'dave', ['0.001', '180000'])
  for (let k = 0; k < 6; k += 1) {
    made.wait(1000)
    made.say('index BTCUSDT 180000 ETHUSDT 1000 BTC/USDT 180000 coins BTC 180000')
  }
  made.say('deposit dave 1 BTC')
  made.say('place dave Sell BTC/USDT 0.001 @ 180000')
  made.say('place carol Buy BTC/USDT 0.001 @ 180000')
  made.say('place bob Sell ETHUSDT 400 @ 1000')
  made.say('place alice Buy ETHUSDT 400 @ 1000')
  return made
}

test('an order that locks them is refused', () => {
  const made = hedged(3)
  const before = made.account()?.available ?? 0n
  expect([before > 0n, before < coins('3000')]).toEqual([true, true])
  const { name, params } = made.refused('place alice Sell BTC/USDT 1 @ 190000')
  expect([name, params?.['coin']]).toEqual(['insufficientBalance', 'USDT'])
  expect(made.account()?.available).toBe(before)
})

test('so is a plan that freezes them, or that is amended to', () => {
  const made = hedged(3)
  const legs = 'tp=190000 tpsl=Partial plan=11'
  expect(made.refused(`place alice Sell BTC/USDT 1 ${legs}`).name).toBe('insufficientBalance')
  const { orderId } = made.say(`place alice Sell BTC/USDT 0.1 ${legs}`)
  expect(made.account()?.available).toBeGreaterThanOrEqual(0n)
  const amended = made.refused(`replace alice ${orderId} BTC/USDT 0.9`)
  expect(amended.name).toBe('insufficientBalance')
  made.say(`replace alice ${orderId} BTC/USDT 0.05`)
})

test('so is an order of a combination that locks them', () => {
  const basis = 'BTCUSDT_BTC/USDT'
  const made = hedged(3)
  const wrong = made.refused(`spread alice Buy ${basis} 1000l @ -1000t`)
  expect(wrong.name).toBe('insufficientBalance')
  made.say(`spread alice Buy ${basis} 100l @ -1000t`)
  expect(made.account()?.available).toBeGreaterThanOrEqual(0n)
  hedged(2).say(`spread alice Buy ${basis} 1000l @ -1000t`)
})

test('as much as the margin covers may be sold', () => {
  const made = hedged(3)
  made.say('place alice Sell BTC/USDT 0.1 @ 190000')
  expect(made.account()?.available).toBeGreaterThanOrEqual(0n)
})

test('all may be sold once the short is closed', () => {
  const made = hedged(3)
  made.say('place carol Sell BTCUSDT 1 @ 180000')
  made.say('place alice Buy BTCUSDT 1 @ 180000 reduce')
  made.say('place alice Sell BTC/USDT 1 @ 190000')
})

test('under the second rules the order liquidated the account', () => {
  const made = hedged(2)
  made.say('place alice Sell BTC/USDT 1 @ 190000')
  made.wait(1000)
  made.say('index BTCUSDT 180000 BTC/USDT 180000')
  const begun = made.emitted.filter((event) => event.kind === 'LiquidationStarted')
  expect(begun).toHaveLength(1)
})
