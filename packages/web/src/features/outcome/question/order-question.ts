// The questions before an order is sent, wherever it was entered: the trader's own, and those about
// money at risk (reliability T5).

import type { Amount, PriceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { OrderIntent } from '../../../actions/order-requests.ts'
import type { Outcome } from '../../../actions/outcome.ts'
import { orderWords } from '../../../actions/words/order-words.ts'
import { uidNow } from '../../../client/session.ts'
import { formatFor, type Format } from '../../../i18n/format.ts'
import { currentLanguage, say } from '../../../i18n/i18n.ts'
import { message, type Message } from '../../../i18n/message-keys.ts'
import { askForConfirmation } from '../../../shell/dialogs.ts'
import { instrumentFormat } from '../../../stores/instrument-format.ts'
import { askTradingMode } from '../../../stores/positions.ts'
import { needsConfirmation, setNeedsConfirmation } from '../../../stores/preferences.ts'
import { marginWords } from '../outcome-words.ts'
import { inHedge, orderContextNow, type OrderContext } from './order-context.ts'
import { liquidationAfter, orderCostOf, orderPriceTicks, tradedLots } from './order-estimates.ts'
import { previewOf, previewRequest } from './order-preview.ts'
import { orderWarnings, stakeOf, type JudgedOrder, type OrderWarning } from './order-warnings.ts'

/** The estimates that an order is judged by until the exchange's preview is known. */
type Figures = {
  readonly cost: Amount | undefined
  /** The price used for the order's figures. */
  readonly priceTicks: PriceTicks | undefined
  readonly liquidationTicks: PriceTicks | undefined
  /** The exchange's last preview of the order, if there is one. */
  readonly preview: Outcome | undefined
  /** The limit it is judged by, if its own is absent or another: an option's by volatility. */
  readonly limitTicks?: PriceTicks | undefined
  /** The order as text, if its fields do not describe it. */
  readonly words?: Message | undefined
  /**
   * True if it is sent in parts: the preview of the whole judges it, but has not the figures that
   * it will have.
   */
  readonly isInParts?: boolean | undefined
}

/** What is known of an order that was entered elsewhere. */
type Known = Partial<Pick<Figures, 'preview' | 'limitTicks' | 'words' | 'isInParts'>>

/**
 * Asks what the ticket asks, for an order that was entered elsewhere: on the chart, on the ladder,
 * in another form, or as a typed command.
 */
export async function isIntentConfirmed(
  intent: OrderIntent,
  instrument: Instrument,
  known: Known = {},
): Promise<boolean> {
  const uid = uidNow()
  // Until it is known, the order's cost would be that of the usual leverage.
  if (hasLeverage(instrument)) await askTradingMode(instrument.symbol)
  const context = inHedge(intent, orderContextNow(instrument), intent.side)
  // Some costs only the exchange knows: without its preview no question would be raised.
  const isItsOwn = context.isPortfolio === true || instrument.option !== undefined
  const preview = known.preview ?? (isItsOwn ? await newestPreview(intent, context) : undefined)
  // What was entered for one account is no order of another.
  if (uid !== uidNow()) return false
  return isOrderConfirmed(intent, context, { ...figuresOf(intent, context, known), preview })
}

/** Whether the account has a leverage for the instrument. */
export const hasLeverage = ({ kind, option }: Instrument): boolean =>
  kind !== 'Spot' && option === undefined

/** Returns the estimates that an order is judged by. */
export function figuresOf(
  intent: OrderIntent,
  context: OrderContext,
  { limitTicks, words, isInParts }: Known = {},
): Omit<Figures, 'preview'> {
  const { side, qtyLots, priceTicks = limitTicks } = intent
  const price = orderPriceTicks({ ...intent, priceTicks }, context)
  const lots = tradedLots(intent, context, { side, lots: qtyLots })
  const asked = { limitTicks, words, isInParts }
  if (price === undefined || (context.isPortfolio === true && hasLeverage(context.instrument))) {
    return { ...asked, cost: undefined, priceTicks: price, liquidationTicks: undefined }
  }
  return {
    ...asked,
    cost: orderCostOf(context, side, { price, lots }),
    priceTicks: price,
    liquidationTicks: liquidationAfter(context, side, { price, lots }),
  }
}

/**
 * Returns whether the order is to be sent: after a confirmation if the trader wants one for its
 * kind, or if there is a warning about it that is not switched off. The order is not changed
 * between the confirmation and the request (reliability T5).
 */
export async function isOrderConfirmed(
  order: OrderIntent,
  context: OrderContext,
  figures: Figures,
): Promise<boolean> {
  const warningsOf = (preview: Outcome | undefined): readonly OrderWarning[] =>
    wantedWarnings(judged(order, context, { ...figures, preview }))
  if (!isWished(order) && warningsOf(figures.preview).length === 0) return true
  const { instrument } = context
  const { priceTicks = figures.limitTicks } = order
  const uid = uidNow()
  // Reasons and figures come from one preview: a question never shows two liquidation prices.
  const preview = await newestPreview(order, context)
  if (uid !== uidNow()) return false
  const isExact = preview !== undefined && figures.isInParts !== true
  return askAbout({
    words: figures.words ?? orderWords({ ...order, priceTicks }, instrument),
    warnings: warningsOf(preview ?? figures.preview),
    others: isExact ? [exactWords(preview, context)] : [],
    isAskedAnyway: isWished(order),
    priceWords: pricesOf(instrument),
  })
}

/**
 * The same for an order that is no order of an instrument, such as that of a combination. It is
 * judged by estimates alone; a liquidation price is not among them.
 */
export async function isJudgedConfirmed(
  order: Pick<OrderIntent, 'orderType'>,
  words: Message,
  asked: Omit<JudgedOrder, 'priceTicks' | 'liquidationTicks'>,
): Promise<boolean> {
  const none = { priceTicks: undefined, liquidationTicks: undefined }
  const warnings = wantedWarnings({ ...asked, ...none })
  if (!isWished(order) && warnings.length === 0) return true
  const isAskedAnyway = isWished(order)
  return askAbout({ words, warnings, others: [], isAskedAnyway, priceWords: String })
}

/** Whether the trader wants to confirm every order of this type. */
const isWished = ({ orderType }: Pick<OrderIntent, 'orderType'>): boolean =>
  needsConfirmation(orderType === 'Limit' ? 'limit' : 'market')

/** The warnings that are not switched off. */
export const wantedWarnings = (order: JudgedOrder): readonly OrderWarning[] =>
  orderWarnings(order).filter(({ kind }) => needsConfirmation(kind))

type Question = {
  readonly words: Message
  readonly warnings: readonly OrderWarning[]
  /** Reasons that cannot be switched off, and the figures of the exchange's preview. */
  readonly others: readonly Message[]
  /** Whether it would be asked without the warnings too. */
  readonly isAskedAnyway: boolean
  readonly priceWords: (ticks: PriceTicks) => string
  /** Of an order that is sent, if absent. */
  readonly title?: Message
  readonly confirm?: Message
}

/** Asks the trader; the warnings can be switched off if nothing else is a reason to ask. */
export function askAbout(question: Question): Promise<boolean> {
  const { warnings, others, priceWords, isAskedAnyway } = question
  const words = say(question.words)
  const texts = warnings.map((warning) => warningWords(warning, priceWords))
  const reasons = [...texts, ...others].map((reason) => say(reason)).join(' ')
  return askForConfirmation({
    title: question.title ?? message('ticket.confirmTitle'),
    body:
      reasons === ''
        ? message('ticket.confirmPlain', { words })
        : message('ticket.confirmBody', { words, reasons }),
    confirm: question.confirm ?? message('ticket.confirmSend'),
    // A confirmation that the trader has switched on is switched off in the preferences.
    ...(isAskedAnyway || warnings.length === 0
      ? {}
      : {
          notAgain: {
            label: message('ticket.confirmNotAgain'),
            onChosen: () => switchOff(warnings),
          },
        }),
  })
}

/** Switches these confirmations off for the account. */
const switchOff = (warnings: readonly OrderWarning[]): void =>
  warnings.forEach(({ kind }) => setNeedsConfirmation(kind, false))

/** Returns what an order is judged by: the exchange's preview where it is known. */
export function judged(order: OrderIntent, context: OrderContext, figures: Figures): JudgedOrder {
  const { bid, ask, isIsolated } = context
  const { preview, cost, priceTicks, limitTicks = order.priceTicks } = figures
  return {
    side: order.side,
    limit: limitTicks,
    bid: order.triggerTicks ?? bid,
    ask: order.triggerTicks ?? ask,
    ...stakeOf(context, cost, preview),
    isIsolated,
    priceTicks,
    liquidationTicks:
      preview === undefined ? figures.liquidationTicks : preview.filled.liquidationTicks,
  }
}

/** If the preview takes longer, the confirmation is shown without the exchange's figures. */
export const previewTimeoutMs = 800

/** The exchange's current preview of the order; undefined if it does not arrive in time. */
async function newestPreview(
  order: OrderIntent,
  { instrument }: OrderContext,
): Promise<Outcome | undefined> {
  const request = previewRequest(order, instrument)
  return request && previewOf(request, instrument, previewTimeoutMs)
}

const shownFormat = (): Format => formatFor(currentLanguage(), 'utc')

/** Returns how prices of the instrument are written. */
export const pricesOf =
  (instrument: Instrument) =>
  (ticks: PriceTicks): string =>
    instrumentFormat(instrument, shownFormat()).price(ticks)

/** The figures of the exchange's preview as a sentence. */
export function exactWords(preview: Outcome, { instrument }: OrderContext): Message {
  const format = shownFormat()
  const words = instrumentFormat(instrument, format)
  const liquidation = words.price(preview.filled.liquidationTicks)
  const feeWords = (fee: Amount): string => `${words.settle(fee)} ${instrument.settleCoin}`
  const { later } = preview
  const fee = [preview.fee, ...(later ? [later.fee] : [])].map(feeWords).join(' → ')
  const margin = [preview, ...(later ? [later] : [])]
    .map((figures) => marginWords(format, figures))
    .join(' → ')
  return message('ticket.confirmExact', { fee, margin, liquidation })
}

function warningWords(warning: OrderWarning, priceWords: Question['priceWords']): Message {
  const format = shownFormat()
  const percentOf = (percentE2: number): string =>
    format.percent({ units: percentE2, scale: 2 }, { signed: false })
  switch (warning.kind) {
    case 'worse':
      return message('ticket.warnWorse', { percent: percentOf(warning.percentE2) })
    case 'share':
      return message('ticket.warnShare', { percent: `${warning.percent}%` })
    case 'liquidation':
      return message('ticket.warnLiquidation', {
        price: priceWords(warning.ticks),
        percent: percentOf(warning.percentE2),
        share: `${warning.share}%`,
      })
  }
}
