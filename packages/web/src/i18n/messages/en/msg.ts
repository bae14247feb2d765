// English: the titles of the trade notices, by the specification's numbers (spec 8).

export const msg = {
  title: {
    '1': 'Trade executed',
    '2': 'Order cancelled',
    '3': 'Liquidation',
    '4': 'Order placed',
    '5': 'Order changed',
  },
  missedFills_one: '{{count}} fill while the connection was lost',
  missedFills_other: '{{count}} fills while the connection was lost',
  missedBody: 'See the fills for what was traded.',
  manyExecuted: '{{count}} trades executed',
  manyCreated: '{{count}} orders placed',
  manyModified: '{{count}} orders changed',
} as const
