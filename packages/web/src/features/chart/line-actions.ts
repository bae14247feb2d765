// Handlers of the trading lines of the chart: a line's id gives the order, position or alert, and
// the requests are those of the table rows.

// Beside the datafeed and drawn-order.ts this is where the chart's floating-point prices enter.

import type { LineButton, LineHandlers } from '@basis/chart/lines'
import { priceE8, type PriceTicks } from '@basis/domain/numbers/fixed'
import { ticksNearE8, type Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { moveAlert, removeAlerts } from '../../actions/alerts/alert-actions.ts'
import { ask } from '../../client/http.ts'
import { beginReversal } from '../../actions/reversal.ts'
import { openOrder, applyReceipt } from '../../stores/orders.ts'
import { moveOrder } from '../../actions/amending/order-moves.ts'
import { cancelOrder } from '../../actions/trading.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { alertOfLine } from './alerts/alert-lines.ts'
import { moveDraft } from '../../stores/draft.ts'
import { bracketPartOf, endBracket, moveBracket } from './bracket/bracket-store.ts'
import { draftPartOf, dropDraft } from './bracket/draft-lines.ts'
import { dragLine, dropLine } from './drag/dragged-line.ts'

const unit = 100_000_000

/** Returns the handlers of the lines of one instrument. */
export function lineHandlers(instrument: Instrument): LineHandlers {
  // Lines of what is not sent yet move at once, without a request.
  const moveDrawn = (id: string, price: number): boolean => {
    const [part, typed] = [bracketPartOf(id), draftPartOf(id)]
    const ticks = ticksOf(price, instrument)
    if (part !== undefined && ticks !== undefined) moveBracket(part, ticks, instrument)
    if (typed !== undefined && ticks !== undefined) moveDraft(instrument.symbol, typed, ticks)
    return part !== undefined || typed !== undefined
  }
  return {
    moving: (id, price) => {
      if (moveDrawn(id, price)) return
      const [order, ticks] = [orderOfLine(id), ticksOf(price, instrument)]
      if (order !== undefined && ticks !== undefined) dragLine(order, ticks)
    },
    dropped: dropLine,
    moved: (id, price) => {
      if (moveDrawn(id, price)) return undefined
      const order = orderOfLine(id)
      const ticks = ticksOf(price, instrument)
      const alert = alertOfLine(id)
      if (alert !== undefined && ticks !== undefined) {
        return moveAlert(alert, ticks, instrument)
      }
      if (order === undefined || ticks === undefined) return Promise.resolve(false)
      return moveOrder(order, ticks, instrument)
    },
    pressed: (id, button) => {
      const typed = draftPartOf(id)
      if (typed === undefined) pressed(id, button)
      else dropDraft(typed, instrument)
    },
    silent: (id) => void askAgain(id, instrument),
  }
}

/**
 * Returns the nearest tick to a chart price; undefined if it is not positive or exceeds the safe
 * range.
 */
export function ticksOf(price: number, instrument: Instrument): PriceTicks | undefined {
  const scaled = Math.round(price * unit)
  return Number.isSafeInteger(scaled) && scaled > 0
    ? ticksNearE8(instrument, priceE8(scaled))
    : undefined
}

function orderOfLine(id: string): Order | undefined {
  const [family, orderId] = id.split(':')
  return family === 'order' || family === 'tpsl' ? openOrder(Number(orderId)) : undefined
}

function pressed(id: string, button: LineButton): void {
  if (bracketPartOf(id) !== undefined) return endBracket()
  const alert = alertOfLine(id)
  if (alert !== undefined) return void removeAlerts([alert])
  const order = orderOfLine(id)
  if (order !== undefined) {
    const { symbol } = order
    if (button === 'cancel') void cancelOrder(order)
    if (button === 'modify') openDialog({ kind: 'replaceOrder', symbol, orderId: String(order.id) })
    return
  }
  const [family, symbol, positionIdx] = id.split(':')
  if (family !== 'pos' || symbol === undefined) return
  if (button === 'close') {
    const number = Number(positionIdx)
    openDialog({ kind: 'closePosition', symbol, positionIdx: number, orderType: 'Market' })
  }
  if (button === 'reverse') beginReversal(symbol, Number(positionIdx))
}

/**
 * A change was accepted but no update has come: the order's state is requested from the exchange,
 * from its history if it is no longer open.
 */
async function askAgain(id: string, instrument: Instrument): Promise<void> {
  const order = orderOfLine(id)
  if (order === undefined || instrument.kind === 'Spot') return
  const request = { symbol: order.symbol, orderId: String(order.id) }
  const open = await ask('openOrders', request)
  if (!open.ok) return
  const isOpen = open.value.list.length > 0
  const found = isOpen ? open : await ask('orderHistory', request)
  if (found.ok) for (const wire of found.value.list) applyReceipt(wire)
}
