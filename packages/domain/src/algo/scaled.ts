// Scaled orders: a ladder of limit orders over a price range (rules 8.9, D-42).

import {
  divRound,
  mulDiv,
  priceTicks,
  qtyLots,
  type PriceTicks,
  type QtyLots,
} from '../numbers/fixed.ts'
import { formatQty, qtyCoin, type Instrument } from '../instrument/instrument.ts'
import { problem, type Problem } from '../instrument/problems.ts'

export const scaledShapes = ['Flat', 'Increasing', 'Decreasing', 'Custom'] as const
export type ScaledShape = (typeof scaledShapes)[number]

export type ScaledTerms = {
  readonly totalLots: QtyLots
  /** The ladder runs from one price to the other, in either direction. */
  readonly fromTicks: PriceTicks
  readonly toTicks: PriceTicks
  readonly children: number
  readonly shape: ScaledShape
  /** Custom only: each child's share in hundredths of a percent, 10,000 in total. */
  readonly sharesE2?: readonly number[] | undefined
}

export type ScaledChild = { readonly priceTicks: PriceTicks; readonly lots: QtyLots }

export const leastScaledChildren = 2
export const mostScaledChildren = 20
const wholeE2 = 10_000

/**
 * Returns why a ladder is rejected, if so: it needs 2 to 20 children, at least a tick between
 * neighbours, custom shares from 0.01 to 100 % that total 100 %, and children within the
 * instrument's quantity limits.
 */
export function scaledProblem(instrument: Instrument, terms: ScaledTerms): Problem | undefined {
  const { children, fromTicks, toTicks, shape, sharesE2 = [] } = terms
  const isCount = Number.isSafeInteger(children)
  if (!isCount || children < leastScaledChildren || children > mostScaledChildren) {
    return problem('algoChildCountInvalid', 'orderCount', {
      min: String(leastScaledChildren),
      max: String(mostScaledChildren),
    })
  }
  if (Math.abs(toTicks - fromTicks) < children - 1) {
    return problem('algoPriceRangeInvalid', 'priceTo')
  }
  if (shape === 'Custom' && !areShares(sharesE2, children)) {
    return problem('algoSharesInvalid', 'shares')
  }
  return sizeProblem(instrument, scaledLadder(terms))
}

const areShares = (sharesE2: readonly number[], children: number): boolean =>
  sharesE2.length === children &&
  sharesE2.every((share) => Number.isSafeInteger(share) && share >= 1 && share <= wholeE2) &&
  sharesE2.reduce((sum, share) => sum + share, 0) === wholeE2

function sizeProblem(instrument: Instrument, ladder: readonly ScaledChild[]): Problem | undefined {
  const { minQtyLots, maxQtyLots } = instrument
  const coin = qtyCoin(instrument)
  const sizes = ladder.map(({ lots }) => lots)
  if (Math.min(...sizes) < minQtyLots) {
    return problem('algoQtyTooSmall', 'qty', {
      min: formatQty(instrument, minQtyLots),
      coin,
      children: String(ladder.length),
    })
  }
  if (Math.max(...sizes) <= maxQtyLots) return undefined
  return problem('algoChildTooLarge', 'qty', {
    max: formatQty(instrument, maxQtyLots),
    coin,
  })
}

/**
 * Returns the ladder: prices in equal steps, each rounded to the nearest tick (half-up); sizes by
 * the shape, floored to the lot, the remainder on the last child (D-42). Increasing sizes grow as
 * 1, 2, 3, … from the first price to the last. EX-8.7
 */
export function scaledLadder(terms: ScaledTerms): readonly ScaledChild[] {
  const { totalLots, fromTicks, toTicks, children } = terms
  const weights = weightsOf(terms)
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  const way = BigInt(toTicks - fromTicks)
  let left = totalLots as number
  return weights.map((weight, k) => {
    const isLast = k === weights.length - 1
    const lots = isLast ? left : Number(mulDiv(BigInt(totalLots), weight, whole, 'down'))
    left -= lots
    const along = BigInt(fromTicks) * BigInt(children - 1) + way * BigInt(k)
    const price = divRound(along, BigInt(children - 1), 'nearest')
    return { priceTicks: priceTicks(Number(price)), lots: qtyLots(lots) }
  })
}

function weightsOf({ shape, children, sharesE2 = [] }: ScaledTerms): readonly bigint[] {
  if (shape === 'Custom') return sharesE2.map(BigInt)
  return Array.from({ length: children }, (_, k) => {
    if (shape === 'Flat') return 1n
    return BigInt(shape === 'Increasing' ? k + 1 : children - k)
  })
}
