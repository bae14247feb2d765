// English: the titles of the trade notices, by the specification's numbers (spec 8).

export const msg = {
  title: {
    '1': 'Trade executed',
    '2': 'Order cancelled',
    '3': 'Liquidation',
    '4': 'Order placed',
    '5': 'Order changed',
  },
  manyExecuted: '{{count}} trades executed',
  manyCreated: '{{count}} orders placed',
  manyModified: '{{count}} orders changed',
} as const
