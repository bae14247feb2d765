// Conversion of events to history rows, and of rows back to records.

import type { AlgoRecord } from '@basis/domain/algo/order'
import { isAlgoOver } from '@basis/domain/algo/states'
import { accountId, orderId, symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  formatDecimal,
  parseDecimal,
  priceE8,
  priceTicks,
  qtyLots,
  rateE8,
  type Amount,
} from '@basis/domain/numbers/fixed'
import { isFinal } from '@basis/domain/orders/order'
import type { CancelType, Order, OrderType, Side, TimeInForce } from '@basis/domain/orders/order'
import type { Problem } from '@basis/domain/instrument/problems'
import type { Event } from '@basis/engine/events'
import { decisionOf } from './decisions.ts'
import { closingOf, legsOf, tradeOf, type Executed } from './executions.ts'
import { eventOfText, eventText } from './event-text.ts'
import type {
  AlgoRow,
  ClosedPnlRow,
  ExecutionRow,
  FundingRateRow,
  FundingRow,
  HistoryTables,
  LiquidationRow,
  OrderRow,
  SettlementRow,
  TradeRow,
  WalletRow,
} from './history-tables.ts'
import { isForcedClosing, isLiquidationStep, type LiquidationEvent } from './liquidation-steps.ts'
import { isSettlement, settlementRow } from './settlements.ts'
import { storedJson } from '../stored/stored-json.ts'
import { liquidationShape, settlementShape } from './row-shapes/event-shapes.ts'
import { algoShape, problemShape, stopShape, termsShape } from './row-shapes/order-shapes.ts'
import type {
  AlgoEndRecord,
  ClosedPnlRecord,
  ExecutionRecord,
  FundingRateRecord,
  FundingRecord,
  LogRecord,
  OrderRecord,
  PublicTrade,
} from './read-model.ts'

/**
 * An event that leaves a row, with its sequence number, its time and its index among its command's
 * events.
 */
export type StampedEvent = {
  readonly seq: number
  readonly timeMs: number
  readonly place: number
  readonly event: Event
  /** For an event that ends an order: the last price when it was placed. */
  readonly lastTicks?: number | undefined
}

type RowOf<Table extends keyof HistoryTables> = {
  readonly table: Table
  readonly row: HistoryTables[Table]
}
export type HistoryRow =
  | RowOf<'orderRecord'>
  | RowOf<'execution'>
  | RowOf<'algoRecord'>
  | RowOf<'liquidation'>
  | RowOf<'settlement'>
  | RowOf<'closedPnl'>
  | RowOf<'walletLog'>
  | RowOf<'fundingPayment'>
  | RowOf<'decision'>
  | RowOf<'fundingRate'>
  | RowOf<'publicTrade'>
  | RowOf<'trader'>

/** Returns the account that the event belongs to; undefined for public events. */
export function ownerOf(event: Event): number | undefined {
  if ('order' in event) return event.order.account
  if ('spread' in event) return event.spread.account
  return 'account' in event ? event.account : undefined
}

/** Whether this kind of event leaves a row. */
export function leavesRow(event: Event): boolean {
  if (isLiquidationStep(event) || isSettlement(event)) return true
  switch (event.kind) {
    case 'AccountOpened':
      return event.role === 'trader'
    case 'OrderCanceled':
    case 'OrderRejected':
    case 'OrderFilled':
    case 'PnlClosed':
    case 'WalletChanged':
    case 'FundingPaid':
    case 'FundingSettled':
    case 'Traded':
      return true
    case 'OrderTriggered':
      return decisionOf(event) !== undefined
    case 'CommandRejected':
      return event.account !== undefined
    case 'AlgoChanged':
      return isAlgoOver(event.algo)
    default:
      return false
  }
}

/** Returns the rows of an event; none for kinds that leave none. */
export function rowsOf({
  seq,
  timeMs,
  place,
  event,
  lastTicks,
}: StampedEvent): readonly HistoryRow[] {
  const entry = { seq, place, timeMs }
  if (isForcedClosing(event)) return [stepRow(entry, event), ...closingRows(entry, event)]
  if (isLiquidationStep(event)) return [stepRow(entry, event), ...decisionRows(entry, event)]
  if (isSettlement(event)) {
    const whole: HistoryRow = { table: 'settlement', row: settlementRow(entry, event) }
    return event.kind === 'SpreadFilled' ? [whole, ...legRows(entry, event)] : [whole]
  }
  switch (event.kind) {
    case 'AccountOpened':
      return [{ table: 'trader', row: { account: event.account } }]
    case 'OrderCanceled':
    case 'OrderRejected': {
      const metId = event.kind === 'OrderCanceled' ? event.metId : undefined
      const row = orderRow(entry, event.order, { why: event.problem, metId, lastTicks })
      const ended: HistoryRow = { table: 'orderRecord', row }
      return [ended, ...decisionRows(entry, event)]
    }
    case 'OrderFilled': {
      const { order, fill } = event
      const trade = tradeOf(order, fill, timeMs)
      const filled: HistoryRow = {
        table: 'execution',
        row: executionRow(entry, order.account, trade),
      }
      // An order enters the history once it is final.
      if (!isFinal(event.order.status)) return [filled]
      return [filled, { table: 'orderRecord', row: orderRow(entry, event.order, { lastTicks }) }]
    }
    case 'PnlClosed':
      return closingRows(entry, event)
    case 'AlgoChanged':
      return isAlgoOver(event.algo)
        ? [{ table: 'algoRecord', row: algoRow(entry, event.algo) }]
        : []
    case 'WalletChanged':
      return [{ table: 'walletLog', row: walletRow(entry, event) }]
    case 'FundingPaid': {
      const { kind: _kind, payment, ...fields } = event
      return [{ table: 'fundingPayment', row: { ...entry, ...fields, payment: text(payment) } }]
    }
    case 'FundingSettled': {
      const { kind: _kind, ...fields } = event
      return [{ table: 'fundingRate', row: { ...entry, ...fields } }]
    }
    case 'Traded': {
      const { kind: _kind, ...fields } = event
      return [{ table: 'publicTrade', row: { ...entry, ...fields } }]
    }
    default:
      return decisionRows(entry, event)
  }
}

/** The second leg takes the place before the fill's, used by a wallet change in another table. */
function legRows(
  entry: Entry,
  { spread, fill }: Extract<Event, { kind: 'SpreadFilled' }>,
): HistoryRow[] {
  return legsOf(spread, fill).map((done, back) => ({
    table: 'execution',
    row: executionRow({ ...entry, place: entry.place - back }, spread.account, done),
  }))
}

/** Returns the decision row of an event, if it explains a decision. */
function decisionRows(entry: Entry, event: Event): HistoryRow[] {
  const decision = decisionOf(event)
  if (decision === undefined) return []
  const account = ownerOf(event) ?? 0
  return [{ table: 'decision', row: { ...entry, account, ...decision } }]
}

type Entry = { readonly seq: number; readonly place: number; readonly timeMs: number }

/** Details of an order's placement and end that the order itself lacks. */
type Around = Pick<StampedEvent, 'lastTicks'> & {
  readonly why?: Problem | undefined
  readonly metId?: number | undefined
}

function orderRow(entry: Entry, order: Order, { why, metId, lastTicks }: Around): OrderRow {
  const {
    id,
    filledValue,
    fee,
    closedPnl,
    reduceOnly,
    closeOnTrigger,
    cancelType,
    stop,
    algoId,
    entered,
    slippage,
    quoteAmount,
    isLeverage,
    selfTrade,
    ...plain
  } = order
  const byAmount = quoteAmount === undefined ? undefined : text(quoteAmount)
  const terms =
    (entered ?? slippage ?? byAmount ?? isLeverage ?? selfTrade) === undefined
      ? null
      : { entered, slippage, quoteAmount: byAmount, isLeverage, selfTrade }
  return {
    ...entry,
    ...plain,
    orderId: id,
    filledValue: text(filledValue),
    fee: text(fee),
    closedPnl: text(closedPnl),
    reduceOnly: Number(reduceOnly),
    closeOnTrigger: Number(closeOnTrigger),
    cancelType: cancelType ?? null,
    stop: stop === undefined ? null : JSON.stringify(stop),
    algoId: algoId ?? null,
    terms: terms && JSON.stringify(terms),
    problem: why === undefined ? null : JSON.stringify(why),
    lastTicks: lastTicks ?? null,
    metId: metId ?? null,
  }
}

function algoRow(entry: Entry, algo: AlgoRecord): AlgoRow {
  const record = JSON.stringify({ ...algo, filledValue: text(algo.filledValue) })
  return { ...entry, account: algo.account, algoId: algo.id, symbol: algo.symbol, record }
}

export function algoEndRecord({ seq, timeMs, record }: AlgoRow): AlgoEndRecord {
  const kept = storedJson('record', record, algoShape)
  return {
    seq,
    timeMs,
    symbol: kept.symbol,
    algo: { ...kept, filledValue: money(kept.filledValue) },
  }
}

const stepRow = (entry: Entry, event: LiquidationEvent): HistoryRow => ({
  table: 'liquidation',
  row: liquidationRow(entry, event),
})

/** Returns the closed PnL and, if no order closed the position, an execution. */
function closingRows(entry: Entry, event: Extract<Event, { kind: 'PnlClosed' }>): HistoryRow[] {
  const { kind: _kind, ...fields } = event
  const { entryValue, exitValue, tradePnl, openFee, closeFee, funding, closedPnl } = fields
  const money = { entryValue, exitValue, tradePnl, openFee, closeFee, funding, closedPnl }
  const row = { ...entry, updatedMs: entry.timeMs, ...fields, ...texts(money) }
  const closed: HistoryRow = { table: 'closedPnl', row }
  const done = closingOf(event)
  if (done === undefined) return [closed]
  return [closed, { table: 'execution', row: executionRow(entry, event.account, done) }]
}

/** Whether this is part of a trader's closing order, which has one record (rules 1.5). */
export const isOfClosingOrder = ({ cause, orderId: id }: ClosedPnlRow): boolean =>
  cause === 'Trade' && id !== 0

/**
 * Returns a closing order's row with another fill added. It keeps its place, so that no page misses
 * or repeats it.
 */
export function withFill(row: ClosedPnlRow, fill: ClosedPnlRow): ClosedPnlRow {
  const sum = (one: string, other: string) => text(amount(money(one) + money(other)))
  return {
    ...row,
    updatedMs: fill.timeMs,
    closedLots: row.closedLots + fill.closedLots,
    entryPriceE8: row.entryPriceE8 === fill.entryPriceE8 ? row.entryPriceE8 : null,
    entryValue: sum(row.entryValue, fill.entryValue),
    exitValue: sum(row.exitValue, fill.exitValue),
    tradePnl: sum(row.tradePnl, fill.tradePnl),
    openFee: sum(row.openFee, fill.openFee),
    closeFee: sum(row.closeFee, fill.closeFee),
    funding: sum(row.funding, fill.funding),
    closedPnl: sum(row.closedPnl, fill.closedPnl),
  }
}

function liquidationRow(entry: Entry, event: LiquidationEvent): LiquidationRow {
  const { symbol = '' } = { symbol: undefined, ...event }
  return { ...entry, account: event.account, symbol, record: eventText(event) }
}

export function liquidationRecord({ seq, timeMs, symbol, record }: LiquidationRow) {
  const event = eventOfText(record, liquidationShape)
  return { seq, timeMs, symbol: symbolId(symbol), event }
}

export function settlementRecord({ seq, place, timeMs, symbol, record }: SettlementRow) {
  const event = eventOfText(record, settlementShape)
  return { seq, place, timeMs, symbol: symbolId(symbol), event }
}

function executionRow(entry: Entry, account: number, executed: Done): ExecutionRow {
  const { kind, linkId, symbol, side, orderType, fill } = executed
  const { value, fee, isMaker, ...plain } = fill
  return {
    ...entry,
    ...plain,
    account,
    kind,
    orderId: executed.orderId,
    linkId,
    symbol,
    side,
    orderType,
    orderPriceTicks: executed.orderPriceTicks,
    orderLots: executed.orderLots,
    leavesLots: executed.leavesLots,
    value: text(value),
    fee: text(fee),
    isMaker: Number(isMaker),
  }
}

type Done = Omit<Executed, 'timeMs'>

function walletRow(entry: Entry, event: Extract<Event, { kind: 'WalletChanged' }>): WalletRow {
  const { cashFlow, funding, fee, change, balance } = event
  return {
    ...entry,
    account: event.account,
    coin: event.coin,
    cause: event.cause,
    symbol: event.symbol ?? null,
    orderId: event.orderId ?? null,
    tradeId: event.tradeId ?? null,
    ...texts({ cashFlow, funding, fee, change, balance }),
  }
}

/** Parses how an order was entered from its row. */
function termsOf(kept: string): Partial<Order> {
  const { quoteAmount, ...terms } = storedJson('terms', kept, termsShape)
  return quoteAmount === undefined ? terms : { ...terms, quoteAmount: money(quoteAmount) }
}

export function orderRecord(row: OrderRow): OrderRecord {
  const { seq, place, timeMs } = row
  const order: Order = {
    id: orderId(row.orderId),
    linkId: row.linkId,
    account: accountId(row.account),
    symbol: symbolId(row.symbol),
    side: row.side as Side,
    orderType: row.orderType as OrderType,
    timeInForce: row.timeInForce as TimeInForce,
    priceTicks: priceTicks(row.priceTicks),
    qtyLots: qtyLots(row.qtyLots),
    leavesLots: qtyLots(row.leavesLots),
    filledLots: qtyLots(row.filledLots),
    filledValue: money(row.filledValue),
    fee: money(row.fee),
    reduceOnly: row.reduceOnly === 1,
    closeOnTrigger: row.closeOnTrigger === 1,
    positionIdx: row.positionIdx as Order['positionIdx'],
    status: row.status as Order['status'],
    ...(row.cancelType === null ? {} : { cancelType: row.cancelType as CancelType }),
    closedPnl: money(row.closedPnl),
    createdMs: row.createdMs,
    updatedMs: row.updatedMs,
    updateNo: row.updateNo,
    ...(row.stop === null ? {} : { stop: storedJson('stop', row.stop, stopShape) }),
    ...(row.algoId === null ? {} : { algoId: row.algoId }),
    ...(row.terms === null ? {} : termsOf(row.terms)),
  }
  const record = {
    seq,
    place,
    timeMs,
    order,
    ...(row.lastTicks === null ? {} : { lastTicks: row.lastTicks }),
    ...(row.metId === null ? {} : { metId: orderId(row.metId) }),
  }
  if (row.problem === null) return record
  return { ...record, problem: storedJson('problem', row.problem, problemShape) }
}

export function executionRecord(row: ExecutionRow): ExecutionRecord {
  return {
    seq: row.seq,
    place: row.place,
    timeMs: row.timeMs,
    kind: row.kind as ExecutionRecord['kind'],
    orderId: orderId(row.orderId),
    linkId: row.linkId,
    symbol: symbolId(row.symbol),
    side: row.side as Side,
    orderType: row.orderType as OrderType,
    orderPriceTicks: priceTicks(row.orderPriceTicks),
    orderLots: qtyLots(row.orderLots),
    leavesLots: qtyLots(row.leavesLots),
    fill: {
      tradeId: row.tradeId,
      priceTicks: priceTicks(row.priceTicks),
      qtyLots: qtyLots(row.qtyLots),
      value: money(row.value),
      fee: money(row.fee),
      feeCoin: row.feeCoin,
      feeRateE8: rateE8(row.feeRateE8),
      isMaker: row.isMaker === 1,
      closedLots: qtyLots(row.closedLots),
    },
  }
}

export function closedPnlRecord(row: ClosedPnlRow): ClosedPnlRecord {
  return {
    seq: row.seq,
    timeMs: row.timeMs,
    account: accountId(row.account),
    symbol: symbolId(row.symbol),
    positionIdx: row.positionIdx as ClosedPnlRecord['positionIdx'],
    side: row.side as Side,
    orderId: orderId(row.orderId),
    closedLots: qtyLots(row.closedLots),
    entryPriceE8: row.entryPriceE8 === null ? undefined : priceE8(row.entryPriceE8),
    entryValue: money(row.entryValue),
    exitValue: money(row.exitValue),
    tradePnl: money(row.tradePnl),
    openFee: money(row.openFee),
    closeFee: money(row.closeFee),
    funding: money(row.funding),
    closedPnl: money(row.closedPnl),
    openedMs: row.openedMs,
    cause: row.cause as ClosedPnlRecord['cause'],
    updatedMs: row.updatedMs,
  }
}

export function logRecord(row: WalletRow): LogRecord {
  return {
    seq: row.seq,
    place: row.place,
    timeMs: row.timeMs,
    account: accountId(row.account),
    coin: row.coin,
    cause: row.cause as LogRecord['cause'],
    ...(row.symbol === null ? {} : { symbol: symbolId(row.symbol) }),
    ...(row.orderId === null ? {} : { orderId: orderId(row.orderId) }),
    ...(row.tradeId === null ? {} : { tradeId: row.tradeId }),
    cashFlow: money(row.cashFlow),
    funding: money(row.funding),
    fee: money(row.fee),
    change: money(row.change),
    balance: money(row.balance),
  }
}

export function fundingRecord(row: FundingRow): FundingRecord {
  return {
    seq: row.seq,
    place: row.place,
    timeMs: row.timeMs,
    account: accountId(row.account),
    symbol: symbolId(row.symbol),
    positionIdx: row.positionIdx as FundingRecord['positionIdx'],
    side: row.side as Side,
    sizeLots: qtyLots(row.sizeLots),
    markE8: priceE8(row.markE8),
    rateE8: rateE8(row.rateE8),
    payment: money(row.payment),
    atMs: row.atMs,
  }
}

export function fundingRateRecord(row: FundingRateRow): FundingRateRecord {
  return {
    seq: row.seq,
    timeMs: row.timeMs,
    symbol: symbolId(row.symbol),
    rateE8: rateE8(row.rateE8),
    markE8: priceE8(row.markE8),
    atMs: row.atMs,
  }
}

export function publicTrade(row: TradeRow): PublicTrade {
  return {
    seq: row.seq,
    timeMs: row.timeMs,
    tradeId: row.tradeId,
    symbol: symbolId(row.symbol),
    priceTicks: priceTicks(row.priceTicks),
    qtyLots: qtyLots(row.qtyLots),
    takerSide: row.takerSide as Side,
  }
}

const text = (value: Amount): string => formatDecimal(value, 8)

function texts<Name extends string>(values: Record<Name, Amount>): Record<Name, string> {
  const written = {} as Record<Name, string>
  for (const name of Object.keys(values) as Name[]) written[name] = text(values[name])
  return written
}

/** Parses an amount written by `text`. */
export function money(written: string): Amount {
  const value = parseDecimal(written, 8)
  if (value === undefined) throw new Error(`The history holds an amount that is none: ${written}`)
  return amount(value)
}
