// History calls over HTTP: pages of the read model under the field names of the specification.

import { orderId, type SymbolId } from '@basis/domain/numbers/brand'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { HistoryFamily } from '@basis/domain/instrument/market'
import type { WireFunding, WireFundingRate, WireLedgerRecord } from '@basis/protocol/account'
import { algoKindOf } from '../exchange/encoded-state.ts'
import { encodeAmount, encodeOrder } from '@basis/protocol/order'
import type { WireClosedPnl } from '@basis/protocol/position'
import { maxPageRows } from '@basis/protocol/wire'
import {
  placeOf,
  type ClosedPnlRecord,
  type DecisionRecord,
  type FundingRateRecord,
  type FundingRecord,
  type HistoryQuestion,
  type LogRecord,
  type Page,
} from '../read-model/read-model.ts'
import { averageOf, encodeExecution, encodeFundingExecution } from '../read-model/executions.ts'
import { liquidationStep } from '../read-model/liquidation-steps.ts'
import {
  instruments,
  listedContract,
  listedInstrument,
  type Handlers,
  type Parts,
  type SessionContext,
} from './call-context.ts'
import { bounded } from './market.ts'
import { invalidField } from './guards/refusal.ts'

export const historyHandlers: Handlers<
  | 'orderHistory'
  | 'executions'
  | 'explain'
  | 'closedPnl'
  | 'transactionLog'
  | 'fundingHistory'
  | 'liquidations'
  | 'fundingRates'
> = {
  orderHistory: async (context, request) => {
    const { orderId: id, orderLinkId } = request
    const page = await context.parts.readModel.orderHistory({
      ...questionOf(context, request),
      ...(id === undefined ? {} : { orderId: orderId(Number(id)) }),
      ...(orderLinkId === undefined ? {} : { linkId: orderLinkId }),
    })
    const { views } = context.parts.exchange
    return pageReply(context.parts, page, ({ order, problem, algoKind }, instrument) =>
      encodeOrder(order, instrument, {
        // A problem at the trigger is shown by cancelType.
        problemName: order.status === 'Rejected' ? problem?.name : undefined,
        algoKind: algoKindOf(views, { order, algoKind }),
      }),
    )
  },

  executions: async (context, request) => {
    const { orderId: id, execType } = request
    if (execType === 'Funding') {
      const question = questionOf(context, request)
      // A payment belongs to no order.
      if (id !== undefined) return { value: { list: [], nextPageCursor: '' } }
      const page = await context.parts.readModel.fundingHistory(question)
      return pageReply(context.parts, page, encodeFundingExecution)
    }
    const kind = execType === 'Settle' ? 'Delivery' : execType
    const page = await context.parts.readModel.executions({
      ...questionOf(context, request),
      ...(id === undefined ? {} : { orderId: orderId(Number(id)) }),
      ...(kind === undefined ? {} : { kind }),
    })
    return pageReply(context.parts, page, (record, instrument) => {
      const { tradeId } = record.fill
      const execId =
        tradeId === 0 ? `${record.kind}-${record.seq}-${record.place}` : String(tradeId)
      return encodeExecution(record, instrument, execId)
    })
  },

  explain: async (context, request) => {
    const { orderId: id } = request
    const page = await context.parts.readModel.decisions({
      ...questionOf(context, request),
      ...(id === undefined ? {} : { orderId: orderId(Number(id)) }),
    })
    const list = page.rows.map(encodeDecision)
    return { value: { list, nextPageCursor: page.next ?? '' }, seq: page.seq }
  },

  closedPnl: async (context, request) => {
    const page = await context.parts.readModel.closedPnl(questionOf(context, request))
    return pageReply(context.parts, page, encodeClosedPnl)
  },

  transactionLog: async (context, request) => {
    const { coin, wallet } = request
    const funding = context.parts.exchange.views.ownership.fundingWallet(context.account)
    if (wallet === 'Funding' && funding === undefined) {
      return { value: { list: [], nextPageCursor: '' } }
    }
    const page = await context.parts.readModel.transactionLog({
      ...questionOf(context, request),
      ...(wallet === 'Funding' && funding !== undefined ? { account: funding } : {}),
      ...(coin === undefined ? {} : { coin }),
    })
    const list = page.rows.map(encodeLogRecord)
    return { value: { list, nextPageCursor: page.next ?? '' }, seq: page.seq }
  },

  liquidations: async (context, request) => {
    const { parts } = context
    const page = await parts.readModel.liquidations(questionOf(context, request))
    const list = page.rows.map(({ event, timeMs, symbol }) =>
      liquidationStep(event, timeMs, parts.exchange.views.instrument(symbol)),
    )
    return { value: { list, nextPageCursor: page.next ?? '' }, seq: page.seq }
  },

  fundingHistory: async (context, request) => {
    const page = await context.parts.readModel.fundingHistory(questionOf(context, request))
    return pageReply(context.parts, page, encodeFunding)
  },

  fundingRates: async ({ parts }, request) => {
    const { symbol } = listedContract(parts, request.symbol)
    const page = await parts.readModel.fundingRates({ ...spanOf(request), symbol })
    const list = page.rows.map(encodeFundingRate)
    return { value: { list, nextPageCursor: page.next ?? '' }, seq: page.seq }
  },
}

type HistoryRequest = {
  readonly symbol?: string
  readonly contractType?: HistoryFamily
  readonly fromE3?: number
  readonly toE3?: number
  readonly cursor?: string
  readonly limit?: number
}

/** Returns the query for the caller's own history. Throws Refused. */
export function questionOf(
  { parts, account }: SessionContext,
  request: HistoryRequest,
): HistoryQuestion {
  const { symbol, contractType } = request
  return {
    account,
    ...(symbol === undefined ? {} : { symbol: listedInstrument(parts, symbol).symbol }),
    ...(contractType === undefined ? {} : { symbols: symbolsOf(parts, contractType) }),
    ...spanOf(request),
  }
}

/** Every instrument of a family that was ever listed; a spot pair has no contract type. */
const symbolsOf = (parts: Parts, family: HistoryFamily): readonly SymbolId[] =>
  instruments(parts)
    .filter(({ contractType = 'Spot' }) => contractType === family)
    .map(({ symbol }) => symbol)

/** Returns the time range and page of a history query. Throws Refused. */
export function spanOf({ fromE3, toE3, cursor, limit }: HistoryRequest) {
  if (cursor !== undefined && placeOf(cursor) === undefined) {
    throw invalidField('cursor', 'must be the nextPageCursor of the page before')
  }
  return {
    ...(fromE3 === undefined ? {} : { fromMs: fromE3 }),
    ...(toE3 === undefined ? {} : { toMs: toE3 }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(limit === undefined ? {} : { limit: bounded('limit', limit, maxPageRows) }),
  }
}

type Row = { readonly symbol: string } | { readonly order: { readonly symbol: string } }

function pageReply<Record extends Row, Wire>(
  parts: Parts,
  page: Page<Record>,
  encode: (record: Record, instrument: Instrument) => Wire,
) {
  const list = page.rows.map((row) => {
    const symbol = 'order' in row ? row.order.symbol : row.symbol
    return encode(row, listedInstrument(parts, symbol))
  })
  return { value: { list, nextPageCursor: page.next ?? '' }, seq: page.seq }
}

function encodeClosedPnl(record: ClosedPnlRecord, instrument: Instrument): WireClosedPnl {
  return {
    symbol: record.symbol,
    side: record.side,
    orderId: String(record.orderId),
    closedSize: formatQty(instrument, record.closedLots),
    avgEntryPrice:
      record.entryPriceE8 === undefined
        ? averageOf(instrument, record.entryValue, record.closedLots)
        : formatTrimmed(BigInt(record.entryPriceE8), 8),
    avgExitPrice: averageOf(instrument, record.exitValue, record.closedLots),
    entryValue: encodeAmount(record.entryValue),
    exitValue: encodeAmount(record.exitValue),
    tradePnl: encodeAmount(record.tradePnl),
    openFee: encodeAmount(record.openFee),
    closeFee: encodeAmount(record.closeFee),
    fundingFee: encodeAmount(record.funding),
    closedPnl: encodeAmount(record.closedPnl),
    cause: record.cause,
    openedAtE3: record.openedMs,
    closedAtE3: record.timeMs,
    updatedAtE3: record.updatedMs,
  }
}

const encodeDecision = ({ timeMs, orderId: id, seq: _seq, ...decision }: DecisionRecord) => ({
  ...decision,
  orderId: id === 0 ? '' : String(id),
  timeE3: timeMs,
})

const encodeLogRecord = (record: LogRecord): WireLedgerRecord => ({
  id: `${record.seq}-${record.tradeId ?? 0}-${record.place}`,
  coin: record.coin,
  type: record.cause,
  symbol: record.symbol ?? '',
  orderId: record.orderId === undefined ? '' : String(record.orderId),
  tradeId: record.tradeId === undefined ? '' : String(record.tradeId),
  cashFlow: encodeAmount(record.cashFlow),
  funding: encodeAmount(record.funding),
  fee: encodeAmount(record.fee),
  change: encodeAmount(record.change),
  cashBalance: encodeAmount(record.balance),
  transactionTimeE3: record.timeMs,
})

const encodeFundingRate = (record: FundingRateRecord): WireFundingRate => ({
  symbol: record.symbol,
  fundingRate: formatTrimmed(BigInt(record.rateE8), 8),
  markPrice: formatTrimmed(BigInt(record.markE8), 8),
  fundingTimeE3: record.atMs,
})

const encodeFunding = (record: FundingRecord, instrument: Instrument): WireFunding => ({
  symbol: record.symbol,
  side: record.side,
  positionIdx: record.positionIdx,
  size: formatQty(instrument, record.sizeLots),
  markPrice: formatTrimmed(BigInt(record.markE8), 8),
  fundingRate: formatTrimmed(BigInt(record.rateE8), 8),
  fundingFee: encodeAmount(record.payment),
  fundingTimeE3: record.atMs,
})
