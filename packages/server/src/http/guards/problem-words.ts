// The words of each problem in plain English: the field, the rule, and the number (ui.md 4.10).
// The terminal has its own words in thirteen languages; these are for whoever calls without it.

import type { Problem, ProblemName } from '@basis/domain/instrument/problems'

/** `{name}` stands for a figure of the problem. */
const wordsOf: Readonly<Record<ProblemName, string>> = {
  instrumentUnknown: 'is not listed on this exchange',
  instrumentNotTrading: 'is not open for trading ({status})',
  accountUnknown: 'does not exist',
  positionIdxMismatch: 'must match the position mode: 0 in one-way mode, 1 or 2 in hedge mode',
  priceRequired: 'is required for a limit order',
  priceNotAllowed: 'must be omitted for a market order',
  priceInvalid: 'must be a decimal number',
  tickSizeFixNumTips: 'must be a multiple of {step}',
  priceTooLow: 'must be at least {min}',
  priceTooHigh: 'must be at most {max}',
  qtyRequired: 'must be above 0',
  qtyInvalid: 'must be a decimal number',
  lotSizeFixNumTips: 'must be a multiple of {step}',
  qtyTooSmall: 'must be at least {min} {coin}',
  orderMaxQtyReplace: 'must be at most {qty} {coin}',
  notionalTooSmall: 'times price must be at least {min} {coin}, the minimum order value',
  priceAboveBand: 'of a buy order must not exceed {max}, the current price limit',
  priceBelowBand: 'of a sell order must not be below {min}, the current price limit',
  priceUnavailable: 'has no current price',
  insufficientBalance: 'requires {needed} {coin}, only {available} {coin} available',
  insufficientCoin: 'requires {needed} {coin}, only {available} {coin} available',
  reduceOnlyWithoutPosition: 'requires a position to reduce',
  riskLimitExceeded:
    'would bring position and orders to {value} {coin}; the limit at {leverage}x is {max} {coin}',
  slippageTooLow: 'must be between {min} and {max}',
  slippageTooHigh: 'must be between {min} and {max}',
  slippageMarketOnly: 'applies to market orders only',
  symbolReduceOnly: 'currently accepts reduce-only orders only',
  reverseNotFillable:
    'only {fillable} of {qty} {coin} can be filled within the limits now; nothing was done',
  tooManyOrders: 'has reached the limit of {max} open orders per account',
  amountInvalid: 'must be a positive amount, and the only size given',
  orderLinkIdInvalid: 'must be 1 to 45 letters, digits, "-" or "_"',
  orderLinkIdDuplicate: 'was already used for another order of this account',
  orderNotFound: 'matches no open order of this account',
  orderFinal: 'refers to an order that is already final ({status})',
  qtyNotAboveFilled: 'must exceed the filled quantity, {filled}',
  orderUnchanged: 'qty and price: at least one must differ from the current order',
  leverageOutOfRange: 'must be between {min} and {max}',
  leverageUnchanged: 'is already set to this value',
  marginModeUnchanged: 'is already set to this value',
  marginWithoutPosition: 'requires an open position',
  crossHasNoPositionMargin: 'can be adjusted for isolated positions only; this one is cross',
  replenishmentNeedsIsolated: 'is available for isolated positions only; this one is cross',
  addMarginInsufficient: 'requires {needed} {coin}, only {available} {coin} available',
  marginRemovalTooLarge: 'exceeds the {max} {coin} that can be removed',
  changeWouldLiquidate: 'would liquidate the position immediately',
  leverageRiskLimit: 'is too high: position and orders exceed the limit of {max} {coin}',
  leverageInsufficientBalance: 'requires {needed} {coin} more margin than is available',
  leverageInPortfolioMargin: 'cannot be set in portfolio margin',
  leverageSidesDiffer: 'must be the same for long and short, except in isolated hedge mode',
  leverageWouldLiquidate: 'would move the liquidation price to {liquidation}, past the mark price',
  positionModeUnchanged: 'is already set to this value',
  hedgeUnsupported: 'must be 0 (one-way): hedge mode is for USDT perpetuals only',
  positionBlocksModeSwitch: 'cannot be changed while a position is open',
  ordersBlockModeSwitch: 'cannot be changed while orders are open',
  preDeliveryReduceOnly: 'is about to be delivered and accepts reduce-only orders only',
  takeProfitOver: 'must be above 0',
  tpLimitPriceEmpty: 'is required for a limit take-profit, together with takeProfit',
  slLimitPriceEmpty: 'is required for a limit stop-loss, together with stopLoss',
  slTips1: 'is required for a partial TP/SL ({orderType})',
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
  tpslQtyTooSmall: 'must be at most {free}, the part of the position not covered by other entries',
  tpslSizesDiffer: 'must be the same for take-profit and stop-loss',
  tpslFullMarketOnly: 'must be Market: TP/SL on the entire position takes no limit price',
  tpslOnReduceOnly: 'cannot be attached to a reduce-only order',
  tooManyPartialTpsl: 'has reached the limit of {max} partial entries',
  triggerAboveRequired: 'must be above {price} to trigger on a rise',
  triggerBelowRequired: 'must be below {price} to trigger on a fall',
  trailingOutOfRange: 'must be between {min} and {max}',
  tooManyStopOrders: 'has reached the limit of {max} untriggered orders',
  tpslWithoutPosition: 'has no open position',
  triggerNotAllowed: 'is not allowed for this order',
  mmrCloseNeedsCross: 'requires cross margin',
  mmrCloseExists: 'already has an MMR close order',
  mmrCloseRateOutOfRange: 'must be above {min}% and at most {max}%',
  mmrCloseWouldRaise: 'is a hedge: closing it would increase the maintenance margin rate',
  algoIntervalInvalid: 'must be one of {allowed} seconds',
  algoDurationInvalid: 'must be between {min} and {max} seconds',
  algoChildCountInvalid: 'must be between {min} and {max}',
  algoQtyTooSmall: 'must be at least {min} {coin} for {children} orders',
  algoChildTooLarge: 'would make each order larger than {max} {coin}',
  algoPriceRangeInvalid: 'must leave at least one tick between two orders',
  algoSharesInvalid: 'must list one share between 0.01 and 100 per order, adding up to 100',
  tooManyAlgoOrders: 'has reached the limit of {max} running strategy orders',
  commandTooLate: 'waited too long and was not carried out',
  commandRefused: 'was rejected by the exchange',
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
