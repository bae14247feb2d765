// Forward, time and price limits of now, with which an order in an option is calculated.

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
 * Returns the prices that an order in it may name (rules 9.1); undefined while they are not known.
 */
export function useBand(symbol: string): PriceBand | undefined {
  const { maxBuyTicks, minSellTicks } = useTicker(symbol) ?? {}
  if (maxBuyTicks === undefined || minSellTicks === undefined) return undefined
  return { maxBuyTicks: priceTicks(maxBuyTicks), minSellTicks: priceTicks(minSellTicks) }
}
