// English: the titles of the trade notices, by the specification's numbers (spec 8).

export const msg = {
  title: {
    '1': 'Order filled',
    '2': 'Order cancelled',
    '3': 'Position liquidated',
    '4': 'Order placed',
    '5': 'Order amended',
  },
  missedFills_one: '{{count}} fill while you were offline',
  missedFills_other: '{{count}} fills while you were offline',
  missedBody: 'Prices and quantities are in your fills.',
  missedAlerts_one: '{{count}} alert triggered while you were away',
  missedAlerts_other: '{{count}} alerts triggered while you were away',
  missedDeliveries_one: '{{count}} contract ended while you were away',
  missedDeliveries_other: '{{count}} contracts ended while you were away',
  manyExecuted: '{{count}} orders filled',
  manyCreated: '{{count}} orders placed',
  manyModified: '{{count}} orders amended',
  manyCanceled: '{{count}} orders cancelled',
  manyTriggered: '{{count}} orders triggered',
  manyProtections: '{{count}} TP/SL updates',
  manyLiquidated: '{{count}} positions liquidated',
  manyDeleveraged: '{{count}} positions auto-deleveraged',
} as const
