// The exchange's preview of an order, reduced to the figures of the ticket, in dollars.

import { parsePrice, parseQty, valueOf, type Instrument } from '@basis/domain/instrument/instrument'
import { amount, formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import { decodeAmount } from '@basis/protocol/order'
import type { Preview } from '../../actions/previews.ts'

type PreviewFigures = {
  /** The fee of the fills; undefined if the order would rest. */
  readonly fee: string | undefined
  /** The premium of the immediate fills, plus that of the resting part at its limit. */
  readonly premium: string
  /** The immediate fills. */
  readonly filled: FilledNow
  /** Whether a part would be cancelled unfilled. */
  readonly isCut: boolean
  readonly marginBefore: string
  readonly marginAfter: string
  readonly available: string
}

/** A quantity and its average price; '' if nothing would be filled. */
export type FilledNow = { readonly qty: string; readonly average: string }

/** Sums the fills of a preview. */
export function filledNow({ fills }: Pick<Preview, 'fills'>): FilledNow {
  let [qty, value] = [0n, 0n]
  for (const fill of fills) {
    qty += parseDecimal(fill.execQty, 8) ?? 0n
    value += decodeAmount(fill.execValue)
  }
  const average = qty === 0n ? '' : formatTrimmed((value * 100_000_000n) / qty, 8)
  return { qty: formatTrimmed(qty, 8), average }
}

export function previewFigures(preview: Preview, instrument: Instrument): PreviewFigures {
  const { before, after, fees, fills, orders } = preview
  const paid = fills.reduce((sum, { execValue }) => sum + decodeAmount(execValue), 0n)
  const [order] = orders
  const [price, lots] = [
    parsePrice(instrument, order?.price ?? ''),
    parseQty(instrument, order?.leavesQty ?? ''),
  ]
  const rests = order?.orderStatus === 'New' || order?.orderStatus === 'PartiallyFilled'
  const isPriced = rests && typeof price === 'number' && typeof lots === 'number'
  const resting = isPriced ? valueOf(instrument, price, lots) : 0n
  return {
    fee: fees[0]?.fee,
    premium: formatTrimmed(amount(paid + resting), 8),
    filled: filledNow(preview),
    isCut: order?.orderStatus === 'PartiallyFilledCanceled' || order?.orderStatus === 'Cancelled',
    marginBefore: before.wallet.totalInitialMargin,
    marginAfter: after.wallet.totalInitialMargin,
    available: after.wallet.totalAvailableBalance,
  }
}
