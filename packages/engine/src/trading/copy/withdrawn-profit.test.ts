// What version 3 of the rules changes for the profit share of a classic leader, beside the second
// version: a follower cannot withdraw it on the day of the profit (rules 16.4).

import { accountId } from '@basis/domain/numbers/brand'
import { describe, expect, test } from 'vitest'
import { coins, linear, venue, type Venue } from '../../../testing/example-venue.ts'

const day = 86_400_000
const [leader, wallet] = [accountId(1_000_000_001), accountId(1_000_000_002)]
const settings = JSON.stringify({
  mode: 'FixedRatio',
  margin: '0',
  ratioE4: 10_000,
  leverageE2: 0,
  symbolMargin: '0',
  dayMargin: '0',
  slippageE4: 50,
  takeProfitE4: 0,
  stopLossE4: 0,
  totalStopLoss: '0',
})

/** Bob copies alice with 1,000, and both gain 100 on a long of 0.1. */
function gained(rules: number, style = 'Classic 0'): Venue {
  const made = venue(`${linear} fees=0:0`, { rules })
  made.say('index BTCUSDT 50000')
  made.say(`lead alice Alice ${style} 1000`)
  made.say(`follow bob #${leader} 1000 ${settings}`)
  made.say('place carol Sell BTCUSDT 0.2 @ 50000')
  made.say(`place #${leader} Buy BTCUSDT 0.1 @ 50000 idx=1`)
  made.say('place carol Buy BTCUSDT 0.2 @ 51000')
  made.say(`place #${leader} Sell BTCUSDT 0.1 @ 51000 idx=1 reduce`)
  return made
}
const follow = ({ engine, id }: Venue) => engine.views.copy.follows(id('bob'))[0]
const earned = ({ engine }: Venue) => engine.views.copy.leader(leader)?.earned

/** To the second Monday, when the days of the first week are settled. */
function settle(made: Venue): void {
  for (let k = 0; k < 14; k += 1) {
    made.wait(day)
    made.say('time')
  }
}

describe('the share of a profit that is withdrawn on its day', () => {
  test('stays in the wallet until it is set aside', () => {
    const made = gained(3)
    // 10 % of 100.
    expect(follow(made)).toMatchObject({ equity: coins('1100'), free: coins('1090') })
    const more = made.refused(`move bob #${wallet} -1090.00000001`)
    expect(more).toMatchObject({ name: 'copyTransferFailed', params: { available: '1090' } })
    made.say(`move bob #${wallet} -1090`)
    settle(made)
    expect(earned(made)).toBe(coins('10'))
    expect(follow(made)).toMatchObject({ equity: 0n, days: [] })
  })

  test('is nothing of a loss or of money that was moved in', () => {
    const made = gained(3)
    made.say(`move bob #${wallet} 500`)
    expect(follow(made)?.free).toBe(coins('1590'))
    made.wait(day)
    made.say('time')
    expect(follow(made)).toMatchObject({ equity: coins('1590'), free: coins('1590') })
  })

  test('was lost to the leader under the second rules', () => {
    const made = gained(2)
    made.say(`move bob #${wallet} -1100`)
    settle(made)
    expect(earned(made)).toBe(0n)
  })

  test('does not concern a fund, whose shares are redeemed at their value', () => {
    expect(follow(gained(3, 'Pro 1000'))?.free).toBe(coins('1100'))
  })
})
