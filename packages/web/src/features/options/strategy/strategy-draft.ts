// The draft of a strategy: its legs, their prices, their problems, and the orders they become.

import { divRound, formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { formatPrice } from '@basis/domain/instrument/instrument'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Problem } from '@basis/domain/instrument/problems'
import type { StrategyLeg } from '@basis/domain/options/strategy'
import { legsOfTemplate, type StrategyName } from '@basis/domain/options/strategy-templates'
import type { Side } from '@basis/domain/orders/order'
import type { WireOrder } from '@basis/protocol/order'
import type { OrderIntent } from '../../../actions/order-requests.ts'
import type { Expiry, StrikeRow } from '../chain-rows.ts'
import { draftProblem, emptyOptionDraft, intentOf, type OptionDraft } from '../option-form.ts'

/** `ratio`: contracts per strategy, negative for short, never 0. */
export type DraftLeg = { readonly symbol: string; readonly ratio: number }

/** Market, or at the shown price, both all or none; or resting at the mid price. */
export const pricings = ['Market', 'Best', 'Mid'] as const
export type Pricing = (typeof pricings)[number]

export type StrategyDraft = {
  readonly legs: readonly DraftLeg[]
  readonly qty: string
  readonly pricing: Pricing
}
export const emptyStrategy: StrategyDraft = { legs: [], qty: '0.1', pricing: 'Market' }

/** One batch may carry more legs, but a payoff of more would not be readable. */
const mostLegs = 8

export const sideOfRatio = (ratio: number): Side => (ratio > 0 ? 'Buy' : 'Sell')

/** Adds a contract to the legs; a leg already there changes its ratio and is removed at 0. */
export function withLeg(draft: StrategyDraft, symbol: string, side: Side): StrategyDraft {
  const step = side === 'Buy' ? 1 : -1
  const known = draft.legs.find((leg) => leg.symbol === symbol)
  if (known === undefined) {
    if (draft.legs.length >= mostLegs) return draft
    return { ...draft, legs: [...draft.legs, { symbol, ratio: step }] }
  }
  return withRatio(draft, symbol, known.ratio + step)
}

/** Sets the ratio of a leg; 0 removes it. */
export const withRatio = (draft: StrategyDraft, symbol: string, ratio: number): StrategyDraft => ({
  ...draft,
  legs: draft.legs.flatMap((leg) =>
    leg.symbol !== symbol ? [leg] : ratio === 0 ? [] : [{ symbol, ratio }],
  ),
})

/** Returns the draft without the legs of the one that was sent, except those changed since. */
export const withoutSent = (draft: StrategyDraft, sent: StrategyDraft): StrategyDraft => ({
  ...draft,
  legs: draft.legs.filter((leg) => !sent.legs.includes(leg)),
})

/** Returns the next ratio up or down, skipping 0. */
export const stepped = (ratio: number, by: 1 | -1): number => (ratio + by === 0 ? by : ratio + by)

/** Returns the draft with all sides reversed. */
export const reversed = (draft: StrategyDraft): StrategyDraft => ({
  ...draft,
  legs: draft.legs.map(({ symbol, ratio }) => ({ symbol, ratio: -ratio })),
})

type TemplateChain = {
  readonly expiries: readonly Expiry[]
  readonly shown: number | undefined
  readonly index: string | undefined
  /** The perpetual used for the underlying; undefined if there is none. */
  readonly underlying: string | undefined
}

/**
 * Returns the legs of a named strategy at the shown expiry; undefined if they are not all listed.
 */
export function legsOfName(
  name: StrategyName,
  { expiries, shown, index, underlying }: TemplateChain,
): readonly DraftLeg[] | undefined {
  const at = expiries.findIndex(({ deliveryMs }) => deliveryMs === shown)
  const [near, later] = [expiries[at], expiries[at + 1]]
  if (near === undefined || !(Number(index) > 0)) return undefined
  const legs = legsOfTemplate(
    name,
    Number(index),
    strikesOf(near),
    later === undefined ? undefined : strikesOf(later),
  )
  const found = legs?.flatMap(({ right, deliveryMs, strike, ratio }): DraftLeg[] => {
    const expiry = expiries.find((each) => each.deliveryMs === deliveryMs)
    const row = expiry?.rows.find((each) => Number(each.strike) === strike)
    const symbol = right === 'Underlying' ? underlying : right === 'Call' ? row?.call : row?.put
    return symbol === undefined ? [] : [{ symbol, ratio }]
  })
  return found?.length === legs?.length ? found : undefined
}

const strikesOf = ({ deliveryMs, rows }: Expiry) => ({
  deliveryMs,
  strikes: rows.map(({ strike }: StrikeRow) => Number(strike)),
})

/** Bid, ask and mark as texts; '' if there is none. */
type LegQuote = { readonly bid: string; readonly ask: string; readonly mark: string }

/** The market data from which a leg is computed. */
export type LegMarket = {
  readonly instrument: Instrument
  readonly quote: LegQuote
  /** A fraction; 0 for the underlying. */
  readonly volatility: number
  readonly forward: string
}

/** Returns the price of a leg, on a tick; '' if nothing is quoted. */
export function legPrice(side: Side, pricing: Pricing, { instrument, quote }: LegMarket): string {
  const { bid, ask, mark } = quote
  const taken = side === 'Buy' ? ask : bid
  if (pricing !== 'Mid') return taken === '' ? mark : taken
  const [bidE8, askE8] = [parseDecimal(bid, 8), parseDecimal(ask, 8)]
  if (bidE8 === undefined || askE8 === undefined) return mark
  const twoTicks = 2n * BigInt(instrument.tickSizeE8)
  const ticks = divRound(bidE8 + askE8, twoTicks, side === 'Buy' ? 'down' : 'up')
  return formatPrice(instrument, priceTicks(Math.max(1, Number(ticks))))
}

/** The average price of each leg that would be fully filled at once, by its symbol. */
export type FilledPrices = ReadonlyMap<string, string>
export const nothingFilled: FilledPrices = new Map()

/**
 * Returns those prices from the exchange's preview: fills beyond the best price have an average.
 */
export const filledPrices = (
  orders: readonly Pick<WireOrder, 'symbol' | 'orderStatus' | 'avgPrice'>[],
): FilledPrices =>
  new Map(
    orders.flatMap(({ symbol, orderStatus, avgPrice }): [string, string][] =>
      orderStatus === 'Filled' ? [[symbol, avgPrice]] : [],
    ),
  )

/** Returns the price of a leg: the average of its fills, or its order price. */
export const priceOfLeg = (
  { symbol, ratio }: DraftLeg,
  pricing: Pricing,
  market: LegMarket,
  filled: FilledPrices,
): string => filled.get(symbol) ?? legPrice(sideOfRatio(ratio), pricing, market)

/** Returns a quantity times an integer ratio; '' for an invalid quantity. */
export function timesRatio(qty: string, ratio: number): string {
  const value = parseDecimal(qty, 8)
  return value === undefined ? '' : formatTrimmed(value * BigInt(Math.abs(ratio)), 8)
}

/** Returns a leg as a draft of the option order form. */
function orderDraftOf(leg: DraftLeg, draft: StrategyDraft, market: LegMarket): OptionDraft {
  const side = sideOfRatio(leg.ratio)
  const isLimit = draft.pricing !== 'Market'
  return {
    ...emptyOptionDraft,
    side,
    orderType: isLimit ? 'Limit' : 'Market',
    price: isLimit ? legPrice(side, draft.pricing, market) : '',
    qty: timesRatio(draft.qty, leg.ratio),
    timeInForce: draft.pricing === 'Best' ? 'FillOrKill' : 'GoodTillCancel',
  }
}

export type Markets = ReadonlyMap<string, LegMarket>

/** Returns the first problem of the legs by the exchange's rules, and its leg. */
export function strategyProblem(
  draft: StrategyDraft,
  markets: Markets,
  nowMs: number,
): { readonly symbol: string; readonly problem: Problem } | undefined {
  for (const leg of draft.legs) {
    const market = markets.get(leg.symbol)
    if (market === undefined) continue
    const now = { forward: market.forward, nowMs }
    const problem = draftProblem(market.instrument, orderDraftOf(leg, draft, market), { now })
    if (problem !== undefined) return { symbol: leg.symbol, problem }
  }
  return undefined
}

/**
 * Returns the orders of a draft, buys first, because a long leg covers a short one. Undefined while
 * data of a leg is missing.
 */
export function intentsOf(
  draft: StrategyDraft,
  markets: Markets,
): readonly OrderIntent[] | undefined {
  const intents = draft.legs.flatMap((leg) => {
    const market = markets.get(leg.symbol)
    const intent = market && intentOf(market.instrument, orderDraftOf(leg, draft, market))
    return intent === undefined ? [] : [intent]
  })
  if (intents.length === 0 || intents.length < draft.legs.length) return undefined
  return intents.toSorted((a, b) => Number(b.side === 'Buy') - Number(a.side === 'Buy'))
}

/** Returns the legs for the payoff computation; empty while one is not quoted. */
export function payoffLegs(
  draft: StrategyDraft,
  { markets, filled }: { readonly markets: Markets; readonly filled: FilledPrices },
  index: string | undefined,
): readonly StrategyLeg[] {
  const legs = draft.legs.flatMap((leg): StrategyLeg[] => {
    const market = markets.get(leg.symbol)
    if (market === undefined || !(Number(index) > 0)) return []
    const { instrument, volatility, forward } = market
    const { option, deliveryMs = 0 } = instrument
    return [
      {
        right: option?.right ?? 'Underlying',
        strike: (option?.strikeE8 ?? 0) / 1e8,
        deliveryMs: option === undefined ? 0 : deliveryMs,
        volatility,
        basis: option === undefined ? 1 : Number(forward) / Number(index),
        qty: Math.sign(leg.ratio) * Number(timesRatio(draft.qty, leg.ratio)),
        price: Number(priceOfLeg(leg, draft.pricing, market, filled)),
      },
    ]
  })
  return legs.length === draft.legs.length ? legs : []
}
