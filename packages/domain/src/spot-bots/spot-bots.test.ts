// DCA bots and rebalancing bots, by rules 21 and 22: bounds, profit, weights.

import { describe, expect, test } from 'vitest'
import { symbolId } from '../numbers/brand.ts'
import type { Instrument } from '../instrument/instrument.ts'
import { amount, parseDecimal, priceTicks } from '../numbers/fixed.ts'
import { affordable, excessOf, strayedE4, worthOf } from './rebalance.ts'
import { hasGained, hasLost, isInRange, leastInvestment, spotBotProblem } from './rules.ts'
import type { DcaTerms, RebalanceTerms } from './terms.ts'

const coins = (text: string) => amount(parseDecimal(text, 8) ?? -1n)
const pair = (baseCoin: string, quoteCoin = 'USDT') =>
  ({
    kind: 'Spot',
    baseCoin,
    quoteCoin,
    minNotional: coins('5'),
    maxPriceTicks: 10_000_000,
  }) as unknown as Instrument

const dca: DcaTerms = {
  kind: 'Dca',
  symbol: symbolId('BTC/USDT'),
  amount: coins('100'),
  purchases: 12,
  intervalMs: 3_600_000,
  lowTicks: priceTicks(40_000),
  highTicks: priceTicks(60_000),
  takeProfitE4: 1000,
}
const first = { symbol: symbolId('BTC/USDT'), weightE4: 5000 }
const second = { symbol: symbolId('ETH/USDT'), weightE4: 3000 }
const weights = [first, second]
const rebalance: RebalanceTerms = {
  kind: 'Rebalance',
  weights,
  thresholdE4: 500,
  intervalMs: 0,
  takeProfitE4: 0,
  stopLossE4: 0,
}

describe('a DCA bot', () => {
  const name = (change: Partial<DcaTerms>) =>
    spotBotProblem({ ...dca, ...change }, [pair('BTC')])?.name

  test('is accepted within its bounds and refused outside of them', () => {
    expect(name({})).toBeUndefined()
    expect(name({ amount: coins('5.24') })).toBe('gridInvestmentTooSmall')
    expect(name({ amount: coins('5.25') })).toBeUndefined()
    expect(name({ purchases: 0 })).toBe('gridOutOfRange')
    expect(name({ purchases: 1001 })).toBe('gridOutOfRange')
    expect(name({ intervalMs: 59_999 })).toBe('gridOutOfRange')
    expect(name({ highTicks: priceTicks(40_000) })).toBe('gridRangeInvalid')
    expect(name({ highTicks: priceTicks(0) })).toBeUndefined()
    expect(name({ takeProfitE4: 100_001 })).toBe('gridOutOfRange')
    const contract = { ...pair('BTC'), kind: 'Linear' } as Instrument
    expect(spotBotProblem(dca, [contract])?.name).toBe('botPairUnsupported')
  })

  test('EX-21.1: twelve purchases of 100 USDT need 1,200; the range includes both ends', () => {
    expect(leastInvestment(dca, [pair('BTC')])).toBe(coins('1200'))
    expect([39_999, 40_000, 60_000, 60_001].map((at) => isInRange(dca, at))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(isInRange({ ...dca, highTicks: priceTicks(0) }, 99_999)).toBe(true)
  })

  test('EX-21.2: a take-profit of 10 % on 300 USDT is reached at 330', () => {
    expect(hasGained(coins('329.99999999'), coins('300'), 1000)).toBe(false)
    expect(hasGained(coins('330'), coins('300'), 1000)).toBe(true)
    expect(hasGained(coins('330'), coins('300'), 0)).toBe(false)
    expect(hasGained(coins('0'), coins('0'), 1000)).toBe(false)
  })
})

describe('a rebalancing bot', () => {
  const name = (change: Partial<RebalanceTerms>) =>
    spotBotProblem({ ...rebalance, ...change }, [pair('BTC'), pair('ETH')])?.name

  test('needs valid weights and pairs, and a threshold or an interval', () => {
    expect(name({})).toBeUndefined()
    expect(name({ thresholdE4: 0 })).toBe('botTriggerMissing')
    expect(name({ thresholdE4: 0, intervalMs: 60_000 })).toBeUndefined()
    expect(name({ thresholdE4: 49 })).toBe('gridOutOfRange')
    expect(name({ weights: [{ ...first, weightE4: 99 }, second] })).toBe('botWeightsInvalid')
    expect(name({ weights: [{ ...first, weightE4: 7001 }, second] })).toBe('botWeightsInvalid')
    expect(name({ weights: [first, first] })).toBe('botWeightsInvalid')
    expect(name({ weights: [{ ...first, weightE4: 10_000 }] })).toBe('botWeightsInvalid')
    expect(name({ stopLossE4: 10_000 })).toBe('gridOutOfRange')
    const other = spotBotProblem(rebalance, [pair('BTC'), pair('ETH', 'USDC')])
    expect(other?.name).toBe('botPairUnsupported')
  })

  test('EX-22.1: 6,000, 3,000 and 2,000 with weights of 50, 30 and 20 % deviate by 4.54 points', () => {
    const holding = { values: [coins('6000'), coins('3000')], quote: coins('2000') }
    expect(worthOf(holding)).toBe(coins('11000'))
    expect(strayedE4(rebalance, holding)).toBe(454)
    expect(excessOf(rebalance, holding)).toEqual([coins('500'), coins('-300')])
    const even = { values: [coins('5000'), coins('3000')], quote: coins('2000') }
    expect(strayedE4(rebalance, even)).toBe(0)
    expect(excessOf(rebalance, even)).toEqual([0n, 0n])
  })

  test('EX-22.2: purchases of 500 and 300 with 400 USDT are reduced to 250 and 150', () => {
    const wanted = [coins('500'), coins('300')]
    expect(affordable(wanted, coins('400'))).toEqual([coins('250'), coins('150')])
    expect(affordable(wanted, coins('800'))).toEqual(wanted)
  })

  test('EX-22.3: a minimum order of 5.25 at a weight of 30 % needs an investment of 17.5', () => {
    expect(leastInvestment(rebalance, [pair('BTC'), pair('ETH')])).toBe(coins('17.5'))
  })

  test('EX-22.4: a stop-loss of 20 % on 1,000 is reached at 800', () => {
    expect(hasLost(coins('800.00000001'), coins('1000'), 2000)).toBe(false)
    expect(hasLost(coins('800'), coins('1000'), 2000)).toBe(true)
    expect(hasLost(coins('1'), coins('1000'), 0)).toBe(false)
  })
})
