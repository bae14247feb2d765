// English: the table of coins.

export const assets = {
  title: 'Assets',
  coin: 'Coin',
  equity: 'Equity',
  balance: 'Balance',
  available: 'Available',
  inUse: 'In use',
  unrealised: 'Unrealised P&L',
  value: 'Value',
  empty: 'No assets yet',
  addDemoFunds: 'Add demo funds',
  signedOut: 'Sign in to see your assets',
} as const
