// Executions as rows of the open API (reference 4.8): trades, and closings without a trade.

import type { AlgoKind } from '@basis/domain/algo/order'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import type { FundingPaid } from '@basis/engine/events'
import { encodeV5OrderId } from '@basis/protocol/v5/order-id'
import type { V5ExecutionRow } from '@basis/protocol/v5/order-rows'
import {
  encodeExecution,
  encodeFundingExecution,
  type Executed,
} from '../../read-model/executions.ts'
import { categoryOf, v5Symbol } from '../instruments.ts'
import { createTypeWord, stopOrderTypeWord } from './row-words.ts'

/** An execution with its place in the history. */
export type PlacedExecution = Executed & { readonly seq: number; readonly place: number }

const createTypes: Partial<Record<string, string>> = {
  BustTrade: 'CreateByTakeOver_PassThrough',
  AdlTrade: 'CreateByAdl_PassThrough',
  Delivery: 'CreateBySettle',
  FutureSpread: 'CreateByFutureSpread',
  Settle: 'CreateBySettle',
}

/** Returns the id of the public trade; an execution without one is named by its place. */
export const execIdOf = ({ fill, kind, seq, place }: PlacedExecution): string =>
  fill.tradeId === 0 ? `${kind}-${seq}-${place}` : String(fill.tradeId)

/** Encodes an execution; the type of its order is included if the order is known. */
export function encodeV5Execution(
  executed: PlacedExecution,
  instrument: Instrument,
  order?: Order,
  algoKind?: AlgoKind,
): V5ExecutionRow {
  const wire = encodeExecution(executed, instrument, execIdOf(executed))
  const category = categoryOf(instrument)
  const isSpot = category === 'spot'
  const createType =
    createTypes[wire.execType] ??
    (order === undefined ? 'CreateByUser' : createTypeWord(order, algoKind))
  return {
    symbol: v5Symbol(instrument),
    orderId: encodeV5OrderId(executed.orderId, isSpot),
    orderLinkId: executed.linkId,
    side: executed.side,
    orderType: executed.orderType,
    stopOrderType: order === undefined ? '' : stopOrderTypeWord(order),
    execId: wire.execId,
    execType: wire.execType,
    orderPrice:
      executed.orderPriceTicks === 0
        ? wire.execPrice
        : formatPrice(instrument, executed.orderPriceTicks),
    orderQty: executed.orderLots === 0 ? wire.execQty : formatQty(instrument, executed.orderLots),
    leavesQty: executed.leavesLots === 0 ? '0' : wire.leavesQty,
    execPrice: wire.execPrice,
    execQty: wire.execQty,
    execValue: wire.execValue,
    execFee: wire.execFee,
    feeRate: wire.feeRate,
    feeCurrency: wire.feeCoin,
    execTime: String(executed.timeMs),
    isMaker: wire.isMaker,
    ...(isSpot ? {} : { createType }),
    ...unknownPrices,
    closedSize: executed.fill.closedLots === 0 ? '0' : wire.closedSize,
    ...emptyTexts,
    seq: executed.seq,
  }
}

/** Prices at the trade that the venue reports and this exchange does not keep. */
const unknownPrices = {
  markPrice: '',
  indexPrice: '',
  underlyingPrice: '',
  tradeIv: '',
  markIv: '',
}
const emptyTexts = { blockTradeId: '', extraFees: '', execFeeV2: '' }

export type PaidFunding = Omit<FundingPaid, 'kind'> & {
  readonly timeMs: number
  readonly seq: number
}

/**
 * Encodes a funding payment as an execution: the position size at the mark price, the payment as
 * fee.
 */
export function encodeV5Funding(record: PaidFunding, instrument: Instrument): V5ExecutionRow {
  const wire = encodeFundingExecution(record, instrument)
  return {
    symbol: v5Symbol(instrument),
    orderId: '',
    orderLinkId: '',
    side: record.side,
    orderType: 'UNKNOWN',
    stopOrderType: 'UNKNOWN',
    execId: wire.execId,
    execType: 'Funding',
    orderPrice: '0',
    orderQty: '0',
    leavesQty: '0',
    execPrice: wire.execPrice,
    execQty: wire.execQty,
    execValue: wire.execValue,
    execFee: wire.execFee,
    feeRate: wire.feeRate,
    feeCurrency: wire.feeCoin,
    execTime: String(record.atMs),
    isMaker: false,
    createType: 'UNKNOWN',
    ...unknownPrices,
    markPrice: wire.execPrice,
    closedSize: '0',
    ...emptyTexts,
    seq: record.seq,
  }
}
