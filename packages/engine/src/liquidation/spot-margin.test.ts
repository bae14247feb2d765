// Spot margin in the engine: loans, their margin, interest, repayment, and the liquidation of
// accounts that cannot carry their loans (rules 12, D-53, D-55).

import { accountId } from '@basis/domain/numbers/brand'
import { describe, expect, test } from 'vitest'
import { coins, linear, venue, type Venue } from '../../testing/example-venue.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../replay/snapshot/snapshot.ts'

const pair = 'BTC/USDC Spot BTC/USDC tick=0.01 lot=0.000001 band=90:90 fees=0:0 qty=1l..100000000l'
const tiers = 'tiers=1000000:0.2:0.04,2000000:0.5:0.08'
const usdc = `loan USDC 0.0000125 limit=1000000 supply=5000000 ${tiers}`
const btc = 'loan BTC 0.00001 limit=400 supply=4000 tiers=390:0.2:0.04,391:0.25:0.04'

/** A pair at 60,000 with lending pools for both coins; bob makes its market. */
function opened(alice = '100', leverage = 5): Venue {
  const made = venue(pair, { coin: 'USDC', alice })
  for (const line of [
    'coin BTC 9800',
    'coin USDT 10000',
    'index BTC/USDC 60000 coins BTC 60000',
    usdc,
    btc,
    'deposit bob 100 BTC',
    `spot-leverage alice ${leverage}`,
    'spot-margin alice on',
  ])
    made.say(line)
  return made
}

const hour = 3_600_000
const usdcOf = (made: Venue) => made.account()?.coins.find(({ coin }) => coin === 'USDC')
const btcOf = (made: Venue) => made.account()?.coins.find(({ coin }) => coin === 'BTC')
const events = (made: Venue, kind: string) => made.emitted.filter((event) => event.kind === kind)

/** Advances the time to the next minute 5 of an hour. */
function toMinute5(made: Venue): void {
  const past = made.nowMs() % hour
  made.wait(past < 300_000 ? 300_000 - past : hour + 300_000 - past)
  made.say('time')
}

describe('borrowing (12.1)', () => {
  test('EX-12.1: an order for 300 USDC with 100 USDC borrows 200, both resting and filled', () => {
    const made = opened()
    made.say('place alice Buy BTC/USDC 0.005 @ 60000 lends')
    expect(usdcOf(made)).toMatchObject({ borrowed: coins('200'), principal: 0n })
    made.say('place bob Sell BTC/USDC 0.005 @ 60000')
    expect(usdcOf(made)).toMatchObject({
      borrowed: coins('200'),
      principal: coins('200'),
      balance: 0n,
      equity: coins('-200'),
    })
    expect(btcOf(made)?.balance).toBe(coins('0.005'))
    expect(events(made, 'WalletChanged').slice(-6)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ cause: 'Borrow', change: coins('200') })]),
    )
  })

  test('EX-12.1: an open loss of 100 with 50 USDT borrows 50, and the loan changes with the loss', () => {
    const made = venue(`${linear} fees=0:0`, { alice: '50' })
    for (const line of [
      'coin BTC 9800',
      'index BTCUSDT 60000 coins BTC 60000',
      btc,
      `loan USDT 0.0000125 limit=1000000 supply=5000000 ${tiers}`,
      'deposit alice 1 BTC',
      'spot-margin alice on',
    ])
      made.say(line)
    made.trade('alice', 'bob', ['0.1', '60000'])
    for (const [price, loss, lent] of [
      ['59000', '-100', '50'],
      ['59400', '-60', '10'],
      ['59500', '-50', '0'],
      ['58000', '-200', '150'],
    ] as const) {
      made.mark(price)
      expect(made.account()?.coins.find(({ coin }) => coin === 'USDT')).toMatchObject({
        unrealisedPnl: coins(loss),
        borrowed: coins(lent),
        balance: coins('50'),
        principal: 0n,
      })
    }
  })

  test('a margin sale borrows the coin that it sells', () => {
    const made = opened('10000')
    made.say('place bob Buy BTC/USDC 0.1 @ 60000')
    made.say('place alice Sell BTC/USDC 0.1 market lends')
    expect(btcOf(made)).toMatchObject({ principal: coins('0.1'), balance: 0n })
    expect(usdcOf(made)?.balance).toBe(coins('16000'))
    expect(made.account()?.marginBalance).toBe(coins('10000'))
  })

  test('own coins are used first, and a cancelled order borrows nothing', () => {
    const made = opened('1000')
    made.say('place alice Buy BTC/USDC 0.01 @ 60000 lends')
    expect(usdcOf(made)?.borrowed).toBe(0n)
    made.say('place alice Buy BTC/USDC 0.02 @ 50000 lends')
    expect(usdcOf(made)?.borrowed).toBe(coins('600'))
    made.say('cancel-all alice')
    expect(usdcOf(made)?.borrowed).toBe(0n)
  })

  test('a margin order is refused with spot margin off, for a plan order and for a coin that is not lent', () => {
    const made = opened()
    const { refused } = made
    expect(refused('place bob Buy BTC/USDC 1 @ 60000 lends').name).toBe('spotMarginOff')
    expect(
      refused('place alice Buy BTC/USDC 0.001 @ 60000 plan=1 when=rise:70000 lends').name,
    ).toBe('spotMarginPlainOnly')
    made.say('list ETH/USDC Spot ETH/USDC tick=0.01 lot=0.0001 band=90:90 fees=0:0')
    made.say('coin ETH 9800')
    made.say('index ETH/USDC 2000 coins ETH 2000')
    const wrong = refused('place alice Sell ETH/USDC 0.01 @ 2000 lends')
    expect(wrong).toMatchObject({ name: 'coinNotLent', params: { coin: 'ETH' } })
  })

  test('spot margin cannot be switched off while a loan is open, nor be combined with isolated margin', () => {
    const made = opened()
    made.say('borrow alice 10 USDC')
    expect(made.refused('spot-margin alice off').name).toBe('spotMarginInUse')
    made.say('repay alice USDC all')
    made.say('spot-margin alice off')
    made.say('list BTCUSDT LinearPerpetual BTC/USDT band=90:90')
    made.say('mode alice BTCUSDT Isolated')
    expect(made.refused('spot-margin alice on').name).toBe('spotMarginIsolated')
    made.say('mode alice BTCUSDT Cross')
    made.say('spot-margin alice on')
    expect(made.refused('mode alice BTCUSDT Isolated').name).toBe('spotMarginIsolated')
  })
})

describe('margin and capacity (12.2)', () => {
  test('a coin may have its own leverage, until a leverage is set for all coins', () => {
    const made = opened('100000')
    made.say('borrow alice 2 BTC')
    made.say('spot-leverage alice 3 USDC')
    expect(made.account()?.loanMargin).toBe(coins('24000'))
    made.say('spot-leverage alice 4 BTC')
    expect(made.account()).toMatchObject({
      loanMargin: coins('30000'),
      spotMargin: {
        leverage: 5,
        ofCoins: [
          ['BTC', 4],
          ['USDC', 3],
        ],
      },
    })
    const again = engineFromSnapshot(takeSnapshot(made.engine))
    expect(stateHash(again)).toBe(stateHash(made.engine))
    // 5.1 BTC at 4x need 76,500, which is more than three quarters of the balance.
    expect(made.refused('borrow alice 3.1 BTC').name).toBe('borrowMarginShort')
    made.say('spot-leverage alice 5')
    expect(made.account()?.loanMargin).toBe(coins('24000'))
    expect(made.account()?.spotMargin).toEqual({ isOn: true, leverage: 5 })
    expect(made.refused('spot-leverage alice 5 ETH').name).toBe('coinNotLent')
  })

  test('EX-12.2: 2 BTC borrowed at 60,000 and 5x need 24,000 initial and 4,800 maintenance margin', () => {
    const made = opened('100000')
    made.say('borrow alice 2 BTC')
    expect(made.account()).toMatchObject({
      loanMargin: coins('24000'),
      initialMargin: coins('24000'),
      maintenanceMargin: coins('4800'),
      available: coins('76000'),
      marginBalance: coins('100000'),
    })
  })

  test('at 2x a loan needs half of its value; a lower leverage beyond the balance is refused', () => {
    const made = opened('100000')
    made.say('borrow alice 3 BTC')
    made.say('spot-leverage alice 2')
    expect(made.account()?.loanMargin).toBe(coins('90000'))
    made.say('spot-leverage alice 5')
    made.say('borrow alice 2 BTC')
    expect(made.refused('spot-leverage alice 2').name).toBe('leverageInsufficientBalance')
    expect(made.refused('spot-leverage alice 11').name).toBe('spotLeverageOutOfRange')
  })

  test('no new loan beyond an IM rate of (L − 1) ÷ L; the maximum quantity offered is accepted', () => {
    const made = opened('1000', 2)
    made.say('place bob Sell BTC/USDC 10 @ 60000')
    const { views } = made.engine
    const most = views.maxQty(made.id('alice'), 'BTC/USDC' as never, undefined, {
      isLeverage: true,
    })
    const lots = Number(most?.buyLots)
    // The account's 1,000 and a loan of about as much, less the haircut of BTC.
    expect(lots).toBeGreaterThan(31_000)
    expect(lots).toBeLessThan(33_334)
    // The maximum is computed for a book that is 0.05 % worse.
    const wrong = made.refused(`place alice Buy BTC/USDC ${lots + 100}l market lends`)
    expect(wrong).toMatchObject({ name: 'borrowMarginShort', params: { leverage: '2' } })
    made.say(`place alice Buy BTC/USDC ${lots}l market lends`)
    const { initialRateE4 = 0 } = made.account() ?? {}
    expect(initialRateE4).toBeGreaterThan(4980)
    expect(initialRateE4).toBeLessThanOrEqual(5000)
  })

  test('a refusal by the borrowing limit names the limit, one by the lending pool what is available', () => {
    const made = opened('10000000')
    const wrong = made.refused('borrow alice 1000001 USDC')
    expect(wrong).toMatchObject({ name: 'borrowLimitExceeded', params: { limit: '1000000' } })
    made.say('loan USDC 0.0000125 limit=1000000 supply=500 tiers=1000000:0.2:0.04')
    const dry = made.refused('borrow alice 501 USDC')
    expect(dry).toMatchObject({ name: 'lendingPoolShort', params: { available: '500' } })
    const { views } = made.engine
    expect(views.mostBorrowed(made.id('alice'), 'USDC')).toBe(coins('500'))
  })
})

describe('the lending pool at a fill (12.2)', () => {
  const carol = accountId(9)

  /** Two resting margin orders of 300 USDC with 100 each; the pool has 300 for both. */
  function resting(): Venue {
    const made = opened()
    for (const line of [
      'loan USDC 0.0000125 limit=1000000 supply=300 tiers=1000000:0.2:0.04',
      'open #9 trader',
      'deposit #9 100 USDC',
      'spot-leverage #9 5',
      'spot-margin #9 on',
      'place alice Buy BTC/USDC 0.005 @ 60000 lends',
      'place #9 Buy BTC/USDC 0.005 @ 59999 lends',
    ])
      made.say(line)
    return made
  }
  const lent = (made: Venue) =>
    made.engine.views.openOrders(carol).length +
    made.engine.views.openOrders(made.id('alice')).length

  test('a maker is filled as far as the pool lasts; the rest is cancelled with its reason', () => {
    const made = resting()
    expect(lent(made)).toBe(2)
    made.say('place bob Sell BTC/USDC 0.01 @ 59000')
    // Alice draws 200; carol pays 100 of her own and 100 of the pool, to the lot.
    expect(usdcOf(made)?.principal).toBe(coins('200'))
    const { coins: held = [] } = made.engine.views.account(carol) ?? {}
    expect(held.find(({ coin }) => coin === 'BTC')?.balance).toBe(coins('0.003333'))
    const [ended] = events(made, 'OrderCanceled').slice(-1)
    expect(ended).toMatchObject({
      order: { account: carol, cancelType: 'CancelByInsufficientMargin' },
      problem: { name: 'lendingPoolShort', params: { coin: 'USDC' } },
    })
    expect(lent(made)).toBe(0)
  })

  test('a FOK order that the pool would leave partly filled is not filled at all', () => {
    const made = resting()
    made.say('place bob Sell BTC/USDC 0.01 @ 59000 FOK')
    expect(usdcOf(made)?.principal).toBe(0n)
    expect(lent(made)).toBe(2)
    made.say('place bob Sell BTC/USDC 0.008 @ 59000 FOK')
    expect(usdcOf(made)?.principal).toBe(coins('200'))
  })

  test('an order whose pool has shrunk below its loan is filled as far as the pool lasts, with the reason', () => {
    const made = opened()
    made.say('loan USDC 0.0000125 limit=1000000 supply=200 tiers=1000000:0.2:0.04')
    made.say('place alice Buy BTC/USDC 0.005 @ 60000 lends')
    made.say('loan USDC 0.0000125 limit=1000000 supply=80 tiers=1000000:0.2:0.04')
    made.say('place bob Sell BTC/USDC 0.005 @ 60000')
    expect(usdcOf(made)?.principal).toBe(coins('80'))
    // 100 of her own and 80 of the pool are 0.003 of 0.005 BTC.
    expect(events(made, 'OrderCanceled')).toMatchObject([
      {
        order: { cancelType: 'CancelByInsufficientMargin', filledLots: 3000 },
        problem: { name: 'lendingPoolShort', params: { coin: 'USDC' } },
      },
    ])
  })
})

describe('interest (12.4)', () => {
  test('EX-12.5: 200 USDC cost 0.0025 at minute 5 of each hour, with compound interest', () => {
    const made = opened()
    made.say('place bob Sell BTC/USDC 0.005 @ 60000')
    made.say('place alice Buy BTC/USDC 0.005 market lends')
    made.wait(200_000)
    made.say('time')
    expect(events(made, 'InterestCharged')).toEqual([])
    toMinute5(made)
    expect(events(made, 'InterestCharged')).toMatchObject([
      { coin: 'USDC', owed: coins('200'), bearing: coins('200'), interest: coins('0.0025') },
    ])
    expect(usdcOf(made)).toMatchObject({ interest: coins('0.0025'), principal: coins('200') })
    toMinute5(made)
    expect(usdcOf(made)).toMatchObject({ interest: coins('0.00500003') })
  })

  test('EX-12.5: a loan of 12,000 with a limit of 10,000 costs 0.20736', () => {
    const made = opened('100000')
    made.say('borrow alice 12000 USDC')
    made.say('loan USDC 0.00001 limit=10000 supply=5000000 tiers=1000000:0.2:0.04')
    toMinute5(made)
    expect(events(made, 'InterestCharged')).toMatchObject([{ interest: coins('0.20736') }])
  })

  test('interest is paid at once from the coin’s free balance, and the ledger balances', () => {
    const made = opened('1000')
    made.say('borrow alice 100 USDC')
    toMinute5(made)
    expect(usdcOf(made)).toMatchObject({ interest: 0n, balance: coins('1099.99875') })
    expect(made.engine.views.ledger().find(({ coin }) => coin === 'USDC')).toMatchObject({
      interest: coins('0.00125'),
      lent: coins('100'),
      drift: 0n,
    })
  })

  test('a resting margin order bears interest on what it would borrow', () => {
    const made = opened()
    made.say('place alice Buy BTC/USDC 0.005 @ 50000 lends')
    toMinute5(made)
    // 250 less the wallet's 100 would be borrowed; the wallet pays, so that more is missing.
    expect(usdcOf(made)).toMatchObject({
      principal: 0n,
      interest: 0n,
      balance: coins('99.998125'),
      borrowed: coins('150.001875'),
    })
    toMinute5(made)
    const charged = events(made, 'InterestCharged')
    expect(charged).toMatchObject([
      { owed: coins('150'), bearing: coins('150'), interest: coins('0.001875') },
      { owed: coins('150.001875'), bearing: coins('150.001875'), interest: coins('0.00187502') },
    ])
    // An order that own coins cover would borrow nothing.
    made.say('cancel-all alice')
    made.say('place alice Buy BTC/USDC 0.001 @ 50000 lends')
    toMinute5(made)
    expect(events(made, 'InterestCharged')).toHaveLength(charged.length)
  })

  test('after a downtime of ten hours the interest of one hour is charged, once', () => {
    const made = opened('1000')
    made.say('borrow alice 100 USDC')
    made.wait(10 * hour)
    made.say('time')
    const hourOfInterest = { owed: coins('100'), interest: coins('0.00125') }
    expect(events(made, 'InterestCharged')).toMatchObject([hourOfInterest])
    toMinute5(made)
    expect(events(made, 'InterestCharged')).toHaveLength(2)
  })
})

describe('repayment (12.5)', () => {
  test('incoming coins repay the loan automatically, interest first', () => {
    const made = opened()
    made.say('place bob Sell BTC/USDC 0.005 @ 60000')
    made.say('place alice Buy BTC/USDC 0.005 market lends')
    toMinute5(made)
    made.say('deposit alice 50 USDC')
    expect(usdcOf(made)).toMatchObject({ interest: 0n, principal: coins('150.0025'), balance: 0n })
    made.say('place bob Buy BTC/USDC 0.005 @ 60000')
    made.say('place alice Sell BTC/USDC 0.005 market')
    expect(usdcOf(made)).toMatchObject({ principal: 0n, balance: coins('149.9975') })
  })

  test('a manual repayment uses the loan’s coin; more than the free balance is refused', () => {
    const made = opened('1000')
    made.say('borrow alice 100 USDC')
    made.say('place alice Buy BTC/USDC 0.0175 @ 60000')
    expect(made.refused('repay alice USDC 60')).toMatchObject({
      name: 'repayBalanceShort',
      params: { needed: '60', available: '50' },
    })
    made.say('repay alice USDC 50')
    expect(usdcOf(made)?.principal).toBe(coins('50'))
    expect(made.refused('repay alice BTC all').name).toBe('nothingToRepay')
  })

  test('a repayment by conversion uses other coins at the index price and a fee of 0.1 %', () => {
    const made = opened('100')
    made.say('deposit alice 0.01 BTC')
    made.say('place bob Sell BTC/USDC 0.005 @ 60000')
    made.say('place alice Buy BTC/USDC 0.005 market lends')
    made.say('repay alice USDC 120 convert')
    expect(usdcOf(made)?.principal).toBe(coins('80'))
    // 120 ÷ 60,000 = 0.002 BTC, and 0.000002 BTC of fee.
    expect(btcOf(made)?.balance).toBe(coins('0.012998'))
    expect(made.engine.views.ledger().map(({ drift }) => drift)).toEqual([0n, 0n])
  })

  test('a conversion of more than 300,000 USD at once is refused', () => {
    const made = opened('1')
    made.say('deposit alice 50 BTC')
    made.say('borrow alice 400000 USDC')
    made.say('place bob Sell BTC/USDC 6 @ 60000')
    made.say('place alice Buy BTC/USDC 6 @ 60000')
    expect(made.refused('repay alice USDC all convert').name).toBe('repayConversionTooLarge')
  })
})

describe('12.5: the part of a loan beyond the limit', () => {
  const lowered = (limit: number) =>
    `loan USDC 0.0000125 limit=${limit} supply=5000000 tiers=1000000:0.2:0.04`

  test('is repaid after a day, by own coins first', () => {
    const made = opened('100')
    made.say('deposit alice 0.1 BTC')
    made.say('borrow alice 2900 USDC')
    made.say(lowered(2000))
    made.say('time')
    made.wait(24 * hour)
    made.say('time')
    // The interest of the hour is paid from the 3,000 as well, and the excess of 900 after it.
    expect(events(made, 'LoanConverted')).toEqual([])
    expect(usdcOf(made)).toMatchObject({ principal: coins('2000'), interest: 0n })
    expect(btcOf(made)?.balance).toBe(coins('0.1'))
  })

  test('is repaid after a day, by other coins without a fee', () => {
    const made = opened('100')
    made.say('deposit alice 0.1 BTC')
    made.say('place bob Sell BTC/USDC 0.05 @ 60000')
    made.say('place alice Buy BTC/USDC 0.05 @ 60000 lends')
    made.say(lowered(2000))
    made.say('time')
    expect(events(made, 'LoanConverted')).toEqual([])
    made.wait(24 * hour - 1000)
    made.say('time')
    expect(events(made, 'LoanConverted')).toEqual([])
    const restored = engineFromSnapshot([...takeSnapshot(made.engine)])
    expect(stateHash(restored)).toBe(stateHash(made.engine))
    made.wait(1000)
    made.say('time')
    expect(events(made, 'LoanConverted')).toMatchObject([{ cause: 'Limit', fee: 0n }])
    expect(usdcOf(made)?.borrowed).toBe(coins('2000'))
  })

  test('at twice the limit it is repaid at once', () => {
    const made = opened('100')
    made.say('deposit alice 0.1 BTC')
    made.say('place bob Sell BTC/USDC 0.05 @ 60000')
    made.say('place alice Buy BTC/USDC 0.05 @ 60000 lends')
    made.say(lowered(1451))
    made.say('time')
    expect(events(made, 'LoanConverted')).toEqual([])
    made.say(lowered(1450))
    made.say('time')
    expect(events(made, 'LoanConverted')).toMatchObject([
      { cause: 'Limit', coin: 'USDC', repaid: coins('1450') },
    ])
    expect(usdcOf(made)?.borrowed).toBe(coins('1450'))
  })
})

describe('an account that can no longer carry its loans (12.5, 5.8)', () => {
  /** Alice owes 30,000 USDC and holds 1 BTC, bought for 60,000: 30,000 her own, 30,000 borrowed. */
  function burdened(): Venue {
    const made = opened('30000', 5)
    made.say('place bob Sell BTC/USDC 1 @ 60000')
    made.say('place alice Buy BTC/USDC 1 @ 60000 lends')
    return made
  }

  test('at a rate of 85 % its coins are converted, with 2 % for the pool, until the rate is 80 %', () => {
    const made = burdened()
    // 0.98 × P − 30,000 is the balance for an MM of 1,200: 85 % at P = 32,052.82.
    made.say('index BTC/USDC 32060 coins BTC 32060')
    expect(events(made, 'LoanConverted')).toEqual([])
    made.say('index BTC/USDC 32050 coins BTC 32050')
    // Repaying x costs 1.02 x of coins at 0.98: 1,200 − 0.04 x = 0.8 × (1,409 + 0.0004 x).
    const [converted, ...more] = made.emitted.flatMap((event) =>
      event.kind === 'LoanConverted' ? [event] : [],
    )
    if (converted === undefined) throw new Error('nothing was converted')
    expect(more).toEqual([])
    const { repaid, given, fee } = converted
    expect(converted).toMatchObject({ cause: 'Rate', coin: 'USDC', from: 'BTC' })
    expect(Number(repaid) / 1e8).toBeCloseTo(1805.56, 1)
    // Both are rounded up to a unit, the coins and the fee on top of them.
    const bitcoins = Number(repaid) / 32_050
    expect(Number(fee)).toBe(Math.ceil(bitcoins * 0.02))
    expect(Number(given)).toBe(Math.ceil(bitcoins) + Number(fee))
    // 79.99997 %: not a cent more than needed is repaid.
    expect(made.account()?.maintenanceRateE4).toBe(7999)
    expect(usdcOf(made)?.principal).toBe(coins('30000') - repaid)
    expect(btcOf(made)?.balance).toBe(coins('1') - given)
    expect(made.engine.views.insurance('BTC')).toBe(fee)
  })

  test('after a gap all of its coins are converted, and the pool covers the remaining debt', () => {
    const made = burdened()
    made.say('deposit #0 100000 USDC')
    made.say('place alice Sell BTC/USDC 0.1 @ 70000')
    made.say('index BTC/USDC 28000 coins BTC 28000')
    expect(events(made, 'LiquidationStarted')).toHaveLength(1)
    // 28,000 repay 28,000 ÷ 1.02 = 27,450.98, and the pool the rest of 30,000.
    expect(events(made, 'LossCovered')).toMatchObject([{ coin: 'USDC' }])
    const pool = (coin: string) => Number(made.engine.views.insurance(coin)) / 1e8
    expect(pool('USDC')).toBeCloseTo(100_000 - 2549.02, 2)
    expect(pool('BTC')).toBeCloseTo(0.02 / 1.02, 6)
    expect(made.engine.views.openOrders(made.id('alice'))).toEqual([])
    expect(usdcOf(made)).toMatchObject({ principal: 0n, interest: 0n, balance: 0n })
    expect(btcOf(made)?.balance).toBeLessThan(10n)
    expect(made.engine.views.ledger().map(({ drift }) => drift)).toEqual([0n, 0n])
    made.say('spot-margin alice off')
  })

  test('a contract loss beyond the wallet’s coin is borrowed if the other collateral carries the loan', () => {
    const made = opened('1000')
    made.say('deposit alice 1 BTC')
    made.say('list BTCUSDT LinearPerpetual BTC/USDT band=90:90 fees=0:0 qty=1l..100000000l')
    made.say(`loan USDT 0.0000125 limit=1000000 supply=5000000 ${tiers}`)
    for (const who of ['bob', 'carol', 'dave']) made.say(`deposit ${who} 1000000 USDT`)
    made.say('deposit alice 1000 USDT')
    made.say('index BTCUSDT 60000')
    made.say('place dave Sell BTCUSDT 1 @ 60000')
    made.say('place carol Buy BTCUSDT 1 @ 60000')
    made.say('place bob Sell BTCUSDT 1 @ 60000')
    made.say('place alice Buy BTCUSDT 1 @ 60000')
    made.say('place dave Sell BTCUSDT 1 @ 57000')
    made.say('place carol Buy BTCUSDT 1 @ 57000')
    made.say('index BTCUSDT 57000')
    const usdtOf = () => made.account()?.coins.find(({ coin }) => coin === 'USDT')
    // The open loss beyond the balance of 1,000 is borrowed (12.1).
    const { unrealisedPnl = 0n } = usdtOf() ?? {}
    expect(unrealisedPnl).toBeLessThan(coins('-1000'))
    expect(usdtOf()?.borrowed).toBe(-unrealisedPnl - coins('1000'))
    expect(usdtOf()?.principal).toBe(0n)
    made.say('place bob Buy BTCUSDT 1 @ 57000')
    made.say('place alice Sell BTCUSDT 1 @ 57000 reduce')
    expect(usdtOf()).toMatchObject({ balance: 0n, principal: coins('2000') })
    expect(btcOf(made)?.balance).toBe(coins('1'))
  })
})

test('R1, D5: a snapshot keeps loans, loan terms and margin orders', () => {
  const made = opened('1000')
  made.say('borrow alice 100 USDC')
  made.say('place alice Buy BTC/USDC 0.03 @ 50000 lends')
  toMinute5(made)
  const restored = engineFromSnapshot([...takeSnapshot(made.engine)])
  expect(stateHash(restored)).toBe(stateHash(made.engine))
  expect(restored.views.account(made.id('alice'))).toEqual(made.account())
  expect(restored.views.loan('USDC')).toEqual(made.engine.views.loan('USDC'))
  expect(stateHash(made.engine.fork())).toBe(stateHash(made.engine))
})

test('12.4: the rate follows the pool’s utilisation at the time of the charge', () => {
  const made = opened('1000000')
  made.say(`loan USDC 0.00001 limit=1000 supply=1000 tiers=1000000:0.2:0.04`)
  made.say('deposit carol 1000000 USDT')
  made.say('spot-margin carol on')
  made.say('borrow carol 750 USDC')
  expect(made.engine.views.loan('USDC')?.hourlyE12).toBe(30_000_000)
  toMinute5(made)
  // A quarter of the pool beyond its half: 0.00001 × (1 + 8 × 0.25).
  expect(events(made, 'InterestCharged')).toMatchObject([
    { hourlyE12: 30_000_000, interest: coins('0.0225') },
  ])
})

test('EX-12.6: an account of a fee level has its own borrowing limit and its own rate', () => {
  const made = opened('1000000')
  made.say(`loan USDC 0.00001 limit=1000 supply=100000 tiers=1000000:0.2:0.04`)
  expect(made.refused('borrow alice 1001 USDC').name).toBe('borrowLimitExceeded')
  made.say('fees alice VIP-5')
  expect(made.refused('borrow alice 2001 USDC').name).toBe('borrowLimitExceeded')
  made.say('borrow alice 2000 USDC')
  toMinute5(made)
  expect(events(made, 'InterestCharged')).toMatchObject([
    { hourlyE12: 8_500_000, interest: coins('0.017') },
  ])
})
