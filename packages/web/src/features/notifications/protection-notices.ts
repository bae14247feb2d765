// Notices of take-profit, stop-loss and trailing stop, together for the position they protect;
// automatic changes, such as trailing a price, are not reported.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order, StopOrderType } from '@basis/domain/orders/order'
import { isTrailingRequested } from '../../actions/tpsl.ts'
import { instrumentFormat, type InstrumentFormat } from '../../stores/instrument-format.ts'
import type { OrderHappening } from '../../stores/orders.ts'
import { formatFor } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import type { NoticeDraft } from '../../shell/notices.ts'

const protections: ReadonlySet<StopOrderType> = new Set([
  'TakeProfit',
  'StopLoss',
  'PartialTakeProfit',
  'PartialStopLoss',
  'TrailingStop',
])

/** Returns whether the order closes a position at its trigger; spot plan orders protect none. */
export const isProtection = ({ stop }: Order): boolean =>
  stop !== undefined && stop.planType === undefined && protections.has(stop.stopType)

/** Returns "take-profit 66,000.0", for a part with its quantity. */
export function protectionWords({ stop, qtyLots }: Order, words: InstrumentFormat): Message {
  const price = words.price(stop?.triggerTicks)
  const [type, isPartial] = [stop?.stopType ?? 'StopLoss', stop?.tpslMode === 'Partial']
  if (type === 'TrailingStop') return message('notices.legTrailing')
  const isProfit = type === 'TakeProfit' || type === 'PartialTakeProfit'
  const leg = message(isProfit ? 'notices.legTakeProfit' : 'notices.legStopLoss', { price })
  return isPartial ? message('notices.legPart', { leg, qty: words.qty(qtyLots) }) : leg
}

/** Returns what was set or moved, one notice per position. */
export function protectionNotices(
  happenings: readonly OrderHappening[],
  instrumentOf: (symbol: string) => Instrument | undefined,
): readonly NoticeDraft[] {
  const set = happenings.filter((happening) => isSet(happening))
  const byPosition = Map.groupBy(set, ({ order }) => `${order.symbol} ${order.side}`)
  const notices = [...byPosition.values()].flatMap((legs) => {
    const [first] = legs
    const instrument = first === undefined ? undefined : instrumentOf(first.order.symbol)
    return first === undefined || instrument === undefined
      ? []
      : [setNotice(first.order, legs, instrument)]
  })
  const trailing = happenings.filter((happening) => isNewTrailing(happening))
  return [...notices, ...trailing.map(({ order }) => trailingSetNotice(order))]
}

/**
 * Returns whether a trailing stop was set elsewhere: in another tab, or by an order that it came
 * with. The answer to a request of this page reports its own, with its distance.
 */
const isNewTrailing = ({ order, isNew }: OrderHappening): boolean =>
  isNew &&
  isProtection(order) &&
  order.status === 'Untriggered' &&
  order.stop?.stopType === 'TrailingStop' &&
  !isTrailingRequested(order.symbol, order.positionIdx)

/**
 * Returns whether it was placed or its trigger changed; a size that follows the position is
 * ignored.
 */
function isSet({ before, order, isNew }: OrderHappening): boolean {
  if (!isProtection(order) || order.status !== 'Untriggered') return false
  // A trailing stop follows the price; its setting has a notice of its own.
  if (order.stop?.stopType === 'TrailingStop' || (!isNew && before === undefined)) return false
  if (isNew) return true
  const isPartial = order.stop?.tpslMode === 'Partial'
  return (
    before?.stop?.triggerTicks !== order.stop?.triggerTicks ||
    before?.stop?.triggerBy !== order.stop?.triggerBy ||
    before?.priceTicks !== order.priceTicks ||
    (isPartial && before?.qtyLots !== order.qtyLots)
  )
}

function setNotice(
  { symbol, side }: Order,
  legs: readonly OrderHappening[],
  instrument: Instrument,
): NoticeDraft {
  const words = instrumentFormat(instrument, formatFor(currentLanguage(), 'utc'))
  const [first, ...others] = legs.map(({ order }) => protectionWords(order, words))
  const all = others.reduce<Message | undefined>(
    (one, other) => one && message('notices.pair', { first: one, second: other }),
    first,
  )
  return {
    keys: legs.map(({ order }) => `order ${order.id} set ${order.updateNo}`),
    timeMs: Math.max(...legs.map(({ order }) => order.updatedMs)),
    no: Math.max(...legs.map(({ order }) => order.id)),
    title: message('notices.setTpSuccess'),
    ...ofPosition({ symbol, side }, all ?? ''),
  }
}

/** Returns the notice of a trailing stop's setting; its distance may have changed since. */
export const trailingSetNotice = (order: Order): NoticeDraft => ({
  keys: [`order ${order.id} set 1`],
  timeMs: order.createdMs,
  no: order.id,
  title: message('notices.trailingSet'),
  ...ofPosition(order, message('notices.legTrailing')),
})

/** The order that closes a long is a sell. */
const ofPosition = ({ symbol, side }: Pick<Order, 'symbol' | 'side'>, words: Message | '') =>
  ({
    kind: 'protection',
    tone: 'success',
    body: message(side === 'Sell' ? 'notices.ofLong' : 'notices.ofShort', { symbol, words }),
    many: 'msg.manyProtections',
    link: { panel: 'positions' },
  }) as const
