// Loans as computed by the auditor: terms, switches, debts, the margin of borrowings, and hourly
// interest (rules 12.1, 12.2, 12.4).

import { feeLevels, type FeeLevel } from '@basis/domain/instrument/fee-levels'
import type { LoanTerms, SpotMargin } from '@basis/domain/margin/loans'
import { ceilDiv, greater, lesser } from './prices.ts'

const one = 100_000_000n
const unitE12 = 1_000_000_000_000n
const hourMs = 3_600_000
/** Minute 5 of the hour. */
const chargedAtMs = 300_000
const dayMs = 24 * hourMs

export type Loan = { principal: bigint; interest: bigint }

/** The tier of the whole debt applies to all of it; beyond the last tier the last (12.2). */
function tierOf({ tiers }: LoanTerms, owed: bigint): LoanTerms['tiers'][number] {
  const found = tiers.find(({ upTo }) => owed <= upTo) ?? tiers.at(-1)
  if (found === undefined) throw new Error('a coin that is lent has tiers')
  return found
}

/** In USD, both up: by max(tier, 1 ÷ L), and by the tier's maintenance (D-53). EX-12.2 */
export function loanNeeds(
  terms: LoanTerms,
  {
    owed,
    usd,
    leverage,
  }: { readonly owed: bigint; readonly usd: bigint; readonly leverage: bigint },
): { readonly initial: bigint; readonly maintenance: bigint } {
  if (owed <= 0n) return { initial: 0n, maintenance: 0n }
  const { initialE8, maintenanceE8 } = tierOf(terms, owed)
  const isByTier = BigInt(initialE8) * leverage >= one
  return {
    initial: isByTier
      ? ceilDiv(owed * usd * BigInt(initialE8), one * one)
      : ceilDiv(owed * usd, one * leverage),
    maintenance: ceilDiv(owed * usd * BigInt(maintenanceE8), one * one),
  }
}

/** Interest-bearing debt × rate, above the limit × usage³, truncated (12.4). EX-12.5 */
export function interestOn(
  limit: bigint,
  rateE12: bigint,
  { owed, bearing }: { readonly owed: bigint; readonly bearing: bigint },
): bigint {
  const [top, bottom] = owed > limit ? [owed ** 3n, limit ** 3n] : [1n, 1n]
  return (bearing * rateE12 * top) / (unitE12 * bottom)
}

/** The time of the next hourly charge. */
export const nextChargeMs = (nowMs: number): number =>
  Math.floor((nowMs - chargedAtMs) / hourMs + 1) * hourMs + chargedAtMs

/** The initial leverage of an account (12.1). */
const firstLeverage = 3

export class Loans {
  readonly terms = new Map<string, LoanTerms>()
  readonly settings = new Map<number, SpotMargin>()
  readonly #owed = new Map<string, Loan>()
  /** Fee levels of an account above the first. */
  readonly #steps = new Map<number, bigint>()
  /** The time since which more than the limit is borrowed, by account and coin. */
  readonly #overSinceMs = new Map<string, number>()
  /** Interest paid, and the conversion desk's balance, by coin. */
  readonly earned = new Map<string, bigint>()
  readonly desk = new Map<string, bigint>()
  /** Repaid by each account in this command, summed over the units of all coins. */
  readonly repaid = new Map<number, bigint>()
  dueMs = Infinity

  setLevel(account: number, level: FeeLevel): void {
    this.#steps.set(account, BigInt(feeLevels.indexOf(level)))
  }

  /** The listed limit plus a fifth for each fee level; undefined if the coin is not lent (12.2). */
  limitOf(account: number, coin: string): bigint | undefined {
    const limit = this.terms.get(coin)?.limit
    return limit && (limit * (5n + (this.#steps.get(account) ?? 0n))) / 5n
  }

  isOn = (account: number): boolean => this.settings.get(account)?.isOn === true

  leverageOf(account: number, coin: string): bigint {
    const { leverage = firstLeverage, ofCoins = [] } = this.settings.get(account) ?? {}
    return BigInt(ofCoins.find(([name]) => name === coin)?.[1] ?? leverage)
  }

  /** For one coin, or for all: setting all removes the settings of single coins (12.2). */
  setLeverage(account: number, leverage: number, coin?: string): void {
    const before = this.settings.get(account)
    const { isOn = false, leverage: all = firstLeverage, ofCoins = [] } = before ?? {}
    const others = ofCoins.filter(([name]) => name !== coin)
    const next =
      coin === undefined
        ? { isOn, leverage }
        : { isOn, leverage: all, ofCoins: [...others, [coin, leverage] as const] }
    this.settings.set(account, next)
  }

  of = (account: number, coin: string): Loan | undefined => this.#owed.get(`${account} ${coin}`)

  debt(account: number, coin: string): bigint {
    const { principal = 0n, interest = 0n } = this.of(account, coin) ?? {}
    return principal + interest
  }

  /** Adds to the debt of a coin. */
  add(account: number, coin: string, { principal = 0n, interest = 0n }: Partial<Loan>): void {
    const before = this.of(account, coin) ?? { principal: 0n, interest: 0n }
    this.#owed.set(`${account} ${coin}`, {
      principal: before.principal + principal,
      interest: before.interest + interest,
    })
  }

  /** Repays interest first, then the loan (12.5). */
  takeBack(account: number, coin: string, value: bigint): void {
    const interest = lesser(value, this.of(account, coin)?.interest ?? 0n)
    this.add(account, coin, { principal: interest - value, interest: -interest })
    this.earned.set(coin, (this.earned.get(coin) ?? 0n) + interest)
    this.repaid.set(account, (this.repaid.get(account) ?? 0n) + value)
  }

  /** Coins that an account owes, by name. */
  owedBy = (account: number): readonly string[] =>
    [...this.terms.keys()].filter((coin) => this.debt(account, coin) > 0n).sort()

  lent(coin: string): bigint {
    let sum = 0n
    for (const [key, { principal }] of this.#owed) if (key.endsWith(` ${coin}`)) sum += principal
    return sum
  }

  /** The pool's remaining coins. */
  left = (coin: string): bigint =>
    greater(0n, (this.terms.get(coin)?.supply ?? 0n) - this.lent(coin))

  /** The listed rate up to half of the pool, then linear to the fivefold, up (12.4). */
  #floatingRate(coin: string): bigint {
    const { hourlyE12 = 0, supply = 0n } = this.terms.get(coin) ?? {}
    const lent = lesser(this.lent(coin), supply)
    const rate = BigInt(hourlyE12)
    return 2n * lent <= supply ? rate : ceilDiv(rate * (8n * lent - 3n * supply), supply)
  }

  /** Each account's rate for the hour: 3 % less for each of its fee levels, up (12.4). */
  rates(coin: string): (account: number) => bigint {
    const floating = this.#floatingRate(coin)
    return (account) => ceilDiv(floating * (100n - 3n * (this.#steps.get(account) ?? 0n)), 100n)
  }

  /** Records since when a coin is borrowed beyond its limit; cleared when it no longer is. */
  watch(account: number, coin: string, owed: bigint, nowMs: number): void {
    const key = `${account} ${coin}`
    const limit = this.limitOf(account, coin) ?? owed
    if (owed <= limit) this.#overSinceMs.delete(key)
    else if (!this.#overSinceMs.has(key)) this.#overSinceMs.set(key, nowMs)
  }

  /** Beyond the limit for a day, or twice the limit (12.5). */
  mustShrink(account: number, coin: string, owed: bigint, nowMs: number): boolean {
    const limit = this.limitOf(account, coin) ?? owed
    const sinceMs = this.#overSinceMs.get(`${account} ${coin}`) ?? nowMs
    return owed > limit && (owed >= 2n * limit || nowMs - sinceMs >= dayMs)
  }
}
