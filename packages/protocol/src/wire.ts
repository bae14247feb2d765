// The few schema parts that every pillar uses: decimal texts, scaled integers, names, and short-key
// maps.

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { QtyLots } from '@basis/domain/numbers/fixed'
import { formatQty, parseQty, qtyAmount } from '@basis/domain/instrument/instrument'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import * as z from './schema/deferred.ts'

/** Money that a trader enters: no sign, no exponent, no leading zeros (reliability S8). */
export const decimalPattern = /^(0|[1-9]\d{0,14})(\.\d{1,18})?$/
/** An amount of this venue may be below zero when it is told, never when it is asked. */
export const signedDecimalPattern = /^-?(0|[1-9]\d{0,29})(\.\d{1,18})?$/
/** A scaled integer as text, e.g. a quantity ×1e8. */
const integerPattern = /^(0|[1-9]\d{0,18})$/
const namePattern = /^[A-Za-z0-9][A-Za-z0-9/_.-]{0,39}$/
const orderIdPattern = /^[1-9]\d{0,14}$/
const linkIdPattern = /^[A-Za-z0-9_-]{1,45}$/

/**
 * A field that may be left out. A JSON message has no `undefined`, so for messages this is
 * `z.exactOptional`; that one tries its schema on each absent field and words why it does not fit,
 * which was 11 of the 14 µs that reading a new order took.
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
/** A price that may be absent in a told message: empty text then. */
export const decimalOrEmpty = z.stringFormat('decimalOrEmpty', (text) => {
  return text === '' || signedDecimalPattern.test(text)
})
/** A text as a terminal may send it: an empty one stands for an absent number (spec 3, 5). */
const textAsked = (format: string, pattern: RegExp) =>
  z.pipe(
    z.stringFormat(format, (text) => text === '' || pattern.test(text)),
    z.transform((asked) => (asked === '' ? undefined : asked)),
  )

export const decimalAsked = textAsked('decimal', decimalPattern)

/** The same of a price, which may also be a JSON number of at most 15 digits, held exactly. */
export const priceAsked = z.union([
  decimalAsked,
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

/** A whole number as text, or as a JSON number where it is a safe integer: `qtyX` (spec 7). */
export const scaledAsked = z.union([
  textAsked('integer', integerPattern),
  z.int().check(z.nonnegative()),
])
/** Writes a quantity as `qtyX` has it: ×1e8 in USDT and USDC, of an inverse as it is (spec 9). */
export const encodeQtyX = (instrument: Instrument, lots: QtyLots): string =>
  instrument.kind === 'Inverse' ? formatQty(instrument, lots) : String(qtyAmount(instrument, lots))

/** Reads a quantity that was written so; the problem of one that cannot be. */
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

/** A symbol's name as asked for; whether it is listed is the exchange's question. */
export const symbolName = z.stringFormat('symbol', namePattern)
/** The venue's own order number as text. */
export const orderIdText = z.stringFormat('orderId', orderIdPattern)
/** The same of an order that there may be none of: `tpStopOrderId`. */
export const orderIdAsked = textAsked('orderId', orderIdPattern)
/** The client's own id of an order: 1 to 45 letters, digits, `-` and `_`. */
export const linkIdText = z.stringFormat('orderLinkId', linkIdPattern)
export const shortText = z.string().check(z.maxLength(200))

/** A whole number in a query: text on the wire, a number on both sides of it. */
export const queryInteger = z.pipe(
  z.stringFormat('integer', /^(0|[1-9]\d{0,14})$/),
  z.transform(Number),
)

/** The most rows of one page. */
export const maxPageRows = 200

/** Pages of a list: at most 200 rows, from where the last page ended (reliability P7). */
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

/**
 * Returns a record under its long names; unknown keys are dropped. What it holds is not yet
 * checked.
 */
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
