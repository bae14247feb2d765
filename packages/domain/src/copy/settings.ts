// Settings of a follower, their bounds, and the limits of copy trading (rules 16.1, 16.3).

import { isWholeWithin } from '../numbers/bounds.ts'
import { amount, formatTrimmed, type Amount, type LeverageE2 } from '../numbers/fixed.ts'
import { problem, type Problem } from '../instrument/problems.ts'

export const copyModes = ['FixedMargin', 'FixedRatio', 'Proportional'] as const
export type CopyMode = (typeof copyModes)[number]

/** Rates have 4 decimals: 100 is 1 %. Amounts in USDT; 0 means no limit. */
export type CopySettings = {
  readonly mode: CopyMode
  /** `FixedMargin`: the margin of each copy. */
  readonly margin: Amount
  /** `FixedRatio`: the multiple of the leader's quantity; 10000 is 1×. */
  readonly ratioE4: number
  /** 0 uses the leader's leverage. */
  readonly leverageE2: LeverageE2
  /** The maximum margin in one symbol at a time. */
  readonly symbolMargin: Amount
  /** The maximum margin that copies of one UTC day may use. */
  readonly dayMargin: Amount
  /** The maximum distance of a copy's fills from the leader's price. */
  readonly slippageE4: number
  /** Distances from the leader's price; 0 uses the leader's take-profit and stop-loss. */
  readonly takeProfitE4: number
  readonly stopLossE4: number
  /** Copying stops after a loss of this amount of the deposits. */
  readonly totalStopLoss: Amount
}

/**
 * Pro (fund style) settles every seventh day against a high-water mark, Classic by day and week.
 */
export const copyStyles = ['Classic', 'Pro'] as const
export type CopyStyle = (typeof copyStyles)[number]

/** The maximum of leaders at a time (rules 16.3). */
export const mostLeaders = 10
export const mostFollowers = 10_000
/** The minimum deposit of a follower or a leader, USDT ×1e-8. */
export const leastInvestment = amount(10_00000000n)
/** The profit share of a fund, in hundredths of a percent. */
export const proShareBounds = { least: 100, most: 3000 } as const
export const slippageBounds = { least: 1, most: 1000 } as const
const ratioBounds = { least: 100, most: 1_000_000 } as const
const percentBounds = { least: 1, most: 9_999 } as const
const takeProfitMost = 100_000
export const longestLeaderName = 24
const namePattern = new RegExp(`^[\\p{L}\\p{N} ._-]{2,${longestLeaderName}}$`, 'u')

/** Returns why a leader's name is rejected, if so. */
export const leaderNameProblem = (name: string): Problem | undefined =>
  namePattern.test(name) ? undefined : problem('copyLeaderNameInvalid', 'name')

/** Returns why a leader's profit share is rejected, if so: only a fund has one of its own. */
export function profitShareProblem(style: CopyStyle, shareE4: number): Problem | undefined {
  if (style !== 'Pro') return shareE4 === 0 ? undefined : problem('copySettingInvalid', 'share')
  const { least, most } = proShareBounds
  if (isWholeWithin(shareE4, least, most)) return undefined
  const bounds = { min: String(least / 100), max: String(most / 100) }
  return problem('copyShareOutOfRange', 'share', bounds)
}

/** Returns why an amount exceeds the available balance, if so. */
export function copyMoneyProblem(money: bigint, free: bigint): Problem | undefined {
  if (money <= free) return undefined
  return problem('copyBalanceInsufficient', 'amount', { available: formatTrimmed(free, 8) })
}

/** Returns why an amount may not leave a copy wallet, if so: only what backs no margin may. */
export function copyWithdrawalProblem(money: bigint, free: bigint): Problem | undefined {
  if (money <= free) return undefined
  return problem('copyTransferFailed', 'amount', { available: formatTrimmed(free, 8) })
}

/** Returns why the first deposit of a leader or a follower is rejected, if so (rules 16.1). */
export function investmentProblem(money: bigint, free: bigint): Problem | undefined {
  if (money >= leastInvestment) return copyMoneyProblem(money, free)
  return problem('copyAmountTooSmall', 'amount', { min: formatTrimmed(leastInvestment, 8) })
}

/** Returns the first problem of settings, with its field and bounds. */
export function copySettingsProblem(settings: CopySettings): Problem | undefined {
  const { mode, leverageE2, slippageE4, takeProfitE4, stopLossE4 } = settings
  const amounts = ['margin', 'symbolMargin', 'dayMargin', 'totalStopLoss'] as const
  const negative = amounts.find((field) => settings[field] < 0n)
  if (negative !== undefined) return problem('copySettingInvalid', negative)
  if (!copyModes.includes(mode)) return problem('copySettingInvalid', 'mode')
  if (mode === 'FixedMargin' && settings.margin === 0n) {
    return problem('copySettingInvalid', 'margin')
  }
  if (mode === 'FixedRatio') {
    const wrong = boundsProblem('ratio', settings.ratioE4, ratioBounds)
    if (wrong !== undefined) return wrong
  }
  if (leverageE2 !== 0 && !isWholeWithin(leverageE2, 100, 10_000)) {
    return problem('copySettingOutOfRange', 'leverage', { min: '1', max: '100' })
  }
  const slippage = boundsProblem('slippage', slippageE4, slippageBounds, 2)
  if (slippage !== undefined) return slippage
  if (stopLossE4 !== 0) {
    const wrong = boundsProblem('stopLoss', stopLossE4, percentBounds, 2)
    if (wrong !== undefined) return wrong
  }
  if (takeProfitE4 === 0) return undefined
  // A copy's fill may be off by the slippage limit; its take-profit must lie beyond that.
  const bounds = { least: slippageE4 + 1, most: takeProfitMost }
  return boundsProblem('takeProfit', takeProfitE4, bounds, 2)
}

type Bounds = { readonly least: number; readonly most: number }

function boundsProblem(
  field: string,
  value: number,
  { least, most }: Bounds,
  decimals = 4,
): Problem | undefined {
  if (isWholeWithin(value, least, most)) return undefined
  const text = (bound: number): string => formatTrimmed(BigInt(bound), decimals)
  return problem('copySettingOutOfRange', field, { min: text(least), max: text(most) })
}
