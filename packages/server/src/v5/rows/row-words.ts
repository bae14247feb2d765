// Enum values of open API rows: time in force, status, order types and reasons (reference 2).

import type { AlgoKind } from '@basis/domain/algo/order'
import type { ProblemName } from '@basis/domain/instrument/problems'
import {
  isFinal,
  type CancelType,
  type Order,
  type StopOrderType,
  type TimeInForce,
} from '@basis/domain/orders/order'
import type { V5Category } from '@basis/protocol/v5/vocabulary'

export const timesInForceWords: Readonly<Record<TimeInForce, string>> = {
  GoodTillCancel: 'GTC',
  ImmediateOrCancel: 'IOC',
  FillOrKill: 'FOK',
  PostOnly: 'PostOnly',
}

/** Cancellations that the venue reports as a reject reason, not as a cancel type. */
const rejectReasons: Partial<Record<CancelType, string>> = {
  CancelByPostOnly: 'EC_PostOnlyWillTakeLiquidity',
  CancelByFok: 'EC_CancelForNoFullFill',
  CancelByPriceBand: 'EC_ReachRiskPriceLimit',
  CancelBySlippage: 'EC_ReachMarketPriceLimit',
  CancelByUser: 'EC_PerCancelRequest',
  CancelBySmp: 'EC_BySelfMatch',
  CancelByMmpTriggered: 'EC_CancelByMMP',
  CancelByInsufficientMargin: 'EC_Others',
  CancelByTriggerRefused: 'EC_Others',
}

/** Reject reasons of problems at a trigger; the venue has none for insufficient funds. */
const triggerReasons: Partial<Record<ProblemName, string>> = {
  instrumentNotTrading: 'EC_InvalidSymbolStatus',
  symbolReduceOnly: 'EC_InvalidSymbolStatus',
  preDeliveryReduceOnly: 'EC_InvalidSymbolStatus',
  priceUnavailable: 'EC_InvalidSymbolStatus',
  qtyRequired: 'EC_QtyCannotBeZero',
}

/**
 * Returns why an order ended, in the two fields of the venue; `met` is the problem at its trigger.
 */
export function endingWords(
  { cancelType, status, filledLots }: Pick<Order, 'cancelType' | 'status' | 'filledLots'>,
  category: V5Category,
  met: ProblemName | undefined,
): { readonly cancelType: string; readonly rejectReason: string } {
  if (cancelType === undefined) {
    return { cancelType: 'UNKNOWN', rejectReason: status === 'Rejected' ? 'EC_Others' : noReason }
  }
  if (cancelType === 'CancelByIoc' || cancelType === 'CancelByNoLiquidity') {
    const rejectReason = filledLots === 0 ? 'EC_NoImmediateQtyToFill' : 'EC_NoEnoughQtyToFill'
    return { cancelType: 'UNKNOWN', rejectReason }
  }
  const reason = rejectReasons[cancelType] ?? noReason
  const rejectReason = (reason === 'EC_Others' && met && triggerReasons[met]) || reason
  if (cancelType === 'CancelByInsufficientMargin' && category === 'option') {
    return { cancelType: 'CancelByCannotAffordOrderCost', rejectReason }
  }
  const isOurs = ourCancelTypes.has(cancelType)
  return { cancelType: isOurs ? 'UNKNOWN' : cancelType, rejectReason }
}

export const noReason = 'EC_NoError'

/** Cancel types that the venue does not have: the reject reason shows them. */
const ourCancelTypes: ReadonlySet<CancelType> = new Set([
  'CancelByPostOnly',
  'CancelByFok',
  'CancelByPriceBand',
  'CancelBySlippage',
  'CancelByInsufficientMargin',
  'CancelByTriggerRefused',
])

const spotStopTypes: Partial<Record<StopOrderType, string>> = {
  TakeProfitStopLoss: 'tpslOrder',
  TakeProfitStopLossOCO: 'OcoOrder',
  BidirectionalTpSl: 'BidirectionalTpslOrder',
  TrailingProfit: 'TrailingStop',
}

/** Returns the stop order type; empty for a plain order, with or without TP/SL. */
export function stopOrderTypeWord({ stop }: Pick<Order, 'stop'>): string {
  if (stop === undefined || stop.stopType === 'Order') return ''
  return spotStopTypes[stop.stopType] ?? stop.stopType
}

const createTypes: Partial<Record<StopOrderType, string>> = {
  TakeProfit: 'CreateByTakeProfit',
  StopLoss: 'CreateByStopLoss',
  PartialTakeProfit: 'CreateByPartialTakeProfit',
  PartialStopLoss: 'CreateByPartialStopLoss',
  TrailingStop: 'CreateByTrailingStop',
}

/** The venue has no create type for POV, and scaled orders count as placed by the user. */
const algoCreateTypes: Partial<Record<AlgoKind, string>> = {
  Twap: 'CreateByTWAP',
  Iceberg: 'CreateByIceBerg',
  Chase: 'CreateByChaseOrder',
}

/** Returns the create type of an order. */
export function createTypeWord(
  { stop, status, closeOnTrigger }: Order,
  algoKind: AlgoKind | undefined,
): string {
  const { stopType } = stop ?? {}
  const algo = algoKind && algoCreateTypes[algoKind]
  if (algo !== undefined) return algo
  if (stopType === undefined) return closeOnTrigger ? 'CreateByClosing' : 'CreateByUser'
  if (stopType === 'Stop') {
    const isTriggered = status !== 'Untriggered' && stop?.endedUntriggered !== true
    return isTriggered ? 'CreateByStopOrder' : 'CreateByUser'
  }
  return createTypes[stopType] ?? 'CreateByUser'
}

/**
 * Returns the venue's status: a partly filled and cancelled contract order is `Cancelled`, a
 * conditional order that ends before its trigger `Deactivated`.
 */
export function orderStatusWord(
  { status, stop }: Pick<Order, 'status' | 'stop'>,
  category: V5Category,
): string {
  if (status === 'PartiallyFilledCanceled') return category === 'spot' ? status : 'Cancelled'
  return stop?.endedUntriggered === true ? 'Deactivated' : status
}

export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => !isFinal(status)
