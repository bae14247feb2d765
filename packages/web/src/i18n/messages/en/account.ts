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

export const assets = {
  title: 'Assets',
  averageCost: 'Avg. cost',
  gain: 'P&L (USD)',
  realised: 'Realised P&L',
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

export const poster = {
  title: 'Share P&L',
  kind: 'Poster',
  standard: 'Standard',
  extra: 'Position value',
  distinguished: 'Distinguished trader',
  lastPrice: 'Last price',
  bonus: 'Join with this code and get a demo bonus of {{amount}} USDT',
  copy: 'Copy image',
  copied: 'Image copied',
  save: 'Save image',
  share: 'Share…',
  failed: 'The image could not be made. Try again.',
} as const

export const invite = {
  title: 'You’re invited to Basis',
  body: 'Trade perpetuals, futures and spot with demo funds. A new account starts with 100,000 USDT and an invite bonus of {{amount}} USDT.',
  open: 'Open a demo account',
  without: 'Open without a code',
  signedIn: 'You already have an account. The bonus is for new accounts.',
  trade: 'Start trading',
  unknown: 'This invite link is not valid. You can open a demo account without it.',
} as const
