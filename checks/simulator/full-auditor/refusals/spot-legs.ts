// Legs of spot orders: the side of a price on which their triggers must lie (rules 8.7).

import type { TpslLegRequest } from '@basis/domain/orders/tpsl'
import type { PlaceOrder } from '@basis/engine/commands'
import type { AuditedMarket } from '../prices.ts'
import type { Findings } from './findings.ts'

/** A sell has its take-profit above the price and its stop-loss below it; a buy the reverse. */
export function judgeLegsAround(
  market: AuditedMarket,
  { side, legs }: { readonly side: PlaceOrder['side']; readonly legs: SpotLegs },
  reference: bigint,
  findings: Findings,
): void {
  const { instrument, tick } = market
  for (const [leg, isProfit] of [
    [legs.takeProfit, true],
    [legs.stopLoss, false],
  ] as const) {
    if (leg?.triggerTicks === undefined) continue
    const { triggerTicks, triggerBy, orderType, limitTicks } = leg
    const rises = (side === 'Sell') === isProfit
    const isWhole = Number.isSafeInteger(triggerTicks)
    findings.add('triggerNotAllowed', triggerBy !== 'LastPrice')
    findings.add('priceInvalid', !isWhole)
    if (!isWhole) continue
    findings.add('priceTooLow', triggerTicks <= 0)
    findings.add('priceTooHigh', triggerTicks > instrument.maxPriceTicks)
    const price = BigInt(triggerTicks) * tick
    findings.add('triggerAboveRequired', rises && price <= reference)
    findings.add('triggerBelowRequired', !rises && price >= reference)
    findings.add('priceNotAllowed', orderType === 'Market' && limitTicks !== undefined)
    if (orderType === 'Market') continue
    findings.add('priceRequired', limitTicks === undefined)
    if (limitTicks === undefined) continue
    const isLimitWhole = Number.isSafeInteger(limitTicks)
    findings.add('priceInvalid', !isLimitWhole)
    findings.add('priceTooLow', isLimitWhole && limitTicks < instrument.minPriceTicks)
    findings.add('priceTooHigh', isLimitWhole && limitTicks > instrument.maxPriceTicks)
  }
}

export type SpotLegs = {
  readonly takeProfit?: TpslLegRequest | undefined
  readonly stopLoss?: TpslLegRequest | undefined
}
