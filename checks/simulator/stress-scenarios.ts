// Stress scenarios in a seeded market: every price halves at once, or falls step by step while
// leverage is high and nobody buys.

// Every law is checked, and the outcome is replayed from snapshots (reliability L6, L11, L12).

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  type PriceTicks,
} from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import type { Command, NumberedCommand, PlaceOrder } from '@basis/engine/commands'
import { createEngine, type Engine } from '@basis/engine/engine'
import type { Event } from '@basis/engine/events'
import { brokenInvariants } from '@basis/engine/invariants'
import { stateHash } from '@basis/engine/snapshot'
import { Laws } from './laws/laws.ts'
import { EventDigest } from './simulation.ts'
import { createWorkload, type Workload } from './workload.ts'

const traders = [3, 4, 5, 6, 7, 8, 9].map(accountId)
const makers = [1, 2].map(accountId)
const linear = symbolId('BTCUSDT')

/** The events of each command, and the balance of the USDT pool after it. */
export type Moment = {
  readonly numbered: NumberedCommand
  readonly events: readonly Event[]
  readonly poolUsdt: bigint
}

export type StressScenario = {
  readonly moments: readonly Moment[]
  readonly stateHash: string
  readonly eventHash: string
}

/** A run of traders under scripted stress; throws Error with the violated law. */
export class StressRun {
  readonly #engine: Engine = createEngine()
  readonly #laws = new Laws()
  readonly #digest = new EventDigest()
  readonly #workload: Workload
  readonly #moments: Moment[] = []

  constructor(seed: number) {
    this.#workload = createWorkload(seed, 'whole')
    for (const command of this.#workload.opening) this.do(command)
  }

  /** Runs this many commands of the traders. */
  crowd(commands: number): this {
    for (let k = 0; k < commands; k += 1) {
      const { timeMs, command } = this.#workload.next(this.#engine.views)
      this.do(command, timeMs)
    }
    return this
  }

  /** For this many seconds makers trade at the index, until last price and mark are there too. */
  calm(seconds: number): this {
    const { views } = this.#engine
    const [first = accountId(1), second = accountId(2)] = makers
    for (const account of [...makers, ...traders]) this.do({ kind: 'CancelAllOrders', account })
    for (let k = 0; k < seconds; k += 1) {
      this.prices(1, 1)
      const view = views.symbol(linear)
      const index = Math.round((view?.indexE8 ?? 0) / 10_000_000)
      const [low, high] = [view?.minSellTicks ?? 1, view?.maxBuyTicks ?? 1]
      const ticks = priceTicks(Math.min(Math.max(index, low), high))
      this.do(limit(first, 'Sell', 20, ticks))
      this.do(limit(second, 'Buy', 20, ticks))
    }
    return this
  }

  /** Every trader gets new money and opens the largest long it allows, against the makers. */
  leveraged(times: number, dollars: bigint): this {
    const { views } = this.#engine
    for (const account of [...makers, ...traders]) this.do({ kind: 'CancelAllOrders', account })
    for (const account of traders) {
      this.do({ kind: 'Deposit', account, coin: 'USDT', amount: amount(dollars * 100_000_000n) })
      const leverage = leverageE2(times * 100)
      this.do({ kind: 'SetLeverage', account, symbol: linear, leverageE2: leverage })
      const ticks = priceTicks(Math.round((views.symbol(linear)?.markE8 ?? 0) / 10_000_000))
      const lots = Math.floor((views.maxQty(account, linear, ticks)?.buyLots ?? 0) * 0.95)
      const [maker = accountId(1)] = makers
      this.do(limit(maker, 'Sell', lots, ticks))
      const idx = views.positionMode(account, linear) === 'BothSide' ? 1 : 0
      this.do({ ...limit(account, 'Buy', lots, ticks), positionIdx: idx })
    }
    for (const account of makers) this.do({ kind: 'CancelAllOrders', account })
    return this
  }

  /** Seconds of prices, each the previous one times the factor. */
  prices(factor: number, seconds: number): this {
    for (let k = 0; k < seconds; k += 1) {
      const { views } = this.#engine
      const prices = views.symbols().flatMap((symbol) => {
        const indexE8 = views.symbol(symbol)?.indexE8 ?? 0
        const isCrypto = indexE8 > 100_000_000
        return isCrypto ? [{ symbol, indexE8: priceE8(Math.round(indexE8 * factor)) }] : []
      })
      const bitcoin = views.symbol(linear)?.indexE8 ?? 0
      const coins = [{ coin: 'BTC', usdE8: priceE8(Math.round(bitcoin * factor)) }]
      this.do({ kind: 'UpdatePrices', prices, coins }, this.#engine.lastTimeMs() + 1000)
    }
    return this
  }

  /** Applies a command and checks every law. */
  do(command: Command, atMs = 0): void {
    const engine = this.#engine
    const timeMs = Math.max(atMs, engine.lastTimeMs(), this.#workload.startMs)
    const numbered = { seq: engine.lastSeq() + 1, timeMs, command }
    const applied = engine.apply(numbered)
    this.#laws.observe(command, applied, engine)
    const [broken] = brokenInvariants(engine)
    if (broken !== undefined) throw new Error(broken)
    this.#digest.add(applied)
    this.#workload.learn(command, applied)
    const poolUsdt = engine.views.insurance('USDT') ?? 0n
    this.#moments.push({ numbered, events: applied.events, poolUsdt })
  }

  /** The number of commands so far. */
  get length(): number {
    return this.#moments.length
  }

  over(): StressScenario {
    const { hash: eventHash } = this.#digest
    return { moments: this.#moments, stateHash: stateHash(this.#engine), eventHash }
  }
}

const limit = (
  account: PlaceOrder['account'],
  side: Side,
  lots: number,
  ticks: PriceTicks,
): PlaceOrder => ({
  kind: 'PlaceOrder',
  account,
  symbol: linear,
  side,
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: ticks,
  qtyLots: qtyLots(lots),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  linkId: '',
  selfTrade: 'None',
})
