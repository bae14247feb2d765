// Worked examples of rules 3 and 8 in the engine: quantities from cost and value, TP/SL entered as
// ROI, a scaled order.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { leverageE2, priceE8, priceTicks } from '@basis/domain/numbers/fixed'
import { priceOfRequest, type TpslRequest } from '@basis/domain/orders/tpsl-input'
import { describe, expect, test } from 'vitest'
import { coins, e8, inverse, linear, venue, type Venue } from '../../../testing/example-venue.ts'

/** The most that alice may buy and sell at a price in ticks, in lots. */
function mostAt({ engine }: Venue, ticks: number): readonly [buy: number, sell: number] {
  const [symbol = symbolId('')] = engine.views.symbols()
  const most = engine.views.maxQty(accountId(1), symbol, priceTicks(ticks))
  return [most?.buyLots ?? 0, most?.sellLots ?? 0]
}

describe('quantity from cost (3.4): the maximum for an account with that balance', () => {
  test('EX-3.3: 5,057 USDT at 50,000, 10× and 0.06 % buys 1 BTC, to the last unit', () => {
    const made = venue(`${linear} fees=0.06:0.06`, { alice: '5057' })
    const { say, account } = made
    say('index BTCUSDT 50000')
    expect(mostAt(made, 500_000)[0]).toBe(1000)
    say('place alice Buy BTCUSDT 1 @ 50000')
    expect(account()).toMatchObject({ orderMargin: coins('5057'), available: 0n })
  })

  test('EX-3.4: 1,000 USDT at 50,000, 10× and 0.055 % buys or sells 0.197', () => {
    const made = venue(linear, { alice: '1000' })
    made.say('index BTCUSDT 50000')
    expect(mostAt(made, 500_000)).toEqual([197, 197])
    made.say('place alice Sell BTCUSDT 0.197 @ 50000')
    expect(made.refused('place alice Sell BTCUSDT 0.001 @ 50000').name).toBe('insufficientBalance')
  })

  test('EX-3.5: inverse, 0.01 BTC at 60,000, 10×: Buy 5,931, Sell 5,937 contracts', () => {
    const made = venue(inverse, { coin: 'BTC', alice: '0.01' })
    made.say('coin BTC 10000')
    made.say('index BTCUSD 60000 coins BTC 60000')
    expect(mostAt(made, 120_000)).toEqual([5931, 5937])
    made.say('place alice Sell BTCUSD 5937 @ 60000')
    expect(made.refused('place alice Sell BTCUSD 1 @ 60000').name).toBe('insufficientBalance')
  })

  test('EX-3.6: 0.02 BTC @ 50,000 is worth 1,000 USDT; 600 contracts @ 60,000 are worth 0.01 BTC', () => {
    const usdt = venue(linear)
    usdt.say('index BTCUSDT 50000')
    usdt.trade('alice', 'bob', ['0.02', '50000'])
    expect(usdt.position()?.positionValue).toBe(coins('1000'))
    const coin = venue(inverse, { coin: 'BTC' })
    coin.say('index BTCUSD 60000')
    coin.trade('alice', 'bob', ['600', '60000'])
    expect(coin.position()?.positionValue).toBe(coins('0.01'))
  })
})

describe('TP/SL entered as ROI (8.5)', () => {
  const roiRequest = (roiE2: number): TpslRequest => ({ by: 'ROI', roiE2 })

  test.each([
    { roiE2: 5000, leg: 'tp', price: 63_000, pnl: '3000' },
    { roiE2: -2500, leg: 'sl', price: 58_500, pnl: '-1500' },
  ])(
    'EX-8.5: long @ 60,000, 10×, ROI of $roiE2 hundredths: closed at $price with $pnl',
    (asked) => {
      const { say, trade, wait, emitted } = venue(`${linear} fees=0:0`)
      say('index BTCUSDT 60000')
      trade('alice', 'bob', ['1', '60000'])
      const base = {
        kind: 'Linear',
        sign: 1,
        entry: priceE8(e8('60000')),
        qty: coins('1'),
      } as const
      const terms = { ...base, leverage: leverageE2(1000), tickSizeE8: e8('0.1') }
      const ticks = priceOfRequest(terms, roiRequest(asked.roiE2))
      expect(ticks).toBe(asked.price * 10)
      say(`tpsl alice BTCUSDT Full ${asked.leg}=${(ticks ?? 0) / 10}`)
      for (let k = 0; k < 5; k += 1) {
        wait(1000)
        say('index BTCUSDT 60000')
      }
      // The trade that moves the last price there leaves a bid for the triggered order.
      say(`place dave Buy BTCUSDT 2 @ ${asked.price}`)
      say(`place carol Sell BTCUSDT 1 @ ${asked.price}`)
      const closed = emitted.find((event) => event.kind === 'PnlClosed' && event.account === 1)
      // The initial margin of 1 BTC @ 60,000 at 10× is 6,000: +50 % of it is 3,000, −25 % is
      // −1,500.
      expect(closed).toMatchObject({ tradePnl: coins(asked.pnl), closedPnl: coins(asked.pnl) })
    },
  )

  test('EX-8.5: inverse long @ 60,000, 10×: a TP of ROI +50 % is at 63,158.0 and fires there', () => {
    const { say, trade, wait, emitted, engine } = venue(`${inverse} fees=0:0`, { coin: 'BTC' })
    say('index BTCUSD 60000')
    trade('alice', 'bob', ['60000', '60000'])
    const base = { kind: 'Inverse', sign: 1, entry: priceE8(e8('60000')) } as const
    const qty = coins('60000')
    const terms = { ...base, qty, leverage: leverageE2(1000), tickSizeE8: e8('0.5') }
    expect(priceOfRequest(terms, roiRequest(5000))).toBe(63_158 * 2)
    say('tpsl alice BTCUSD Full tp=63158')
    for (let k = 0; k < 5; k += 1) {
      wait(1000)
      say('index BTCUSD 60000')
    }
    say('place carol Sell BTCUSD 1 @ 63157.5')
    say('place dave Buy BTCUSD 1 @ 63157.5')
    expect(engine.views.positions(accountId(1))).toHaveLength(1)
    say('place dave Buy BTCUSD 60001 @ 63158')
    say('place carol Sell BTCUSD 1 @ 63158')
    expect(engine.views.positions(accountId(1))).toHaveLength(0)
    const closed = emitted.find((event) => event.kind === 'PnlClosed' && event.account === 1)
    // 1 BTC at entry, 60,000 ÷ 63,158 = 0.94999842 at the exit: 50 % of 0.1 BTC to the tick.
    expect(closed).toMatchObject({ tradePnl: coins('0.05000158') })
  })
})

test('EX-8.7: 1,000 ETH over 1,600 to 1,780 in 10 flat children: 100 each, step 20, average 1,690', () => {
  const eth = 'ETHUSDT LinearPerpetual ETH/USDT tick=0.01 lot=0.01 band=90:90'
  const { say, emitted } = venue(`${eth} qty=1l..100000000l tiers=10000000:1:0.5:100`)
  say('index ETHUSDT 1600')
  say('algo alice Sell ETHUSDT 1000 scaled from=1600 to=1780 n=10')
  const children = emitted.flatMap((event) => (event.kind === 'OrderPlaced' ? event.order : []))
  expect(children.map(({ priceTicks }) => priceTicks / 100)).toEqual(
    Array.from({ length: 10 }, (_, k) => 1600 + 20 * k),
  )
  expect(children.map(({ qtyLots }) => qtyLots / 100)).toEqual(
    Array.from({ length: 10 }, () => 100),
  )
  const value = children.reduce((sum, { priceTicks, qtyLots }) => sum + priceTicks * qtyLots, 0)
  expect(value / 100 / 100_000).toBe(1690)
})
