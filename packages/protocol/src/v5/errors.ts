// The error catalogue of the open API: failures before the exchange, and the code and words of the
// exchange's problems here. Clients and log searches depend on these words.

import type { Problem, ProblemName } from '@basis/domain/instrument/problems'
import { problemTable } from '../errors/problems.ts'
import { problemWords } from '../errors/problem-words.ts'
import type { V5Category } from './vocabulary.ts'

/** Rejections before the exchange is called. */
export const v5Failures = {
  paramsInvalid: { code: 10001, words: 'params error: {detail}' },
  clockOff: {
    code: 10002,
    words:
      'invalid request, please check your server timestamp or recv_window param. req_timestamp[{asked}],server_timestamp[{now}],recv_window[{window}]',
  },
  keyInvalid: { code: 10003, words: 'API key is invalid.' },
  signInvalid: { code: 10004, words: 'error sign! origin_string[{origin}]' },
  permissionDenied: {
    code: 10005,
    words: 'Permission denied, please check your API key permissions.',
  },
  tooManyVisits: { code: 10006, words: 'Too many visits. Exceeded the API Rate Limit.' },
  addressUnmatched: {
    code: 10010,
    words: "Unmatched IP, please check your API key's bound IP addresses.",
  },
  duplicateRequest: { code: 10014, words: 'Invalid duplicate request.' },
  serverFailed: { code: 10016, words: 'Server error.' },
  routeUnknown: { code: 10017, words: 'Route not found.' },
  addressBlocked: { code: 10018, words: 'access too frequent' },
  addressBusy: {
    code: 10403,
    words: 'Too many visits. More than {limit} requests a second came from this address.',
  },
  serverRestarting: { code: 10019, words: 'Service is restarting, please reconnect.' },
  accountBanned: { code: 10008, words: 'User had been banned.' },
  keyExpired: { code: 33004, words: 'Your api key has expired' },
} as const
export type V5FailureName = keyof typeof v5Failures

/** Returns the words of a failure with its figures. */
export const v5FailureWords = (
  name: V5FailureName,
  figures: Readonly<Record<string, string>> = {},
): string => filled(v5Failures[name].words, figures)

type CodeAndWords = { readonly code: number; readonly words?: string }
/** Without words the problem's own are used; spot pairs may have codes of their own. */
type V5Problem = CodeAndWords & { readonly spot?: CodeAndWords }

const qtyInvalid = { code: 10001, words: 'Qty invalid' }
const priceInvalid = { code: 10001, words: 'params error: {field} invalid' }
const tooManyDecimals = { code: 170134, words: 'Order price has too many decimals.' }
const spotPriceInvalid = {
  code: 170130,
  words: "Data sent for parameter '{field}' is not valid.",
}
const spotQtyInvalid = { code: 170130, words: "Data sent for parameter 'qty' is not valid." }
const outsideBand = { code: 110003, words: 'Order price is out of permissible range' }
const gone = { code: 110001, words: 'order not exists or too late to cancel' }
const spotGone = { code: 170213, words: 'Order does not exist.' }
const insufficient = { code: 170131, words: 'Insufficient balance.' }
const tpAbove = (side: string): CodeAndWords => ({
  code: 10001,
  words: `TakeProfit:{value} set for ${side} position should be higher than base_price:{price}??LastPrice`,
})
const tpBelow = (side: string): CodeAndWords => ({
  code: 10001,
  words: `TakeProfit:{value} set for ${side} position should be lower than base_price:{price}??LastPrice`,
})
const slBelow = (side: string): CodeAndWords => ({
  code: 10001,
  words: `StopLoss:{value} set for ${side} position should lower than base_price:{price}??LastPrice`,
})
const slAbove = (side: string): CodeAndWords => ({
  code: 10001,
  words: `StopLoss:{value} set for ${side} position should greater than base_price:{price}??LastPrice`,
})

/** A problem not listed here has its own code and words (errors/problems.ts). */
const v5Problems: Readonly<Partial<Record<ProblemName, V5Problem>>> = {
  instrumentUnknown: {
    code: 10001,
    words: 'params error: symbol invalid',
    spot: { code: 170121, words: 'Invalid symbol.' },
  },
  accountUnknown: { code: 10003, words: 'API key is invalid.' },
  positionIdxMismatch: { code: 10001, words: 'position idx not match position mode' },
  priceRequired: { ...priceInvalid, spot: spotPriceInvalid },
  priceInvalid: { ...priceInvalid, spot: spotPriceInvalid },
  tickSizeFixNumTips: { ...priceInvalid, spot: tooManyDecimals },
  priceTooLow: {
    ...outsideBand,
    spot: { code: 170133, words: 'Order price lower than the minimum.' },
  },
  priceTooHigh: {
    ...outsideBand,
    spot: { code: 170132, words: 'Order price too high.' },
  },
  qtyRequired: { ...qtyInvalid, spot: spotQtyInvalid },
  qtyInvalid: { ...qtyInvalid, spot: spotQtyInvalid },
  amountInvalid: { ...qtyInvalid, spot: spotQtyInvalid },
  lotSizeFixNumTips: {
    ...qtyInvalid,
    spot: { code: 170137, words: 'Order quantity has too many decimals.' },
  },
  qtyTooSmall: {
    code: 10001,
    words: 'The number of contracts exceeds minimum limit allowed',
    spot: { code: 170136, words: 'Order quantity exceeded lower limit.' },
  },
  orderMaxQtyReplace: {
    code: 10001,
    words: 'The number of contracts exceeds maximum limit allowed: too large',
    spot: { code: 170124, words: 'Order amount too large.' },
  },
  notionalTooSmall: {
    code: 110094,
    words: 'Order does not meet minimum order value {min}{coin}',
    spot: { code: 170140, words: 'Order value exceeded lower limit.' },
  },
  priceAboveBand: {
    ...outsideBand,
    spot: { code: 170193, words: 'Buy order price cannot be higher than {max}{coin}.' },
  },
  priceBelowBand: {
    ...outsideBand,
    spot: { code: 170194, words: 'Sell order price cannot be lower than {min}{coin}.' },
  },
  insufficientBalance: {
    code: 110007,
    words: 'ab not enough for new order',
    spot: insufficient,
  },
  insufficientCoin: { ...insufficient, spot: insufficient },
  reduceOnlyWithoutPosition: {
    code: 110017,
    words: 'current position is zero, cannot fix reduce-only order qty',
  },
  tooManyOrders: {
    code: 110020,
    words: 'Not allowed to have more than {max} active orders',
    spot: {
      code: 170810,
      words: 'Cannot exceed maximum of {max} conditional, TP/SL and active orders.',
    },
  },
  slippageTooLow: { code: 10001, words: 'params error: slippageTolerance invalid' },
  slippageTooHigh: { code: 10001, words: 'params error: slippageTolerance invalid' },
  slippageMarketOnly: {
    code: 10001,
    words: 'params error: slippageTolerance is for market orders',
  },
  slippageWithTrigger: { code: 10001, words: 'params error: slippageTolerance with triggerPrice' },
  orderLinkIdInvalid: { code: 10001, words: 'params error: orderLinkId invalid' },
  orderLinkIdDuplicate: {
    code: 110072,
    words: 'OrderLinkedID is duplicate',
    spot: { code: 170141, words: 'Duplicate clientOrderId.' },
  },
  orderNotFound: { ...gone, spot: spotGone },
  orderFinal: { ...gone, spot: spotGone },
  orderUnchanged: {
    code: 10001,
    words: 'The order remains unchanged as the parameters entered match the existing ones.',
  },
  leverageOutOfRange: {
    code: 110013,
    words: 'cannot set leverage [{value}] gt maxLeverage [{max}] by risk limit',
  },
  leverageUnchanged: { code: 110043, words: 'leverage not modified' },
  leverageRiskLimit: {
    code: 110013,
    words:
      'cannot set leverage gt maxLeverage by risk limit: position and orders exceed {max} {coin}',
  },
  leverageInsufficientBalance: { code: 110044, words: 'Available margin is insufficient' },
  leverageSidesDiffer: {
    code: 10001,
    words: 'params error: buyLeverage and sellLeverage must be equal',
  },
  leverageWouldLiquidate: {
    code: 110011,
    words: 'Liquidation will be triggered immediately by this adjustment.',
  },
  marginModeUnchanged: { code: 110026, words: 'Cross/isolated margin mode is not modified' },
  marginWithoutPosition: { code: 110033, words: "can't set margin without an open position" },
  crossHasNoPositionMargin: { code: 110015, words: 'The position is in cross margin' },
  replenishmentNeedsIsolated: {
    code: 110076,
    words: 'Only isolated mode can set auto-add-margin',
  },
  addMarginInsufficient: {
    code: 110014,
    words: 'Insufficient available balance to add margin.',
  },
  changeWouldLiquidate: {
    code: 110011,
    words: 'Liquidation will be triggered immediately by this adjustment.',
  },
  positionModeUnchanged: { code: 110025, words: 'Position mode is not modified' },
  hedgeUnsupported: { code: 110029, words: 'Hedge mode is not supported for this symbol' },
  positionBlocksModeSwitch: {
    code: 110024,
    words: 'You have an existing position, so the position mode cannot be switched.',
  },
  ordersBlockModeSwitch: {
    code: 110028,
    words: 'You have existing open orders, so the position mode cannot be switched.',
  },
  preDeliveryReduceOnly: { code: 110023, words: 'Currently you can only reduce the position' },
  symbolReduceOnly: { code: 110023, words: 'Currently you can only reduce the position' },
  tpPriceTooLow: tpAbove('Buy'),
  tpPosPriceTooLow: tpAbove('Buy'),
  tpPriceTooHigh: tpBelow('Sell'),
  tpPosPriceTooHigh: tpBelow('Sell'),
  slPriceTooHigh: slBelow('Buy'),
  slPosPriceTooHigh: slBelow('Buy'),
  slPriceTooLow: slAbove('Sell'),
  slPosPriceTooLow: slAbove('Sell'),
  takeProfitOver: { code: 10001, words: 'params error: takeProfit invalid' },
  tpLimitPriceEmpty: { code: 10001, words: 'params error: tpLimitPrice invalid' },
  slLimitPriceEmpty: { code: 10001, words: 'params error: slLimitPrice invalid' },
  slTips1: { code: 10001, words: 'params error: {field} invalid' },
  priceErrorTickTip: { code: 10001, words: 'params error: {field} invalid' },
  qtyErrorTickTip: qtyInvalid,
  tpSlQtyOver: { code: 10001, words: 'params error: tpSize or slSize is too large' },
  tpslSizesDiffer: { code: 10001, words: 'tpSize and slSize must be equal' },
  tpslFullMarketOnly: {
    code: 10001,
    words: 'params error: tpOrderType must be Market in Full mode',
  },
  tpslOnReduceOnly: { code: 110057, words: 'Reduce-only orders cannot have TP/SL' },
  tooManyPartialTpsl: {
    code: 110061,
    words: 'Not allowed to have more than {max} TP/SLs under Partial tpSlMode',
  },
  triggerAboveRequired: {
    code: 110092,
    words: 'expect Rising, but trigger_price[{value}] <= current[{price}]??LastPrice',
  },
  triggerBelowRequired: {
    code: 110093,
    words: 'expect Falling, but trigger_price[{value}] >= current[{price}]??LastPrice',
  },
  tooManyStopOrders: {
    code: 110009,
    words: 'The number of stop orders exceeds the maximum allowable limit',
    spot: {
      code: 170810,
      words: 'Cannot exceed maximum of {max} conditional, TP/SL and active orders.',
    },
  },
  tpslWithoutPosition: { code: 10001, words: 'can not set tp/sl/ts for zero position' },
  trailingOutOfRange: { code: 10001, words: 'params error: trailingStop invalid' },
  transferForeign: { code: 131204, words: 'account info error' },
  transferSame: { code: 131211, words: 'not support same account transfer' },
  transferInsufficient: { code: 131212, words: 'Insufficient balance' },
  transferRepeated: { code: 131214, words: 'transferId exist' },
  portfolioHasNoLeverage: { code: 110077, words: 'Pm mode cannot support' },
  portfolioHasNoHedge: { code: 110077, words: 'Pm mode cannot support' },
}

/**
 * Returns the code and the words of a problem. Figures that a problem lacks may be given: the value
 * at fault, which many of the venue's sentences repeat.
 */
export function v5ProblemAnswer(
  problem: Problem,
  category: V5Category | undefined,
  figures: Readonly<Record<string, string>> = {},
): { readonly code: number; readonly message: string } {
  const known = v5Problems[problem.name]
  const { code, words } = (category === 'spot' ? known?.spot : undefined) ??
    known ?? { code: problemTable[problem.name].code }
  if (words === undefined) return { code, message: problemWords(problem) }
  const field = problem.field ?? ''
  return { code, message: filled(words, { field, ...figures, ...problem.params }) }
}

const filled = (words: string, figures: Readonly<Record<string, string>>): string =>
  words.replaceAll(/\{(\w+)\}/g, (_, name: string) => figures[name] ?? '')
