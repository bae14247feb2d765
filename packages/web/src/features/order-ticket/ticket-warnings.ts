// What makes an order worth a second look before it is sent (reliability T5); pure.

import { formatTrimmed } from '@basis/domain/fixed'
import type { Amount, LeverageE2, PriceTicks } from '@basis/domain/fixed'
import type { Side } from '@basis/domain/order'
import { isHighLeverage } from '@basis/domain/risk/leverage-rules'

export type TicketWarning =
  /** In hundredths of a percent beyond the other side's best price. */
  | { readonly kind: 'worse'; readonly percentE2: number }
  /** Cost as a part of equity, in whole percent. */
  | { readonly kind: 'share'; readonly percent: number }
  | { readonly kind: 'leverage'; readonly leverage: string }

const WORSE_E2 = 200
const SHARE_PERCENT = 50

/** Returns why the order deserves a second look; none for an order that only reduces. */
export function ticketWarnings(order: {
  readonly side: Side
  readonly limit: PriceTicks | undefined
  readonly bid: PriceTicks | undefined
  readonly ask: PriceTicks | undefined
  readonly cost: Amount | undefined
  readonly equity: Amount | undefined
  readonly leverage: LeverageE2 | undefined
}): TicketWarning[] {
  const warnings: TicketWarning[] = []
  const percentE2 = worseE2(order)
  if (percentE2 > WORSE_E2) warnings.push({ kind: 'worse', percentE2 })
  const { cost, equity, leverage } = order
  if (cost !== undefined && cost > 0n && equity !== undefined && equity > 0n) {
    const percent = Number((cost * 100n) / equity)
    if (percent > SHARE_PERCENT) warnings.push({ kind: 'share', percent })
  }
  if (leverage !== undefined && isHighLeverage(leverage) && cost !== undefined && cost > 0n) {
    warnings.push({ kind: 'leverage', leverage: `${formatTrimmed(BigInt(leverage), 2)}x` })
  }
  return warnings
}

function worseE2(order: {
  readonly side: Side
  readonly limit: PriceTicks | undefined
  readonly bid: PriceTicks | undefined
  readonly ask: PriceTicks | undefined
}): number {
  const { side, limit, bid, ask } = order
  if (limit === undefined) return 0
  if (side === 'Buy') return ask === undefined ? 0 : partE2(limit - ask, ask)
  return bid === undefined ? 0 : partE2(bid - limit, bid)
}

const partE2 = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.round((part / whole) * 10_000)
