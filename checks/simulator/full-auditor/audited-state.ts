// Orders, wallets, positions of both modes and collateral coins of all accounts, summed up from
// scratch at each query (rules 5.6, 6.1, 6.3).

import type { GridRecord } from '@basis/domain/grid/record'
import type { SpotBotRecord } from '@basis/domain/spot-bots/record'
import type { FeeRates } from '@basis/domain/instrument/fee-levels'
import type { PlaceOrder } from '@basis/engine/commands'
import {
  floorDiv,
  greater,
  lesser,
  type AuditedMarket,
  type Level,
  levelsOf,
  queueOf,
} from './prices.ts'
import { CopyRecords } from './copy-records.ts'
import { countedOf, collateralTiersOf, type Collateral } from './collateral.ts'
import { loanNeeds, Loans } from './loans.ts'
import {
  absolute,
  closeFee,
  isolatedExposed,
  maintenanceOn,
  needsOf,
  nothing,
  one,
  pairNeeds,
  signOf,
  type Exposed,
  type Held,
  type Needs,
  type Standing,
  type Totals,
  type Weight,
} from './sums.ts'

export type Resting = {
  readonly id: number
  readonly account: number
  readonly symbol: string
  readonly sign: bigint
  readonly idx: number
  readonly reduceOnly: boolean
  readonly timeInForce: string
  readonly isMarket: boolean
  /** Does it borrow what it lacks (12.1)? */
  readonly isLeverage: boolean
  price: bigint
  left: bigint
  filled: bigint
  /** Increases with every order that starts to rest: time priority; 0 before. */
  arrival: number
}

/** An order that is counted as if it were open. */
type Supposed = {
  readonly account: number
  readonly symbol: string
  readonly idx: number
  readonly draft: Weight
}

/** The coins that a spot order would move: base with its sign, quote against it. */
export type Swap = { readonly sign: bigint; readonly base: bigint; readonly quote: bigint }

/** The fields of a position that a setting or closing changes. */
type Altered = Pick<Held, 'leverageE2' | 'isolated' | 'extra' | 'size'>

export const isUsdtPerpetual = ({ instrument }: AuditedMarket): boolean =>
  instrument.contractType === 'LinearPerpetual' && instrument.settleCoin === 'USDT'

type CoinSums = { unrealised: bigint; orderLoss: bigint; initial: bigint; held: bigint }

export class AuditedState {
  readonly markets = new Map<string, AuditedMarket>()
  readonly accounts = new Set<number>()
  rulesVersion = 1
  /** USD price ×1e8, and the ratio of each slice of a quantity. */
  readonly coins = new Map<string, Collateral>()
  /** The maximum fee rates of an account's fills; the listed rates if undefined (3.6). */
  readonly feeRates = new Map<number, FeeRates | undefined>()
  readonly #wallets = new Map<number, Map<string, bigint>>()
  readonly #positions = new Map<string, Held>()
  readonly #ofAccount = new Map<number, Held[]>()
  /** Keyed by account and symbol, or coin. */
  readonly #modes = new Map<string, string>()
  /** Resting orders. */
  orders: Resting[] = []
  /** Coins frozen for waiting spot orders, by order id (8.7). */
  readonly frozen = new Map<number, { account: number; coin: string; coins: bigint }>()
  /** The self-trade prevention of plain orders. */
  readonly selfTrades = new Map<number, PlaceOrder['selfTrade']>()
  /** Accounts in portfolio margin. */
  readonly portfolios = new Set<number>()
  /** Coins that are excluded from the collateral, by account and coin. */
  readonly offCollateral = new Set<string>()
  /** Market-maker protections, by account and coin. */
  readonly protections = new Set<string>()
  readonly copies = new CopyRecords()
  /** Grid bots by wallet, as last emitted. */
  readonly grids = new Map<number, Omit<GridRecord, 'log'>>()
  /** DCA and rebalancing bots by wallet, as last emitted. */
  readonly spotBots = new Map<number, Omit<SpotBotRecord, 'log'>>()
  readonly loans = new Loans()
  /** Margin reserved for orders of combinations, by order id (20.3). */
  readonly kept = new Map<number, { readonly account: number; readonly margin: bigint }>()
  #supposed: Supposed | undefined
  /** A loan that is counted as if it had been made. */
  lending: { account: number; coin: string; amount: bigint } | undefined
  /** A spot order that is counted as if it were open. */
  swap: (Swap & { account: number; symbol: string }) | undefined

  constructor() {
    const tiers = collateralTiersOf(10_000)
    for (const coin of ['USDT', 'USDC']) this.coins.set(coin, { usd: one, tiers })
  }

  market(symbol: string): AuditedMarket {
    const found = this.markets.get(symbol)
    if (found === undefined) throw new Error(`${symbol} is not listed`)
    return found
  }

  /** Accounts by number, the fund last. */
  everybody = (): readonly number[] => [...[...this.accounts].sort((a, b) => a - b), 0]

  wallet = (account: number, coin: string): bigint => this.#wallets.get(account)?.get(coin) ?? 0n

  /** Changes a balance; incoming coins repay a debt of the same coin at once (12.5). */
  pay(account: number, coin: string, change: bigint): void {
    this.#book(account, coin, change)
    if (change > 0n) this.repay(account, coin, change)
  }

  #book(account: number, coin: string, change: bigint): void {
    const coins = this.#wallets.get(account) ?? new Map<string, bigint>()
    this.#wallets.set(account, coins)
    coins.set(coin, (coins.get(coin) ?? 0n) + change)
  }

  /** Lends coins into a wallet. */
  lend(account: number, coin: string, value: bigint): void {
    this.loans.add(account, coin, { principal: value })
    this.#book(account, coin, value)
  }

  /** Repays with the account's own amount of the coin; returns the repaid amount. */
  repay(account: number, coin: string, most: bigint): bigint {
    const debt = this.loans.debt(account, coin)
    if (debt === 0n || most <= 0n) return 0n
    const paid = lesser(lesser(most, debt), greater(0n, this.own(account, coin)))
    this.loans.takeBack(account, coin, paid)
    this.#book(account, coin, -paid)
    return paid
  }

  /** Calls `ask` as if an amount of one coin had been converted to repay a debt in another. */
  exchanging<Answer>(
    account: number,
    moved: { readonly from: string; readonly given: bigint; coin: string; repaid: bigint },
    ask: () => Answer,
  ): Answer {
    const { from, given, coin, repaid } = moved
    this.#book(account, from, -given)
    this.loans.add(account, coin, { principal: -repaid })
    const answer = ask()
    this.#book(account, from, given)
    this.loans.add(account, coin, { principal: repaid })
    return answer
  }

  /** Runs `act`, then restores the accounts' wallets and positions; returns its result. */
  tried<Answer>(accounts: readonly number[], act: () => Answer): Answer {
    const known = new Set(this.#positions.keys())
    const before = [...new Set(accounts)].map((account) => ({
      account,
      wallet: new Map(this.#wallets.get(account)),
      held: (this.#ofAccount.get(account) ?? []).map((held) => ({ held, was: { ...held } })),
    }))
    const answer = act()
    for (const { account, wallet, held } of before) {
      this.#wallets.set(account, wallet)
      for (const one of held) Object.assign(one.held, one.was)
    }
    for (const key of this.#positions.keys()) if (!known.has(key)) this.#forget(key)
    return answer
  }

  coinsOf = (account: number): readonly string[] => [...(this.#wallets.get(account)?.keys() ?? [])]

  /** A position; a hedge starts with the leverage and margin mode of the previous position. */
  held(account: number, symbol: string, idx = 0): Held {
    const key = `${account} ${symbol} ${idx}`
    const found = this.#positions.get(key)
    if (found !== undefined) return found
    const most = this.market(symbol).instrument.riskTiers[0]?.maxLeverageE2 ?? 100
    const before = idx === 0 ? undefined : this.#positions.get(`${account} ${symbol} 0`)
    const made: Held = {
      account,
      symbol,
      idx,
      size: 0n,
      entryValue: 0n,
      averageValue: 0n,
      entered: nothing,
      openFees: 0n,
      openFunding: 0n,
      realised: 0n,
      leverageE2: before?.leverageE2 ?? BigInt(Math.min(1000, most)),
      isolated: before?.isolated ?? false,
      extra: 0n,
    }
    this.#positions.set(key, made)
    this.#ofAccount.set(account, [...(this.#ofAccount.get(account) ?? []), made])
    return made
  }

  #forget(key: string): void {
    const held = this.#positions.get(key)
    if (held === undefined) return
    this.#positions.delete(key)
    const others = this.#ofAccount.get(held.account)?.filter((other) => other !== held) ?? []
    this.#ofAccount.set(held.account, others)
  }

  has = (account: number, symbol: string, idx: number): boolean =>
    this.#positions.has(`${account} ${symbol} ${idx}`)

  /** The positions of an account, or of all: one-way ones by listing, then hedges. */
  openOf(account: number): readonly Held[] {
    const open = (this.#ofAccount.get(account) ?? []).filter(({ size }) => size !== 0n)
    const listed = [...this.markets.keys()]
    const place = ({ symbol, idx }: Held): number =>
      (idx === 0 ? 0 : listed.length * 3) + listed.indexOf(symbol) * 3 + idx
    return open.sort((a, b) => place(a) - place(b))
  }

  mayHedge = (symbol: string): boolean =>
    this.market(symbol).instrument.contractType === 'LinearPerpetual'

  /** The symbol's setting, else the coin's, else one-way (6.1). */
  isHedged(account: number, symbol: string): boolean {
    if (!this.mayHedge(symbol)) return false
    const { settleCoin } = this.market(symbol).instrument
    const mode = this.mode(account, symbol) ?? this.mode(account, `coin ${settleCoin}`)
    return mode === 'BothSide'
  }

  hedgesSomewhere = (account: number): boolean =>
    [...this.#modes].some(([key, mode]) => key.startsWith(`${account} `) && mode === 'BothSide')

  isolatesSomewhere = (account: number): boolean =>
    (this.#ofAccount.get(account) ?? []).some(
      // Since the third rules an idle side of a former position mode does not count (10.1, 12.1).
      ({ isolated, idx, symbol }) =>
        isolated && (this.isHedged(account, symbol) === (idx !== 0) || this.rulesVersion < 3),
    )

  protect(account: number, { baseCoin, windowMs }: { baseCoin: string; windowMs: number }): void {
    if (windowMs === 0) this.protections.delete(`${account} ${baseCoin}`)
    else this.protections.add(`${account} ${baseCoin}`)
  }

  mode = (account: number, of: string): string | undefined => this.#modes.get(`${account} ${of}`)

  setMode(account: number, of: string, mode: string | undefined): void {
    if (mode === undefined) this.#modes.delete(`${account} ${of}`)
    else this.#modes.set(`${account} ${of}`, mode)
  }

  /** The positions that a contract's setting affects: one position, or both sides of a hedge. */
  sides(account: number, symbol: string): readonly Held[] {
    const idxs = this.isHedged(account, symbol) ? [1, 2] : [0]
    return idxs.map((idx) => this.held(account, symbol, idx))
  }

  /** One side of a book in matching order. */
  queue(symbol: string, sign: bigint): readonly Resting[] {
    return queueOf(this.orders, symbol, sign)
  }

  levels(symbol: string, sign: bigint): readonly Level[] {
    return levelsOf(this.queue(symbol, sign))
  }

  /** Coins reserved by orders; with `isOwn` only by those that may not borrow (12.1). */
  locked(account: number, coin: string, isOwn = false): bigint {
    let sum = 0n
    for (const one of this.frozen.values()) {
      if (one.account === account && one.coin === coin) sum += one.coins
    }
    for (const order of this.orders) {
      if (order.account !== account || (isOwn && order.isLeverage)) continue
      const market = this.market(order.symbol)
      const { kind, quoteCoin, baseCoin } = market.instrument
      if (kind !== 'Spot' || coin !== (order.sign === 1n ? quoteCoin : baseCoin)) continue
      sum += order.sign === 1n ? market.value(order.price, order.left) : order.left * market.lot
    }
    return sum
  }

  /** A position's orders that could open, and the supposed one; `among` has them all. */
  weights(account: number, symbol: string, idx: number, among = this.orders): Weight[] {
    const isHere = (one: { account: number; symbol: string; idx: number }): boolean =>
      one.account === account && one.idx === idx && one.symbol === symbol
    const resting = among
      .filter((order) => isHere(order) && !order.reduceOnly)
      .map(({ sign, price, left }): Weight => ({ sign, price, lots: left }))
    const supposed = this.#supposed
    return supposed !== undefined && isHere(supposed) ? [...resting, supposed.draft] : resting
  }

  /** Calls `ask` as if an order existed; the state is unchanged (R6). */
  supposing<Answer>(what: Supposed, ask: () => Answer): Answer {
    const known = new Set(this.#positions.keys())
    this.#supposed = what
    const answer = ask()
    this.#supposed = undefined
    for (const key of this.#positions.keys()) if (!known.has(key)) this.#forget(key)
    return answer
  }

  /** Calls `ask` as if positions of a contract were different; the state is unchanged (R6). */
  altering<Answer>(
    account: number,
    symbol: string,
    change: (held: Held) => Partial<Altered>,
    ask: () => Answer,
  ): Answer {
    const known = new Set(this.#positions.keys())
    const sides = this.sides(account, symbol)
    const before = sides.map((held) => ({ ...held }))
    for (const held of sides) Object.assign(held, change(held))
    const answer = ask()
    sides.forEach((held, k) => Object.assign(held, before[k]))
    for (const key of this.#positions.keys()) if (!known.has(key)) this.#forget(key)
    return answer
  }

  /** Calls `ask` as if an order did not exist. */
  without<Answer>(order: Resting, ask: () => Answer): Answer {
    const { orders } = this
    this.orders = orders.filter((other) => other !== order)
    const answer = ask()
    this.orders = orders
    return answer
  }

  /** A position, or the one that would be opened; creates nothing. */
  seen(account: number, symbol: string, idx: number): Held {
    const key = `${account} ${symbol} ${idx}`
    const isKnown = this.#positions.has(key)
    const held = this.held(account, symbol, idx)
    if (!isKnown) this.#forget(key)
    return held
  }

  /** The contracts in which an account has a position or order, or is supposed to have one. */
  #touched(account: number): ReadonlySet<string> {
    const symbols = (this.#ofAccount.get(account) ?? []).map(({ symbol }) => symbol)
    for (const order of this.orders) if (order.account === account) symbols.push(order.symbol)
    if (this.#supposed?.account === account) symbols.push(this.#supposed.symbol)
    return new Set(symbols)
  }

  /** The needs of the one-way position and the hedge of a contract. */
  #needs(account: number, symbol: string): readonly (Needs & { isolated: boolean })[] {
    const needs: (Needs & { isolated: boolean })[] = []
    const known = (this.#ofAccount.get(account) ?? []).filter((held) => held.symbol === symbol)
    const has = (idx: number): boolean => known.some((held) => held.idx === idx)
    const market = this.market(symbol)
    const here = this.orders.filter((order) => order.account === account && order.symbol === symbol)
    const of = (idx: number): Weight[] => this.weights(account, symbol, idx, here)
    const [orders, buys, sells] = [of(0), of(1), of(2)]
    if (has(0) || orders.length > 0) {
      const single = this.held(account, symbol)
      needs.push({ ...needsOf(market, single, orders), isolated: single.isolated })
    }
    if (has(1) || has(2) || buys.length + sells.length > 0) {
      const pair = [this.held(account, symbol, 1), this.held(account, symbol, 2)] as const
      const { isolated } = pair[0]
      needs.push({ ...pairNeeds(market, pair, [buys, sells]), isolated })
    }
    return needs
  }

  /** The sums over positions and orders of a coin. */
  #sumsOf(
    account: number,
    coin: string,
  ): CoinSums & { isolatedInitial: bigint; isolatedPnl: bigint } {
    const sums = { unrealised: 0n, orderLoss: 0n, initial: 0n, held: 0n }
    let isolatedInitial = 0n
    let isolatedPnl = 0n
    for (const symbol of this.#touched(account)) {
      const { instrument } = this.market(symbol)
      if (instrument.kind === 'Spot' || instrument.settleCoin !== coin) continue
      for (const needs of this.#needs(account, symbol)) {
        if (needs.isolated) {
          sums.held += needs.initial + needs.extra
          isolatedInitial += needs.initial
          isolatedPnl += needs.unrealised
          continue
        }
        sums.unrealised += needs.unrealised
        sums.orderLoss += needs.orderLoss
        sums.initial += needs.initial
      }
    }
    return { ...sums, isolatedInitial, isolatedPnl }
  }

  /** The amount of a coin that neither spot orders nor isolated positions hold. */
  free = (account: number, coin: string): bigint =>
    this.wallet(account, coin) - this.locked(account, coin) - this.#sumsOf(account, coin).held

  /** The amount that a margin order can pay without borrowing. */
  own = (account: number, coin: string): bigint =>
    this.wallet(account, coin) - this.locked(account, coin, true) - this.#sumsOf(account, coin).held

  /** The shortfall of the equity less frozen coins, and at least the loans (12.1). */
  borrowed(account: number, coin: string, more = 0n): bigint {
    if (!this.loans.isOn(account)) return 0n
    const { swap, lending } = this
    let frozen = this.locked(account, coin) + more
    if (swap?.account === account) {
      const { quoteCoin, baseCoin } = this.market(swap.symbol).instrument
      if (coin === (swap.sign === 1n ? quoteCoin : baseCoin)) {
        frozen += swap.sign === 1n ? swap.quote : swap.base
      }
    }
    const isLent = lending?.account === account && lending.coin === coin
    const lent = isLent ? lending.amount : 0n
    const debt = this.loans.debt(account, coin) + lent
    const sums = this.#sumsOf(account, coin)
    const balance = this.wallet(account, coin) + lent - sums.held
    return greater(0n, greater(debt, debt + frozen - balance - sums.unrealised))
  }

  /** The part of it that only unrealised losses cause (12.4). */
  borrowedByLosses(account: number, coin: string): bigint {
    const { unrealised } = this.#sumsOf(account, coin)
    if (unrealised >= 0n) return 0n
    return this.borrowed(account, coin) - this.borrowed(account, coin, unrealised)
  }

  /** The margin of all borrowings of an account, USD (12.2). */
  #loanNeeds(account: number): { readonly initial: bigint; readonly maintenance: bigint } {
    const sum = { initial: 0n, maintenance: 0n }
    if (!this.loans.isOn(account)) return sum
    for (const [coin, terms] of this.loans.terms) {
      const usd = this.coins.get(coin)?.usd ?? 0n
      const leverage = this.loans.leverageOf(account, coin)
      const needs = loanNeeds(terms, { owed: this.borrowed(account, coin), usd, leverage })
      sum.initial += needs.initial
      sum.maintenance += needs.maintenance
    }
    return sum
  }

  #allCoins(account: number): ReadonlySet<string> {
    const settled = [...this.markets.values()].map(({ instrument }) => instrument.settleCoin)
    return new Set([...this.coinsOf(account), ...settled])
  }

  inUsd = (coin: string, value: bigint): bigint =>
    floorDiv(value * (this.coins.get(coin)?.usd ?? 0n), one)

  /** The amount of a coin that carries positions; the same for each of the account's orders. */
  #carrying(account: number, coin: string): bigint {
    const { held, unrealised } = this.#sumsOf(account, coin)
    return this.wallet(account, coin) - held + unrealised - this.loans.debt(account, coin)
  }

  /** A coin excluded by its owner counts nothing, and a debt of it in full (12.3). */
  #counted(account: number, coin: string, quantity: bigint): bigint {
    if (quantity > 0n && this.offCollateral.has(`${account} ${coin}`)) return 0n
    return countedOf(this.coins.get(coin), quantity)
  }

  totals(account: number): Totals {
    const loans = this.#loanNeeds(account).initial
    const sum = { balance: 0n, initial: loans, isolated: 0n, wallet: 0n, unrealised: 0n, debt: 0n }
    for (const coin of this.#allCoins(account)) {
      const sums = this.#sumsOf(account, coin)
      const wallet = this.wallet(account, coin)
      const debt = this.loans.debt(account, coin)
      const counted = this.#counted(account, coin, wallet - sums.held + sums.unrealised - debt)
      sum.debt -= this.inUsd(coin, -debt)
      sum.balance += counted + this.inUsd(coin, sums.orderLoss)
      sum.initial += this.inUsd(coin, sums.initial)
      sum.isolated += this.inUsd(coin, sums.isolatedInitial)
      sum.wallet += this.inUsd(coin, wallet)
      sum.unrealised += this.inUsd(coin, sums.unrealised + sums.isolatedPnl)
    }
    for (const { account: owner, margin } of this.kept.values()) {
      if (owner === account) sum.initial += margin
    }
    return { ...sum, loans, balance: sum.balance - this.#haircut(account) }
  }

  /** Σ of the collateral that each open spot order would remove if it filled (5.6). EX-12.4 */
  #haircut(account: number): bigint {
    let loss = 0n
    const kept = new Map<string, bigint>()
    for (const { account: owner, symbol, sign, left, price } of this.orders) {
      const market = this.market(symbol)
      if (owner !== account || !market.isSpot) continue
      const swap = { sign, base: left * market.lot, quote: market.value(price, left) }
      loss += this.#lossOf(account, market, swap, kept)
    }
    const { swap } = this
    if (swap?.account !== account) return loss
    return loss + this.#lossOf(account, this.market(swap.symbol), swap, kept)
  }

  #lossOf(account: number, market: AuditedMarket, swap: Swap, kept: Map<string, bigint>): bigint {
    const { baseCoin, quoteCoin } = market.instrument
    const moved: readonly (readonly [coin: string, change: bigint])[] = [
      [baseCoin, swap.sign * swap.base],
      [quoteCoin, -swap.sign * swap.quote],
    ]
    let lost = 0n
    for (const [coin, change] of moved) {
      const before = kept.get(coin) ?? this.#carrying(account, coin)
      kept.set(coin, before)
      const counted = (quantity: bigint): bigint => this.#counted(account, coin, quantity)
      lost += counted(before) - counted(before + change)
    }
    return greater(lost, 0n)
  }

  /** Maintenance of a position; of a cross hedge only for its net size (4.4, 6.3). EX-6.3 */
  maintenanceOf(held: Held): bigint {
    if (held.size === 0n) return 0n
    const market = this.market(held.symbol)
    const value = market.value(market.mark, this.exposedLots(held))
    return maintenanceOn(market, value) + closeFee(market, held)
  }

  /** The lots exposed to the mark: of a cross hedge the part that is not cancelled out. */
  exposedLots({ account, symbol, idx, isolated, size }: Held): bigint {
    if (idx === 0 || isolated) return absolute(size)
    return greater(0n, absolute(size) - absolute(this.held(account, symbol, 3 - idx).size))
  }

  /** The margin of a position: its own, or the whole account's less its other needs (5.7). */
  exposed(held: Held, now: Standing): Exposed {
    const market = this.market(held.symbol)
    if (held.isolated) return isolatedExposed(market, held)
    const { settleCoin } = market.instrument
    const lots = this.exposedLots(held)
    const own = this.maintenanceOf(held)
    const others = this.inCoin(settleCoin, now.maintenance) - own
    const balance = this.inCoin(settleCoin, now.balance)
    const top = balance - others - closeFee(market, held)
    const from = market.value(market.mark, lots)
    return { sign: signOf(held.size), lots, from, margin: { top, bottom: 1n } }
  }

  /**
   * Would a cross account be at its maintenance if this contract's mark were at a price and all
   * else unchanged (5.6, 14.2.21)? A loss in a coin reduces the collateral in that coin.
   */
  isBrokenAt(held: Held, price: bigint, now: Standing): boolean {
    const market = this.market(held.symbol)
    const { settleCoin } = market.instrument
    const lots = this.exposedLots(held)
    const [here, then] = [market.value(market.mark, lots), market.value(price, lots)]
    const before = this.#carrying(held.account, settleCoin)
    const change = signOf(held.size) * market.valueSign * (then - here)
    const counted = (quantity: bigint): bigint => this.#counted(held.account, settleCoin, quantity)
    const balance = now.balance + counted(before + change) - counted(before)
    const own = maintenanceOn(market, then) - maintenanceOn(market, here)
    return balance <= now.maintenance + this.inUsd(settleCoin, own)
  }

  inCoin(coin: string, usd: bigint): bigint {
    const price = this.coins.get(coin)?.usd ?? 0n
    return price === 0n ? 0n : floorDiv(usd * one, price)
  }

  /** Maintenance of the cross positions and of borrowings, USD. */
  maintenance(account: number): bigint {
    let sum = this.#loanNeeds(account).maintenance
    for (const held of this.openOf(account)) {
      if (held.isolated) continue
      const { settleCoin } = this.market(held.symbol).instrument
      sum += this.inUsd(settleCoin, this.maintenanceOf(held))
    }
    return sum
  }

  /** Has the account's maintenance margin rate reached 100 % (5.6)? */
  isBroken(account: number): boolean {
    const maintenance = this.maintenance(account)
    return maintenance > 0n && this.totals(account).balance <= maintenance
  }
}
