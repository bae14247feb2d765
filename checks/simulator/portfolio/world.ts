// Accounts in portfolio margin that trade at random in options, perpetuals and futures of three
// coins; after every command each unit is compared with the slow model (rules 10).

import { accountId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, priceE8, priceTicks, qtyLots, rateE8 } from '@basis/domain/numbers/fixed'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { optionPrice } from '@basis/domain/options/black76'
import type { Command, IndexPrice, NumberedCommand } from '@basis/engine/commands'
import { createEngine, type Engine } from '@basis/engine/engine'
import type { AccountView, UnitView } from '@basis/engine/views'
import { brokenInvariants } from '@basis/engine/invariants'
import { engineFromSnapshot, stateHash, takeSnapshot } from '@basis/engine/snapshot'
import { parseCommand } from '@basis/engine/text'
import { mustExplain } from '../laws/explained.ts'
import { slowMargin, type SlowHolding, type SlowMargin } from './slow-model.ts'

const dayMs = 86_400_000
/** A Tuesday at eight, three days before the first expiry. */
const quietStartMs = Date.UTC(2026, 8, 22, 8)
/** Half an hour before the first expiry. */
const endingStartMs = Date.UTC(2026, 8, 25, 7, 30)
const maker = accountId(1)
const traders = [2, 3, 4].map(accountId)
const first = { BTC: 60_000, ETH: 3_000, PEPE: 10 } as const
type Coin = keyof typeof first
const baseCoins = Object.keys(first) as Coin[]
const expiries = [
  { deliveryMs: Date.UTC(2026, 8, 25, 8), name: '25SEP26' },
  { deliveryMs: Date.UTC(2026, 9, 22, 8), name: '22OCT26' },
  { deliveryMs: Date.UTC(2026, 11, 25, 8), name: '25DEC26' },
]

const wide = 'band=90:90 qty=1l..100000000l fees=0.03:0.02'
const optionGrid = 'tick=0.01 lot=0.01 least=0 fees=0.03:0.02 market=50000 tiers=50000000:100:3:1'
const listing = baseCoins.flatMap((coin) => [
  `coin ${coin} 9000`,
  `list ${coin}USDT LinearPerpetual ${coin}/USDT tick=0.01 lot=0.001 least=0 ${wide}`,
  `list ${coin}USD InversePerpetual ${coin}/USD/${coin} tick=0.01 lot=1 ${wide}`,
  `list ${coin}USDT-25DEC26 LinearFutures ${coin}/USDT tick=0.01 lot=0.001 least=0 ${wide} delivery=${Date.UTC(2026, 11, 25, 8)}`,
  ...expiries.flatMap(({ deliveryMs, name }) =>
    [0.9, 1, 1.1].flatMap((at) =>
      (['Call', 'Put'] as const).map((right) => {
        const strike = Math.round(first[coin] * at)
        const settle = name === '22OCT26' ? 'USDC' : 'USDT'
        const symbol = `${coin}-${name}-${strike}-${right[0]}${settle === 'USDC' ? '' : '-USDT'}`
        const pair = `Option ${coin}/${settle}/${settle}`
        return `list ${symbol} ${pair} ${optionGrid} right=${right} strike=${strike} delivery=${deliveryMs}`
      }),
    ),
  ),
])

type Marked = { readonly forward: number; readonly volatility: number; readonly pricedMs: number }

/** The lots of each contract: of the position, and of the orders of each side. */
type LotsBySymbol = ReadonlyMap<string, Readonly<Record<'held' | 'Buy' | 'Sell', number>>>

export type PortfolioRun = {
  readonly compared: number
  readonly counts: ReadonlyMap<string, number>
  readonly stateHash: string
}

export type PortfolioPlay = {
  /** Starts half an hour before the first options are exercised or expire. */
  readonly isEnding: boolean
  /** The interval of commands at which the slow model is compared. */
  readonly compareEvery: number
}

class PortfolioWorld {
  engine: Engine = createEngine()
  readonly commands: NumberedCommand[] = []
  readonly counts = new Map<string, number>()
  compared = 0
  readonly #prng: Prng
  readonly #instruments = new Map<string, Instrument>()
  readonly #marked = new Map<string, Marked>()
  readonly #prices = { ...first } as Record<Coin, number>
  readonly #compareEvery: number
  #timeMs: number

  constructor(seed: number, { isEnding, compareEvery }: PortfolioPlay) {
    this.#prng = createPrng(seed)
    this.#timeMs = isEnding ? endingStartMs : quietStartMs
    this.#compareEvery = compareEvery
    for (const line of listing) {
      const command = parseCommand(line, { instruments: new Map(), accounts: new Map() })
      if (command.kind === 'ListInstrument') {
        this.#instruments.set(command.instrument.symbol, command.instrument)
      }
      this.#give(command)
    }
    for (const account of [maker, ...traders]) this.#open(account)
    this.#move(0)
    for (const baseCoin of baseCoins) {
      const limits = { qtyLimitE8: 1_000_000, deltaLimitE8: 200_000_000, vegaLimitE8: 0 }
      this.#give({
        kind: 'SetMmp',
        account: maker,
        baseCoin,
        windowMs: 60_000,
        frozenMs: 20_000,
        ...limits,
      })
    }
    for (const account of traders)
      this.#give({ kind: 'SetAccountMode', account, mode: 'Portfolio' })
  }

  /** Runs this many commands; throws if a unit differs from the slow model. */
  play(commands: number): void {
    for (let k = 0; k < commands; k += 1) {
      this.#step()
      if (k % this.#compareEvery === 0) this.#compare()
      if (k % 20 === 0) this.#check()
      if (k % 50 === 49) this.engine = engineFromSnapshot(takeSnapshot(this.engine))
    }
    this.#check()
    const again = createEngine()
    for (const numbered of this.commands) again.apply(numbered)
    if (stateHash(again) !== stateHash(this.engine)) throw new Error('a replay ends otherwise')
  }

  #check(): void {
    const [broken] = brokenInvariants(this.engine)
    if (broken !== undefined) throw new Error(broken)
    const lost = this.engine.views.ledger().find(({ drift }) => drift !== 0n)
    if (lost !== undefined) throw new Error(`${lost.drift} of 1e-8 ${lost.coin} come from nowhere`)
  }

  #open(account: AccountId): void {
    this.#give({ kind: 'OpenAccount', account, role: account === maker ? 'robot' : 'trader' })
    const much = account === maker ? 1_000_000_000n : 5_000n
    for (const coin of ['USDT', 'USDC']) this.#put(account, coin, much * 100_000_000n)
    const worth = account === maker ? 1_000_000_000 : account === traders[0] ? 0 : 2_000
    for (const coin of baseCoins) {
      const coins = BigInt(Math.round((worth / first[coin]) * 1e8))
      if (coins > 0n) this.#put(account, coin, coins)
    }
  }

  #put(account: AccountId, coin: string, value: bigint): void {
    this.#give({ kind: 'Deposit', account, coin, amount: amount(value) })
  }

  #give(command: Command): string {
    const numbered = { seq: this.engine.lastSeq() + 1, timeMs: this.#timeMs, command }
    // A preview uses the time of the last command, at which later events are not due yet.
    const isNow = this.commands.at(-1)?.timeMs === this.#timeMs
    const previewed =
      'account' in command && this.#prng.nextBelow(8) === 0 && isNow
        ? this.engine.preview(command)
        : undefined
    const { problem, events } = this.engine.apply(numbered)
    this.commands.push(numbered)
    const account = previewed?.after?.account
    if (
      account !== undefined &&
      JSON.stringify(account, texts) !== this.#standing(account.account)
    ) {
      throw new Error(`the preview of ${command.kind} differs from its result`)
    }
    const answer = problem?.name ?? 'done'
    const count = (name: string): void =>
      void this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
    count(`${command.kind} ${answer}`)
    for (const event of events) {
      mustExplain(event)
      count(event.kind === 'OrderCanceled' ? `OrderCanceled ${event.order.cancelType}` : event.kind)
    }
    return answer
  }

  #standing(account: AccountId): string {
    return JSON.stringify(this.engine.views.account(account), texts)
  }

  #one<Item>(items: readonly Item[]): Item {
    const found = items[this.#prng.nextBelow(items.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }

  #step(): void {
    this.#timeMs += 1000 * (1 + this.#prng.nextBelow(20))
    const account = this.#one(traders)
    const what = this.#prng.nextFloat()
    if (what < 0.45) this.#trade(account)
    else if (what < 0.5) this.#legs(account)
    else if (what < 0.7) this.#rest(account)
    else if (what < 0.74) this.#give({ kind: 'CancelAllOrders', account })
    else if (what < 0.78)
      this.#give({ kind: 'SetSpotHedging', account, isOn: this.#prng.nextFloat() < 0.5 })
    else if (what < 0.8)
      this.#give({
        kind: 'SetAccountMode',
        account,
        mode: this.#one(['Regular', 'Portfolio'] as const),
      })
    else if (what < 0.81)
      this.#give({
        kind: 'SetCollateral',
        account,
        coin: this.#one(baseCoins),
        isOn: this.#prng.nextFloat() < 0.5,
      })
    else if (what < 0.84)
      this.#put(account, 'USDT', 10_000_000_000n * BigInt(1 + this.#prng.nextBelow(20)))
    else this.#move(0.04)
  }

  /** Changes prices; quiet seconds before and after make them fresh enough to act on. */
  #move(by: number): void {
    for (const coin of baseCoins) this.#prices[coin] *= 1 + by * (this.#prng.nextFloat() - 0.5)
    const jump = this.#prng.nextBelow(4) === 0 ? 1 + (this.#prng.nextFloat() - 0.5) * 0.7 : 1
    if (by > 0) for (const coin of baseCoins) this.#prices[coin] *= jump
    for (let k = 0; k < 5; k += 1) {
      this.#timeMs += 1000
      const prices = [...this.#instruments.values()].flatMap((instrument) =>
        this.#priceOf(instrument),
      )
      const coins = baseCoins.map((coin) => ({ coin, usdE8: e8(this.#prices[coin]) }))
      this.#give({ kind: 'UpdatePrices', prices, coins })
    }
  }

  #priceOf({ symbol, baseCoin, option, deliveryMs = 0 }: Instrument): IndexPrice[] {
    const index = this.#prices[baseCoin as Coin]
    const indexE8 = e8(index)
    if (option === undefined) return [{ symbol, indexE8 }]
    const years = (deliveryMs - this.#timeMs) / (365 * dayMs)
    if (years <= 0) return []
    const forwardE8 = e8(index * (1 + years * 0.05))
    const volatilityE8 = rateE8(30_000_000 + this.#prng.nextBelow(60_000_000))
    const strike = option.strikeE8 / 1e8
    const inputs = { right: option.right, forward: forwardE8 / 1e8, strike, years }
    const mark = optionPrice({ ...inputs, volatility: volatilityE8 / 1e8 })
    const marked = { forward: forwardE8 / 1e8, volatility: volatilityE8 / 1e8 }
    this.#marked.set(symbol, { ...marked, pricedMs: this.#timeMs })
    const markE8 = priceE8(Math.max(1, Math.round(mark * 1e8)))
    return [{ symbol, indexE8, markE8, forwardE8, volatilityE8 }]
  }

  /** The maker offers, and the trader takes it at once. */
  #trade(account: AccountId): void {
    const terms = this.#terms()
    if (terms === undefined) return
    const { symbol, side, priceTicks: price, qtyLots: lots } = terms
    const order = { ...plain, symbol, priceTicks: price, qtyLots: lots, linkId: '' }
    const other = side === 'Buy' ? 'Sell' : 'Buy'
    const isOption = this.#instruments.get(symbol)?.option !== undefined
    const mmp = isOption && this.#prng.nextBelow(4) === 0 ? { mmp: true as const } : {}
    if (mmp.mmp === true) this.#quote(symbol, price, lots)
    this.#give({ ...order, ...mmp, account: maker, side: other })
    this.#give({ ...order, account, side })
    this.#give({ kind: 'CancelAllOrders', account: maker })
    if (this.#prng.nextBelow(3) === 0) this.#quote(symbol, price, lots)
  }

  /** Two legs that are placed both or not at all. */
  #legs(account: AccountId): void {
    const acts = [this.#terms(), this.#terms()].flatMap((terms) =>
      terms === undefined ? [] : [{ ...plain, ...terms, account, linkId: '' }],
    )
    this.#give({ kind: 'OrderBatch', account, operations: acts, isWhole: true })
  }

  /** Some depth on both sides for liquidations; for options under market-maker protection. */
  #quote(symbol: Instrument['symbol'], at: number, lots: number): void {
    const mmp = this.#instruments.get(symbol)?.option === undefined ? {} : { mmp: true as const }
    for (const side of ['Buy', 'Sell'] as const) {
      const price = priceTicks(Math.max(1, Math.round(at * (side === 'Buy' ? 0.97 : 1.03))))
      this.#give({
        ...plain,
        ...mmp,
        account: maker,
        symbol,
        side,
        priceTicks: price,
        qtyLots: qtyLots(lots),
        linkId: '',
      })
    }
  }

  #rest(account: AccountId): void {
    const terms = this.#terms()
    if (terms === undefined) return
    const away = terms.side === 'Buy' ? 0.98 : 1.02
    const price = priceTicks(Math.max(1, Math.round(terms.priceTicks * away)))
    this.#give({
      ...plain,
      ...terms,
      account,
      priceTicks: price,
      reduceOnly: this.#prng.nextBelow(6) === 0,
      linkId: '',
    })
  }

  #terms() {
    const instrument = this.#one([...this.#instruments.values()])
    const { symbol, tickSizeE8, baseCoin, option } = instrument
    const markE8 = this.engine.views.symbol(symbol)?.markE8 ?? 0
    if (markE8 === 0) return undefined
    const side = this.#prng.nextFloat() < 0.5 ? ('Buy' as const) : ('Sell' as const)
    const usd = 200 + this.#prng.nextBelow(40_000)
    const price = this.#prices[baseCoin as Coin]
    const lotSize = instrument.lotSizeE8 / 1e8
    const isInverse = instrument.contractType?.startsWith('Inverse') === true
    const lots = Math.max(1, Math.round(isInverse ? usd : usd / price / lotSize / (option ? 2 : 1)))
    return {
      symbol,
      side,
      priceTicks: priceTicks(Math.max(1, Math.round(markE8 / tickSizeE8))),
      qtyLots: qtyLots(lots),
    }
  }

  #compare(): void {
    for (const account of traders) {
      const view = this.engine.views.account(account)
      if (view?.portfolio === undefined) continue
      const lots = this.#lotsOf(account)
      for (const unit of view.portfolio.units) this.#compareUnit(view, unit, lots)
      this.compared += 1
    }
  }

  #compareUnit(view: AccountView, unit: UnitView, lots: LotsBySymbol): void {
    const { account } = view
    const slow = this.#slowUnit(view, unit.baseCoin, lots)
    const ways = ['None', 'Buy', 'Sell'] as const
    const margins = ways.map((orders) => slowMargin({ ...slow, holdings: slow.holdings(orders) }))
    const coins = Math.max(...ways.map((orders) => grossOf(slow.holdings(orders))))
    // Deltas, sizes and profits are rounded to 1e-8 of a coin for each contract.
    const allowed = 1e-6 + coins * slow.index * 4e-8
    const [held] = margins
    const most = margins.reduce((a, b) => (b.maintenance > a.maintenance ? b : a))
    if (held !== undefined)
      assertClose(held, unit.held, allowed, `${account} ${unit.baseCoin} held`)
    const apart = Math.abs(most.maintenance - Number(unit.binding.maintenance) / 1e8)
    if (apart > allowed) throw new Error(`${account} ${unit.baseCoin} binds ${apart} apart`)
  }

  /** The lots of an account's positions and opening orders. */
  #lotsOf(account: AccountId): LotsBySymbol {
    const { views } = this.engine
    const lots = new Map<string, { held: number; Buy: number; Sell: number }>()
    const at = (symbol: string) => {
      const found = lots.get(symbol) ?? { held: 0, Buy: 0, Sell: 0 }
      lots.set(symbol, found)
      return found
    }
    for (const { position } of views.positions(account)) {
      at(position.symbol).held += position.sizeLots * (position.side === 'Sell' ? -1 : 1)
    }
    for (const order of views.openOrders(account)) {
      if (!order.reduceOnly) at(order.symbol)[order.side] += order.leavesLots
    }
    return lots
  }

  #slowUnit({ coins, portfolio }: AccountView, baseCoin: string, lots: LotsBySymbol) {
    const { views } = this.engine
    const own = [...lots].filter(([symbol]) => this.#instruments.get(symbol)?.baseCoin === baseCoin)
    const used = own.filter(([, { held, Buy, Sell }]) => held !== 0 || Buy + Sell > 0)
    const shown = used.map(([symbol]) => views.symbol(symbolId(symbol)))
    const index = Math.max(...shown.map((view) => (view?.indexE8 ?? 0) / 1e8))
    const coin = coins.find((each) => each.coin === baseCoin)
    // A coin outside the collateral hedges nothing; without a spot market nothing is locked.
    const hedges = portfolio?.hedgesSpot === true && coin?.collateral !== false
    const spot = hedges ? Number(coin?.balance ?? 0n) / 1e8 : 0
    const holdings = (orders: 'None' | 'Buy' | 'Sell'): readonly SlowHolding[] =>
      used.map(([symbol, { held, Buy, Sell }]) =>
        this.#holding(symbol, held + (orders === 'Buy' ? Buy : 0) - (orders === 'Sell' ? Sell : 0)),
      )
    return { baseCoin, nowMs: this.#pricedMs(), index, spot, holdings }
  }

  /** The time of the last price update, which prices every open market. */
  #pricedMs(): number {
    const last = this.commands.findLast(({ command }) => command.kind === 'UpdatePrices')
    return last?.timeMs ?? 0
  }

  #holding(symbol: string, lots: number): SlowHolding {
    const instrument = this.#instruments.get(symbol)
    const mark = (this.engine.views.symbol(symbolId(symbol))?.markE8 ?? 0) / 1e8
    if (instrument === undefined) throw new Error(symbol)
    const { settleCoin, deliveryMs = 0, option, contractType, lotSizeE8 } = instrument
    const isInverse = contractType?.startsWith('Inverse') === true
    const coinUsd = e8(this.#prices[instrument.baseCoin as Coin]) / 1e8
    const common = { settleCoin, deliveryMs, size: (lots * lotSizeE8) / 1e8, mark, coinUsd }
    const marked = this.#marked.get(symbol)
    if (option === undefined || marked === undefined) {
      return { ...common, kind: isInverse ? 'inverse' : 'linear' }
    }
    const { right, strikeE8 } = option
    return { ...common, kind: 'option', option: { right, strike: strikeE8 / 1e8, ...marked } }
  }
}

const plain = {
  kind: 'PlaceOrder',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  selfTrade: 'None',
} as const

const e8 = (price: number) => priceE8(Math.round(price * 1e4) * 10_000)
const texts = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value
const grossOf = (holdings: readonly SlowHolding[]): number =>
  holdings.reduce(
    (sum, { kind, size, mark }) => sum + Math.abs(kind === 'inverse' ? size / mark : size),
    1,
  )

function assertClose(
  slow: SlowMargin,
  fast: UnitView['held'],
  allowed: number,
  name: string,
): void {
  const parts = { ...fast.contingency, maxLoss: fast.maxLoss, maintenance: fast.maintenance }
  for (const [part, value] of Object.entries(parts)) {
    const wanted = slow[part as keyof SlowMargin]
    if (Math.abs(wanted - Number(value) / 1e8) > allowed) {
      throw new Error(`${name}: ${part} is ${Number(value) / 1e8}, the slow model has ${wanted}`)
    }
  }
  if (Math.abs(slow.initial - Number(fast.initial) / 1e8) > 1.2 * allowed) {
    throw new Error(`${name}: the initial margin differs`)
  }
}

/** Runs a seed until this many portfolios agreed, and replays it. */
export function playPortfolios(
  seed: number,
  commands: number,
  play: PortfolioPlay = { isEnding: false, compareEvery: 1 },
): PortfolioRun {
  const world = new PortfolioWorld(seed, play)
  world.play(commands)
  const { compared, counts, engine } = world
  return { compared, counts, stateHash: stateHash(engine) }
}
