// The current forward price, time and price limits, from which an option order is computed.

import { priceTicks } from '@basis/domain/numbers/fixed'
import type { PriceBand } from '@basis/domain/orders/order-rules'
import { serverNowMs } from '../../client/connection.ts'
import { useQuote } from '../../stores/options/chain.ts'
import { useTicker } from '../../stores/tickers.ts'
import type { OptionNow } from './option-form.ts'

export function useOptionNow(symbol: string): OptionNow {
  const forward = useQuote(symbol)?.underlyingPrice ?? ''
  return { forward, nowMs: serverNowMs() }
}

/**
 * Returns the price limits of orders in a symbol (rules 9.1); undefined while they are not known.
 */
export function useBand(symbol: string): PriceBand | undefined {
  const { maxBuyTicks, minSellTicks } = useTicker(symbol) ?? {}
  if (maxBuyTicks === undefined || minSellTicks === undefined) return undefined
  return { maxBuyTicks: priceTicks(maxBuyTicks), minSellTicks: priceTicks(minSellTicks) }
}
