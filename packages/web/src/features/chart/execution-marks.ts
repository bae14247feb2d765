// The account's fills as marks on the chart: fills of one order within a minute are one mark.

import { amount, zero, type Amount, type PriceE8 } from '@basis/domain/numbers/fixed'
import { priceOfValue, type Instrument } from '@basis/domain/instrument/instrument'
import { decodeAmount, type WireExecution } from '@basis/protocol/order'

/** The maximum number of fills kept. */
const KEPT = 1_000
/** Fills of one order within a minute, the shortest bar, are one mark. */
const MARK_MS = 60_000

/** Returns the newest fills of both lists without duplicates, oldest first. */
export function mergedFills(
  before: readonly WireExecution[],
  more: readonly WireExecution[],
): readonly WireExecution[] {
  const idOf = ({ execId, orderId }: WireExecution): string => `${execId} ${orderId}`
  const merged = new Map([...before, ...more].map((fill) => [idOf(fill), fill]))
  return [...merged.values()].toSorted((a, b) => a.execTimeE3 - b.execTimeE3).slice(-KEPT)
}

/** The fills of one order within one minute. */
export type OrderMark = {
  readonly id: string
  readonly side: WireExecution['side']
  /** Of the first fill. */
  readonly timeMs: number
  /** In 1e-8 base coin, for inverse contracts in 1e-8 dollars. */
  readonly qty: Amount
  /** The average price, computed as for an order. */
  readonly priceE8: PriceE8
}

/** Returns the marks of the fills in one instrument, oldest first. */
export function orderMarks(fills: readonly WireExecution[], instrument: Instrument): OrderMark[] {
  const groups = Map.groupBy(fills, ({ orderId, execId, execTimeE3, side }) =>
    // A fill without an order, such as an auto-deleveraging, is its own mark.
    orderId === '' ? execId : `${orderId} ${side} ${Math.floor(execTimeE3 / MARK_MS)}`,
  )
  return [...groups].flatMap(([id, group]) => {
    const [first] = group
    if (first === undefined) return []
    const qty = sumOf(group.map(({ execQty }) => execQty))
    const value = sumOf(group.map(({ execValue }) => execValue))
    const priceE8 = priceOfValue(instrument, value, qty)
    return [{ id, side: first.side, timeMs: first.execTimeE3, qty, priceE8 }]
  })
}

const sumOf = (texts: readonly string[]): Amount =>
  amount(texts.reduce((sum: bigint, text) => sum + decodeAmount(text), zero))
