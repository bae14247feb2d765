// Quantity from risk: worked examples, and the law that no more than the risk is lost.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractFee, pnlBetween } from '../instrument/contract.ts'
import { amount, priceE8, qtyLots, rateE8 } from '../numbers/fixed.ts'
import {
  coinsOfDollars,
  entryOf,
  heldAtStop,
  lotsOfRisk,
  netAt,
  riskBeside,
  riskOfEquity,
  targetOfRisk,
  type RiskTerms,
} from './risk-input.ts'

const price = (value: number) => priceE8(Math.round(value * 1e8))
const coins = (value: number) => amount(BigInt(Math.round(value * 1e8)))
const lots = qtyLots

const linear: RiskTerms = {
  kind: 'Linear',
  sign: 1,
  entry: [{ price: price(60_000) }],
  stop: price(59_000),
  entryFee: rateE8(55_000),
  exitFee: rateE8(55_000),
  lotSizeE8: 100_000,
}
const inverse: RiskTerms = {
  ...linear,
  kind: 'Inverse',
  entry: [{ price: price(50_000) }],
  stop: price(49_000),
  lotSizeE8: 100_000_000,
}
const free = { entryFee: rateE8(0), exitFee: rateE8(0) }

test('EX-3.7: 100 USDT of risk from 60,000 to 59,000 with a fee of 0.055 % on both sides', () => {
  // One coin loses 1,000 + 0.00055 × 119,000 = 1,065.45: 100 ÷ 1,065.45 = 0.09385…
  expect(lotsOfRisk(linear, coins(100))).toBe(93)
  // 0.093 of it loses 99.08685.
  expect(netAt(linear, lots(93), linear.stop)).toBe(-coins(99.08685))
  expect(lotsOfRisk({ ...linear, ...free }, coins(100))).toBe(100)
  // A resting order enters at the maker's rate: 1,000 + 12 + 32.45 = 1,044.45 per coin.
  expect(lotsOfRisk({ ...linear, entryFee: rateE8(20_000) }, coins(100))).toBe(95)
})

test('EX-3.7: the slippage of the entry in the book is part of the risk', () => {
  // 0.05 at 60,000 loses 53.2725; a coin at 60,100 loses 1,100 + 0.00055 × 119,100 = 1,165.505: the
  // remaining 46.7275 allows 0.04009… more.
  const walked = { ...linear, entry: [{ price: price(60_000), lots: lots(50) }, deep(60_100)] }
  expect(lotsOfRisk(walked, coins(100))).toBe(90)
  expect(entryOf(walked, lots(90)).value).toBe(coins(3_000 + 2_404))
  // A quantity that the book does not have is not included.
  const thin = { ...linear, entry: [{ price: price(60_000), lots: lots(50) }] }
  expect(lotsOfRisk(thin, coins(100))).toBe(50)
})
const deep = (at: number) => ({ price: price(at), lots: lots(1_000) })

test('EX-3.8: inverse, 0.01 BTC of risk from 50,000 to 49,000', () => {
  // A dollar loses 1 ÷ 49,000 − 1 ÷ 50,000 = 1,000 ÷ 2.45e9 BTC.
  expect(lotsOfRisk({ ...inverse, ...free }, coins(0.01))).toBe(24_500)
  // With fees it loses 0.00055 × (1 ÷ 50,000 + 1 ÷ 49,000) more: 0.01 ÷ 4.30387…e-7.
  expect(lotsOfRisk(inverse, coins(0.01))).toBe(23_234)
})

test('the quantity is 0 if the stop is not a loss, or the risk is 0 or less than a lot’s', () => {
  expect(lotsOfRisk({ ...linear, sign: -1 }, coins(100))).toBe(0)
  expect(lotsOfRisk({ ...linear, stop: price(60_000) }, coins(100))).toBe(0)
  expect(lotsOfRisk(linear, coins(0))).toBe(0)
  expect(lotsOfRisk({ ...linear, entry: [] }, coins(100))).toBe(0)
  // A lot of 0.001 BTC loses 1.06545.
  expect(lotsOfRisk(linear, coins(1.06))).toBe(0)
  expect(lotsOfRisk(linear, coins(1.06545))).toBe(1)
})

test('EX-3.9: at a target of twice the risk 0.093 BTC gains twice its loss, net of fees', () => {
  // (5,580 + 3.069 + 2 × 99.08685) ÷ (0.093 × 0.99945) = 62,198.10…, up to the tick.
  const tick = { timesE2: 200, tickSizeE8: 10_000_000 }
  expect(targetOfRisk(linear, lots(93), tick)).toBe(621_982)
  expect(targetOfRisk({ ...linear, sign: -1 }, lots(93), tick)).toBeUndefined()
})

test('EX-3.13: a position’s loss at the stop reduces the risk, its gain does not add to it', () => {
  // 0.1 from 61,000 to 59,000: 200, and 0.00055 × 5,900 to close.
  const held = heldAtStop(linear, { qty: coins(0.1), entryValue: coins(6_100) })
  expect(held).toBe(-coins(203.245))
  // 96.755 ÷ 1,065.45 = 0.0908…
  expect(lotsOfRisk(linear, riskBeside(coins(300), held))).toBe(90)
  expect(lotsOfRisk(linear, riskBeside(coins(200), held))).toBe(0)
  const won = heldAtStop(linear, { qty: coins(0.1), entryValue: coins(5_500) })
  expect(won).toBeGreaterThan(0n)
  expect(riskBeside(coins(100), won)).toBe(coins(100))
})

test('the risk may be a share of the equity; dollars are converted into coins at the stop price', () => {
  expect(riskOfEquity(coins(100_000), 100)).toBe(coins(1_000))
  expect(riskOfEquity(amount(-1n), 100)).toBe(0n)
  expect(coinsOfDollars(coins(490), price(49_000))).toBe(coins(0.01))
})

const anyTerms: fc.Arbitrary<RiskTerms> = fc
  .record({
    kind: fc.constantFrom('Linear' as const, 'Inverse' as const),
    sign: fc.constantFrom(1 as const, -1 as const),
    best: fc.integer({ min: 2_000, max: 100_000 }),
    away: fc.integer({ min: 1, max: 999 }),
    steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 500 })), {
      minLength: 1,
      maxLength: 8,
    }),
    hasEnd: fc.boolean(),
    entryFee: fc.integer({ min: 0, max: 100_000 }).map(rateE8),
    exitFee: fc.integer({ min: 0, max: 100_000 }).map(rateE8),
    lotSizeE8: fc.constantFrom(100_000, 100_000_000),
  })
  .map(({ best, away, steps, hasEnd, ...rest }) => {
    let at = best
    const entry = steps.map(([step, depth], k) => {
      at += k === 0 ? 0 : rest.sign * step
      const isLast = k === steps.length - 1 && !hasEnd
      return { price: price(at), ...(isLast ? {} : { lots: lots(depth) }) }
    })
    return { ...rest, entry, stop: price(best - rest.sign * away) }
  })

/** The loss at a price, computed level by level: the price difference and both fees. */
function lostByLevels(terms: RiskTerms, all: number, at = terms.stop): bigint {
  const { kind, sign, lotSizeE8 } = terms
  let [left, lost] = [all, 0n]
  for (const level of terms.entry) {
    const taken = Math.min(left, level.lots ?? left)
    const qty = amount(BigInt(taken) * BigInt(lotSizeE8))
    lost -= pnlBetween({ kind, sign, qty }, level.price, at)
    lost += contractFee(kind, qty, level.price, terms.entryFee)
    lost += contractFee(kind, qty, at, terms.exitFee)
    left -= taken
  }
  return left > 0 ? 1n << 200n : lost
}

test('3.5: the quantity loses at most the risk, and one lot more would lose more', () => {
  const risks = fc.bigInt({ min: 1_0000n, max: 10_000_00000000n })
  fc.assert(
    fc.property(anyTerms, risks, (terms, risk) => {
      const size = lotsOfRisk(terms, amount(risk))
      // With a stop very near, the quantity may exceed the largest number of lots.
      fc.pre(size < Number.MAX_SAFE_INTEGER)
      expect(-netAt(terms, size, terms.stop)).toBeLessThanOrEqual(risk)
      // Each level is rounded separately here: three roundings per level, of at most a unit.
      const dust = BigInt(3 * terms.entry.length)
      expect(lostByLevels(terms, size)).toBeLessThanOrEqual(risk + dust)
      expect(lostByLevels(terms, size + 1)).toBeGreaterThanOrEqual(risk - dust)
    }),
  )
})

test('3.5: a target gains the given multiple of the loss, and one tick nearer does not', () => {
  const times = fc.integer({ min: 10, max: 1_000 })
  fc.assert(
    fc.property(anyTerms, times, fc.integer({ min: 1, max: 400 }), (terms, timesE2, asked) => {
      const size = entryOf(terms, lots(asked)).lots
      const tickSizeE8 = 1_000_000
      const target = targetOfRisk(terms, size, { timesE2, tickSizeE8 })
      fc.pre(target !== undefined)
      const loss = lostByLevels(terms, size)
      const gain = (ticks: number): bigint =>
        -lostByLevels(terms, size, priceE8(ticks * tickSizeE8))
      const dust = BigInt(3 * terms.entry.length) * BigInt(timesE2)
      expect(gain(target) * 100n).toBeGreaterThanOrEqual(loss * BigInt(timesE2) - 100n * dust)
      const nearer = gain(target - terms.sign) * 100n
      expect(nearer).toBeLessThanOrEqual(loss * BigInt(timesE2) + 100n * dust)
    }),
  )
})
