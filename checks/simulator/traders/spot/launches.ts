// Pairs that open by a call auction, one after the other: collected crossing orders, orders that an
// auction refuses, changes and cancels, and early openings (rules 8.12).

import { accountId, symbolId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { amount, priceE8, priceTicks, qtyLots, rateE8 } from '@basis/domain/numbers/fixed'
import { selfTradeModes } from '@basis/domain/orders/order'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command, PlaceOrder } from '@basis/engine/commands'
import type { SymbolView, Views } from '@basis/engine/views'
import { bareOrder } from '../bare.ts'
import { listed } from '../dated.ts'
import { inventRule, inventRuleChange } from '../rules.ts'

const auctionMs = 25_000
/** The time from listing to the start of trading. */
const comingMs = 30_000
/** The time from a launch until the next pair is listed. */
const tradingMs = 20_000

type Scene = { readonly views: Views; readonly traders: readonly number[] }

/** The traders of new pairs, who also change rules and the collateral. */
export class LaunchTraders {
  readonly #prng: Prng
  #no = 0
  #launchMs = -Infinity

  constructor(prng: Prng) {
    this.#prng = prng
  }

  /** Bitcoin is collateral, so that it can be excluded from it. */
  opening = (): readonly Command[] => [{ kind: 'ListCoin', coin: 'BTC', ratioE4: 9500 }]

  /** Adds prices of the pairs and their coins to every price of ether: a thirtieth of it. */
  withPrices(command: Command): Command {
    if (command.kind !== 'UpdatePrices') return command
    const of = (symbol: string): number =>
      command.prices.find((price) => price.symbol === symbol)?.indexE8 ?? 0
    const [bitcoin, ether] = [of('BTCUSDT'), of('ETHUSDT')]
    const known = (coin: string, exactE8: number) =>
      exactE8 > 0 ? [{ coin, usdE8: priceE8(Math.round(exactE8)) }] : []
    const own = this.#coins().flatMap((coin) => known(coin, ether / 30))
    return {
      ...command,
      prices: [
        ...command.prices,
        ...own.map(({ coin, usdE8 }) => ({ symbol: symbolId(`${coin}/USDT`), indexE8: usdE8 })),
      ],
      coins: [...known('BTC', bitcoin), ...own],
    }
  }

  /** Returns random commands. */
  invent({ views, traders }: Scene, nowMs: number): readonly Command[] {
    const account = accountId(this.#one(traders) ?? 3)
    if (nowMs > this.#launchMs + tradingMs) return this.#list(traders, nowMs)
    const symbol = symbolId(`NEW${this.#no}/USDT`)
    const view = views.symbol(symbol)
    if (view === undefined || view.markE8 === 0) return []
    switch (this.#below(12)) {
      case 0: {
        const coin = this.#one(['BTC', `NEW${this.#no}`, 'USDT', 'SOL']) ?? 'BTC'
        return [{ kind: 'SetCollateral', account, coin, isOn: this.#below(2) === 0 }]
      }
      case 1: {
        const contract = views.symbol(symbolId('BTCUSDT'))
        if (contract === undefined || contract.markE8 === 0) return []
        return [inventRule(this.#prng, { account, view: contract, nowMs })]
      }
      case 2:
        return inventRuleChange(this.#prng, { views, traders, nowMs })
      case 3:
        return this.#operate(view)
      case 4:
      case 5:
        return this.#change(views, account, symbol)
      case 6:
        return [this.#unfit(this.#order(view, account))]
      default:
        return [this.#order(view, account), this.#order(view, accountId(this.#one(traders) ?? 3))]
    }
  }

  #below = (bound: number): number => this.#prng.nextBelow(bound)
  #one = <T>(list: readonly T[]): T | undefined => list[this.#below(list.length)]
  #coins = (): readonly string[] => Array.from({ length: this.#no }, (_, k) => `NEW${k + 1}`)

  /** The next pair, and deposits of its coin for all traders. */
  #list(traders: readonly number[], nowMs: number): readonly Command[] {
    this.#no += 1
    this.#launchMs = nowMs + comingMs
    const coin = `NEW${this.#no}`
    const words =
      `list ${coin}/USDT Spot ${coin}/USDT tick=0.1 lot=0.01 band=3:5 fees=0.1:0.05 ` +
      `price=1t..99999t qty=1l..1000000l market=500000l status=PreLaunch ` +
      `launch=${this.#launchMs} auction=${auctionMs}`
    return [
      { kind: 'ListInstrument', instrument: listed(words) },
      { kind: 'ListCoin', coin, ratioE4: this.#one([0, 5000]) ?? 0 },
      ...traders.map((trader): Command => {
        const coins = amount(BigInt(1 + this.#below(5000)) * 1_000_000n)
        return { kind: 'Deposit', account: accountId(trader), coin, amount: coins }
      }),
    ]
  }

  /** A limit around the index, so that most bids are above most asks. */
  #order({ instrument, indexE8 }: SymbolView, account: AccountId): PlaceOrder {
    const { symbol, tickSizeE8 } = instrument
    const side = this.#below(2) === 0 ? 'Buy' : 'Sell'
    const ticks = (indexE8 * (970 + this.#below(60))) / (1000 * tickSizeE8)
    return {
      ...bareOrder({ account, symbol, side }),
      priceTicks: priceTicks(Math.max(1, Math.round(ticks))),
      qtyLots: qtyLots(1 + this.#below(this.#below(4) === 0 ? 20_000 : 500)),
      selfTrade: this.#one(selfTradeModes) ?? 'None',
    }
  }

  /** An order that an auction refuses. */
  #unfit(order: PlaceOrder): PlaceOrder {
    const { priceTicks: _limit, ...unlimited } = order
    switch (this.#below(4)) {
      case 0:
        return { ...unlimited, orderType: 'Market', timeInForce: 'ImmediateOrCancel' }
      case 1:
        return { ...order, timeInForce: 'PostOnly' }
      case 2:
        return { ...order, timeInForce: 'FillOrKill' }
      default:
        return { ...order, reduceOnly: true }
    }
  }

  /** A change of price or quantity of an order in the pair, or its cancel. */
  #change(views: Views, account: AccountId, symbol: SymbolId): readonly Command[] {
    const found = this.#one(views.openOrders(account).filter((order) => order.symbol === symbol))
    if (found === undefined) return []
    const order = { orderId: found.id }
    const roll = this.#below(4)
    if (roll === 0) return [{ kind: 'CancelOrder', account, order }]
    const lots = { qtyLots: qtyLots(Math.max(1, (found.qtyLots * (1 + this.#below(4))) >> 1)) }
    const ticks = { priceTicks: priceTicks(found.priceTicks + this.#below(21) - 10) }
    return [
      {
        kind: 'ReplaceOrder',
        account,
        order,
        ...(roll === 1 ? lots : ticks),
      },
    ]
  }

  /**
   * Another fee with the states unchanged; rarely the auction ends early, with or without an
   * opening.
   */
  #operate({ instrument }: SymbolView): readonly Command[] {
    const { symbol, status, makerFeeE8 } = instrument
    if (status === 'Auction' && this.#below(6) === 0) {
      const off = { kind: 'SetInstrumentStatus', symbol, status: 'CancelOnly' } as const
      const on = { ...off, status: 'Trading' } as const
      return this.#below(3) === 0 ? [off, on] : [on]
    }
    const changed = { ...instrument, makerFeeE8: rateE8(50_000 + (makerFeeE8 % 2) + 1) }
    return [{ kind: 'ListInstrument', instrument: changed }]
  }
}
