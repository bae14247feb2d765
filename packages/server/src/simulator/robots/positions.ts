// Robots' positions in one market, and the next taker to trade. Two of them aim to be long and two
// to be short, so that there is an open interest; together they aim at nothing.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Views } from '@basis/engine/views'
import { noiseKey, smoothNoise } from '../noise.ts'
import { makerAccount, takerAccounts } from './accounts.ts'

/** What the takers would like to hold, as shares of what is traded in a day; their sum is 0. */
const targetShares = [0.02, -0.02, 0.01, -0.01] as const
/** Targets swell and shrink over this time. */
const targetPeriodMs = 5 * 3_600_000

export class RobotPositions {
  readonly #lots = new Map<AccountId, number>()
  readonly #random: Prng
  readonly #isSpot: boolean
  readonly #key: number

  constructor(instrument: Instrument, random: Prng) {
    this.#random = random
    this.#isSpot = instrument.kind === 'Spot'
    this.#key = noiseKey('liking', instrument.symbol)
  }

  /** Finds what robots hold already; of a coin, what they have beyond their initial funding. */
  adopt(
    views: Views,
    instrument: Instrument,
    initialFunding: (account: AccountId) => bigint,
  ): void {
    const { symbol, baseCoin, lotSizeE8 } = instrument
    for (const account of [makerAccount, ...takerAccounts]) {
      if (this.#isSpot) {
        const coins = views.account(account)?.coins
        const balance = coins?.find(({ coin }) => coin === baseCoin)?.balance
        if (balance === undefined) continue
        this.#lots.set(account, Number(balance - initialFunding(account)) / lotSizeE8)
      } else {
        for (const { position } of views.positions(account)) {
          if (position.symbol !== symbol || position.side === 'None') continue
          this.#lots.set(account, (position.side === 'Buy' ? 1 : -1) * position.sizeLots)
        }
      }
    }
  }

  add(account: AccountId, lots: number): void {
    this.#lots.set(account, this.of(account) + lots)
  }

  /** Lots, below zero for short. */
  of(account: AccountId): number {
    return this.#lots.get(account) ?? 0
  }

  ofTakers(): number {
    return takerAccounts.reduce((sum, account) => sum + this.of(account), 0)
  }

  /** Returns of two takers the one that the trade brings nearer to what it likes to hold. */
  takerFor(sign: 1 | -1, timeMs: number, dailyLots: number): AccountId {
    const swell = Math.exp(0.3 * smoothNoise(this.#key, timeMs / targetPeriodMs))
    const wish = (account: AccountId, i: number): number => {
      const target = this.#isSpot ? 0 : (targetShares[i] ?? 0) * swell * dailyLots
      return sign * (target - this.of(account))
    }
    const pick = (): { account: AccountId; wish: number } => {
      const i = this.#random.nextBelow(takerAccounts.length)
      const account = takerAccounts[i] ?? makerAccount
      return { account, wish: wish(account, i) }
    }
    const [one, other] = [pick(), pick()]
    return one.wish >= other.wish ? one.account : other.account
  }
}
