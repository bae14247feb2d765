// English: the ladder.

/** A column of prices that orders are placed and moved on. */
export const ladder = {
  title: 'Ladder',
  rows: 'Prices, from high to low',
  oneClick: 'One-click',
  oneClickHelp:
    'On: a click on a price sends the order at once. Off: it fills in the order form. Until you close this tab.',
  stop: 'Stop',
  orderKind: 'Order type',
  size: 'Order size',
  preset: 'Size {{number}}',
  choosePreset: 'Use size {{qty}}',
  centre: 'Centre (C)',
  follow: 'Keep the last price in view',
  buyAt: 'Buy at {{price}}',
  sellAt: 'Sell at {{price}}',
  buyStopAt: 'Buy stop at {{price}}',
  sellStopAt: 'Sell stop at {{price}}',
  cancelAt: 'Cancel your orders at {{price}}',
  ownBuy: 'Your buy orders: {{qty}} {{coin}}',
  ownSell: 'Your sell orders: {{qty}} {{coin}}',
  ownStop: 'Your stop orders: {{qty}} {{coin}}',
  ahead: 'Ahead of them in the queue: {{qty}} {{coin}} ({{orders}})',
  first: 'First in the queue',
  entry: 'Entry price of your position',
  keys: 'Up and down move the row, B buys, S sells, with Shift as a stop, Delete cancels, C centres, 1 to 4 choose the size.',
  noPosition: 'No position',
  cancelSymbol: 'Cancel all',
} as const
