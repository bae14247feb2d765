// The account's ledger, with what each of its records is about (open API 6.4).

import type { OrderId } from '@basis/domain/numbers/brand'
import type { V5Request } from '@basis/protocol/v5/calls'
import type { ExecutionRecord, FundingRecord, LogRecord } from '../../read-model/read-model.ts'
import type { V5Handlers, V5SignedContext } from '../context.ts'
import { instrumentsOf } from '../instruments.ts'
import { historyCursor, v5Cursor } from '../paging.ts'
import { filteredPage } from '../reading/filtered-page.ts'
import { daily, spanOf, symbolsOf } from '../reading/spans.ts'
import { causesOfType, encodeV5Log, ledgerType } from '../rows/ledger-row.ts'

export const ledgerHandlers: V5Handlers<'transactionLog'> = {
  transactionLog: async (context, request) => {
    const { accountType = 'UNIFIED', type, currency } = request
    const causes = type === undefined ? undefined : causesOfType(type)
    if (accountType !== 'UNIFIED' || causes?.length === 0) {
      return { result: { list: [], nextPageCursor: '' } }
    }
    const question = {
      account: context.account,
      ...spanOf(request, daily, context.parts.clock.nowMs()),
      ...(currency === undefined ? {} : { coin: currency }),
      ...(causes === undefined ? {} : { causes }),
      ...marketsOf(context, request),
    }
    const { rows, next } = await filteredPage(
      { limit: request.limit ?? 20, ...historyCursor(request.cursor) },
      (part) => context.parts.readModel.transactionLog({ ...question, ...part }),
      (record) => type === undefined || ledgerType(record) === type,
    )
    const subjects = await subjectsOf(context, rows)
    const list = rows.map((record) => encodeV5Log(record, record.place, subjects(record)))
    return { result: { list, nextPageCursor: v5Cursor(next) } }
  },
}

/** The markets of a category or of a base coin, where either is named. */
function marketsOf(
  { parts }: V5SignedContext,
  { category, baseCoin }: V5Request<'transactionLog'>,
) {
  if (category === undefined && baseCoin === undefined) return {}
  const categories =
    category === undefined ? (['linear', 'inverse', 'option'] as const) : [category]
  const meant = categories
    .flatMap((each) => instrumentsOf(parts.exchange.views, each))
    .filter((instrument) => baseCoin === undefined || instrument.baseCoin === baseCoin)
  return { symbols: symbolsOf(meant) }
}

/** Returns what tells a record's market, its execution or its funding. */
async function subjectsOf(context: V5SignedContext, rows: readonly LogRecord[]) {
  const [trades, fundings] = await Promise.all([tradesOf(context, rows), fundingsOf(context, rows)])
  const { views } = context.parts.exchange
  return (record: LogRecord) => {
    const { symbol, tradeId, orderId } = record
    const execution = trades.find(
      ({ fill, orderId: of }) => fill.tradeId === tradeId && of === orderId,
    )
    const funding =
      record.cause === 'Funding'
        ? fundings.find(({ seq, symbol: of, payment }) => {
            return seq === record.seq && of === symbol && payment === record.funding
          })
        : undefined
    return {
      instrument: symbol === undefined ? undefined : views.symbol(symbol)?.instrument,
      execution,
      funding,
      linkId: execution?.linkId ?? '',
    }
  }
}

async function tradesOf(
  { parts, account }: V5SignedContext,
  rows: readonly LogRecord[],
): Promise<readonly ExecutionRecord[]> {
  const ids = rows.flatMap(({ orderId, tradeId }): OrderId[] =>
    orderId === undefined || tradeId === undefined ? [] : [orderId],
  )
  if (ids.length === 0) return []
  const span = momentsOf(rows)
  const page = await parts.readModel.executions({ account, orderIds: ids, ...span, limit: 200 })
  return page.rows
}

async function fundingsOf(
  { parts, account }: V5SignedContext,
  rows: readonly LogRecord[],
): Promise<readonly FundingRecord[]> {
  const paid = rows.filter(({ cause }) => cause === 'Funding')
  if (paid.length === 0) return []
  const page = await parts.readModel.fundingHistory({ account, ...momentsOf(paid), limit: 200 })
  return page.rows
}

/** From the first to the last of some records, newest first. */
const momentsOf = (rows: readonly LogRecord[]) => ({
  fromMs: rows.at(-1)?.timeMs ?? 0,
  toMs: (rows[0]?.timeMs ?? 0) + 1,
})
