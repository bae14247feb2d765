// Quantities, prices and slippage limits of order requests, read into lots and ticks.

import { type Instrument, parsePrice, parseQty } from '@basis/domain/instrument/instrument'
import { parseDecimal, type PriceTicks, type QtyLots } from '@basis/domain/numbers/fixed'
import type { Slippage } from '@basis/domain/orders/slippage'
import { settledQuantities } from '@basis/domain/orders/tpsl'
import { decodeQtyX } from '@basis/protocol/wire'
import { invalidField, problemRefusal } from '../guards/refusal.ts'

type QtyFields = {
  readonly qty?: string | undefined
  readonly qtyX?: ScaledQty
}

type ScaledQty = string | number | undefined

type SizeFields = { readonly tpSizeX?: ScaledQty; readonly slSizeX?: ScaledQty }

/** Reads qty, qtyX or both, which must agree. Throws the problem of an invalid quantity. */
export function optionalQty(
  instrument: Instrument,
  { qty, qtyX }: QtyFields,
  field = 'qty',
): { readonly qtyLots?: QtyLots } {
  const plain = qty === undefined ? undefined : parsedQty(instrument, qty, field)
  const scaled = readQtyX(instrument, qtyX, 'qtyX') ?? plain
  if (plain !== undefined && plain !== scaled) {
    const rule = instrument.kind === 'Inverse' ? 'what qty is' : 'qty × 100000000, and qty is'
    throw invalidField('qtyX', `must be ${rule}, ${qty}`)
  }
  return scaled === undefined ? {} : { qtyLots: scaled }
}

/** Reads a quantity in the scale of `qtyX`; zero counts as absent (spec 5). */
export function readQtyX(
  instrument: Instrument,
  asked: ScaledQty,
  field: 'qtyX' | 'tpSizeX' | 'slSizeX',
): QtyLots | undefined {
  if (asked === undefined || Number(asked) === 0) return undefined
  const read = decodeQtyX(instrument, String(asked))
  if (typeof read === 'number') return read
  throw problemRefusal({ ...read, field })
}

export function parsedQty(instrument: Instrument, text: string, field: string): QtyLots {
  const parsed = parseQty(instrument, text)
  if (typeof parsed === 'number') return parsed
  throw problemRefusal({ ...parsed, field })
}

/**
 * Returns the order's quantity, or that of its TP/SL, which must cover the whole order (spec 5).
 */
export function requiredQty(
  instrument: Instrument,
  { tpSizeX, slSizeX, ...fields }: QtyFields & SizeFields,
): QtyLots {
  const { qtyLots } = optionalQty(instrument, fields)
  const settled = settledQuantities({
    qtyLots,
    tpLots: readQtyX(instrument, tpSizeX, 'tpSizeX'),
    slLots: readQtyX(instrument, slSizeX, 'slSizeX'),
  })
  if ('name' in settled) throw problemRefusal(settled)
  const { orderLots = qtyLots, tpslLots = qtyLots } = settled
  if (orderLots === undefined) throw invalidField('qty', 'or qtyX is required')
  if (tpslLots === orderLots) return orderLots
  throw invalidField(tpSizeX === undefined ? 'slSizeX' : 'tpSizeX', 'must be what qty is')
}

export function optionalPrice(
  instrument: Instrument,
  text: string | undefined,
): { readonly priceTicks?: PriceTicks } {
  if (text === undefined) return {}
  const parsed = parsePrice(instrument, text)
  if (typeof parsed !== 'number') throw problemRefusal(parsed)
  return { priceTicks: parsed }
}

type SlippageFields = {
  readonly maxSlippage?: string
  readonly maxSlippageType?: Slippage['unit']
}

/** Reads a slippage limit: whole ticks, or percent with two decimals (rules 8.3). */
export function optionalSlippage({ maxSlippage: text, maxSlippageType: unit }: SlippageFields): {
  readonly slippage?: Slippage
} {
  if (text === undefined && unit === undefined) return {}
  if (text === undefined) throw invalidField('maxSlippage', 'is required with maxSlippageType')
  if (unit === undefined) throw invalidField('maxSlippageType', 'is required with maxSlippage')
  const decimals = unit === 'Percent' ? 2 : 0
  const most = parseDecimal(text, decimals)
  if (most !== undefined) return { slippage: { unit, most: Number(most) } }
  throw invalidField(
    'maxSlippage',
    unit === 'Percent' ? 'must have at most 2 decimals' : 'must be a whole number of ticks',
  )
}
