// English: the leverage dialog.

export const leverage = {
  title: 'Leverage · {{symbol}}',
  label: 'Leverage',
  quick: 'Quick choices',
  maxValue: 'Maximum position at this leverage',
  alsoOpen: 'The open position and its orders follow.',
  highTip: 'At 20x and above a small move of the price can liquidate the account. Trade with care.',
  signIn: 'Start with demo funds',
} as const
