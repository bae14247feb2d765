// Notices of loans, from changes of the borrowed amount in the wallet, whatever caused them.

import { afterEach, expect, test } from 'vitest'
import type { WireWallet } from '@basis/protocol/account'
import { wireWallet } from '../../../testing/wire-wallet.ts'
import { say } from '../../i18n/i18n.ts'
import { applyWallet, clearWallet, onLoans, type LoanChange } from '../../stores/wallet.ts'
import { loanNotice } from './loan-notices.ts'

const wallet = (spotBorrow: string, accruedInterest = '0'): WireWallet =>
  wireWallet({ coin: { spotBorrow, accruedInterest, borrowAmount: spotBorrow } })
afterEach(clearWallet)

test('changes of a loan are emitted, interest and the first message are not', () => {
  const emitted: LoanChange[][] = []
  const stop = onLoans((changes) => emitted.push([...changes]))
  applyWallet(wallet('100'))
  applyWallet(wallet('250.5'))
  applyWallet(wallet('250.6', '0.1'))
  applyWallet(wallet('200', '0'))
  clearWallet()
  applyWallet(wallet('0'))
  stop()
  applyWallet(wallet('5'))
  expect(emitted).toEqual([
    [{ coin: 'USDT', change: 15_050_000_000n }],
    [{ coin: 'USDT', change: -5_050_000_000n }],
  ])
})

test('the notice of a loan and of a repayment has the amount', () => {
  expect(say(loanNotice({ coin: 'USDT', change: 15_050_000_000n }).title)).toBe(
    'Borrowed 150.50 USDT',
  )
  expect(say(loanNotice({ coin: 'USDT', change: -100_000_000n }).title)).toBe('Repaid 1.00 USDT')
})
