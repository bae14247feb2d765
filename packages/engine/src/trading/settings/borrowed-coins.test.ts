// Borrowed coins stay in the account (rules 12.1): since the third rules also those that a
// withdrawal would borrow, because an unrealised loss and a resting order need them.

import { expect, test } from 'vitest'
import { coins, linear, venue, type Venue } from '../../../testing/example-venue.ts'

/**
 * Alice has 1,000 USDT, of which her long loses 900 and an order locks 60, and a coin that backs
 * both.
 */
function losing(rules: number, isOn = true): Venue {
  const made = venue(`${linear} fees=0:0`, { alice: '1000', rules })
  for (const line of [
    'list BTC/USDT Spot BTC/USDT band=90:90 fees=0:0',
    'coin BTC 9800',
    'index BTCUSDT 60000 BTC/USDT 60000 coins BTC 60000',
    'loan USDT 0.0000125 limit=1000000 supply=5000000 tiers=1000000:0.2:0.04,2000000:0.5:0.08',
    'deposit alice 1 BTC',
    'spot-leverage alice 2',
  ])
    made.say(line)
  if (isOn) made.say('spot-margin alice on')
  made.trade('alice', 'bob', ['0.1', '60000'])
  made.mark('51000')
  made.say('place alice Buy BTC/USDT 0.001 @ 60000')
  return made
}

const usdt = (made: Venue) => made.account()?.coins.find(({ coin }) => coin === 'USDT')

test('a withdrawal leaves what a loss and an order need', () => {
  const made = losing(3)
  expect(usdt(made)).toMatchObject({ equity: coins('100'), locked: coins('60'), borrowed: 0n })
  expect(usdt(made)?.available).toBe(coins('40'))
  expect(made.refused('withdraw alice 40.00000001 USDT').name).toBe('transferInsufficient')
  made.say('withdraw alice 40 USDT')
  expect(usdt(made)).toMatchObject({ equity: coins('60'), borrowed: 0n })
})

test('so does the investment of a bot and of a copy', () => {
  const made = losing(3)
  expect(made.engine.views.grids.free(made.id('alice'), 'USDT')).toBe(coins('40'))
  expect(made.engine.views.copy.free(made.id('alice'))).toBe(coins('40'))
  const asked = { kind: 'BecomeLeader', account: made.id('alice'), name: 'Anne' } as const
  const leader = { ...asked, style: 'Classic', shareE4: 0, amount: coins('40.00000001') } as const
  expect(() => made.give(leader)).toThrow('copyBalanceInsufficient')
  made.give({ ...leader, amount: coins('40') })
})

test('without spot margin nothing is borrowed: the limit is the equity', () => {
  const made = losing(3, false)
  expect(made.refused('withdraw alice 100.00000001 USDT').name).toBe('transferInsufficient')
  made.say('withdraw alice 100 USDT')
})

test('under the second rules a withdrawal borrowed what the order needs', () => {
  const made = losing(2)
  made.say('withdraw alice 100 USDT')
  expect(usdt(made)?.borrowed).toBe(coins('60'))
})
