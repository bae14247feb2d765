// Worked examples of rules 1 and 2 in the engine: figures of a position, index, mark and funding
// rate after commands.

import { formatTrimmed, unitE8 } from '@basis/domain/numbers/fixed'
import { indexPrice } from '@basis/domain/pricing/index-price'
import { roiE2 } from '@basis/domain/instrument/pnl'
import { describe, expect, test } from 'vitest'
import { coins, e8, linear, startMs, venue, type Venue } from '../../../testing/example-venue.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

describe('figures of a position (1)', () => {
  test('EX-1.1: 0.5 @ 5,000 and 0.3 @ 6,000 are 0.8 @ 5,375, worth 4,300', () => {
    const { say, trade, position } = venue(linear)
    say('index BTCUSDT 5000')
    trade('alice', 'bob', ['0.5', '5000'])
    trade('alice', 'bob', ['0.3', '6000'])
    expect(position()?.position.entryValue).toBe(coins('4300'))
    expect(position()?.entryPriceE8).toBe(e8('5375'))
  })

  test('EX-1.7: a gain of 100 on a long of 0.2 @ 7,000 at 10× is an ROI of 71.43 %', () => {
    const { say, trade, mark, position } = venue(`${linear} fees=0:0`)
    say('index BTCUSDT 7000')
    trade('alice', 'bob', ['0.2', '7000'])
    mark('7500')
    const held = position()
    if (held === undefined) throw new Error('alice is long')
    const { leverageE2, entryValue } = held.position
    expect(held.unrealisedPnl).toBe(coins('100'))
    expect(roiE2(held.unrealisedPnl, leverageE2, entryValue)).toBe(7143)
  })

  // The example leaves the fee out (f = 0), but 1.7 has f = max(f_t, 0.00055): even without fees
  // the closing is computed with 0.055 %. So (110 − 10) ÷ (1 − 0.00055) = 100 ÷ 0.99945 is shown,
  // which less that fee is the example's 100; with E instead of S it would be (100 − 10) ÷ 0.99945.
  test('EX-1.10: USDC long 1 @ 100, settled at 110: 100 before the fee floor, 100.05503027', () => {
    const future = `BTC-30OCT26 UsdcFutures BTC/USDC band=90:90 fees=0:0 delivery=${
      startMs + 38 * 24 * hour
    }`
    const { say, trade, wait, position, emitted } = venue(future, { coin: 'USDC' })
    say('index BTC-30OCT26 100')
    trade('alice', 'bob', ['1', '100'])
    expect(position()?.breakEvenPriceE8).toBe(e8('100.05503027'))
    say('index BTC-30OCT26 110')
    wait(8 * hour)
    say('time')
    const paid = emitted.find((event) => event.kind === 'SessionPaid' && event.account === 1)
    expect(paid).toMatchObject({ cashFlow: coins('10'), funding: 0n })
    expect(position()?.position.realisedPnl).toBe(coins('10'))
    expect(position()?.entryPriceE8).toBe(e8('110'))
    expect(position()?.breakEvenPriceE8).toBe(e8('100.05503027'))
    const beforeFee = (BigInt(e8('100.05503027')) * 99_945n + 50_000n) / 100_000n
    expect(beforeFee).toBe(coins('100'))
  })
})

describe('index and mark (2.1 to 2.3)', () => {
  test('EX-2.1: ETH/BTC 0.1 and BTC/USDT 20,000 give an index and mark of 2,000', () => {
    const { say, engine } = venue('ETHUSDT LinearPerpetual ETH/USDT tick=0.01')
    const cross = (BigInt(e8('0.1')) * BigInt(e8('20000'))) / unitE8
    say(`index ETHUSDT ${formatTrimmed(cross, 8)}`)
    const [symbol] = engine.views.symbols()
    expect(symbol && engine.views.symbol(symbol)).toMatchObject({
      indexE8: e8('2000'),
      markE8: e8('2000'),
    })
  })

  test('EX-2.2: prices 100, 101 and 99 with volumes 50, 30 and 20 give an index and mark of 100.10', () => {
    const { say, engine, nowMs } = venue('SOLUSDT LinearPerpetual SOL/USDT tick=0.01')
    const sources = [
      ['a', '100', 50n],
      ['b', '101', 30n],
      ['c', '99', 20n],
    ] as const
    const index = indexPrice(
      sources.map(([name, price, volume]) => ({
        name,
        priceE8: e8(price),
        volumeE8: volume * 100_000_000n,
        changedMs: nowMs(),
      })),
      nowMs(),
    )
    say(`index SOLUSDT ${formatTrimmed(BigInt(index?.priceE8 ?? 0), 8)}`)
    const [symbol] = engine.views.symbols()
    expect(symbol && engine.views.symbol(symbol)).toMatchObject({
      indexE8: e8('100.1'),
      markE8: e8('100.1'),
    })
  })

  test.each([
    { last: '36500', mark: '36380', by: 'Price2, the middle one' },
    { last: '36300', mark: '36351.8175', by: 'Price1 above a last price of 36,300' },
    { last: '36370.5', mark: '36370.5', by: 'a last price between both' },
  ])('EX-2.3: four hours after funding the mark is $mark: $by', ({ last, mark }) => {
    const fine = 'BTCUSDT LinearPerpetual BTC/USDT tick=0.0001 price=1t..1000000000t band=90:90'
    const { say, trade, wait, emitted } = venue(`${fine} fees=0:0`)
    say('index BTCUSDT 36350')
    wait(8 * hour)
    say('time')
    expect(emitted.find(({ kind }) => kind === 'FundingSettled')).toMatchObject({ rateE8: 10_000 })
    trade('carol', 'dave', ['1', last])
    say('place bob Buy BTCUSDT 5 @ 36370')
    say('place bob Sell BTCUSDT 5 @ 36390')
    // The 150 seconds before 12:00 fill the window of the basis, each with +30.
    wait(4 * hour - 150 * second)
    for (let k = 0; k < 150; k += 1) {
      say('index BTCUSDT 36350')
      wait(second)
    }
    say('index BTCUSDT 36350')
    expect(emitted.findLast(({ kind }) => kind === 'PricesChanged')).toMatchObject({
      markE8: e8(mark),
    })
  })
})

/** Plays minutes, each with a book whose impact prices have a premium over the index. */
function ratesOf(
  { say, wait, emitted }: Venue,
  premiums: readonly number[],
): (number | undefined)[] {
  say('index BTCUSDT 50000')
  // Funding discards the samples taken before it.
  wait(8 * hour)
  return premiums.map((percent, k) => {
    if (k > 0) wait(minute)
    say('cancel-all bob')
    const [bid, ask] = percent > 0 ? [500 * percent, 5000] : [-5000, 500 * percent]
    say(`place bob Buy BTCUSDT 10 @ ${50_000 + bid}`)
    say(`place bob Sell BTCUSDT 10 @ ${50_000 + ask}`)
    say('index BTCUSDT 50000')
    const priced = emitted.findLast(({ kind }) => kind === 'PricesChanged')
    return priced?.kind === 'PricesChanged' ? priced.fundingRateE8 : undefined
  })
}

describe('premium and funding rate (2.5, 2.6)', () => {
  // The rate depends on P̄ only if |Int − P̄| > 0.05 %; otherwise F is Int. P̄ is linear in its
  // samples, so ten times the example's are used: P̄ = 0.31 %, F = 0.31 % − 0.05 %.
  test('EX-2.5, ten times: 0.2, 0.4, −0.1 and 0.6 % have the weighted mean 0.31 %, and F is 0.26 %', () => {
    const samples = [0.2, 0.4, -0.1, 0.6]
    const rates = ratesOf(venue(linear), samples)
    expect(rates.at(-1)).toBe(260_000)
    // (0.2 + 0.8) ÷ 3 = 0.33…, (0.2 + 0.8 − 0.3) ÷ 6 = 0.1166… %, each less 0.05 %.
    expect(rates).toEqual([150_000, 283_333, 66_667, 260_000])
  })

  test('EX-2.5: 0.02, 0.04, −0.01 and 0.06 % have the weighted mean 0.031 %, near Int: F is 0.01 %', () => {
    expect(ratesOf(venue(linear), [0.02, 0.04, -0.01, 0.06]).at(-1)).toBe(10_000)
  })

  test.each([
    { premium: 0.03, rate: 10_000 },
    { premium: 0.08, rate: 30_000 },
    { premium: -0.6, rate: -375_000 },
  ])('EX-2.6: a premium of $premium % gives a rate of $rate e-8', ({ premium, rate }) => {
    expect(ratesOf(venue(linear), [premium])).toEqual([rate])
  })
})
