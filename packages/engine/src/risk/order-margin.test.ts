// What an order is margined for and held to: the prices at which it can trade (rules 3.3, D-18)
// and the larger side of its contract (4.2, 4.3; docs/rules/order-margin.md).

import { symbolId } from '@basis/domain/numbers/brand'
import { priceTicks } from '@basis/domain/numbers/fixed'
import { describe, expect, test } from 'vitest'
import type { Entering } from '../api/views.ts'
import { runScenario } from '../../testing/scenario.ts'
import { coins, inverse, linear, venue, type Venue } from '../../testing/example-venue.ts'

const narrow = linear.replace('band=90:90', 'band=1:2')

function most(
  { engine, id }: Venue,
  price?: number,
  entering?: Entering,
): readonly [buy: number, sell: number] {
  const symbol = symbolId('BTCUSDT')
  const ticks = price === undefined ? undefined : priceTicks(price * 10)
  const found = engine.views.maxQty(id('alice'), symbol, ticks, entering)
  return [found?.buyLots ?? -1, found?.sellLots ?? -1]
}

describe('3.3, D-18: a market order', () => {
  test('is taken on 1,400 for 2 BTC at 100× where 0.1 are asked for at 60,000', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place bob Sell BTCUSDT 0.1 @ 60000')
    // 2 × 60,030 × (1 % + 0.055 % × 1.99) = 1,332.0057, and 60 lost at once against the mark.
    made.say('place alice Buy BTCUSDT 2 market')
    expect(made.position()?.position.sizeLots).toBe(100)
  })

  test('is refused one lot above what the ask × 1.0005 allows', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place bob Sell BTCUSDT 0.1 @ 60000')
    // 1,400 ÷ (666.00285 + 30) = 2.01148…
    expect(made.refused('place alice Buy BTCUSDT 2.012 market').name).toBe('insufficientBalance')
    made.say('place alice Buy BTCUSDT 2.011 market')
  })

  test('is offered as if it came to a book that is 0.05 % worse by then, and enters there', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place bob Sell BTCUSDT 0.1 @ 60000')
    // 1,400 ÷ (666.33585 + 60.015) = 1.92744…
    expect(most(made)[0]).toBe(1927)
    made.say('cancel-all bob')
    made.say('place bob Sell BTCUSDT 0.1 @ 60030')
    made.say('place alice Buy BTCUSDT 1.927 market')
  })

  test('that closes is offered whole: it needs nothing', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.trade('alice', 'bob', ['1.9', '60000'])
    made.say('place bob Buy BTCUSDT 5 @ 59990')
    expect(most(made)[1]).toBeGreaterThanOrEqual(1900)
  })

  test('needs what it will trade for where the book is steeper than 0.05 %', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place bob Sell BTCUSDT 0.1 @ 60000')
    made.say('place bob Sell BTCUSDT 5 @ 60600')
    // 0.1 at 60,000 and 1.9 at 60,600 cost 1,344.65 and lose 1,140 against the mark at once.
    expect(made.refused('place alice Buy BTCUSDT 2 market').name).toBe('insufficientBalance')
  })

  test('to sell is reserved for at the mark where the bid is below it', () => {
    const made = venue(narrow, { alice: '1340' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place bob Buy BTCUSDT 0.1 @ 59990')
    // 2 × 60,000 × (1 % + 0.055 % × 2.01) = 1,332.66, and 1 lost at once by the 0.1 that trade.
    made.say('place alice Sell BTCUSDT 2 market')
    expect(made.position()?.position.sizeLots).toBe(100)
  })

  test.each([
    ['that may rest', ''],
    ['that ends at once', ' IOC'],
  ])('L5: a limit sale %s below the mark needs the margin of what it will hold', (_, terms) => {
    const made = venue(`${linear} fees=0:0`, { alice: '1000' })
    made.say('index BTCUSDT 100')
    made.setLeverage(5)
    made.say('place bob Buy BTCUSDT 100 @ 90')
    // 35 short at a mark of 100 need 700 and have lost 350; at 90 they would need 630.
    expect(made.refused(`place alice Sell BTCUSDT 35 @ 90${terms}`).name).toBe(
      'insufficientBalance',
    )
    made.say(`place alice Sell BTCUSDT 33 @ 90${terms}`)
    expect(made.account()?.initialRateE4).toBeLessThanOrEqual(10_000)
    expect(made.position()?.initialMargin).toBe(coins('660'))
  })

  test('of an inverse contract too: what finds nobody asks for no more than the best price', () => {
    const made = venue(inverse.replace('band=90:90', 'band=5:10'), { coin: 'BTC', alice: '0.0335' })
    made.say('list BTC/USDT Spot BTC/USDT')
    made.say('coin BTC 10000')
    made.say('index BTCUSD 60000 coins BTC 60000')
    made.setLeverage(100)
    made.say('place bob Buy BTCUSD 100 @ 60000')
    // 180,000 ÷ 60,000 × (1 % + 0.055 % × 1.99) = 0.0332835.
    made.say('place alice Sell BTCUSD 180000 market')
  })
})

describe('a limit order that ends at once', () => {
  test.each(['IOC', 'FOK'])('%s is held to the best price for what it cannot fill', (word) => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place bob Sell BTCUSDT 0.1 @ 60000')
    made.say(`place alice Buy BTCUSDT 2 @ 60600 ${word}`)
    expect(made.account()?.orderMargin).toBe(0n)
  })

  test('one that may rest is held to its own price: there it will stand', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place bob Sell BTCUSDT 0.1 @ 60000')
    expect(made.refused('place alice Buy BTCUSDT 2 @ 60600').name).toBe('insufficientBalance')
  })
})

describe('a market order of a pair', () => {
  test('may spend the last coin: what trades is paid, and nothing is borrowed', () => {
    const made = venue('BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 band=5:10 fees=0:0', {
      alice: '6000',
    })
    made.say('deposit bob 1 BTC')
    made.say('index BTC/USDT 60000')
    made.say('place bob Sell BTC/USDT 0.1 @ 60000')
    made.say('place alice Buy BTC/USDT 0.1 market')
    expect(made.account()?.coins.find(({ coin }) => coin === 'BTC')?.balance).toBe(coins('0.1'))
  })
})

describe('4.2, 4.3: the risk limit is that of the larger side', () => {
  const limited = `${linear} fees=0:0 tiers=60000:10:0.5:10,600000:20:5:5`

  test('a short worth 61,000 of 60,000 is not turned round by a buy of 57,750', () => {
    const made = venue(limited)
    made.say('index BTCUSDT 55000')
    made.trade('bob', 'alice', ['1', '55000'])
    made.trade('carol', 'dave', ['0.001', '61000'])
    made.say('index BTCUSDT 61000')
    expect(made.position()?.positionValue).toBe(coins('61000'))
    const { name, params } = made.refused('place alice Buy BTCUSDT 1.05 @ 55000')
    expect(name).toBe('riskLimitExceeded')
    expect(params).toMatchObject({ value: '61000', max: '60000' })
    // What only closes is taken.
    made.say('place alice Buy BTCUSDT 1 @ 55000')
  })

  test('in hedge mode one side is held to the other’s limit as well', () => {
    const made = venue(limited)
    const symbol = symbolId('BTCUSDT')
    made.give({ kind: 'SetPositionMode', account: made.id('alice'), symbol, mode: 'BothSide' })
    made.say('index BTCUSDT 55000')
    made.say('place bob Buy BTCUSDT 1 @ 55000')
    made.say('place alice Sell BTCUSDT 1 @ 55000 idx=2')
    made.trade('carol', 'dave', ['0.001', '61000'])
    made.say('index BTCUSDT 61000')
    const { name } = made.refused('place alice Buy BTCUSDT 0.1 @ 55000 idx=1')
    expect(name).toBe('riskLimitExceeded')
  })
})

describe('7: the most that is offered is what enters as it would be sent, and no lot more', () => {
  test('a limit order that ends at once holds the better price of the far side', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place bob Sell BTCUSDT 0.1 @ 60000')
    const [resting] = most(made, 60_600)
    const [ending] = most(made, 60_600, { timeInForce: 'ImmediateOrCancel' })
    expect(ending).toBeGreaterThan(resting)
    const size = (lots: number): string => (lots / 1000).toFixed(3)
    expect(made.refused(`place alice Buy BTCUSDT ${size(ending + 1)} @ 60600 IOC`).name).toBe(
      'insufficientBalance',
    )
    made.say(`place alice Buy BTCUSDT ${size(ending)} @ 60600 IOC`)
  })

  test('own orders on the far side, which it may not meet, do not make it cheaper', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place alice Sell BTCUSDT 1 @ 60000')
    made.say('place bob Sell BTCUSDT 0.1 @ 60600')
    const size = (lots: number): string => (lots / 1000).toFixed(3)
    const [meeting] = most(made)
    const [keeping] = most(made, undefined, { selfTrade: 'CancelTaker' })
    expect(keeping).toBeLessThan(meeting)
    // 0.05 % of the price are a twentieth of the margin at 100×.
    const terms = 'market smp=CancelTaker'
    expect(made.refused(`place alice Buy BTCUSDT ${size(keeping + 100)} ${terms}`).name).toBe(
      'insufficientBalance',
    )
    made.say(`place alice Buy BTCUSDT ${size(keeping)} ${terms}`)
  })
})

test('8.1: a pair that may not be bought, or not sold, refuses traders and offers them nothing', () => {
  const story = `
  list XEM/USDT Spot XEM/USDT tick=0.0001 lot=1 fees=0.1:0.1 market=5000 ban=Buy
  index XEM/USDT 0.018
  deposit alice 1000 USDT
  deposit alice 1000 XEM
  most alice XEM/USDT 0.018
    → buy 0, sell 1000
  place alice Buy XEM/USDT 500 @ 0.018
    → rejected buyBanned
  place alice Buy XEM/USDT 500 market
    → rejected buyBanned
  place alice Sell XEM/USDT 500 @ 0.018
    → placed 1
  list XEM/USDT Spot XEM/USDT tick=0.0001 lot=1 fees=0.1:0.1 market=5000 ban=Sell
  replace alice 1 XEM/USDT 600
    → rejected sellBanned
  cancel alice 1
    → cancelled 1 CancelByUser
  place alice Buy XEM/USDT 500 @ 0.018
    → placed 2`
  expect(runScenario(story)).toBe(story)
})
