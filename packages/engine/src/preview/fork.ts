// A fork of the engine's state: it shares everything with the state it came from and copies what is
// first looked at, so that the very code that applies a command can run on it and the state below
// never learns of it.
//
// Why copies and neither an undo log nor proxies: an undo log would have to sit in every write of
// the engine, and one that is forgotten alters the exchange; proxies would meet the engine's hot
// paths as objects of another shape and slow every command after the first preview. A copy made by
// spreading has the shape of the original. A copy belongs to one fork and there is one of each
// thing, so that what is the same object below is the same object here.
//
// A new field that is a plain value is copied by itself. A new field that refers to something does
// not compile here (`Referring`) until it is said whether it is shared, because it is replaced and
// never changed, or copied.

import { DueTimes } from '../algo/due.ts'
import type { AlgoOrder, AlgoWork } from '../algo/plan.ts'
import { OverlaidBook } from '../overlay/book.ts'
import { OverlaidFinals } from '../overlay/finals.ts'
import { OverlaidMap } from '../overlay/map.ts'
import { OverlaidTable } from '../overlay/table.ts'
import { Alarms } from '../stops/alarms.ts'
import { Watch } from '../stops/watch.ts'
import type { PositionStops, StopPlan } from '../stops/plan.ts'
import type {
  AccountState,
  CoinBalance,
  CoinState,
  EngineState,
  HedgePair,
  HedgeState,
  Holding,
  HouseCoin,
  MarketState,
  OpenOrder,
  Samples,
  TriggerWork,
} from '../state.ts'

type Plain = string | number | bigint | boolean | undefined | null

/** The fields of a thing that hold more than a plain value. */
type Referring<Thing> = {
  [Field in keyof Thing]-?: Thing[Field] extends Plain ? never : Field
}[keyof Thing]

/** What a copy has in place of the fields that refer to something: all of them, or no compiling. */
type References<Thing> = { [Field in Referring<Thing>]: Thing[Field] }

/** Lists up to this length are copied with their holding, longer ones when they are looked at. */
const shortList = 8

/**
 * Returns a state that begins as the given one and may be changed at will; it holds as long as no
 * command is applied to the given one.
 */
export const forkState = (state: EngineState): EngineState => new Fork(state).state

class Fork {
  readonly state: EngineState
  readonly #copies = new Map<object, object>()
  readonly #alarms: Alarms

  constructor(below: EngineState) {
    // Too careful is right too: whoever is looked at is reckoned exactly.
    this.#alarms = new Alarms(() => below.accounts.keys())
    const coins = new OverlaidMap(below.coins, this.#coin)
    this.#copies.set(below.coins, coins)
    const references: References<EngineState> = {
      markets: below.markets,
      bySymbol: new OverlaidMap(below.bySymbol, this.#market),
      accounts: new OverlaidMap(below.accounts, this.#account),
      fund: below.fund,
      house: new OverlaidMap(below.house, this.#house),
      coins,
      orders: new OverlaidMap(below.orders, this.#order),
      table: new OverlaidTable(below.table, this.#order),
      finals: new OverlaidFinals(below.finals),
      events: [],
      touched: below.touched.map(this.#holding),
      triggers: this.#triggers(below.triggers),
      algos: this.#algos(below.algos),
      overdrawn: below.overdrawn.map(this.#account),
      alarms: this.#alarms,
      // No account's command moves a mark.
      marks: below.marks,
    }
    this.state = { ...below, ...references }
    defer(this.state, 'markets', () => below.markets.map(this.#market))
    defer(this.state, 'fund', () => this.#account(below.fund))
  }

  readonly #triggers = ({ fills, moved, arming, due, ...plain }: TriggerWork): TriggerWork => {
    const references: References<TriggerWork> = {
      fills: fills.map((fill) => ({ ...fill, holding: this.#holding(fill.holding) })),
      moved: moved.map(this.#market),
      arming: arming.map(this.#order),
      due: new Set([...due].map(this.#order)),
    }
    return { ...plain, ...references }
  }

  /** Nothing is due at the moment of a look but what the look itself brings about. */
  readonly #algos = ({ running, ...plain }: AlgoWork): AlgoWork => {
    const references: References<AlgoWork> = {
      running: new OverlaidMap(running, this.#algo),
      due: new DueTimes(),
      placing: undefined,
      touched: new Set(),
    }
    return { ...plain, ...references }
  }

  readonly #algo = (algo: AlgoOrder): AlgoOrder => {
    const found = this.#copies.get(algo)
    if (found !== undefined) return found as AlgoOrder
    const { terms, problem, chase, sizes } = algo
    const references: References<AlgoOrder> = {
      terms,
      problem,
      chase,
      sizes,
      twap: algo.twap === undefined ? undefined : { ...algo.twap },
      children: new Set(algo.children),
    }
    const copy: AlgoOrder = { ...algo, ...references }
    this.#copies.set(algo, copy)
    return copy
  }

  readonly #order = (order: OpenOrder): OpenOrder => {
    const found = this.#copies.get(order)
    if (found !== undefined) return found as OpenOrder
    const account = this.#account(order.account)
    const market = this.#market(order.market)
    // The account's short lists may have brought the order along.
    const brought = this.#copies.get(order)
    if (brought !== undefined) return brought as OpenOrder
    const algo = order.algo === undefined ? undefined : this.#algo(order.algo)
    const plan = copyOfPlan(order.plan)
    const references: References<OpenOrder> = { account, market, plan, algo }
    const copy: OpenOrder = { ...order, ...references }
    this.#copies.set(order, copy)
    return copy
  }

  readonly #account = (account: AccountState): AccountState => {
    const found = this.#copies.get(account)
    if (found !== undefined) return found as AccountState
    const copy: { -readonly [Field in keyof AccountState]: AccountState[Field] } = { ...account }
    this.#copies.set(account, copy)
    const references: References<AccountState> = {
      coins: new Map([...account.coins].map(([coin, pot]) => [coin, this.#pot(pot)])),
      registry: this.#copies.get(account.registry) as Map<string, CoinState>,
      holdings: account.holdings,
      hedge: undefined,
      risk: { ...this.#alarms.newRisk(account.id), isNoted: true },
      links: new OverlaidMap(account.links, (link) => link),
      sums: { ...account.sums, at: -1, dirty: [] },
    }
    Object.assign(copy, references)
    copy.holdings = account.holdings.map((holding) =>
      holding === undefined ? undefined : this.#holding(holding),
    )
    copy.hedge = account.hedge === undefined ? undefined : this.#hedge(account.hedge)
    return copy
  }

  readonly #hedge = (hedge: HedgeState): HedgeState => {
    const references: References<HedgeState> = {
      byCoin: new Map(hedge.byCoin),
      bySymbol: new Map(hedge.bySymbol),
      pairs: hedge.pairs.map((pair) => (pair === undefined ? undefined : this.#pair(pair))),
    }
    return { ...hedge, ...references }
  }

  readonly #pair = (pair: HedgePair): HedgePair => {
    const found = this.#copies.get(pair)
    if (found !== undefined) return found as HedgePair
    const copy: HedgePair = { ...pair }
    this.#copies.set(pair, copy)
    const references: References<HedgePair> = {
      long: this.#holding(pair.long),
      short: this.#holding(pair.short),
    }
    return Object.assign(copy, references)
  }

  readonly #holding = (holding: Holding): Holding => {
    const found = this.#copies.get(holding)
    if (found !== undefined) return found as Holding
    const account = this.#account(holding.account)
    const brought = this.#copies.get(holding)
    if (brought !== undefined) return brought as Holding
    const { buys, sells, waiting } = holding
    const references: References<Holding> = {
      account,
      market: this.#market(holding.market),
      pair: undefined,
      pot: this.#pot(holding.pot),
      buys: [],
      sells: [],
      waiting: [],
      stops: copyOfStops(holding.stops),
      longRates: holding.longRates,
      shortRates: holding.shortRates,
      margin: holding.margin,
      counted: undefined,
    }
    const copy: Holding = { ...holding, ...references, isDirty: false }
    this.#copies.set(holding, copy)
    if (holding.pair !== undefined) copy.pair = this.#pair(holding.pair)
    this.#list(copy, 'buys', buys)
    this.#list(copy, 'sells', sells)
    this.#list(copy, 'waiting', waiting)
    return copy
  }

  /** A maker's long lists are seldom looked at: a fill takes one order from them. */
  #list(copy: Holding, field: 'buys' | 'sells' | 'waiting', below: readonly OpenOrder[]): void {
    if (below.length > shortList) defer(copy, field, () => below.map(this.#order))
    else for (const order of below) copy[field].push(this.#order(order))
  }

  readonly #pot = (pot: CoinBalance): CoinBalance => {
    const found = this.#copies.get(pot)
    if (found !== undefined) return found as CoinBalance
    const references: References<CoinBalance> = { coin: this.#coin(pot.coin) }
    const copy: CoinBalance = { ...pot, ...references }
    this.#copies.set(pot, copy)
    return copy
  }

  readonly #coin = (coin: CoinState): CoinState => {
    const references: References<CoinState> = {}
    const copy = (this.#copies.get(coin) as CoinState | undefined) ?? { ...coin, ...references }
    this.#copies.set(coin, copy)
    return copy
  }

  readonly #house = (house: HouseCoin): HouseCoin => {
    const references: References<HouseCoin> = {}
    return { ...house, ...references }
  }

  readonly #market = (market: MarketState): MarketState => {
    const found = this.#copies.get(market)
    if (found !== undefined) return found as MarketState
    const references: References<MarketState> = {
      instrument: market.instrument,
      book: new OverlaidBook(market.book),
      watch: new Watch({ watch: market.watch, own: this.#order }),
      moves: { ...market.moves },
      basis: copyOfSamples(market.basis),
      drift: copyOfSamples(market.drift),
      premiums: market.premiums.slice(),
      settlement: { ...market.settlement },
    }
    const copy: MarketState = { ...market, ...references }
    this.#copies.set(market, copy)
    return copy
  }
}

function copyOfPlan(plan: StopPlan | undefined): StopPlan | undefined {
  if (plan === undefined) return undefined
  const references: References<StopPlan> = { trigger: plan.trigger, brought: plan.brought }
  return { ...plan, ...references }
}

function copyOfStops(stops: PositionStops): PositionStops {
  const references: References<PositionStops> = { tpsl: stops.tpsl, trailing: stops.trailing }
  return { ...stops, ...references }
}

function copyOfSamples(samples: Samples): Samples {
  const references: References<Samples> = { values: samples.values.slice() }
  return { ...samples, ...references }
}

/** Makes a field that is worked out when it is first looked at, and is a plain one from then on. */
function defer<Thing extends object, Field extends keyof Thing>(
  thing: Thing,
  field: Field,
  make: () => Thing[Field],
): void {
  const become = (value: Thing[Field]): void => {
    Object.defineProperty(thing, field, { ...plainField, value })
  }
  Object.defineProperty(thing, field, {
    configurable: true,
    enumerable: true,
    get: () => {
      const value = make()
      become(value)
      return value
    },
    set: become,
  })
}

const plainField = { configurable: true, enumerable: true, writable: true } as const
