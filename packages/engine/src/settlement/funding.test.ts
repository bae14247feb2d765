// Funding is paid once per interval, by the positions held at its time, exact to the last unit
// (rules 2.7; reliability L13, M4).

import { expect, test } from 'vitest'
import { coins, venue } from '../../testing/example-venue.ts'
import { runScenario } from '../../testing/scenario.ts'

const opening = `
  list BTCUSDT LinearPerpetual funding=60
  index BTCUSDT 60000
  deposit alice 10000 USDT
  deposit bob 10000 USDT
  place alice Buy BTCUSDT 0.1 @ 60000
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 60000
    → alice filled 1: 0.1 @ 60000 fee 1.2 USDT
    → filled 2: 0.1 @ 60000 fee 3.3 USDT`

test('longs pay shorts the value at mark times the rate: 0.00125 % an hour without a premium', () => {
  const story = `${opening}
  +1m
  index BTCUSDT 60000
  +59m
  time
    → BTCUSDT funding 0.00125% at 60000
    → alice funding -0.075 on BTCUSDT
    → bob funding 0.075 on BTCUSDT
  time
  +59m
  time
  +1m
  time
    → BTCUSDT funding 0.00125% at 60000
    → alice funding -0.075 on BTCUSDT
    → bob funding 0.075 on BTCUSDT
  // Funding paid while the position was open is part of the closed PnL (EX-1.6).
  place alice Sell BTCUSDT 0.1 @ 60000
    → placed 3
  place bob Buy BTCUSDT 0.1 @ 60000
    → alice closed 0.1 BTCUSDT: -2.55 = 0 - 1.2 - 1.2 - 0.15
    → alice filled 3: 0.1 @ 60000 fee 1.2 USDT
    → closed 0.1 BTCUSDT: -6.45 = 0 - 3.3 - 3.3 + 0.15
    → filled 4: 0.1 @ 60000 fee 3.3 USDT
  show alice
    → 9997.45 USDT; available 9997.45
  show bob
    → 9993.55 USDT; available 9993.55
  +2h
  time
    → BTCUSDT funding 0.00125% at 60000`
  expect(runScenario(story)).toBe(story)
})

test('L13: after a downtime of many intervals funding is paid once, for the newest interval', () => {
  const story = `${opening}
  +1m
  index BTCUSDT 60000
  +50h
  index BTCUSDT 60000
    → BTCUSDT funding 0.00125% at 60000
    → alice funding -0.075 on BTCUSDT
    → bob funding 0.075 on BTCUSDT
  +1m
  time`
  expect(runScenario(story)).toBe(story)
})

test('D-16: a trade at or after the funding time counts for the new interval', () => {
  const story = `${opening}
  +1m
  index BTCUSDT 60000
  deposit carol 10000 USDT
  place carol Sell BTCUSDT 0.1 @ 60000
    → placed 3
  +59m
  // Alice sells in the millisecond of the funding: she still pays, and Carol receives nothing.
  place alice Sell BTCUSDT 0.1 market
    → BTCUSDT funding 0.00125% at 60000
    → funding -0.075 on BTCUSDT
    → bob funding 0.075 on BTCUSDT
    → cancelled 4 CancelByNoLiquidity
  place bob Buy BTCUSDT 0.1 @ 60000
    → carol filled 3: 0.1 @ 60000 fee 1.2 USDT
    → closed 0.1 BTCUSDT: -6.525 = 0 - 3.3 - 3.3 + 0.075
    → filled 5: 0.1 @ 60000 fee 3.3 USDT`
  expect(runScenario(story)).toBe(story)
})

test('2.5: the premium of a new minute counts for the new interval', () => {
  const premium = runScenario(`
  list BTCUSDT LinearPerpetual funding=1 impact=1
  index BTCUSDT 60000
  deposit alice 10000 USDT
  deposit bob 10000 USDT
  place alice Buy BTCUSDT 0.1 @ 60000
  place bob Sell BTCUSDT 0.1 @ 60000
  +1m
  index BTCUSDT 60000
  place alice Buy BTCUSDT 0.1 @ 60500
  +1m
  index BTCUSDT 60000
  +1m
  index BTCUSDT 60000`)
  // The bid of 60,500 came after the first minute's sample: it does not affect the second funding.
  expect(premium.match(/funding \S+ at/g)).toEqual([
    'funding 0.000021% at',
    'funding 0.000021% at',
    'funding 0.375% at',
  ])
})

test('D-04: payments are rounded up, receipts down, and the exchange keeps the difference', () => {
  const story = `
  list DUSTUSDT LinearPerpetual DUST/USDT tick=0.0000001 lot=0.1 least=0.00000001 funding=60
  index DUSTUSDT 0.0000123
  deposit alice 10 USDT
  deposit bob 10 USDT
  place alice Buy DUSTUSDT 0.1 @ 0.0000123
    → placed 1
  place bob Sell DUSTUSDT 0.1 @ 0.0000123
    → alice filled 1: 0.1 @ 0.0000123 fee 0 USDT
    → filled 2: 0.1 @ 0.0000123 fee 0 USDT
  +1m
  index DUSTUSDT 0.0000123
  +1h
  time
    → DUSTUSDT funding 0.00125% at 0.0000123
    → alice funding -0.00000001 on DUSTUSDT
    → bob funding 0 on DUSTUSDT`
  expect(runScenario(story)).toBe(story)
})

test('2.7: the margin of an isolated position pays only its own funding, not other debts of the coin', () => {
  const made = venue('BTCUSDT LinearPerpetual BTC/USDT tick=0.1 lot=0.001 fees=0:0 band=10:10', {
    alice: '1000',
  })
  const ether = 'ETHUSDT LinearPerpetual ETH/USDT tick=0.01 lot=0.01 fees=0:0 funding=60'
  made.say(`list ${ether}`)
  made.say('deposit alice 100000 USDC')
  made.say('index BTCUSDT 60000 ETHUSDT 3000')
  made.say('mode alice ETHUSDT Isolated')
  made.say('place bob Sell ETHUSDT 1 @ 3000')
  made.say('place alice Buy ETHUSDT 1 @ 3000')
  // Another position loses more USDT than she has: her USDC is collateral for the debt.
  made.trade('alice', 'bob', ['1', '60000'])
  made.say('index BTCUSDT 57000 ETHUSDT 3000')
  made.say('place bob Buy BTCUSDT 1 @ 57000')
  made.say('place alice Sell BTCUSDT 1 @ 57000')
  expect(made.account()?.coins.find(({ coin }) => coin === 'USDT')?.balance).toBe(coins('-2000'))
  made.wait(3_600_000)
  made.say('time')
  // 3,000 × 0.00125 %; the USDT debt of the other position is not taken from this margin.
  expect(made.position()?.position.extraMargin).toBe(coins('-0.0375'))
})
