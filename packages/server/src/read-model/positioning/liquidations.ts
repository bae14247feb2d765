// Public liquidations: folded from events, the newest kept in memory, all of them in the database.

import { contractValue } from '@basis/domain/instrument/contract'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import { amount, priceE8, qtyLots, type PriceE8, type QtyLots } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import { priceOfValueE8 } from '@basis/domain/margin/bankruptcy'
import type { EventBatch } from '@basis/engine/events'
import type { PublicLiquidationRow } from '../history-tables.ts'

/** A liquidated position or part of one. */
export type PublicLiquidation = {
  readonly timeMs: number
  readonly symbol: SymbolId
  /** The position's side: `Buy` for a liquidated long. */
  readonly side: Side
  readonly qtyLots: QtyLots
  /** The bankruptcy price if taken over, else the execution price. */
  readonly priceE8: PriceE8
}

type Market = Pick<Instrument, 'kind' | 'lotSizeE8'>

/** Number kept in memory, over all contracts. */
const newestKept = 1000

/**
 * Returns the liquidations of one command: takeovers by the insurance fund, and fills of
 * liquidation orders summed per account and side.
 */
export function liquidationsIn(
  { events, timeMs }: Pick<EventBatch, 'events' | 'timeMs'>,
  marketOf: (symbol: string) => Market | undefined,
): readonly PublicLiquidation[] {
  const found: PublicLiquidation[] = []
  const sold = new Map<string, { symbol: SymbolId; side: Side; lots: number; value: bigint }>()
  for (const event of events) {
    if (event.kind === 'PositionTakenOver') {
      const { symbol, side, sizeLots, bankruptcyPriceE8 } = event
      found.push({ timeMs, symbol, side, qtyLots: sizeLots, priceE8: bankruptcyPriceE8 })
    } else if (event.kind === 'PnlClosed' && event.cause === 'Liquidation') {
      const { account, symbol, side, closedLots, exitValue } = event
      const name = `${account} ${symbol} ${side}`
      const sum = sold.get(name) ?? { symbol, side, lots: 0, value: 0n }
      sum.lots += closedLots
      sum.value += exitValue
      sold.set(name, sum)
    }
  }
  for (const { symbol, side, lots, value } of sold.values()) {
    const market = marketOf(symbol)
    if (market === undefined) continue
    const qty = amount(BigInt(lots) * BigInt(market.lotSizeE8))
    const price = priceOfValueE8(contractOf(market), qty, amount(value)) ?? priceE8(0)
    found.push({ timeMs, symbol, side, qtyLots: qtyLots(lots), priceE8: price })
  }
  return found
}

const contractOf = ({ kind }: Market) => (kind === 'Inverse' ? 'Inverse' : 'Linear')

/** Its value in 1e-4 of the quote coin; for an inverse contract in the coin. */
function valueE4Of({ qtyLots: lots, priceE8: price }: PublicLiquidation, market: Market) {
  if (price === 0) return 0
  const qty = amount(BigInt(lots) * BigInt(market.lotSizeE8))
  return Number(contractValue(contractOf(market), qty, price) / 10_000n)
}

/** All contracts; called with every batch, in order. */
export class Liquidations {
  readonly #markets = new Map<string, Market>()
  /** Oldest first. */
  readonly #newest: PublicLiquidation[] = []
  #unsaved: PublicLiquidationRow[] = []

  /** `rows` are the newest of those stored, oldest first. */
  constructor(
    markets: readonly (Market & { readonly symbol: string })[],
    rows: readonly PublicLiquidationRow[],
  ) {
    for (const market of markets) this.list(market)
    for (const row of rows) this.#newest.push(liquidationOf(row))
  }

  list(market: Market & { readonly symbol: string }): void {
    this.#markets.set(market.symbol, market)
  }

  apply(batch: EventBatch): void {
    const found = liquidationsIn(batch, (symbol) => this.#markets.get(symbol))
    found.forEach((liquidation, place) => {
      const market = this.#markets.get(liquidation.symbol)
      if (market === undefined) return
      this.#newest.push(liquidation)
      if (this.#newest.length > newestKept) this.#newest.shift()
      const valueE4 = valueE4Of(liquidation, market)
      this.#unsaved.push({ seq: batch.seq, place, ...liquidation, valueE4 })
    })
  }

  /** Newest first; of one contract or of all. */
  newest(symbol: string | undefined, limit: number): readonly PublicLiquidation[] {
    const isAsked = (each: PublicLiquidation): boolean =>
      symbol === undefined || each.symbol === symbol
    return this.#newest.filter(isAsked).slice(-limit).reverse()
  }

  /** Returns the rows to be stored since the previous call. */
  takeChanges(): readonly PublicLiquidationRow[] {
    const rows = this.#unsaved
    this.#unsaved = []
    return rows
  }
}

const liquidationOf = ({
  timeMs,
  symbol,
  side,
  qtyLots: lots,
  priceE8: price,
}: PublicLiquidationRow) => ({
  timeMs,
  symbol: symbolId(symbol),
  side: side as Side,
  qtyLots: qtyLots(lots),
  priceE8: priceE8(price),
})
