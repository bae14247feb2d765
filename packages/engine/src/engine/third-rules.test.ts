// What version 3 of the rules changes in single commands, each beside the second version, by which
// older journals must replay.

import { describe, expect, test } from 'vitest'
import { coins, linear, startMs, venue, type Venue } from '../../testing/example-venue.ts'
import type { Event } from '../api/events.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../replay/snapshot/snapshot.ts'

const hour = 3_600_000

describe('a market order by amount that its limit stops (8.3, 8.4)', () => {
  /** 0.5 at 100 are within the limit of 1 %, 0.5 at 110 are not. */
  const pair = (rules: number): Venue => {
    const made = venue('BTC/USDT Spot BTC/USDT band=50:50 fees=0:0 qty=1l..100000000l', { rules })
    made.say('deposit bob 10 BTC')
    made.say('index BTC/USDT 100')
    made.say('place bob Sell BTC/USDT 0.5 @ 100')
    made.say('place bob Sell BTC/USDT 0.5 @ 110')
    return made
  }
  const ended = (made: Venue, line: string) =>
    made
      .say(line)
      .events.flatMap((event) => ('order' in event ? [event.order] : []))
      .at(-1)

  test('is cancelled for its slippage with what it has bought', () => {
    const made = pair(3)
    const order = ended(made, 'place alice Buy BTC/USDT 0 market for=101 slip=1%')
    // 50 bought 0.5; the other 51 would have bought 0.504 at 101.
    expect(order).toMatchObject({
      status: 'PartiallyFilledCanceled',
      cancelType: 'CancelBySlippage',
    })
    expect([order?.filledLots, order?.filledValue]).toEqual([500, coins('50')])
    expect(made.account()?.coins.find(({ coin }) => coin === 'USDT')?.locked).toBe(0n)
  })

  test('is cancelled for want of liquidity if the book ends first', () => {
    const made = pair(3)
    const order = ended(made, 'place alice Buy BTC/USDT 0 market for=200')
    expect(order).toMatchObject({ cancelType: 'CancelByNoLiquidity', filledValue: coins('105') })
  })

  test('is filled if what is left does not pay for a lot', () => {
    const order = ended(pair(3), 'place alice Buy BTC/USDT 0 market for=50.05 slip=1%')
    expect(order).toMatchObject({ status: 'Filled', qtyLots: 500 })
  })

  test('was filled under the second rules', () => {
    const order = ended(pair(2), 'place alice Buy BTC/USDT 0 market for=101 slip=1%')
    expect(order).toMatchObject({ status: 'Filled', qtyLots: 500 })
  })
})

describe('a repeated client order id (O1)', () => {
  const asked = 'place alice Buy BTCUSDT 0.1 @ 100 link=x1'
  const repeated = (rules: number, words: string) => {
    const made = venue(linear, { rules })
    made.say('index BTCUSDT 100')
    made.say(asked)
    return made.refused(`${asked}${words}`).name
  }

  test('with another self-trade prevention is another order', () => {
    expect(repeated(3, ' smp=CancelBoth')).toBe('orderLinkIdDuplicate')
  })

  test('with the same words is the same order', () => {
    const made = venue(linear, { rules: 3 })
    made.say('index BTCUSDT 100')
    const first = made.say(`${asked} smp=CancelBoth`)
    expect(made.say(`${asked} smp=CancelBoth`).orderId).toBe(first.orderId)
  })

  test('was the same order under the second rules', () => {
    const made = venue(linear, { rules: 2 })
    made.say('index BTCUSDT 100')
    const first = made.say(asked)
    expect(made.say(`${asked} smp=CancelBoth`).orderId).toBe(first.orderId)
  })
})

describe('interest after a downtime (12.4)', () => {
  const pair =
    'BTC/USDC Spot BTC/USDC tick=0.01 lot=0.000001 band=90:90 fees=0:0 qty=1l..100000000l'
  const charged = (rules: number): readonly number[] => {
    const made = venue(pair, { coin: 'USDC', alice: '100', rules })
    made.say('index BTC/USDC 60000')
    made.say(
      'loan USDC 0.0000125 limit=1000000 supply=5000000 tiers=1000000:0.2:0.04,2000000:0.5:0.08',
    )
    made.say('spot-margin alice on')
    made.say('borrow alice 100 USDC')
    made.wait(3 * hour + 10 * 60_000)
    const { events } = made.say('time')
    return events.flatMap((event: Event) => (event.kind === 'InterestCharged' ? [event.atMs] : []))
  }
  const minute5 = startMs + 5 * 60_000

  test('is recorded for the newest due hour', () =>
    expect(charged(3)).toEqual([minute5 + 3 * hour]))
  test('was recorded for the first one', () => expect(charged(2)).toEqual([minute5]))
})

test('a refused withdrawal of a coin that nobody has leaves no trace, as after a restart', () => {
  const made = venue(linear, { rules: 3 })
  expect(made.refused('withdraw alice 1 NEW').name).toBe('transferInsufficient')
  expect(made.account()?.coins.map(({ coin }) => coin)).toEqual(['USDT'])
  const restored = engineFromSnapshot(takeSnapshot(made.engine))
  expect(stateHash(restored)).toBe(stateHash(made.engine))
})

describe('an order of a combination that is replaced while 50 rest (20.3)', () => {
  const delivery = startMs + 30 * 24 * hour
  const basis = 'BTCUSDT-22OCT26_BTCUSDT'
  const full = (rules: number): Venue => {
    const made = venue('BTCUSDT LinearPerpetual BTC/USDT band=3:3', { alice: '10000', rules })
    made.say(`list BTCUSDT-22OCT26 LinearFutures BTC/USDT tick=0.5 band=5:10 delivery=${delivery}`)
    made.say('index BTCUSDT 60000 BTCUSDT-22OCT26 60000')
    for (let k = 0; k < 50; k += 1) made.say(`spread alice Buy ${basis} 1l @ 0t link=s${k}`)
    return made
  }
  const larger = 'replace-spread alice link=s7 100000l'

  test('is refused without the margin for it', () => {
    expect(full(3).refused(larger).name).toBe('insufficientBalance')
  })
  test('is replaced with the margin for it', () => {
    expect(full(3).say('replace-spread alice link=s7 2l').problem).toBeUndefined()
  })
  test('was accepted under the second rules', () => {
    expect(full(2).say(larger).problem).toBeUndefined()
  })
})

describe('the explanation of a liquidation', () => {
  const started = (made: Venue) =>
    made.emitted.flatMap((event) => (event.kind === 'LiquidationStarted' ? [event] : [])).at(-1)
      ?.explanation.numbers

  /** A long of 1 bought at 50,000; prices are fresh for a while, then the index jumps. */
  const fallen = (rules: number, mode: 'Cross' | 'Isolated', index: number): Venue => {
    const tiers = 'tiers=40000:8:2:12,100000:10:8:10'
    const made = venue(`${linear} funding=0 ${tiers}`, { alice: '6000', rules })
    made.say('index BTCUSDT 50000')
    if (mode === 'Isolated') made.isolate()
    made.trade('alice', 'bob', ['1', '50000'])
    for (let k = 0; k < 20; k += 1) {
      made.wait(1000)
      made.say('index BTCUSDT 50000')
    }
    made.wait(1000)
    made.say(`index BTCUSDT ${index}`)
    return made
  }

  test('names a maintenance rate of 100 % if no balance is left', () => {
    expect(started(fallen(3, 'Cross', 30_000))?.['maintenanceRate']?.value).toBe(100_000_000n)
    expect(started(fallen(2, 'Cross', 30_000))?.['maintenanceRate']?.value).toBe(0n)
  })

  test('of an isolated position names the tier at its liquidation price', () => {
    // Liquidated above 40,000, in the second tier; the mark of 30,000 is in the first.
    const numbers = started(fallen(3, 'Isolated', 30_000))
    expect(numbers?.['liquidationPrice']?.value).toBeGreaterThan(40_000n * 100_000_000n)
    expect(numbers?.['maintenanceRate']?.value).toBe(8_000_000n)
    expect(numbers?.['maintenanceDeduction']?.value).toBe(coins('2400'))
    expect(started(fallen(2, 'Isolated', 30_000))?.['maintenanceRate']?.value).toBe(2_000_000n)
  })
})

describe('the repayment of a loan that the balance no longer covers (12.5)', () => {
  const named = (rules: number): readonly number[] => {
    const pair = 'BTC/USDC Spot BTC/USDC tick=0.01 lot=0.001 band=90:90 fees=0:0'
    const made = venue(pair, { coin: 'USDC', alice: '100', rules })
    for (const line of [
      'coin BTC 9800',
      'index BTC/USDC 60000 coins BTC 60000',
      'loan BTC 0.00001 limit=400 supply=4000 tiers=390:0.2:0.04',
      'spot-margin alice on',
      'place bob Buy BTC/USDC 0.002 @ 60000',
      'place alice Sell BTC/USDC 0.002 @ 60000 lends',
    ])
      made.say(line)
    // 0.002 are owed; 220 USDC are left for them.
    const { events } = made.say('index BTC/USDC 120000 coins BTC 120000')
    return events.flatMap((event) =>
      event.kind === 'LoanConverted' ? [event.maintenanceRateE4] : [],
    )
  }

  test('names a maintenance rate of 100 %', () => expect(named(3)).toEqual([10_000]))
  test('named 0 % under the second rules', () => expect(named(2)).toEqual([0]))
})
