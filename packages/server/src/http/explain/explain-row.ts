// Explanation of a row of a history: the events that led to it, found by its order or its time.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { orderId } from '@basis/domain/numbers/brand'
import type { CallRequest } from '@basis/protocol/calls'
import type { WireExplainedStep } from '@basis/protocol/explain/row'
import type { DecisionRecord, Page } from '../../read-model/read-model.ts'
import { listedInstrument, type Handlers, type SessionContext } from '../call-context.ts'
import { invalidField } from '../guards/refusal.ts'
import {
  canceledStep,
  changeStep,
  isChange,
  closingStep,
  decisionStep,
  deliveredStep,
  filledStep,
  fundingStep,
  liquidationEventStep,
  placedStep,
  sessionStep,
} from './explained-steps.ts'
import { optionFigures } from './option-figures.ts'

type Step = WireExplainedStep
type Asked = CallRequest<'explainRow'>
type Found = { readonly steps: readonly Step[]; readonly seq?: number }

/** A funding that was due while the exchange was down is paid, and timestamped, after it. */
const latestMs = 8 * 3_600_000
const pageRows = 200
/** The most rows that are read for one explanation; the oldest are left out. */
const mostRows = 10_000

export const explainHandlers: Handlers<'explainRow'> = {
  explainRow: async (context, request) => {
    const { steps, seq } = await finders[request.row](context, request)
    const list = steps.toSorted((a, b) => a.timeE3 - b.timeE3)
    return { value: { steps: list }, ...(seq === undefined ? {} : { seq }) }
  },
}

const finders: Readonly<
  Record<Asked['row'], (context: SessionContext, asked: Asked) => Promise<Found>>
> = {
  order: explainOrder,
  refusal: explainRefusal,
  change: explainChange,
  closing: explainClosing,
  funding: explainFunding,
  session: explainSession,
  delivery: explainDelivery,
  liquidation: async (context, asked) => ({ steps: await liquidationSteps(context, asked) }),
}

/** Reads all pages of a query, up to `mostRows` or until a row is found. */
async function allRows<Row>(
  page: (from: { readonly cursor?: string; readonly limit: number }) => Promise<Page<Row>>,
  isFound: (row: Row) => boolean = () => false,
): Promise<{ readonly rows: readonly Row[]; readonly seq: number }> {
  const first = await page({ limit: pageRows })
  const rows = [...first.rows]
  let { next } = first
  while (next !== undefined && rows.length < mostRows && !rows.some(isFound)) {
    const found = await page({ limit: pageRows, cursor: next })
    rows.push(...found.rows)
    next = found.next
  }
  return { rows, seq: first.seq }
}

const need = <Value>(value: Value | undefined, field: string): Value => {
  if (value === undefined) throw invalidField(field, 'is needed for this row')
  return value
}

const momentOf = (timeE3: number) => ({ fromMs: timeE3, toMs: timeE3 + 1 })

const instrumentOf = ({ parts }: SessionContext, symbol: string): Instrument =>
  listedInstrument(parts, symbol)

async function explainOrder(context: SessionContext, asked: Asked): Promise<Found> {
  const { account, parts } = context
  const id = orderId(Number(need(asked.orderId, 'orderId')))
  const question = { account, orderId: id }
  const { readModel } = parts
  const [orders, decisions, fills] = await Promise.all([
    allRows((from) => readModel.orderHistory({ ...question, ...from })),
    allRows((from) => readModel.decisions({ ...question, ...from })),
    allRows((from) => readModel.executions({ ...question, ...from })),
  ])
  const order = orders.rows[0]?.order
  const symbol = order?.symbol ?? decisions.rows[0]?.symbol ?? fills.rows[0]?.symbol
  if (symbol === undefined) return { steps: [], seq: orders.seq }
  const instrument = instrumentOf(context, symbol)
  const decided = decisions.rows.toReversed().flatMap((row) => decisionStep(row, instrument) ?? [])
  const portions = Map.groupBy(fills.rows.toReversed(), ({ seq }) => seq)
  const bare = [...portions.values()].flatMap((portion) => filledStep(portion, instrument))
  const filled = await Promise.all(bare.map((step) => withOption(context, step, instrument)))
  const isEndKnown = decided.some(({ event }) => event === 'OrderCanceled')
  const isCanceled = order?.cancelType !== undefined
  const forced =
    isCanceled && order.cancelType?.endsWith('Liq') === true
      ? await liquidationSteps(context, { timeE3: order.updatedMs })
      : []
  const steps = [
    ...(order === undefined ? [] : [placedStep(order, instrument)]),
    ...decided.filter(({ event }) => event !== 'OrderCanceled'),
    ...filled,
    ...forced.filter(({ event }) => event === 'LiquidationStarted'),
    ...decided.filter(({ event }) => event === 'OrderCanceled'),
    ...(isCanceled && !isEndKnown ? [canceledStep(order)] : []),
  ]
  return { steps, seq: orders.seq }
}

/** Adds the implied volatility to a fill of an option. */
async function withOption({ parts }: SessionContext, step: Step, instrument: Instrument) {
  if (instrument.option === undefined) return step
  const [price = ''] = step.numbers['price']?.split(' ') ?? []
  const figures = await optionFigures(parts, instrument, { timeMs: step.timeE3, price })
  return { ...step, numbers: { ...step.numbers, ...figures } }
}

async function explainRefusal(context: SessionContext, asked: Asked): Promise<Found> {
  const { account, parts } = context
  const moment = asked.timeE3 === undefined ? {} : momentOf(asked.timeE3)
  if (asked.orderLinkId === undefined) need(asked.timeE3, 'timeE3')
  const isAsked = ({ event, symbol, numbers }: DecisionRecord): boolean =>
    event === 'OrderRejected' &&
    symbol === asked.symbol &&
    (asked.orderLinkId ?? '') === (numbers['orderLinkId'] ?? '')
  const { rows, seq } = await allRows(
    (from) => parts.readModel.decisions({ account, ...moment, ...from }),
    isAsked,
  )
  const own = rows.filter(isAsked)
  const steps = own.flatMap((row) => decisionStep(row, instrumentOf(context, row.symbol)) ?? [])
  return { steps: steps.slice(0, 1), seq }
}

/**
 * Explains the newest refused change of a symbol's leverage, mode or margin, or the one at a given
 * time.
 */
async function explainChange(context: SessionContext, asked: Asked): Promise<Found> {
  const { account, parts } = context
  const instrument = instrumentOf(context, need(asked.symbol, 'symbol'))
  const moment = asked.timeE3 === undefined ? {} : momentOf(asked.timeE3)
  const isAsked = (row: DecisionRecord): boolean =>
    isChange(row) && row.symbol === instrument.symbol
  const { rows, seq } = await allRows(
    (from) => parts.readModel.decisions({ account, ...moment, ...from }),
    isAsked,
  )
  const newest = rows.find(isAsked)
  return { steps: newest === undefined ? [] : [changeStep(newest, instrument)], seq }
}

async function explainClosing(context: SessionContext, asked: Asked): Promise<Found> {
  const { account, parts } = context
  const symbol = need(asked.symbol, 'symbol')
  const instrument = instrumentOf(context, symbol)
  const question = { account, symbol: instrument.symbol }
  const moment = momentOf(need(asked.timeE3, 'timeE3'))
  const { rows, seq } = await allRows((from) =>
    parts.readModel.closedPnl({ ...question, ...moment, ...from }),
  )
  const own = rows.filter(({ orderId: id }) => String(id) === (asked.orderId ?? '0'))
  return { steps: own.map((record) => closingStep(record, instrument)), seq }
}

async function explainFunding(context: SessionContext, asked: Asked): Promise<Found> {
  const { account, parts } = context
  const instrument = instrumentOf(context, need(asked.symbol, 'symbol'))
  const dueMs = need(asked.timeE3, 'timeE3')
  const question = { account, symbol: instrument.symbol, fromMs: dueMs, toMs: dueMs + latestMs }
  const { rows, seq } = await allRows((from) =>
    parts.readModel.fundingHistory({ ...question, ...from }),
  )
  const own = rows.filter(({ atMs, timeMs }) => atMs === dueMs || timeMs === dueMs)
  return { steps: own.map((record) => fundingStep(record, instrument)), seq }
}

async function explainSession(context: SessionContext, asked: Asked): Promise<Found> {
  const { account, parts } = context
  const instrument = instrumentOf(context, need(asked.symbol, 'symbol'))
  const { readModel } = parts
  const moment = momentOf(need(asked.timeE3, 'timeE3'))
  const question = { account, symbol: instrument.symbol, ...moment }
  const [sessions, fundings] = await Promise.all([
    allRows((from) => readModel.settlements({ ...question, ...from, kind: 'SessionPaid' })),
    allRows((from) => readModel.fundingHistory({ ...question, ...from })),
  ])
  // Funding comes first (1.8). The session's funding is in its funding record.
  const steps = [
    ...fundings.rows.map((record) => fundingStep(record, instrument)),
    ...sessions.rows.map(({ event, timeMs }) => sessionStep(event, { timeMs, instrument })),
  ]
  return { steps, seq: sessions.seq }
}

async function explainDelivery(context: SessionContext, asked: Asked): Promise<Found> {
  const { account, parts } = context
  const instrument = instrumentOf(context, need(asked.symbol, 'symbol'))
  const question = { account, symbol: instrument.symbol, kind: 'PositionDelivered' } as const
  const moment = momentOf(need(asked.timeE3, 'timeE3'))
  const { rows, seq } = await allRows((from) =>
    parts.readModel.settlements({ ...question, ...moment, ...from }),
  )
  const steps = rows.map(({ event, timeMs }) => deliveredStep(event, { timeMs, instrument }))
  return { steps, seq }
}

/**
 * Returns the liquidation steps at a time: of a symbol and of the whole account, or of all symbols.
 */
async function liquidationSteps(
  context: SessionContext,
  { timeE3, symbol }: Pick<Asked, 'timeE3' | 'symbol'>,
): Promise<readonly Step[]> {
  const { account, parts } = context
  const moment = momentOf(need(timeE3, 'timeE3'))
  const { rows } = await allRows((from) =>
    parts.readModel.liquidations({ account, ...moment, ...from }),
  )
  const any = parts.exchange.views.symbols()[0]
  return rows.toReversed().flatMap((row) => {
    if (symbol !== undefined && row.symbol !== symbol && row.symbol !== '') return []
    const own = row.symbol === '' ? (symbol ?? any) : row.symbol
    if (own === undefined) return []
    const { event, timeMs } = row
    // A conversion for a loan carries its own reason.
    if (event.kind === 'LoanConverted') return []
    return [liquidationEventStep(event, { timeMs, instrument: instrumentOf(context, own) })]
  })
}
