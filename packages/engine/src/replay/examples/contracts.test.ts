// Worked examples of docs/rules by number, with the engine's commands and views: accounts must show
// what the domain's formulas give.

import { accountId } from '@basis/domain/numbers/brand'
import { describe, expect, test } from 'vitest'
import { coins, e8, inverse, linear, venue } from '../../../testing/example-venue.ts'

describe('contracts (1)', () => {
  test('EX-1.4: long 0.2 @ 7,000 at 7,500 is +100, short 0.4 @ 6,000 at 5,000 is +400', () => {
    const long = venue(`${linear} fees=0:0`)
    long.say('index BTCUSDT 7000')
    long.trade('alice', 'bob', ['0.2', '7000'])
    long.mark('7500')
    expect(long.position()?.unrealisedPnl).toBe(coins('100'))
    const short = venue(`${linear} fees=0:0`)
    short.say('index BTCUSDT 6000')
    short.trade('bob', 'alice', ['0.4', '6000'])
    short.mark('5000')
    expect(short.position()?.unrealisedPnl).toBe(coins('400'))
  })

  test('EX-1.8: bought as taker for 16.50, funding of 3 paid: break-even 60,072.03962179', () => {
    const { say, trade, wait, position } = venue(linear)
    say('index BTCUSDT 60000')
    trade('alice', 'bob', ['0.5', '60000'])
    wait(60_000)
    say('index BTCUSDT 60000')
    wait(8 * 3_600_000)
    say('time')
    expect(position()?.position.realisedPnl).toBe(coins('-19.5'))
    expect(position()?.breakEvenPriceE8).toBe(e8('60072.03962179'))
  })

  test('EX-1.9: inverse 30,000 @ 60,000: break-even 60,066.03631998, short 59,934.03628005', () => {
    for (const side of ['Buy', 'Sell'] as const) {
      const { say, position } = venue(inverse, { coin: 'BTC', alice: '10' })
      say('index BTCUSD 60000')
      say(`place bob ${side === 'Buy' ? 'Sell' : 'Buy'} BTCUSD 30000 @ 60000`)
      say(`place alice ${side} BTCUSD 30000 @ 60000`)
      expect(position()?.position.openFees).toBe(coins('0.000275'))
      const price = side === 'Buy' ? '60066.03631998' : '59934.03628005'
      expect(position()?.breakEvenPriceE8).toBe(e8(price))
    }
  })
})

describe('funding and fees (2, 3)', () => {
  test.each([
    { listing: linear, coin: 'USDT', qty: '10', paid: '-8' },
    { listing: inverse, coin: 'BTC', qty: '10000', paid: '-0.000125' },
  ])(
    'EX-2.7: funding of a long of $qty at 8,000 is $paid $coin',
    ({ listing, coin, qty, paid }) => {
      const { say, trade, wait, emitted } = venue(listing, { coin })
      const symbol = listing.split(' ')[0] ?? ''
      say(`index ${symbol} 8000`)
      trade('alice', 'bob', [qty, '8000'])
      wait(60_000)
      say(`index ${symbol} 8000`)
      wait(8 * 3_600_000)
      say('time')
      const funding = emitted.find((event) => event.kind === 'FundingPaid' && event.account === 1)
      expect(funding).toMatchObject({ rateE8: 10_000, payment: coins(paid) })
    },
  )

  test('EX-3.1: 10,000 contracts at 8,000: taker 0.0006875 BTC, maker 0.00025 BTC', () => {
    const { say, trade, emitted } = venue(inverse, { coin: 'BTC' })
    say('index BTCUSD 8000')
    trade('alice', 'bob', ['10000', '8000'])
    const fees = emitted.flatMap((event) => (event.kind === 'OrderFilled' ? event.fill : []))
    expect(fees.find(({ isMaker }) => !isMaker)?.fee).toBe(coins('0.0006875'))
    expect(fees.find(({ isMaker }) => isMaker)?.fee).toBe(coins('0.00025'))
  })

  test('EX-3.2: a long of 1 @ 50,000 at 10× costs 5,052.25', () => {
    const { say, account } = venue(linear)
    say('index BTCUSDT 50000')
    say('place bob Sell BTCUSDT 5 @ 50000.1')
    say('place alice Buy BTCUSDT 1 @ 50000')
    expect(account()?.orderMargin).toBe(coins('5052.25'))
  })
})

describe('tiers and margin (4, 6)', () => {
  test('EX-4.2: a value of 2,400,000 is in tier 2 and needs a maintenance margin of 12,240', () => {
    const tiers = 'tiers=2000000:1:0.5:100,2600000:1.1:0.56:90,3200000:1.2:0.63:80'
    const { say, trade, position } = venue(`${linear} fees=0:0 ${tiers}`, { alice: '9000000' })
    say('index BTCUSDT 40000')
    trade('alice', 'bob', ['60', '40000'])
    expect(position()?.positionValue).toBe(coins('2400000'))
    expect(position()?.maintenanceMargin).toBe(coins('12240'))
  })

  test('EX-4.3: five tiers of 1,000 at 2 / 2.5 / 3 / 3.5 / 4 %: 3,500 needs 92.50', () => {
    const bands = [2, 2.5, 3, 3.5, 4].map((rate, k) => `${1000 * (k + 1)}:10:${rate}:10`)
    const { say, trade, position } = venue(`${linear} fees=0:0 tiers=${bands.join(',')}`)
    say('index BTCUSDT 3500')
    trade('alice', 'bob', ['1', '3500'])
    expect(position()?.maintenanceMargin).toBe(coins('92.5'))
  })

  test('EX-4.7: 0.5 BTC from 50,000 at 10×, mark 50,500: an initial margin of 2,537.375', () => {
    const listing = linear.replace(
      'BTCUSDT LinearPerpetual BTC/USDT',
      'BTCPERP UsdcPerpetual BTC/USDC',
    )
    const { say, trade, mark, position } = venue(listing, { coin: 'USDC' })
    say('index BTCPERP 50000')
    trade('alice', 'bob', ['0.5', '50000'])
    mark('50500')
    expect(position()?.initialMargin).toBe(coins('2537.375'))
  })

  test('EX-6.2: sells that need 12,400 against a long and a buy that need 8,900: 12,400 is needed', () => {
    const { say, trade, account } = venue(`${linear} fees=0:0`)
    say('index BTCUSDT 60000')
    trade('alice', 'bob', ['1', '60000'])
    say('place alice Buy BTCUSDT 0.5 @ 58000')
    expect(account()?.initialMargin).toBe(coins('8900'))
    say('place alice Sell BTCUSDT 3 @ 62000')
    expect(account()?.initialMargin).toBe(coins('12400'))
  })
})

describe('liquidation and bankruptcy (5)', () => {
  test('EX-5.4: inverse long 60,000 @ 50,000, 10×: liquidation at 45,682; with 0.1 BTC more 42,466.5', () => {
    const { say, trade, isolate, addMargin, position } = venue(inverse, { coin: 'BTC' })
    say('index BTCUSD 50000')
    isolate()
    trade('alice', 'bob', ['60000', '50000'])
    expect(position()?.liquidationPriceTicks).toBe(45_682 * 2)
    addMargin('0.1')
    expect(position()?.liquidationPriceTicks).toBe(42_466.5 * 2)
  })

  test('EX-5.5: bankruptcy of a long @ 60,000, 50×: 58,800; of an inverse short @ 60,000, 10×: 66,666.5', () => {
    const long = venue(linear)
    long.say('index BTCUSDT 60000')
    long.isolate()
    long.setLeverage(50)
    long.trade('alice', 'bob', ['1', '60000'])
    expect(long.position()?.bankruptcyPriceTicks).toBe(588_000)
    const short = venue(inverse, { coin: 'BTC' })
    short.say('index BTCUSD 60000')
    short.isolate()
    short.trade('bob', 'alice', ['60000', '60000'])
    expect(short.position()?.bankruptcyPriceTicks).toBe(66_666.5 * 2)
  })

  test('EX-5.6: 1 BTC @ 10,000, 20×: liquidation at 9,547.8; with 1,000 more 8,542.2; with 1 BTC more 9,045', () => {
    const { say, trade, isolate, setLeverage, addMargin, position } = venue(linear)
    say('index BTCUSDT 10000')
    isolate()
    setLeverage(20)
    trade('alice', 'bob', ['1', '10000'])
    expect(position()?.liquidationPriceTicks).toBe(95_478)
    addMargin('1000')
    expect(position()?.liquidationPriceTicks).toBe(85_422)
    trade('alice', 'bob', ['1', '10000'])
    expect(position()?.liquidationPriceTicks).toBe(90_450)
  })

  test.each([
    { side: 'Buy', other: 'Sell', ticks: 504_822 },
    { side: 'Sell', other: 'Buy', ticks: 694_166 },
  ])(
    'EX-5.11: the liquidation price of a $side at 60,000, with other positions that need 200',
    ({ side, other, ticks }) => {
      const { say, position, engine } = venue(`${linear} fees=0.055:0`, { alice: '10000' })
      say('list ETHUSDT LinearPerpetual ETH/USDT band=90:90 fees=0:0 tiers=2000000:10:5:10')
      say('index BTCUSDT 60000')
      say('index ETHUSDT 4000')
      // Alice is the maker, so that no fee changes her wallet.
      say(`place alice ${side} BTCUSDT 1 @ 60000`)
      say(`place bob ${other} BTCUSDT 1 @ 60000`)
      say('place alice Buy ETHUSDT 1 @ 4000')
      say('place bob Sell ETHUSDT 1 @ 4000')
      const positions = engine.views.positions(accountId(1))
      expect(positions[1]?.maintenanceMargin).toBe(coins('200'))
      expect(position()?.liquidationPriceTicks).toBe(ticks)
    },
  )
})
