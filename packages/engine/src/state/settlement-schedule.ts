// Data that a market keeps for its sessions and its delivery, and the time when the next of them is
// due (rules 1.8, 2.3, 11.1).

import { priceE8, type PriceE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import {
  advanceDeliveryMean,
  openDeliveryMean,
  type DeliveryMean,
} from '@basis/domain/settlement/delivery'
import { nextSessionMs, sessionIntervalMs } from '@basis/domain/settlement/session'

export type MarketSettlement = {
  /**
   * Of a USDC future; perpetuals settle their sessions with their funding. 0 where there is none.
   */
  nextSessionMs: number
  /** The index of the last half hour so far; absent from contracts without a delivery. */
  mean: DeliveryMean | undefined
  /** 0 until the contract is delivered. */
  deliveredE8: PriceE8
}

type Settling = { readonly instrument: Instrument; readonly settlement: MarketSettlement }

export const newSettlement = ({ deliveryMs }: Instrument): MarketSettlement => ({
  nextSessionMs: 0,
  mean: deliveryMs === undefined ? undefined : openDeliveryMean(deliveryMs),
  deliveredE8: priceE8(0),
})

/** Does a session turn what is won so far into wallet (1.8)? */
export const hasSessions = ({ instrument }: Settling): boolean =>
  sessionIntervalMs(instrument.contractType, instrument.fundingIntervalMin) > 0

/** Sets the next session of a USDC future, if the market is one. */
export function scheduleSession({ instrument, settlement }: Settling, nowMs: number): void {
  const { contractType, fundingIntervalMin } = instrument
  if (fundingIntervalMin > 0) return
  const intervalMs = sessionIntervalMs(contractType, fundingIntervalMin)
  settlement.nextSessionMs = intervalMs === 0 ? 0 : nextSessionMs(nowMs, intervalMs)
}

/**
 * Counts the seconds of the last half hour up to now with the index that was in force; while there
 * has been none yet, they are left out of the mean (11.1).
 */
export function countDelivery({ settlement }: Settling, nowMs: number, indexE8: PriceE8): void {
  const { mean } = settlement
  if (mean === undefined || nowMs <= mean.nextMs) return
  const counted = advanceDeliveryMean(mean, nowMs, indexE8)
  const { sumE8, samples } = indexE8 === 0 ? mean : counted
  settlement.mean = { ...counted, sumE8, samples }
}

/** The average of the basis is over 2.5 minutes, of a dated contract over ten (2.2, 2.3). */
export const basisSeconds = ({ deliveryMs }: Instrument): number =>
  deliveryMs === undefined ? 150 : 600

export const isDelivered = ({ instrument, settlement }: Settling): boolean =>
  instrument.deliveryMs !== undefined && settlement.mean === undefined

/** Returns when launch, session or delivery is due next; `Infinity` where none is. */
function dueMs(market: Settling): number {
  const { instrument, settlement } = market
  if (isDelivered(market)) return Infinity
  const { launchMs = Infinity, auctionMs = 0, deliveryMs = Infinity, status } = instrument
  const launches = { PreLaunch: launchMs - auctionMs, Auction: launchMs }
  const launch = status === 'PreLaunch' || status === 'Auction' ? launches[status] : Infinity
  const session = settlement.nextSessionMs > 0 ? settlement.nextSessionMs : Infinity
  return Math.min(launch, session, deliveryMs)
}

/** Returns when the next settlement of any market is due; `Infinity` while there is none. */
export function soonestSettlement(
  markets: readonly (Settling & { readonly nextFundingMs: number })[],
): number {
  let soonest = Infinity
  for (const market of markets) {
    const { nextFundingMs } = market
    soonest = Math.min(soonest, dueMs(market), nextFundingMs > 0 ? nextFundingMs : Infinity)
  }
  return soonest
}
