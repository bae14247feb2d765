// The form of an algorithmic order: its input becomes the exchange's own terms, and one rule
// validates both (rules 8.9).

import { feeRateOf, type FeeRates } from '@basis/domain/instrument/fee-levels'
import { icebergSliceLots, type IcebergPricing } from '@basis/domain/algo/iceberg'
import { algoProblem, type AlgoKind, type AlgoTerms } from '@basis/domain/algo/order'
import { scaledLadder, type ScaledChild, type ScaledShape } from '@basis/domain/algo/scaled'
import { twapChildren } from '@basis/domain/algo/twap'
import { feeOf } from '@basis/domain/instrument/fees'
import {
  parsePrice,
  parseQty,
  valueOf,
  valueSign,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  amount,
  parseDecimal,
  priceTicks,
  qtyLots,
  zero,
  type Amount,
  type PriceTicks,
  type QtyLots,
} from '@basis/domain/numbers/fixed'
import { sideSign, type Side } from '@basis/domain/orders/order'
import type { StrategyRequest } from '../../shell/dialogs.ts'

/** The input for all kinds, so that nothing is lost when the kind is changed. */
export type StrategyDraft = {
  readonly kind: AlgoKind
  readonly side: Side
  readonly reduceOnly: boolean
  readonly qty: string
  /** Participation: its share of the volume, in percent. */
  readonly participation: string
  /** TWAP and participation. */
  readonly minutes: string
  readonly intervalSec: number
  readonly isRandom: boolean
  readonly maxChasePrice: string
  /** Iceberg. */
  readonly sliceBy: 'subSize' | 'orderCount'
  readonly subSize: string
  readonly sliceCount: string
  readonly pricing: IcebergPricing['at']
  readonly price: string
  readonly offset: string
  /** Scaled. */
  readonly priceFrom: string
  readonly priceTo: string
  readonly orderCount: string
  readonly shape: ScaledShape
  /** In percent, one per order. */
  readonly shares: readonly string[]
  /** Chase. */
  readonly maxDistance: string
}

export const firstDraft = (kind: AlgoKind, side: Side): StrategyDraft => ({
  kind,
  side,
  reduceOnly: false,
  qty: '',
  participation: '10',
  minutes: '30',
  intervalSec: 30,
  isRandom: false,
  maxChasePrice: '',
  sliceBy: 'subSize',
  subSize: '',
  sliceCount: '10',
  pricing: 'Own',
  price: '',
  offset: '',
  priceFrom: '',
  priceTo: '',
  orderCount: '5',
  shape: 'Flat',
  shares: [],
  maxDistance: '',
})

/** Returns the initial draft of a form, with the side and quantity that were typed elsewhere. */
export const draftOfRequest = ({
  side,
  qty = '',
  reduceOnly = false,
}: Pick<StrategyRequest, 'side' | 'qty' | 'reduceOnly'>): StrategyDraft => ({
  ...firstDraft('Twap', side),
  qty,
  reduceOnly,
})

/** The request to the exchange. */
export type StrategyFormRequest = {
  readonly side: Side
  readonly totalLots: QtyLots
  readonly terms: AlgoTerms
}

/** Parses the draft and validates it as the exchange does; `field` is the name in the request. */
export function readStrategy(
  draft: StrategyDraft,
  instrument: Instrument,
  last: PriceTicks | undefined,
): StrategyFormRequest | Problem {
  const totalLots = quantity(instrument, draft.qty, 'qty')
  const terms = termsOf(draft, instrument)
  if (isWrong(totalLots)) return totalLots
  if (isWrong(terms)) return terms
  if (last === undefined) return problem('priceUnavailable', 'symbol')
  const asked = { side: draft.side, totalLots, terms }
  return algoProblem(instrument, asked, last) ?? asked
}

export const isWrong = (read: object | number): read is Problem =>
  typeof read === 'object' && 'name' in read

function termsOf(draft: StrategyDraft, instrument: Instrument): AlgoTerms | Problem {
  switch (draft.kind) {
    case 'Twap': {
      const worst = optionalPrice(instrument, draft.maxChasePrice, 'maxChasePrice')
      if (worst !== undefined && isWrong(worst)) return worst
      const minutes = whole(draft.minutes)
      if (minutes === undefined) return problem('qtyInvalid', 'duration')
      return {
        kind: 'Twap',
        durationSec: minutes * 60,
        intervalSec: draft.intervalSec,
        // The exchange chooses the seed of the random sizes; here any seed switches randomness on.
        ...(draft.isRandom ? { seed: 0 } : {}),
        ...(worst === undefined ? {} : { maxChaseTicks: worst }),
      }
    }
    case 'Pov': {
      const worst = optionalPrice(instrument, draft.maxChasePrice, 'maxChasePrice')
      if (worst !== undefined && isWrong(worst)) return worst
      const minutes = whole(draft.minutes)
      if (minutes === undefined) return problem('qtyInvalid', 'duration')
      const share = parseDecimal(draft.participation, 2)
      if (share === undefined) return problem('qtyInvalid', 'participation')
      return {
        kind: 'Pov',
        participationE2: Number(share),
        durationSec: minutes * 60,
        intervalSec: draft.intervalSec,
        ...(worst === undefined ? {} : { maxChaseTicks: worst }),
      }
    }
    case 'Iceberg':
      return icebergTerms(draft, instrument)
    case 'Scaled': {
      const fromTicks = price(instrument, draft.priceFrom, 'priceFrom')
      if (isWrong(fromTicks)) return fromTicks
      const toTicks = price(instrument, draft.priceTo, 'priceTo')
      if (isWrong(toTicks)) return toTicks
      const children = whole(draft.orderCount)
      if (children === undefined) return problem('qtyInvalid', 'orderCount')
      const { shape } = draft
      if (shape !== 'Custom') return { kind: 'Scaled', fromTicks, toTicks, children, shape }
      const sharesE2 = sharesOf(draft, children)
      if (sharesE2 === undefined) return problem('algoSharesInvalid', 'shares')
      return { kind: 'Scaled', fromTicks, toTicks, children, shape, sharesE2 }
    }
    case 'Chase': {
      if (draft.maxDistance === '') return { kind: 'Chase' }
      const maxDistanceTicks = price(instrument, draft.maxDistance, 'maxDistance')
      if (isWrong(maxDistanceTicks)) return maxDistanceTicks
      return { kind: 'Chase', maxDistanceTicks }
    }
  }
}

function icebergTerms(draft: StrategyDraft, instrument: Instrument): AlgoTerms | Problem {
  const slice = sliceOf(draft, instrument)
  if ('name' in slice) return slice
  const { pricing: at } = draft
  if (at === 'Fixed') {
    const fixed = price(instrument, draft.price, 'price')
    if (isWrong(fixed)) return fixed
    return { kind: 'Iceberg', slice, pricing: { at, priceTicks: fixed } }
  }
  if (at !== 'Offset') return { kind: 'Iceberg', slice, pricing: { at } }
  const isBelow = draft.offset.startsWith('-')
  const offset = price(instrument, isBelow ? draft.offset.slice(1) : draft.offset, 'offset')
  if (isWrong(offset)) return offset
  return { kind: 'Iceberg', slice, pricing: { at, offsetTicks: isBelow ? -offset : offset } }
}

function sliceOf(draft: StrategyDraft, instrument: Instrument) {
  if (draft.sliceBy === 'orderCount') {
    const orderCount = whole(draft.sliceCount)
    return orderCount === undefined ? problem('qtyInvalid', 'orderCount') : { orderCount }
  }
  const subLots = quantity(instrument, draft.subSize, 'subSize')
  return isWrong(subLots) ? subLots : { subLots }
}

/** Returns the shares in hundredths of a percent; undefined if one is invalid. */
function sharesOf({ shares }: StrategyDraft, children: number): readonly number[] | undefined {
  const read = Array.from({ length: children }, (_, at) => parseDecimal(shares[at] ?? '', 2))
  const sharesE2 = read.flatMap((share) => (share === undefined ? [] : [Number(share)]))
  return sharesE2.length === children ? sharesE2 : undefined
}

const whole = (text: string): number | undefined =>
  /^\d{1,6}$/.test(text) ? Number(text) : undefined

function quantity(instrument: Instrument, text: string, field: string): QtyLots | Problem {
  if (text === '') return problem('qtyRequired', field)
  const lots = parseQty(instrument, text)
  if (isWrong(lots)) return { ...lots, field }
  return lots === 0 ? problem('qtyRequired', field) : lots
}

function price(instrument: Instrument, text: string, field: string): PriceTicks | Problem {
  if (text === '') return problem('priceRequired', field)
  const ticks = parsePrice(instrument, text)
  return isWrong(ticks) ? { ...ticks, field } : ticks
}

const optionalPrice = (instrument: Instrument, text: string, field: string) =>
  text === '' ? undefined : price(instrument, text, field)

/** The outline of an algorithmic order, shown before it starts. */
export type StrategyOutline = {
  /** The number of orders it sends; undefined if that depends on the market. */
  readonly orders: number | undefined
  /** The sizes of the smallest and the largest order, which differ for a scaled order only. */
  readonly eachLots: QtyLots
  readonly mostLots: QtyLots
  /** The orders of a scaled order. */
  readonly ladder: readonly ScaledChild[]
  /** The worst price at which it trades; undefined if it follows the market without a limit. */
  readonly worstTicks: PriceTicks | undefined
  /** The value at the worst price, else at the last price, in 1e-8 of the value coin. */
  readonly value: Amount
  /** The fees at that value: the maker rate for what rests, else the taker rate. */
  readonly fees: Amount
  /** Whether no order can be worth more than that value, so that the fees are a maximum. */
  readonly isMost: boolean
}

/**
 * Returns whether an order's value at its limit is its maximum value. It is if a better price
 * lowers the value, as for a linear buy or an inverse sell; without a limit it never is.
 */
export const isMostValue = (
  instrument: Instrument,
  side: Side,
  limit: PriceTicks | undefined,
): boolean => limit !== undefined && sideSign(side) === valueSign(instrument)

/** Returns whether an order at this price would be at or behind the best price of its own side. */
const isBehind = (ticks: PriceTicks, side: Side, best: PriceTicks | undefined): boolean =>
  best !== undefined && sideSign(side) * (best - ticks) >= 0

/** A chase is post-only, and an order placed at or behind its own best price never takes. */
const restsAlways = (terms: AlgoTerms): boolean =>
  terms.kind === 'Chase' ||
  (terms.kind === 'Iceberg' && (terms.pricing.at === 'Own' || terms.pricing.at === 'Offset'))

/** Returns what will be sent, and its worst-case figures. */
export function outlineOf(
  { side, totalLots, terms }: StrategyFormRequest,
  instrument: Instrument,
  market: {
    readonly last: PriceTicks
    readonly best: PriceTicks | undefined
    readonly feeRates?: FeeRates | undefined
  },
): StrategyOutline {
  const ladder = terms.kind === 'Scaled' ? scaledLadder({ ...terms, totalLots }) : []
  const [orders, eachLots] = ordersOf(terms, totalLots, ladder)
  const worstTicks = worstOf(terms, side, market.best ?? market.last)
  const laddered = (rungs: readonly ScaledChild[]): Amount =>
    amount(
      rungs.reduce(
        (sum, each) => sum + valueOf(instrument, each.priceTicks, each.lots),
        zero as bigint,
      ),
    )
  const value =
    ladder.length > 0 ? laddered(ladder) : valueOf(instrument, worstTicks ?? market.last, totalLots)
  const resting =
    ladder.length > 0
      ? laddered(ladder.filter((rung) => isBehind(rung.priceTicks, side, market.best)))
      : restsAlways(terms)
        ? value
        : zero
  const feeAt = (part: bigint, isMaker: boolean): bigint =>
    feeOf(amount(part), feeRateOf(instrument, isMaker, market.feeRates))
  const fees = amount(feeAt(resting, true) + feeAt(value - resting, false))
  // A resting order may still take later: the fees are a maximum only if all pay the taker rate.
  const isMost = resting === zero && isMostValue(instrument, side, worstTicks)
  const mostLots = qtyLots(Math.max(eachLots, ...ladder.map(({ lots }) => lots)))
  return { orders, eachLots, mostLots, ladder, worstTicks, value, fees, isMost }
}

function ordersOf(
  terms: AlgoTerms,
  totalLots: QtyLots,
  ladder: readonly ScaledChild[],
): readonly [orders: number | undefined, eachLots: QtyLots] {
  switch (terms.kind) {
    case 'Twap': {
      const { durationSec, intervalSec } = terms
      const orders = twapChildren({ side: 'Buy', totalLots, durationSec, intervalSec })
      return [orders, qtyLots(Math.floor(totalLots / orders))]
    }
    case 'Pov':
      return [undefined, qtyLots(0)]
    case 'Iceberg': {
      const each = icebergSliceLots(totalLots, terms.slice)
      return [Math.ceil(totalLots / each), each]
    }
    case 'Scaled':
      return [ladder.length, qtyLots(Math.min(...ladder.map(({ lots }) => lots)))]
    case 'Chase':
      return [1, totalLots]
  }
}

function worstOf(terms: AlgoTerms, side: Side, best: PriceTicks): PriceTicks | undefined {
  const sign = side === 'Buy' ? 1 : -1
  switch (terms.kind) {
    case 'Twap':
    case 'Pov':
      return terms.maxChaseTicks
    case 'Iceberg':
      return terms.pricing.at === 'Fixed' ? terms.pricing.priceTicks : undefined
    case 'Scaled': {
      const worst = side === 'Buy' ? Math.max : Math.min
      return priceTicks(worst(terms.fromTicks, terms.toTicks))
    }
    case 'Chase': {
      const { maxDistanceTicks: most } = terms
      return most === undefined ? undefined : priceTicks(Math.max(1, best + sign * most))
    }
  }
}
