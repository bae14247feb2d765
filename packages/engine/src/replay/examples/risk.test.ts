// Worked examples of rules 4 and 5 in the engine: deductions of the tiers, the value that a
// leverage allows, the fund's result of a take-over, the order of deleveraging.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, formatTrimmed, leverageE2, rateE8 } from '@basis/domain/numbers/fixed'
import { describe, expect, test } from 'vitest'
import { coins, linear, venue, type Venue } from '../../../testing/example-venue.ts'

/** BTCUSDT as published, up to the tier of 10× (rules 4.1). */
const published = [
  '2000000:1:0.5:100',
  '2600000:1.11:0.56:90',
  '3200000:1.25:0.63:80',
  '3800000:1.33:0.67:75',
  '4400000:1.43:0.71:70',
  '5000000:1.54:0.77:65',
  '5600000:1.82:0.91:55',
  '8500000:2:1:50',
  '10000000:2.22:1.3:45',
  '14000000:2.5:1.5:40',
  '20000000:2.86:1.6:35',
  '28000000:3.33:2:30',
  '38000000:4:2.5:25',
  '50000000:5:2.9:20',
  '55000000:5.26:3:19',
  '60000000:5.56:3.5:18',
  '65000000:5.88:3.6:17',
  '70000000:6.25:3.8:16',
  '75000000:6.67:4:15',
  '80000000:7.14:4.5:14',
  '85000000:7.69:5:13',
  '90000000:8.33:5.5:12',
  '95000000:9.09:6:11',
  '100000000:10:6.5:10',
].join(',')
const tiered = `${linear} fees=0:0 tiers=${published}`

describe('tiers (4)', () => {
  test('EX-4.1: the first eight deductions, and the maintenance margin that follows from them', () => {
    const { emitted, say, trade, position, engine } = venue(tiered, {
      alice: '90000000',
    })
    const listed = emitted.find((event) => event.kind === 'InstrumentListed')
    const deductions = listed?.kind === 'InstrumentListed' ? listed.instrument.riskTiers : []
    expect(deductions.slice(0, 8).map(({ deduction }) => formatTrimmed(deduction, 8))).toEqual([
      '0',
      '1200',
      '3020',
      '4300',
      '5820',
      '8460',
      '15460',
      '20500',
    ])
    say('index BTCUSDT 50000')
    trade('alice', 'bob', ['170', '50000'])
    expect(position()?.positionValue).toBe(coins('8500000'))
    // 8,500,000 × 1 % − 20,500, and the same by its slices.
    expect(position()?.maintenanceMargin).toBe(coins('64500'))
    expect(engine.views.positions(accountId(2))[0]?.maintenanceMargin).toBe(coins('64500'))
  })

  test.each([
    { times: 100, most: 2_000_000 },
    { times: 90, most: 2_600_000 },
    { times: 60, most: 5_000_000 },
    { times: 50, most: 8_500_000 },
    { times: 10, most: 100_000_000 },
  ])('EX-4.6: at $times× orders are accepted up to a value of $most', ({ times, most }) => {
    const { say, setLeverage, refused } = venue(tiered, { alice: '90000000' })
    say('index BTCUSDT 50000')
    if (times !== 10) setLeverage(times)
    say(`place alice Buy BTCUSDT ${most / 50_000} @ 50000`)
    expect(refused('place alice Buy BTCUSDT 0.001 @ 50000').name).toBe('riskLimitExceeded')
  })
})

describe('a scheme of base and step (4.1), and a short (5.1)', () => {
  test('EX-4.4: a value of 4,000,000 is in tier 4: at most 40×, IM 2.5 %, MM 2 %', () => {
    const steps = Array.from({ length: 4 }, (_, k) => ({
      limit: amount(coins('1000000') * BigInt(k + 1)),
      initialRateE8: rateE8(1_000_000 + 500_000 * k),
      maintenanceRateE8: rateE8(500_000 * (k + 1)),
    }))
    const tiers = steps
      .map(({ limit, initialRateE8: initial, maintenanceRateE8: kept }) =>
        [formatTrimmed(limit, 8), initial / 1e6, kept / 1e6, Math.floor(1e8 / initial)].join(':'),
      )
      .join(',')
    const { say, setLeverage, trade, position, refused } = venue(
      `${linear} fees=0:0 tiers=${tiers}`,
      { alice: '900000' },
    )
    say('index BTCUSDT 50000')
    setLeverage(41)
    expect(refused('place alice Buy BTCUSDT 80 @ 50000').name).toBe('riskLimitExceeded')
    setLeverage(40)
    trade('alice', 'bob', ['80', '50000'])
    // IMR 1 ÷ 40 = 2.5 %; MM = 4,000,000 × 2 % − (5,000 + 10,000 + 15,000).
    expect(position()).toMatchObject({
      positionValue: coins('4000000'),
      initialMargin: coins('100000'),
      maintenanceMargin: coins('50000'),
    })
  })

  test('EX-5.2: short 1 BTC @ 40,000, 50×: liquidation at 40,597.0; with 3,000 more 43,580.4', () => {
    const { say, isolate, setLeverage, trade, addMargin, position } = venue(linear)
    say('index BTCUSDT 40000')
    isolate()
    setLeverage(50)
    trade('bob', 'alice', ['1', '40000'])
    // 40,597.01492537 and 43,580.44866368, down to the tick.
    expect(position()?.liquidationPriceTicks).toBe(405_970)
    addMargin('3000')
    expect(position()?.liquidationPriceTicks).toBe(435_804)
  })
})

/** Repeats prices until they are fresh enough for liquidations (L2). */
function freshen({ say, wait }: Venue, price: string): void {
  for (let k = 0; k < 5; k += 1) {
    wait(1000)
    say(`index BTCUSDT ${price}`)
  }
}

describe('take-over and deleveraging (5.8, 5.9)', () => {
  test('EX-5.12: 2 BTC taken over at 49,000 are sold at 49,100 and 48,900: the fund gains 40', () => {
    const made = venue(`${linear} fees=0:0`, { alice: '2000' })
    const { say, give, isolate, setLeverage, trade, wait, engine, emitted } = made
    give({ kind: 'Deposit', account: accountId(0), coin: 'USDT', amount: coins('1000') })
    say('index BTCUSDT 50000')
    isolate()
    setLeverage(50)
    trade('alice', 'bob', ['2', '50000'])
    freshen(made, '50000')
    // The initial margin of 2 BTC @ 50,000 at 50× is 2,000: nothing is left of it at 49,000.
    expect(made.position()?.bankruptcyPriceTicks).toBe(490_000)
    trade('carol', 'dave', ['0.001', '49200'])
    say('place carol Buy BTCUSDT 1.2 @ 49100')
    say('place carol Buy BTCUSDT 1 @ 48900')
    wait(1000)
    say('index BTCUSDT 49200')
    const fund = emitted.filter((event) => event.kind === 'PnlClosed' && event.account === 0)
    expect(fund).toMatchObject([
      { closedLots: 1200, exitValue: coins('58920'), tradePnl: coins('120') },
      { closedLots: 800, exitValue: coins('39120'), tradePnl: coins('-80') },
    ])
    expect(engine.views.insurance('USDT')).toBe(coins('1040'))
    // The trader is settled at 49,000, whatever the fund sells for.
    const own = emitted.find((event) => event.kind === 'PnlClosed' && event.account === 1)
    expect(own).toMatchObject({ exitValue: coins('98000'), tradePnl: coins('-2000') })
  })

  test('EX-5.13: at 60,000 positions are deleveraged in the order of scores 0.8, 0.65473592, −0.00139344', () => {
    const made = venue(`${linear} fees=0:0`)
    const { say, give, isolate, setLeverage, trade, wait, id, emitted } = made
    say('index BTCUSDT 50000')
    const open = (person: 'alice' | 'carol' | 'dave', price: string, times: number): void => {
      isolate(person)
      if (times !== 10) setLeverage(times, person)
      trade(person, 'bob', ['1', price])
    }
    open('alice', '50000', 10)
    open('carol', '58000', 50)
    open('dave', '61000', 10)
    for (const account of [8, 9]) {
      give({ kind: 'OpenAccount', account: accountId(account), role: 'trader' })
      say(`deposit #${account} 2000 USDT`)
    }
    freshen(made, '61000')
    // A short of 3 @ 59,000 at 100× is bankrupt at 59,590; no pool covers the loss beyond it.
    const short = { account: accountId(9), symbol: symbolId('BTCUSDT') }
    give({ kind: 'SetMarginMode', ...short, mode: 'Isolated' })
    give({ kind: 'SetLeverage', ...short, leverageE2: leverageE2(10_000) })
    say('place bob Buy BTCUSDT 3 @ 59000')
    say('place #9 Sell BTCUSDT 3 @ 59000')
    // The last price moves to 60,000, and with it the mark; the account that traded is flat again.
    say('place #8 Sell BTCUSDT 0.001 @ 60000')
    say('place bob Buy BTCUSDT 0.001 @ 60000')
    say('place bob Sell BTCUSDT 0.001 @ 60000')
    say('place #8 Buy BTCUSDT 0.001 @ 60000')
    wait(1000)
    say('index BTCUSDT 60000')
    const asked = emitted.flatMap((event) => (event.kind === 'PositionDeleveraged' ? event : []))
    expect(asked.map(({ account }) => account)).toEqual([id('alice'), id('carol'), id('dave')])
    expect(asked.map(({ explanation }) => explanation.numbers['score']?.value)).toEqual([
      coins('0.8'),
      coins('0.65473592'),
      -139_344n,
    ])
    expect(asked.map(({ closedLots }) => closedLots)).toEqual([1000, 1000, 1000])
  })
})
