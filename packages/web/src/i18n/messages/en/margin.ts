// English: margin mode, position mode, and the margin of isolated positions.

export const margin = {
  mode: 'Margin mode',
  modeTitle: 'Margin mode · {{symbol}}',
  crossBody:
    'All cross positions share your account balance as margin. Profits offset losses, but a liquidation affects all of them.',
  isolatedBody:
    'Margin is set aside for this position alone. A liquidation costs you that margin and nothing more. You can add margin yourself or have it added automatically.',
  portfolioBody:
    'All perpetuals, futures and options of a coin are margined together by their worst loss in 33 scenarios, so that hedges need less. Needs an equity of 1,000 USD, one-way mode and cross margin.',
  mmrBlocks: 'Cancel your MMR close orders first',
  modeNote: 'Also applies to the open position and open orders of this contract.',
  positionModeTitle: 'Position mode',
  oneWayBody: 'One position per contract: an order on the opposite side reduces it or flips it.',
  hedgeBody:
    'Hold a long and a short in the same contract at once, each with its own entry price, TP/SL and, in isolated margin, its own leverage.',
  scope: 'Apply to',
  allOf: 'All {{coin}} contracts',
  positionModeNote:
    'Only contracts without positions or open orders can be switched. USDT perpetuals only.',
  changeTitle: 'Margin · {{symbol}}',
  direction: 'Add or remove',
  add: 'Add',
  remove: 'Remove',
  amount: 'Amount',
  max: 'Max',
  tooMuch: 'Exceeds the maximum',
  atMost: 'Max.',
  addedSoFar: 'Already added',
  callTitle: 'Margin helper · {{symbol}}',
  callBody:
    'Choose how far away liquidation should be. The exchange works out what to add or close for it.',
  callDistance: 'Distance to liquidation',
  callChoose: 'Choose a distance first.',
  callNothing: 'The exchange accepts nothing here right now.',
  callTooLittle: 'Even the most possible does not reach this distance.',
  callFar: 'Liquidation is already farther away than that.',
  callCross:
    'This position shares the balance of the account. Funds added to the account support all cross positions.',
  callFunds: 'The account needs {{what}} more for it.',
  callTransfer: 'Transfer from another wallet',
  callIsolatedClose:
    'Closing a part of an isolated position takes its share of the margin along, so the liquidation price stays where it is. Add margin, or close the whole position.',
  callAdd: 'Add {{what}}',
  callClose: 'Close {{what}} at market',
  callCloseAsk: 'This closes {{percent}}% of the position at market.',
  callOpen: 'Margin helper for {{symbol}}',
} as const
