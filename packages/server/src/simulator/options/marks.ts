// Mark prices of the options: Black-76 on the surface fitted to the book's quotes and on the
// forward, as integers for the engine (rules 9.2, 9.3; decision 50).

import { assert } from '@basis/domain/numbers/assert'
import { priceE8, rateE8, type PriceE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import {
  impliedVolatility,
  optionPrice,
  yearsLeft,
  type OptionInputs,
} from '@basis/domain/options/black76'
import { fitSurface, type QuotedVolatility } from '@basis/domain/options/fit-surface'
import { blendedForward, forwardAt } from '@basis/domain/options/forward'
import {
  isFreeOfArbitrage,
  smileAt,
  smileVolatility,
  totalVariance,
  type Smile,
  type Surface,
} from '@basis/domain/options/surface'
import type { IndexPrice } from '@basis/engine/commands'
import type { SymbolView, Views } from '@basis/engine/views'
import { futuresOf, indexOf } from '../../options/forwards.ts'
import { surfaceAt } from './surfaces.ts'

const windowMs = 30 * 60_000
const leastYears = 1 / 31_536_000
/** A wider quote is ignored by the fit (9.3). */
const widestQuote = 0.1

/** The index's running average since its window began, by seconds. */
type Averages = Map<string, { sum: number; count: number; lastMs: number }>

/** An option with its mark price and the inputs. */
export type MarkedOption = {
  readonly instrument: Instrument
  readonly price: IndexPrice & { readonly markE8: PriceE8 }
  readonly inputs: OptionInputs
  /** The simulated market's fair value, independent of the quotes. */
  readonly fairE8: number
}

/**
 * Marks options; keeps the averages of the last half hour before each delivery, and each chain's
 * last surface with what was marked by it.
 */
export class OptionMarks {
  readonly #views: Views
  readonly #seed: number
  readonly #averages: Averages = new Map()
  readonly #surfaces = new Map<string, Surface>()
  readonly #marked = new Map<string, readonly MarkedOption[]>()

  constructor(views: Views, seed: number) {
    this.#views = views
    this.#seed = seed
  }

  /** Returns the marks of a chain's options at a time; none before the coin has an index. */
  mark(coin: string, options: readonly Instrument[], nowMs: number): readonly MarkedOption[] {
    const indexE8 = indexOf(this.#views, coin)
    if (indexE8 === undefined) return []
    const chain = `${coin} ${options[0]?.settleCoin ?? ''}`
    const model = surfaceAt(this.#seed, coin, nowMs)
    const surface = this.#fitted(chain, model)
    assert(isFreeOfArbitrage(surface), 'what is published is free of arbitrage')
    const futures = futuresOf(this.#views, coin)
    const index = indexE8 / 1e8
    const ends = new Map<number, End>()
    const endOf = (deliveryMs: number): End => {
      const known = ends.get(deliveryMs)
      if (known !== undefined) return known
      const average = this.#averageOf(`${coin} ${deliveryMs}`, { index, nowMs, deliveryMs })
      const far = forwardAt(index, futures, { deliveryMs, nowMs })
      const forward = blendedForward(far, average, deliveryMs - nowMs)
      const years = Math.max(leastYears, yearsLeft(deliveryMs, nowMs))
      const smile = smileAt(surface, years)
      const forwardE8 = priceE8(Math.round(forward * 1e8))
      const volatilities = new Map<number, number>()
      const end = { forward, forwardE8, years, smile, volatilities }
      ends.set(deliveryMs, end)
      return end
    }
    const marked = options.flatMap((instrument): MarkedOption[] => {
      const { option, deliveryMs = 0, symbol } = instrument
      if (option === undefined || deliveryMs <= nowMs) return []
      const end = endOf(deliveryMs)
      const { forward, forwardE8, years } = end
      const strike = option.strikeE8 / 1e8
      const volatility = volatilityOf(end, strike)
      const inputs = { right: option.right, forward, strike, volatility, years }
      const markE8 = priceE8(Math.max(1, Math.round(optionPrice(inputs) * 1e8)))
      const volatilityE8 = rateE8(Math.round(volatility * 1e8))
      const price = { symbol, indexE8, markE8, forwardE8, volatilityE8 }
      const fairE8 = surface === model ? markE8 : fairPrice(model, inputs)
      return [{ instrument, price, inputs, fairE8 }]
    })
    this.#marked.set(chain, marked)
    return marked
  }

  /**
   * The surface fitted to a chain's quotes, each at the forward of its last mark; the previous one
   * if too few are quoted, and the model's before there was any.
   */
  #fitted(chain: string, model: Surface): Surface {
    const quotes = (this.#marked.get(chain) ?? []).flatMap(({ instrument, inputs }) =>
      quotedVolatility(this.#views.symbol(instrument.symbol), inputs),
    )
    const last = this.#surfaces.get(chain) ?? model
    const surface = fitSurface(quotes, last)
    if (surface !== last) this.#surfaces.set(chain, surface)
    return surface
  }

  #averageOf(
    key: string,
    at: { readonly index: number; readonly nowMs: number; readonly deliveryMs: number },
  ): number | undefined {
    const { index, nowMs, deliveryMs } = at
    if (deliveryMs - nowMs >= windowMs) return undefined
    const kept = this.#averages.get(key) ?? { sum: 0, count: 0, lastMs: 0 }
    if (nowMs - kept.lastMs >= 1000) {
      kept.sum += index
      kept.count += 1
      kept.lastMs = nowMs
      this.#averages.set(key, kept)
    }
    return kept.count === 0 ? undefined : kept.sum / kept.count
  }
}

/** What all options of an expiry share at a time; with each strike's volatility. */
type End = {
  readonly forward: number
  readonly forwardE8: PriceE8
  readonly years: number
  readonly smile: Smile
  readonly volatilities: Map<number, number>
}

/** A strike's call and put have the same volatility, in every settle coin. */
function volatilityOf({ smile, forward, volatilities }: End, strike: number): number {
  const known = volatilities.get(strike)
  if (known !== undefined) return known
  const volatility = smileVolatility(smile, { forward, strike })
  volatilities.set(strike, volatility)
  return volatility
}

function fairPrice(model: Surface, inputs: OptionInputs): number {
  const { forward, strike, years } = inputs
  const variance = totalVariance(model, Math.log(strike / forward), years)
  const volatility = Math.sqrt(variance / years)
  return Math.max(1, Math.round(optionPrice({ ...inputs, volatility }) * 1e8))
}

/**
 * The volatility of the quotes' middle; undefined if a side is missing or the spread is too wide.
 */
export function quotedVolatility(
  view: SymbolView | undefined,
  { forward, strike, years, right }: OptionInputs,
): readonly QuotedVolatility[] {
  if (view === undefined || view.bestBidTicks === 0 || view.bestAskTicks === 0) return []
  const ofTicks = (ticks: number): number | undefined =>
    impliedVolatility((ticks * view.instrument.tickSizeE8) / 1e8, { right, forward, strike, years })
  const [bid, ask] = [ofTicks(view.bestBidTicks), ofTicks(view.bestAskTicks)]
  if (bid === undefined || ask === undefined || ask - bid > widestQuote) return []
  return [{ forward, strike, years, volatility: (bid + ask) / 2 }]
}
