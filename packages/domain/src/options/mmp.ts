// Market-maker protection (MMP) of an account's options of one coin: fills within a window beyond a
// limit cancel all of its quotes and freeze them for a time (rules 9.6).

import { problem, type Problem } from '../instrument/problems.ts'

/** Limits are 1e-8: coins, coins of delta, and USD for one volatility point; whole numbers. */
export type MmpTerms = {
  readonly baseCoin: string
  /** The window over which fills are summed; 0 disables the protection. */
  readonly windowMs: number
  /** How long orders under protection are rejected after a trigger; 0 means until a reset. */
  readonly frozenMs: number
  readonly qtyLimitE8: number
  readonly deltaLimitE8: number
  /** 0 for no limit. */
  readonly vegaLimitE8: number
}

/** A fill of a resting order under protection; delta and vega have the position's sign. */
export type MmpFill = {
  readonly timeMs: number
  readonly qtyE8: number
  readonly deltaE8: number
  readonly vegaE8: number
}

/** The terms and the state of the protection; immutable. */
export type Mmp = MmpTerms & {
  readonly fills: readonly MmpFill[]
  /** Orders under protection are rejected before this time; 0 if they are not. */
  readonly frozenUntilMs: number
}

/** The terms and the end of the freeze. */
export type MmpRecord = Omit<Mmp, 'fills'>

/** The end of a freeze that only a reset ends. */
export const untilReset = Number.MAX_SAFE_INTEGER

export const mmpLimits = ['qty', 'delta', 'vega'] as const
export type MmpLimit = (typeof mmpLimits)[number]

/** Sums over the window, 1e-8: total quantity, |Σ delta| and |Σ vega|. */
export type MmpSums = Readonly<Record<MmpLimit, number>>

const mostMs = 86_400_000
const isUpTo = (value: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= 0 && value <= most

/** Returns the first problem of terms: times up to a day, two limits above 0. */
export function mmpProblem(terms: MmpTerms): Problem | undefined {
  const { windowMs, frozenMs, qtyLimitE8, deltaLimitE8, vegaLimitE8 } = terms
  if (!isUpTo(windowMs, mostMs)) return outside('window', mostMs)
  if (windowMs === 0) return undefined
  if (!isUpTo(frozenMs, mostMs)) return outside('frozenPeriod', mostMs)
  if (!isLimit(qtyLimitE8)) return problem('mmpInvalid', 'qtyLimit', { min: '0.00000001' })
  if (!isLimit(deltaLimitE8)) return problem('mmpInvalid', 'deltaLimit', { min: '0.00000001' })
  if (!isUpTo(vegaLimitE8, Number.MAX_SAFE_INTEGER)) {
    return problem('mmpInvalid', 'vegaLimit', { min: '0' })
  }
  return undefined
}

const isLimit = (value: number): boolean => value > 0 && isUpTo(value, Number.MAX_SAFE_INTEGER)

const outside = (field: string, max: number): Problem =>
  problem('mmpTimeOutOfRange', field, { min: '0', max: String(max) })

export const isFrozen = ({ frozenUntilMs }: Mmp, nowMs: number): boolean => nowMs < frozenUntilMs

/** Returns the protection with another fill; fills before the window are dropped. */
export function withFill(mmp: Mmp, fill: MmpFill): Mmp {
  const from = fill.timeMs - mmp.windowMs
  return { ...mmp, fills: [...mmp.fills.filter(({ timeMs }) => timeMs > from), fill] }
}

export function mmpSums({ fills }: Mmp): MmpSums {
  let [qty, delta, vega] = [0, 0, 0]
  for (const fill of fills) {
    qty += fill.qtyE8
    delta += fill.deltaE8
    vega += fill.vegaE8
  }
  return { qty, delta: Math.abs(delta), vega: Math.abs(vega) }
}

/** Returns the first limit that the window has reached; undefined if none. */
export function limitReached(mmp: Mmp): MmpLimit | undefined {
  const sums = mmpSums(mmp)
  if (sums.qty >= mmp.qtyLimitE8) return 'qty'
  if (sums.delta >= mmp.deltaLimitE8) return 'delta'
  return mmp.vegaLimitE8 > 0 && sums.vega >= mmp.vegaLimitE8 ? 'vega' : undefined
}

/** Returns the protection after a limit was reached: frozen, with an empty window. */
export const frozenFrom = (mmp: Mmp, nowMs: number): Mmp => ({
  ...mmp,
  fills: [],
  frozenUntilMs: mmp.frozenMs === 0 ? untilReset : nowMs + mmp.frozenMs,
})
