// English: the portfolio page.

export const portfolio = {
  total: 'Total equity',
  inBots: 'Funds in bots',
  equity: 'Equity of the unified wallet over time',
  equityHelp:
    'In USD, measured every five minutes and whenever money comes or goes. Deposits, withdrawals and transfers are no part of the result, the return or the drawdown; the return is time-weighted.',
  equityNone: 'Nothing has been measured yet; the first figure comes within five minutes.',
  result: 'Result',
  return: 'Return',
  drawdown: 'Largest drawdown',
  putIn: 'Net deposits and transfers',
  curve: 'Curve',
  allocation: 'Coins of the unified wallet',
  realised: 'Realised P&L',
  byDay: 'Realised P&L by day',
  byDayHelp: 'Net of fees and funding, on the UTC day of closing.',
  cumulative: 'Cumulative P&L',
  best: 'Best closed positions',
  worst: 'Worst closed positions',
  fundingReceived: 'Funding received',
  fundingPaid: 'Funding paid',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  capped: 'This month has more records; only the newest {{count}} are counted.',
  none: 'Nothing was closed this month',
  toHistory: 'Transactions and CSV export',
} as const
