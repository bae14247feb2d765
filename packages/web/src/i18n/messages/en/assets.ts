// English: the table of coins.

export const assets = {
  title: 'Assets',
  coin: 'Coin',
  equity: 'Equity',
  balance: 'Balance',
  available: 'Available',
  inUse: 'In use',
  unrealised: 'Unrealised',
  value: 'Value',
  empty: 'No coins yet',
  addDemoFunds: 'Add demo funds',
  signedOut: 'Sign in to see your coins',
} as const
