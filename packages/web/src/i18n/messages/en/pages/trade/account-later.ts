// English: assets, invitations and posters of an account.

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

export const invite = {
  title: 'You’re invited to Basis',
  from: 'A trader on Basis invites you',
  body: 'Basis is an open trading terminal with an exchange of its own: perpetuals, futures, options and spot, traded with demo money on a simulated market.',
  funds: 'Demo funds',
  bonus: 'Invite bonus',
  total: 'You start with',
  next: 'What happens next',
  opened: 'One click opens your account: no email, no deposit, no documents.',
  funded: '{{amount}} USDT of demo money are credited at once.',
  traded:
    'You place your first order. A user name and a password, chosen in the account menu, let you come back from any device.',
  what: 'What you can do here',
  markets: 'Perpetuals, dated futures, options, spot and spreads from one account',
  orders:
    'Take profit, stop loss, trailing stops, OCO and algorithmic orders; the outcome is shown before you send',
  chart: 'A chart with indicators and drawings, and orders that are dragged on it',
  more: 'Trading bots and an open API',
  look: 'Look around first',
  demo: 'Simulated market, demo money: nothing is paid in or out.',
  open: 'Open a demo account',
  without: 'Open without a code',
  signedIn: 'You already have an account. The bonus is for new accounts.',
  trade: 'Start trading',
  unknown: 'This invite link is not valid. You can open a demo account without it.',
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
