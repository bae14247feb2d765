// Wallets, transfers, sub-accounts and statements.

export const wallets = {
  title: 'Wallets',
  intro:
    'The unified wallet trades, the funding wallet keeps coins out of trading. Sub-accounts trade on their own.',
  mainAccount: 'Main account',
  subAccount: 'Sub-account',
  unified: 'Unified wallet',
  funding: 'Funding wallet',
  coin: 'Coin',
  balance: 'Balance',
  free: 'Transferable',
  empty: 'No coins here',
  transfer: 'Transfer',
  from: 'From',
  to: 'To',
  swap: 'Swap',
  amount: 'Amount',
  most: 'Max',
  mayLeave: '{{amount}} {{coin}} may leave',
  done: '{{amount}} {{coin}} transferred',
  subAccounts: 'Sub-accounts',
  subHelp:
    'A sub-account has orders, positions and margin of its own. You can open {{count}} more.',
  open: 'Open a sub-account',
  opened: 'Sub-account opened',
  goOver: 'Switch to it',
  isSub: 'This is a sub-account',
  isSubHelp: 'Only its main account moves money between accounts.',
  backToMain: 'Back to the main account {{uid}}',
  statements: 'Statements',
  statementsHelp:
    'Balances before and after, the sum of each type of entry, and every entry of the transaction log, times in UTC.',
  wallet: 'Wallet',
  period: 'Period of the statement',
  statementDone: 'Statement with {{count}} entries saved',
} as const
