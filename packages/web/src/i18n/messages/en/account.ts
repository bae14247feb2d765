// English: the account box, assets, signing in.

export const account = {
  title: 'Account',
  equity: 'Equity',
  available: 'Available',
  demoFundsAdded: '{{amount}} {{coin}} added',
} as const
