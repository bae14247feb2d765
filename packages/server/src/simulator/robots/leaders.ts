// Three leaders that trade by the clock, so that there is somebody to copy: one goes with the
// market, one against it, one seldom and long.

import { leastInvestment } from '@basis/domain/copy/settings'
import { accountId, symbolId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { amount, qtyLots, unitE8 } from '@basis/domain/numbers/fixed'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'

type Plan = {
  readonly owner: AccountId
  readonly name: string
  readonly style: 'Classic' | 'Pro'
  readonly shareE4: number
  readonly symbols: readonly string[]
  /** USDT that it leads with, and the share of it that one order is worth, ×1e-4. */
  readonly funds: bigint
  readonly orderE4: bigint
  readonly everyMs: number
  /** A move of so many basis points since it looked last makes it act, with it or against it. */
  readonly threshold: number
  readonly isContrary: boolean
}

const plans: readonly Plan[] = [
  {
    owner: accountId(6),
    name: 'Trend Rider',
    style: 'Classic',
    shareE4: 0,
    symbols: ['BTCUSDT', 'ETHUSDT'],
    funds: 25_000n,
    orderE4: 3000n,
    everyMs: 20_000,
    threshold: 1.5,
    isContrary: false,
  },
  {
    owner: accountId(7),
    name: 'Mean Reverter',
    style: 'Classic',
    shareE4: 0,
    symbols: ['ETHUSDT', 'SOLUSDT'],
    funds: 40_000n,
    orderE4: 1500n,
    everyMs: 30_000,
    threshold: 2,
    isContrary: true,
  },
  {
    owner: accountId(8),
    name: 'Slow Swing Fund',
    style: 'Pro',
    shareE4: 1500,
    symbols: ['BTCUSDT', 'SOLUSDT', 'XRPUSDT'],
    funds: 100_000n,
    orderE4: 2500n,
    everyMs: 120_000,
    threshold: 4,
    isContrary: false,
  },
]

/** Between the steps by which a leader begins, so that the first visitor finds all of them. */
const beginningMs = 2_000

/** The accounts that own the simulated leaders. */
export const leaderOwners: readonly AccountId[] = plans.map(({ owner }) => owner)

/** The leaders of one market; they remember the prices at which they looked. */
export class SimulatedLeaders {
  readonly #views: Views
  readonly #random: Prng
  readonly #seen = new Map<string, number>()
  readonly #nextMs = new Map<AccountId, number>()

  constructor(views: Views, seed: number) {
    this.#views = views
    this.#random = createPrng(seed + 77)
  }

  /** Returns what the leaders do at this moment; often nothing. */
  act(timeMs: number): Command[] {
    return plans.flatMap((plan) => {
      const due = this.#nextMs.get(plan.owner) ?? 0
      if (timeMs < due) return []
      const wait = Math.round(plan.everyMs * (0.5 + this.#random.nextFloat()))
      const commands = this.#turnOf(plan)
      const isBeginning = commands.some(({ kind }) => kind === 'OpenAccount' || kind === 'Deposit')
      this.#nextMs.set(plan.owner, timeMs + (isBeginning ? beginningMs : wait))
      return commands
    })
  }

  #turnOf(plan: Plan): Command[] {
    const { owner } = plan
    const leader = this.#views.copy.leads(owner)
    if (leader === undefined || !leader.isOpen) return this.#begin(plan)
    const name = plan.symbols[this.#random.nextBelow(plan.symbols.length)]
    const view = name === undefined ? undefined : this.#views.symbol(symbolId(name))
    if (name === undefined || view === undefined || view.lastTicks === 0) return []
    const { symbol } = view.instrument
    const key = `${owner} ${symbol}`
    const before = this.#seen.get(key) ?? view.markE8
    this.#seen.set(key, view.markE8)
    const held = this.#views
      .positions(leader.wallet)
      .find((each) => each.position.symbol === symbol)
    if (held !== undefined) return this.#manage(leader.wallet, held, symbol)
    const moved = (view.markE8 / before - 1) * 10_000
    if (Math.abs(moved) < plan.threshold && this.#random.nextBelow(3) !== 0) return []
    const isLong = moved === 0 ? this.#random.nextBelow(2) === 0 : moved > 0 !== plan.isContrary
    const stakeE8 = (Number(leader.equity) * Number(plan.orderE4)) / 10_000
    const lotValueE8 = (view.markE8 * view.instrument.lotSizeE8) / 1e8
    const lots = Math.max(view.instrument.minQtyLots, Math.floor(stakeE8 / lotValueE8))
    return [this.#market(leader.wallet, symbol, { isLong, lots, isClosing: false })]
  }

  /** It takes a part or all after a while; the rest stays open. */
  #manage(
    wallet: AccountId,
    held: ReturnType<Views['positions']>[number],
    symbol: SymbolId,
  ): Command[] {
    const roll = this.#random.nextBelow(4)
    if (roll === 0) return []
    const { sizeLots, side } = held.position
    const lots = roll === 1 ? Math.max(1, Math.floor(sizeLots / 2)) : sizeLots
    return [this.#market(wallet, symbol, { isLong: side === 'Buy', lots, isClosing: true })]
  }

  #market(
    account: AccountId,
    symbol: SymbolId,
    { isLong, lots, isClosing }: { isLong: boolean; lots: number; isClosing: boolean },
  ): Command {
    return {
      kind: 'PlaceOrder',
      account,
      symbol,
      side: isLong === isClosing ? 'Sell' : 'Buy',
      orderType: 'Market',
      timeInForce: 'ImmediateOrCancel',
      qtyLots: qtyLots(lots),
      reduceOnly: isClosing,
      closeOnTrigger: false,
      positionIdx: isLong ? 1 : 2,
      linkId: '',
      selfTrade: 'CancelMaker',
    }
  }

  #begin({ owner, name, style, shareE4, funds }: Plan): Command[] {
    const wanted = amount(funds * unitE8)
    const view = this.#views.account(owner)
    if (view === undefined) return [{ kind: 'OpenAccount', account: owner, role: 'robot' }]
    if (this.#views.copy.free(owner) < leastInvestment) {
      return [{ kind: 'Deposit', account: owner, coin: 'USDT', amount: wanted }]
    }
    const own = this.#views.copy.free(owner)
    const put = own < wanted ? own : wanted
    return [{ kind: 'BecomeLeader', account: owner, name, style, shareE4, amount: put }]
  }
}
