// Auto-deleveraging (ADL): the ranking, the indicator, the triggers of a pool and the price
// (rules 5.9, D-29 to D-31). Ranks are compared as exact fractions.

import { valueSide, type ContractKind } from '../instrument/contract.ts'
import { amount, mulDiv, unitE8, wholeE4, type Amount, type PriceE8 } from '../numbers/fixed.ts'

/** The position figures of the ranking; values in 1e-8 settle coin. */
export type AdlPosition = {
  readonly kind: ContractKind
  readonly sign: 1 | -1
  readonly entryValue: Amount
  readonly markValue: Amount
  /** The value at the bankruptcy price; of cross positions by 5.2. */
  readonly bankruptcyValue: Amount
}

/** profit% × leverage as an exact fraction with a positive denominator. */
export type AdlScore = { readonly top: bigint; readonly bottom: bigint }

const atLeastOne = (value: bigint): bigint => (value > 1n ? value : 1n)

/**
 * Returns r × effLev for a profit, r ÷ effLev for a loss (D-30): r is UPL ÷ entry value, effLev the
 * value at mark ÷ its distance to the value at bankruptcy. A distance of 0 counts as 1e-8.
 */
export function adlScore(position: AdlPosition): AdlScore {
  const { kind, sign, entryValue, markValue, bankruptcyValue } = position
  const profit = BigInt(valueSide(kind, sign)) * (markValue - entryValue)
  const away = markValue - bankruptcyValue
  const distance = atLeastOne(away < 0n ? -away : away)
  const entry = atLeastOne(entryValue)
  return profit > 0n
    ? { top: profit * atLeastOne(markValue), bottom: entry * distance }
    : { top: profit * distance, bottom: entry * atLeastOne(markValue) }
}

/** Returns a score with 8 decimals, half-up, for display. EX-5.13 */
export const adlScoreE8 = ({ top, bottom }: AdlScore): bigint =>
  mulDiv(top, unitE8, bottom, 'nearest')

export type AdlCandidate = {
  readonly score: AdlScore
  readonly sizeLots: number
  /** When the position was opened; if equal otherwise, the older goes first. */
  readonly openedMs: number
  /** The last tie-breaker. */
  readonly account: number
}

/** Orders candidates: the highest score first, then the larger, then the older (5.9). */
export function byAdlRank(a: AdlCandidate, b: AdlCandidate): number {
  const difference = b.score.top * a.score.bottom - a.score.top * b.score.bottom
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return b.sizeLots - a.sizeLots || a.openedMs - b.openedMs || a.account - b.account
}

/**
 * Returns the indicator of a position, 1 to 5, by its rank among `count` positions of its
 * side, rank 0 being the highest score: 5 is the first fifth. 0 without positions.
 */
export const adlIndicator = (place: number, count: number): number =>
  count === 0 ? 0 : 5 - Math.floor((place * 5) / count)

/** The settings of a pool's ADL triggers (D-29). */
export type AdlSettings = {
  /** The drawdown rule applies only above this balance. */
  readonly thresholdBalance: Amount
  readonly triggerRatioE4: number
  readonly stopRatioE4: number
}

export const defaultAdlSettings: AdlSettings = {
  thresholdBalance: amount(0n),
  triggerRatioE4: -3000,
  stopRatioE4: -2500,
}

/**
 * The figures that the triggers compare: the pool's balance and the PnL that one symbol added to
 * it, with their peaks of 8 hours.
 */
export type PoolFigures = {
  readonly balance: Amount
  readonly balancePeak: Amount
  readonly symbolPnl: Amount
  readonly symbolPnlPeak: Amount
}

/** Which of the two triggers are active. */
export type AdlAlert = { readonly drawdown: boolean; readonly exhausted: boolean }

export const noAlert: AdlAlert = { drawdown: false, exhausted: false }
export const isDeleveraging = (alert: AdlAlert): boolean => alert.drawdown || alert.exhausted

/**
 * Returns the alert after the figures changed (5.9): drawdown from pnlRatio ≤ trigger, with the
 * balance above its threshold, until pnlRatio > stop; exhausted while the balance is not above 0.
 * Ratios are compared unrounded.
 */
export function adlAlert(figures: PoolFigures, settings: AdlSettings, was: AdlAlert): AdlAlert {
  const { balance, balancePeak, symbolPnl, symbolPnlPeak } = figures
  const isAtOrBelow = (ratioE4: number): boolean =>
    balancePeak > 0n && (symbolPnl - symbolPnlPeak) * wholeE4 <= BigInt(ratioE4) * balancePeak
  const drawdown = was.drawdown
    ? isAtOrBelow(settings.stopRatioE4)
    : balance > settings.thresholdBalance && isAtOrBelow(settings.triggerRatioE4)
  return { drawdown, exhausted: balance <= 0n }
}

/** The further loss of a symbol that the pool can bear before ADL; negative if exceeded. */
function roomOf(figures: PoolFigures, { triggerRatioE4 }: AdlSettings): bigint {
  const { balance, balancePeak, symbolPnl, symbolPnlPeak } = figures
  const drawdown = mulDiv(balancePeak, BigInt(-triggerRatioE4), wholeE4, 'down')
  const room = drawdown + symbolPnl - symbolPnlPeak
  return balancePeak > 0n && room < balance ? room : balance
}

/** Returns the part of a symbol's loss that the pool cannot bear; 0 within its limit. */
export function lossBeyond(figures: PoolFigures, settings: AdlSettings): Amount {
  const room = roomOf(figures, settings)
  return amount(room < 0n ? -room : 0n)
}

/** A bankruptcy price further from the mark than this is not used: 5 % (D-31). */
const mostAwayE2 = 5n

/** Returns the ADL price: the bankruptcy price, or the mark if that is too far away. */
export function adlPrice(bankruptcy: PriceE8, mark: PriceE8): PriceE8 {
  const away = BigInt(Math.abs(bankruptcy - mark))
  return away * 100n > BigInt(mark) * mostAwayE2 ? mark : bankruptcy
}
