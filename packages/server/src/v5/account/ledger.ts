// The account's ledger, with the execution or funding of each record (open API 6.4).

import type { OrderId } from '@basis/domain/numbers/brand'
import type { V5Request } from '@basis/protocol/v5/calls'
import { isV5LedgerType, v5Categories, type V5Category } from '@basis/protocol/v5/vocabulary'
import { formatQty } from '@basis/domain/instrument/instrument'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { sideSign } from '@basis/domain/orders/order'
import {
  cursorOf,
  type ExecutionRecord,
  type FundingRecord,
  type LogRecord,
} from '../../read-model/read-model.ts'
import type { V5Handlers, V5SignedContext } from '../context.ts'
import { instrumentsOf } from '../instruments.ts'
import { historyCursor, v5Cursor } from '../paging.ts'
import { invalidParameter, wrongParameter } from '../refused.ts'
import { filteredPage } from '../reading/filtered-page.ts'
import { daily, spanOf, symbolsOf } from '../reading/spans.ts'
import { causesOfType, encodeV5Log, ledgerType } from '../rows/ledger-row.ts'

export const ledgerHandlers: V5Handlers<'transactionLog'> = {
  transactionLog: async (context, request) => {
    assertFilters(context, request)
    const { type, currency, transSubType } = request
    const causes = type === undefined ? undefined : causesOfType(type)
    // Positions are never moved here, so the only subtype has no entries.
    if (transSubType !== undefined || causes?.length === 0) {
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

/**
 * Throws V5Refused for a filter that no entry can ever match; a valid one without entries gives an
 * empty list.
 */
function assertFilters(
  { parts }: V5SignedContext,
  { accountType = 'UNIFIED', currency, baseCoin, type, transSubType }: V5Request<'transactionLog'>,
): void {
  const { views } = parts.exchange
  if (accountType !== 'UNIFIED') throw wrongParameter('accountType only support UNIFIED.')
  if (currency !== undefined && views.collateral(currency) === undefined) {
    throw invalidParameter('currency')
  }
  const isBase = (category: V5Category): boolean =>
    instrumentsOf(views, category).some((instrument) => instrument.baseCoin === baseCoin)
  if (baseCoin !== undefined && !v5Categories.some(isBase)) throw invalidParameter('baseCoin')
  if (type !== undefined && !isV5LedgerType(type)) throw invalidParameter('type')
  if (transSubType !== undefined && transSubType !== 'movePosition') {
    throw invalidParameter('transSubType')
  }
}

/** The markets of a category or of a base coin, if either is named. */
function marketsOf(context: V5SignedContext, { category, baseCoin }: V5Request<'transactionLog'>) {
  if (category === undefined && baseCoin === undefined) return {}
  const categories =
    category === undefined ? (['linear', 'inverse', 'option'] as const) : [category]
  const symbols = categories.flatMap((each) => symbolsOf(context, each, { baseCoin }))
  return { symbols }
}

/** Returns a function that finds a record's market, execution and funding. */
async function subjectsOf(context: V5SignedContext, rows: readonly LogRecord[]) {
  const [trades, fundings] = await Promise.all([tradesOf(context, rows), fundingsOf(context, rows)])
  const sizes = await sizesAfter(context, trades)
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
      instrument: symbol === undefined ? undefined : views.instrument(symbol),
      execution,
      funding,
      linkId: execution?.linkId ?? '',
      size: execution === undefined ? undefined : sizes.get(cursorOf(execution)),
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
  // A page has fewer rows than one answer of the history; an account has at most two executions of
  // a trade.
  const tradeIds = rows.flatMap(({ tradeId }) => tradeId ?? [])
  const span = momentsOf(rows)
  const question = { account, orderIds: ids, tradeIds, ...span, limit: 200 }
  return (await parts.readModel.executions(question)).rows
}

async function fundingsOf(
  { parts, account }: V5SignedContext,
  rows: readonly LogRecord[],
): Promise<readonly FundingRecord[]> {
  const paid = rows.filter(({ cause }) => cause === 'Funding')
  if (paid.length === 0) return []
  const symbols = [...new Set(paid.flatMap(({ symbol }) => symbol ?? []))]
  const question = { account, symbols, ...momentsOf(paid), limit: 200 }
  return (await parts.readModel.fundingHistory(question)).rows
}

/** Returns the time range of some records, newest first. */
const momentsOf = (rows: readonly LogRecord[]) => ({
  fromMs: rows.at(-1)?.timeMs ?? 0,
  toMs: (rows[0]?.timeMs ?? 0) + 1,
})

const mostPages = 5

/**
 * Returns the signed position size after each trade, by the trade's place: the current size less
 * later trades. Unknown in hedge mode, and for trades that too many others followed.
 */
async function sizesAfter(
  { parts, account }: V5SignedContext,
  trades: readonly ExecutionRecord[],
): Promise<ReadonlyMap<string, string>> {
  const { views, lastSeq } = parts.exchange
  const held = new Map<ExecutionRecord['symbol'], number>()
  for (const { symbol } of trades) {
    const position = views.position(account, symbol, 0)
    const isOne = views.positionMode(account, symbol) === 'MergedSingle'
    const isHeld = views.instrument(symbol)?.kind !== 'Spot'
    if (position === undefined || !isOne || !isHeld) continue
    const sign = position.side === 'None' ? 0 : sideSign(position.side)
    held.set(symbol, sign * position.sizeLots)
  }
  const sizes = new Map<string, string>()
  const knownSeq = lastSeq()
  const fromMs = Math.min(...trades.map(({ timeMs }) => timeMs))
  let cursor: string | undefined
  for (let page = 0; page < mostPages && held.size > 0; page += 1) {
    const question = { account, symbols: [...held.keys()], fromMs, limit: 200 }
    const part = cursor === undefined ? question : { ...question, cursor }
    const { rows, next } = await parts.readModel.executions(part)
    for (const row of rows) {
      const instrument = views.instrument(row.symbol)
      const left = held.get(row.symbol)
      if (instrument === undefined || left === undefined || row.seq > knownSeq) continue
      const text = formatQty(instrument, qtyLots(Math.abs(left)))
      sizes.set(cursorOf(row), left < 0 ? `-${text}` : text)
      held.set(row.symbol, left - sideSign(row.side) * row.fill.qtyLots)
    }
    if (next === undefined) break
    cursor = next
  }
  return sizes
}
