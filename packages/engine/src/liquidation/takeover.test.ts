// Cost and price of a take-over: the closing fee is paid once, and the shown bankruptcy price is
// the price of the take-over (rules 5.2, 5.5, 5.8; docs/rules/liquidation.md).

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { leverageE2 } from '@basis/domain/numbers/fixed'
import { describe, expect, test } from 'vitest'
import { stateOf } from '../engine/engine.ts'
import { coins, e8, linear, startMs, venue, type Venue } from '../../testing/example-venue.ts'
import { markChanged } from '../state/invalidation.ts'
import { positionStateOf } from '../state/positions.ts'

/** Repeats prices until they are fresh enough for liquidations (L2). */
function freshen({ say, wait }: Venue, line: string): void {
  for (let k = 0; k < 5; k += 1) {
    wait(1000)
    say(line)
  }
}

const fundOf = ({ engine }: Venue): bigint | undefined => engine.views.insurance('USDT')

describe('5.8: the pool gains the difference to the bankruptcy price and pays no fees', () => {
  test('isolated: long 1 BTC at 50,000, 50×, bankrupt at 49,000, sold at 49,200: +200', () => {
    const made = venue(linear, { alice: '2000' })
    const { say, give, isolate, setLeverage, trade, wait, emitted } = made
    give({ kind: 'Deposit', account: accountId(0), coin: 'USDT', amount: coins('1000') })
    say('index BTCUSDT 50000')
    isolate()
    setLeverage(50)
    trade('alice', 'bob', ['1', '50000'])
    freshen(made, 'index BTCUSDT 50000')
    expect(made.position()?.bankruptcyPriceTicks).toBe(490_000)
    trade('carol', 'dave', ['0.001', '49200'])
    wait(1000)
    // There are no bids: the position is taken over at 49,000 first.
    say('index BTCUSDT 49200')
    say('place carol Buy BTCUSDT 1 @ 49200')
    wait(1000)
    say('index BTCUSDT 49200')
    expect(fundOf(made)).toBe(coins('1200'))
    const sold = emitted.find((event) => event.kind === 'OrderFilled' && event.order.account === 0)
    expect(sold).toMatchObject({ fill: { fee: 0n, feeRateE8: 0 } })
    // The trader has paid the closing fee out of the reserve: 49,000 × 0.055 %.
    const own = emitted.find((event) => event.kind === 'PnlClosed' && event.account === 1)
    expect(own).toMatchObject({ exitValue: coins('49000'), closeFee: coins('26.95') })
  })

  test('cross: the take-over leaves the trader a balance of 0, and the pool keeps the gain of the sale', () => {
    const made = venue(linear, { alice: '1000' })
    const { say, give, setLeverage, trade, wait } = made
    give({ kind: 'Deposit', account: accountId(0), coin: 'USDT', amount: coins('1000') })
    say('index BTCUSDT 50000')
    setLeverage(100)
    trade('alice', 'bob', ['1', '50000'])
    freshen(made, 'index BTCUSDT 50000')
    trade('carol', 'dave', ['0.001', '49250'])
    wait(1000)
    say('index BTCUSDT 49250')
    // 1,000 less the opening fee (27.50) covers a loss of 972.50, down to 49,027.50.
    expect(made.account()?.walletBalance).toBe(0n)
    say('place carol Buy BTCUSDT 1 @ 49200')
    wait(1000)
    say('index BTCUSDT 49250')
    expect(fundOf(made)).toBe(coins('1172.5'))
  })

  test('3.1: the pool pays no delivery fee', () => {
    const dated = linear.replace('BTCUSDT LinearPerpetual', 'BTCUSDT-X LinearFutures')
    const made = venue(`${dated} delivery=${startMs + 2 * 3_600_000}`, { alice: '1000' })
    const { say, give, id, wait, engine, emitted } = made
    const symbol = symbolId('BTCUSDT-X')
    give({ kind: 'Deposit', account: accountId(0), coin: 'USDT', amount: coins('1000') })
    say('index BTCUSDT-X 50000')
    give({ kind: 'SetLeverage', account: id('alice'), symbol, leverageE2: leverageE2(10_000) })
    made.trade('alice', 'bob', ['1', '50000'])
    freshen(made, 'index BTCUSDT-X 50000')
    wait(1000)
    say('index BTCUSDT-X 49250')
    expect(made.account()?.walletBalance).toBe(0n)
    wait(2 * 3_600_000)
    say('index BTCUSDT-X 49250')
    const delivered = emitted.find(
      (event) => event.kind === 'PositionDelivered' && event.account === accountId(0),
    )
    expect(delivered).toMatchObject({ fee: 0n, pnl: coins('222.5') })
    expect(engine.views.insurance('USDT')).toBe(coins('1222.5'))
  })
})

describe('5.2, D-24: the shown bankruptcy price is where the position is taken over', () => {
  test('BTC and ETH at 54,000 and 2,700: the remaining balance is shared by maintenance margin', () => {
    const made = venue(`${linear} fees=0:0`, { alice: '12000' })
    const { say, trade, wait, engine, id, emitted } = made
    say(`list ${linear.replaceAll('BTC', 'ETH')} fees=0:0`)
    const prices = (bitcoin: string, ether: string): void => {
      trade('carol', 'dave', ['0.001', bitcoin])
      say(`place dave Sell ETHUSDT 0.01 @ ${ether}`)
      say(`place carol Buy ETHUSDT 0.01 @ ${ether}`)
      say(`index BTCUSDT ${bitcoin} ETHUSDT ${ether}`)
    }
    const shown = (): unknown =>
      engine.views.positions(id('alice')).map((view) => view.bankruptcyPriceTicks)
    say('index BTCUSDT 60000 ETHUSDT 3000')
    trade('alice', 'bob', ['1', '60000'])
    say('place bob Sell ETHUSDT 20 @ 3000')
    say('place alice Buy ETHUSDT 20 @ 3000')
    prices('54300', '2715')
    // 600 are left, and both positions need the same maintenance margin.
    expect(shown()).toEqual([540_000, 27_000])
    wait(11_000)
    prices('54190', '2709.5')
    expect(shown()).toEqual([540_000, 27_000])
    for (let k = 0; k < 5; k += 1) {
      wait(1000)
      say('index BTCUSDT 54190 ETHUSDT 2709.5')
    }
    const taken = emitted.flatMap((event) => (event.kind === 'PositionTakenOver' ? event : []))
    expect(taken.map(({ bankruptcyPriceE8 }) => bankruptcyPriceE8)).toEqual([
      e8('54000'),
      e8('2700'),
    ])
  })

  test('the larger side of a hedge shows the bankruptcy price of the net position, the smaller side none', () => {
    const made = venue(`${linear} fees=0:0`, { alice: '3000' })
    const { say, engine, id, give } = made
    const symbol = symbolId('BTCUSDT')
    give({ kind: 'SetPositionMode', account: id('alice'), symbol, mode: 'BothSide' })
    say('index BTCUSDT 60000')
    say('place bob Sell BTCUSDT 0.3 @ 60000')
    say('place alice Buy BTCUSDT 0.3 @ 60000 idx=1')
    say('place bob Buy BTCUSDT 0.1 @ 60000')
    say('place alice Sell BTCUSDT 0.1 @ 60000 idx=2')
    const views = engine.views.positions(id('alice'))
    // 3,000 covers the loss of the 0.2 BTC that is not hedged: 60,000 − 15,000.
    expect(views.map((view) => view.bankruptcyPriceTicks)).toEqual([450_000, undefined])
  })
})

test('5.5, step 4: a margin that no longer covers the closing fee is lost in full, and no more than it', () => {
  const made = venue(linear, { alice: '10000' })
  made.say('index BTCUSDT 50000')
  made.isolate()
  made.trade('alice', 'bob', ['1', '50000'])
  freshen(made, 'index BTCUSDT 50000')
  // 5,000 and a reserve of 24.75 for closing: funding has taken all of it but 20 (2.7).
  const state = stateOf(made.engine)
  const alice = state.accounts.get(made.id('alice'))
  const [market] = state.markets
  if (alice === undefined || market === undefined) throw new Error('alice trades')
  const position = positionStateOf(alice, market)
  position.extra = coins('-5004.75')
  markChanged(state, position)
  const before = made.account()?.walletBalance ?? 0n
  made.wait(1000)
  made.say('index BTCUSDT 50000')
  expect(made.position()).toBeUndefined()
  expect(before - (made.account()?.walletBalance ?? 0n)).toBe(coins('20'))
})
