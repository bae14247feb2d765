// The margin and the risk limit of an order: by the prices at which it can trade (rules 3.3, D-18)
// and by the larger side of its contract (4.2, 4.3; docs/rules/order-margin.md).

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
  test('for 2 BTC at 100× is accepted with 1,400 if the book has only 0.1 at 60,000', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place bob Sell BTCUSDT 0.1 @ 60000')
    // 2 × 60,030 × (1 % + 0.055 % × 1.99) = 1,332.0057, and an immediate loss of 60 against the
    // mark.
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

  test('has its maximum quantity computed for a book that is 0.05 % worse, and is accepted there', () => {
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

  test('that closes needs no margin: its maximum quantity is at least the position', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.trade('alice', 'bob', ['1.9', '60000'])
    made.say('place bob Buy BTCUSDT 5 @ 59990')
    expect(most(made)[1]).toBeGreaterThanOrEqual(1900)
  })

  test('needs the margin of the prices in the book where they are more than 0.05 % worse', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place bob Sell BTCUSDT 0.1 @ 60000')
    made.say('place bob Sell BTCUSDT 5 @ 60600')
    // 0.1 at 60,000 and 1.9 at 60,600 cost 1,344.65, with an immediate loss of 1,140 at the mark.
    expect(made.refused('place alice Buy BTCUSDT 2 market').name).toBe('insufficientBalance')
  })

  test('to sell is margined at the mark if the best bid is below it', () => {
    const made = venue(narrow, { alice: '1340' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place bob Buy BTCUSDT 0.1 @ 59990')
    // 2 × 60,000 × (1 % + 0.055 % × 2.01) = 1,332.66, and an immediate loss of 1 on the 0.1 filled.
    made.say('place alice Sell BTCUSDT 2 market')
    expect(made.position()?.position.sizeLots).toBe(100)
  })

  test.each([
    ['GTC', ''],
    ['IOC', ' IOC'],
  ])(
    'L5: a %s limit order to sell below the mark needs the margin of the resulting position',
    (_, terms) => {
      const made = venue(`${linear} fees=0:0`, { alice: '1000' })
      made.say('index BTCUSDT 100')
      made.setLeverage(5)
      made.say('place bob Buy BTCUSDT 100 @ 90')
      // A short of 35 at a mark of 100 needs 700 and has lost 350; at 90 it would need 630.
      expect(made.refused(`place alice Sell BTCUSDT 35 @ 90${terms}`).name).toBe(
        'insufficientBalance',
      )
      made.say(`place alice Sell BTCUSDT 33 @ 90${terms}`)
      expect(made.account()?.initialRateE4).toBeLessThanOrEqual(10_000)
      expect(made.position()?.initialMargin).toBe(coins('660'))
    },
  )

  test('of an inverse contract needs margin at the best price for the part that finds no liquidity', () => {
    const short = (alice: string): Venue => {
      const made = venue(inverse.replace('band=90:90', 'band=5:10'), { coin: 'BTC', alice })
      made.say('list BTC/USDT Spot BTC/USDT')
      made.say('coin BTC 10000')
      made.say('index BTCUSD 60000 coins BTC 60000')
      made.setLeverage(100)
      made.say('place bob Buy BTCUSD 100 @ 60000')
      return made
    }
    // 180,000 ÷ 60,000 × (1 % + 0.055 % × 1.99) = 0.0332835; at the band's 57,000 it would be more.
    const line = 'place alice Sell BTCUSD 180000 market'
    expect(short('0.0332834').refused(line).name).toBe('insufficientBalance')
    const made = short('0.0332835')
    made.say(line)
    expect(made.position()?.position.sizeLots).toBe(100)
  })
})

describe('a limit order above the best ask', () => {
  test.each(['IOC', 'FOK'])(
    '%s needs margin at the best price for the part that it cannot fill',
    (word) => {
      const made = venue(narrow, { alice: '1400' })
      made.say('index BTCUSDT 60000')
      made.setLeverage(100)
      made.say('place bob Sell BTCUSDT 0.1 @ 60000')
      made.say(`place alice Buy BTCUSDT 2 @ 60600 ${word}`)
      expect(made.account()?.orderMargin).toBe(0n)
    },
  )

  test('an order that may rest needs margin at its own price', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place bob Sell BTCUSDT 0.1 @ 60000')
    expect(made.refused('place alice Buy BTCUSDT 2 @ 60600').name).toBe('insufficientBalance')
  })
})

describe('a market order of a pair', () => {
  test('may spend the whole balance of the quote coin', () => {
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

  test('with a short worth 61,000 and a limit of 60,000 a reversing buy of 57,750 is refused', () => {
    const made = venue(limited)
    made.say('index BTCUSDT 55000')
    made.trade('bob', 'alice', ['1', '55000'])
    made.trade('carol', 'dave', ['0.001', '61000'])
    made.say('index BTCUSDT 61000')
    expect(made.position()?.positionValue).toBe(coins('61000'))
    const { name, params } = made.refused('place alice Buy BTCUSDT 1.05 @ 55000')
    expect(name).toBe('riskLimitExceeded')
    expect(params).toMatchObject({ value: '61000', max: '60000' })
    // An order that only closes is accepted.
    made.say('place alice Buy BTCUSDT 1 @ 55000')
  })

  test('in hedge mode an order is refused if the other side exceeds the limit', () => {
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

describe('7: the maximum quantity is accepted with the order’s own terms, and larger ones are refused', () => {
  test('the maximum of an IOC limit order is computed at the better prices of the opposite side', () => {
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

  test('own orders on the opposite side do not count with self-trade prevention', () => {
    const made = venue(narrow, { alice: '1400' })
    made.say('index BTCUSDT 60000')
    made.setLeverage(100)
    made.say('place alice Sell BTCUSDT 1 @ 60000')
    made.say('place bob Sell BTCUSDT 0.1 @ 60600')
    const size = (lots: number): string => (lots / 1000).toFixed(3)
    const [meeting] = most(made)
    const [keeping] = most(made, undefined, { selfTrade: 'CancelTaker' })
    expect(keeping).toBeLessThan(meeting)
    // 0.05 % of the price is a twentieth of the margin at 100×.
    const terms = 'market smp=CancelTaker'
    expect(made.refused(`place alice Buy BTCUSDT ${size(keeping + 100)} ${terms}`).name).toBe(
      'insufficientBalance',
    )
    made.say(`place alice Buy BTCUSDT ${size(keeping)} ${terms}`)
  })
})

test('8.1: a pair with a ban on buying or selling refuses such orders, with a maximum quantity of 0', () => {
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
