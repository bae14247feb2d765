// Scenarios of the exchange's own commands: listing, opening, depositing, and the order of commands
// and times.

import { describe, expect, test } from 'vitest'
import { mostPriceTicks } from '@basis/domain/instrument/listing-rules'
import { createEngine } from './engine.ts'
import { maxPriceTicks } from '../order-book/price-ladder.ts'
import { runScenario } from '../../testing/scenario.ts'

test('a new listing of a symbol may change its limits and fees, not its tick, lot or coins (L14)', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  list BTCUSDT LinearPerpetual fees=0.06:0.01 qty=0.002..5
  list BTCUSDT LinearPerpetual tick=0.2
    → rejected commandRefused
  list BTCUSDT LinearPerpetual lot=0.01
    → rejected commandRefused
  list BTCUSDT LinearPerpetual ETH/USDT
    → rejected commandRefused
  list BTCUSDT Spot
    → rejected commandRefused
  list BTCPERP UsdcPerpetual BTC/USDC
  list ~5 Spot
    → rejected commandRefused
  list DEARUSDT LinearPerpetual price=1t..1073741824t
    → rejected commandRefused
  status NOBODY Closed
    → rejected instrumentUnknown`
  expect(runScenario(story)).toBe(story)
  expect(mostPriceTicks).toBe(maxPriceTicks)
})

test('after a new listing of a symbol, margin, leverage and price band are computed from the new terms', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 50000
  deposit alice 5052.25 USDT
  place alice Buy BTCUSDT 1 @ 50000
    → placed 1
  show alice
    → 5052.25 USDT; available 0
  list BTCUSDT LinearPerpetual fees=0:0 tiers=2000000:10:5:10
  show alice
    → 5052.25 USDT; available 52.25
  leverage alice BTCUSDT 11
    → rejected leverageOutOfRange
  list BTCUSDT LinearPerpetual band=0.5:1
  place alice Sell BTCUSDT 0.01 @ 49749.9
    → rejected priceBelowBand`
  expect(runScenario(story)).toBe(story)
})

test('a market that is not trading refuses new and larger orders, but takes reductions and cancels', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 50000
  deposit alice 10000 USDT
  place alice Buy BTCUSDT 0.1 @ 50000
    → placed 1
  place alice Buy BTCUSDT 0.1 @ 49000
    → placed 2
  status BTCUSDT CancelOnly
  place alice Sell BTCUSDT 0.1 @ 50000
    → rejected instrumentNotTrading
  replace alice 1 BTCUSDT 0.05
    → replaced 1: 0.05 @ 50000
  replace alice 1 BTCUSDT 0.1
    → rejected instrumentNotTrading
  replace alice 1 BTCUSDT @ 49000
    → rejected instrumentNotTrading
  cancel alice 2
    → cancelled 2 CancelByUser
  status BTCUSDT Trading
  replace alice 1 BTCUSDT 0.1
    → replaced 1: 0.1 @ 50000`
  expect(runScenario(story)).toBe(story)
})

test('an account is opened once; a deposit needs a positive amount, a valid coin and a known account', () => {
  const story = `
  open #1 trader
  open #1 robot
    → rejected accountUnknown
  open #0 trader
    → rejected accountUnknown
  deposit #1 0 USDT
    → rejected amountInvalid
  deposit #1 -5 USDT
    → rejected amountInvalid
  deposit #1 5 ~5
    → rejected amountInvalid
  deposit #2 5 USDT
    → rejected accountUnknown
  deposit #0 5 USDT
  deposit #1 0.00000001 USDT
  show #1
    → 0.00000001 USDT; available 0.00000001
  index NOBODY 5
    → rejected instrumentUnknown
  cancel-all #2
    → rejected accountUnknown`
  expect(runScenario(story)).toBe(story)
})

describe('the order of commands and times (R3)', () => {
  const command = { kind: 'AdvanceTime' } as const

  test('a command whose number leaves a gap or repeats one throws', () => {
    const engine = createEngine()
    engine.apply({ seq: 1, timeMs: 5, command })
    expect(() => engine.apply({ seq: 3, timeMs: 5, command })).toThrow('none missing')
    expect(() => engine.apply({ seq: 1, timeMs: 5, command })).toThrow('none missing')
  })

  test('a command may repeat the time of the last one; an earlier time throws', () => {
    const engine = createEngine()
    engine.apply({ seq: 1, timeMs: 5, command })
    engine.apply({ seq: 2, timeMs: 5, command })
    expect(() => engine.apply({ seq: 3, timeMs: 4, command })).toThrow('backwards')
    expect([engine.lastSeq(), engine.lastTimeMs()]).toEqual([2, 5])
  })
})
