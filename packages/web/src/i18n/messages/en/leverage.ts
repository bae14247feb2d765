// English: the leverage dialog.

export const leverage = {
  pozLeverage: 'Leverage · {{symbol}}',
  quick: 'Presets',
  maxValue: 'Max. position at this leverage',
  alsoOpen: 'Also applies to your open position and orders.',
  highTip: 'At 20x or higher, even a small price move can lead to liquidation. Trade with care.',
  signIn: 'Start with demo funds',
  effective: 'Effective leverage (position ÷ equity)',
  capped: 'A change of the margin mode sets the leverage to at most 10x. You can raise it again.',
} as const
