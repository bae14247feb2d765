// Updates of one account for the private topics (open API 11): the events of one command become one
// frame per topic, with the figures after it.

import type { AlgoKind } from '@basis/domain/algo/order'
import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import type { PositionIdx } from '@basis/domain/orders/position'
import type {
  Event,
  EventBatch,
  Fill,
  OrderFilled,
  PnlClosed,
  SpreadFilled,
} from '@basis/engine/events'
import { encodeAmount } from '@basis/protocol/order'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import { algoKindOf } from '../../exchange/encoded-state.ts'
import { closingOf, legsOf, tradeOf } from '../../read-model/executions.ts'
import { greeksOf } from '../account/greeks.ts'
import { categoryOf } from '../instruments.ts'
import { rowsOf } from '../orders/order-queries.ts'
import { positionRow } from '../positions/position-queries.ts'
import type { Trader } from '../reading/order-fields.ts'
import { encodeV5Execution, encodeV5Funding } from '../rows/execution-row.ts'
import { feeCoinOf } from '../rows/order-row.ts'
import { encodeV5Wallet } from '../rows/wallet-row.ts'
import { spreadExecutionRows, spreadOrderRow } from '../spread/spread-rows.ts'

export const families = ['order', 'execution', 'position', 'wallet', 'greeks'] as const
/** Topics of combinations, under their full names. */
export const spreadFamilies = ['spread.order', 'spread.execution'] as const
export type Family = (typeof families)[number] | (typeof spreadFamilies)[number]

/** A row with its category, by which categorised topics are filtered. */
export type StreamRow = { readonly category?: V5Category; readonly row: object }
/** The effects of one command on the account. */
export type StreamNews = {
  readonly seq: number
  readonly timeMs: number
  readonly rows: Readonly<Record<Family, readonly StreamRow[]>>
}

type Touched = { readonly symbol: SymbolId; readonly idx: PositionIdx }

export class AccountStream {
  readonly #trader: Trader
  #sentWallet = ''
  /**
   * Kinds of the algorithmic orders that the command changed: ended ones are in no view any more.
   */
  #algoKinds: ReadonlyMap<number | undefined, AlgoKind> = new Map()

  constructor(parts: Trader['parts'], account: AccountId) {
    this.#trader = { parts, account }
  }

  /** Returns the rows of one command for this account. */
  take(batch: EventBatch, own: readonly Event[]): StreamNews {
    const { seq, timeMs } = batch
    const touched = touchedBy(own)
    this.#algoKinds = new Map(
      own.flatMap((event) =>
        event.kind === 'AlgoChanged' ? [[event.algo.id, event.algo.terms.kind] as const] : [],
      ),
    )
    return {
      seq,
      timeMs,
      rows: {
        order: own.flatMap((event) => this.#orderRows(event)),
        execution: this.#executionRows(own, batch),
        position: touched.flatMap((place) => this.#positionRows(place)),
        wallet: this.#walletRows(),
        greeks: this.#greekRows(touched),
        'spread.order': changesOf(own.flatMap((event) => this.#spreadOrder(event))),
        'spread.execution': own.flatMap((event) => this.#spreadExecution(event, { seq, timeMs })),
      },
    }
  }

  #instrument(symbol: SymbolId): Instrument | undefined {
    return this.#trader.parts.exchange.views.instrument(symbol)
  }

  #orderRows(event: Event): StreamRow[] {
    if (!('order' in event) || event.kind === 'OrderRejected') return []
    const { order } = event
    const instrument = this.#instrument(order.symbol)
    if (instrument === undefined) return []
    const category = categoryOf(instrument)
    const extra = {
      category,
      closedPnl: encodeAmount(order.closedPnl),
      feeCurrency: order.filledLots === 0 ? '' : feeCoinOf(order, instrument),
    }
    const algoKind = this.#algoKinds.get(order.algoId)
    return rowsOf(this.#trader, { ...event, algoKind }).map((row) => ({
      category,
      row: { ...extra, ...row },
    }))
  }

  #spreadOrder(event: Event): StreamRow[] {
    if (!('spread' in event)) return []
    const row = spreadOrderRow(this.#trader.parts, event.spread)
    return row === undefined ? [] : [{ row: { category: 'combination', ...row } }]
  }

  #spreadExecution(event: Event, at: Pick<EventBatch, 'seq' | 'timeMs'>): StreamRow[] {
    if (event.kind !== 'SpreadFilled') return []
    return spreadExecutionRows(this.#trader.parts, { ...event, ...at }).map((row) => ({ row }))
  }

  #executionRows(own: readonly Event[], { seq, timeMs, events }: EventBatch): StreamRow[] {
    const closedPnls = closedPnlsOf(own)
    return own.flatMap((event) => {
      // A closing is named by its place among all events of the command, as in the history.
      const place = event.kind === 'PnlClosed' ? events.indexOf(event) : 0
      if (event.kind === 'OrderFilled')
        return this.#filled(event, closedPnls, { seq, place, timeMs })
      if (event.kind === 'PnlClosed') return this.#closed(event, { seq, place, timeMs })
      if (event.kind === 'SpreadFilled')
        return this.#legsFilled(event, closedPnls, { seq, place, timeMs })
      const instrument = event.kind === 'FundingPaid' ? this.#instrument(event.symbol) : undefined
      if (event.kind !== 'FundingPaid' || instrument === undefined) return []
      const category = categoryOf(instrument)
      const row = encodeV5Funding({ ...event, seq, timeMs }, instrument)
      return [{ category, row: { category, ...row, ...defaultFields } }]
    })
  }

  #filled({ order, fill }: OrderFilled, closedPnls: ClosedPnls, at: Place): StreamRow[] {
    const instrument = this.#instrument(order.symbol)
    if (instrument === undefined) return []
    const category = categoryOf(instrument)
    const done = { ...tradeOf(order, fill, at.timeMs), seq: at.seq, place: at.place }
    const { views } = this.#trader.parts.exchange
    const algoKind = algoKindOf(views, { order, algoKind: this.#algoKinds.get(order.algoId) })
    const row = encodeV5Execution(done, instrument, order, algoKind)
    const execPnl = nextClosedPnl(closedPnls, order.id, fill)
    const extra = { ...defaultFields, isLeverage: leverageFlag(order), execPnl }
    return [{ category, row: { category, ...row, ...extra } }]
  }

  /** The legs of a combination are executions of their own markets, as in the history (D-S7). */
  #legsFilled({ spread, fill }: SpreadFilled, closedPnls: ClosedPnls, at: Place): StreamRow[] {
    return legsOf(spread, fill).flatMap((leg) => {
      const instrument = this.#instrument(leg.symbol)
      if (instrument === undefined) return []
      const category = categoryOf(instrument)
      const row = encodeV5Execution({ ...leg, ...at }, instrument)
      const execPnl = nextClosedPnl(closedPnls, leg.orderId, leg.fill)
      return [{ category, row: { category, ...row, ...defaultFields, execPnl } }]
    })
  }

  /** Rows of closings without an order. */
  #closed(event: PnlClosed, { seq, place, timeMs }: Place): StreamRow[] {
    const done = closingOf(event)
    const instrument = this.#instrument(event.symbol)
    if (done === undefined || instrument === undefined) return []
    const category = categoryOf(instrument)
    const row = encodeV5Execution({ ...done, seq, place, timeMs }, instrument)
    const extra = { ...defaultFields, execPnl: encodeAmount(event.tradePnl) }
    return [{ category, row: { category, ...row, ...extra } }]
  }

  #positionRows({ symbol, idx }: Touched): StreamRow[] {
    const instrument = this.#instrument(symbol)
    if (instrument === undefined || instrument.kind === 'Spot') return []
    const category = categoryOf(instrument)
    const { avgPrice: entryPrice, ...row } = positionRow(this.#trader, instrument, idx)
    return [{ category, row: { category, ...row, entryPrice } }]
  }

  /** The account, if it has changed since the last row. */
  #walletRows(): StreamRow[] {
    const { parts, account } = this.#trader
    const { views } = parts.exchange
    const view = views.account(account)
    if (view === undefined) return []
    const row = encodeV5Wallet(views, view)
    const text = JSON.stringify(row)
    if (text === this.#sentWallet) return []
    this.#sentWallet = text
    return [{ row }]
  }

  #greekRows(touched: readonly Touched[]): StreamRow[] {
    const hasOption = touched.some(({ symbol }) => this.#instrument(symbol)?.option !== undefined)
    return hasOption ? greeksOf(this.#trader).map((row) => ({ row })) : []
  }
}

/** Drops repeated rows: a fill and the end of the order after it have the same figures. */
const changesOf = (rows: readonly StreamRow[]): StreamRow[] =>
  rows.filter(({ row }, at) => JSON.stringify(row) !== JSON.stringify(rows[at - 1]?.row))

type Place = { readonly seq: number; readonly place: number; readonly timeMs: number }

const leverageFlag = ({ isLeverage }: Order): string => (isLeverage === true ? '1' : '0')
const defaultFields = { isLeverage: '0', execPnl: '0', marketUnit: '' }

type ClosedPnls = ReadonlyMap<number, PnlClosed[]>

/** Returns the closed PnL events by order, in order of fills. */
function closedPnlsOf(own: readonly Event[]): ClosedPnls {
  const closedPnls = new Map<number, PnlClosed[]>()
  for (const event of own) {
    if (event.kind !== 'PnlClosed') continue
    closedPnls.set(event.orderId, [...(closedPnls.get(event.orderId) ?? []), event])
  }
  return closedPnls
}

/** Takes the closed PnL of the next fill of an order; "0" if it closed nothing. */
function nextClosedPnl(
  closedPnls: ClosedPnls,
  orderId: number,
  { closedLots }: Pick<Fill, 'closedLots'>,
): string {
  const closed = closedLots > 0 ? closedPnls.get(orderId)?.shift() : undefined
  return closed === undefined ? '0' : encodeAmount(closed.tradePnl)
}

/** Returns the positions that the events affect, each once. */
function touchedBy(own: readonly Event[]): readonly Touched[] {
  const touched = new Map<string, Touched>()
  for (const event of own) {
    for (const place of placesOf(event)) touched.set(`${place.symbol} ${place.idx}`, place)
  }
  return [...touched.values()]
}

function placesOf(event: Event): readonly Touched[] {
  // Combinations trade in one-way mode only (D-S9); fills of legs have no events of their own.
  if (event.kind === 'SpreadFilled') {
    return [event.fill.near, event.fill.far].map(({ symbol }) => ({ symbol, idx: 0 }))
  }
  const place = placeOf(event)
  return place === undefined ? [] : [place]
}

function placeOf(event: Event): Touched | undefined {
  if ('order' in event) return { symbol: event.order.symbol, idx: event.order.positionIdx }
  if ('position' in event) return { symbol: event.position.symbol, idx: event.position.positionIdx }
  switch (event.kind) {
    case 'FundingPaid':
    case 'SessionPaid':
    case 'MarginReplenished':
    case 'PositionDeleveraged':
    case 'PnlClosed':
      return { symbol: event.symbol, idx: event.positionIdx }
    case 'LeverageChanged':
      return { symbol: event.symbol, idx: event.positionIdx ?? 0 }
    default:
      return undefined
  }
}
