// Seeded traders: market makers, excessive leverage, invalid orders and gaps, over two perpetuals
// and a spot pair. A seed sends the same commands to every engine that answers the same.

import { accountId, orderId, symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  type Amount,
  type PriceTicks,
} from '@basis/domain/numbers/fixed'
import { selfTradeModes, type TimeInForce } from '@basis/domain/orders/order'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import type { Command, OrderName, PlaceOrder } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import type { Views } from '@basis/engine/views'
import { inventAlgo } from './traders/algo.ts'
import { bareOrder } from './traders/bare.ts'
import { inventCopying } from './traders/copying.ts'
import { inventGrid } from './traders/grids.ts'
import { DatedTraders, isCoined, ticksPerUnit } from './traders/dated.ts'
import { inventDuty } from './traders/duties.ts'
import { invalidOrder } from './traders/invalid-orders.ts'
import { inventHerd, type HerdScene } from './traders/herd.ts'
import { LaunchTraders } from './traders/spot/launches.ts'
import { inventLending, openingLending, withCoinPrices } from './traders/spot/lending.ts'
import { inventIsolation, inventMode, withPositionSide, openingModes } from './traders/hedge.ts'
import { inventOwnWay } from './traders/own-way.ts'
import { isOpenFor, sensible } from './traders/sense.ts'
import { inventSpotPlan } from './traders/spot/spot-plans.ts'
import { inventSpreads, openingSpreads, withFutures } from './traders/spreads.ts'
import { inventStop } from './traders/stops.ts'
import { instruments } from './traders/instruments.ts'
import { riskProfileOf, type RiskProfile } from './traders/risk-profile.ts'

type Step = { readonly timeMs: number; readonly command: Command }

export type Workload = {
  /** The initial commands: listings, accounts, money, first prices. */
  readonly opening: readonly Command[]
  readonly startMs: number
  /** Returns the next command with its time; traders read their figures before they send it. */
  readonly next: (views: Views) => Step
  /** Advances the time by a pause without commands; then new prices come. */
  readonly rest: (forMs: number) => Step
  /** Takes the result of the newest command, so that its orders can be referred to later. */
  readonly learn: (command: Command, applied: ApplyResult) => void
}

/**
 * The worlds: USDT and cross margin only; with spot plans; everything; in falling prices; with
 * copying; with grid bots; with combinations; with loans; with auctions of new pairs.
 */
const apart = ['copy', 'grid', 'spread', 'loan', 'launch'] as const
const worlds = ['usdt', 'plans', 'whole', 'storm', ...apart] as const
export type World = (typeof worlds)[number]
export const isWorld = (name: string): name is World => worlds.some((world) => world === name)

const startMs = 1_790_035_200_000
const makers = [1, 2]
const traders = [3, 4, 5, 6, 7, 8, 9]
const accounts = [...makers, ...traders]

/** Returns the workload of a seed. */
export function createWorkload(seed: number, world: World = 'usdt'): Workload {
  const traders = new Traders(seed, world)
  return {
    opening: traders.opening(),
    startMs,
    next: (views) => traders.next(views),
    rest: (forMs) => traders.rest(forMs),
    learn: (command, applied) => traders.learn(command, applied),
  }
}

class Traders {
  readonly #prng: Prng
  readonly #riskProfile: RiskProfile
  readonly #isWhole: boolean
  readonly #world: World
  readonly #isStorm = (): boolean => this.#world === 'storm'
  readonly #prices: { [coin: string]: number } = { BTC: 60_000, ETH: 3000 }
  #timeMs = startMs
  readonly #dated = new DatedTraders(startMs)
  readonly #launches: LaunchTraders
  #ids: { account: number; name: OrderName; symbol: SymbolId }[] = []
  #placed: PlaceOrder[] = []
  readonly #queue: Command[] = []
  /** The contracts that accept opening orders now. */
  #open: readonly string[] = []
  #links = 0

  constructor(seed: number, world: World) {
    this.#isWhole = world === 'whole' || world === 'storm' || world === 'copy'
    this.#world = world
    this.#prng = createPrng(seed)
    this.#riskProfile = riskProfileOf(this.#prng)
    this.#launches = new LaunchTraders(this.#prng)
  }

  opening(): Command[] {
    const paid = (account: number, coin: string, coins: bigint): Command => ({
      kind: 'Deposit',
      account: accountId(account),
      coin,
      amount: amount(coins),
    })
    const dollars = (coin: string, account: number, coins: number): Command =>
      paid(account, coin, BigInt(coins) * 100_000_000n + BigInt(this.#below(1_000_000)))
    return [
      ...instruments.map((instrument): Command => ({ kind: 'ListInstrument', instrument })),
      ...(this.#isWhole ? this.#dated.opening() : []),
      ...(this.#world === 'spread' ? openingSpreads() : []),
      ...(this.#world === 'launch' ? this.#launches.opening() : []),
      this.#pricesCommand(),
      dollars('USDT', 0, 5000),
      // Out of order, which must make no difference to a restored engine.
      ...[...accounts].reverse().map((account): Command => ({
        kind: 'OpenAccount',
        account: accountId(account),
        role: makers.includes(account) ? 'robot' : 'trader',
      })),
      ...makers.flatMap((account) => [
        dollars('USDT', account, 5_000_000),
        paid(account, 'BTC', 10n ** 10n),
        ...(this.#isWhole ? [dollars('USDC', account, 5_000_000)] : []),
      ]),
      ...traders.flatMap((account) => [
        dollars('USDT', account, 200 + this.#below(20_000)),
        ...(this.#isWhole ? [dollars('USDC', account, 200 + this.#below(5000))] : []),
        ...(account % 2 === 0 ? [paid(account, 'BTC', BigInt(1 + this.#below(2 ** 26)))] : []),
        ...['BTCUSDT', 'ETHUSDT'].map((symbol): Command => ({
          kind: 'SetLeverage',
          account: accountId(account),
          symbol: symbolId(symbol),
          leverageE2: leverageE2(this.#one([500, 2000, 5000, 8000])),
        })),
      ]),
      ...(this.#isWhole ? openingModes() : []),
      ...(this.#world === 'loan'
        ? [...openingLending(traders), this.#withPrices(this.#pricesCommand())]
        : []),
    ]
  }

  learn(command: Command, { orderId: id }: ApplyResult): void {
    if (command.kind !== 'PlaceOrder' || id === undefined) return
    this.#placed.push(command)
    if (this.#placed.length > 20) this.#placed.shift()
    // Orders that never rest are rarely referred to again.
    if (command.orderType === 'Market' && !this.#oneIn(20)) return
    const { account, symbol, linkId } = command
    const name: OrderName = linkId !== '' && this.#oneIn(2) ? { linkId } : { orderId: id }
    this.#ids.push({ account, name, symbol })
    if (this.#ids.length > 24) this.#ids.shift()
  }

  rest(forMs: number): Step {
    this.#timeMs += forMs
    return { timeMs: this.#timeMs, command: this.#movePrices() }
  }

  next(views: Views): Step {
    this.#pass()
    this.#open = this.#contracts().filter((symbol) =>
      isOpenFor(views.symbol(symbolId(symbol)), this.#timeMs),
    )
    const wanted = this.#asked(views)
    const asked = this.#withPrices(wanted)
    const meant = this.#isWhole ? withPositionSide(this.#prng, views, asked) : asked
    return { timeMs: this.#timeMs, command: sensible(this.#prng, views, meant) }
  }

  /** Adds the prices of this world's other instruments to every price update. */
  #withPrices(command: Command): Command {
    if (this.#world === 'spread') return withFutures(this.#prng, command)
    if (this.#world === 'launch') return this.#launches.withPrices(command)
    return this.#world === 'loan' ? withCoinPrices(command) : command
  }

  /** One in four is a rare command; otherwise commands are drawn as usual. */
  #asked(views: Views): Command {
    if (this.#world === 'spread' && !this.#oneIn(3))
      this.#queue.unshift(...inventSpreads(this.#prng, this.#herdScene(views)))
    if (this.#world === 'copy' && this.#oneIn(3))
      this.#queue.unshift(...inventCopying(this.#prng, this.#herdScene(views)))
    if (this.#world === 'loan' && this.#oneIn(2))
      this.#queue.unshift(...inventLending(this.#prng, this.#herdScene(views)))
    if (this.#world === 'launch' && this.#oneIn(2))
      this.#queue.unshift(...this.#launches.invent(this.#herdScene(views), this.#timeMs))
    if (this.#world === 'grid' && this.#oneIn(4))
      this.#queue.unshift(...inventGrid(this.#prng, this.#herdScene(views)))
    if (this.#isWhole && this.#oneIn(4)) {
      const known = { instruments, nowMs: this.#timeMs }
      const [first, ...others] = inventDuty(this.#prng, { ...this.#herdScene(views), ...known })
      this.#queue.unshift(...others)
      if (first !== undefined) return first
    }
    return this.#queue.shift() ?? this.#invent(views)
  }

  #herdScene(views: Views): HerdScene {
    return { views, traders, maker: this.#one(makers), contracts: this.#open }
  }

  #below = (bound: number): number => this.#prng.nextBelow(bound)
  #oneIn = (chances: number): boolean => this.#prng.nextBelow(chances) === 0
  #one = <T>(list: readonly T[]): T => {
    const found = list[this.#prng.nextBelow(list.length)]
    if (found === undefined) throw new Error('a choice needs something to choose from')
    return found
  }

  #pass(): void {
    if (this.#oneIn(3)) return
    // Interest is charged by the hour.
    if (this.#world === 'loan' && this.#oneIn(40)) this.#timeMs += this.#below(3_000_000)
    if (this.#oneIn(this.#riskProfile.silenceIn * 10)) this.#timeMs += this.#below(400_000)
    else this.#timeMs += this.#below(this.#oneIn(50) || this.#isStorm() ? 1500 : 300)
  }

  #invent(views: Views): Command {
    if (this.#isWhole) {
      // Sometimes nobody trades for a while, so that contracts are delivered within a run.
      if (this.#oneIn(this.#isStorm() ? 1200 : 150)) this.#timeMs += 60_000 * (2 + this.#below(6))
      const next = this.#dated.roll(this.#timeMs)
      if (next !== undefined) return next
      if (this.#oneIn(12)) return this.#algo()
      if (this.#oneIn(this.#isStorm() ? 30 : 90)) return this.#herd(views)
      if (this.#isStorm() && this.#oneIn(40)) return this.#cascade([0.96, 0.985, 1.015, 1.04])
      if (this.#isStorm() && this.#oneIn(25)) return this.#isolation()
      if (this.#oneIn(4)) return this.#stop(views)
    }
    if (this.#world === 'loan' && this.#oneIn(30)) {
      return this.#cascade([0.95, 0.985, 1.015, 1.05])
    }
    if (this.#world === 'plans' && this.#oneIn(3)) {
      const touch = (of: string, away: number): PriceTicks => this.#touch(of, away)
      return inventSpotPlan(this.#prng, { views, account: this.#one(traders), touch })
    }
    const roll = this.#below(100)
    if (roll < 16) return this.#movePrices()
    if (roll < 20) return this.#quote()
    if (roll < 70) return this.#order(views)
    if (roll < 76) return this.#cancel()
    if (roll < 88) return this.#replace(views)
    if (roll < 91) return this.#leverage()
    if (roll < 93) return this.#cancelAll()
    if (roll < 95) return { kind: 'AdvanceTime' }
    if (roll < 98) return this.#scheme(views)
    return this.#rare()
  }

  #pricesCommand(): Command {
    const [bitcoin = 0, ether = 0] = [this.#prices['BTC'], this.#prices['ETH']]
    const one = (symbol: string, price: number): { symbol: SymbolId; indexE8: number } => ({
      symbol: symbolId(symbol),
      indexE8: Math.round(price * 1e8),
    })
    const all = [one('BTCUSDT', bitcoin), one('ETHUSDT', ether), one('BTC/USDT', bitcoin)]
    // From time to time a market is left without a price.
    const priced = this.#oneIn(this.#riskProfile.silenceIn) ? all.slice(0, 1 + this.#below(2)) : all
    const prices = priced.map(({ symbol, indexE8 }) => ({ symbol, indexE8: priceE8(indexE8) }))
    if (!this.#isWhole) return { kind: 'UpdatePrices', prices }
    const usdE8 = priceE8(Math.round(bitcoin * 1e8))
    const coins = [{ coin: 'BTC', usdE8 }]
    const coined = this.#dated.symbols()
    return {
      kind: 'UpdatePrices',
      prices: [
        ...prices,
        ...coined.map((symbol) => ({ symbol: symbolId(symbol), indexE8: usdE8 })),
      ],
      coins,
    }
  }

  #movePrices(): Command {
    for (const coin of ['BTC', 'ETH']) {
      const before = this.#prices[coin] ?? 0
      const step = 1 + (this.#prng.nextFloat() - 0.5) * 2 * this.#riskProfile.swing
      const gap = this.#oneIn(this.#riskProfile.gapIn)
        ? this.#one([0.5, 0.8, 0.95, 0.99, 1.01, 1.05, 1.25, 1.5])
        : 1
      const [least, most] = coin === 'BTC' ? [500, 900_000] : [20, 90_000]
      this.#prices[coin] = Math.min(Math.max(before * step * gap, least), most)
    }
    return this.#pricesCommand()
  }

  #touch(symbol: string, away: number): PriceTicks {
    const coin = symbol.startsWith('ETH') ? 'ETH' : 'BTC'
    const ticks = ticksPerUnit(symbol)
    const exact = Math.max(1, Math.round((this.#prices[coin] ?? 0) * ticks * (1 + away)))
    // Traders prefer round prices, so queues form.
    const grid = this.#one([1, 100, 500])
    return priceTicks(Math.max(1, Math.round(exact / grid) * grid))
  }

  #symbol(): SymbolId {
    const share = this.#world === 'plans' ? 80 : this.#riskProfile.spotShare
    if (this.#below(100) < share) return symbolId('BTC/USDT')
    return symbolId(this.#one(this.#wanted()))
  }

  /** Mostly contracts that accept opening orders; sometimes others. */
  #wanted = (): readonly string[] =>
    this.#open.length === 0 || this.#oneIn(12) ? this.#contracts() : this.#open

  #contracts(): readonly string[] {
    if (!this.#isWhole) return ['BTCUSDT', 'ETHUSDT']
    return ['BTCUSDT', 'ETHUSDT', ...this.#dated.symbols()]
  }

  /** A maker cancels its orders in a market and quotes both sides again. */
  #quote(): Command {
    const account = accountId(this.#one(makers))
    const symbol = this.#symbol()
    for (let level = 1; level <= 3; level += 1) {
      for (const side of ['Buy', 'Sell'] as const) {
        const away = (side === 'Buy' ? -1 : 1) * level * 0.0008
        this.#queue.push({
          ...bareOrder({ account, symbol, side }),
          timeInForce: 'PostOnly',
          priceTicks: this.#touch(symbol, away),
          qtyLots: qtyLots(this.#lots(symbol) + 200),
        })
      }
    }
    return { kind: 'CancelAllOrders', account, symbol }
  }

  #lots(symbol: string): number {
    const usual = symbol === 'BTC/USDT' ? 200_000 : isCoined(symbol) ? 20_000 : 400
    const roll = this.#below(40)
    if (roll === 0) return 1
    if (roll === 1) return this.#one([3, 7, 997, 7919, 104_729])
    if (roll === 2) return 800_000
    if (roll === 3) return this.#below(2 ** 26)
    if (roll < 10) return 1 + this.#below(usual * 20)
    return 1 + this.#below(usual)
  }

  #order(views: Views): Command {
    if (this.#placed.length > 0 && this.#oneIn(60)) return this.#repeat()
    const account = accountId(this.#oneIn(8) ? this.#one(makers) : this.#one(traders))
    const symbol = this.#symbol()
    const isSpot = symbol === 'BTC/USDT'
    const side = this.#one(['Buy', 'Sell'] as const)
    const order: PlaceOrder = {
      ...bareOrder({ account, symbol, side }),
      qtyLots: qtyLots(this.#lots(symbol)),
      reduceOnly: this.#oneIn(isSpot ? 60 : 6),
      linkId: this.#linkId(),
      selfTrade: this.#one(selfTradeModes),
    }
    if (this.#below(100) < this.#riskProfile.errorRate)
      return invalidOrder(this.#one, order, this.#touch(order.symbol, 0))
    if (this.#oneIn(3)) {
      const market = { ...order, orderType: 'Market' as const }
      if (!isSpot || side === 'Sell' || this.#oneIn(2)) return this.#closing(market)
      return {
        ...market,
        reduceOnly: false,
        qtyLots: qtyLots(0),
        quoteAmount: this.#budget(views, account),
      }
    }
    const timeInForce: TimeInForce = this.#one([
      'GoodTillCancel',
      'GoodTillCancel',
      'GoodTillCancel',
      'PostOnly',
      'ImmediateOrCancel',
      'FillOrKill',
    ])
    const away = (this.#prng.nextFloat() - 0.5) * this.#one([0.001, 0.004, 0.01, 0.06])
    const limit = { ...order, timeInForce, priceTicks: this.#touch(symbol, away) }
    return this.#oneIn(this.#isStorm() ? 2 : 5) ? this.#allIn(views, limit) : limit
  }

  /** The maximum quantity that the account's figures allow at the price, or one lot more. */
  #allIn(views: Views, order: PlaceOrder): PlaceOrder {
    const most = views.maxQty(order.account, order.symbol, order.priceTicks)
    const lots = (order.side === 'Buy' ? most?.buyLots : most?.sellLots) ?? 0
    return { ...order, qtyLots: qtyLots(lots + (this.#oneIn(2) ? 1 : 0)) }
  }

  /** The amount of a market buy: random, or everything available. */
  #budget(views: Views, account: ReturnType<typeof accountId>): Amount {
    const all = views.account(account)?.available ?? 0n
    if (all > 0n && this.#oneIn(3)) return amount(all)
    return amount(BigInt(1 + this.#below(2 ** 26)) * 100_000n)
  }

  #linkId(): string {
    if (!this.#oneIn(4)) return ''
    this.#links += 1
    return this.#oneIn(20) ? `x${this.#below(40)}` : `l${this.#links}`
  }

  #closing(order: PlaceOrder): PlaceOrder {
    if (!order.reduceOnly || !this.#oneIn(2)) return order
    return { ...order, qtyLots: qtyLots(0), closeOnTrigger: true }
  }

  #repeat(): Command {
    const before = this.#one(this.#placed)
    return this.#oneIn(3) ? { ...before, qtyLots: qtyLots(before.qtyLots + 1) } : before
  }

  #known(): { account: number; name: OrderName; symbol: SymbolId } {
    const none = { account: 3, name: { orderId: orderId(1) }, symbol: symbolId('BTCUSDT') }
    const known = this.#ids.length === 0 ? none : this.#one(this.#ids)
    return this.#oneIn(30) ? { ...known, account: this.#one(accounts) } : known
  }

  #cancel(): Command {
    const { account, name } = this.#known()
    return { kind: 'CancelOrder', account: accountId(account), order: name }
  }

  #replace(views: Views): Command {
    const { account, name, symbol } = this.#known()
    const order = views.openOrder(accountId(account), name)
    const away = (this.#prng.nextFloat() - 0.5) * this.#one([0.002, 0.01, 0.06])
    const wantsQty = this.#oneIn(2)
    const now = order?.qtyLots ?? this.#lots(symbol)
    const filled = order?.filledLots ?? 0
    const lots = this.#one([now - 1, now + 1, now >> 1, now * 2, filled, filled + 1, now])
    return {
      kind: 'ReplaceOrder',
      account: accountId(account),
      order: name,
      ...(wantsQty ? { qtyLots: qtyLots(lots) } : {}),
      ...(!wantsQty || this.#oneIn(3) ? { priceTicks: this.#touch(symbol, away) } : {}),
    }
  }

  #leverage(): Command {
    if (this.#isWhole && this.#oneIn(2)) return this.#isolation()
    const wanted = this.#one([100, 200, 500, 1000, 2000, 5000, 8000, 10_000, 10_001, 1237])
    const symbol = symbolId(this.#one(['BTCUSDT', 'ETHUSDT', 'BTC/USDT']))
    const account = accountId(this.#one(traders))
    return { kind: 'SetLeverage', account, symbol, leverageE2: leverageE2(wanted) }
  }

  #isolation(): Command {
    const account = accountId(this.#one(traders))
    if (this.#oneIn(3)) return inventMode(this.#prng, account, this.#wanted())
    return inventIsolation(this.#prng, account, symbolId(this.#one(this.#wanted())))
  }

  #algo(): Command {
    const symbol = this.#one(this.#wanted())
    const lots = isCoined(symbol) ? 2000 : 100
    const place = { account: this.#one(traders), symbol, ticks: this.#touch(symbol, 0), lots }
    return inventAlgo(this.#prng, place)
  }

  #stop(views: Views): Command {
    const account = this.#one(traders)
    const symbol = symbolId(this.#one(this.#wanted()))
    const side = this.#one(['Buy', 'Sell'] as const)
    const lots = qtyLots(1 + this.#below(isCoined(symbol) ? 20_000 : 300))
    const order = { ...bareOrder({ account: accountId(account), symbol, side }), qtyLots: lots }
    const touch = (of: string, away: number): PriceTicks => this.#touch(of, away)
    return inventStop(this.#prng, { views, account, symbol, order, touch })
  }

  #cancelAll(): Command {
    const account = accountId(this.#one(accounts))
    return this.#oneIn(2)
      ? { kind: 'CancelAllOrders', account }
      : { kind: 'CancelAllOrders', account, symbol: this.#symbol() }
  }

  /** Sequences of orders with effects that single ones rarely have. */
  #scheme(views: Views): Command {
    const account = accountId(this.#one(traders))
    if (this.#oneIn(4)) return this.#queueUp(account)
    const held = views.positions(account).find(() => true)?.position
    if (held === undefined || this.#oneIn(3)) return this.#inOwnWay(views, account)
    const side = held.side === 'Buy' ? 'Sell' : 'Buy'
    const away = side === 'Sell' ? 0.004 : -0.004
    const priceTicks = this.#touch(held.symbol, away)
    const closing: PlaceOrder = {
      ...bareOrder({ account, symbol: held.symbol, side }),
      reduceOnly: true,
    }
    const reducing: PlaceOrder = { ...closing, priceTicks }
    const part = qtyLots(Math.max(1, Math.ceil(held.sizeLots / 3)))
    this.#links += 1
    const linkId = `s${this.#links}`
    // Three at one price, more than the position; half closed at market; one increased and moved.
    this.#queue.push(
      { ...reducing, qtyLots: part },
      { ...reducing, qtyLots: qtyLots(part * 2) },
      { ...closing, qtyLots: part, orderType: 'Market' },
      {
        kind: 'ReplaceOrder',
        account,
        order: { linkId },
        qtyLots: qtyLots(held.sizeLots * 3),
        ...(this.#oneIn(2) ? { priceTicks: this.#touch(held.symbol, -away) } : {}),
      },
    )
    return { ...reducing, qtyLots: part, linkId }
  }

  /** Two orders rest at one price, the first is reduced, and a third takes a part of the rest. */
  #queueUp(account: ReturnType<typeof accountId>): Command {
    const symbol = this.#symbol()
    const [first, second] = [accountId(makers[0] ?? 1), accountId(makers[1] ?? 2)]
    const priceTicks = this.#touch(symbol, -0.0001)
    const lots = 10 + this.#lots('')
    const link = (who: string): string => `q${who}${this.#links}`
    this.#links += 1
    const bid: PlaceOrder = {
      ...bareOrder({ account: first, symbol, side: 'Buy' }),
      qtyLots: qtyLots(lots),
      priceTicks,
    }
    this.#queue.push(
      { ...bid, linkId: link('a') },
      { ...bid, account: second, linkId: link('b') },
      {
        kind: 'ReplaceOrder',
        account: first,
        order: { linkId: link('a') },
        qtyLots: qtyLots(this.#oneIn(4) ? lots + 1 : lots >> 1),
      },
      { ...bid, account, side: 'Sell', qtyLots: qtyLots(lots), timeInForce: 'ImmediateOrCancel' },
    )
    return { kind: 'CancelAllOrders', account: second, symbol }
  }

  #inOwnWay(views: Views, account: ReturnType<typeof accountId>): Command {
    const symbol = this.#symbol()
    const touch = (of: string, away: number): PriceTicks => this.#touch(of, away)
    const [first, ...others] = inventOwnWay(this.#prng, { views, account, symbol, makers, touch })
    this.#queue.push(...others)
    return first ?? { kind: 'AdvanceTime' }
  }

  #rare(): Command {
    const symbol = this.#symbol()
    const roll = this.#below(12)
    if (roll === 0) {
      this.#queue.push({ kind: 'AdvanceTime' }, { kind: 'AdvanceTime' })
      this.#queue.push({ kind: 'SetInstrumentStatus', symbol, status: 'Trading' })
      return { kind: 'SetInstrumentStatus', symbol, status: 'CancelOnly' }
    }
    if (roll === 1) return this.#relisting()
    if (roll < 4) {
      const id = accountId(this.#one([0, ...traders]))
      const paid = amount(BigInt(1 + this.#below(2 ** 26)) * 10_000n)
      return { kind: 'Deposit', account: id, coin: this.#one(['USDT', 'BTC']), amount: paid }
    }
    if (roll === 4) {
      const id = accountId(this.#one([0, 3, 77, 1.5]))
      return { kind: 'OpenAccount', account: id, role: 'trader' }
    }
    if (roll === 5) {
      const prices = [{ symbol: symbolId(this.#one(['NOBODY', 'BTCUSDT'])), indexE8: priceE8(0) }]
      return { kind: 'UpdatePrices', prices }
    }
    return this.#cascade([0.98, 0.99, 1.01, 1.02])
  }

  /** The price falls or rises in several steps. */
  #cascade(factors: readonly number[]): Command {
    const factor = this.#one(factors)
    for (let step = 0; step < 12; step += 1) {
      this.#prices['BTC'] = Math.min(Math.max((this.#prices['BTC'] ?? 0) * factor, 500), 900_000)
      this.#queue.push(this.#pricesCommand())
    }
    return this.#movePrices()
  }

  /** Several go the same way with all they have, and the price jumps against them. */
  #herd(views: Views): Command {
    const { side, commands } = inventHerd(this.#prng, this.#herdScene(views))
    const share = this.#one([0.01, 0.015, 0.02, 0.04, 0.1, 0.3])
    for (const coin of ['BTC', 'ETH']) {
      this.#prices[coin] = (this.#prices[coin] ?? 0) * (side === 'Buy' ? 1 - share : 1 + share)
    }
    this.#queue.push(...commands, this.#pricesCommand(), { kind: 'AdvanceTime' })
    return this.#movePrices()
  }

  #relisting(): Command {
    const instrument = this.#one(instruments)
    const takerFeeE8 = this.#oneIn(2) ? instrument.takerFeeE8 : instrument.makerFeeE8
    return { kind: 'ListInstrument', instrument: { ...instrument, takerFeeE8 } }
  }
}
