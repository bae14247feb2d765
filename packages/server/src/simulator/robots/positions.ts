// The robots' positions in one market, and the choice of the next taker: of several, the one
// furthest from its target. All targets together are zero.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Views } from '@basis/engine/views'
import { noiseKey, smoothNoise } from '../noise.ts'
import { groupOf, type RobotGroup } from './accounts.ts'
import { lifeOf, maturityOf, targetInventoryOf, type Life, type Member } from './members.ts'

/** The takers' target positions, as shares of a day's turnover; their sum is 0. */
const targetShares = [0.02, -0.02, 0.01, -0.01] as const
/** Targets vary over this period. */
const targetPeriodMs = 5 * 3_600_000
/** A member that loses this much of a position within a minute was stopped out or liquidated… */
const [lostPart, losingMs] = [0.3, 60_000] as const
/** …and rebuilds it over a day. */
const healingMs = 86_400_000
/** The share of a side's positions that falls on many days, and within minutes in a cascade. */
const [usualFall, cascadeFall] = [0.04, 0.055] as const
const fallingMs = 600_000
/**
 * The reduction of all targets then; with the fallen positions a cascade costs 5 to 15 % of all.
 */
const alarmedPart = 0.01
/**
 * Members trade blocks with leverage up to this, up to this fraction of what either holds, and open
 * none beyond this multiple of their usual position, as the engine requires no margin for blocks.
 */
const [blockLeverage, blockPart, fullestPart] = [3, 0.007, 1.1] as const
/** Smaller blocks are not traded; as a share of a day's turnover. */
const leastBlock = 0.00003
/** The factor on the takers' rate at full alarm, and its decay time. */
const [hastiest, hasteMs] = [10, 240_000] as const
/** Additional takers considered for each order at full alarm. */
const moreAsked = 4

/** A member's recent holding, and what remained after a large loss of it. */
type Past = {
  heldMs: number
  heldLots: number
  lostMs: number
  /** The remaining share of the holding. */
  leftShare: number
}

export type TakerMarket = {
  readonly timeMs: number
  readonly dailyLots: number
  /** The return of about a day in daily standard deviations. */
  readonly trend: number
}

/** Lots that one account sells to another. */
export type BlockTrade = {
  readonly buyer: AccountId
  readonly seller: AccountId
  readonly lots: number
}

/** Lots that an account would open, or close. */
type Wish = { readonly account: AccountId; readonly lots: number }

export class RobotPositions {
  readonly #lots = new Map<AccountId, number>()
  readonly #random: Prng
  readonly #isSpot: boolean
  readonly #life: Life
  readonly #key: number
  readonly #members: ReadonlyMap<AccountId, Member>
  /** Includes members once they have positions. */
  readonly #traders: AccountId[]
  readonly #group: RobotGroup
  readonly #pasts = new Map<AccountId, Past>()
  /** The last alarm, from 0 to 1, and its time. */
  #alarm = { part: 0, timeMs: 0 }
  #nowMs = 0

  constructor(instrument: Instrument, random: Prng, members: readonly Member[]) {
    this.#random = random
    this.#group = groupOf(instrument)
    this.#traders = [...this.#group.takers]
    this.#isSpot = instrument.kind === 'Spot'
    this.#life = lifeOf(instrument)
    this.#key = noiseKey('liking', instrument.symbol)
    this.#members = new Map(members.map((member) => [member.account, member]))
  }

  /** Loads the robots' holdings; of a coin, the excess over their initial funds. */
  adopt(
    views: Views,
    instrument: Instrument,
    initialFunding: (account: AccountId) => bigint,
  ): void {
    const { symbol, baseCoin, lotSizeE8 } = instrument
    const { maker, takers } = this.#group
    for (const account of [maker, ...takers, ...this.#members.keys()]) {
      if (this.#isSpot) {
        const coins = views.account(account)?.coins
        const balance = coins?.find(({ coin }) => coin === baseCoin)?.balance
        if (balance === undefined) continue
        this.#lots.set(account, Number(balance - initialFunding(account)) / lotSizeE8)
      } else {
        for (const { position } of views.positions(account)) {
          if (position.symbol !== symbol || position.side === 'None') continue
          this.set(account, (position.side === 'Buy' ? 1 : -1) * position.sizeLots)
        }
      }
    }
  }

  add(account: AccountId, lots: number): void {
    this.#lots.set(account, this.of(account) + lots)
  }

  set(account: AccountId, lots: number): void {
    if (this.#members.has(account)) this.#notice(account, lots)
    this.#lots.set(account, lots)
    if (this.#members.has(account) && !this.#traders.includes(account)) {
      this.#traders.push(account)
    }
  }

  /** Detects a large loss of a position and updates the alarm. */
  #notice(account: AccountId, lots: number): void {
    const past = this.#pasts.get(account) ?? { heldMs: 0, heldLots: 0, lostMs: 0, leftShare: 1 }
    this.#pasts.set(account, past)
    if (past.heldMs === 0 || this.#nowMs - past.heldMs > losingMs) {
      past.heldMs = this.#nowMs
      past.heldLots = Math.abs(this.of(account))
    }
    if (Math.abs(lots) >= (1 - lostPart) * past.heldLots) return
    past.lostMs = this.#nowMs
    past.leftShare = Math.abs(lots) / past.heldLots
    const fallen = Math.max(this.#fallen(1), this.#fallen(-1))
    const part = Math.min(1, (fallen - usualFall) / (cascadeFall - usualFall))
    if (part > this.#alarmAt(this.#nowMs)) this.#alarm = { part, timeMs: this.#nowMs }
  }

  /** The share of a side's usual positions that has just fallen. */
  #fallen(side: 1 | -1): number {
    let [usual, fallen] = [0, 0]
    for (const { account, kind, sign, share } of this.#members.values()) {
      if (sign !== side) continue
      // Liquidations alarm more than stop-outs.
      const weight = kind === 'careless' ? 2 : 1
      usual += share
      const { lostMs, leftShare } = this.#pasts.get(account) ?? { lostMs: 0, leftShare: 1 }
      if (this.#nowMs - lostMs < fallingMs) fallen += weight * share * (1 - leftShare)
    }
    return usual === 0 ? 0 : fallen / usual
  }

  /** The remaining alarm, from 0 to 1. */
  #alarmAt(timeMs: number): number {
    const { part, timeMs: sinceMs } = this.#alarm
    return part * Math.max(0, 1 - (timeMs - sinceMs) / healingMs)
  }

  #isAfterFall(timeMs: number): boolean {
    return timeMs - this.#alarm.timeMs < fallingMs
  }

  /** Returns the factor on the takers' rate at a time: after a fall all want to sell at once. */
  hasteAt(timeMs: number): number {
    const { part, timeMs: sinceMs } = this.#alarm
    return 1 + (hastiest - 1) * part * Math.exp((sinceMs - timeMs) / hasteMs)
  }

  /** A member's target as a share of its usual position, after losing some of it. */
  #courage(account: AccountId, timeMs: number): number {
    const { lostMs, leftShare } = this.#pasts.get(account) ?? { lostMs: 0, leftShare: 1 }
    return Math.min(1, leftShare + (timeMs - lostMs) / healingMs)
  }

  /** Lots, negative for short. */
  of(account: AccountId): number {
    return this.#lots.get(account) ?? 0
  }

  /** The net position of all takers; members' positions largely cancel each other. */
  ofTakers(): number {
    return this.#traders.reduce((sum, account) => sum + this.of(account), 0)
  }

  /** Returns, of some random takers, the one that the trade brings closest to its target. */
  takerFor(sign: 1 | -1, market: TakerMarket): AccountId {
    const pick = (): { account: AccountId; wish: number } => {
      const i = this.#random.nextBelow(this.#traders.length)
      const account = this.#traders[i] ?? this.#group.maker
      const { target, scale } = this.#targetOf(account, i, market)
      return { account, wish: (sign * (target - this.of(account))) / Math.max(1, scale) }
    }
    this.#nowMs = market.timeMs
    // In an alarm more takers are considered, so that those who want out trade soon.
    const asked = 2 + Math.round(moreAsked * this.#alarmAt(market.timeMs))
    let found = pick()
    for (let k = 1; k < asked; k += 1) {
      const other = pick()
      if (other.wish > found.wish) found = other
    }
    return found.account
  }

  /**
   * Returns a block trade between two members, one long and one short, that brings both closer to
   * their targets: both open or both close. None after a fall.
   */
  blockTrade(market: TakerMarket): BlockTrade | undefined {
    if (this.#isAfterFall(market.timeMs)) return undefined
    const trades = [true, false].map((isOpening): BlockTrade => {
      const [long, short] = [
        this.#keenest(1, isOpening, market),
        this.#keenest(-1, isOpening, market),
      ]
      const [buyer, seller] = isOpening ? [long, short] : [short, long]
      const lots = Math.floor(Math.min(buyer.lots, seller.lots))
      return { buyer: buyer.account, seller: seller.account, lots }
    })
    const larger = trades.reduce((a, b) => (b.lots > a.lots ? b : a))
    return larger.lots < leastBlock * market.dailyLots ? undefined : larger
  }

  /** Of one side's members, the one that would open, or close, the largest block. */
  #keenest(side: 1 | -1, isOpening: boolean, market: TakerMarket): Wish {
    const wishes = [...this.#members.values()]
      .filter(({ sign, leverage }) => sign === side && leverage <= blockLeverage)
      .map(({ account }): Wish => {
        const { target, scale } = this.#targetOf(account, 0, market)
        const held = Math.abs(this.of(account))
        const wished = Math.min(Math.abs(target), fullestPart * scale)
        const gap = isOpening ? wished - held : held - wished
        return { account, lots: Math.min(gap, blockPart * held) }
      })
    const nobody = { account: this.#group.maker, lots: 0 }
    return wishes.reduce((a, b) => (b.lots > a.lots ? b : a), nobody)
  }

  #targetOf(
    account: AccountId,
    i: number,
    { timeMs, dailyLots, trend }: TakerMarket,
  ): { readonly target: number; readonly scale: number } {
    const member = this.#members.get(account)
    if (member !== undefined) {
      const scale = member.share * dailyLots * maturityOf(this.#life, timeMs)
      const alarm = this.#alarmAt(timeMs)
      // After losses in a rise nobody increases a position because prices rise.
      const followed = Math.min(trend, trend * (1 - alarm))
      const usual = targetInventoryOf(member, timeMs, followed) * this.#courage(account, timeMs)
      const wish = scale * usual * (1 - alarmedPart * alarm)
      // Just after a fall nobody opens anything, whatever the target.
      const most = this.#isAfterFall(timeMs) ? Math.abs(this.of(account)) : wish
      return { target: member.sign * Math.min(wish, most), scale }
    }
    const scale = Math.abs(targetShares[i] ?? 0.01) * dailyLots
    const swell = Math.exp(0.3 * smoothNoise(this.#key, timeMs / targetPeriodMs))
    // In an alarm takers outside the population open nothing.
    const calm = 1 - this.#alarmAt(timeMs)
    const share = this.#isSpot ? 0 : (targetShares[i] ?? 0) * swell * calm
    return { target: share * dailyLots, scale }
  }
}
