// Converts each step of the index process into one command for all instruments, each on its own
// tick grid.

import { priceE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Command, UpdatePrices } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import { collateralCoins } from '../instruments/collateral.ts'
import type { Listing } from '../instruments/listings.ts'
import { tokenOf } from '../instruments/spot/leveraged-tokens.ts'
import { isMoney } from '../instruments/spot/spot-coins.ts'
import { coinProfile, openingRatio } from './coin-profiles.ts'
import type { MarketControl } from './market-control.ts'
import { IndexHealth } from './index-health.ts'
import { createIndexProcess, type IndexedCoin, type IndexUpdate } from './prices.ts'
import { createQuoteRate, type QuoteRate } from './quote-rate.ts'
import { TokenPrices } from './token-prices.ts'
import { venueCoin } from './venues.ts'
import { MarketWeek } from './week/market-week.ts'

export type IndexFeed = {
  /** Advances prices to this time; undefined if no coin has a live index. */
  readonly next: (timeMs: number) => UpdatePrices | undefined
  /** The last step's changes of symbol status, returned once. */
  readonly states: () => readonly Command[]
}

/** The first step, and the longest: after a suspend of the machine prices must not jump. */
const firstStepMs = 250
const longestStepMs = 5_000
/**
 * Perpetuals of volatile coins get their index at each step, others once a second, pairs every two.
 */
const calmSteps = 4
/**
 * Collateral prices are sent at every n-th step: a quarter of a second does not matter for them.
 */
const coinSteps = 4
const pairSteps = 8
const busyTurnover = 350e6
/** The quote unit of inverse contracts, not a coin. */
const dollar = 'USD'

export type IndexFeedOptions = {
  readonly seed: number
  readonly listings: readonly Listing[]
  readonly views: Views
  /** The operator's controls; absent for none. */
  readonly control?: MarketControl | undefined
  /** Receives each coin's last prices from the venues. */
  readonly lastIndexUpdates?: Map<string, IndexUpdate> | undefined
}

/**
 * Returns the feed of all listed coins. It continues from the exchange's last index prices, or from
 * the start prices if there are none. The first step sends all instruments.
 */
export function createIndexFeed(options: IndexFeedOptions): IndexFeed {
  const process = createIndexProcess({ seed: options.seed, coins: indexedCoins(options) })
  const quoteRate = createQuoteRate(options.seed)
  const tokens = new TokenPrices(options)
  const monies = [...new Set(options.listings.map(({ coin }) => coin))].filter(isMoney)
  // A coin that the exchange does not list needs no dollar price.
  const collateral = collateralCoins
    .map(({ coin }) => coin)
    .filter((coin) => options.views.collateral(coin) !== undefined)
  const week = new MarketWeek(options.seed, options.listings)
  const health = new IndexHealth(options.listings, options.views)
  let states: readonly Command[] = []
  let lastMs: number | undefined
  let steps = 0
  return {
    states: () => {
      const due = states
      states = []
      return due
    },
    next: (timeMs) => {
      const stepMs = lastMs === undefined ? firstStepMs : timeMs - lastMs
      lastMs = timeMs
      // After the clock was set back, only one step is skipped.
      if (stepMs <= 0) return undefined
      const shock = week.shock(timeMs - stepMs, timeMs)
      if (shock !== undefined) process.shock(shock.jump, shock.coin)
      const { control, lastIndexUpdates } = options
      for (const { jump, coin } of control?.takeNews() ?? []) process.hit(jump, coin)
      const livedMs = Math.min(stepMs, longestStepMs) * (control?.speed ?? 1)
      const updates = process.next(timeMs, livedMs)
      for (const update of updates) lastIndexUpdates?.set(update.coin, update)
      const alive = aliveOf(updates)
      tokens.follow(alive)
      for (const coin of monies) alive.set(coin, 1e8 / quoteRate(coin, timeMs))
      states = [...states, ...health.step(new Set(alive.keys()), timeMs)]
      const step = steps
      steps += 1
      const prices = options.listings.flatMap(({ coin, instrument }, i) => {
        const exactE8 = alive.get(coin)
        const { quoteCoin } = instrument
        const isDue = step === 0 || (step + i) % stepsOf(coin, instrument) === 0
        // A quote coin that is not a currency has a price instead of an exchange rate.
        const quoteE8 = isWalked(quoteCoin) ? alive.get(quoteCoin) : 1e8
        if (exactE8 === undefined || quoteE8 === undefined || !isDue) return []
        const rate = (quoteRate(quoteCoin, timeMs) * 1e8) / quoteE8
        const indexE8 = onGrid(instrument, exactE8 * rate)
        return [{ symbol: instrument.symbol, indexE8 }]
      })
      const coins =
        step % coinSteps === 0 ? coinPrices(collateral, alive, { quoteRate, timeMs }) : []
      if (prices.length === 0) return undefined
      return { kind: 'UpdatePrices', prices, ...(coins.length > 0 && { coins }) }
    },
  }
}

const aliveOf = (updates: readonly IndexUpdate[]): Map<string, number> =>
  new Map(updates.filter(({ basis }) => basis !== 'none').map((each) => [each.coin, each.priceE8]))

function stepsOf(coin: string, { kind, contractType }: Instrument): number {
  const isBusy = coinProfile(coin).dailyTurnover >= busyTurnover
  if (isBusy && contractType === 'LinearPerpetual') return 1
  return kind === 'Spot' && !isBusy ? pairSteps : calmSteps
}

/**
 * The dollar prices of coins: USDT index times the dollar's rate, to a hundredth of a cent, below a
 * dollar to a hundredth of that.
 */
function coinPrices(
  coins: readonly string[],
  alive: ReadonlyMap<string, number>,
  now: { readonly quoteRate: QuoteRate; readonly timeMs: number },
) {
  const rate = now.quoteRate('USD', now.timeMs)
  return coins.flatMap((coin) => {
    const exactE8 = alive.get(coin)
    if (exactE8 === undefined) return []
    const exact = exactE8 * rate
    const step = exact < 1e8 ? 100 : 10_000
    return [{ coin, usdE8: priceE8(Math.max(1, Math.round(exact / step)) * step) }]
  })
}

const onGrid = ({ tickSizeE8 }: Instrument, exactE8: number) =>
  priceE8(Math.max(1, Math.round(exactE8 / tickSizeE8)) * tickSizeE8)

/** Whether a coin has a random walk of its own: neither a currency nor a leveraged token. */
const isWalked = (coin: string): boolean =>
  coin !== dollar && !isMoney(coin) && tokenOf(coin) === undefined

/** One entry per coin, on the finest grid of its instruments that use the venues' quote coin. */
function indexedCoins({ listings, seed, views }: IndexFeedOptions): IndexedCoin[] {
  const finest = new Map<string, Listing>()
  for (const listing of listings) {
    if (listing.instrument.quoteCoin !== venueCoin || !isWalked(listing.coin)) continue
    const known = finest.get(listing.coin)
    if (known === undefined || known.instrument.tickSizeE8 > listing.instrument.tickSizeE8) {
      finest.set(listing.coin, listing)
    }
  }
  return [...finest.values()].map(({ coin, instrument, startPriceTicks }) => {
    const { symbol, tickSizeE8 } = instrument
    const anchorE8 = Math.round(startPriceTicks * openingRatio(seed, coin)) * tickSizeE8
    const lastE8 = views.symbol(symbol)?.indexE8 ?? 0
    return { coin, tickSizeE8, anchorE8, priceE8: lastE8 > 0 ? lastE8 : anchorE8 }
  })
}
