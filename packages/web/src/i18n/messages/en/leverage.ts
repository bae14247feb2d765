// English: the leverage dialog.

export const leverage = {
  title: 'Leverage · {{symbol}}',
  label: 'Leverage',
  quick: 'Presets',
  maxValue: 'Max. position at this leverage',
  alsoOpen: 'Also applies to your open position and orders.',
  highTip: 'At 20x or higher, even a small price move can lead to liquidation. Trade with care.',
  signIn: 'Start with demo funds',
} as const
