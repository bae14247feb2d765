// The people of the simulated market: accounts of six kinds whose positions are the open interest.
// They begin with a block trade between them; from then on takers' orders are theirs.

import { accountId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceTicks, qtyLots, unitE8 } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import type { SymbolView, Views } from '@basis/engine/views'
import type { Listing } from '../../instruments/listings.ts'
import { momentKey, noiseKey, smoothNoise, uniformAt } from '../noise.ts'
import type { PopulationMember } from '../../read-model/seed/seed-history.ts'
import { dailyTurnoverOf, liquidityOf } from './liquidity.ts'

/** What one of the people has for whom an account of each kind stands, USDT. */
const valuesPerHead = {
  large: 1_000_000,
  trend: 25_000,
  retail: 1_500,
  careless: 600,
  arbitrage: 400_000,
  reversion: 25_000,
} as const
export const memberKinds = Object.keys(valuesPerHead) as readonly (keyof typeof valuesPerHead)[]
export type MemberKind = (typeof memberKinds)[number]

export type Member = {
  readonly account: AccountId
  readonly kind: MemberKind
  readonly sign: 1 | -1
  /** What it likes to hold, as a share of a day's turnover. */
  readonly share: number
  readonly leverage: number
}

type Seat = Pick<Member, 'kind' | 'sign' | 'leverage'> & { readonly part: number }

/** Who holds the two sides of a market's open interest; the parts of each side add up to one. */
const seats: readonly Seat[] = [
  { kind: 'large', sign: 1, part: 0.5, leverage: 2 },
  { kind: 'trend', sign: 1, part: 0.43, leverage: 3 },
  { kind: 'retail', sign: 1, part: 0.04, leverage: 10 },
  { kind: 'careless', sign: 1, part: 0.03, leverage: 25 },
  { kind: 'arbitrage', sign: -1, part: 0.55, leverage: 2 },
  { kind: 'reversion', sign: -1, part: 0.38, leverage: 3 },
  { kind: 'retail', sign: -1, part: 0.04, leverage: 10 },
  { kind: 'careless', sign: -1, part: 0.03, leverage: 25 },
]
/** The first of their numbers; each market has the next eight. */
const firstAccount = 100
/** The open interest of a market is between these shares of what is traded in a day. */
const [leastInterest, mostInterest] = [0.38, 0.56] as const
/** A position may grow so many times before its risk limit stops it. */
const roomy = 1.4
const leastRoom = 1.15
/** Beyond the margin that a position needs, so much of it is left; the careless leave little. */
const [usualSlack, carelessSlack] = [1.6, 1.12] as const
/** Who has lost so much of it has ended; somebody like him comes, after a while. */
const ruined = 0.25
const tendEveryMs = 1_000
/** Stops of retail lie within these shares of the price. */
const [nearStop, farStop] = [0.012, 0.045] as const
const swellPeriodMs = 6 * 3_600_000

/** Returns the members of a market; none but the perpetuals in USDT have any. */
export function membersOf(
  listing: Listing,
  seed: number,
  listings: readonly Listing[],
): readonly Member[] {
  const { instrument } = listing
  const peopled = listings.filter(({ instrument: { contractType }, hasRobots }) => {
    return contractType === 'LinearPerpetual' && hasRobots
  })
  const at = peopled.findIndex((each) => each.instrument.symbol === instrument.symbol)
  if (at < 0) return []
  const chance = uniformAt(noiseKey(seed, 'interest', instrument.symbol), 0)
  const interest = leastInterest + (mostInterest - leastInterest) * chance
  const turnover = dailyTurnoverOf(listing)
  // Where the risk limits are low, who is large on one side is no larger than on the other.
  const highest = Number((instrument.riskTiers.at(-1)?.limit ?? 0n) / unitE8)
  const most = highest / leastRoom / turnover
  const shares = sharesOf(interest, most)
  return seats.map(({ kind, sign, ...seat }, i) => {
    const account = accountId(firstAccount + at * seats.length + i)
    const share = shares[i] ?? 0
    const leverage = Math.min(seat.leverage, leverageFor(share * turnover, listing))
    return { kind, sign, account, share, leverage }
  })
}

/** The same as people, for the long share of holders and for the time before the start. */
export const populationOf = (
  listing: Listing,
  seed: number,
  listings: readonly Listing[],
): readonly PopulationMember[] =>
  membersOf(listing, seed, listings).map(({ account, kind, sign, share }) => ({
    account,
    kind,
    sign,
    share,
    valuePerHead: valuesPerHead[kind],
  }))

/** What each seat holds: whom the limit stops leaves the rest to the others of his side. */
function sharesOf(interest: number, most: number): readonly number[] {
  const shares = seats.map(({ part }) => Math.min(interest * part, most))
  for (const side of [1, -1]) {
    const own = seats.flatMap(({ sign }, i) => (sign === side ? [i] : []))
    let lacking = interest - own.reduce((sum, i) => sum + (shares[i] ?? 0), 0)
    // The large first: retail and the careless stay small.
    for (const i of own.toSorted((a, b) => (seats[b]?.part ?? 0) - (seats[a]?.part ?? 0))) {
      const more = Math.min(lacking, most - (shares[i] ?? 0))
      shares[i] = (shares[i] ?? 0) + more
      lacking -= more
    }
  }
  return shares
}

/** The highest leverage whose risk limit leaves room beyond a position. */
function leverageFor(value: number, { instrument }: Listing): number {
  const wide = instrument.riskTiers.filter(({ limit }) => Number(limit / unitE8) >= roomy * value)
  return Math.max(100, ...wide.map(({ maxLeverageE2 }) => maxLeverageE2)) / 100
}

/** May this be somebody of the population? Traders have higher numbers still. */
export const mayBeMember = (account: AccountId): boolean => account >= firstAccount

/** Returns how many times its usual position a member would like at a moment. */
export function targetInventoryOf(
  { kind, account }: Pick<Member, 'kind' | 'account'>,
  timeMs: number,
  trend: number,
): number {
  const mood = smoothNoise(noiseKey('mood', String(account)), timeMs / swellPeriodMs)
  const pull = Math.tanh(trend)
  switch (kind) {
    case 'trend':
      return 1 + 0.25 * pull + 0.08 * mood
    case 'reversion':
      return 1 + 0.2 * pull + 0.08 * mood
    case 'retail':
      return 1 + 0.3 * mood
    case 'careless':
      return 1 + 0.15 * mood
    default:
      return 1 + 0.05 * mood
  }
}

type Market = { readonly listing: Listing; readonly members: readonly Member[] }

/** Opens their accounts, has them begin, and looks after whoever has lost everything. */
export class Population {
  readonly #views: Views
  readonly #seed: number
  readonly #markets: readonly Market[]
  readonly #begun = new Set<SymbolId>()
  #next = 0
  #nextMs = 0

  constructor(views: Views, listings: readonly Listing[], seed: number) {
    this.#views = views
    this.#seed = seed
    this.#markets = listings
      .map((listing) => ({ listing, members: membersOf(listing, seed, listings) }))
      .filter(({ members }) => members.length > 0)
  }

  /** Returns what is to be done at this moment: at first much, then seldom anything. */
  step(timeMs: number): Command[] {
    const beginning = this.#markets.filter(({ listing }) => {
      const { symbol } = listing.instrument
      const view = this.#views.symbol(symbol)
      if (this.#begun.has(symbol) || view?.instrument.status !== 'Trading') return false
      return view.maxBuyTicks !== undefined && view.markE8 > 0
    })
    if (beginning.length > 0) return beginning.flatMap((market) => this.#begin(market))
    if (timeMs < this.#nextMs) return []
    this.#nextMs = timeMs + tendEveryMs
    const market = this.#markets[this.#next % Math.max(1, this.#markets.length)]
    this.#next += 1
    return market === undefined ? [] : this.#tend(market, timeMs)
  }

  /** Fresh accounts get their money and their positions; whoever is there already keeps his. */
  #begin({ listing, members }: Market): Command[] {
    const { symbol } = listing.instrument
    this.#begun.add(symbol)
    const view = this.#views.symbol(symbol)
    const fresh = members.filter(({ account }) => this.#views.account(account) === undefined)
    if (view === undefined || fresh.length === 0) return []
    const opening = fresh.flatMap((member): Command[] => {
      const { account, leverage } = member
      return [
        { kind: 'OpenAccount', account, role: 'robot' },
        deposit(account, fundsOf(member, listing)),
        {
          kind: 'SetLeverage',
          account,
          symbol,
          leverageE2: leverageE2(Math.round(leverage * 100)),
        },
      ]
    })
    const blocks = fresh.length === members.length ? blocksOf(members, view, listing) : []
    return [...opening, ...blocks]
  }

  #tend({ listing, members }: Market, timeMs: number): Command[] {
    return members.flatMap((member): Command[] => {
      const { account, kind } = member
      const view = this.#views.account(account)
      if (view?.role !== 'robot') return []
      const funds = fundsOf(member, listing)
      const equity = Number(view.equity / unitE8)
      // Not at once: an hour may pass until the next one comes.
      const comes = uniformAt(momentKey(this.#seed + account, timeMs), 0) < 0.02
      if (equity < ruined * funds) return comes ? [deposit(account, funds - equity)] : []
      return kind === 'retail' ? this.#stop(member, listing) : []
    })
  }

  /** Retail has a stop at a round price. */
  #stop({ account, sign }: Member, { instrument }: Listing): Command[] {
    const { symbol } = instrument
    const held = this.#views.positions(account).find(({ position }) => position.symbol === symbol)
    if (held === undefined || held.position.sizeLots === 0) return []
    if (held.tpsl.full !== undefined) return []
    const chance = uniformAt(noiseKey(this.#seed, 'stop', symbol), account + held.position.sizeLots)
    const away = nearStop + (farStop - nearStop) * chance
    const exact = (held.markPriceE8 / instrument.tickSizeE8) * (1 - sign * away)
    const step = Math.max(1, 10 ** Math.floor(Math.log10(exact * 0.002)))
    const triggerTicks = priceTicks(Math.max(1, Math.round(exact / step) * step))
    const stopLoss = { triggerTicks, triggerBy: 'MarkPrice', orderType: 'Market' } as const
    return [{ kind: 'SetTpSl', account, symbol, positionIdx: 0, mode: 'Full', stopLoss }]
  }
}

/** What a member brings with it, USDT. */
function fundsOf({ kind, share, leverage }: Member, listing: Listing): number {
  const slack = kind === 'careless' ? carelessSlack : usualSlack
  return Math.ceil(((share * dailyTurnoverOf(listing)) / leverage) * slack)
}

const deposit = (account: AccountId, funds: number): Command => ({
  kind: 'Deposit',
  account,
  coin: 'USDT',
  amount: amount(BigInt(Math.round(funds)) * unitE8),
})

/** Returns the trades that give each side what it likes to hold, at the mark. */
function blocksOf(members: readonly Member[], view: SymbolView, listing: Listing): Command[] {
  const { symbol, tickSizeE8 } = view.instrument
  const ticks = Math.max(1, Math.round(view.markE8 / tickSizeE8))
  const dayLots = dailyTurnoverOf(listing) / liquidityOf(listing, ticks).valueOfLot(ticks)
  const wanted = members.map((member) => ({
    ...member,
    lots: Math.max(1, Math.round(member.share * dayLots)),
  }))
  const [longs, shorts] = [1, -1].map((side) => wanted.filter(({ sign }) => sign === side))
  const blocks: Command[] = []
  let [long, short] = [longs?.shift(), shorts?.shift()]
  while (long !== undefined && short !== undefined) {
    const lots = Math.min(long.lots, short.lots)
    const parties = { buyer: long.account, seller: short.account }
    const terms = { qtyLots: qtyLots(lots), priceTicks: priceTicks(ticks) }
    blocks.push({ kind: 'TradeBlock', symbol, ...parties, ...terms })
    long = long.lots > lots ? { ...long, lots: long.lots - lots } : longs?.shift()
    short = short.lots > lots ? { ...short, lots: short.lots - lots } : shorts?.shift()
  }
  return blocks
}
