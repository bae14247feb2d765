// A copy-on-write fork of the engine's state: it copies what a command touches and shares the rest,
// so that a command can be applied to it while the original does not change.

// Why copies, not an undo log or proxies: an undo log would need an entry at every write of the
// engine, and a missing one would alter the exchange; proxies are objects of another shape and
// would slow the engine's hot paths after the first preview. A copy made by a spread has the shape
// of the original. A fork makes at most one copy of each object, so that references that are equal
// in the parent are equal in the fork.

// A new field with a plain value is copied automatically. A new field with a reference does not
// compile here (`PlainOf`) until it is handled: shared, if it is replaced and never mutated, or
// copied.

import type { CoinState, VenueCoin } from './coin.ts'
import { DueTimes } from './collections/due-times.ts'
import type { RuleWork } from './rules/rule.ts'
import type { RuleOrder } from './rules/rule-order.ts'
import { RuleIndex } from './rules/rule-index.ts'
import type { CopyWork } from './copy.ts'
import type { GridBot, GridWork } from './bots/grid.ts'
import type { SpotBotWork } from './bots/spot-bot.ts'
import type { AlgoOrder, AlgoWork } from './algo-order.ts'
import { OverlaidBook } from '../order-book/forked-book.ts'
import { ForkedFinalOrders } from './collections/recent-final-orders.ts'
import { OverlaidMap } from './collections/forked-map.ts'
import { ForkedSparseArray } from './collections/sparse-array.ts'
import { OverlaidSpentLinks } from './collections/spent-ids.ts'
import { ForkedSlotTable } from './collections/slot-table.ts'
import { LiquidationIndex } from './liquidation-index.ts'
import { TriggerIndex } from './trigger-index.ts'
import type { Moves, PositionStops, ConditionalTerms, SpotTerms } from './conditional-terms.ts'
import type {
  AccountState,
  CoinBalance,
  EngineState,
  HedgePair,
  HedgeState,
  PositionState,
  MarketState,
  OpenOrder,
  TriggerWork,
} from './state.ts'
import type { Samples } from './samples.ts'
import type { OpenSpreadOrderOf, SpreadMarketOf, SpreadWorkOf } from './spreads/spread.ts'

type SpreadMarket = SpreadMarketOf<MarketState>
type OpenSpreadOrder = OpenSpreadOrderOf<AccountState, MarketState>
type SpreadWork = SpreadWorkOf<AccountState, MarketState>

type Plain = string | number | bigint | boolean | undefined | null

/** The names of a type's fields that hold plain values. */
type PlainFields<Thing> = {
  [Field in keyof Thing]-?: Thing[Field] extends Plain ? Field : never
}[keyof Thing]

/** The plain fields of a type, which a spread may copy; the compiler demands the others by name. */
type PlainOf<Thing> = Pick<Thing, PlainFields<Thing>>

/** Lists up to this length are copied with their position, longer ones on first read. */
const shortList = 8

/** Returns a copy-on-write copy of a state, valid until a command is applied to the original. */
export const forkState = (state: EngineState): EngineState => new Fork(state).state

class Fork {
  readonly state: EngineState
  readonly #copies = new Map<object, object>()
  readonly #liquidationIndex: LiquidationIndex
  readonly #coins: Map<string, CoinState>

  constructor(below: EngineState) {
    // Checking too many accounts is harmless: each one is computed exactly.
    this.#liquidationIndex = new LiquidationIndex(() => below.accounts.keys())
    this.#coins = new OverlaidMap(below.coins, this.#coin)
    const plain: PlainOf<EngineState> = below
    this.state = {
      ...plain,
      rulesVersion: { ...below.rulesVersion },
      markets: below.markets,
      bySymbol: new OverlaidMap(below.bySymbol, this.#market),
      accounts: new OverlaidMap(below.accounts, this.#account),
      fund: below.fund,
      venueCoins: new OverlaidMap(below.venueCoins, this.#venueCoin),
      coins: this.#coins,
      orders: new OverlaidMap(below.orders, this.#order),
      table: new ForkedSlotTable(below.table, this.#order),
      finals: new ForkedFinalOrders(below.finals),
      spentLinks: new OverlaidSpentLinks(below.spentLinks),
      events: [],
      changedPositions: below.changedPositions.map(this.#position),
      mmpReached: new Set([...below.mmpReached].map(this.#account)),
      triggers: this.#triggers(below.triggers),
      algos: this.#algos(below.algos),
      rules: this.#rules(below.rules),
      copy: this.#copy(below.copy),
      grids: this.#grids(below.grids),
      spotBots: this.#spotBots(below.spotBots),
      ownership: {
        funding: new OverlaidMap(below.ownership.funding, (wallet) => wallet),
        mains: new OverlaidMap(below.ownership.mains, (main) => main),
        transferIds: new OverlaidMap(below.ownership.transferIds, (ids) => ids),
      },
      spreads: this.#spreads(below.spreads),
      mmr: { ...below.mmr, waiting: new Map(below.mmr.waiting) },
      overdrawn: below.overdrawn.map(this.#account),
      pools: new Map([...below.pools].map(([coin, record]) => [coin, { ...record }])),
      liquidationIndex: this.#liquidationIndex,
      // A command of an account never moves a mark.
      marks: below.marks,
    }
    defer(this.state, 'markets', () => below.markets.map(this.#market))
    defer(this.state, 'fund', () => this.#account(below.fund))
  }

  readonly #triggers = (triggers: TriggerWork): TriggerWork => {
    const plain: PlainOf<TriggerWork> = triggers
    return {
      ...plain,
      fills: triggers.fills.map((fill) => ({ ...fill, position: this.#position(fill.position) })),
      pairs: triggers.pairs.map((pair) => ({ ...pair, parent: this.#order(pair.parent) })),
      moved: triggers.moved.map(this.#market),
      arming: triggers.arming.map(this.#order),
      due: new Set([...triggers.due].map(this.#order)),
    }
  }

  readonly #algos = (algos: AlgoWork): AlgoWork => {
    const plain: PlainOf<AlgoWork> = algos
    return {
      ...plain,
      running: new OverlaidMap(algos.running, this.#algo),
      due: new DueTimes(algos.due),
      placing: algos.placing && this.#algo(algos.placing),
      changed: new Set([...algos.changed].map(this.#algo)),
    }
  }

  readonly #algo = (algo: AlgoOrder): AlgoOrder => {
    const found = this.#copies.get(algo)
    if (found !== undefined) return found as AlgoOrder
    const plain: PlainOf<AlgoOrder> = algo
    const copy: AlgoOrder = {
      ...plain,
      terms: algo.terms,
      problem: algo.problem,
      chase: algo.chase,
      sizes: algo.sizes,
      twap: algo.twap && { ...algo.twap },
      pov: algo.pov && { ...algo.pov },
      children: new Set(algo.children),
    }
    this.#copies.set(algo, copy)
    return copy
  }

  readonly #rules = ({ nextId, running, ended, index }: RuleWork): RuleWork => ({
    nextId,
    // A command of an account never checks rules; the first check in a fork checks all of them.
    index: new RuleIndex(),
    running: new OverlaidMap(running, (rule) => this.#rule(rule, index)),
    ended: new OverlaidMap(ended, (rule) => this.#rule(rule, index)),
  })

  /** The objects that a rule refers to are replaced, never mutated. */
  readonly #rule = (rule: RuleOrder, index: RuleIndex): RuleOrder => {
    const found = this.#copies.get(rule)
    if (found !== undefined) return found as RuleOrder
    const copy: RuleOrder = { ...rule, values: index.valuesOf(rule) }
    this.#copies.set(rule, copy)
    return copy
  }

  /** Lists in leaders and follows are replaced, never mutated. */
  readonly #copy = (copy: CopyWork): CopyWork => {
    const plain: PlainOf<CopyWork> = copy
    return {
      ...plain,
      leaders: new OverlaidMap(copy.leaders, (leader) => ({ ...leader })),
      follows: new OverlaidMap(copy.follows, (follow) => ({ ...follow })),
      copiedBy: new OverlaidMap(copy.copiedBy, (wallets) => wallets),
    }
  }

  readonly #grids = (grids: GridWork): GridWork => {
    const plain: PlainOf<GridWork> = grids
    return {
      ...plain,
      running: new OverlaidMap(grids.running, this.#grid),
      ended: new OverlaidMap(grids.ended, this.#grid),
      stopping: new Set(grids.stopping),
      finals: grids.finals.slice(),
      reached: grids.reached.map(({ bot, ticks }) => ({ bot: this.#grid(bot), ticks })),
      taken: new Map(grids.taken),
      changed: new Set(grids.changed),
    }
  }

  /** The objects that a bot refers to are replaced, never mutated. */
  readonly #grid = (bot: GridBot): GridBot => {
    const found = this.#copies.get(bot)
    if (found !== undefined) return found as GridBot
    const copy: GridBot = { ...bot }
    this.#copies.set(bot, copy)
    return copy
  }

  readonly #spotBots = (bots: SpotBotWork): SpotBotWork => ({
    running: new OverlaidMap(bots.running, (bot) => ({ ...bot })),
    ended: new OverlaidMap(bots.ended, (bot) => ({ ...bot })),
    nextLookMs: bots.nextLookMs,
    changed: new Set(bots.changed),
  })

  readonly #spreads = (spreads: SpreadWork): SpreadWork => ({
    markets: new OverlaidMap(spreads.markets, this.#spreadMarket),
    orders: new OverlaidMap(spreads.orders, this.#spreadOrder),
    table: new ForkedSlotTable(spreads.table, this.#spreadOrder),
    closeDueMs: spreads.closeDueMs,
  })

  readonly #spreadMarket = (market: SpreadMarket): SpreadMarket => {
    const found = this.#copies.get(market)
    if (found !== undefined) return found as SpreadMarket
    const plain: PlainOf<SpreadMarket> = market
    const copy: SpreadMarket = {
      ...plain,
      combination: market.combination,
      far: this.#market(market.far),
      near: this.#market(market.near),
      book: new OverlaidBook(market.book),
    }
    this.#copies.set(market, copy)
    return copy
  }

  /** Its hold and its fees are replaced, never mutated. */
  readonly #spreadOrder = (order: OpenSpreadOrder): OpenSpreadOrder => {
    const found = this.#copies.get(order)
    if (found !== undefined) return found as OpenSpreadOrder
    const account = this.#account(order.account)
    const copy: OpenSpreadOrder = { ...order, account, market: this.#spreadMarket(order.market) }
    this.#copies.set(order, copy)
    return copy
  }

  readonly #order = (order: OpenOrder): OpenOrder => {
    const found = this.#copies.get(order)
    if (found !== undefined) return found as OpenOrder
    const account = this.#account(order.account)
    return this.#orderOf(order, account, this.#market(order.market))
  }

  #orderOf(order: OpenOrder, account: AccountState, market: MarketState): OpenOrder {
    const found = this.#copies.get(order)
    if (found !== undefined) return found as OpenOrder
    const plain: PlainOf<OpenOrder> = order
    const plan = order.plan && copyOfPlan(order.plan)
    const algo = order.algo && this.#algo(order.algo)
    const { entered, slippage } = order
    const copy: OpenOrder = { ...plain, account, market, plan, algo, entered, slippage }
    this.#copies.set(order, copy)
    return copy
  }

  readonly #account = (account: AccountState): AccountState => {
    const found = this.#copies.get(account)
    if (found !== undefined) return found as AccountState
    const plain: PlainOf<AccountState> = account
    const copy: Changeable<AccountState> = {
      ...plain,
      coins: new Map(),
      registry: this.#coins,
      positions: new ForkedSparseArray(account.positions, this.#position),
      hedge: undefined,
      fees: account.fees,
      spotMargin: account.spotMargin,
      portfolio: account.portfolio,
      mmp: account.mmp,
      links: new OverlaidMap(account.links, (link) => link),
      sums: { ...account.sums, dirty: [] },
      risk: { ...this.#liquidationIndex.newRisk(account.id), isToCheck: true },
    }
    this.#copies.set(account, copy)
    for (const [coin, coinBalance] of account.coins)
      copy.coins.set(coin, this.#coinBalance(coinBalance))
    copy.hedge = account.hedge && this.#hedge(account.hedge)
    for (const position of account.sums.dirty) copy.sums.dirty.push(this.#position(position))
    return copy
  }

  readonly #hedge = (hedge: HedgeState): HedgeState => {
    const plain: PlainOf<HedgeState> = hedge
    return {
      ...plain,
      byCoin: new Map(hedge.byCoin),
      bySymbol: new Map(hedge.bySymbol),
      pairs: hedge.pairs.map((pair) => pair && this.#pair(pair)),
    }
  }

  readonly #pair = (pair: HedgePair): HedgePair => {
    const found = this.#copies.get(pair)
    if (found !== undefined) return found as HedgePair
    const copy: Changeable<HedgePair> = { ...pair }
    this.#copies.set(pair, copy)
    const sides: Record<keyof HedgePair, PositionState> = {
      long: this.#position(pair.long),
      short: this.#position(pair.short),
    }
    return Object.assign(copy, sides)
  }

  readonly #position = (position: PositionState): PositionState => {
    const found = this.#copies.get(position)
    if (found !== undefined) return found as PositionState
    const account = this.#account(position.account)
    // Copying an account in hedge mode copies its pairs.
    const kept = this.#copies.get(position)
    if (kept !== undefined) return kept as PositionState
    const plain: PlainOf<PositionState> = position
    const copy: Changeable<PositionState> = {
      ...plain,
      account,
      market: this.#market(position.market),
      pair: undefined,
      coinBalance: this.#coinBalance(position.coinBalance),
      buys: [],
      sells: [],
      waiting: [],
      stops: copyOfStops(position.stops),
      entered: position.entered,
      average: position.average,
      longRates: position.longRates,
      shortRates: position.shortRates,
      margin: position.margin,
      counted: position.counted,
      haircut: position.haircut,
    }
    this.#copies.set(position, copy)
    if (position.pair !== undefined) copy.pair = this.#pair(position.pair)
    if (position.buys.length > 0) this.#list(copy, 'buys', position.buys)
    if (position.sells.length > 0) this.#list(copy, 'sells', position.sells)
    if (position.waiting.length > 0) this.#list(copy, 'waiting', position.waiting)
    return copy
  }

  /** Copies a position's list of orders, a long one on first read: a fill needs one order of it. */
  #list(copy: Changeable<PositionState>, field: ListField, below: readonly OpenOrder[]): void {
    const { account, market } = copy
    const own = (): OpenOrder[] => below.map((order) => this.#orderOf(order, account, market))
    if (below.length > shortList) defer(copy, field, own)
    else copy[field] = own()
  }

  readonly #coinBalance = (coinBalance: CoinBalance): CoinBalance => {
    const found = this.#copies.get(coinBalance)
    if (found !== undefined) return found as CoinBalance
    const plain: PlainOf<CoinBalance> = coinBalance
    const { coin, loan } = coinBalance
    const copy: CoinBalance = { ...plain, coin: this.#coin(coin), loan: { ...loan } }
    this.#copies.set(coinBalance, copy)
    return copy
  }

  readonly #coin = (coin: CoinState): CoinState => {
    const found = this.#copies.get(coin)
    if (found !== undefined) return found as CoinState
    const plain: PlainOf<CoinState> = coin
    const copy: CoinState = { ...plain, tiers: coin.tiers, loan: coin.loan }
    this.#copies.set(coin, copy)
    return copy
  }

  readonly #venueCoin = (own: VenueCoin): VenueCoin => {
    const plain: PlainOf<VenueCoin> = own
    return { ...plain }
  }

  readonly #market = (market: MarketState): MarketState => {
    const found = this.#copies.get(market)
    if (found !== undefined) return found as MarketState
    const plain: PlainOf<MarketState> = market
    const copy: MarketState = {
      ...plain,
      instrument: market.instrument,
      book: new OverlaidBook(market.book),
      triggerIndex: new TriggerIndex({ index: market.triggerIndex, own: this.#order }),
      gridIndex: new TriggerIndex({ index: market.gridIndex, own: this.#grid }),
      moves: copyOfMoves(market.moves),
      stress: { ...market.stress },
      basis: copyOfSamples(market.basis),
      drift: copyOfSamples(market.drift),
      premiums: market.premiums.slice(),
      settlement: { ...market.settlement },
      pooled: { ...market.pooled },
    }
    this.#copies.set(market, copy)
    return copy
  }
}

type ListField = 'buys' | 'sells' | 'waiting'
type Changeable<Thing> = { -readonly [Field in keyof Thing]: Thing[Field] }

function copyOfPlan(plan: ConditionalTerms): ConditionalTerms {
  const plain: PlainOf<ConditionalTerms> = plan
  const { trigger, attachedTpsl, attachedTrailing } = plan
  const spot = plan.spot && copyOfSpot(plan.spot)
  return { ...plain, trigger, attachedTpsl, attachedTrailing, spot }
}

function copyOfSpot(spot: SpotTerms): SpotTerms {
  const plain: PlainOf<SpotTerms> = spot
  return { ...plain, following: spot.following }
}

function copyOfStops(stops: PositionStops): PositionStops {
  const plain: PlainOf<PositionStops> = stops
  return { ...plain, tpsl: stops.tpsl, trailing: stops.trailing }
}

function copyOfMoves(moves: Moves): Moves {
  const plain: PlainOf<Moves> = moves
  return { ...plain }
}

function copyOfSamples(samples: Samples): Samples {
  const plain: PlainOf<Samples> = samples
  return { ...plain, values: samples.values.slice() }
}

/** Defines a field that is computed on first read and is a plain field from then on. */
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
