// The simulated market's population. Its positions begin with block trades among its members; from
// then on it trades by takers' orders.

import { defaultLeverageE2 } from '@basis/domain/margin/leverage-rules'
import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceTicks, qtyLots, unitE8 } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import type { SymbolView, Views } from '@basis/engine/views'
import type { Listing } from '../../instruments/listings.ts'
import { momentKey, noiseKey, uniformAt } from '../noise.ts'
import { dailyTurnoverOf, liquidityOf } from './liquidity.ts'
import { lifeOf, maturityOf, membersOf, targetInventoryOf, type Member } from './members.ts'

/** Funds as a multiple of a position's initial margin; careless members have little spare. */
const [usualSlack, carelessSlack] = [1.6, 1.12] as const
/** Below this fraction of its funds a member is ruined; a successor comes after a while. */
const ruined = 0.25
const tendEveryMs = 1_000
/** Distances of retail's stops, as fractions of the price. */
const [nearStop, farStop] = [0.012, 0.045] as const

type Market = { readonly listing: Listing; readonly members: readonly Member[] }

/** Opens and funds the members' accounts, opens their positions, and replaces ruined members. */
export class Population {
  readonly #views: Views
  readonly #seed: number
  readonly #markets: readonly Market[]
  readonly #begun = new Set<SymbolId>()
  /** Accounts opened by this process; the exchange may not have applied it yet. */
  readonly #opened = new Set<AccountId>()
  /** Total funds of each account over all its markets, USDT. */
  readonly #funds = new Map<AccountId, number>()
  #next = 0
  #nextMs = 0

  constructor(views: Views, listings: readonly Listing[], seed: number) {
    this.#views = views
    this.#seed = seed
    this.#markets = listings
      .map((listing) => ({ listing, members: membersOf(listing, seed, listings) }))
      .filter(({ members }) => members.length > 0)
    for (const { listing, members: those } of this.#markets) {
      for (const member of those) {
        const before = this.#funds.get(member.account) ?? 0
        this.#funds.set(member.account, before + fundsOf(member, listing))
      }
    }
  }

  /** Returns the commands of this time: many at first, later seldom any. */
  step(timeMs: number): Command[] {
    const beginning = this.#markets.filter(({ listing }) => {
      const { symbol } = listing.instrument
      const view = this.#begun.has(symbol) ? undefined : this.#views.symbol(symbol)
      if (view?.instrument.status !== 'Trading') return false
      return view.maxBuyTicks !== undefined && view.markE8 > 0
    })
    if (beginning.length > 0) return beginning.flatMap((market) => this.#begin(market, timeMs))
    if (timeMs < this.#nextMs) return []
    this.#nextMs = timeMs + tendEveryMs
    const market = this.#markets[this.#next % Math.max(1, this.#markets.length)]
    this.#next += 1
    return market === undefined ? [] : this.#tend(market, timeMs)
  }

  /** Gives funds and positions to members new to a market; others keep theirs. */
  #begin({ listing, members }: Market, timeMs: number): Command[] {
    const { symbol, deliveryMs } = listing.instrument
    this.#begun.add(symbol)
    const view = this.#views.symbol(symbol)
    if (view === undefined) return []
    const holds = (account: AccountId): boolean =>
      this.#views.positions(account).some(({ position }) => position.symbol === symbol)
    // A dated future's accounts already exist if they hold others of its coin.
    const isNew = ({ account }: Member): boolean =>
      this.#views.account(account) === undefined || (deliveryMs !== undefined && !holds(account))
    const fresh = members.filter(isNew)
    if (fresh.length === 0) return []
    const opening = fresh.flatMap((member): Command[] => {
      const { account } = member
      const isKnown = this.#opened.has(account) || this.#views.account(account) !== undefined
      this.#opened.add(account)
      const leverage = leverageE2(Math.round(member.leverage * 100))
      return [
        ...(isKnown ? [] : [{ kind: 'OpenAccount', account, role: 'robot' } as const]),
        deposit(account, fundsOf(member, listing), view),
        ...(leverage === defaultLeverageE2
          ? []
          : [{ kind: 'SetLeverage', account, symbol, leverageE2: leverage } as const]),
      ]
    })
    const blocks =
      fresh.length === members.length ? blocksOf(members, { view, listing, timeMs }) : []
    return [...opening, ...blocks]
  }

  #tend({ listing, members }: Market, timeMs: number): Command[] {
    const symbol = this.#views.symbol(listing.instrument.symbol)
    return members.flatMap((member): Command[] => {
      const { account, kind } = member
      const view = this.#views.account(account)
      if (view?.role !== 'robot' || symbol === undefined) return []
      const funds = this.#funds.get(account) ?? 0
      const equity = Number(view.equity / unitE8)
      // Not at once: it may take an hour until a successor comes.
      const comes = uniformAt(momentKey(this.#seed + account, timeMs), 0) < 0.02
      if (equity < ruined * funds) return comes ? [deposit(account, funds - equity, symbol)] : []
      return kind === 'retail' ? this.#stop(member, listing) : []
    })
  }

  /** Retail members have a stop loss at a round price. */
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

/** A member's initial funds, USDT. */
function fundsOf({ kind, share, leverage }: Member, listing: Listing): number {
  const slack = kind === 'careless' ? carelessSlack : usualSlack
  return Math.ceil(((share * dailyTurnoverOf(listing)) / leverage) * slack)
}

/** A deposit worth this many dollars in the coin that a market settles in. */
function deposit(account: AccountId, funds: number, { instrument, indexE8 }: SymbolView): Command {
  const { kind, settleCoin: coin } = instrument
  const units = kind === 'Inverse' ? Math.round((funds / indexE8) * 1e16) : Math.round(funds) * 1e8
  return { kind: 'Deposit', account, coin, amount: amount(BigInt(units)) }
}

/** Returns the block trades at the mark price that open each side's target positions. */
function blocksOf(
  members: readonly Member[],
  at: { readonly view: SymbolView; readonly listing: Listing; readonly timeMs: number },
): Command[] {
  const { view, listing, timeMs } = at
  const { symbol, tickSizeE8 } = view.instrument
  const ticks = Math.max(1, Math.round(view.markE8 / tickSizeE8))
  const perLot = liquidityOf(listing, ticks).valueOfLot(ticks)
  const dayLots = (dailyTurnoverOf(listing) / perLot) * maturityOf(lifeOf(view.instrument), timeMs)
  const wanted = members.map((member) => ({
    ...member,
    lots: member.share * dayLots * targetInventoryOf(member, timeMs, 0),
  }))
  const sumOf = (side: readonly { readonly lots: number }[]): number =>
    side.reduce((sum, { lots }) => sum + lots, 0)
  const both = sumOf(wanted) / 2
  // If the target totals of the sides differ, both are scaled to their mean.
  const [longs, shorts] = [1, -1].map((sign) => {
    const side = wanted.filter((member) => member.sign === sign)
    const scale = both / Math.max(1, sumOf(side))
    return side.map(({ lots, ...rest }) => ({
      ...rest,
      lots: Math.max(1, Math.round(lots * scale)),
    }))
  })
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
