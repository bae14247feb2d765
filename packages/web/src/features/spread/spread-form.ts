// The order form of a combination: valid input, the resulting leg prices, and how prices and yields
// are formatted.

import { amount, decimalsOfStepE8, divRound, formatTrimmed } from '@basis/domain/numbers/fixed'
import { parseDecimal, priceE8, qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount } from '@basis/domain/numbers/fixed'
import { contractValue } from '@basis/domain/instrument/contract'
import { feeRateOf, type FeeRates } from '@basis/domain/instrument/fee-levels'
import { feeOf } from '@basis/domain/instrument/fees'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { symbolId } from '@basis/domain/numbers/brand'
import { oppositeSide, type OrderType, type Side } from '@basis/domain/orders/order'
import type { Problem } from '@basis/domain/instrument/problems'
import { spreadKinds, spreadTicks, type Combination } from '@basis/domain/spread/combination'
import { spreadOrderProblem } from '@basis/domain/spread/order'
import { halfRate, legPrices, parseSpread } from '@basis/domain/spread/pricing'
import type {
  WireSpreadBook,
  WireSpreadInstrument,
  WireSpreadTicker,
} from '@basis/protocol/spread/market'
import { problemMessage } from '../../client/error-reactions.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import type { Format } from '../../i18n/format.ts'

export type SpreadDraft = {
  readonly side: Side
  readonly orderType: OrderType
  readonly price: string
  readonly qty: string
}

const e8 = (text: string): bigint => parseDecimal(text, 8) ?? 0n
const stepsOf = (text: string, stepE8: number): number => Number(e8(text) / BigInt(stepE8))

/** Converts a combination from its wire form to that of the domain rules. */
function combinationOf(instrument: WireSpreadInstrument): Combination {
  const lotSizeE8 = Number(e8(instrument.lotSize))
  const lots = (text: string) => qtyLots(stepsOf(text, lotSizeE8))
  const [far, near] = instrument.legs
  return {
    symbol: symbolId(instrument.symbol),
    kind: instrument.contractType,
    baseCoin: instrument.baseCoin,
    quoteCoin: instrument.quoteCoin,
    far: symbolId(far.symbol),
    near: symbolId(near.symbol),
    tickSizeE8: Number(e8(instrument.tickSize)),
    lotSizeE8,
    minQtyLots: lots(instrument.minSize),
    maxQtyLots: lots(instrument.maxSize),
    maxMarketQtyLots: lots(instrument.maxMarketSize),
  }
}

/** Returns the first problem of the input, by the same rule as at the exchange. */
export function draftProblem(
  instrument: WireSpreadInstrument,
  { orderType, price, qty }: SpreadDraft,
): Problem | undefined {
  const combination = combinationOf(instrument)
  const isLimit = orderType === 'Limit'
  const asked = isLimit && price !== '' ? parseSpread(combination, price) : undefined
  if (typeof asked === 'object') return asked
  const { minPrice, maxPrice } = instrument
  const edge = (text: string) => spreadTicks(stepsOf(text, combination.tickSizeE8))
  const band =
    minPrice === '' || maxPrice === '' ? undefined : { low: edge(minPrice), high: edge(maxPrice) }
  const draft = {
    orderType,
    qtyLots: qtyLots(stepsOf(qty, combination.lotSizeE8)),
    ...(asked === undefined ? {} : { priceTicks: asked }),
  }
  return spreadOrderProblem(combination, draft, band)
}

/** Returns the problem of amending an open order; unchanged terms are kept. */
export const amendProblem = (
  instrument: WireSpreadInstrument,
  { side, orderType, price, qty }: SpreadDraft,
  change: { readonly price?: string; readonly qty?: string },
): Problem | undefined => draftProblem(instrument, { side, orderType, price, qty, ...change })

export type LegLine = {
  readonly symbol: string
  readonly side: Side
  /** '' while there is no price. */
  readonly price: string
}

/**
 * Returns the average fill price of a quantity, to the nearest tick; '' if the side is empty. A
 * quantity beyond the side's depth would be cancelled and is not counted.
 */
export function averageOf(
  { tickSize }: Pick<WireSpreadInstrument, 'tickSize'>,
  levels: WireSpreadBook['b'],
  qty: string,
): string {
  const asked = e8(qty)
  let [filled, value] = [0n, 0n]
  for (const [price, size] of levels) {
    const taken = minOf(e8(size), asked - filled)
    value += taken * e8(price)
    filled += taken
  }
  if (filled === 0n) return levels[0]?.[0] ?? ''
  const tick = e8(tickSize)
  return formatTrimmed(divRound(value, filled * tick, 'nearest') * tick, 8)
}

const minOf = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The market data used for a draft. */
export type SpreadSides = { readonly ticker: WireSpreadTicker; readonly book: WireSpreadBook }

/** Returns the current prices of both legs, the far one first (rules 20.2). */
export function legLines(
  instrument: WireSpreadInstrument,
  { ticker, book }: SpreadSides,
  { side, orderType, price, qty }: SpreadDraft,
): readonly [LegLine, LegLine] {
  const combination = combinationOf(instrument)
  const isAsked = orderType === 'Limit' && price !== ''
  const asked = isAsked ? price : averageOf(instrument, side === 'Buy' ? book.a : book.b, qty)
  const ticks = asked === '' ? undefined : parseSpread(combination, asked)
  const [far, near] = instrument.legs
  const isKnown = typeof ticks === 'number' && ticker.nearPrice !== ''
  const at = isKnown
    ? legPrices(combination, priceE8(Number(e8(ticker.nearPrice))), ticks)
    : undefined
  const text = (value: number | undefined) =>
    value === undefined ? '' : formatTrimmed(BigInt(value), 8)
  return [
    { symbol: far.symbol, side, price: text(at?.far) },
    { symbol: near.symbol, side: oppositeSide(side), price: text(at?.near) },
  ]
}

/** The fee of a leg's fill, and its coin. */
type LegFee = { readonly fee: Amount; readonly coin: string }

/**
 * Returns the fee of a leg, half of its own rate (rules 20.3), charged on what is received: for a
 * spot buy in the coin bought. Undefined while price or quantity are missing.
 */
export function legFee(
  { side, price }: LegLine,
  instrument: Instrument,
  order: {
    readonly qty: string
    readonly isMaker: boolean
    readonly rates: FeeRates | undefined
  },
): LegFee | undefined {
  const { qty, isMaker, rates } = order
  if (price === '' || qty === '') return undefined
  const rate = halfRate(feeRateOf(instrument, isMaker, rates))
  const coins = amount(e8(qty))
  if (instrument.kind === 'Spot' && side === 'Buy') {
    return { fee: feeOf(coins, rate), coin: instrument.baseCoin }
  }
  const value = contractValue('Linear', coins, priceE8(Number(e8(price))))
  return { fee: feeOf(value, rate), coin: instrument.quoteCoin }
}

/** Formats a signed price or size; two dashes if there is none. */
export const spreadText = (format: Format, text: string): string =>
  text === '' ? '--' : format.decimal(text, { scale: 8, trimTo: 1 })

/** Formats the mark or index price of a leg with the decimals of the combination's tick. */
export const legText = (format: Format, instrument: WireSpreadInstrument, text: string): string =>
  text === ''
    ? '--'
    : format.decimal(text, { scale: decimalsOfStepE8(Number(e8(instrument.tickSize))) })

/** Returns the symbol in the address if it is listed, else the first of the list. */
export const shownSymbol = (
  asked: string,
  list: readonly WireSpreadInstrument[],
): string | undefined =>
  (list.find(({ symbol }) => symbol === asked) ?? (asked === '' ? list[0] : undefined))?.symbol

export const pickerKinds = ['all', ...spreadKinds] as const
export type PickerKind = (typeof pickerKinds)[number]

/** Returns the combinations of a kind whose name contains every typed word. */
export function searched(
  list: readonly WireSpreadInstrument[],
  { query, kind }: { readonly query: string; readonly kind: PickerKind },
): readonly WireSpreadInstrument[] {
  const words = query.trim().toUpperCase().split(/\s+/)
  return list.filter(
    ({ symbol, contractType }) =>
      (kind === 'all' || kind === contractType) && words.every((word) => symbol.includes(word)),
  )
}

/** Returns the list index after an arrow key; undefined for other keys. */
export function movedChoice(active: number, key: string, count: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  return step === undefined || count === 0 ? undefined : (active + step + count) % count
}

/** Returns the message of a problem; both ends of the band apply to both sides (rules 20.1). */
export function spreadProblemMessage(wrong: Problem): Message {
  const figure = (name: string) => ({ decimal: String(wrong.params?.[name] ?? '') })
  if (wrong.name === 'priceAboveBand') return message('spread.aboveBand', { max: figure('max') })
  if (wrong.name === 'priceBelowBand') return message('spread.belowBand', { min: figure('min') })
  return problemMessage(wrong)
}

/** A coin's near legs, far legs, and the combination of each pair. */
type Matrix = {
  readonly nears: readonly string[]
  readonly fars: readonly string[]
  readonly at: (far: string, near: string) => WireSpreadInstrument | undefined
}

export function matrixOf(list: readonly WireSpreadInstrument[], coin: string): Matrix {
  const own = list.filter(({ baseCoin }) => baseCoin === coin)
  const legs = (k: 0 | 1) => [...new Set(own.map((each) => each.legs[k].symbol))]
  return {
    fars: legs(0),
    nears: legs(1),
    at: (far, near) => own.find(({ legs: [a, b] }) => a.symbol === far && b.symbol === near),
  }
}

/** A fraction as a percentage with two decimals, in the form that the number formatter takes. */
export const percentOf = (part: string) => ({ units: e8(part) / 10_000n, scale: 2 })

type LinePoint = { readonly x: number; readonly y: number }

/**
 * Returns the line in a frame of 0 to 100 either way, with the positions of zero and the bounds.
 */
export function lineOf(values: readonly number[]) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = high - low === 0 ? 1 : high - low
  const y = (value: number): number => 96 - ((value - low) / span) * 92
  const points = values.map((value, at): LinePoint => ({
    x: (at / Math.max(1, values.length - 1)) * 100,
    y: y(value),
  }))
  const marks = [low, (low + high) / 2, high]
  const isCrossing = low < 0 && high > 0
  return { points, low, high, marks, zero: isCrossing ? y(0) : undefined, y }
}

/** A figure of the axis with two decimals, in the form that the number formatter takes. */
export const axisFigure = (value: number) => ({ units: Math.round(value * 100), scale: 2 })
