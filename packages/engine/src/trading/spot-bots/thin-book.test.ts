// What version 3 of the rules changes for purchases of a DCA bot that the book cannot fill at once,
// beside the second version (rules 21.2).

import type { DcaTerms } from '@basis/domain/spot-bots/terms'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks } from '@basis/domain/numbers/fixed'
import { describe, expect, test } from 'vitest'
import { coins, venue, type Venue } from '../../../testing/example-venue.ts'

const minute = 60_000

/** Two purchases of 1,000, with 500 on offer; then as much again is offered each second. */
function thin(rules: number, more: Partial<DcaTerms> = {}, lot = '0.000001') {
  const made = venue(`BTC/USDT Spot BTC/USDT tick=1 lot=${lot} fees=0:0 band=3:3`, { rules })
  made.say('deposit bob 10 BTC')
  made.say('index BTC/USDT 50000')
  made.say('place bob Sell BTC/USDT 0.01 @ 50000')
  const terms: DcaTerms = {
    kind: 'Dca',
    symbol: symbolId('BTC/USDT'),
    amount: coins('1000'),
    purchases: 2,
    intervalMs: minute,
    lowTicks: priceTicks(0),
    highTicks: priceTicks(0),
    takeProfitE4: 0,
    ...more,
  }
  const account = made.id('alice')
  const { wallet = accountId(0) } = made.give({
    kind: 'CreateSpotBot',
    account,
    terms,
    investment: amount(terms.amount * BigInt(terms.purchases)),
  })
  const bot = () => made.engine.views.spotBots.bot(wallet)
  return { made, bot }
}
const pass = (made: Venue, ms: number): void => {
  made.wait(ms)
  made.say('time')
}

describe('a purchase for which the book has too little', () => {
  test('continues at the next checks, and counts once it is complete', () => {
    const { made, bot } = thin(3)
    expect(bot()).toMatchObject({ done: 0, spent: coins('500') })
    made.say('place bob Sell BTC/USDT 0.0099 @ 50000')
    pass(made, 1000)
    // 5 are left, less than the least order and its margin.
    expect(bot()).toMatchObject({ done: 1, spent: coins('995'), bought: coins('0.0199') })
    made.say('place bob Sell BTC/USDT 1 @ 50000')
    pass(made, 1000)
    expect(bot()).toMatchObject({ done: 1 })
    // The next is due a minute after the first, for its own amount.
    pass(made, minute - 2000)
    expect(bot()).toMatchObject({ done: 2, spent: coins('1995'), end: 'Completed' })
  })

  test('is not continued outside its range, but completed at the next due time', () => {
    const { made, bot } = thin(3, { highTicks: priceTicks(50_000) })
    made.say('place bob Sell BTC/USDT 1 @ 50500')
    made.say('place carol Buy BTC/USDT 0.001 @ 50500')
    pass(made, 1000)
    expect(bot()).toMatchObject({ done: 0, spent: coins('500') })
    made.say('cancel-all bob')
    made.say('place bob Sell BTC/USDT 1 @ 50000')
    made.say('place carol Buy BTC/USDT 0.001 @ 50000')
    pass(made, minute)
    expect(bot()).toMatchObject({ done: 1, spent: coins('1000') })
  })

  test('is complete with less than a lot left', () => {
    // 1,510 pay for three lots of 0.01.
    const { made, bot } = thin(3, { amount: coins('1510') }, '0.01')
    expect(bot()).toMatchObject({ done: 0, spent: coins('500') })
    made.say('place bob Sell BTC/USDT 1 @ 50000')
    pass(made, 1000)
    expect(bot()).toMatchObject({ done: 1, spent: coins('1500') })
  })

  test('is complete once the price has risen beyond what is left', () => {
    // 520 are left of 1,020, and a lot of 0.01 costs 560.
    const { made, bot } = thin(3, { amount: coins('1020') }, '0.01')
    expect(bot()).toMatchObject({ done: 0, spent: coins('500') })
    made.say('index BTC/USDT 56000')
    made.say('place bob Sell BTC/USDT 1 @ 56000')
    pass(made, 1000)
    expect(bot()).toMatchObject({ done: 1, spent: coins('500') })
  })

  test('was complete under the second rules', () => {
    const { made, bot } = thin(2)
    pass(made, minute)
    expect(bot()).toMatchObject({ done: 1, spent: coins('500') })
  })
})
