// The simulated options: lists what the forwards require, marks and quotes the chains in turn, and
// trades a little. A chain is a coin's options of one settle coin.

import { accountId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { amount, priceE8, priceTicks, qtyLots, unitE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { optionSettleCoins } from '@basis/domain/instrument/option-naming'
import type { Order } from '@basis/domain/orders/order'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import { optionGreeks } from '@basis/domain/options/black76'
import { forwardAt } from '@basis/domain/options/forward'
import type { BatchOperation, Command, PlaceOrder } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import { optionCoins, optionsAt } from '../../instruments/options.ts'
import { openOptions } from '../../options/dated-contracts.ts'
import { futuresOf, indexOf } from '../../options/forwards.ts'
import { batchesOf } from '../robots/quote-commands.ts'
import { OptionMarks, type MarkedOption } from './marks.ts'
import { wantedQuotes, type WantedQuote } from './quotes.ts'

/** Interval at which new strikes and expiries are listed. */
const listEveryMs = 15_000
/**
 * Number of steps, a quarter of a second each, between turns; each turn marks and quotes one chain.
 */
const chainSteps = 2
/** Average interval between a taker's orders in a chain. */
const takeEveryMs = 9_000
const firstAccount = 40
/** The initial funds of a chain's maker and taker, in its settle coin. */
const [makerFunds, takerFunds] = [400_000_000n, 40_000_000n]
/** A position of this many levels is full. */
const fullLevels = 12
/** No quotes this close to expiry: takers then only reduce. */
const lastQuoteMs = 10 * 60_000

type Chain = {
  readonly coin: string
  readonly settleCoin: string
  readonly maker: AccountId
  readonly taker: AccountId
  nextTakeMs: number
}

export class OptionMarket {
  readonly #views: Views
  readonly #isManned: boolean
  readonly #marks: OptionMarks
  readonly #random: Prng
  readonly #chains: readonly Chain[]
  #options = new Map<Chain, Instrument[]>()
  #listedMs = Number.NEGATIVE_INFINITY
  #step = 0

  constructor(views: Views, { seed, isManned }: { seed: number; isManned: boolean }) {
    this.#views = views
    this.#isManned = isManned
    this.#marks = new OptionMarks(views, seed)
    this.#random = createPrng(seed + 909)
    this.#chains = optionCoins.flatMap((coin, c) =>
      optionSettleCoins.map((settleCoin, s) => {
        const first = firstAccount + 2 * (c * optionSettleCoins.length + s)
        const [maker, taker] = [accountId(first), accountId(first + 1)]
        return { coin, settleCoin, maker, taker, nextTakeMs: 0 }
      }),
    )
  }

  /** Returns the commands of the options at a time; called every quarter of a second. */
  step(timeMs: number): Command[] {
    this.#step += 1
    if (timeMs - this.#listedMs >= listEveryMs) {
      const listings = this.#listings(timeMs)
      if (listings.length > 0) return listings
    }
    if (this.#step % chainSteps !== 0) return []
    const chain = this.#chains[(this.#step / chainSteps) % this.#chains.length]
    return chain === undefined ? [] : this.#turn(chain, timeMs)
  }

  /** Returns the missing listings of the calendar and the forwards, and updates the chains. */
  #listings(timeMs: number): Command[] {
    const wanted = optionsAt(timeMs, (coin, deliveryMs) => {
      const indexE8 = indexOf(this.#views, coin)
      if (indexE8 === undefined) return undefined
      const futures = futuresOf(this.#views, coin)
      return priceE8(
        Math.round(forwardAt(indexE8 / 1e8, futures, { deliveryMs, nowMs: timeMs }) * 1e8),
      )
    })
    if (wanted.length === 0) return []
    this.#listedMs = timeMs
    const missing = wanted.filter(({ symbol }) => this.#views.symbol(symbol) === undefined)
    this.#options = new Map(
      this.#chains.map((chain) => [
        chain,
        [...openOptions(this.#views, chain.coin), ...missing].filter(
          ({ baseCoin, settleCoin, deliveryMs = 0 }) =>
            baseCoin === chain.coin && settleCoin === chain.settleCoin && deliveryMs > timeMs,
        ),
      ]),
    )
    return missing.map((instrument) => ({ kind: 'ListInstrument', instrument }))
  }

  #turn(chain: Chain, timeMs: number): Command[] {
    const marked = this.#marks.mark(chain.coin, this.#options.get(chain) ?? [], timeMs)
    if (marked.length === 0) return []
    const prices: Command = { kind: 'UpdatePrices', prices: marked.map(({ price }) => price) }
    if (!this.#isManned) return [prices]
    return [
      prices,
      ...this.#funding(chain),
      ...this.#quotes(chain, marked, timeMs),
      ...this.#take(chain, marked, timeMs),
    ]
  }

  #funding({ maker, taker, settleCoin }: Chain): Command[] {
    const commands: Command[] = []
    for (const [account, funds] of [
      [maker, makerFunds],
      [taker, takerFunds],
    ] as const) {
      const view = this.#views.account(account)
      if (view === undefined) commands.push({ kind: 'OpenAccount', account, role: 'robot' })
      const held = view?.coins.find(({ coin }) => coin === settleCoin)?.balance ?? 0n
      const wanted = funds * unitE8
      if (2n * held > wanted) continue
      commands.push({ kind: 'Deposit', account, coin: settleCoin, amount: amount(wanted - held) })
    }
    return commands
  }

  #quotes(chain: Chain, marked: readonly MarkedOption[], timeMs: number): Command[] {
    const standing = Map.groupBy(this.#views.openOrders(chain.maker), ({ symbol }) => symbol)
    const held = new Map(
      this.#views.positions(chain.maker).map(({ position }) => [position.symbol, position]),
    )
    const operations = marked.flatMap(({ instrument, price, inputs, fairE8 }) => {
      const { symbol, deliveryMs = 0 } = instrument
      const view = this.#views.symbol(symbol)
      // Before its first mark price an option accepts no orders.
      if (view?.maxBuyTicks === undefined || deliveryMs - timeMs < lastQuoteMs) return []
      const position = held.get(symbol)
      const signed = (position?.sizeLots ?? 0) * (position?.side === 'Sell' ? -1 : 1)
      const greeks = optionGreeks(inputs)
      const { indexE8 } = price
      const empty = wantedQuotes(view, { fairE8, indexE8, greeks, inventory: 0 })
      const level = empty[0]?.lots ?? 1
      const inventory = Math.max(-1, Math.min(1, signed / (fullLevels * level)))
      const wanted = wantedQuotes(view, { fairE8, indexE8, greeks, inventory })
      return moves(chain.maker, symbol, wanted, standing.get(symbol) ?? [])
    })
    return batchesOf(chain.maker, operations)
  }

  #take(chain: Chain, marked: readonly MarkedOption[], timeMs: number): Command[] {
    if (timeMs < chain.nextTakeMs) return []
    const wait = takeEveryMs * (0.3 + 1.4 * this.#random.nextFloat())
    const isFirst = chain.nextTakeMs === 0
    chain.nextTakeMs = timeMs + Math.round(wait)
    if (isFirst) return []
    // Near-the-money and short-dated options trade most: of two drawn, the one with more gamma.
    const drawn = [0, 1].map(() => marked[this.#random.nextBelow(marked.length)])
    const gamma = (option: MarkedOption | undefined): number =>
      option === undefined ? -1 : optionGreeks(option.inputs).gamma
    const [one, other] = drawn
    const chosen = gamma(one) > gamma(other) ? one : other
    if (chosen === undefined) return []
    const { symbol } = chosen.instrument
    const position = this.#views
      .positions(chain.taker)
      .find((held) => held.position.symbol === symbol)?.position
    const isClosing = position !== undefined && this.#random.nextBelow(3) > 0
    const side = isClosing
      ? position.side === 'Buy'
        ? 'Sell'
        : 'Buy'
      : this.#random.nextBelow(5) < 3
        ? 'Buy'
        : 'Sell'
    const lots = isClosing ? position.sizeLots : 1 + this.#random.nextBelow(25)
    return [
      {
        ...order(chain.taker, symbol, { side, lots }),
        orderType: 'Market',
        timeInForce: 'ImmediateOrCancel',
        reduceOnly: isClosing,
      },
    ]
  }
}

const order = (
  account: AccountId,
  symbol: SymbolId,
  { side, lots }: Pick<WantedQuote, 'side' | 'lots'>,
): PlaceOrder => ({
  kind: 'PlaceOrder',
  account,
  symbol,
  side,
  orderType: 'Limit',
  timeInForce: 'PostOnly',
  qtyLots: qtyLots(lots),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  linkId: '',
  selfTrade: 'CancelTaker',
})

/** Returns the operations that turn an option's open orders into the wanted quotes. */
function moves(
  account: AccountId,
  symbol: SymbolId,
  wanted: readonly WantedQuote[],
  standing: readonly Order[],
): BatchOperation[] {
  return (['Buy', 'Sell'] as const).flatMap((side) => {
    const sign = side === 'Buy' ? -1 : 1
    const there = standing
      .filter((each) => each.side === side)
      .toSorted((a, b) => sign * (a.priceTicks - b.priceTicks))
    const levels = wanted.filter((each) => each.side === side)
    const kept = levels.flatMap((level, k): BatchOperation[] => {
      const known = there[k]
      if (known === undefined) {
        return [{ ...order(account, symbol, level), priceTicks: priceTicks(level.ticks) }]
      }
      const isNear = Math.abs(known.priceTicks - level.ticks) <= level.reach
      if (isNear && 2 * known.leavesLots >= level.lots) return []
      return [
        {
          kind: 'ReplaceOrder',
          account,
          order: { orderId: known.id },
          priceTicks: priceTicks(level.ticks),
          qtyLots: qtyLots(level.lots + known.filledLots),
        },
      ]
    })
    const gone = there
      .slice(levels.length)
      .map(({ id }): BatchOperation => ({ kind: 'CancelOrder', account, order: { orderId: id } }))
    // Retreating orders make room first: far quotes move before near ones.
    return [...gone, ...kept.toReversed()]
  })
}
