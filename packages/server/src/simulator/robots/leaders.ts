// Five leaders of differing skill, so that there are leaders to copy: those who trade news, the
// index premium or funding have an edge in this market, the trend follower depends on luck.

import { minuteMs } from '@basis/domain/instrument/candle'
import { leastInvestment } from '@basis/domain/copy/settings'
import { accountId, symbolId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { amount, qtyLots, unitE8 } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import type { SymbolView, Views } from '@basis/engine/views'
import {
  collectFunding,
  followTrend,
  meetIndex,
  readNews,
  type LeaderPrice,
  type LeaderSignal,
  type Stance,
} from './leader-signals.ts'

type Plan = {
  readonly owner: AccountId
  readonly name: string
  readonly style: 'Classic' | 'Pro'
  readonly shareE4: number
  readonly symbols: readonly SymbolId[]
  /** The USDT that it leads with, and the share of one position, ×1e-4. */
  readonly funds: bigint
  readonly orderE4: number
  /** Interval at which it receives prices and decides for each symbol. */
  readonly everyMs: number
  readonly signal: () => LeaderSignal
}

const hourMs = 60 * minuteMs
const perpetuals = (...coins: readonly string[]): readonly SymbolId[] =>
  coins.map((coin) => symbolId(`${coin}USDT`))

const plans: readonly Plan[] = [
  {
    owner: accountId(6),
    name: 'Trend Rider',
    style: 'Classic',
    shareE4: 0,
    symbols: perpetuals('BTC', 'ETH'),
    funds: 25_000n,
    orderE4: 3000,
    everyMs: 20_000,
    signal: () => followTrend({ spanMs: 4 * hourMs, least: 1, youngMs: 3 * minuteMs }),
  },
  {
    owner: accountId(7),
    name: 'Mean Reverter',
    style: 'Classic',
    shareE4: 0,
    symbols: perpetuals('SOL', 'DOGE', 'AVAX', 'AAVE', 'APT', 'ATOM'),
    funds: 40_000n,
    orderE4: 2000,
    everyMs: 2_000,
    signal: () => meetIndex({ far: 0.0022, near: 0.0002, holdMs: 2 * minuteMs }),
  },
  {
    owner: accountId(8),
    name: 'Slow Swing Fund',
    style: 'Pro',
    shareE4: 1500,
    symbols: perpetuals('BTC', 'SOL', 'XRP'),
    funds: 100_000n,
    orderE4: 2500,
    everyMs: minuteMs,
    signal: () => followTrend({ spanMs: 24 * hourMs, least: 0.7, youngMs: 8 * minuteMs }),
  },
  {
    owner: accountId(10),
    name: 'News Desk',
    style: 'Classic',
    shareE4: 0,
    symbols: perpetuals('BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'LINK', 'AVAX', 'LTC', 'SUI'),
    funds: 30_000n,
    orderE4: 6000,
    everyMs: 1_000,
    signal: () =>
      readNews({ spanMs: 10_000, least: 12, holdMs: 2.5 * minuteMs, restMs: hourMs / 2 }),
  },
  {
    owner: accountId(11),
    name: 'Carry Fund',
    style: 'Pro',
    shareE4: 2000,
    symbols: perpetuals('BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'LTC'),
    funds: 150_000n,
    orderE4: 4000,
    everyMs: 15_000,
    signal: () => collectFunding({ turnMs: 8 * hourMs, waitMs: 5 * minuteMs }),
  },
]

/** Interval between a leader's setup steps; short, so that the first visitor finds all of them. */
const beginningMs = 2_000

/** The accounts that own the simulated leaders. */
export const leaderOwners: readonly AccountId[] = plans.map(({ owner }) => owner)

/** The leaders of a simulated market; a restart loses their signals' state, not their positions. */
export class SimulatedLeaders {
  readonly #views: Views
  readonly #leaders: readonly Leader[]

  constructor(views: Views) {
    this.#views = views
    this.#leaders = plans.map((plan) => new Leader(plan))
  }

  /** Returns the leaders' commands of this time; often none. */
  act(timeMs: number): Command[] {
    return this.#leaders.flatMap((leader) => leader.act(this.#views, timeMs))
  }
}

class Leader {
  readonly #plan: Plan
  readonly #signal: LeaderSignal
  /** Since when each position has been held. */
  readonly #since = new Map<SymbolId, number>()
  #nextMs = 0

  constructor(plan: Plan) {
    this.#plan = plan
    this.#signal = plan.signal()
  }

  act(views: Views, timeMs: number): Command[] {
    if (timeMs < this.#nextMs) return []
    const leader = views.copy.leads(this.#plan.owner)
    if (leader === undefined || !leader.isOpen) {
      this.#nextMs = timeMs + beginningMs
      return begin(this.#plan, views)
    }
    this.#nextMs = timeMs + this.#plan.everyMs
    const markets = this.#plan.symbols.flatMap((symbol) => {
      const view = views.symbol(symbol)
      const isLive = view !== undefined && view.lastTicks > 0 && view.indexE8 > 0
      return isLive && view.instrument.status === 'Trading' ? [view] : []
    })
    this.#signal.onPrices(markets.map(priceOf), timeMs)
    const positions = views.positions(leader.wallet)
    return markets.flatMap((view) => {
      const { symbol } = view.instrument
      const held = positions.find(({ position }) => position.symbol === symbol)?.position
      const stance = held === undefined ? 0 : held.side === 'Buy' ? 1 : -1
      const sinceMs = this.#heldSince(symbol, stance, timeMs)
      const wanted = this.#signal.wants(symbol, { stance, sinceMs }, timeMs)
      if (wanted === stance) return []
      // A reversal takes two steps: the position is closed first.
      if (held !== undefined) {
        return [market(leader.wallet, symbol, { stance, lots: held.sizeLots, isClosing: true })]
      }
      const lots = lotsFor(view, (Number(leader.equity) * this.#plan.orderE4) / 10_000)
      return [market(leader.wallet, symbol, { stance: wanted, lots, isClosing: false })]
    })
  }

  #heldSince(symbol: SymbolId, stance: Stance, timeMs: number): number {
    if (stance === 0) this.#since.delete(symbol)
    else if (!this.#since.has(symbol)) this.#since.set(symbol, timeMs)
    return this.#since.get(symbol) ?? timeMs
  }
}

function priceOf({ instrument, lastTicks, indexE8, markE8 }: SymbolView): LeaderPrice {
  const { symbol, baseCoin: coin, tickSizeE8 } = instrument
  return { symbol, coin, lastE8: lastTicks * tickSizeE8, indexE8, markE8 }
}

function lotsFor({ instrument, markE8 }: SymbolView, stakeE8: number): number {
  const lots = Math.floor(stakeE8 / ((markE8 * instrument.lotSizeE8) / 1e8))
  return Math.max(instrument.minQtyLots, lots)
}

type Trade = { readonly stance: Stance; readonly lots: number; readonly isClosing: boolean }

/** In hedge mode position index 1 is long, 2 is short. */
function market(account: AccountId, symbol: SymbolId, trade: Trade): Command {
  const isLong = trade.stance === 1
  return {
    kind: 'PlaceOrder',
    account,
    symbol,
    side: isLong === trade.isClosing ? 'Sell' : 'Buy',
    orderType: 'Market',
    timeInForce: 'ImmediateOrCancel',
    qtyLots: qtyLots(trade.lots),
    reduceOnly: trade.isClosing,
    closeOnTrigger: false,
    positionIdx: isLong ? 1 : 2,
    linkId: '',
    selfTrade: 'CancelMaker',
  }
}

function begin({ owner, name, style, shareE4, funds }: Plan, { account, copy }: Views): Command[] {
  const wanted = amount(funds * unitE8)
  if (account(owner) === undefined) return [{ kind: 'OpenAccount', account: owner, role: 'robot' }]
  const own = copy.free(owner)
  if (own < leastInvestment) {
    return [{ kind: 'Deposit', account: owner, coin: 'USDT', amount: wanted }]
  }
  const put = own < wanted ? own : wanted
  return [{ kind: 'BecomeLeader', account: owner, name, style, shareE4, amount: put }]
}
