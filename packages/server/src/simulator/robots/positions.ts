// Robots' positions in one market, and the next taker to trade: whoever of two lacks more of what
// he likes to hold. Together they like to hold nothing.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Views } from '@basis/engine/views'
import { noiseKey, smoothNoise } from '../noise.ts'
import { groupOf, type RobotGroup } from './accounts.ts'
import { lifeOf, maturityOf, targetInventoryOf, type Life, type Member } from './members.ts'

/** What the takers would like to hold, as shares of what is traded in a day; their sum is 0. */
const targetShares = [0.02, -0.02, 0.01, -0.01] as const
/** Targets swell and shrink over this time. */
const targetPeriodMs = 5 * 3_600_000
/** Who loses so much of a position within a minute was stopped out or liquidated… */
const [lostPart, losingMs] = [0.3, 60_000] as const
/** …and comes back to it over a day. */
const healingMs = 86_400_000
/** Of a side's positions so much falls on many days, and so much within minutes in a cascade. */
const [usualFall, cascadeFall] = [0.04, 0.055] as const
const fallingMs = 600_000
/** How much less everybody then holds: with what fell, a cascade takes 5 to 15 % of all. */
const alarmedPart = 0.01
/**
 * Members trade blocks with leverage up to this, no larger than such a part of what either holds,
 * and open none beyond so many times their usual position: the engine asks for no margin then.
 */
const [blockLeverage, blockPart, fullestPart] = [3, 0.007, 1.1] as const
/** Smaller blocks are not worth a partner, as a share of what is traded in a day. */
const leastBlock = 0.00003
/** How many times as often takers come when all are alarmed, and for how long. */
const [hastiest, hasteMs] = [10, 240_000] as const
/** So many more are asked for each order then. */
const moreAsked = 4

/** What somebody held a while ago, and where he stands since he lost much of it. */
type Past = {
  heldMs: number
  heldLots: number
  lostMs: number
  /** Of what he held. */
  leftShare: number
}

export type TakerMarket = {
  readonly timeMs: number
  readonly dailyLots: number
  /** The return of about a day in deviations of a day. */
  readonly trend: number
}

/** Lots that one account sells another. */
export type BlockTrade = {
  readonly buyer: AccountId
  readonly seller: AccountId
  readonly lots: number
}

/** Lots that somebody would open, or close. */
type Wish = { readonly account: AccountId; readonly lots: number }

export class RobotPositions {
  readonly #lots = new Map<AccountId, number>()
  readonly #random: Prng
  readonly #isSpot: boolean
  readonly #life: Life
  readonly #key: number
  readonly #members: ReadonlyMap<AccountId, Member>
  /** Members are among them once they have begun. */
  readonly #traders: AccountId[]
  readonly #group: RobotGroup
  readonly #pasts = new Map<AccountId, Past>()
  /** How alarmed everybody was, from 0 to 1, and when. */
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

  /** Finds what robots hold already; of a coin, what they have beyond their initial funding. */
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

  /** Sees a position that falls apart. */
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

  /** Which part of a side's usual positions has fallen just now. */
  #fallen(side: 1 | -1): number {
    let [usual, fallen] = [0, 0]
    for (const { account, kind, sign, share } of this.#members.values()) {
      if (sign !== side) continue
      // Who is liquidated alarms more than who is stopped out.
      const weight = kind === 'careless' ? 2 : 1
      usual += share
      const { lostMs, leftShare } = this.#pasts.get(account) ?? { lostMs: 0, leftShare: 1 }
      if (this.#nowMs - lostMs < fallingMs) fallen += weight * share * (1 - leftShare)
    }
    return usual === 0 ? 0 : fallen / usual
  }

  /** How alarmed everybody still is, from 0 to 1. */
  #alarmAt(timeMs: number): number {
    const { part, timeMs: sinceMs } = this.#alarm
    return part * Math.max(0, 1 - (timeMs - sinceMs) / healingMs)
  }

  #isAfterFall(timeMs: number): boolean {
    return timeMs - this.#alarm.timeMs < fallingMs
  }

  /** Returns how many times as often takers come at a moment: all want out at once. */
  hasteAt(timeMs: number): number {
    const { part, timeMs: sinceMs } = this.#alarm
    return 1 + (hastiest - 1) * part * Math.exp((sinceMs - timeMs) / hasteMs)
  }

  /** The part of its usual position that somebody wants who has lost some of it. */
  #courage(account: AccountId, timeMs: number): number {
    const { lostMs, leftShare } = this.#pasts.get(account) ?? { lostMs: 0, leftShare: 1 }
    return Math.min(1, leftShare + (timeMs - lostMs) / healingMs)
  }

  /** Lots, below zero for short. */
  of(account: AccountId): number {
    return this.#lots.get(account) ?? 0
  }

  /** Of all that take: members' positions are each other's, so they count as one. */
  ofTakers(): number {
    return this.#traders.reduce((sum, account) => sum + this.of(account), 0)
  }

  /** Returns of some takers the one that the trade brings nearer to what it likes to hold. */
  takerFor(sign: 1 | -1, market: TakerMarket): AccountId {
    const pick = (): { account: AccountId; wish: number } => {
      const i = this.#random.nextBelow(this.#traders.length)
      const account = this.#traders[i] ?? this.#group.maker
      const { target, scale } = this.#targetOf(account, i, market)
      return { account, wish: (sign * (target - this.of(account))) / Math.max(1, scale) }
    }
    this.#nowMs = market.timeMs
    // Who wants out does not wait until two are asked of whom he is one.
    const asked = 2 + Math.round(moreAsked * this.#alarmAt(market.timeMs))
    let found = pick()
    for (let k = 1; k < asked; k += 1) {
      const other = pick()
      if (other.wish > found.wish) found = other
    }
    return found.account
  }

  /**
   * Returns a trade beside the book between two members, one long and one short, which brings both
   * nearer to what they like to hold: both open or both close. After a fall there is none.
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

  /** Of the members of one side, whoever would open, or close, the largest block. */
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
      // Nobody adds to what he holds because prices rise, where they have just thrown others out.
      const followed = Math.min(trend, trend * (1 - alarm))
      const usual = targetInventoryOf(member, timeMs, followed) * this.#courage(account, timeMs)
      const wish = scale * usual * (1 - alarmedPart * alarm)
      // Just after a fall nobody opens anything, whatever he would like to hold.
      const most = this.#isAfterFall(timeMs) ? Math.abs(this.of(account)) : wish
      return { target: member.sign * Math.min(wish, most), scale }
    }
    const scale = Math.abs(targetShares[i] ?? 0.01) * dailyLots
    const swell = Math.exp(0.3 * smoothNoise(this.#key, timeMs / targetPeriodMs))
    // In a panic nobody of them opens anything.
    const calm = 1 - this.#alarmAt(timeMs)
    const share = this.#isSpot ? 0 : (targetShares[i] ?? 0) * swell * calm
    return { target: share * dailyLots, scale }
  }
}
