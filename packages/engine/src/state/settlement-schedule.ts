// A market's state of its sessions and its delivery, and the time when the next of them is due
// (rules 1.8, 2.3, 11.1).

import { priceE8, type PriceE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import {
  advanceDeliveryMean,
  openDeliveryMean,
  type DeliveryMean,
} from '@basis/domain/settlement/delivery'
import { nextSessionMs, sessionIntervalMs } from '@basis/domain/settlement/session'

export type MarketSettlement = {
  /** USDC futures only; perpetuals settle their sessions with their funding. 0 if there is none. */
  nextSessionMs: number
  /** The mean index of the last half hour so far; absent for contracts without a delivery. */
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

/** Returns whether sessions realise the contract's profit into the wallet (1.8). */
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
 * Adds the seconds of the last half hour up to now to the mean, with the index then in force;
 * seconds before the first index are left out (11.1).
 */
export function countDelivery({ settlement }: Settling, nowMs: number, indexE8: PriceE8): void {
  const { mean } = settlement
  if (mean === undefined || nowMs <= mean.nextMs) return
  const counted = advanceDeliveryMean(mean, nowMs, indexE8)
  const { sumE8, samples } = indexE8 === 0 ? mean : counted
  settlement.mean = { ...counted, sumE8, samples }
}

/** The basis is averaged over 2.5 minutes, for a dated contract over ten (2.2, 2.3). */
export const basisSeconds = ({ deliveryMs }: Instrument): number =>
  deliveryMs === undefined ? 150 : 600

export const isDelivered = ({ instrument, settlement }: Settling): boolean =>
  instrument.deliveryMs !== undefined && settlement.mean === undefined

/** Returns when launch, session or delivery is next due; `Infinity` if none is. */
function dueMs(market: Settling): number {
  const { instrument, settlement } = market
  if (isDelivered(market)) return Infinity
  const { launchMs = Infinity, auctionMs = 0, deliveryMs = Infinity, status } = instrument
  const launches = { PreLaunch: launchMs - auctionMs, Auction: launchMs }
  const launch = status === 'PreLaunch' || status === 'Auction' ? launches[status] : Infinity
  const session = settlement.nextSessionMs > 0 ? settlement.nextSessionMs : Infinity
  return Math.min(launch, session, deliveryMs)
}

/** Returns when the next settlement of any market is due; `Infinity` if there is none. */
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
