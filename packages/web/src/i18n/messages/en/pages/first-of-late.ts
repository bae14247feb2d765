// English: what of the late texts the page says before they have come.

export const firstOfLate = {
  convert: {
    title: 'Convert',
    open: 'Convert {{coin}}',
  },
  explain: {
    action: 'Explain',
  },
  help: {
    title: 'Help',
  },
  instrument: {
    open: 'Contract details',
  },
  sounds: {
    title: 'Sounds and notifications',
  },
  fees: {
    title: 'Fees',
    ticketRates: '{{level}}: taker {{taker}}, maker {{maker}}',
  },
  portfolio: {
    title: 'Portfolio',
  },
  palette: {
    open: 'Commands (Ctrl K)',
  },
  poster: {
    shareOf: 'Share P&L of {{symbol}}',
  },
} as const
