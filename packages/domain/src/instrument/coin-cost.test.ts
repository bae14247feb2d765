// Average cost by the worked examples of rules 18, and the law that cost and gain add up exactly.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averageCost, costAfter, nothingHeld, unrealisedGain } from './coin-cost.ts'
import type { CoinCost, CoinMove } from './coin-cost.ts'

const e8 = (text: string): bigint => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole) * 100_000_000n + BigInt(part.padEnd(8, '0'))
  return text.startsWith('-') ? -units : units
}
const after = (...moves: readonly (readonly [qty: string, value: string])[]): CoinCost =>
  moves.reduce<CoinCost>(
    (held, [qty, value]) => costAfter(held, { qty: e8(qty), value: e8(value) }),
    nothingHeld,
  )

test('EX-18.1: the fee in the bought coin raises its cost, the fee of a sale lowers the gain', () => {
  // 1 BTC for 60,000 at a fee of 0.1 %: 0.999 is received.
  const bought = after(['0.999', '60000'])
  expect(averageCost(bought)).toBe(e8('60060.06006007'))
  expect(unrealisedGain(bought, Number(e8('65000')))).toBe(e8('4935'))
  // Half of a coin for 35,000 less 35.
  const sold = costAfter(bought, { qty: e8('-0.5'), value: e8('34965') })
  expect(sold).toEqual({
    qty: e8('0.499'),
    cost: e8('29969.96996997'),
    realised: e8('4934.96996997'),
  })
  expect(averageCost(sold)).toBe(e8('60060.06006007'))
})

test('EX-18.2: a borrowed coin that was sold has the price of its sale until it is bought back', () => {
  const short = after(['-2', '120000'])
  expect(short).toEqual({ qty: e8('-2'), cost: e8('-120000'), realised: 0n })
  expect(averageCost(short)).toBe(e8('60000'))
  expect(unrealisedGain(short, Number(e8('61000')))).toBe(e8('-2000'))
  // Three are bought at 58,000: two close the short, one is held.
  const turned = costAfter(short, { qty: e8('3'), value: e8('174000') })
  expect(turned).toEqual({ qty: e8('1'), cost: e8('58000'), realised: e8('4000') })
})

test('a coin without a balance has no average cost', () => {
  expect(averageCost(nothingHeld)).toBeUndefined()
  expect(averageCost(after(['1', '5'], ['-1', '7']))).toBeUndefined()
})

test('law: cost less realised gain equals payments less receipts, to the last digit', () => {
  const move = fc.record({
    qty: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).filter((qty) => qty !== 0n),
    value: fc.bigInt({ min: 0n, max: 10n ** 16n }),
  })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves: CoinMove[]) => {
      const held = moves.reduce<CoinCost>(costAfter, nothingHeld)
      const paid = moves.reduce((sum, { qty, value }) => sum + (qty > 0n ? value : -value), 0n)
      const coins = moves.reduce((sum, { qty }) => sum + qty, 0n)
      expect(held.qty).toBe(coins)
      expect(held.cost - held.realised).toBe(paid)
      if (coins === 0n) expect(held.cost).toBe(0n)
      else expect(held.cost === 0n || held.cost > 0n === coins > 0n).toBe(true)
    }),
  )
})
