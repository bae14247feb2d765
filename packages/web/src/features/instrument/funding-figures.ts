// Settled funding rates, with their sum over days and the annual rate.

import { annualFunding, fundingCap } from '@basis/domain/pricing/mark-price'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { dayMs } from '@basis/domain/instrument/candle'
import { parseDecimal, rateE8 } from '@basis/domain/numbers/fixed'
import type { WireFundingRate } from '@basis/protocol/account'
import { askShown } from '../../client/page-calls.ts'

export type FundingSum = {
  /** The sum of the rates, ×1e8. */
  readonly sumE8: number
  /** The annual rate at their mean, ×1e8. */
  readonly yearE8: number
  readonly count: number
}

/** Thirty days of rates at the shortest interval, an hour, fit in this many pages. */
const mostPages = 4
const pageRows = 200

/** Requests the rates settled since a time, newest first; rejects if the request is rejected. */
export async function askFundingRates(
  symbol: string,
  fromE3: number,
  signal?: AbortSignal,
): Promise<readonly WireFundingRate[]> {
  const list: WireFundingRate[] = []
  let cursor = ''
  for (let page = 0; page < mostPages; page += 1) {
    const next = cursor === '' ? {} : { cursor }
    const question = { symbol, fromE3, limit: pageRows, ...next }
    const answer = await askShown('fundingRates', question, signal)
    list.push(...answer.list)
    cursor = answer.nextPageCursor
    if (cursor === '') break
  }
  return list
}

/** Returns a wire rate ×1e8. */
export const rateOf = ({ fundingRate }: WireFundingRate): number =>
  Number(parseDecimal(fundingRate, 8) ?? 0)

/**
 * Returns the sum of the rates settled within the last `days` days; undefined if there are none.
 */
export function fundingSum(
  rates: readonly WireFundingRate[],
  within: { readonly nowMs: number; readonly days: number; readonly intervalMin: number },
): FundingSum | undefined {
  const { nowMs, days, intervalMin } = within
  const own = rates.filter(({ fundingTimeE3 }) => fundingTimeE3 > nowMs - days * dayMs)
  if (own.length === 0) return undefined
  const sumE8 = own.reduce((sum, rate) => sum + rateOf(rate), 0)
  const count = own.length
  return { sumE8, yearE8: annualFunding(rateE8(sumE8), intervalMin, count), count }
}

/**
 * Returns the maximum funding rate of a contract, whose negative is the minimum (rules 2.6), ×1e8.
 */
export function highestFunding({ riskTiers }: Instrument): number | undefined {
  const [tier] = riskTiers
  return tier === undefined ? undefined : fundingCap(tier.initialRateE8, tier.maintenanceRateE8)
}
