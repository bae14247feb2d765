// The people of the simulated market at work. They begin with a block trade between them; from
// then on takers' orders are theirs.

import { defaultLeverageE2 } from '@basis/domain/margin/leverage-rules'
import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceTicks, qtyLots, unitE8 } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import type { SymbolView, Views } from '@basis/engine/views'
import type { Listing } from '../../instruments/listings.ts'
import { momentKey, noiseKey, uniformAt } from '../noise.ts'
import { dailyTurnoverOf, liquidityOf } from './liquidity.ts'
import { lifeOf, maturityOf, membersOf, targetInventoryOf, type Member } from './members.ts'

/** Beyond the margin that a position needs, so much of it is left; the careless leave little. */
const [usualSlack, carelessSlack] = [1.6, 1.12] as const
/** Who has lost so much of it has ended; somebody like him comes, after a while. */
const ruined = 0.25
const tendEveryMs = 1_000
/** Stops of retail lie within these shares of the price. */
const [nearStop, farStop] = [0.012, 0.045] as const

type Market = { readonly listing: Listing; readonly members: readonly Member[] }

/** Opens their accounts, has them begin, and looks after whoever has lost everything. */
export class Population {
  readonly #views: Views
  readonly #seed: number
  readonly #markets: readonly Market[]
  readonly #begun = new Set<SymbolId>()
  /** Accounts that were opened, though the exchange may not know it yet. */
  readonly #opened = new Set<AccountId>()
  /** What each account brings with it to all of its markets, USDT. */
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

  /** Returns what is to be done at this moment: at first much, then seldom anything. */
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

  /** Who is new to a market gets money and a position; whoever is there already keeps his. */
  #begin({ listing, members }: Market, timeMs: number): Command[] {
    const { symbol, deliveryMs } = listing.instrument
    this.#begun.add(symbol)
    const view = this.#views.symbol(symbol)
    if (view === undefined) return []
    const holds = (account: AccountId): boolean =>
      this.#views.positions(account).some(({ position }) => position.symbol === symbol)
    // The accounts of a dated future hold others of its coin already.
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
      // Not at once: an hour may pass until the next one comes.
      const comes = uniformAt(momentKey(this.#seed + account, timeMs), 0) < 0.02
      if (equity < ruined * funds) return comes ? [deposit(account, funds - equity, symbol)] : []
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

/** Money of so many dollars in the coin that a market settles in. */
function deposit(account: AccountId, funds: number, { instrument, indexE8 }: SymbolView): Command {
  const { kind, settleCoin: coin } = instrument
  const units = kind === 'Inverse' ? Math.round((funds / indexE8) * 1e16) : Math.round(funds) * 1e8
  return { kind: 'Deposit', account, coin, amount: amount(BigInt(units)) }
}

/** Returns the trades that give each side what it likes to hold, at the mark. */
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
  // Where the sides like to hold different amounts they meet in the middle.
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
