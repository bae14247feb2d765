// The long share of a contract's holders: an account counts by its net position, and a robot
// counts as the people whose positions it holds.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { AccountRatio } from './account-ratio.ts'

const symbol = symbolId('BTCUSDT')
const [robot, alice, bob] = [accountId(100), accountId(900), accountId(901)]
/** A lot is worth 65 USDT, so that one of the robot's people holds a hundred lots. */
const plan = {
  symbol,
  kind: 'Linear',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  startPriceTicks: 650_000,
} as const
const member = { account: robot, kind: 'retail', sign: 1, share: 0.1, valuePerHead: 6_500 } as const

const ratioOf = (): AccountRatio => new AccountRatio([{ ...plan, population: [member] }])
function hold(
  ratio: AccountRatio,
  account: typeof alice,
  lots: number,
  positionIdx: 0 | 1 | 2 = 0,
) {
  const side = lots > 0 ? 'Buy' : lots < 0 ? 'Sell' : 'None'
  const sizeLots = qtyLots(Math.abs(lots))
  ratio.hold({ account, symbol, positionIdx, side, sizeLots })
}

test('the ratio without accounts, with longs only and with both sides', () => {
  const ratio = ratioOf()
  expect(ratio.longE6(symbol)).toBeUndefined()
  hold(ratio, alice, 5)
  expect(ratio.longE6(symbol)).toBe(1_000_000)
  hold(ratio, bob, -500)
  expect(ratio.longE6(symbol)).toBe(500_000)
  hold(ratio, alice, 0)
  expect(ratio.longE6(symbol)).toBe(0)
  hold(ratio, bob, 0)
  expect(ratio.longE6(symbol)).toBeUndefined()
})

test('a hedged account counts by its net position, and an account that changes sides counts once', () => {
  const ratio = ratioOf()
  hold(ratio, alice, 5, 1)
  hold(ratio, alice, -8, 2)
  expect(ratio.longE6(symbol)).toBe(0)
  hold(ratio, alice, -5, 2)
  expect(ratio.longE6(symbol)).toBeUndefined()
  hold(ratio, bob, 5)
  hold(ratio, bob, -1)
  expect(ratio.longE6(symbol)).toBe(0)
})

test('a robot counts as one person for each hundred lots, and as at least one', () => {
  const ratio = ratioOf()
  hold(ratio, robot, 300)
  hold(ratio, alice, -300)
  expect(ratio.longE6(symbol)).toBe(750_000)
  hold(ratio, robot, 1)
  expect(ratio.longE6(symbol)).toBe(500_000)
})
