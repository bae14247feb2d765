// Steps of an explanation, encoded from the records of the history: rule, comparison, numbers, and
// the formula with their names.

import { contractValue } from '@basis/domain/instrument/contract'
import { formatQty, qtyAmount, qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { exerciseValueE8 } from '@basis/domain/instrument/option'
import { averagePriceE8 } from '@basis/domain/instrument/pnl'
import { explainedE8, explanationText } from '@basis/domain/margin/explanation'
import type { ExplainedNumber, ExplainedRule } from '@basis/domain/margin/explanation'
import { formulasOf, type FormulaKind } from '@basis/domain/margin/formulas'
import { amount, formatTrimmed, type PriceE8, type QtyLots } from '@basis/domain/numbers/fixed'
import type { Order, Side } from '@basis/domain/orders/order'
import { deliveryFeeRate } from '@basis/domain/settlement/delivery'
import type { Command } from '@basis/engine/commands'
import type { explainedEvents, WireExplainedStep } from '@basis/protocol/explain/row'
import { encodeAmount } from '@basis/protocol/order'
import { averageOf } from '../../read-model/executions.ts'
import type { LiquidationEvent } from '../../read-model/liquidation-steps.ts'
import type {
  ClosedPnlRecord,
  DecisionRecord,
  ExecutionRecord,
  FundingRecord,
} from '../../read-model/read-model.ts'
import type { SettlementEvent } from '../../read-model/settlements.ts'

type Step = WireExplainedStep
type Explained = Pick<Step, 'rule' | 'compared' | 'numbers'>
type Numbers = Readonly<Record<string, string>>

const kindOf = ({ kind, option }: Instrument): FormulaKind =>
  option === undefined ? kind : 'Option'

const withFormulas = (explained: Explained, instrument: Instrument, side?: Side) => ({
  ...explained,
  formulas: formulasOf({ ...explained, side }, kindOf(instrument)).map(({ result, terms }) => ({
    result,
    terms: [...terms],
  })),
})

const nothing = { rule: '', compared: '', formulas: [] }

/** Explains a rule whose numbers are computed here with the formulas of the domain. */
function paid(
  rule: ExplainedRule,
  numbers: Readonly<Record<string, ExplainedNumber>>,
  { instrument, side }: { instrument: Instrument; side: Side },
) {
  const [first = ''] = Object.keys(numbers)
  const explained = explanationText({ rule, compared: [first, '>=', first], numbers })
  return withFormulas({ ...explained, compared: '' }, instrument, side)
}

const sized = (instrument: Instrument, lots: QtyLots): ExplainedNumber =>
  explainedE8(qtyAmount(instrument, lots), qtyCoin(instrument))

const valueAt = (instrument: Instrument, lots: QtyLots, price: PriceE8) =>
  contractValue(
    instrument.kind === 'Inverse' ? 'Inverse' : 'Linear',
    qtyAmount(instrument, lots),
    price,
  )

/** Returns a recorded decision as a step; undefined for an event that is not a step of a row. */
export function decisionStep(
  { event, symbol, timeMs, rule, compared, numbers }: DecisionRecord,
  instrument: Instrument,
): Step | undefined {
  if (!isStep(event)) return undefined
  const explained = { rule, compared, numbers: { ...numbers } }
  return { event, symbol, timeE3: timeMs, ...withFormulas(explained, instrument) }
}

const stepEvents: readonly string[] = [
  'OrderTriggered',
  'OrderCanceled',
  'OrderRejected',
] satisfies readonly (typeof explainedEvents)[number][]
const isStep = (event: string): event is Step['event'] => stepEvents.includes(event)

const changes: ReadonlySet<string> = new Set<Command['kind']>([
  'SetLeverage',
  'SetMarginMode',
  'SetPositionMode',
  'ChangeMargin',
  'SetAutoAddMargin',
])

/** Returns whether a change of leverage, mode or margin was refused. */
export const isChange = ({ event }: DecisionRecord): boolean => changes.has(event)

export const changeStep = (row: DecisionRecord, instrument: Instrument): Step => {
  const { symbol, timeMs, rule, compared, numbers } = row
  const explained = { rule, compared, numbers: { ...numbers } }
  return { event: 'ChangeRejected', symbol, timeE3: timeMs, ...withFormulas(explained, instrument) }
}

/** Returns the step of an order as it was placed. */
export function placedStep(order: Order, instrument: Instrument): Step {
  const { symbol, createdMs, priceTicks, qtyLots, quoteAmount, orderType, stop } = order
  const { quoteCoin } = instrument
  const price = (ticks: number): string =>
    `${formatTrimmed(BigInt(ticks) * BigInt(instrument.tickSizeE8), 8)} ${quoteCoin}`
  // The quantity of a market order by amount is only what the amount would have bought (8.7).
  const isByAmount = orderType === 'Market' && quoteAmount !== undefined
  const size = isByAmount
    ? { orderValue: `${encodeAmount(quoteAmount)} ${quoteCoin}` }
    : { qty: `${formatQty(instrument, qtyLots)} ${qtyCoin(instrument)}` }
  const numbers = {
    ...size,
    ...(orderType === 'Limit' ? { price: price(priceTicks) } : {}),
    ...(stop === undefined || stop.triggerTicks === 0
      ? {}
      : { triggerPrice: price(stop.triggerTicks) }),
  }
  return { event: 'OrderPlaced', symbol, timeE3: createdMs, ...nothing, numbers }
}

/** Returns one step for all fills of an order in one command. */
export function filledStep(fills: readonly ExecutionRecord[], instrument: Instrument): Step[] {
  const [first] = fills
  if (first === undefined) return []
  let [lots, value, fee] = [0, 0n, 0n]
  for (const { fill } of fills) {
    lots += fill.qtyLots
    value += fill.value
    fee += fill.fee
  }
  const numbers = {
    qty: `${formatQty(instrument, lots as QtyLots)} ${qtyCoin(instrument)}`,
    price: `${averageOf(instrument, value, lots as QtyLots)} ${instrument.quoteCoin}`,
    fee: `${encodeAmount(amount(fee))} ${first.fill.feeCoin}`,
  }
  const { symbol, timeMs } = first
  return [{ event: 'OrderFilled', symbol, timeE3: timeMs, ...nothing, numbers }]
}

/** Returns why an order ended by its cancel type, if no figures decided. */
export const canceledStep = ({ symbol, updatedMs, cancelType }: Order): Step => ({
  event: 'OrderCanceled',
  symbol,
  timeE3: updatedMs,
  ...nothing,
  rule: cancelType ?? '',
  numbers: {},
})

/** 1.5: closed PnL = trade PnL − fees + funding. */
export function closingStep(record: ClosedPnlRecord, instrument: Instrument): Step {
  const { symbol, timeMs, side, closedLots } = record
  const { settleCoin } = instrument
  const money = (value: bigint): ExplainedNumber => explainedE8(value, settleCoin)
  const numbers = {
    size: sized(instrument, closedLots),
    entryValue: money(record.entryValue),
    exitValue: money(record.exitValue),
    tradePnl: money(record.tradePnl),
    openFee: money(record.openFee),
    closeFee: money(record.closeFee),
    funding: money(record.funding),
    closedPnl: money(record.closedPnl),
  }
  const explained = paid('pnlClosed', numbers, { instrument, side })
  return { event: 'PnlClosed', symbol, timeE3: timeMs, ...explained }
}

/** 2.7: the value at mark × the rate; a long pays a rate above 0. */
export function fundingStep(record: FundingRecord, instrument: Instrument): Step {
  const { symbol, timeMs, side, sizeLots, markE8, rateE8, payment } = record
  const { settleCoin, quoteCoin } = instrument
  const numbers = {
    size: sized(instrument, sizeLots),
    markPrice: explainedE8(markE8, quoteCoin),
    positionValue: explainedE8(valueAt(instrument, sizeLots, markE8), settleCoin),
    fundingRate: explainedE8(rateE8),
    payment: explainedE8(payment, settleCoin),
  }
  const explained = paid('fundingPaid', numbers, { instrument, side })
  return { event: 'FundingPaid', symbol, timeE3: timeMs, ...explained }
}

type At = { readonly timeMs: number; readonly instrument: Instrument }

/** 1.8: ΔRPL = s (q M* − q S), and the position goes on from M*. */
export function sessionStep(event: SettlementEvent<'SessionPaid'>, { timeMs, instrument }: At) {
  const { symbol, side, sizeLots, markE8, sessionValue, cashFlow, funding } = event
  const { settleCoin, quoteCoin } = instrument
  const numbers = {
    size: sized(instrument, sizeLots),
    markPrice: explainedE8(markE8, quoteCoin),
    sessionPrice: explainedE8(
      averagePriceE8(sessionValue, qtyAmount(instrument, sizeLots)),
      quoteCoin,
    ),
    sessionValue: explainedE8(sessionValue, settleCoin),
    markValue: explainedE8(valueAt(instrument, sizeLots, markE8), settleCoin),
    cashFlow: explainedE8(cashFlow, settleCoin),
    funding: explainedE8(funding, settleCoin),
  }
  const explained = paid('sessionPaid', numbers, { instrument, side })
  return { event: 'SessionPaid' as const, symbol, timeE3: timeMs, ...explained }
}

/**
 * 11.1: the position is closed at the average of the index; with PnL and delivery fee. An option is
 * worth what it pays at that price, and its fee follows from no single rate (9.4).
 */
export function deliveredStep(
  event: SettlementEvent<'PositionDelivered'>,
  { timeMs, instrument }: At,
): Step {
  const { symbol, side, sizeLots, priceE8, entryValue, pnl, fee } = event
  const { settleCoin, quoteCoin, contractType, option } = instrument
  const paidAt = option === undefined ? priceE8 : exerciseValueE8(option, priceE8)
  const feeRate = contractType === undefined ? 0 : deliveryFeeRate(contractType)
  const numbers = {
    size: sized(instrument, sizeLots),
    deliveryPrice: explainedE8(priceE8, quoteCoin),
    entryValue: explainedE8(entryValue, settleCoin),
    deliveryValue: explainedE8(valueAt(instrument, sizeLots, paidAt), settleCoin),
    pnl: explainedE8(pnl, settleCoin),
    ...(option === undefined ? { feeRate: explainedE8(feeRate) } : {}),
    fee: explainedE8(fee, settleCoin),
  }
  const explained = paid('delivered', numbers, { instrument, side })
  return { event: 'PositionDelivered', symbol, timeE3: timeMs, ...explained }
}

/** Returns a step of a liquidation; an event without an explanation is described by its figures. */
export function liquidationEventStep(
  event: Exclude<LiquidationEvent, { readonly kind: 'LoanConverted' }>,
  { timeMs, instrument }: At,
): Step {
  const symbol = 'symbol' in event ? (event.symbol ?? '') : ''
  const common = { symbol, timeE3: timeMs }
  if (event.kind === 'PnlClosed') {
    const { closedLots, exitValue, closedPnl } = event
    const { settleCoin, quoteCoin } = instrument
    const numbers: Numbers = {
      size: `${formatQty(instrument, closedLots)} ${qtyCoin(instrument)}`,
      price: `${averageOf(instrument, exitValue, closedLots)} ${quoteCoin}`,
      closedPnl: `${encodeAmount(closedPnl)} ${settleCoin}`,
    }
    return { event: 'PnlClosed', ...common, ...nothing, rule: event.cause, numbers: { ...numbers } }
  }
  if (event.kind === 'MarginReplenished') {
    const numbers = { added: `${encodeAmount(event.added)} ${instrument.settleCoin}` }
    return { event: event.kind, ...common, ...nothing, numbers }
  }
  const explained = explanationText(event.explanation)
  // The comparison shows the side: a long is liquidated at or below its price, a short at or above.
  const side = 'side' in event ? event.side : explained.compared.includes('>=') ? 'Sell' : 'Buy'
  const plain = {
    rule: explained.rule,
    compared: explained.compared,
    numbers: { ...explained.numbers },
  }
  return { event: event.kind, ...common, ...withFormulas(plain, instrument, side) }
}
