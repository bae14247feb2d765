// Common schema parts of the wire format: decimal texts, scaled integers, names, and short-key
// maps.

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { QtyLots } from '@basis/domain/numbers/fixed'
import { formatQty, parseQty, qtyAmount } from '@basis/domain/instrument/instrument'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { symbolPattern } from '@basis/domain/instrument/listing-rules'
import type { Problem } from '@basis/domain/instrument/problems'
import { linkIdPattern } from '@basis/domain/orders/order'
import * as z from './schema/deferred.ts'

/** An amount entered by a trader: no sign, no exponent, no leading zeros (reliability S8). */
export const decimalPattern = /^(0|[1-9]\d{0,14})(\.\d{1,18})?$/
/** An amount in a message from the exchange, which may be negative. */
export const signedDecimalPattern = /^-?(0|[1-9]\d{0,29})(\.\d{1,18})?$/
/** A scaled integer as text, e.g. a quantity ×1e8. */
const integerPattern = /^(0|[1-9]\d{0,18})$/
const orderIdPattern = /^[1-9]\d{0,14}$/

/**
 * An optional field. JSON messages have no `undefined`, so messages are checked as with
 * `z.exactOptional`; zod's own also tries its schema on each absent field and builds an error,
 * which took 11 of the 14 µs of parsing a new order.
 */
export const optionalField = z.deferred(
  <Inner extends z.ZodMiniType>(inner: Inner): z.ZodMiniExactOptional<Inner> => {
    const field = z.exactOptional(inner)
    const parse = field._zod.parse
    field._zod.parse = (payload, context) =>
      payload.value === undefined ? payload : parse(payload, context)
    field._zod.run = field._zod.parse
    return field
  },
)

export const decimal = z.stringFormat('decimal', decimalPattern)
export const signedDecimal = z.stringFormat('signedDecimal', signedDecimalPattern)
/** A price in a message, empty text if absent. */
export const decimalOrEmpty = z.stringFormat('decimalOrEmpty', (text) => {
  return text === '' || signedDecimalPattern.test(text)
})
/** A text in a request; empty text means an absent number (spec 3, 5). */
const textAsked = (format: string, pattern: RegExp) =>
  z.pipe(
    z.stringFormat(format, (text) => text === '' || pattern.test(text)),
    z.transform((asked) => (asked === '' ? undefined : asked)),
  )

export const requestedDecimal = textAsked('decimal', decimalPattern)

/** As `decimalAsked`, but also a JSON number of at most 15 digits, kept exactly. */
export const requestedPrice = z.union([
  requestedDecimal,
  z.pipe(z.number().check(z.refine(isPlainNumber)), z.transform(String)),
])

function isPlainNumber(asked: number): boolean {
  const text = String(asked)
  return decimalPattern.test(text) && text.replace(/\D/g, '').replace(/^0+/, '').length <= 15
}

/** A scaled integer as text (E8 quantities, amounts); never a JSON number (reliability M7). */
export const integerText = z.stringFormat('integer', integerPattern)

/** An amount ×1e8 that may be negative, as text or as a JSON integer: `addToPositionBalanceE8`. */
export const signedScaledInteger = z.union([
  z.stringFormat('signedInteger', /^(0|-?[1-9]\d{0,18})$/),
  z.int(),
])

/** A whole number as text, or as a JSON number if it is a safe integer: `qtyX` (spec 7). */
export const requestedScaled = z.union([
  textAsked('integer', integerPattern),
  z.int().check(z.nonnegative()),
])
/**
 * Formats a quantity as `qtyX`: ×1e8 for USDT and USDC contracts, unscaled for inverse (spec 9).
 */
export const encodeQtyX = (instrument: Instrument, lots: QtyLots): string =>
  instrument.kind === 'Inverse' ? formatQty(instrument, lots) : String(qtyAmount(instrument, lots))

/** Parses a `qtyX` quantity; returns a problem if it is invalid. */
export const decodeQtyX = (instrument: Instrument, text: string): QtyLots | Problem =>
  parseQty(instrument, instrument.kind === 'Inverse' ? text : formatTrimmed(BigInt(text), 8))

/**
 * A scaled integer that is not money (E2 leverage, E4 rates, times): a safe integer, may be
 * negative.
 */
export const scaled = z.int()
/** A word whose values the specification does not list: `type` and `action` of an order. */
export const word = z.stringFormat('word', /^[A-Za-z]\w{0,39}$/)
export const timeMs = z.int().check(z.nonnegative())

/** A symbol's name in a request; the exchange checks whether it is listed. */
export const symbolName = z.stringFormat('symbol', symbolPattern)
/** The exchange's order ID as text. */
export const orderIdText = z.stringFormat('orderId', orderIdPattern)
/** As `orderIdText`, or empty text for no order: `tpStopOrderId`. */
export const requestedOrderId = textAsked('orderId', orderIdPattern)
/** The client's order ID: 1 to 45 letters, digits, `-` and `_`. */
export const linkIdText = z.stringFormat('orderLinkId', linkIdPattern)
export const shortText = z.string().check(z.maxLength(200))

/** A whole number in a query: text on the wire, a number when parsed. */
export const queryInteger = z.pipe(
  z.stringFormat('integer', /^(0|[1-9]\d{0,14})$/),
  z.transform(Number),
)

/** The maximum of rows of a page. */
export const maxPageRows = 200

/** Paging of a list: at most 200 rows, from the end of the last page (reliability P7). */
export const pageQuery = {
  limit: optionalField(queryInteger),
  cursor: optionalField(z.stringFormat('cursor', /^[A-Za-z0-9_:.-]{1,120}$/)),
}

/** A page: its rows, and the cursor of the next page, empty at the end. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ list: z.array(row), nextPageCursor: z.string() })

/** Long names and their short keys; one-to-one. */
export type ShortKeys<Shape> = { readonly [Name in keyof Shape]-?: string }

/** Returns the record under its short keys; fields that are undefined are left out. */
export function shorten<Shape extends object>(
  keys: ShortKeys<Shape>,
  value: Shape,
): Record<string, unknown> {
  const short: Record<string, unknown> = {}
  for (const [name, key] of Object.entries(keys) as [keyof Shape, string][]) {
    if (value[name] !== undefined) short[key] = value[name]
  }
  return short
}

/** Returns a record under its long names, without unknown keys. The values are not checked. */
export function expand<Shape extends object>(
  keys: ShortKeys<Shape>,
  value: unknown,
): Record<string, unknown> {
  const long: Record<string, unknown> = {}
  if (typeof value !== 'object' || value === null) return long
  const short = new Map<string, unknown>(Object.entries(value))
  for (const [name, key] of Object.entries<string>(keys)) {
    if (short.has(key)) long[name] = short.get(key)
  }
  return long
}
