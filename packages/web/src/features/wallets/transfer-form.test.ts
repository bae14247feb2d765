// The form of a transfer: the coin that it moves.

import { expect, test } from 'vitest'
import { firstTransfer, offeredTransfer, transferOf } from './transfer-form.ts'

test('an amount is not of another coin if its own leaves the wallet meanwhile', () => {
  const typed = { ...firstTransfer('7'), amount: '0.5' }
  const coins = [{ coin: 'BTC' }, { coin: 'ETH' }]
  expect(offeredTransfer(typed, [...coins, { coin: 'USDT' }])).toBe(typed)
  const offered = offeredTransfer(typed, coins)
  expect(offered).toMatchObject({ coin: 'BTC', amount: '' })
  expect(transferOf(offered)).toBeUndefined()
  // Before the wallets are known nothing is exchanged.
  expect(offeredTransfer(typed, [])).toBe(typed)
})
