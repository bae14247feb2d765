// The columns of each history: the text of a cell and its colour.

import { amount } from '@basis/domain/numbers/fixed'
import {
  priceDecimals,
  qtyCoin,
  qtyDecimals,
  valueCoin,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import { problemNames, type ProblemName } from '@basis/domain/instrument/problems'
import { feeEffect } from '@basis/protocol/account'
import { decodeAmount, encodeAmount } from '@basis/protocol/order'
import { problemMessage } from '../../client/error-reactions.ts'
import { basisWord, triggerSign } from '../../actions/words/basis-words.ts'
import { spotStatusWord } from '../../actions/words/spot-status-words.ts'
import { stopWord } from '../../actions/words/stop-words.ts'
import { NOTHING, type Format } from '../../i18n/format.ts'
import type { Message, MessageKey, Translate } from '../../i18n/message-keys.ts'
import { endWord, kindWord, termsMessage } from '../../actions/words/strategy-words.ts'
import { averageDecimals } from '../../stores/instrument-format.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { explainers } from './explain-rows.ts'
import type { HistoryView, Rows } from './history-pages.ts'

export type Tone = 'up' | 'down' | 'soft'

/** The content of a cell. `side` makes it a badge, `copy` puts a copy button beside it. */
export type CellWords = {
  readonly text: string
  /** A second figure in a muted colour, e.g. a fee's rate. */
  readonly detail?: string | undefined
  readonly tone?: Tone | undefined
  readonly badge?: Side | undefined
  readonly copy?: string | undefined
}

/** What formatting a row needs. */
export type Words = {
  readonly t: Translate
  readonly format: Format
  readonly instrumentOf: (symbol: string) => Instrument | undefined
}

export type Column<Row> = {
  readonly id: string
  readonly title: MessageKey
  readonly align: 'start' | 'end'
  readonly cell: (row: Row, words: Words) => CellWords
  /** A second figure, shown below the first in a table. */
  readonly under?: Column<Row>
}

/** Everything about a history except its requests. */
export type Definition<Row> = {
  readonly title: MessageKey
  readonly empty: MessageKey
  /** The title of the row's time. */
  readonly timeTitle: MessageKey
  readonly keyOf: (row: Row) => string
  /** The time by which the exchange sorts the rows. */
  readonly timeOf: (row: Row) => number
  /** A second time that some rows have: shown on hover, and as a line of a card. */
  readonly otherTime?: { readonly title: MessageKey; readonly of: (row: Row) => number }
  readonly symbolOf: (row: Row) => string
  /** The dialog that explains the row, if there is one. */
  readonly explainOf: (row: Row) => DialogRequest | undefined
  /** The columns after the contract and the time. */
  readonly columns: readonly Column<Row>[]
}

/** Returns a row's second time and its title; undefined if it equals the first. */
export function otherTimeOf<Row>({ timeOf, otherTime }: Definition<Row>, row: Row) {
  if (otherTime === undefined) return undefined
  const timeMs = otherTime.of(row)
  return timeMs === timeOf(row) ? undefined : { title: otherTime.title, timeMs }
}

type Cell<Row> = Column<Row>['cell']

const start = <Row>(id: string, title: MessageKey, cell: Cell<Row>): Column<Row> => ({
  id,
  title,
  align: 'start',
  cell,
})
const end = <Row>(id: string, title: MessageKey, cell: Cell<Row>): Column<Row> => ({
  ...start(id, title, cell),
  align: 'end',
})

/** Returns a column with another column's figure below its own. */
const pair = <Row>(above: Column<Row>, under: Column<Row>): Column<Row> => ({ ...above, under })

/** Returns all columns in order, including those below another. */
export const everyColumn = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.flatMap((column) => (column.under === undefined ? [column] : [column, column.under]))

const decimalsIn = (text: string): number => text.replace(/0+$/, '').split('.')[1]?.length ?? 0

// Old rows keep their own digits if an instrument's steps have changed since (reliability T7).
function priceText({ format, instrumentOf }: Words, symbol: string, text: string): string {
  const instrument = instrumentOf(symbol)
  const own = decimalsIn(text)
  return format.price(
    text,
    instrument === undefined ? own : Math.max(own, priceDecimals(instrument)),
  )
}

/** An average may have more decimals than the instrument's price; it is rounded to those. */
function averageText(words: Words, symbol: string, text: string): string {
  if (text === '' || text === '0') return NOTHING
  const instrument = words.instrumentOf(symbol)
  return words.format.price(
    text,
    instrument === undefined ? decimalsIn(text) : averageDecimals(instrument),
  )
}

function qtyText({ format, instrumentOf }: Words, symbol: string, text: string): string {
  const instrument = instrumentOf(symbol)
  const own = decimalsIn(text)
  return format.quantity(
    text,
    instrument === undefined ? own : Math.max(own, qtyDecimals(instrument)),
  )
}

/** Formats money with its coin's decimals; with those of the text if the coin is not known. */
function money({ format }: Words, text: string, coin: string | undefined, signed = false): string {
  return coin === undefined
    ? format.decimal(text, { scale: decimalsIn(text), signed })
    : format.money(text, coin, { signed })
}

const settleCoinOf = (words: Words, symbol: string): string | undefined =>
  words.instrumentOf(symbol)?.settleCoin

/** A value with its coin, in that coin's decimals: for inverse contracts the settle coin. */
function valueCell(words: Words, symbol: string, text: string): CellWords {
  const instrument = words.instrumentOf(symbol)
  const coin = instrument === undefined ? undefined : valueCoin(instrument)
  return { text: money(words, text, coin), detail: coin }
}

/** A quantity with its unit: the coin, for inverse contracts dollars. */
function qtyCell(words: Words, symbol: string, text: string): CellWords {
  const instrument = words.instrumentOf(symbol)
  const detail = instrument === undefined ? undefined : qtyCoin(instrument)
  return { text: qtyText(words, symbol, text), detail }
}

const toneOf = (text: string): Tone =>
  text.startsWith('-') ? 'down' : /[1-9]/.test(text) ? 'up' : 'soft'

/** Money with its sign, coloured by it. */
function gain(words: Words, text: string, coin: string | undefined): CellWords {
  return { text: money(words, text, coin, true), tone: toneOf(text) }
}

/** A contract's result, with its settle coin. */
function settledGain(words: Words, symbol: string, text: string): CellWords {
  const coin = settleCoinOf(words, symbol)
  return { ...gain(words, text, coin), detail: coin }
}

const sumText = (one: string, other: string): string =>
  encodeAmount(amount(decodeAmount(one) + decodeAmount(other)))

function sideCell(side: Side, { t }: Words): CellWords {
  return { text: t(side === 'Buy' ? 'history.buy' : 'history.sell'), badge: side }
}

function positionCell(side: Side, { t }: Words): CellWords {
  return { text: t(side === 'Buy' ? 'history.long' : 'history.short'), badge: side }
}

/** The figures of a rejection are not stored, so messages that name one have a form without it. */
const plainRefusals: Partial<Record<ProblemName, MessageKey>> = {
  tickSizeFixNumTips: 'history.refusals.priceStep',
  lotSizeFixNumTips: 'history.refusals.qtyStep',
  priceTooLow: 'history.refusals.priceTooLow',
  priceTooHigh: 'history.refusals.priceTooHigh',
  qtyTooSmall: 'history.refusals.qtyTooSmall',
  orderMaxQtyReplace: 'history.refusals.qtyTooLarge',
  notionalTooSmall: 'history.refusals.valueTooSmall',
  priceAboveBand: 'history.refusals.priceLimit',
  priceBelowBand: 'history.refusals.priceLimit',
}

function refusalMessage(name: ProblemName): Message {
  const plain = plainRefusals[name]
  return plain === undefined ? problemMessage({ name }) : { key: plain }
}

/** Returns the order's final status; for spot orders in the words of spec 4. */
const statusKey = ({ symbol, orderStatus, spot }: Rows['orders']): MessageKey =>
  spotStatusWord({ symbol, status: orderStatus, planType: spot?.planType }) ??
  `history.statuses.${orderStatus}`

function reasonOf(row: Rows['orders'], { t }: Words): string {
  const refused = problemNames.find((name) => name === row.cxlRejReason)
  if (refused !== undefined) return t(refusalMessage(refused))
  if (row.orderStatus === 'Filled' || row.cancelType === undefined) return ''
  return t(`history.reasons.${row.cancelType}`)
}

// The fee of a spot buy is paid in the bought coin (rules 3.1).
function orderFeeCoin(row: Rows['orders'], words: Words): string | undefined {
  const instrument = words.instrumentOf(row.symbol)
  if (instrument?.kind === 'Spot' && row.side === 'Buy') return instrument.baseCoin
  return instrument?.settleCoin
}

/**
 * Whether an order was given as an amount of quote coin: its quantity is then only what the amount
 * would have bought (rules 8.7).
 */
const isByAmount = ({ orderType, spot }: Rows['orders']): boolean =>
  orderType === 'Market' && spot?.marketUnit === 'quoteCoin'

/** The value of what was filled, of an order by amount out of that amount. */
function orderValueCell(row: Rows['orders'], words: Words): CellWords {
  const { symbol, cumExecValue, spot } = row
  const value = valueCell(words, symbol, cumExecValue)
  if (spot === undefined || !isByAmount(row)) return value
  const whole = valueCell(words, symbol, spot.amount)
  return { ...value, detail: `/ ${whole.text} ${whole.detail ?? ''}`.trimEnd() }
}

/** The stop type, and the type of the order that it becomes. */
function typeCell(row: Rows['orders'], { t }: Words) {
  const { stopOrderType, orderType, timeInForce, isLeverage, spot } = row
  const plain = t(orderType === 'Limit' ? 'history.limit' : 'history.market')
  const type = isLeverage === 1 ? `${t('orders.margin')} · ${plain}` : plain
  const force = t(`history.tif.${timeInForce}`)
  const stop = stopWord(stopOrderType, spot?.planType)
  if (stop === undefined) return { text: type, detail: force }
  return { text: t({ key: stop }), detail: `${type} ${force}` }
}

/** The trigger condition: a price of its basis, reached by a rise or by a fall. */
function triggerCell(row: Rows['orders'], words: Words): CellWords {
  const { triggerPrice, triggerBy, triggerDirection } = row
  if (triggerPrice === undefined || triggerDirection === undefined) return { text: NOTHING }
  const price = priceText(words, row.symbol, triggerPrice)
  const detail = triggerBy === undefined ? undefined : words.t({ key: basisWord(triggerBy) })
  return { text: `${triggerSign(triggerDirection)} ${price}`, detail }
}

/** The algorithm that sent the order, by kind and number; empty for the trader's own orders. */
function originCell({ strategyId, strategyType }: Rows['orders'], { t }: Words): CellWords {
  if (strategyId === undefined) return { text: NOTHING, tone: 'soft' }
  const kind = strategyType === undefined ? '' : t({ key: kindWord(strategyType) })
  return { text: kind, detail: strategyId }
}

/** The TP/SL attached to the order. */
function tpslCell({ symbol, takeProfit, stopLoss }: Rows['orders'], words: Words): CellWords {
  if (takeProfit === undefined && stopLoss === undefined) return { text: NOTHING }
  const [profit, loss] = [takeProfit, stopLoss].map((price) =>
    price === undefined ? NOTHING : priceText(words, symbol, price),
  )
  return { text: `${profit} / ${loss}` }
}

const orderColumns: readonly Column<Rows['orders']>[] = [
  pair(
    start('side', 'history.side', (row, words) => sideCell(row.side, words)),
    start('type', 'history.type', typeCell),
  ),
  pair(
    end('price', 'history.price', (row, words) => ({
      text:
        row.orderType === 'Market'
          ? words.t('history.market')
          : priceText(words, row.symbol, row.price),
    })),
    end('trigger', 'orders.trigger', triggerCell),
  ),
  pair(
    end('filled', 'history.filled', (row, words) => ({
      text: qtyText(words, row.symbol, row.cumExecQty),
      detail: isByAmount(row) ? undefined : `/ ${qtyText(words, row.symbol, row.qty)}`,
    })),
    end('averagePrice', 'history.averagePrice', (row, words) => ({
      text: averageText(words, row.symbol, row.avgPrice),
    })),
  ),
  pair(
    end('value', 'history.value', orderValueCell),
    end('fee', 'history.fee', (row, words) => {
      const coin = orderFeeCoin(row, words)
      return { text: money(words, row.cumExecFee, coin), detail: coin }
    }),
  ),
  end('tpsl', 'tpsl.column', tpslCell),
  start('reduceOnly', 'history.reduceOnly', (row, { t }) => ({
    text: t(row.reduceOnly ? 'history.yes' : 'history.no'),
    tone: row.reduceOnly ? undefined : 'soft',
  })),
  pair(
    start('status', 'history.status', (row, { t }) => ({
      text: t({ key: statusKey(row) }),
      tone: row.orderStatus === 'Rejected' ? 'down' : undefined,
    })),
    start('reason', 'history.reason', (row, words) => ({
      text: reasonOf(row, words),
      tone: 'soft',
    })),
  ),
  pair(
    start('orderId', 'history.orderId', ({ orderId }) =>
      orderId === '0' ? { text: NOTHING, tone: 'soft' } : { text: orderId, copy: orderId },
    ),
    start('origin', 'history.origin', originCell),
  ),
]

/** Returns the account's role in a trade, or what closed its position without one. */
function roleOf({ execType, isMaker }: Rows['fills']) {
  switch (execType) {
    case 'BustTrade':
      return 'history.takenOver'
    case 'AdlTrade':
      return 'history.deleveraged'
    case 'Delivery':
    case 'Settle':
      return 'history.delivered'
    case 'Funding':
      return 'history.funding'
    default:
      return isMaker ? 'history.maker' : 'history.taker'
  }
}

const fillColumns: readonly Column<Rows['fills']>[] = [
  start('side', 'history.side', (row, words) => sideCell(row.side, words)),
  end('price', 'history.price', (row, words) => ({
    // Other executions have a bankruptcy, mark or delivery price, which may lie between two ticks.
    text: (row.execType === 'Trade' ? priceText : averageText)(words, row.symbol, row.execPrice),
  })),
  end('quantity', 'history.quantity', (row, words) => qtyCell(words, row.symbol, row.execQty)),
  end('value', 'history.value', (row, words) => valueCell(words, row.symbol, row.execValue)),
  end('fee', 'history.fee', (row, { format }) => ({
    text: format.money(row.execFee, row.feeCoin),
    detail: `${row.feeCoin} (${format.funding(row.feeRate)})`,
  })),
  start('role', 'history.role', (row, { t }) => ({ text: t(roleOf(row)) })),
  end('closedSize', 'history.closedSize', (row, words) => ({
    text: /[1-9]/.test(row.closedSize) ? qtyText(words, row.symbol, row.closedSize) : NOTHING,
  })),
  start('orderId', 'history.orderId', ({ orderId }) =>
    orderId === '' ? { text: NOTHING, tone: 'soft' } : { text: orderId, copy: orderId },
  ),
]

const closedPnlColumns: readonly Column<Rows['closedPnl']>[] = [
  start('side', 'history.side', (row, words) => positionCell(row.side, words)),
  start('opened', 'history.opened', (row, { format }) => ({
    text: format.dateTime(row.openedAtE3),
    tone: 'soft',
  })),
  end('size', 'history.closedSize', (row, words) => qtyCell(words, row.symbol, row.closedSize)),
  end('entry', 'history.entry', (row, words) => ({
    text: averageText(words, row.symbol, row.avgEntryPrice),
  })),
  end('exit', 'history.exit', (row, words) => ({
    text: averageText(words, row.symbol, row.avgExitPrice),
  })),
  end('gross', 'history.gross', (row, words) => settledGain(words, row.symbol, row.tradePnl)),
  end('fees', 'history.fees', (row, words) => {
    const coin = settleCoinOf(words, row.symbol)
    return { text: money(words, sumText(row.openFee, row.closeFee), coin), detail: coin }
  }),
  end('funding', 'history.funding', (row, words) => settledGain(words, row.symbol, row.fundingFee)),
  end('net', 'history.net', (row, words) => settledGain(words, row.symbol, row.closedPnl)),
  start('cause', 'history.cause', (row, { t }) => ({
    text: t(`history.causes.${row.cause}`),
    tone: row.cause === 'Trade' ? 'soft' : 'down',
  })),
]

/** An order's record grows but keeps its row; parts without an order differ in time and size. */
const closingKey = (row: Rows['closedPnl']): string =>
  row.cause === 'Trade'
    ? `${row.orderId} ${row.side}`
    : `${row.orderId} ${row.closedAtE3} ${row.closedSize} ${row.exitValue}`

const fundingColumns: readonly Column<Rows['funding']>[] = [
  start('position', 'history.position', (row, words) => positionCell(row.side, words)),
  end('size', 'history.size', (row, words) => qtyCell(words, row.symbol, row.size)),
  end('markPrice', 'history.markPrice', (row, words) => ({
    text: averageText(words, row.symbol, row.markPrice),
  })),
  end('rate', 'history.rate', (row, { format }) => ({ text: format.funding(row.fundingRate) })),
  end('payment', 'history.payment', (row, words) => settledGain(words, row.symbol, row.fundingFee)),
]

const transactionColumns: readonly Column<Rows['transactions']>[] = [
  start('type', 'history.type', (row, { t }) => ({ text: t(`history.entries.${row.type}`) })),
  start('coin', 'history.coin', (row) => ({ text: row.coin })),
  end('cashFlow', 'history.cashFlow', (row, words) => gain(words, row.cashFlow, row.coin)),
  end('funding', 'history.funding', (row, words) => gain(words, row.funding, row.coin)),
  end('fee', 'history.fee', (row, words) => gain(words, feeEffect(row), row.coin)),
  end('change', 'history.change', (row, words) => gain(words, row.change, row.coin)),
  end('balance', 'history.balance', (row, { format }) => ({
    text: format.money(row.cashBalance, row.coin),
  })),
]

const strategyColumns: readonly Column<Rows['strategies']>[] = [
  pair(
    start('side', 'history.side', (row, words) => sideCell(row.side, words)),
    start('kind', 'strategies.kindColumn', (row, { t }) => ({
      text: t({ key: kindWord(row.strategyType) }),
    })),
  ),
  pair(
    end('filled', 'history.filled', (row, words) => ({
      text: qtyText(words, row.symbol, row.cumExecQty),
      detail: `/ ${qtyText(words, row.symbol, row.qty)}`,
    })),
    end('averagePrice', 'history.averagePrice', (row, words) => ({
      text: averageText(words, row.symbol, row.avgPrice),
    })),
  ),
  end('value', 'history.value', (row, words) => valueCell(words, row.symbol, row.cumExecValue)),
  end('sent', 'strategies.sent', (row, { format }) => ({
    text: format.decimal(String(row.sentOrders), { scale: 0 }),
  })),
  start('terms', 'strategies.terms', (row, { t, instrumentOf }) => {
    const instrument = instrumentOf(row.symbol)
    return instrument === undefined ? { text: NOTHING } : { text: t(termsMessage(row, instrument)) }
  }),
  pair(
    start('status', 'history.status', (row, { t }) => ({
      text: t(`strategies.statuses.${row.status}`),
      tone: row.status === 'Stopped' ? 'down' : undefined,
    })),
    start('reason', 'history.reason', (row, words) => ({
      text: endReasonOf(row, words),
      tone: 'soft',
    })),
  ),
]

/** Returns why it ended; if one of its orders was rejected, also why. */
function endReasonOf(row: Rows['strategies'], { t }: Words): string {
  const end = endWord(row)
  if (end === undefined) return ''
  const name = problemNames.find((each) => each === row.rejectReason)
  const refused = name === undefined ? '' : ` ${t(refusalMessage(name))}`
  return `${t({ key: end })}${row.endReason === 'ChildRefused' ? refused : ''}`
}

export const definitions: { readonly [View in HistoryView]: Definition<Rows[View]> } = {
  orders: {
    title: 'history.orders',
    empty: 'history.emptyOrders',
    timeTitle: 'history.ended',
    // Rejected orders have no id of their own.
    keyOf: (row) => `${row.orderId} ${row.createdAtE3} ${row.orderLinkId} ${row.price} ${row.qty}`,
    timeOf: (row) => row.updatedAtE3,
    otherTime: { title: 'history.placed', of: (row) => row.createdAtE3 },
    symbolOf: (row) => row.symbol,
    explainOf: explainers.orders,
    columns: orderColumns,
  },
  fills: {
    title: 'history.fills',
    empty: 'history.emptyFills',
    timeTitle: 'history.time',
    // A self-trade has two fills with one id.
    keyOf: (row) => `${row.execId} ${row.orderId}`,
    timeOf: (row) => row.execTimeE3,
    symbolOf: (row) => row.symbol,
    explainOf: explainers.fills,
    columns: fillColumns,
  },
  closedPnl: {
    title: 'history.closedPnl',
    empty: 'history.emptyClosedPnl',
    timeTitle: 'history.closed',
    keyOf: closingKey,
    timeOf: (row) => row.closedAtE3,
    otherTime: { title: 'history.lastFill', of: (row) => row.updatedAtE3 },
    symbolOf: (row) => row.symbol,
    explainOf: explainers.closedPnl,
    columns: closedPnlColumns,
  },
  funding: {
    title: 'history.funding',
    empty: 'history.emptyFunding',
    timeTitle: 'history.time',
    keyOf: (row) => `${row.symbol} ${row.positionIdx} ${row.fundingTimeE3}`,
    timeOf: (row) => row.fundingTimeE3,
    symbolOf: (row) => row.symbol,
    explainOf: explainers.funding,
    columns: fundingColumns,
  },
  transactions: {
    title: 'history.transactions',
    empty: 'history.emptyTransactions',
    timeTitle: 'history.time',
    keyOf: (row) => row.id,
    timeOf: (row) => row.transactionTimeE3,
    symbolOf: (row) => row.symbol,
    explainOf: explainers.transactions,
    columns: transactionColumns,
  },
  strategies: {
    title: 'strategies.listTitle',
    empty: 'strategies.emptyEnded',
    timeTitle: 'history.ended',
    keyOf: (row) => row.strategyId,
    timeOf: (row) => row.updatedAtE3,
    otherTime: { title: 'strategies.time', of: (row) => row.createdAtE3 },
    symbolOf: (row) => row.symbol,
    explainOf: explainers.strategies,
    columns: strategyColumns,
  },
}
