// The outcome of a spot order by the exchange's preview: the part filled at once, the part that
// then rests, and why nothing would be filled.

import { feeRateOf } from '@basis/domain/instrument/fee-levels'
import { feeOf } from '@basis/domain/instrument/fees'
import {
  parsePrice,
  parseQty,
  qtyAmount,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { amount, qtyLots, zero, type Amount, type QtyLots } from '@basis/domain/numbers/fixed'
import type { CancelType } from '@basis/domain/orders/order'
import { decodeFees } from '@basis/protocol/fees/fee-level'
import { decodeAmount } from '@basis/protocol/order'
import type { WirePreview } from '@basis/protocol/preview-calls'
import { previewProblem } from '../../../client/error-reactions.ts'
import type { Message } from '../../../i18n/message-keys.ts'
import { useAnswer } from '../../../actions/previews.ts'
import { spotRequest, type OrderIntent } from '../../../actions/order-requests.ts'

type SpotOutcome = {
  /** The total of the part filled at once and the part that then rests. */
  readonly lots: QtyLots
  /** 1e-8 of the quote coin: the amount paid, or received after the fee. */
  readonly moved: Amount
  /** 1e-8 of the received coin, from which it is deducted (rules 3.1). */
  readonly fee: Amount
}

/** The exchange's answer about an order; empty before it has come. */
export type SpotAnswer = {
  readonly outcome?: SpotOutcome
  /** The reason if the order would end at once without a fill. */
  readonly cancelled?: CancelType
  readonly refusal?: Message
}

const noAnswer: SpotAnswer = {}

/**
 * Decodes a preview. The part filled at once is valued by its fills, the resting part by its limit.
 */
export function readSpotAnswer(wire: WirePreview, instrument: Instrument): SpotAnswer {
  const refusal = previewProblem(wire)
  if (refusal !== undefined) return { refusal }
  const [order] = wire.orders
  if (order === undefined) return noAnswer
  const [filled, rests] = [order.cumExecQty, order.leavesQty].map((text) => {
    const lots = parseQty(instrument, text)
    return typeof lots === 'number' ? lots : qtyLots(0)
  }) as [QtyLots, QtyLots]
  const lots = qtyLots(filled + rests)
  if (lots === 0) return order.cancelType === undefined ? noAnswer : { cancelled: order.cancelType }
  const limit = rests === 0 ? undefined : parsePrice(instrument, order.price)
  const later = typeof limit === 'number' ? valueOf(instrument, limit, rests) : zero
  const { rates } = decodeFees(wire.before.wallet.fees)
  const isSale = order.side === 'Sell'
  const received = isSale ? later : qtyAmount(instrument, rests)
  const fee = decodeAmount(order.cumExecFee) + feeOf(received, feeRateOf(instrument, true, rates))
  const value = decodeAmount(order.cumExecValue) + later
  return { outcome: { lots, moved: amount(isSale ? value - fee : value), fee: amount(fee) } }
}

/** Returns the current outcome of a spot order, refreshed; empty without an order. */
export function useSpotAnswer(order: OrderIntent | undefined, instrument: Instrument): SpotAnswer {
  const wire = useAnswer('previewSpotOrder', order && spotRequest(order, instrument))
  return wire === undefined ? noAnswer : readSpotAnswer(wire, instrument)
}
