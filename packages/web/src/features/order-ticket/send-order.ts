// Sending the ticket: asks for a confirmation if the order needs one, then places it once.

import type { Amount } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import { instrumentFormat } from '../../stores/instrument-format.ts'
import { needsConfirmation, setNeedsConfirmation } from '../../stores/preferences.ts'
import { orderWords } from '../../actions/words/order-words.ts'
import { mayBeDone } from '../../actions/action-outcome.ts'
import { placeOrder } from '../../actions/trading.ts'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage, say } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { askForConfirmation } from '../../shell/dialogs.ts'
import { marginWords } from '../outcome/outcome-words.ts'
import { usePendingOf } from '../../platform/use-pending.ts'
import { previewOf, previewRequest, type OrderPreview } from './order-preview.ts'
import type { SideFigures } from './ticket-figures.ts'
import { stakeOf, ticketWarnings } from './ticket-warnings.ts'
import type { JudgedOrder, TicketWarning } from './ticket-warnings.ts'
import {
  inHedge,
  orderOf,
  type TicketContext,
  type TicketDraft,
  type TicketOrder,
} from './ticket.ts'

export type SendOrder = {
  readonly sending: Side | undefined
  /** Sends a side's order; `preview` is the exchange's last preview of it, if there is one. */
  readonly send: (
    side: Side,
    figures: SideFigures,
    preview: OrderPreview | undefined,
  ) => Promise<void>
}

/**
 * Returns the function that sends the draft as it is at the click; `onSent` is called with it once
 * it was placed, or may have been.
 */
export function useSendOrder(
  draft: TicketDraft,
  context: TicketContext,
  onSent: (draft: TicketDraft) => void,
): SendOrder {
  const [sending, during] = usePendingOf<Side>()
  const send: SendOrder['send'] = async (side, figures, preview) => {
    const order = orderOf(draft, context, side, figures.lots)
    if (!(await isMeant(order, inHedge(draft, context, side), { ...figures, preview }))) return
    const outcome = await during(side, placeOrder(order))
    if (mayBeDone(outcome)) onSent(draft)
  }
  return { sending, send }
}

// The order is not changed between the confirmation and the request (reliability T5).
async function isMeant(
  order: TicketOrder,
  context: TicketContext,
  figures: SideFigures & { readonly preview: OrderPreview | undefined },
): Promise<boolean> {
  const isWished = needsConfirmation(order.orderType === 'Limit' ? 'limit' : 'market')
  const warningsOf = (preview: OrderPreview | undefined): readonly TicketWarning[] =>
    ticketWarnings(judged(order, context, { ...figures, preview })).filter(({ kind }) =>
      needsConfirmation(kind),
    )
  if (!isWished && warningsOf(figures.preview).length === 0) return true
  const words = say(orderWords(order, context.instrument))
  // Reasons and figures come from one preview: a question never shows two liquidation prices.
  const preview = await newestPreview(order, context)
  const warnings = warningsOf(preview ?? figures.preview)
  const exact = preview === undefined ? [] : [exactWords(preview, context)]
  const texts = warnings.map((warning) => warningWords(warning, context))
  const reasons = [...texts, ...exact].map((reason) => say(reason)).join(' ')
  return askForConfirmation({
    title: message('ticket.confirmTitle'),
    body:
      reasons === ''
        ? message('ticket.confirmPlain', { words })
        : message('ticket.confirmBody', { words, reasons }),
    confirm: message('ticket.confirmSend'),
    // A confirmation that the trader has switched on is switched off in the preferences.
    ...(isWished || warnings.length === 0
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
const switchOff = (warnings: readonly TicketWarning[]): void =>
  warnings.forEach(({ kind }) => setNeedsConfirmation(kind, false))

function judged(
  order: TicketOrder,
  context: TicketContext,
  figures: SideFigures & { readonly preview: OrderPreview | undefined },
): JudgedOrder {
  const { bid, ask, isIsolated } = context
  const { preview, cost, priceTicks } = figures
  return {
    side: order.side,
    limit: order.priceTicks,
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
const previewTimeoutMs = 800

/** The exchange's current preview of the order; undefined if it does not arrive in time. */
async function newestPreview(
  order: TicketOrder,
  { instrument }: TicketContext,
): Promise<OrderPreview | undefined> {
  const request = previewRequest(order, instrument)
  return request && previewOf(request, instrument, previewTimeoutMs)
}

function exactWords(preview: OrderPreview, { instrument }: TicketContext): Message {
  const format = formatFor(currentLanguage(), 'utc')
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

function warningWords(warning: TicketWarning, { instrument }: TicketContext): Message {
  const format = formatFor(currentLanguage(), 'utc')
  const percentOf = (percentE2: number): string =>
    format.percent({ units: percentE2, scale: 2 }, { signed: false })
  switch (warning.kind) {
    case 'worse':
      return message('ticket.warnWorse', { percent: percentOf(warning.percentE2) })
    case 'share':
      return message('ticket.warnShare', { percent: `${warning.percent}%` })
    case 'liquidation':
      return message('ticket.warnLiquidation', {
        price: instrumentFormat(instrument, format).price(warning.ticks),
        percent: percentOf(warning.percentE2),
        share: `${warning.share}%`,
      })
  }
}
