// English: margin mode, position mode, and the margin of isolated positions.

export const margin = {
  mode: 'Margin mode',
  modeOf: 'Margin mode {{mode}}, change it',
  modeTitle: 'Margin mode · {{symbol}}',
  cross: 'Cross',
  crossBody:
    'All cross positions share the whole balance as margin. Gains of one carry losses of another; ' +
    'in a liquidation all of them are at stake.',
  isolated: 'Isolated',
  isolatedBody:
    'The position has a margin of its own. A liquidation takes that margin and nothing else; you ' +
    'can add to it, or let it be added to.',
  modeNote: 'The open position and the open orders of this contract follow.',
  positionMode: 'Position mode',
  positionModeOf: 'Position mode {{mode}}, change it',
  positionModeTitle: 'Position mode',
  oneWay: 'One-way',
  oneWayBody:
    'One position in a contract: an order on the other side reduces it or turns it round.',
  hedge: 'Hedge',
  hedgeBody:
    'A long and a short position in the same contract beside each other, each with its own entry ' +
    'price, TP/SL and, isolated, its own leverage.',
  scope: 'For which contracts',
  allOf: 'All in {{coin}}',
  positionModeNote:
    'Only contracts without a position and without open orders can change. USDT perpetuals only.',
  changeTitle: 'Margin · {{symbol}}',
  direction: 'Add or remove',
  add: 'Add',
  remove: 'Remove',
  amount: 'Amount',
  max: 'Max',
  tooMuch: 'More than there is',
  atMost: 'At most',
  addedSoFar: 'Added so far',
} as const
