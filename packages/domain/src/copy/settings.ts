// Settings of a follower, their bounds, and the limits of copy trading (rules 16.1, 16.3).

import { isWholeWithin } from '../numbers/bounds.ts'
import { amount, formatTrimmed, type Amount, type LeverageE2 } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'
import { problem, type Problem } from '../instrument/problems.ts'

export const copyModes = ['FixedMargin', 'FixedRatio', 'Proportional'] as const
export type CopyMode = (typeof copyModes)[number]

/** Rates have 4 decimals: 100 is 1 %. An amount of 0 stands for no limit, USDT. */
export type CopySettings = {
  readonly mode: CopyMode
  /** The margin of each copy: of `FixedMargin`. */
  readonly margin: Amount
  /** How many times the leader's quantity: of `FixedRatio`; 10000 is once. */
  readonly ratioE4: number
  /** 0 for the leader's own. */
  readonly leverageE2: LeverageE2
  /** The most margin at once in one symbol. */
  readonly symbolMargin: Amount
  /** The most margin that copies of one UTC day may take. */
  readonly dayMargin: Amount
  /** How far a copy may be filled from the leader's price. */
  readonly slippageE4: number
  /** From the leader's price; 0 for the leader's own take-profit and stop-loss. */
  readonly takeProfitE4: number
  readonly stopLossE4: number
  /** Copying stops when so much of the money put in is lost. */
  readonly totalStopLoss: Amount
}

/** Fund style settles every seventh day against a high-water mark, classic by day and week. */
export const copyStyles = ['Classic', 'Pro'] as const
export type CopyStyle = (typeof copyStyles)[number]

export const copyCoin = 'USDT'
/** At most so many leaders at once (rules 16.3). */
export const mostLeaders = 10
export const mostFollowers = 10_000
/** The least that a follower or a leader puts in, USDT ×1e-8. */
export const leastInvestment = amount(10_00000000n)
export const mostProShareE4 = 3000
export const slippageBounds = { least: 1, most: 1000 } as const
const ratioBounds = { least: 100, most: 1_000_000 } as const
const percentBounds = { least: 1, most: 9_999 } as const
const takeProfitMost = 100_000
const namePattern = /^[\p{L}\p{N} ._-]{2,24}$/u

/** Linear perpetuals in USDT, and no others, are copied. */
export const mayCopy = ({ contractType, settleCoin }: Instrument): boolean =>
  contractType === 'LinearPerpetual' && settleCoin === copyCoin

export const isLeaderName = (name: string): boolean => namePattern.test(name)

/** Returns why so much cannot be moved into a wallet by an account that has so much free, if so. */
export function copyMoneyProblem(money: bigint, free: bigint): Problem | undefined {
  if (money <= free) return undefined
  return problem('copyBalanceInsufficient', 'amount', { available: formatTrimmed(free, 8) })
}

/** Returns why the first money of a leader or a follower is refused, if so (rules 16.1). */
export function investmentProblem(money: bigint, free: bigint): Problem | undefined {
  if (money >= leastInvestment) return copyMoneyProblem(money, free)
  return problem('copyAmountTooSmall', 'amount', { min: formatTrimmed(leastInvestment, 8) })
}

/** Returns what is wrong with settings, the first of it, with the field and its bounds. */
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
  // A copy may be filled as far off as the slippage: its profit is taken beyond that.
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
