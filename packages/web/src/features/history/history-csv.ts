// A history as a CSV file: every field of every row, times in UTC, numbers with all their digits.

import { feeEffect, type WireLedgerRecord } from '@basis/protocol/account'
import type { WireSpotTerms } from '@basis/protocol/spot/plan'
import { csvText } from '../../platform/csv-file.ts'
import type { HistoryView, Rows } from './history-pages.ts'

/** The spot-only fields are columns of the orders file. */
type Columns<View extends HistoryView> =
  | (keyof Rows[View] & string)
  | (View extends 'orders' ? keyof WireSpotTerms : never)
type Fields = { readonly [View in HistoryView]: readonly Columns<View>[] }

/** The fields in the order of the file. */
const fields: Fields = {
  orders: [
    'createdAtE3',
    'updatedAtE3',
    'symbol',
    'side',
    'orderType',
    'stopOrderType',
    'timeInForce',
    'price',
    'triggerPrice',
    'triggerBy',
    'triggerDirection',
    'qty',
    'leavesQty',
    'cumExecQty',
    'avgPrice',
    'cumExecValue',
    'cumExecFee',
    'orderPnl',
    'takeProfit',
    'tpTriggerBy',
    'tpOrderType',
    'limitTakeProfit',
    'stopLoss',
    'slTriggerBy',
    'slOrderType',
    'limitStopLoss',
    'tpSlMode',
    'trailValue',
    'trailingStop',
    'trailValuePercentageE4',
    'activationPrice',
    'origPrice',
    'origQty',
    'origTriggerPrice',
    'maxSlippage',
    'maxSlippageType',
    'feeRate',
    'marketUnit',
    'orderIM',
    'accountMode',
    'isLeverage',
    'positionIdx',
    'reduceOnly',
    'closeOnTrigger',
    'orderStatus',
    'cancelType',
    'cxlRejReason',
    'orderId',
    'orderLinkId',
    'parentOrderId',
    'strategyId',
    'strategyType',
    // Of spot orders.
    'status',
    'planType',
    'createType',
    'specialTradeFrom',
    'quotePrice',
    'amount',
    'orderQtyForView',
    'ocoTriggerBy',
    'tpTriggerPrice',
    'tpLimitPrice',
    'slTriggerPrice',
    'slLimitPrice',
    'trailingPercentage',
    'trailingValue',
    // Of orders of options.
    'strikePrice',
    'deliveryTime',
    'iv',
  ],
  fills: [
    'execTimeE3',
    'execType',
    'symbol',
    'side',
    'orderType',
    'execPrice',
    'execQty',
    'execValue',
    'execFee',
    'feeCoin',
    'feeRate',
    'isMaker',
    'closedSize',
    'execId',
    'orderId',
    'orderLinkId',
  ],
  closedPnl: [
    'openedAtE3',
    'closedAtE3',
    'updatedAtE3',
    'symbol',
    'side',
    'closedSize',
    'avgEntryPrice',
    'avgExitPrice',
    'entryValue',
    'exitValue',
    'tradePnl',
    'openFee',
    'closeFee',
    'fundingFee',
    'closedPnl',
    'cause',
    'orderId',
  ],
  funding: [
    'fundingTimeE3',
    'symbol',
    'side',
    'size',
    'markPrice',
    'fundingRate',
    'fundingFee',
    'positionIdx',
  ],
  transactions: [
    'transactionTimeE3',
    'coin',
    'type',
    'symbol',
    'cashFlow',
    'funding',
    'fee',
    'change',
    'cashBalance',
    'orderId',
    'tradeId',
    'id',
  ],
  strategies: [
    'createdAtE3',
    'updatedAtE3',
    'symbol',
    'strategyType',
    'side',
    'qty',
    'cumExecQty',
    'cumExecValue',
    'avgPrice',
    'sentOrders',
    'status',
    'endReason',
    'rejectReason',
    'duration',
    'interval',
    'isRandom',
    'maxChasePrice',
    'subSize',
    'orderCount',
    'priceType',
    'price',
    'offset',
    'priceFrom',
    'priceTo',
    'shape',
    'maxDistance',
    'positionIdx',
    'reduceOnly',
    'strategyId',
    'orderLinkId',
  ],
}

/** Returns the file's text. */
export const csvOf = <View extends HistoryView>(view: View, rows: readonly Rows[View][]): string =>
  csvText(fields[view], rows.map(plainRow))

/** The fee of a transaction log entry is written with the sign that the page shows. */
const isLedger = (row: object): row is WireLedgerRecord => 'cashBalance' in row

/**
 * Returns the row's fields flattened. A market order has no price of its own (the price on the wire
 * is its protection, or 0), so it is left out; spot-only fields are merged in.
 */
function plainRow(whole: object): Readonly<Record<string, unknown>> {
  if (isLedger(whole)) return { ...whole, fee: feeEffect(whole) }
  const row: Readonly<Record<string, unknown>> =
    'spot' in whole ? { ...(whole.spot as object), ...whole } : { ...whole }
  return row['orderType'] === 'Market' && 'price' in row ? { ...row, price: '' } : row
}

/** Returns the file's name, e.g. `basis-fills-20261121T120405Z.csv`. */
export function csvName(view: HistoryView, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `basis-${view}-${stamp}.csv`
}
