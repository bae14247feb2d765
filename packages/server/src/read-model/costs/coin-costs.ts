// Costs and gains of each trader's coins: folded from fills and ledger entries, kept in memory and
// in the database (rules 18).

import { costAfter, nothingHeld, type CoinCost } from '@basis/domain/instrument/coin-cost'
import { divRound, formatDecimal, parseDecimal, unitE8 } from '@basis/domain/numbers/fixed'
import type { SpreadLegFill } from '@basis/domain/spread/order'
import type { EventBatch, WalletChanged } from '@basis/engine/events'
import type { CoinCostRow } from '../history-tables.ts'
import type { VolumeMarket } from '../volume/traded-volume.ts'
import { isDollarCoin } from './dollar-coins.ts'

/** Spot trades are counted by their fills; loans do not move the trader's own coins. */
const passedOver: readonly WalletChanged['cause'][] = ['SpotTrade', 'Borrow', 'Repay', 'Interest']

/** What a fill of an order and a leg's fill of a combination have in common. */
type SpotFill = Pick<SpreadLegFill, 'symbol' | 'side' | 'qtyLots' | 'value' | 'fee' | 'feeCoin'>

/** All traders; called with every batch, in order. */
export class CoinCosts {
  readonly #isTrader: (account: number) => boolean
  readonly #markets = new Map<string, VolumeMarket>()
  /** Prices of coins in dollars, ×1e8, from their pairs' index prices. */
  readonly #usdE8 = new Map<string, bigint>()
  readonly #held = new Map<number, Map<string, CoinCost>>()
  readonly #changed = new Map<string, readonly [account: number, coin: string]>()

  constructor(
    markets: readonly VolumeMarket[],
    rows: readonly CoinCostRow[],
    isTrader: (account: number) => boolean,
  ) {
    this.#isTrader = isTrader
    for (const market of markets) this.list(market)
    for (const { account, coin, qty, cost, realised } of rows) {
      const read = (text: string): bigint => parseDecimal(text, 8) ?? 0n
      this.#coinsOf(account).set(coin, {
        qty: read(qty),
        cost: read(cost),
        realised: read(realised),
      })
    }
  }

  list(market: VolumeMarket): void {
    this.#markets.set(market.symbol, market)
  }

  apply({ events }: EventBatch): void {
    for (const event of events) {
      if (event.kind === 'OrderFilled') {
        const { account, symbol, side } = event.order
        this.#fill(account, { ...event.fill, symbol, side })
      } else if (event.kind === 'SpreadFilled') {
        const { spread, fill } = event
        for (const leg of [fill.far, fill.near]) this.#fill(spread.account, leg)
      } else if (event.kind === 'WalletChanged') this.#book(event)
      else if (event.kind === 'PricesChanged') this.#price(event.symbol, event.indexE8)
      else if (event.kind === 'InterestCharged') {
        this.#move(event.account, event.coin, -event.interest)
      }
    }
  }

  /** Returns the costs of a trader's coins, by coin name. */
  of(account: number): readonly (readonly [coin: string, held: CoinCost])[] {
    return [...(this.#held.get(account) ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1))
  }

  /** Returns the rows to be stored since the previous call. */
  takeChanges(): readonly CoinCostRow[] {
    const rows = [...this.#changed.values()].map(([account, coin]) => {
      const { qty, cost, realised } = this.#coinsOf(account).get(coin) ?? nothingHeld
      const text = (value: bigint): string => formatDecimal(value, 8)
      return { account, coin, qty: text(qty), cost: text(cost), realised: text(realised) }
    })
    this.#changed.clear()
    return rows
  }

  /** Both coins of a spot fill move at the dollar value of the quote amount after its fee. */
  #fill(account: number, { symbol, side, qtyLots, value, fee, feeCoin }: SpotFill): void {
    const market = this.#markets.get(symbol)
    if (market?.kind !== 'Spot' || !this.#isTrader(account)) return
    const { baseCoin, quoteCoin, lotSizeE8 } = market
    const isBuy = side === 'Buy'
    const feeOf = (coin: string): bigint => (feeCoin === coin ? fee : 0n)
    const lots = BigInt(qtyLots) * BigInt(lotSizeE8)
    const base = (isBuy ? lots : -lots) - feeOf(baseCoin)
    const quote = (isBuy ? -value : value) - feeOf(quoteCoin)
    const worth = this.#worth(quoteCoin, quote)
    this.#move(account, baseCoin, base, worth)
    this.#move(account, quoteCoin, quote, worth)
  }

  #book({ account, coin, cause, change }: WalletChanged): void {
    if (!passedOver.includes(cause)) this.#move(account, coin, change)
  }

  /**
   * Moves coins at the given value in dollars, by default at their current price. Dollar coins are
   * worth their cost.
   */
  #move(account: number, coin: string, qty: bigint, value = this.#worth(coin, qty)): void {
    if (qty === 0n || isDollarCoin(coin) || !this.#isTrader(account)) return
    const coins = this.#coinsOf(account)
    coins.set(coin, costAfter(coins.get(coin) ?? nothingHeld, { qty, value }))
    this.#changed.set(`${account} ${coin}`, [account, coin])
  }

  #worth(coin: string, qty: bigint): bigint {
    const size = qty < 0n ? -qty : qty
    if (isDollarCoin(coin)) return size
    return divRound(size * (this.#usdE8.get(coin) ?? 0n), unitE8, 'down')
  }

  /** A pair of a coin and a dollar coin, either way round, gives the coin's price. */
  #price(symbol: string, indexE8: number): void {
    const market = this.#markets.get(symbol)
    if (market?.kind !== 'Spot' || indexE8 <= 0) return
    const { baseCoin, quoteCoin } = market
    if (isDollarCoin(quoteCoin)) this.#usdE8.set(baseCoin, BigInt(indexE8))
    else if (isDollarCoin(baseCoin)) {
      this.#usdE8.set(quoteCoin, divRound(unitE8 * unitE8, BigInt(indexE8), 'down'))
    }
  }

  #coinsOf(account: number): Map<string, CoinCost> {
    let coins = this.#held.get(account)
    if (coins === undefined) {
      coins = new Map()
      this.#held.set(account, coins)
    }
    return coins
  }
}
