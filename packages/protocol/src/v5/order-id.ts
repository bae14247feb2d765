// Order IDs of the open API: decimal digits for spot, a UUID for contracts and options; both encode
// the exchange's order ID.

import { orderId, type OrderId } from '@basis/domain/numbers/brand'

const prefix = '00000000-0000-4000-8000-'

/** Encodes an order ID; 0, no order, is empty text. */
export const encodeV5OrderId = (id: number, isSpot: boolean): string =>
  id === 0 ? '' : isSpot ? String(id) : prefix + id.toString(16).padStart(12, '0')

/** Decodes either form; 0, no order, for a text that is not one of our IDs. */
export function decodeV5OrderId(text: string): OrderId {
  if (/^[1-9]\d{0,14}$/.test(text)) return orderId(Number(text))
  const hex = text.startsWith(prefix) ? text.slice(prefix.length) : ''
  return orderId(/^[0-9a-f]{12}$/.test(hex) ? Number.parseInt(hex, 16) : 0)
}
