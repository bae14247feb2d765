// Algorithmic orders as clients and engine share them: a parent with its terms, its progress and
// how it ended (rules 8.9).

import type { AccountId, SymbolId } from '../numbers/brand.ts'
import type { Amount, PriceTicks, QtyLots } from '../numbers/fixed.ts'
import { formatQty, qtyCoin, type Instrument } from '../instrument/instrument.ts'
import { maxOrderQty, priceProblem, qtyProblem } from '../orders/order-rules.ts'
import type { Side } from '../orders/order.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import { icebergSliceLots, type IcebergPricing, type IcebergSlice } from './iceberg.ts'
import { povProblem, type PovTerms } from './pov.ts'
import type { AlgoStatus } from './states.ts'
import { scaledProblem, type ScaledShape } from './scaled.ts'
import { twapProblem } from './twap.ts'

export const algoKinds = ['Twap', 'Pov', 'Iceberg', 'Scaled', 'Chase'] as const
export type AlgoKind = (typeof algoKinds)[number]

/** The terms of each kind beyond side and quantity. */
export type AlgoTerms =
  | {
      readonly kind: 'Twap'
      readonly durationSec: number
      readonly intervalSec: number
      /** The seed of the size jitter; absent for none. */
      readonly seed?: number
      readonly maxChaseTicks?: PriceTicks
    }
  | ({ readonly kind: 'Pov' } & PovTerms)
  | { readonly kind: 'Iceberg'; readonly slice: IcebergSlice; readonly pricing: IcebergPricing }
  | {
      readonly kind: 'Scaled'
      readonly fromTicks: PriceTicks
      readonly toTicks: PriceTicks
      readonly children: number
      readonly shape: ScaledShape
      readonly sharesE2?: readonly number[]
    }
  | { readonly kind: 'Chase'; readonly maxDistanceTicks?: number }

/** Whether a kind can be paused; a ladder cannot, because all of it is placed at once. */
export const mayPause = (kind: AlgoKind): boolean => kind !== 'Scaled'

/** Why a parent ended: the first group by its own rules, the second from outside. */
export const algoEnds = [
  'Filled',
  'DurationOver',
  'MaxChasePrice',
  'MaxDistance',
  'PostOnlyRefusals',
  'ChildRefused',
  'ChildCancelled',
  'CancelByUser',
  'CancelByLiquidation',
  'CancelBySettle',
  'CancelByAdmin',
] as const
export type AlgoEnd = (typeof algoEnds)[number]

/** The record of a parent order. */
export type AlgoRecord = {
  readonly id: number
  /** The client's own id; empty when it gave none. */
  readonly linkId: string
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly side: Side
  readonly positionIdx: 0 | 1 | 2
  readonly reduceOnly: boolean
  readonly totalLots: QtyLots
  readonly terms: AlgoTerms
  readonly status: AlgoStatus
  readonly end?: AlgoEnd | undefined
  /** The last rejection of a child. */
  readonly problem?: Problem | undefined
  readonly filledLots: QtyLots
  /** 1e-8 settle coin. */
  readonly filledValue: Amount
  /** How many children were sent, and how many of them are open. */
  readonly sent: number
  readonly open: number
  readonly createdMs: number
  readonly updatedMs: number
  /** Incremented with every emitted change. */
  readonly updateNo: number
}

export const leastIcebergChildren = 2
export const mostIcebergChildren = 1000

/**
 * Returns why a parent is rejected, if so, by its terms and the instrument alone; its children are
 * checked when they are placed. `last` is the price for the minimum total of a TWAP or a
 * participation order.
 */
export function algoProblem(
  instrument: Instrument,
  asked: { readonly side: Side; readonly totalLots: QtyLots; readonly terms: AlgoTerms },
  last: PriceTicks,
): Problem | undefined {
  const { terms, side, totalLots } = asked
  const isWhole = Number.isSafeInteger(totalLots) && totalLots > 0
  if (!isWhole) return problem(totalLots > 0 ? 'qtyInvalid' : 'qtyRequired', 'qty')
  switch (terms.kind) {
    case 'Twap':
    case 'Pov': {
      if (terms.maxChaseTicks !== undefined) {
        const wrong = priceProblem(instrument, terms.maxChaseTicks)
        if (wrong !== undefined) return { ...wrong, field: 'maxChasePrice' }
      }
      return terms.kind === 'Pov'
        ? povProblem(instrument, { ...terms, totalLots }, last)
        : twapProblem(instrument, { ...terms, side, totalLots }, last)
    }
    case 'Iceberg':
      return icebergProblem(instrument, totalLots, terms)
    case 'Scaled': {
      const ends = { priceFrom: terms.fromTicks, priceTo: terms.toTicks }
      for (const [field, ticks] of Object.entries(ends)) {
        const wrong = priceProblem(instrument, ticks)
        if (wrong !== undefined) return { ...wrong, field }
      }
      return scaledProblem(instrument, { ...terms, totalLots })
    }
    case 'Chase': {
      const { maxDistanceTicks: most } = terms
      if (most !== undefined && !(Number.isSafeInteger(most) && most > 0)) {
        return problem('priceInvalid', 'maxDistance')
      }
      return qtyProblem(instrument, 'Limit', totalLots)
    }
  }
}

function icebergProblem(
  instrument: Instrument,
  totalLots: QtyLots,
  { slice, pricing }: Extract<AlgoTerms, { kind: 'Iceberg' }>,
): Problem | undefined {
  const [field, asked] =
    'subLots' in slice ? ['subSize', slice.subLots] : ['orderCount', slice.orderCount]
  const isWhole = Number.isSafeInteger(asked) && asked > 0
  if (!isWhole) return problem('qtyInvalid', field)
  if (pricing.at === 'Fixed') {
    const wrong = priceProblem(instrument, pricing.priceTicks)
    if (wrong !== undefined) return wrong
  }
  if (pricing.at === 'Offset' && !Number.isSafeInteger(pricing.offsetTicks)) {
    return problem('priceInvalid', 'offset')
  }
  const lots = icebergSliceLots(totalLots, slice)
  const children = Math.ceil(totalLots / lots)
  if (children < leastIcebergChildren || children > mostIcebergChildren) {
    return problem('algoChildCountInvalid', field, {
      min: String(leastIcebergChildren),
      max: String(mostIcebergChildren),
    })
  }
  if (lots > maxOrderQty(instrument, 'Limit')) {
    return problem('algoChildTooLarge', field, {
      max: formatQty(instrument, instrument.maxQtyLots),
      coin: qtyCoin(instrument),
    })
  }
  const last = totalLots - lots * (children - 1)
  if (Math.min(lots, last) >= instrument.minQtyLots) return undefined
  return problem('algoQtyTooSmall', field, {
    min: formatQty(instrument, instrument.minQtyLots),
    coin: qtyCoin(instrument),
    children: String(children),
  })
}
