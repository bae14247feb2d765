// Sending the ticket: asks again where an order deserves a second look, then places it once.

import { useState } from 'react'
import type { Side } from '@basis/domain/order'
import { instrumentFormat } from '../../exchange/instrument-format.ts'
import { isAsked } from '../../exchange/preferences.ts'
import { orderWords } from '../../exchange/words/order-words.ts'
import { placeOrder } from '../../exchange/trading.ts'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage, say } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { askForConfirmation } from '../../shell/dialogs.ts'
import { lookAt, lookRequest } from './order-look.ts'
import type { SideFigures } from './ticket-figures.ts'
import { ticketWarnings, type TicketWarning } from './ticket-warnings.ts'
import { orderOf, type TicketContext, type TicketDraft, type TicketOrder } from './ticket.ts'

export type SendOrder = {
  readonly sending: Side | undefined
  readonly send: (side: Side, figures: SideFigures) => Promise<void>
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
  const send = async (side: Side, figures: SideFigures): Promise<void> => {
    const order = orderOf(draft, context, side, figures.lots)
    if (!(await isMeant(order, context, figures))) return
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
  figures: SideFigures,
): Promise<boolean> {
  const isWished = isAsked(order.orderType === 'Limit' ? 'limit' : 'market')
  const warnings = ticketWarnings({
    side: order.side,
    limit: order.priceTicks,
    bid: context.bid,
    ask: context.ask,
    cost: context.instrument.kind === 'Spot' ? undefined : figures.cost,
    equity: context.funds?.equity,
    leverage: context.instrument.kind === 'Spot' ? undefined : context.leverage,
  })
  if (!isWished && warnings.length === 0) return true
  const words = say(orderWords(order, context.instrument))
  const exact = await exactWords(order, context)
  const reasons = [...warnings.map(warningWords), ...exact].map((reason) => say(reason)).join(' ')
  return askForConfirmation({
    title: message('ticket.confirmTitle'),
    body:
      reasons === ''
        ? message('ticket.confirmPlain', { words })
        : message('ticket.confirmBody', { words, reasons }),
    confirm: message('ticket.confirmSend'),
  })
}

/** A question that waits longer than this is asked without the exchange's figures. */
const lookTimeoutMs = 800

/** What the exchange says the order would do now; nothing when it does not say so in time. */
async function exactWords(order: TicketOrder, { instrument }: TicketContext): Promise<Message[]> {
  const request = lookRequest(order, instrument)
  if (request === undefined) return []
  const look = await lookAt(request, instrument, lookTimeoutMs)
  if (look === undefined) return []
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  const liquidation = words.price(look.liquidationTicks)
  const fee = `${words.settle(look.fee)} ${instrument.settleCoin}`
  const margin = words.settle(look.margin, { signed: true })
  return [message('ticket.confirmExact', { fee, margin, liquidation })]
}

function warningWords(warning: TicketWarning): Message {
  const format = formatFor(currentLanguage(), 'utc')
  switch (warning.kind) {
    case 'worse': {
      const percent = format.percent({ units: warning.percentE2, scale: 2 }, { signed: false })
      return message('ticket.warnWorse', { percent })
    }
    case 'share':
      return message('ticket.warnShare', { percent: `${warning.percent}%` })
    case 'leverage':
      return message('ticket.warnLeverage', { leverage: warning.leverage })
  }
}
