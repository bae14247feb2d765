// Figures derived from an index price: mark, samples of basis and premium, the next funding rate,
// and whether prices are fresh (rules 2; reliability L2).

import type { IndexPrice } from '../api/commands.ts'
import { amount, priceE8, rateE8, type PriceE8 } from '@basis/domain/numbers/fixed'
import { averagePriceE8, inverseAveragePriceE8 } from '@basis/domain/instrument/pnl'
import { optionPriceLimits } from '@basis/domain/instrument/option'
import {
  fundingCap,
  fundingRate,
  perpetualMark,
  premiumIndex,
  priceBand,
  spotPriceBand,
  weightedPremium,
} from '@basis/domain/pricing/mark-price'
import { basisRate, expiryMarkE8 } from '@basis/domain/settlement/delivery'
import { sessionIntervalMs } from '@basis/domain/settlement/session'
import {
  countDelivery,
  isDelivered,
  scheduleSession,
  soonestSettlement,
} from '../state/settlement-schedule.ts'
import { moveMark } from '../state/invalidation.ts'
import { bestTicks, tickValue, type EngineState, type MarketState } from '../state/state.ts'
import { addSample, meanOf } from '../state/samples.ts'

/** After a gap in the prices nothing is liquidated until this many came over this time (L2). */
const freshPrices = 5
const freshMs = 3000
/** A time without a price longer than this is a gap. */
const staleMs = 10_000

/**
 * Sets a new index price and recomputes everything derived from it. The mark of an option is given
 * with it (9.3; decision 50).
 */
export function updatePrice(
  state: EngineState,
  market: MarketState,
  indexE8: PriceE8,
  given?: Pick<IndexPrice, 'markE8' | 'forwardE8' | 'volatilityE8'>,
): void {
  const givenMark = given?.markE8
  if (isDelivered(market)) return
  const now = state.timeMs
  countDelivery(market, now, market.indexE8)
  const hole = now - market.pricedMs > staleMs
  market.freshSinceMs = hole ? now : market.freshSinceMs
  market.freshCount = hole ? 1 : Math.min(market.freshCount + 1, freshPrices)
  market.pricedMs = now
  const isMoved = givenMark !== undefined && market.indexE8 !== indexE8
  market.indexE8 = indexE8
  if (isUnscheduled(market)) scheduleSettlements(state, market)
  const before = market.markE8
  market.markE8 = givenMark ?? priceE8(Math.max(1, freshMark(state, market)))
  if (market.markE8 !== before || isMoved) moveMark(state, market, before)
  if (given?.forwardE8 !== undefined && given.volatilityE8 !== undefined) {
    const { forwardE8, volatilityE8 } = given
    market.stress = { forwardE8, volatilityE8, row: undefined }
  } else if (givenMark !== undefined) market.stress = { ...market.stress, row: undefined }
  if (givenMark === undefined) sample(state, market)
  refreshBand(market)
  state.events.push({
    kind: 'PricesChanged',
    symbol: market.instrument.symbol,
    indexE8,
    markE8: market.markE8,
    fundingRateE8: market.fundingRateE8,
    nextFundingMs: market.nextFundingMs,
  })
}

/**
 * The mark of a spot pair is its index, of a dated contract the index plus its fair basis (2.3).
 * EX-2.4
 */
function freshMark(state: EngineState, market: MarketState): PriceE8 {
  const { instrument, indexE8, settlement } = market
  if (instrument.fundingIntervalMin > 0) return markOf(state, market)
  if (settlement.mean === undefined) return indexE8
  const basis = rateE8(meanOf(market.basis))
  return expiryMarkE8({ index: indexE8, basis, mean: settlement.mean })
}

/** Returns whether the market has fundings or sessions, but none is scheduled yet. */
const isUnscheduled = ({ instrument, nextFundingMs, settlement }: MarketState): boolean => {
  if (nextFundingMs > 0) return false
  if (instrument.fundingIntervalMin > 0) return true
  return settlement.nextSessionMs === 0 && sessionIntervalMs(instrument.contractType, 0) > 0
}

function scheduleSettlements(state: EngineState, market: MarketState): void {
  if (market.settlement.nextSessionMs === 0) scheduleSession(market, state.timeMs)
  scheduleFunding(state, market)
}

/** Schedules the next funding: the first whole interval of UTC after now; 0 without funding. */
export function scheduleFunding(state: EngineState, market: MarketState): void {
  const intervalMs = market.instrument.fundingIntervalMin * 60_000
  const passed = intervalMs === 0 ? -1 : Math.floor(state.timeMs / intervalMs)
  market.nextFundingMs = (passed + 1) * intervalMs
  state.settlementDueMs = soonestSettlement(state.markets)
}

/**
 * Recomputes the price band: the buy limit rounded down, the sell limit up to the tick (rules 8.2).
 * EX-8.1, EX-8.2
 */
export function refreshBand(market: MarketState): void {
  const { instrument } = market
  if (market.markE8 === 0) return
  const input = {
    mark: market.markE8,
    index: market.indexE8,
    averageE8: meanOf(market.drift),
    bandX: instrument.bandXE8,
    bandY: instrument.bandYE8,
  }
  const { tickSizeE8, maxPriceTicks, minPriceTicks } = instrument
  const isSpot = instrument.kind === 'Spot'
  const { maxBuyE8, minSellE8 } =
    instrument.option !== undefined
      ? optionPriceLimits(market.markE8, market.indexE8, tickSizeE8)
      : isSpot
        ? spotPriceBand(input)
        : priceBand(input)
  market.maxBuyTicks = Math.min(Math.floor(maxBuyE8 / tickSizeE8), maxPriceTicks)
  market.minSellTicks = Math.max(Math.ceil(minSellE8 / tickSizeE8), minPriceTicks)
}

/** Returns whether this market's prices may liquidate positions and fire triggers now (L2). */
export const isFresh = (state: EngineState, market: MarketState): boolean =>
  market.freshCount >= freshPrices &&
  state.timeMs - market.freshSinceMs >= freshMs &&
  state.timeMs - market.pricedMs <= staleMs

const lastE8 = (market: MarketState): PriceE8 =>
  priceE8(market.lastTicks * market.instrument.tickSizeE8)

/** The mark of a perpetual; the last price while the window of the basis is not full (2.2). */
function markOf(state: EngineState, market: MarketState): PriceE8 {
  if (market.lastTicks === 0) return market.indexE8
  if (market.basis.values.length < market.basis.capacity) return lastE8(market)
  const intervalMs = market.instrument.fundingIntervalMin * 60_000
  return perpetualMark({
    index: market.indexE8,
    lastFunding: market.lastFundingE8,
    toFundingMs: Math.max(0, Math.min(intervalMs, market.nextFundingMs - state.timeMs)),
    intervalMs,
    basisAverageE8: meanOf(market.basis),
    last: lastE8(market),
  })
}

/** Samples the basis and the drift once a second, the premium once a minute (2.2, 2.5, 8.2). */
function sample(state: EngineState, market: MarketState): void {
  const second = Math.floor(state.timeMs / 1000)
  if (second === market.sampledSecond) return
  market.sampledSecond = second
  const bid = bestTicks(market, 'Buy')
  const ask = bestTicks(market, 'Sell')
  const { tickSizeE8, fundingIntervalMin } = market.instrument
  const middle =
    bid === undefined || ask === undefined ? undefined : Math.floor(((bid + ask) * tickSizeE8) / 2)
  // A book with an empty side gives no mid price: the sample is then 0.
  const isDated = market.settlement.mean !== undefined
  const basis = isDated ? fairBasis(market) : (middle ?? market.indexE8) - market.indexE8
  addSample(market.basis, basis)
  addSample(market.drift, middle === undefined ? 0 : middle - market.markE8)
  const minute = Math.floor(second / 60)
  if (minute === market.sampledMinute || fundingIntervalMin === 0) return
  market.sampledMinute = minute
  samplePremium(market)
}

/** One sample of the fair basis; 0 if the book has an empty side (2.3). EX-2.4 */
function fairBasis(market: MarketState): number {
  const bid = impactPrice(market, 0)
  const ask = impactPrice(market, 1)
  return bid === undefined || ask === undefined ? 0 : basisRate(bid, ask, market.indexE8)
}

function samplePremium(market: MarketState): void {
  const { instrument } = market
  const bid = impactPrice(market, 0)
  const ask = impactPrice(market, 1)
  // An empty side counts as being at the index.
  market.premiums.push(premiumIndex(bid ?? market.indexE8, ask ?? market.indexE8, market.indexE8))
  if (market.premiums.length > instrument.fundingIntervalMin) market.premiums.shift()
  const tier = instrument.riskTiers[0]
  if (tier === undefined) return
  const cap = fundingCap(tier.initialRateE8, tier.maintenanceRateE8)
  const premium = weightedPremium(market.premiums)
  market.fundingRateE8 = rateE8(fundingRate(premium, instrument.fundingIntervalMin, cap))
}

/**
 * The average price of filling the impact notional on a side; the worst level's price if it has
 * less (2.5).
 */
function impactPrice(market: MarketState, side: 0 | 1): PriceE8 | undefined {
  const { book, instrument } = market
  const levels = new Float64Array(3 * 200)
  const count = book.depth(side, 200, levels)
  if (count === 0) return undefined
  let left: bigint = instrument.impactNotional
  let lots = 0n
  let value = 0n
  for (let i = 0; i < count && left > 0n; i += 1) {
    const ticks = levels[3 * i] ?? 0
    const there = levels[3 * i + 1] ?? 0
    const whole = tickValue(market, ticks, there)
    // The last level is filled partially, rounded up to a whole lot.
    const part = whole <= left ? there : Number((BigInt(there) * left + whole - 1n) / whole)
    const taken = whole <= left ? whole : tickValue(market, ticks, part)
    lots += BigInt(part)
    value += taken
    left -= taken
  }
  const worst = (levels[3 * (count - 1)] ?? 0) * instrument.tickSizeE8
  if (left > 0n) return priceE8(worst)
  const qty = amount(lots * BigInt(instrument.lotSizeE8))
  return market.valueSign === 1
    ? averagePriceE8(amount(value), qty)
    : inverseAveragePriceE8(amount(value), qty)
}
