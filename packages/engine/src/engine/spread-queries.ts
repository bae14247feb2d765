// Queries about combinations; change nothing.

import type { SymbolId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import type { SpreadTicks } from '@basis/domain/spread/combination'
import type {
  SpreadDepthView,
  SpreadLevelView,
  SpreadView,
  SpreadViews,
} from '../api/spread-views.ts'
import { bandNow, fairTicks, nearReference } from '../risk/spread-margin.ts'
import { linkedId } from '../state/client-order-ids.ts'
import { spreadOfBook } from '../state/spreads/spread.ts'
import type { SpreadMarket } from '../risk/spread-orders.ts'
import { combinationNow, spreadOrdersOf, spreadRecord } from '../risk/spread-orders.ts'
import type { EngineState } from '../state/state.ts'
import { bestOf, entryProblem, statusNow } from '../trading/spread/spread-entry.ts'

/** Returns the queries on this state. */
export function spreadViewsOf(state: EngineState): SpreadViews {
  const { spreads } = state
  return {
    symbols: () => [...spreads.markets.keys()],
    market: (symbol) => {
      const market = spreads.markets.get(symbol)
      return market && viewOf(state, market)
    },
    depth: (symbol, levels) => {
      const market = spreads.markets.get(symbol)
      return market && depthOf(symbol, market, levels)
    },
    bookVersion: (symbol) => spreads.markets.get(symbol)?.book.version ?? 0,
    openOrders: (id) => {
      const account = state.accounts.get(id)
      return account === undefined ? [] : spreadOrdersOf(state, account).map(spreadRecord)
    },
    openOrder: (id, name) => {
      const account = state.accounts.get(id)
      const asked = account && (name.orderId ?? linkedId(state, account, name.linkId ?? ''))
      const order = asked === undefined ? undefined : spreads.orders.get(asked)
      return order === undefined || order.account !== account ? undefined : spreadRecord(order)
    },
    maxQty: (id, symbol, priceTicks) => {
      const account = state.accounts.get(id)
      const market = spreads.markets.get(symbol)
      if (account === undefined || market === undefined) return undefined
      const most = (side: 'Buy' | 'Sell') =>
        qtyLots(mostLots(state, { account, market, side, priceTicks }))
      return { buyLots: most('Buy'), sellLots: most('Sell') }
    },
  }
}

function viewOf(state: EngineState, market: SpreadMarket): SpreadView {
  const { lastTicks, tradedLots, far } = market
  return {
    combination: combinationNow(market),
    status: statusNow(state, market),
    lastTicks,
    bestBidTicks: bestOf(market, 0),
    bestAskTicks: bestOf(market, 1),
    tradedLots: qtyLots(tradedLots),
    fairTicks: fairTicks(market),
    band: bandNow(market),
    farMarkE8: far.markE8,
    nearMarkE8: nearReference(market),
  }
}

function depthOf(symbol: SymbolId, { book }: SpreadMarket, levels: number): SpreadDepthView {
  const side = (of: 0 | 1): readonly SpreadLevelView[] => {
    const out = new Float64Array(levels * 3)
    const written = book.depth(of, levels, out)
    return Array.from({ length: written }, (_, k) => ({
      priceTicks: spreadOfBook(out[k * 3] ?? 0),
      qtyLots: qtyLots(out[k * 3 + 1] ?? 0),
      orders: out[k * 3 + 2] ?? 0,
    }))
  }
  return { symbol, version: book.version, bids: side(0), asks: side(1) }
}

type Asked = Parameters<typeof entryProblem>[1] & {
  readonly side: 'Buy' | 'Sell'
  readonly priceTicks?: SpreadTicks | undefined
}

/**
 * The largest order that would be admitted: what the order ticket offers is never refused (rules
 * 7).
 */
function mostLots(state: EngineState, { account, market, side, priceTicks }: Asked): number {
  const orderType = priceTicks === undefined ? ('Market' as const) : ('Limit' as const)
  const price = priceTicks === undefined ? {} : { priceTicks }
  const fits = (lots: number): boolean => {
    const asked = { side, orderType, ...price, qtyLots: qtyLots(lots) }
    return entryProblem(state, { account, market }, asked) === undefined
  }
  const { minQtyLots, maxQtyLots, maxMarketQtyLots } = combinationNow(market)
  let most = minQtyLots - 1
  let tooMany = (orderType === 'Market' ? maxMarketQtyLots : maxQtyLots) + 1
  while (tooMany - most > 1) {
    const lots = most + Math.floor((tooMany - most) / 2)
    if (fits(lots)) most = lots
    else tooMany = lots
  }
  return most < minQtyLots ? 0 : most
}
