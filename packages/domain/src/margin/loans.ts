// Spot margin loans: a coin's terms, an account's borrowing, its margin, and the hourly interest
// (rules 12.1, 12.2, 12.4).

import { dayMs, minuteMs } from '../instrument/candle.ts'
import {
  amount,
  divRound,
  mulDiv,
  unitE8,
  type Amount,
  type PriceE8,
  type RateE8,
} from '../numbers/fixed.ts'
import { feeLevels, type FeeLevel } from '../instrument/fee-levels.ts'

/** The margin rates of the whole loan if it is at most this quantity of a coin. */
export type LoanTier = {
  readonly upTo: Amount
  readonly initialE8: RateE8
  readonly maintenanceE8: RateE8
}

/** The terms on which a coin is lent. */
export type LoanTerms = {
  /** Hourly interest rate, twelve decimals. */
  readonly hourlyE12: number
  /** The most that one account may borrow; above it the interest rises steeply. */
  readonly limit: Amount
  /** The total that can be lent to all accounts. */
  readonly supply: Amount
  /** The part borrowed by unrealised losses of derivatives that bears no interest. */
  readonly freeOfInterest: Amount
  readonly tiers: readonly LoanTier[]
}

/** An account's spot margin settings: on or off, its leverage, and leverages of single coins. */
export type SpotMargin = {
  readonly isOn: boolean
  readonly leverage: number
  readonly ofCoins?: readonly (readonly [coin: string, leverage: number])[]
}

/** Returns the leverage of a coin: its own, else the account's. */
export const spotLeverageOf = ({ leverage, ofCoins }: SpotMargin, coin: string): number =>
  ofCoins?.find(([name]) => name === coin)?.[1] ?? leverage

/** Returns the settings with another leverage: of one coin, or of all. */
export function withSpotLeverage(before: SpotMargin, leverage: number, coin?: string): SpotMargin {
  const { isOn, ofCoins = [] } = before
  if (coin === undefined) return { isOn, leverage }
  const others = ofCoins.filter(([name]) => name !== coin)
  const own = [...others, [coin, leverage] as const].sort(([a], [b]) => (a < b ? -1 : 1))
  return { isOn, leverage: before.leverage, ofCoins: own }
}

export const leastSpotLeverage = 2
export const mostSpotLeverage = 10
/** The default of a new account. */
export const firstSpotLeverage = 3

/** Whether a spot margin leverage is valid: whole, from 2 to 10. */
export const isSpotLeverage = (leverage: number): boolean =>
  Number.isSafeInteger(leverage) && leverage >= leastSpotLeverage && leverage <= mostSpotLeverage

/** Per fee level above the first: higher limit and lower rate, in percent. */
const limitStep = 20n
const rateStep = 3n

const stepsOf = (level: FeeLevel): bigint => BigInt(feeLevels.indexOf(level))

/** Returns the most that an account of a fee level may borrow of a coin (12.2). EX-12.6 */
export const borrowLimitAt = ({ limit }: Pick<LoanTerms, 'limit'>, level: FeeLevel): Amount =>
  amount(mulDiv(limit, 100n + limitStep * stepsOf(level), 100n, 'down'))

/** Returns the hourly rate that an account of a fee level pays, rounded up (12.4). EX-12.6 */
export const borrowRateAt = (hourlyE12: number, level: FeeLevel): number =>
  Number(mulDiv(BigInt(hourlyE12), 100n - rateStep * stepsOf(level), 100n, 'up'))

const mostTiers = 20
const one = Number(unitE8)

/**
 * Whether loan terms are valid: a rate, a limit within the supply, ascending tiers with rates up to
 * 1.
 */
export const areLoanTerms = (terms: LoanTerms): boolean =>
  Number.isSafeInteger(terms.hourlyE12) &&
  terms.hourlyE12 >= 0 &&
  terms.limit > 0n &&
  terms.supply >= 0n &&
  terms.freeOfInterest >= 0n &&
  terms.tiers.length > 0 &&
  terms.tiers.length <= mostTiers &&
  terms.tiers.every(({ upTo, initialE8, maintenanceE8 }, k) => {
    const before = terms.tiers[k - 1]?.upTo ?? 0n
    const rates = Number.isSafeInteger(initialE8) && Number.isSafeInteger(maintenanceE8)
    return (
      upTo > before && rates && maintenanceE8 > 0 && maintenanceE8 <= initialE8 && initialE8 <= one
    )
  })

/** An account's balance and debt of a coin. */
export type Borrowing = {
  /** Loans not yet repaid, with unpaid interest. */
  readonly debt: bigint
  /** The wallet balance, including borrowed coins. */
  readonly balance: bigint
  /** Unrealised profit and loss of contracts in the coin. */
  readonly unrealised: bigint
  /** Frozen for open spot orders. */
  readonly frozen: bigint
}

/**
 * Returns the amount that an account borrows of a coin: the shortfall of its equity less frozen
 * coins, and at least its loans, spent or not (12.1). EX-12.1
 */
export function borrowed({ debt, balance, unrealised, frozen }: Borrowing): Amount {
  const short = debt + frozen - balance - unrealised
  const most = short > debt ? short : debt
  return amount(most > 0n ? most : 0n)
}

/** Returns the part of a borrowing that is due to unrealised losses alone (12.4). */
export function borrowedByLosses(coin: Borrowing): Amount {
  if (coin.unrealised >= 0n) return amount(0n)
  return amount(borrowed(coin) - borrowed({ ...coin, unrealised: 0n }))
}

const tierOf = (tiers: readonly LoanTier[], owed: bigint): LoanTier | undefined =>
  tiers.find(({ upTo }) => owed <= upTo) ?? tiers.at(-1)

/** The margin of a borrowing in USD, 1e-8, rounded up. */
export type LoanMargin = { readonly initial: bigint; readonly maintenance: bigint }

/**
 * Returns the margin of a borrowing: initial its value times the greater of the tier's rate and 1 ÷
 * leverage, maintenance its value times the tier's rate (12.2, D-53). EX-12.2
 */
export function loanMargin(
  { tiers }: Pick<LoanTerms, 'tiers'>,
  {
    owed,
    usdE8,
    leverage,
  }: {
    readonly owed: Amount
    readonly usdE8: PriceE8
    readonly leverage: number
  },
): LoanMargin {
  const tier = tierOf(tiers, owed)
  if (tier === undefined || owed <= 0n) return { initial: 0n, maintenance: 0n }
  const value = owed * BigInt(usdE8)
  const byTier = divRound(value * BigInt(tier.initialE8), unitE8 * unitE8, 'up')
  const byLeverage = divRound(value, unitE8 * BigInt(leverage), 'up')
  return {
    initial: byTier > byLeverage ? byTier : byLeverage,
    maintenance: divRound(value * BigInt(tier.maintenanceE8), unitE8 * unitE8, 'up'),
  }
}

/** Returns the highest whole leverage that the first tier of a coin allows. */
export const mostLeverageOf = ({ tiers }: Pick<LoanTerms, 'tiers'>): number => {
  const first = tiers[0]?.initialE8 ?? one
  return Math.min(mostSpotLeverage, Math.floor(one / Math.max(1, first)))
}

/**
 * Whether an account may borrow more: its initial margin is within (L − 1) ÷ L of its margin
 * balance (5.6).
 */
export const mayBorrowAt = (
  leverage: number,
  { initial, balance }: { readonly initial: bigint; readonly balance: bigint },
): boolean => initial * BigInt(leverage) <= balance * BigInt(leverage - 1)

/** Whether the excess over the limit must be repaid: after a day, or at twice the limit (12.5). */
export const mustRepay = ({
  owed,
  limit,
  overMs,
}: {
  readonly owed: bigint
  readonly limit: bigint
  readonly overMs: number
}): boolean => owed > limit && (owed >= 2n * limit || overMs >= dayMs)

const unitE12 = 1_000_000_000_000n

/** The interest of an hour and its inputs. */
export type HourlyInterest = {
  readonly owed: Amount
  /** The part of the debt that bears interest. */
  readonly bearing: Amount
  readonly interest: Amount
}

/**
 * Returns the interest of one hour, truncated: bearing × rate, above the limit × usage³ (12.4).
 * EX-12.5
 */
export function hourlyInterest(
  { hourlyE12, limit, freeOfInterest }: Omit<LoanTerms, 'supply' | 'tiers'>,
  coin: Borrowing,
): HourlyInterest {
  const owed = borrowed(coin)
  const lost = borrowedByLosses(coin)
  const bearing = amount(owed - (lost < freeOfInterest ? lost : freeOfInterest))
  return { owed, bearing, interest: interestOf({ hourlyE12, limit }, { owed, bearing }) }
}

/** Returns the interest of an hour, truncated; the cube is of the whole debt ÷ the limit. */
export function interestOf(
  { hourlyE12, limit }: Pick<LoanTerms, 'hourlyE12' | 'limit'>,
  { owed, bearing }: Pick<HourlyInterest, 'owed' | 'bearing'>,
): Amount {
  const plain = bearing * BigInt(hourlyE12)
  if (owed <= limit) return amount(plain / unitE12)
  return amount((plain * owed * owed * owed) / (unitE12 * limit * limit * limit))
}

/** Lending beyond half of the pool raises the rate, up to fivefold when all of it is lent. */
const risesBy = 8n

/** Returns the floating hourly rate for the lent part of the pool, rounded up (12.4). */
export function floatingRate(
  { hourlyE12, supply }: Pick<LoanTerms, 'hourlyE12' | 'supply'>,
  lent: bigint,
): number {
  const overTwice = 2n * (lent < supply ? lent : supply) - supply
  if (overTwice <= 0n) return hourlyE12
  const more = (BigInt(hourlyE12) * risesBy * overTwice + 2n * supply - 1n) / (2n * supply)
  return hourlyE12 + Number(more)
}

/** Interest is charged at this minute of every hour. */
const chargeMinute = 5
const hourMs = 60 * minuteMs

/** Returns the next time at which interest is charged (12.4), ms. */
export const nextInterestMs = (nowMs: number): number => {
  const atMs = Math.floor(nowMs / hourMs) * hourMs + chargeMinute * minuteMs
  return atMs > nowMs ? atMs : atMs + hourMs
}

/** Returns the newest time at or before `nowMs` at which interest was due, in ms. */
export const lastInterestMs = (nowMs: number): number => nextInterestMs(nowMs) - hourMs
