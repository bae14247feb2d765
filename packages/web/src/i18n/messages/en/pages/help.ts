// English: the help centre, whose figures are those of the reader's own position.

export const help = {
  topics: 'Topics',
  yours: 'Your position',
  example: 'Worked example',
  exampleNote:
    'You hold no position, so the figures are those of an isolated long worth about 10,000 USD in {{symbol}}, at the live price and the contract’s own rates.',
  liveNote: 'Live figures, as the exchange calculates them.',
  byLeverage: 'The same size at other leverages, isolated, opened at the mark price',
  away: 'Distance',
  closeFee: 'Fee to close',
  deduction: 'Tier deduction',
  fundingRate: 'Funding rate',
  payment: 'Payment',
  nextFunding: 'Next funding in',
  feeRate: 'Fee rate',
  orderValue: 'Order value',
  accountRate: 'Account maintenance margin rate',
  adlScore: 'Ranking score',
  adlLights: 'ADL lights',
  effectiveLeverage: 'Effective leverage',
  closingOrder: '1. Close, reduce-only',
  openingOrder: '2. Open',
  bothFees: 'Fees of both orders',
  spread: 'Spread',
  margin: {
    title: 'Margin',
    body: 'Initial margin is what a position reserves; it shrinks as leverage grows. Maintenance margin is the least that must be left: below it, liquidation begins. Both include the fee to close the position.',
    rule: 'Cross positions share the balance of the account, so profits of one carry losses of another. An isolated position risks only its own margin. Larger positions fall into higher tiers, whose rates are higher.',
  },
  leverage: {
    title: 'Leverage',
    body: 'Leverage is the ratio of a position’s value to the margin behind it. It does not change profit or loss in money, only the margin reserved and therefore the return on it.',
    rule: 'The higher the leverage, the closer the liquidation price of an isolated position. Each contract has a maximum, and large positions allow less. A change also applies to the open position.',
  },
  liquidation: {
    title: 'Liquidation',
    body: 'A position is liquidated when its margin no longer exceeds maintenance margin, counted at the mark price. For isolated positions the margin of that position counts, for cross positions the whole account.',
    rule: 'Open orders are cancelled first. Then the position is reduced or closed in the market, and what remains goes to the insurance fund at the bankruptcy price. A stop-loss triggered by the last price can come too late, because liquidation follows the mark price.',
  },
  funding: {
    title: 'Funding',
    body: 'Funding keeps a perpetual close to its index. When the rate is positive, longs pay shorts; when it is negative, shorts pay longs. The exchange keeps nothing.',
    rule: 'Only those who hold a position at the moment of funding pay or receive. The payment is counted on the full value of the position, so leverage multiplies its effect on your margin.',
  },
  adl: {
    title: 'Auto-deleveraging (ADL)',
    body: 'When the insurance fund cannot absorb the loss of a liquidated position, positions on the other side are reduced. Those with the highest profit and leverage come first.',
    rule: 'Five lights show your place in the queue: five lit means among the first fifth. A deleveraged position is closed without a fee. Lower leverage or a partly taken profit moves you back.',
  },
  reverse: {
    title: 'Reversing a position',
    body: 'Reversing turns a long into a short of the same size, or the other way round. Two market orders do it: one closes the position, the other opens the opposite one.',
    rule: 'Both are accepted or neither is. You pay the taker fee twice, and the TP/SL and trailing stop of the old position are cancelled. Leverage and margin mode stay.',
  },
  orderTypes: {
    title: 'Order types',
    body: 'A limit order trades at your price or better and otherwise waits in the order book. A market order trades at once at the best prices there are. A conditional order is placed when its trigger price is reached.',
    rule: 'Good till cancelled waits. Immediate or cancel takes what is there and cancels the rest. Fill or kill trades in full or not at all. Post-only is cancelled if it would trade at once, so it pays the maker fee. Reduce-only never opens or enlarges a position.',
  },
  tpsl: {
    title: 'Take-profit and stop-loss',
    body: 'A take-profit closes a position in profit, a stop-loss limits its loss. Entire TP/SL always covers the whole position at market; partial entries each have a quantity and may use a limit price.',
    rule: 'The trigger can follow the last, mark or index price. The fill may differ from the trigger price when the market moves fast; a limit stop may not fill at all. When the position is closed, what is left of its TP/SL is cancelled.',
  },
} as const
