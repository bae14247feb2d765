// English: parts of the ticket that are loaded once they are wanted: spot plans, a pair's notice,
// and what is risked.

export const ticketLater = {
  getCoin: 'Get {{coin}} at {{symbol}}',
  planKind: 'Kind of order',
  planStopLimit: 'Stop-limit',
  planAttached: 'Limit with TP/SL',
  planConditionalHint:
    'Placed when the last price reaches the trigger. Nothing is set aside until then.',
  planStopLimitHint: 'A limit order, placed when the last price reaches the trigger.',
  planTpslHint:
    'Take-profit, stop-loss or both for coins you hold or want. The coins are set aside at once.',
  planOcoHint: 'Both a take-profit and a stop-loss: when one triggers, the other is cancelled.',
  planTrailingStopHint: 'Follows the price and trades at market when it retraces by this much.',
  planTrailingProfitHint:
    'A trailing stop that starts in profit and can only trigger better than the price now.',
  planAttachedHint:
    'A limit order. What it fills is then protected by the take-profit and stop-loss.',
  tpTrigger: 'TP trigger',
  tpLimit: 'TP limit',
  slTrigger: 'SL trigger',
  slLimit: 'SL limit',
  noticeToken:
    'Leveraged token: it moves three times as far as {{coin}} and loses value when the price goes back and forth.',
  noticeRisk: 'High risk: this coin can lose most of its value.',
  noticeInnovation: 'Innovation zone: a young coin with a thin book and wide moves.',
  targets: 'Target',
  targetAt: 'Take-profit at {{times}} times the risk',
  entryAt: 'Est. entry',
  lossAtStop: 'Loss at SL',
  wholeAtStop: 'Whole position at SL',
  gainAtTarget: 'Gain at TP',
  riskHelp:
    'With the fees of both orders and, for a market order, the slippage that the book would give now. The stop itself is a market order: if it fills beyond its price, you lose more. R is the loss at the stop.',
  wholeHelp:
    'This stop closes the whole position: what stands already leaves with the order. Counted from the entry of the position, with the fee of leaving. What it loses there is a part of the risk you type; a gain there lets the order lose no more.',
  riskTooSmall:
    'The smallest order, {{qty}} {{coin}}, already loses {{loss}} at the stop: more than {{risk}}.',
  riskTaken:
    'The position already loses {{loss}} {{coin}} at this stop: nothing of the risk is left for an order.',
  riskOfBook: 'The book has only {{qty}} {{coin}} now: less than the risk allows.',
  riskCloses:
    'It first closes {{qty}} {{coin}} of the opposite position; the stop protects only what goes beyond.',
} as const
