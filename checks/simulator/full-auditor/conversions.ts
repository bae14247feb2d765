// Repayments other than from incoming coins: by hand, by other coins, and for accounts whose margin
// or limit no longer carries their borrowings (rules 12.5).

import type { Command } from '@basis/engine/commands'
import type { Event } from '@basis/engine/events'
import { must } from './books.ts'
import { ceilDiv, greater, lesser } from './prices.ts'
import type { AuditedState } from './audited-state.ts'
import type { VenueFunds } from './venue-funds.ts'

type Converted = Extract<Event, { kind: 'LoanConverted' }>
const fund = 0
/** Repayment for the account starts at this rate in percent and ends below the second one. */
const startPercent = 85n
const stopPercent = 80n
/** Fee on the repaid amount, four decimals (12.5, D-55). */
const feeE4: Readonly<Record<Converted['cause'], bigint>> = {
  Request: 10n,
  Limit: 0n,
  Rate: 200n,
  Liquidation: 200n,
}

/** A repayment in progress, and the maximum amount of the coin. */
type Pass = {
  readonly account: number
  readonly cause: Converted['cause']
  coin: string
  left: bigint
}

export class Conversions {
  readonly #audited: AuditedState
  readonly #funds: VenueFunds
  #pass: Pass | undefined
  #nowMs = 0

  constructor(audited: AuditedState, funds: VenueFunds) {
    this.#audited = audited
    this.#funds = funds
  }

  begin(nowMs: number): void {
    this.#nowMs = nowMs
    this.#pass = undefined
    this.#audited.loans.repaid.clear()
  }

  /** By hand: with the coin itself first, the rest with other coins if requested. */
  repay({ account, coin, amount, isConverting }: Extract<Command, { kind: 'RepayLoan' }>): void {
    const debt = this.#audited.loans.debt(account, coin)
    const wanted = lesser(amount ?? debt, debt)
    const left = wanted - this.#audited.repay(account, coin, wanted)
    if (!isConverting || left <= 0n) return
    this.#pass = { account, coin, cause: 'Request', left: this.#receiptFor(account, coin, left) }
  }

  follow(event: Event): void {
    if (event.kind === 'LoanConverted') return this.#convert(event)
    if (event.kind === 'LossCovered') this.#lendShort(event.account)
    if (event.kind !== 'LiquidationStarted' || event.symbol !== undefined) return
    // An account with positions is liquidated only after its loans were repaid as far as possible.
    const isFlat = this.#audited.openOf(event.account).length === 0
    if (isFlat) this.#lendShort(event.account)
    else this.finish(event.account)
  }

  /** A flat account with a negative wallet owes the difference as a loan (12.1). */
  #lendShort(account: number): void {
    const audited = this.#audited
    if (!audited.loans.isOn(account) || audited.openOf(account).length > 0) return
    for (const coin of audited.coinsOf(account)) {
      const short = -audited.wallet(account, coin)
      if (short > 0n && audited.loans.terms.has(coin)) audited.lend(account, coin, short)
    }
  }

  /** Has the maintenance margin reached this percentage of the margin balance? */
  #hasReached(account: number, percent: bigint): boolean {
    const needed = this.#audited.maintenance(account)
    return needed > 0n && needed * 100n >= this.#audited.totals(account).balance * percent
  }

  #inUsd = (account: number, coin: string): bigint =>
    this.#audited.inUsd(coin, this.#audited.loans.debt(account, coin))

  /** By debt in USD, the largest first. */
  #byDebt = (account: number): readonly string[] =>
    [...this.#audited.loans.owedBy(account)].sort((a, b) =>
      Number(this.#inUsd(account, b) - this.#inUsd(account, a)),
    )

  /** The amount of a coin that pays for a repaid amount, without the fee, and the fee; both up. */
  #price(
    { coin, from, cause }: Pick<Converted, 'coin' | 'from' | 'cause'>,
    repaid: bigint,
  ): { readonly coins: bigint; readonly fee: bigint } {
    const usd = (of: string): bigint => this.#audited.coins.get(of)?.usd ?? 0n
    const coins = ceilDiv(repaid * usd(coin), usd(from))
    return { coins, fee: ceilDiv(coins * feeE4[cause], 10_000n) }
  }

  /** Coins that pay for a unit of a debt: free, not owed, the highest collateral ratio first. */
  #givers(account: number, coin: string, cause: Converted['cause']): readonly string[] {
    const audited = this.#audited
    const ratio = (of: string): bigint =>
      audited.offCollateral.has(`${account} ${of}`)
        ? 0n
        : (audited.coins.get(of)?.tiers[0]?.ratioE4 ?? 0n)
    const pays = (from: string): boolean => {
      const unit = this.#price({ coin, from, cause }, 1n)
      return unit.coins + unit.fee <= audited.own(account, from)
    }
    return [...audited.coinsOf(account)]
      .filter((from) => audited.loans.debt(account, from) === 0n)
      .filter((from) => (audited.coins.get(from)?.usd ?? 0n) > 0n && pays(from))
      .sort()
      .sort((a, b) => Number(ratio(b) - ratio(a)))
  }

  /** Starts with a coin: the account's own amount of it pays first. */
  #start(event: Converted): Pass {
    const { account, coin, cause } = event
    const about = `account ${account}: ${coin} is repaid for it`
    const pass = this.#pass
    const isSame = pass?.account === account && pass.cause === cause && pass.coin === coin
    if (isSame && pass.left > 0n) return pass
    must(cause !== 'Request', `${about}, which it did not ask for`, cause, 'nothing')
    this.#lendShort(account)
    if (cause === 'Limit') return this.#beyond(account, coin)
    const isGoingOn = pass?.account === account && pass.cause === cause
    this.#limits(account)
    let isFallen = this.#hasReached(account, 100n)
    const needsIt = (): boolean => isGoingOn || this.#hasReached(account, startPercent)
    must(needsIt(), about, 'yes', 'it need not be')
    while (!this.#passTo(event, about)) {
      // That pass repaid from the account's own coins alone; the next is judged by its own rate.
      must(needsIt(), about, 'yes', 'it need not be any more')
      isFallen = this.#hasReached(account, 100n)
    }
    must(isGoingOn || isFallen === (cause === 'Liquidation'), `${about} as`, cause, isFallen)
    const debt = this.#audited.loans.debt(account, coin)
    return { account, coin, cause, left: this.#receiptFor(account, coin, debt) }
  }

  /**
   * Repays the debts in their order from the account's own coins, down to the converted one; false
   * if nothing can pay for that one in this pass, because what could is owed itself until its turn.
   */
  #passTo({ account, coin, cause }: Converted, about: string): boolean {
    let hasRepaid = false
    for (const debt of this.#byDebt(account)) {
      must(this.#hasReached(account, stopPercent), `${about}, though the rate is low again`)
      const owed = this.#audited.loans.debt(account, debt)
      hasRepaid = this.#audited.repay(account, debt, owed) > 0n || hasRepaid
      const left = this.#audited.loans.debt(account, debt)
      const isPaid = left > 0n && this.#givers(account, debt, cause).length > 0
      if (debt === coin && isPaid) return true
      must(!isPaid, `${about} before ${debt}`)
    }
    must(hasRepaid, `${about}, though nothing can pay for it`)
    return false
  }

  /** Since the second rules a balance below its locks takes the receipt first (12.5). */
  #receiptFor(account: number, coin: string, debt: bigint): bigint {
    const own = this.#audited.own(account, coin)
    return own < 0n && this.#audited.rulesVersion >= 2 ? debt - own : debt
  }

  /** The amount beyond the limit, at most the debt. */
  #beyond(account: number, coin: string): Pass {
    const { loans } = this.#audited
    const owed = this.#audited.borrowed(account, coin)
    const isDue = loans.mustShrink(account, coin, owed, this.#nowMs)
    must(isDue, `account ${account}: ${coin} is beyond its limit for too long`, owed, 'not')
    const most = owed - (loans.limitOf(account, coin) ?? owed)
    const left = most - this.#audited.repay(account, coin, most)
    return { account, coin, cause: 'Limit', left: lesser(left, loans.debt(account, coin)) }
  }

  #convert(event: Converted): void {
    const { account, coin, from, cause, repaid, given, fee } = event
    const pass = this.#start(event)
    this.#pass = pass
    const about = `account ${account}: ${from} for its ${coin} (${cause}):`
    const [giver] = this.#givers(account, coin, cause)
    must(from === giver, `${about} the coin that goes first`, from, giver)
    const price = (part: bigint): bigint => {
      const { coins, fee: ofIt } = this.#price(event, part)
      return coins + ofIt
    }
    const free = this.#audited.own(account, from)
    const affordable = most(pass.left, (part) => price(part) <= free)
    const isForced = cause === 'Rate' || cause === 'Liquidation'
    const isLow = (part: bigint): boolean =>
      this.#audited.exchanging(
        account,
        { from, given: price(part), coin, repaid: part },
        () => !this.#hasReached(account, stopPercent),
      )
    const wanted =
      isForced && isLow(affordable) ? most(affordable, (part) => !isLow(part)) + 1n : affordable
    const expected = lesser(wanted, affordable)
    must(repaid === expected, `${about} repays`, repaid, expected)
    const { coins, fee: owedFee } = this.#price(event, repaid)
    must(fee === owedFee, `${about} fee`, fee, owedFee)
    must(given === coins + fee, `${about} given`, given, coins + fee)
    this.#book(event, coins)
    pass.left -= repaid
  }

  #book({ account, coin, from, cause, repaid, fee }: Converted, coins: bigint): void {
    const { loans } = this.#audited
    loans.desk.set(from, (loans.desk.get(from) ?? 0n) + coins)
    loans.desk.set(coin, (loans.desk.get(coin) ?? 0n) - repaid)
    this.#audited.pay(account, from, -coins - fee)
    if (cause === 'Request') this.#funds.add(from, 'fees', fee)
    else this.#audited.pay(fund, from, fee)
    this.#audited.pay(account, coin, repaid)
  }

  /** Repayments without a conversion: from the account's own amount of the coin. */
  finish(account: number): void {
    if (!this.#audited.loans.isOn(account)) return
    this.#lendShort(account)
    this.#limits(account)
    if (!this.#hasReached(account, startPercent)) return
    for (const coin of this.#byDebt(account)) {
      if (!this.#hasReached(account, stopPercent)) return
      this.#audited.repay(account, coin, this.#audited.loans.debt(account, coin))
      const left = this.#audited.loans.debt(account, coin)
      const givers = this.#givers(account, coin, 'Rate')
      const isStuck = left === 0n || givers.length === 0 || !this.#hasReached(account, stopPercent)
      must(isStuck, `account ${account}: ${coin} is not repaid for it`, 'kept', givers.join())
    }
  }

  #limits(account: number): void {
    const { loans } = this.#audited
    for (const coin of loans.owedBy(account)) {
      const owed = this.#audited.borrowed(account, coin)
      loans.watch(account, coin, owed, this.#nowMs)
      if (!loans.mustShrink(account, coin, owed, this.#nowMs)) continue
      this.#audited.repay(account, coin, owed - (loans.limitOf(account, coin) ?? owed))
    }
  }

  /**
   * After new prices no account stays at a rate of 85 % if it has something to repay with; after
   * other commands repayments are only made for accounts that had reached it.
   */
  settle(events: readonly Event[], isByExchange: boolean, later: ReadonlySet<number>): void {
    const repaid = new Map<number, bigint>()
    for (const event of events) {
      if (event.kind !== 'WalletChanged') continue
      const { account, cause, change } = event
      if (cause !== 'Repay' && cause !== 'Interest') continue
      repaid.set(account, (repaid.get(account) ?? 0n) - change)
    }
    const { loans, accounts } = this.#audited
    for (const account of accounts) {
      if (!loans.isOn(account)) continue
      const isMore = (repaid.get(account) ?? 0n) > (loans.repaid.get(account) ?? 0n)
      if (isMore || (isByExchange && !later.has(account))) this.finish(account)
      this.#lendShort(account)
    }
  }
}

/** The largest number up to a bound that passes a test which fails for all larger numbers. */
function most(bound: bigint, passes: (value: bigint) => boolean): bigint {
  let [low, high] = [0n, greater(0n, bound)]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (passes(middle)) low = middle
    else high = middle - 1n
  }
  return low
}
