// The notice of a closing order that was split and of which a part was refused (spec 8, 39303).

import { formatQty, qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { qtyLots } from '@basis/domain/numbers/fixed'
import type { CallAnswer } from '@basis/protocol/calls'
import { orderReceipt } from '@basis/protocol/order-calls'
import type { CallFailure } from '@basis/protocol/envelope'
import { splitOrderFailedCode } from '@basis/protocol/errors'
import { decodeQtyX, integerText } from '@basis/protocol/wire'
import * as z from 'zod/mini'
import { message, type Message } from '../../i18n/message-keys.ts'
import { failureMessage } from '../../client/error-reactions.ts'
import { orderWords, type AnnouncedOrder } from './order-words.ts'

/** The specification's fields of the answer are enough; this venue's has the whole receipt. */
const refusedPart = z.pick(orderReceipt, { order: true, create_order_failed_qty_x: true })

type PartlyPlaced = {
  readonly order: CallAnswer<'createOrder'>['order']
  readonly body: Message
}

/** Returns the placed part and the text about both; undefined if nothing was placed. */
export function partlyPlaced(
  error: CallFailure,
  asked: AnnouncedOrder,
  instrument: Instrument,
): PartlyPlaced | undefined {
  if (error.code !== splitOrderFailedCode) return undefined
  const part = z.safeParse(refusedPart, error.result)
  if (!part.success) return undefined
  const { order, create_order_failed_qty_x: failed } = part.data
  if (!z.safeParse(integerText, failed).success) return undefined
  const failedLots = decodeQtyX(instrument, failed)
  if (typeof failedLots !== 'number' || failedLots >= asked.qtyLots) return undefined
  const placed = { ...asked, qtyLots: qtyLots(asked.qtyLots - failedLots) }
  const body = message('notices.splitSubmitOrderFaildTip', {
    words: orderWords(placed, instrument),
    qty: formatQty(instrument, failedLots),
    coin: qtyCoin(instrument),
    reason: failureMessage(error),
  })
  return { order, body }
}
