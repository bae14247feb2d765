// English: the account box, the table of coins, posters and the page of an invite link.

export const account = {
  title: 'Account',
  equity: 'Equity',
  equityHelp: 'Wallet balance plus the unrealised P&L of open positions.',
  available: 'Available',
  availableHelp: 'Balance available for new orders.',
  unrealised: 'Unrealised P&L',
  initialRate: 'Initial margin',
  initialHelp:
    'Margin used by positions and orders, as a share of equity. At 100% nothing new can be opened.',
  maintenanceRate: 'Maintenance margin',
  maintenanceHelp: 'Maintenance margin as a share of equity. At 100% the account is liquidated.',
  rateOf: '{{percent}} of equity, {{amount}} {{coin}}',
  addDemoFunds: 'Add demo funds',
  demoFundsAdded: '{{amount}} {{coin}} added',
  stale: 'Account data delayed',
  signedOut: 'Sign in to see your account',
  signIn: 'Sign in',
  start: 'Start',
} as const
