// Market-maker protection of an account's options of one coin: what of its quotes may be filled
// within a window before all of them are withdrawn for a while (rules 9.6).

import { problem, type Problem } from '../instrument/problems.ts'

/** Limits are 1e-8: coins, coins of delta, and USD for one volatility point; whole numbers. */
export type MmpTerms = {
  readonly baseCoin: string
  /** The stretch that fills are added up over; 0 ends the protection. */
  readonly windowMs: number
  /** How long orders under protection are refused afterwards; 0 is until a reset. */
  readonly frozenMs: number
  readonly qtyLimitE8: number
  readonly deltaLimitE8: number
  /** 0 for no limit. */
  readonly vegaLimitE8: number
}

/** A fill of a resting order under protection; delta and vega are signed as the position is. */
export type MmpFill = {
  readonly timeMs: number
  readonly qtyE8: number
  readonly deltaE8: number
  readonly vegaE8: number
}

/** The terms with what has happened under them; replaced, never changed. */
export type Mmp = MmpTerms & {
  readonly fills: readonly MmpFill[]
  /** Orders under protection are refused before this moment; 0 where they are not. */
  readonly frozenUntilMs: number
}

/** The terms, and until when they are frozen. */
export type MmpRecord = Omit<Mmp, 'fills'>

/** The moment of what ends by a reset alone. */
export const untilReset = Number.MAX_SAFE_INTEGER

export const mmpLimits = ['qty', 'delta', 'vega'] as const
export type MmpLimit = (typeof mmpLimits)[number]

/** What a window has come to, 1e-8: the quantities added, |Σ delta| and |Σ vega|. */
export type MmpSums = Readonly<Record<MmpLimit, number>>

const mostMs = 86_400_000
const isUpTo = (value: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= 0 && value <= most

/** Returns the first fault of terms: times up to a day, two limits above 0. */
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

/** Returns the protection with one fill more; those that the window has left behind are gone. */
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

/** Returns the first limit that the window has reached; undefined while there is none. */
export function limitReached(mmp: Mmp): MmpLimit | undefined {
  const sums = mmpSums(mmp)
  if (sums.qty >= mmp.qtyLimitE8) return 'qty'
  if (sums.delta >= mmp.deltaLimitE8) return 'delta'
  return mmp.vegaLimitE8 > 0 && sums.vega >= mmp.vegaLimitE8 ? 'vega' : undefined
}

/** Returns the protection once a limit was reached: frozen, its window empty. */
export const frozenFrom = (mmp: Mmp, nowMs: number): Mmp => ({
  ...mmp,
  fills: [],
  frozenUntilMs: mmp.frozenMs === 0 ? untilReset : nowMs + mmp.frozenMs,
})
