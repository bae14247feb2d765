// The worked examples that leave fees out, repeated with the default fees of 0.055 % and 0.02 %:
// the expected figures follow from the same rules with F_c = value × (1 ∓ 1/L) × 0.055 % (3.2,
// 4.4).

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { leverageE2 } from '@basis/domain/numbers/fixed'
import { roiE2 } from '@basis/domain/instrument/pnl'
import { describe, expect, test } from 'vitest'
import {
  coins,
  e8,
  inverse,
  linear,
  startMs,
  venue,
  type Person,
  type Venue,
} from '../../../testing/example-venue.ts'

const hour = 3_600_000

/** Repeats prices until they are fresh enough for liquidations and triggers (L2). */
function freshen({ say, wait }: Venue, line: string): void {
  for (let k = 0; k < 5; k += 1) {
    wait(1000)
    say(line)
  }
}

describe('profit and prices (1, 2)', () => {
  test.each([
    { buyer: 'alice', qty: '0.2', from: '7000', to: '7500', pnl: '100' },
    { buyer: 'bob', qty: '0.4', from: '6000', to: '5000', pnl: '400' },
  ] as const)('EX-1.4 with fees: $qty from $from to $to is still +$pnl', (asked) => {
    const { say, trade, mark, position } = venue(linear)
    say(`index BTCUSDT ${asked.from}`)
    const seller: Person = asked.buyer === 'alice' ? 'bob' : 'alice'
    trade(asked.buyer, seller, [asked.qty, asked.from])
    mark(asked.to)
    expect(position('alice')?.unrealisedPnl).toBe(coins(asked.pnl))
  })

  test('EX-1.7 with fees: the ROI of 71.43 % excludes fees (D-05)', () => {
    const { say, trade, mark, position } = venue(linear)
    say('index BTCUSDT 7000')
    trade('alice', 'bob', ['0.2', '7000'])
    mark('7500')
    const held = position()
    if (held === undefined) throw new Error('alice is long')
    const { leverageE2: leverage, entryValue } = held.position
    expect(roiE2(held.unrealisedPnl, leverage, entryValue)).toBe(7143)
  })

  test('EX-1.10 with fees: the break-even includes the fee of 0.055, before and after the session', () => {
    const terms = `BTC/USDC band=90:90 delivery=${startMs + 38 * 24 * hour}`
    const { say, trade, wait, position } = venue(`BTC-30OCT26 UsdcFutures ${terms}`, {
      coin: 'USDC',
    })
    say('index BTC-30OCT26 100')
    trade('alice', 'bob', ['1', '100'])
    // (100 + 0.055) ÷ 0.99945; settled at 110 it is (110 − 9.945) ÷ 0.99945, the same.
    expect(position()?.breakEvenPriceE8).toBe(e8('100.11006053'))
    say('index BTC-30OCT26 110')
    wait(8 * hour)
    say('time')
    expect(position()?.position.realisedPnl).toBe(coins('9.945'))
    expect(position()?.breakEvenPriceE8).toBe(e8('100.11006053'))
  })

  test('EX-2.3 with fees: the mark is still 36,380', () => {
    const fine = 'BTCUSDT LinearPerpetual BTC/USDT tick=0.0001 price=1t..1000000000t band=90:90'
    const { say, trade, wait, engine } = venue(fine)
    say('index BTCUSDT 36350')
    wait(8 * hour)
    say('time')
    trade('carol', 'dave', ['1', '36500'])
    say('place bob Buy BTCUSDT 5 @ 36370')
    say('place bob Sell BTCUSDT 5 @ 36390')
    wait(4 * hour - 150_000)
    for (let k = 0; k < 150; k += 1) {
      say('index BTCUSDT 36350')
      wait(1000)
    }
    say('index BTCUSDT 36350')
    expect(engine.views.symbol(symbolId('BTCUSDT'))?.markE8).toBe(e8('36380'))
  })
})

describe('tiers and margin (4, 6)', () => {
  const eight =
    '2000000:1:0.5:100,2600000:1.11:0.56:90,3200000:1.25:0.63:80,3800000:1.33:0.67:75,' +
    '4400000:1.43:0.71:70,5000000:1.54:0.77:65,5600000:1.82:0.91:55,8500000:2:1:50'

  test('EX-4.1 with fees: MM of 64,500 plus 4,207.50 for a long, plus 5,142.50 for a short', () => {
    const { say, trade, position } = venue(`${linear} tiers=${eight}`, { alice: '90000000' })
    say('index BTCUSDT 50000')
    trade('alice', 'bob', ['170', '50000'])
    expect(position('alice')?.maintenanceMargin).toBe(coins('68707.5'))
    expect(position('bob')?.maintenanceMargin).toBe(coins('69642.5'))
  })

  test('EX-4.2 with fees: MM of 12,240 plus 1,188', () => {
    const tiers = 'tiers=2000000:1:0.5:100,2600000:1.1:0.56:90,3200000:1.2:0.63:80'
    const { say, trade, position } = venue(`${linear} ${tiers}`, { alice: '9000000' })
    say('index BTCUSDT 40000')
    trade('alice', 'bob', ['60', '40000'])
    expect(position()?.maintenanceMargin).toBe(coins('13428'))
  })

  test('EX-4.3 with fees: MM of 92.50 plus 1.7325', () => {
    const bands = [2, 2.5, 3, 3.5, 4].map((rate, k) => `${1000 * (k + 1)}:10:${rate}:10`)
    const { say, trade, position } = venue(`${linear} tiers=${bands.join(',')}`)
    say('index BTCUSDT 3500')
    trade('alice', 'bob', ['1', '3500'])
    expect(position()?.maintenanceMargin).toBe(coins('94.2325'))
  })

  test('EX-4.4 with fees: at 40× 2,145 more of initial and of maintenance margin', () => {
    const tiers = '1000000:1:0.5:100,2000000:1.5:1:66,3000000:2:1.5:50,4000000:2.5:2:40'
    const { say, setLeverage, trade, position } = venue(`${linear} tiers=${tiers}`, {
      alice: '900000',
    })
    say('index BTCUSDT 50000')
    setLeverage(40)
    trade('alice', 'bob', ['80', '50000'])
    expect(position()).toMatchObject({
      initialMargin: coins('102145'),
      maintenanceMargin: coins('52145'),
    })
  })

  test('EX-4.6 with fees: 8,500,000 at 50× is accepted, and one lot more is refused', () => {
    const { say, setLeverage, refused } = venue(`${linear} tiers=${eight}`, { alice: '90000000' })
    say('index BTCUSDT 50000')
    setLeverage(50)
    say('place alice Buy BTCUSDT 170 @ 50000')
    expect(refused('place alice Buy BTCUSDT 0.001 @ 50000').name).toBe('riskLimitExceeded')
  })

  test('EX-6.2 with fees: IM of 8,960.005 for the buy side, then 12,543.22 for the sell side', () => {
    const { say, trade, account } = venue(linear)
    say('index BTCUSDT 60000')
    trade('alice', 'bob', ['1', '60000'])
    // 6,029.70 for the position, 2,900 + 29,000 × 0.055 % × 1.9 for the order.
    say('place alice Buy BTCUSDT 0.5 @ 58000')
    expect(account()?.initialMargin).toBe(coins('8960.005'))
    // The part beyond the position: 12,400 + 124,000 × 0.055 % × 2.1.
    say('place alice Sell BTCUSDT 3 @ 62000')
    expect(account()?.initialMargin).toBe(coins('12543.22'))
  })
})

describe('liquidation, take-over and deleveraging (5)', () => {
  test.each([
    { side: 'Buy', other: 'Sell', ticks: 504_970 },
    { side: 'Sell', other: 'Buy', ticks: 694_019 },
  ])(
    'EX-5.11 with fees: the liquidation price of a $side with 9,987.20, other positions need 201.98',
    ({ side, other, ticks }) => {
      const { say, position, engine } = venue(linear, { alice: '10000' })
      say('list ETHUSDT LinearPerpetual ETH/USDT band=90:90 tiers=2000000:10:5:10')
      say('index BTCUSDT 60000 ETHUSDT 4000')
      say(`place alice ${side} BTCUSDT 1 @ 60000`)
      say(`place bob ${other} BTCUSDT 1 @ 60000`)
      say('place alice Buy ETHUSDT 1 @ 4000')
      say('place bob Sell ETHUSDT 1 @ 4000')
      expect(engine.views.positions(accountId(1))[1]?.maintenanceMargin).toBe(coins('201.98'))
      expect(position()?.liquidationPriceTicks).toBe(ticks)
    },
  )

  test('EX-5.12 with fees: the fund gains 40, whatever the trader paid for closing', () => {
    const made = venue(linear, { alice: '2200' })
    const { say, give, isolate, setLeverage, trade, wait, engine, emitted } = made
    give({ kind: 'Deposit', account: accountId(0), coin: 'USDT', amount: coins('1000') })
    say('index BTCUSDT 50000')
    isolate()
    setLeverage(50)
    trade('alice', 'bob', ['2', '50000'])
    freshen(made, 'index BTCUSDT 50000')
    trade('carol', 'dave', ['0.001', '49200'])
    say('place carol Buy BTCUSDT 1.2 @ 49100')
    say('place carol Buy BTCUSDT 1 @ 48900')
    wait(1000)
    say('index BTCUSDT 49200')
    expect(engine.views.insurance('USDT')).toBe(coins('1040'))
    const own = emitted.find((event) => event.kind === 'PnlClosed' && event.account === 1)
    // 98,000 × 0.055 %, paid out of the reserve.
    expect(own).toMatchObject({
      exitValue: coins('98000'),
      tradePnl: coins('-2000'),
      closeFee: coins('53.9'),
    })
  })

  test('EX-5.13 with fees: the same scores, in the same order', () => {
    const made = venue(linear)
    const { say, give, isolate, setLeverage, trade, wait, id, emitted } = made
    say('index BTCUSDT 50000')
    const open = (person: Person, price: string, times: number): void => {
      isolate(person)
      if (times !== 10) setLeverage(times, person)
      trade(person, 'bob', ['1', price])
    }
    open('alice', '50000', 10)
    open('carol', '58000', 50)
    open('dave', '61000', 10)
    for (const account of [8, 9]) {
      give({ kind: 'OpenAccount', account: accountId(account), role: 'trader' })
      say(`deposit #${account} 2200 USDT`)
    }
    freshen(made, 'index BTCUSDT 61000')
    const short = { account: accountId(9), symbol: symbolId('BTCUSDT') }
    give({ kind: 'SetMarginMode', ...short, mode: 'Isolated' })
    give({ kind: 'SetLeverage', ...short, leverageE2: leverageE2(10_000) })
    say('place bob Buy BTCUSDT 3 @ 59000')
    say('place #9 Sell BTCUSDT 3 @ 59000')
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
  })
})

describe('TP/SL entered as ROI (8.5)', () => {
  test.each([
    { leg: 'tp', price: 63_000, pnl: '3000', closed: '2932.35' },
    { leg: 'sl', price: 58_500, pnl: '-1500', closed: '-1565.175' },
  ])('EX-8.5 with fees: closed at $price with $pnl less both fees', (asked) => {
    const made = venue(linear)
    const { say, trade, emitted } = made
    say('index BTCUSDT 60000')
    trade('alice', 'bob', ['1', '60000'])
    say(`tpsl alice BTCUSDT Full ${asked.leg}=${asked.price}`)
    freshen(made, 'index BTCUSDT 60000')
    say(`place dave Buy BTCUSDT 2 @ ${asked.price}`)
    say(`place carol Sell BTCUSDT 1 @ ${asked.price}`)
    const closed = emitted.find((event) => event.kind === 'PnlClosed' && event.account === 1)
    expect(closed).toMatchObject({ tradePnl: coins(asked.pnl), closedPnl: coins(asked.closed) })
  })

  test('EX-8.5 with fees: an inverse long closed at 63,158.0 earns 0.05000158 before fees', () => {
    const made = venue(inverse, { coin: 'BTC' })
    const { say, trade, emitted } = made
    say('index BTCUSD 60000')
    trade('alice', 'bob', ['60000', '60000'])
    say('tpsl alice BTCUSD Full tp=63158')
    freshen(made, 'index BTCUSD 60000')
    say('place dave Buy BTCUSD 60001 @ 63158')
    say('place carol Sell BTCUSD 1 @ 63158')
    const closed = emitted.find((event) => event.kind === 'PnlClosed' && event.account === 1)
    // 0.055 % of 1 BTC at entry and of 0.94999842 at the exit, truncated.
    expect(closed).toMatchObject({
      tradePnl: coins('0.05000158'),
      openFee: coins('0.00055'),
      closeFee: coins('0.00052249'),
    })
  })
})
