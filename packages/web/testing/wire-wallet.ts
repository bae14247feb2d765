// A message of the wallet topic for tests: an account in regular margin with one coin, in which
// every other figure is 0.

import type { WireWallet } from '@basis/protocol/account'

type Changes = Partial<Omit<WireWallet, 'coins'>> & {
  readonly coin?: Partial<WireWallet['coins'][number]>
}

/** Returns the message, with changes of the account and of its coin. */
export const wireWallet = ({ coin, ...changes }: Changes = {}): WireWallet => ({
  accountMode: 'regular',
  isUTA: true,
  isUTA2: true,
  isDemo: true,
  fees: { level: 'VIP 0' },
  totalWalletBalance: '0',
  totalUnrealisedPnl: '0',
  totalEquity: '0',
  totalAvailableBalance: '0',
  totalPositionIM: '0',
  totalOrderIM: '0',
  totalBorrowIM: '0',
  totalInitialMargin: '0',
  totalMaintenanceMargin: '0',
  accountIMRateE4: 0,
  accountMMRateE4: 0,
  coins: [
    {
      coin: 'USDT',
      walletBalance: '0',
      locked: '0',
      free: '0',
      spotBorrow: '0',
      accruedInterest: '0',
      borrowAmount: '0',
      unrealisedPnl: '0',
      equity: '0',
      available: '0',
      usdValue: '0',
      ...coin,
    },
  ],
  ...changes,
})
