// Rows of the histories that have an explanation, and the request for it.

import type { DialogRequest, ExplainRequest } from '../../shell/dialogs.ts'
import type { HistoryView, Rows } from './history-pages.ts'

const explain = (call: ExplainRequest['call']): DialogRequest => ({ kind: 'explain', call })
const liquidation = (symbol: string, timeMs: number): DialogRequest => ({
  kind: 'liquidation',
  symbol,
  timeMs,
})

/** Rejections, ends by a rule, and fills have one; orders that the trader cancelled do not. */
function ofOrder(row: Rows['orders']): DialogRequest | undefined {
  const { orderId, orderLinkId, symbol, orderStatus, cancelType } = row
  if (orderStatus === 'Rejected') {
    const named = orderLinkId === '' ? {} : { orderLinkId }
    return explain({ row: 'refusal', symbol, timeE3: row.createdAtE3, ...named })
  }
  const hasReason = cancelType !== undefined && cancelType !== 'CancelByUser'
  return orderStatus === 'Filled' || hasReason ? explain({ row: 'order', orderId }) : undefined
}

function ofFill(row: Rows['fills']): DialogRequest | undefined {
  const { execType, orderId, symbol, execTimeE3 } = row
  switch (execType) {
    case 'Trade':
      return orderId === '' ? undefined : explain({ row: 'order', orderId })
    case 'BustTrade':
    case 'AdlTrade':
      return liquidation(symbol, execTimeE3)
    case 'Delivery':
    case 'Settle':
      return explain({ row: 'delivery', symbol, timeE3: execTimeE3 })
    default:
      return undefined
  }
}

function ofClosing({ cause, symbol, orderId, closedAtE3 }: Rows['closedPnl']): DialogRequest {
  switch (cause) {
    case 'Liquidation':
    case 'TakeOver':
    case 'Adl':
      return liquidation(symbol, closedAtE3)
    case 'Delivery':
      return explain({ row: 'delivery', symbol, timeE3: closedAtE3 })
    case 'Trade':
      return explain({ row: 'closing', symbol, orderId, timeE3: closedAtE3 })
  }
}

function ofTransaction(row: Rows['transactions']): DialogRequest | undefined {
  const { type, symbol, transactionTimeE3: timeE3 } = row
  switch (type) {
    case 'Funding':
      return explain({ row: 'funding', symbol, timeE3 })
    case 'Session':
      return explain({ row: 'session', symbol, timeE3 })
    case 'Delivery':
      return explain({ row: 'delivery', symbol, timeE3 })
    case 'TakeOver':
    case 'Adl':
    case 'LossCovered':
      return liquidation(symbol, timeE3)
    default:
      return undefined
  }
}

/** Returns the dialog that explains a row; undefined for a row that needs no explanation. */
export const explainers: {
  readonly [View in HistoryView]: (row: Rows[View]) => DialogRequest | undefined
} = {
  orders: ofOrder,
  fills: ofFill,
  closedPnl: ofClosing,
  funding: ({ symbol, fundingTimeE3 }) =>
    explain({ row: 'funding', symbol, timeE3: fundingTimeE3 }),
  transactions: ofTransaction,
  strategies: () => undefined,
}
