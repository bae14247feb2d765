// The question before an open order is amended: about money that the change puts at risk
// (reliability T5), and about a price at which the order would be filled at once.

import { qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { waitsOnLegs, type Order } from '@basis/domain/orders/order'
import { replaceRequest, type OrderChange } from '../../../actions/amending/replace-order.ts'
import type { OrderIntent } from '../../../actions/order-requests.ts'
import { orderWords } from '../../../actions/words/order-words.ts'
import { ask } from '../../../client/http.ts'
import { uidNow } from '../../../client/session.ts'
import { say } from '../../../i18n/i18n.ts'
import { message, type Message } from '../../../i18n/message-keys.ts'
import { askTradingMode } from '../../../stores/positions.ts'
import { inHedge, orderContextNow } from './order-context.ts'
import { readPreview, type OrderPreview } from './order-preview.ts'
import {
  askAbout,
  exactWords,
  figuresOf,
  hasLeverage,
  judged,
  previewTimeoutMs,
  pricesOf,
  wantedWarnings,
} from './order-question.ts'
import type { OrderWarning } from './order-warnings.ts'

/**
 * Returns whether a change of an open order is to be sent: the changed order raises the questions
 * of a new one, except for what is true of it already. `atOnce` is another reason to ask: that it
 * would be filled at once.
 */
export async function isAmendmentConfirmed(
  order: Order,
  change: OrderChange,
  instrument: Instrument,
  atOnce?: Message,
): Promise<boolean> {
  const uid = uidNow()
  // Until it is known, the order's cost would be that of the usual leverage.
  if (hasLeverage(instrument)) await askTradingMode(order.symbol)
  const [standing, changed] = [intentOf(order, {}), intentOf(order, change)]
  const context = inHedge(changed, orderContextNow(instrument), order.side)
  const warningsOf = (intent: OrderIntent, preview?: OrderPreview): readonly OrderWarning[] =>
    wantedWarnings(judged(intent, context, { ...figuresOf(intent, context), preview }))
  const before = warningsOf(standing)
  const added = (preview: OrderPreview | undefined): readonly OrderWarning[] =>
    warningsOf(changed, preview).filter((warning) => isAdded(warning, before))
  const newest = () => newestPreview(order, change, instrument)
  // Some costs only the exchange knows: without its preview no question would be raised.
  const isItsOwn = context.isPortfolio === true || instrument.option !== undefined
  const known = isItsOwn ? await newest() : undefined
  if (uid !== uidNow()) return false
  if (atOnce === undefined && added(known).length === 0) return true
  const preview = known ?? (await newest())
  if (uid !== uidNow()) return false
  const whole = { ...changed, qtyLots: change.qtyLots ?? order.qtyLots }
  const words = say(orderWords(whole, instrument))
  return askAbout({
    title: message('orders.replaceTitle'),
    words: message('chart.moveTo', { words }),
    warnings: added(preview),
    others: [
      ...(atOnce === undefined ? [] : [atOnce]),
      ...(preview === undefined ? [] : [exactWords(preview, context)]),
    ],
    confirm: message('orders.replaceConfirm'),
    isAskedAnyway: atOnce !== undefined,
    priceWords: pricesOf(instrument),
  })
}

/** The order as it is, or would be, without what of it is filled. */
function intentOf(order: Order, change: OrderChange): OrderIntent {
  const { symbol, side, orderType, timeInForce, positionIdx, stop, status } = order
  const { triggerTicks = stop?.triggerTicks } = change
  const hasLegs = waitsOnLegs(order)
  const isWaiting = status === 'Untriggered' && !hasLegs
  return {
    symbol,
    side,
    orderType,
    timeInForce,
    positionIdx,
    reduceOnly: order.reduceOnly || order.closeOnTrigger,
    qtyLots: qtyLots((change.qtyLots ?? order.qtyLots) - order.filledLots),
    ...(orderType === 'Limit' && !hasLegs
      ? { priceTicks: change.priceTicks ?? order.priceTicks }
      : {}),
    ...(isWaiting && stop !== undefined && triggerTicks !== undefined
      ? { triggerTicks, triggerBy: stop.triggerBy }
      : {}),
  }
}

/** The exchange's preview of the change; a spot order has no margin figures. */
async function newestPreview(
  order: Order,
  change: OrderChange,
  instrument: Instrument,
): Promise<OrderPreview | undefined> {
  if (instrument.kind === 'Spot') return undefined
  const request = replaceRequest(order, instrument, change)
  const outcome = await ask('previewReplace', request, { timeoutMs: previewTimeoutMs })
  return outcome.ok ? readPreview(outcome.value, instrument) : undefined
}

/** Whether the change adds a warning, or makes one larger. */
function isAdded(warning: OrderWarning, before: readonly OrderWarning[]): boolean {
  const same = before.find(({ kind }) => kind === warning.kind)
  return same === undefined || sizeOf(warning) > sizeOf(same)
}

function sizeOf(warning: OrderWarning): number {
  switch (warning.kind) {
    case 'worse':
      return warning.percentE2
    case 'share':
      return warning.percent
    case 'liquidation':
      return warning.share
  }
}
