// Sending the ticket: asks again where an order deserves a second look, then places it once.

import { useState } from 'react'
import type { Amount } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import { instrumentFormat } from '../../stores/instrument-format.ts'
import { isAsked, setAsked } from '../../stores/preferences.ts'
import { orderWords } from '../../actions/words/order-words.ts'
import { placeOrder } from '../../actions/trading.ts'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage, say } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { askForConfirmation } from '../../shell/dialogs.ts'
import { marginWords } from '../outcome/outcome-words.ts'
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
  /** Sends a side's order; `look` is what the exchange last said of it, if it did. */
  readonly send: (side: Side, figures: SideFigures, look: OrderPreview | undefined) => Promise<void>
}

/**
 * Returns how to send the draft as it stands at the click; `onSent` is called when it was placed.
 */
export function useSendOrder(
  draft: TicketDraft,
  context: TicketContext,
  onSent: () => void,
): SendOrder {
  const [sending, setSending] = useState<Side>()
  const send: SendOrder['send'] = async (side, figures, look) => {
    const order = orderOf(draft, context, side, figures.lots)
    if (!(await isMeant(order, inHedge(draft, context, side), { ...figures, look }))) return
    setSending(side)
    const outcome = await placeOrder(order)
    setSending(undefined)
    if (outcome.kind === 'done') onSent()
  }
  return { sending, send }
}

// Nothing about the order changes between the question and the request (reliability T5).
async function isMeant(
  order: TicketOrder,
  context: TicketContext,
  figures: SideFigures & { readonly look: OrderPreview | undefined },
): Promise<boolean> {
  const isWished = isAsked(order.orderType === 'Limit' ? 'limit' : 'market')
  const warningsOf = (look: OrderPreview | undefined): readonly TicketWarning[] =>
    ticketWarnings(judged(order, context, { ...figures, look })).filter(({ kind }) => isAsked(kind))
  if (!isWished && warningsOf(figures.look).length === 0) return true
  const words = say(orderWords(order, context.instrument))
  // Reasons and figures are those of one answer: a question never has two liquidation prices.
  const look = await newestLook(order, context)
  const warnings = warningsOf(look ?? figures.look)
  const exact = look === undefined ? [] : [exactWords(look, context)]
  const told = warnings.map((warning) => warningWords(warning, context))
  const reasons = [...told, ...exact].map((reason) => say(reason)).join(' ')
  return askForConfirmation({
    title: message('ticket.confirmTitle'),
    body:
      reasons === ''
        ? message('ticket.confirmPlain', { words })
        : message('ticket.confirmBody', { words, reasons }),
    confirm: message('ticket.confirmSend'),
    // A question that the trader has asked for is switched off where it was switched on.
    ...(isWished || warnings.length === 0
      ? {}
      : { notAgain: { label: message('ticket.confirmNotAgain'), onChosen: () => hush(warnings) } }),
  })
}

/** Asks no more for these reasons, wherever the trader signs in. */
const hush = (warnings: readonly TicketWarning[]): void =>
  warnings.forEach(({ kind }) => setAsked(kind, false))

function judged(
  order: TicketOrder,
  context: TicketContext,
  figures: SideFigures & { readonly look: OrderPreview | undefined },
): JudgedOrder {
  const { bid, ask, isIsolated } = context
  const { look, cost, priceTicks } = figures
  return {
    side: order.side,
    limit: order.priceTicks,
    bid: order.triggerTicks ?? bid,
    ask: order.triggerTicks ?? ask,
    ...stakeOf(context, cost, look),
    isIsolated,
    priceTicks,
    liquidationTicks: look === undefined ? figures.liquidationTicks : look.filled.liquidationTicks,
  }
}

/** A question that waits longer than this is asked without the exchange's figures. */
const previewTimeoutMs = 800

/** What the exchange says the order would do now; nothing when it does not say so in time. */
async function newestLook(
  order: TicketOrder,
  { instrument }: TicketContext,
): Promise<OrderPreview | undefined> {
  const request = previewRequest(order, instrument)
  return request && previewOf(request, instrument, previewTimeoutMs)
}

function exactWords(look: OrderPreview, { instrument }: TicketContext): Message {
  const format = formatFor(currentLanguage(), 'utc')
  const words = instrumentFormat(instrument, format)
  const liquidation = words.price(look.filled.liquidationTicks)
  const feeWords = (fee: Amount): string => `${words.settle(fee)} ${instrument.settleCoin}`
  const { later } = look
  const fee = [look.fee, ...(later ? [later.fee] : [])].map(feeWords).join(' → ')
  const margin = [look, ...(later ? [later] : [])]
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
