// The words of each problem in plain English: the field, the rule, and the number (ui.md 4.10).
// The terminal has its own words in thirteen languages; these are for whoever calls without it.

import type { Problem, ProblemName } from '@basis/domain/problems'

/** `{name}` stands for a figure of the problem. */
const wordsOf: Readonly<Record<ProblemName, string>> = {
  instrumentUnknown: 'names no instrument of this exchange',
  instrumentNotTrading: 'is not trading now ({status})',
  accountUnknown: 'is not known to the exchange',
  positionIdxMismatch: 'must fit the position mode: 0 where it is one-way, 1 or 2 where hedged',
  priceRequired: 'is needed for a limit order',
  priceNotAllowed: 'must be absent from a market order',
  priceInvalid: 'must be a plain decimal number',
  tickSizeFixNumTips: 'must be a multiple of {step}',
  priceTooLow: 'must be at least {min}',
  priceTooHigh: 'must be at most {max}',
  qtyRequired: 'must be above 0',
  qtyInvalid: 'must be a plain decimal number',
  lotSizeFixNumTips: 'must be a multiple of {step}',
  qtyTooSmall: 'must be at least {min} {coin}',
  orderMaxQtyReplace: 'must be at most {qty} {coin}',
  notionalTooSmall: 'times price must be at least {min} {coin}',
  priceAboveBand: 'of a buy must be at most {max}, the band of the moment',
  priceBelowBand: 'of a sell must be at least {min}, the band of the moment',
  priceUnavailable: 'has no price to trade by now',
  insufficientBalance: 'needs {needed} {coin}, and {available} {coin} are available',
  insufficientCoin: 'needs {needed} {coin}, and {available} {coin} are free',
  reduceOnlyWithoutPosition: 'needs a position that the order reduces',
  riskLimitExceeded:
    'makes position and orders worth {value} {coin}; ' +
    'at {leverage}x at most {max} {coin} are allowed',
  slippageTooLow: 'must be at least {min}, and at most {max}',
  slippageTooHigh: 'must be at most {max}, and at least {min}',
  slippageMarketOnly: 'is for market orders: a limit order has its price',
  symbolReduceOnly: 'takes only orders that reduce a position now',
  reverseNotFillable:
    'can trade {fillable} of {qty} {coin} now within its limits, so that nothing was done',
  tooManyOrders: 'has {max} open orders of this account, the most there may be',
  amountInvalid: 'must be an amount above 0 that stands alone',
  orderLinkIdInvalid: 'must be 1 to 45 letters, digits, "-" or "_"',
  orderLinkIdDuplicate: 'was used for another order of this account',
  orderNotFound: 'names no open order of this account',
  orderFinal: 'names an order that is final already ({status})',
  qtyNotAboveFilled: 'must be above what is filled already, {filled}',
  orderUnchanged: 'qty and price: at least one must differ from what the order has',
  leverageOutOfRange: 'must be from {min} to {max}',
  leverageUnchanged: 'is that already',
  marginModeUnchanged: 'is that already',
  marginWithoutPosition: 'needs an open position',
  crossHasNoPositionMargin: 'belongs to isolated positions, and this one is cross',
  replenishmentNeedsIsolated: 'belongs to isolated positions, and this one is cross',
  addMarginInsufficient: 'needs {needed} {coin}, and {available} {coin} are free',
  marginRemovalTooLarge: 'of which at most {max} {coin} can be taken back',
  changeWouldLiquidate: 'would liquidate the position at once',
  leverageRiskLimit: 'must be lower: position and orders are worth more than {max} {coin}',
  leverageInsufficientBalance: 'needs {needed} {coin} more margin than is available',
  leverageInPortfolioMargin: 'cannot be set in portfolio margin',
  leverageSidesDiffer: 'must be one for both sides, unless positions are isolated and hedged',
  leverageWouldLiquidate: 'would put the liquidation price at {liquidation}, past the mark price',
  positionModeUnchanged: 'is that already',
  hedgeUnsupported: 'must be 0 (one-way): only USDT perpetuals can be hedged',
  positionBlocksModeSwitch: 'cannot change while there is a position',
  ordersBlockModeSwitch: 'cannot change while there are open orders',
  preDeliveryReduceOnly: 'is about to deliver and takes only orders that reduce',
  takeProfitOver: 'must be above 0',
  tpLimitPriceEmpty: 'is needed for a limit take-profit, together with takeProfit',
  slLimitPriceEmpty: 'is needed for a limit stop-loss, together with stopLoss',
  slTips1: 'is needed for a partial TP/SL ({orderType})',
  priceErrorTickTip: 'must be a multiple of {step}',
  qtyErrorTickTip: 'must be a multiple of {step}',
  tpSlQtyOver: 'must be at most {max}',
  tpPriceTooLow: 'must not be below the order price, {price}',
  tpPriceTooHigh: 'must not be above the order price, {price}',
  tpPosPriceTooLow: 'must not be below the last price, {price}',
  tpPosPriceTooHigh: 'must not be above the last price, {price}',
  slPriceTooLow: 'must not be below the order price, {price}',
  slPriceTooHigh: 'must not be above the order price, {price}',
  slPosPriceTooLow: 'must not be below the last price, {price}',
  slPosPriceTooHigh: 'must not be above the last price, {price}',
  buySlPriceUpLiqPrice: 'of a long must be above its liquidation price, {liquidation}',
  sellSlPriceUpLiqPrice: 'of a short must be below its liquidation price, {liquidation}',
  tpslQtyTooSmall: 'must be at most {free}, what other entries leave of the position',
  tpslSizesDiffer: 'must be the same for take-profit and stop-loss',
  tpslFullMarketOnly: 'must be Market: a TP/SL of the entire position has no limit price',
  tpslOnReduceOnly: 'cannot be attached to a reduce-only order',
  tooManyPartialTpsl: 'has {max} partial entries, the most there may be',
  triggerAboveRequired: 'must be above {price} to be reached by a rise',
  triggerBelowRequired: 'must be below {price} to be reached by a fall',
  trailingOutOfRange: 'must be from {min} to {max}',
  tooManyStopOrders: 'has {max} orders that wait for a trigger, the most there may be',
  tpslWithoutPosition: 'has no open position',
  triggerNotAllowed: 'is not for this order',
  mmrCloseNeedsCross: 'needs cross margin',
  mmrCloseExists: 'has an MMR close order already',
  mmrCloseRateOutOfRange: 'must be above {min} % and at most {max} %',
  mmrCloseWouldRaise: 'is a hedge: closing it would raise the maintenance margin rate',
  algoIntervalInvalid: 'must be one of {allowed} seconds',
  algoDurationInvalid: 'must be from {min} to {max} seconds',
  algoChildCountInvalid: 'must be from {min} to {max}',
  algoQtyTooSmall: 'must be at least {min} {coin} for {children} orders',
  algoChildTooLarge: 'makes orders of more than {max} {coin} each',
  algoPriceRangeInvalid: 'must leave at least one tick between two orders',
  algoSharesInvalid: 'must be one share from 0.01 to 100 for each order, 100 in all',
  tooManyAlgoOrders: 'has {max} running strategy orders of this account, the most there may be',
  commandTooLate: 'waited longer than allowed and was not carried out',
  commandRefused: 'was refused by the exchange',
}

/** What stands before the words when the problem names no field. */
const subjectOf: Partial<Record<ProblemName, string>> = {
  commandTooLate: 'the request ',
  commandRefused: 'the request ',
  accountUnknown: 'the account ',
  orderUnchanged: '',
}

/**
 * Returns the sentence of a problem; figures that it does not carry are left out with their braces.
 */
export function problemWords(problem: Problem): string {
  const words = wordsOf[problem.name].replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => problem.params?.[name] ?? '…',
  )
  // A reversal says which of its two legs would have failed; nothing was done then.
  const leg = problem.params?.['leg']
  if (leg !== undefined) return `the ${leg === 'close' ? 'closing' : 'opening'} leg: ${words}`
  const subject = subjectOf[problem.name]
  if (subject !== undefined) return `${subject}${words}`
  return problem.field === undefined ? words : `${problem.field}: ${words}`
}
