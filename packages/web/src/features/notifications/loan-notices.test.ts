// Notices of loans, from changes of the borrowed amount in the wallet, whatever caused them.

import { afterEach, expect, test } from 'vitest'
import type { WireWallet } from '@basis/protocol/account'
import { say } from '../../i18n/i18n.ts'
import { applyWallet, clearWallet, onLoans, type LoanChange } from '../../stores/wallet.ts'
import { loanNotice } from './loan-notices.ts'

const wallet = (spotBorrow: string, accruedInterest = '0'): WireWallet => {
  const nothing = '0'
  const coin = {
    coin: 'USDT',
    walletBalance: nothing,
    locked: nothing,
    free: nothing,
    unrealisedPnl: nothing,
    spotBorrow,
    accruedInterest,
    borrowAmount: spotBorrow,
    equity: nothing,
    available: nothing,
    usdValue: nothing,
  }
  return {
    accountMode: 'regular',
    isUTA: true,
    isUTA2: true,
    isDemo: true,
    fees: { level: 'VIP 0' },
    totalWalletBalance: nothing,
    totalUnrealisedPnl: nothing,
    totalEquity: nothing,
    totalAvailableBalance: nothing,
    totalPositionIM: nothing,
    totalOrderIM: nothing,
    totalBorrowIM: nothing,
    totalInitialMargin: nothing,
    totalMaintenanceMargin: nothing,
    accountIMRateE4: 0,
    accountMMRateE4: 0,
    coins: [coin],
  } as WireWallet
}
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
