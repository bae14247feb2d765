// The texts of an explanation: names and formats of its numbers, its reason, and the help page of
// its rule.

import { priceDecimals, qtyDecimals, type Instrument } from '@basis/domain/instrument/instrument'
import { problemNames } from '@basis/domain/instrument/problems'
import { cancelTypes } from '@basis/domain/orders/order'
import type { ExplainedRow, WireExplainedStep } from '@basis/protocol/explain/row'
import { problemMessage } from '../../client/error-reactions.ts'
import { percentExact } from '../../i18n/exact-percent.ts'
import { NOTHING, type Format } from '../../i18n/format.ts'
import type { Message, MessageKey } from '../../i18n/message-keys.ts'
import type { HelpTopic } from '../../shell/routes.ts'

type Step = WireExplainedStep

const names: Readonly<Record<string, MessageKey>> = {
  lastPrice: 'book.lastPrice',
  markPrice: 'liquidation.markPrice',
  indexPrice: 'explain.indexPrice',
  triggerPrice: 'tpsl.triggerPrice',
  price: 'history.price',
  forwardPrice: 'explain.forwardPrice',
  tradeIv: 'explain.tradeIv',
  bestPrice: 'explain.bestPrice',
  maxBuyPrice: 'explain.maxBuyPrice',
  minSellPrice: 'explain.minSellPrice',
  averageDrift: 'explain.averageDrift',
  bandX: 'explain.bandX',
  bandY: 'explain.bandY',
  bound: 'explain.bound',
  liquidationPrice: 'liquidation.liquidationPrice',
  bankruptcyPrice: 'liquidation.bankruptcyPrice',
  sessionPrice: 'explain.sessionPrice',
  deliveryPrice: 'explain.deliveryPrice',
  qty: 'history.quantity',
  size: 'liquidation.size',
  fillable: 'explain.fillable',
  rest: 'explain.rest',
  maxQty: 'explain.maxQty',
  reducible: 'explain.reducible',
  value: 'explain.valueAfter',
  maxValue: 'explain.maxValue',
  positionValue: 'explain.positionValue',
  openOrderValue: 'explain.openOrderValue',
  orderValue: 'help.orderValue',
  needed: 'explain.needed',
  available: 'ticket.available',
  addedMargin: 'explain.addedMargin',
  orderLoss: 'liquidation.orderLoss',
  lostCollateral: 'explain.lostCollateral',
  fundingRate: 'help.fundingRate',
  payment: 'help.payment',
  sessionValue: 'explain.sessionValue',
  markValue: 'liquidation.markValue',
  cashFlow: 'history.entries.Session',
  funding: 'history.funding',
  entryValue: 'liquidation.entryValue',
  exitValue: 'explain.exitValue',
  deliveryValue: 'explain.deliveryValue',
  pnl: 'explain.tradePnl',
  tradePnl: 'explain.tradePnl',
  openFee: 'explain.openFee',
  closeFee: 'help.closeFee',
  fee: 'history.fee',
  feeRate: 'help.feeRate',
  takerFee: 'book.takerFee',
  closedPnl: 'history.closedPnl',
  leverage: 'liquidation.leverage',
  positionMargin: 'liquidation.positionMargin',
  extraMargin: 'liquidation.extraMargin',
  unrealisedPnl: 'liquidation.unrealisedPnl',
  optionValue: 'liquidation.optionValue',
  maintenanceMargin: 'liquidation.maintenanceMargin',
  maintenanceRate: 'liquidation.maintenanceRate',
  maintenanceDeduction: 'help.deduction',
  marginLeft: 'liquidation.marginLeft',
  maintenanceNeeded: 'liquidation.maintenanceNeeded',
  walletBalance: 'liquidation.walletBalance',
  marginBalance: 'liquidation.marginBalance',
  initialMargin: 'liquidation.initialMargin',
  collateral: 'liquidation.collateral',
  haircutLoss: 'liquidation.haircutLoss',
  maxLoss: 'stress.maxLoss',
  shortOption: 'stress.shortOption',
  vegaSpread: 'stress.vegaSpread',
  deltaSpread: 'stress.deltaSpread',
  stablecoinSpread: 'stress.stablecoinSpread',
  perpFutures: 'stress.perpFutures',
  loanMargin: 'liquidation.loanMargin',
  isolatedMargin: 'liquidation.isolatedMargin',
  rank: 'liquidation.rank',
  candidates: 'liquidation.candidates',
  poolBalance: 'liquidation.poolBalance',
  uncoveredLoss: 'liquidation.uncoveredLoss',
}

/** Returns the name of a number; undefined for one that is not shown. */
export const nameOfNumber = (name: string): MessageKey | undefined => names[name]

const quantities = new Set(['qty', 'size', 'fillable', 'rest', 'maxQty', 'reducible'])
const rates = new Set(['fundingRate', 'feeRate', 'takerFee'])
const shares = new Set(['bandX', 'bandY', 'maintenanceRate', 'tradeIv'])
const prices = new Set(['price', 'bound', 'averageDrift'])

/**
 * Returns a number formatted by its kind, with all digits used in the computation, so that the
 * formula can be checked by hand.
 */
export function numberText(
  name: string,
  { numbers }: Pick<Step, 'numbers'>,
  { instrument, format }: { instrument: Instrument | undefined; format: Format },
): string {
  const [value = '', unit] = numbers[name]?.split(' ') ?? []
  if (!/^-?\d/.test(value)) return NOTHING
  const own = value.split('.')[1]?.length ?? 0
  if (prices.has(name) || name.endsWith('Price')) {
    const scale = instrument === undefined ? own : priceDecimals(instrument)
    return format.price(value, Math.max(own, scale))
  }
  if (rates.has(name)) return format.funding(value)
  if (shares.has(name)) return format.percent(percentExact(value), { signed: false })
  if (name === 'leverage') return `${format.decimal(value, { scale: own })}x`
  if (quantities.has(name)) {
    const scale = instrument === undefined ? own : qtyDecimals(instrument)
    return withUnit(format.quantity(value, Math.max(own, scale)), unit)
  }
  if (unit === undefined) return format.decimal(value, { scale: own })
  const least = unit.startsWith('USD') ? 2 : 0
  return withUnit(format.decimal(value, { scale: Math.max(own, least) }), unit)
}

const withUnit = (text: string, unit: string | undefined): string =>
  unit === undefined ? text : `${text} ${unit}`

const ruleWords: Readonly<Record<string, MessageKey>> = {
  triggerReached: 'explain.whyTrigger',
  postOnlyWouldTake: 'history.reasons.CancelByPostOnly',
  fillOrKillShort: 'history.reasons.CancelByFok',
  restNotFilled: 'history.reasons.CancelByIoc',
  boundReached: 'explain.whyBound',
  fundingPaid: 'explain.whyFunding',
  sessionPaid: 'explain.whySession',
  delivered: 'explain.whyDelivered',
  pnlClosed: 'explain.whyClosed',
}

/** Returns the reason as a sentence; undefined if the events show it. */
export function reasonOf({ rule, numbers }: Step): Message | undefined {
  const words = ruleWords[rule]
  if (words !== undefined) return { key: words }
  const cancelType = cancelTypes.find((each) => each === rule)
  if (cancelType !== undefined) return { key: `history.reasons.${cancelType}` }
  const name = problemNames.find((each) => each === rule)
  if (name === undefined) return undefined
  // The unit follows a space; the rejection messages name it themselves.
  const figures = Object.entries(numbers).map(
    ([figure, text]) => [figure, text.split(' ')[0] ?? text] as const,
  )
  return problemMessage({ name, params: Object.fromEntries(figures) })
}

const eventWords: Readonly<Record<Step['event'], MessageKey>> = {
  OrderPlaced: 'notices.orderCreateSuccessTitle',
  OrderTriggered: 'history.statuses.Triggered',
  OrderFilled: 'history.statuses.Filled',
  OrderCanceled: 'history.statuses.Cancelled',
  OrderRejected: 'history.statuses.Rejected',
  ChangeRejected: 'history.statuses.Rejected',
  PnlClosed: 'history.closedPnl',
  FundingPaid: 'history.funding',
  SessionPaid: 'history.entries.Session',
  PositionDelivered: 'history.entries.Delivery',
  LiquidationStarted: 'history.causes.Liquidation',
  MarginReplenished: 'notices.replenishedTitle',
  PositionTakenOver: 'history.takenOver',
  PositionDeleveraged: 'history.deleveraged',
  LossCovered: 'history.entries.LossCovered',
}
export const eventWord = ({ event }: Step): MessageKey => eventWords[event]

/** The figures of an event shown in its line. */
const lineNames = ['qty', 'size', 'price', 'triggerPrice', 'payment', 'cashFlow', 'closedPnl']
/** An order by amount is placed for its value, without a quantity (rules 8.7). */
const placedNames = ['orderValue', ...lineNames]
export const lineFigures = ({ event, numbers }: Step): readonly string[] =>
  (event === 'OrderPlaced' ? placedNames : lineNames).filter((name) => numbers[name] !== undefined)

/** Returns the deciding step: the last with a comparison or formula, else with a rule, else any. */
export const decidingStep = (steps: readonly Step[]): Step | undefined =>
  steps.findLast(({ compared, formulas }) => compared.includes(' ') || formulas.length > 0) ??
  steps.findLast(({ rule }) => rule !== '') ??
  steps.at(-1)

const topicsOfRows: Readonly<Record<ExplainedRow, HelpTopic | undefined>> = {
  order: 'order-types',
  refusal: 'order-types',
  change: 'leverage',
  closing: 'margin',
  funding: 'funding',
  session: 'funding',
  delivery: undefined,
  liquidation: 'liquidation',
}
const topicsOfRules: Readonly<Record<string, HelpTopic>> = {
  triggerReached: 'tpsl',
  insufficientBalance: 'margin',
  riskLimitExceeded: 'leverage',
  leverageRiskLimit: 'leverage',
  deleverage: 'adl',
  crossMaintenance: 'liquidation',
  portfolioMaintenance: 'liquidation',
  isolatedLiquidation: 'liquidation',
}

/** Returns the help page of a rule. */
export const topicOf = (row: ExplainedRow, rule: string): HelpTopic | undefined =>
  topicsOfRules[rule] ?? topicsOfRows[row]
