// Warnings that ask for confirmation before an order is sent (reliability T5): a price far from the
// market, and money at risk.

// Leverage alone is no reason: what it puts at stake is.

import type { Amount, PriceTicks } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import type { OrderPreview } from './order-preview.ts'
import type { TicketContext } from './ticket.ts'

export type TicketWarning =
  /** In hundredths of a percent beyond the other side's best price. */
  | { readonly kind: 'worse'; readonly percentE2: number }
  /** What it binds as a part of equity, in whole percent. */
  | { readonly kind: 'share'; readonly percent: number }
  /**
   * The liquidation price, how far it is from the order's own price in hundredths of a percent, and
   * the part of the equity that a liquidation takes, in whole percent.
   */
  | {
      readonly kind: 'liquidation'
      readonly ticks: PriceTicks
      readonly percentE2: number
      readonly share: number
    }

const WORSE_E2 = 200
const SHARE_PERCENT = 50
/** A liquidation price as near as this is asked about where at least so much is at stake. */
const NEAR_E2 = 500
const STAKE_PERCENT = 10

export type JudgedOrder = {
  readonly side: Side
  readonly limit: PriceTicks | undefined
  /** What the limit is held against: the best price, or the trigger that the order waits for. */
  readonly bid: PriceTicks | undefined
  readonly ask: PriceTicks | undefined
  /** What the opening part binds; undefined for spot, which binds nothing. */
  readonly cost: Amount | undefined
  readonly equity: Amount | undefined
  readonly isIsolated: boolean
  /** The price the order is calculated with, and where its position is liquidated once filled. */
  readonly priceTicks: PriceTicks | undefined
  readonly liquidationTicks: PriceTicks | undefined
}

/**
 * Returns what an order binds, and of what: of a portfolio the exchange alone knows it, in dollars,
 * of what rests once it is filled (rules 10.4).
 */
export function stakeOf(
  { instrument, funds, isPortfolio }: Pick<TicketContext, 'instrument' | 'funds' | 'isPortfolio'>,
  cost: Amount | undefined,
  look: Pick<OrderPreview, 'margin' | 'later'> | undefined,
): Pick<JudgedOrder, 'cost' | 'equity'> {
  if (isPortfolio === true) {
    return { cost: (look?.later ?? look)?.margin, equity: funds?.equityUsd ?? funds?.equity }
  }
  return { cost: instrument.kind === 'Spot' ? undefined : cost, equity: funds?.equity }
}

/**
 * Returns why the order deserves a question; no money is at risk by an order that only reduces.
 */
export const ticketWarnings = (order: JudgedOrder): TicketWarning[] =>
  [worse(order), share(order), liquidation(order)].filter((each) => each !== undefined)

function worse({ side, limit, bid, ask }: JudgedOrder): TicketWarning | undefined {
  const best = side === 'Buy' ? ask : bid
  if (limit === undefined || best === undefined) return undefined
  const percentE2 = partE2(side === 'Buy' ? limit - best : best - limit, best)
  return percentE2 > WORSE_E2 ? { kind: 'worse', percentE2 } : undefined
}

const sharePercent = (cost: Amount, equity: Amount): number =>
  equity <= 0n ? 0 : Number((cost * 100n) / equity)

function share({ cost, equity }: JudgedOrder): TicketWarning | undefined {
  if (cost === undefined || equity === undefined) return undefined
  const percent = sharePercent(cost, equity)
  return percent > SHARE_PERCENT ? { kind: 'share', percent } : undefined
}

/** A cross position takes the whole equity with it, an isolated one what it was opened with. */
function liquidation(order: JudgedOrder): TicketWarning | undefined {
  const { cost, equity, isIsolated, priceTicks, liquidationTicks: ticks } = order
  if (cost === undefined || cost <= 0n || equity === undefined) return undefined
  if (priceTicks === undefined || ticks === undefined) return undefined
  const percentE2 = partE2(Math.abs(priceTicks - ticks), priceTicks)
  const stake = isIsolated ? sharePercent(cost, equity) : 100
  if (percentE2 > NEAR_E2 || stake < STAKE_PERCENT) return undefined
  return { kind: 'liquidation', ticks, percentE2, share: Math.min(100, stake) }
}

const partE2 = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.round((part / whole) * 10_000)
