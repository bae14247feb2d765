// The time and price at which each market's seeded history ends and its trading begins: decided
// once and stored with the journal.

import { randomUUID } from 'node:crypto'
import { dayMs } from '@basis/domain/instrument/candle'
import { fundingCap } from '@basis/domain/pricing/mark-price'
import { ConfigError } from '../config/config.ts'
import type { Journal } from '../exchange/journal.ts'
import type { Listing } from '../instruments/listings.ts'
import type { SeedPlan } from '../read-model/seed/seed-history.ts'
import { openingRatio } from './coin-profiles.ts'
import { createFairRatio } from './fair-ratio.ts'
import { isMoney, quotePrice as quoteValueOf } from '../instruments/spot/spot-coins.ts'
import { dailyTurnoverOf } from './robots/liquidity.ts'
import { populationOf } from './robots/members.ts'

export type SimulationStart = {
  /** The journal's id. */
  readonly id: string
  readonly plans: readonly SeedPlan[]
  /** The earliest start of all markets. */
  readonly simulationStartMs: number
}

/** A coin's first market: when its history ended, and the price in USDT. */
type CoinStart = { readonly timeMs: number; readonly price: number }

/**
 * Returns the start of each listing. A market listed later takes the time and price of its coin's
 * first one, so that its history has no step. Throws ConfigError for a seed other than that of the
 * data.
 */
export async function simulationStartOf(given: {
  readonly journal: Pick<Journal, 'fact' | 'setFact'>
  readonly seed: number
  readonly folder: string
  readonly listings: readonly Listing[]
  readonly nowMs: number
}): Promise<SimulationStart> {
  const { journal, listings, nowMs, seed } = given
  const once = async (name: string, value: string): Promise<string> => {
    const known = journal.fact(name)
    if (known === undefined) await journal.setFact(name, value)
    return known ?? value
  }
  // The displayed past of a running exchange must not change: later rules apply to new ones only.
  const past = await once('past', journal.fact('seed') === undefined ? '2' : '1')
  const everyCoinJumps = past === '1'
  const begun = await once('seed', String(seed))
  if (begun !== String(seed)) {
    const expected = `${begun}, the seed that the data in ${given.folder} began with`
    throw new ConfigError('BASIS_SEED', expected, String(seed))
  }
  const id = await once('id', randomUUID())
  const coins = new Map<string, CoinStart>()
  const plans: SeedPlan[] = []
  for (const listing of listings) {
    const { symbol, quoteCoin, tickSizeE8, deliveryMs } = listing.instrument
    const fair = createFairRatio(seed, { coin: listing.coin, quoteCoin, deliveryMs })
    // A pair's price is its coin's price over the quote coin's price.
    const quotePrice = coins.get(quoteCoin)?.price ?? 1
    const ratio = (timeMs: number): number => fair(timeMs) / quotePrice
    const first = isMoney(listing.coin) ? { timeMs: nowMs, price: 1 } : coins.get(listing.coin)
    const timeMs = first?.timeMs ?? nowMs
    const round = (listing.startPriceTicks * tickSizeE8) / 1e8
    const price = first?.price ?? round * openingRatio(seed, listing.coin)
    const ticks = Math.round((price * ratio(timeMs) * 1e8) / tickSizeE8)
    const fact = await once(`genesis:${symbol}`, `${timeMs} ${ticks}`)
    const [simulationStartMs = timeMs, startPriceTicks = ticks] = fact.split(' ').map(Number)
    const began = (startPriceTicks * tickSizeE8) / 1e8 / ratio(simulationStartMs)
    if (first === undefined) coins.set(listing.coin, { timeMs: simulationStartMs, price: began })
    const population = populationOf(listing, seed, listings)
    const plan = { seed, simulationStartMs, startPriceTicks, population, everyCoinJumps }
    plans.push(planOf(listing, plan, past === '1' || listing.hasRobots ? 1 : leftPart))
  }
  return { id, plans, simulationStartMs: Math.min(...plans.map((plan) => plan.simulationStartMs)) }
}

/** Markets without funding or risk tiers have no past rates. */
function fundingOf({ instrument }: Listing): Pick<SeedPlan, 'funding'> {
  const { fundingIntervalMin: intervalMin, riskTiers, kind } = instrument
  const [tier] = riskTiers
  if (kind === 'Spot' || intervalMin === 0 || tier === undefined) return {}
  const capE8 = fundingCap(tier.initialRateE8, tier.maintenanceRateE8)
  return { funding: { intervalMin, capE8 } }
}

/** The turnover of a market without robots, as a fraction of that with robots. */
const leftPart = 0.01

function planOf(
  listing: Listing,
  began: Pick<
    SeedPlan,
    'seed' | 'simulationStartMs' | 'startPriceTicks' | 'population' | 'everyCoinJumps'
  >,
  tradedPart: number,
): SeedPlan {
  const { symbol, kind, quoteCoin, tickSizeE8, lotSizeE8, launchMs, deliveryMs } =
    listing.instrument
  const { historyDays } = listing
  const listedMs =
    historyDays === undefined ? launchMs : began.simulationStartMs - historyDays * dayMs
  return {
    ...began,
    coin: listing.coin,
    symbol,
    kind,
    quoteCoin,
    tickSizeE8,
    lotSizeE8,
    dailyTurnover: (tradedPart * dailyTurnoverOf(listing)) / quoteValueOf(quoteCoin),
    // Nothing was traded before the launch; an instrument not launched yet has no past.
    ...(listedMs !== undefined && { listedMs }),
    ...(deliveryMs !== undefined && { deliveryMs }),
    ...fundingOf(listing),
  }
}
