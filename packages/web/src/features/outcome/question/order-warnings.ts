// Warnings that require a confirmation before an order is sent (reliability T5): a price far from
// the market, and a large risk.

// Leverage alone is no reason for a warning: the amount at stake is.

import type { Amount, PriceTicks } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import type { Outcome } from '../../../actions/outcome.ts'
import type { OrderContext } from './order-context.ts'

export type OrderWarning =
  /** Hundredths of a percent beyond the opposite side's best price. */
  | { readonly kind: 'worse'; readonly percentE2: number }
  /** The order's cost as a part of equity, in whole percent. */
  | { readonly kind: 'share'; readonly percent: number }
  /**
   * The liquidation price, its distance from the order's own price in hundredths of a percent, and
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
/**
 * A liquidation price within this distance needs a confirmation if at least this much is at stake.
 */
const NEAR_E2 = 500
const STAKE_PERCENT = 10

export type JudgedOrder = {
  readonly side: Side
  readonly limit: PriceTicks | undefined
  /** What the limit is compared with: the best prices, or the trigger of a conditional order. */
  readonly bid: PriceTicks | undefined
  readonly ask: PriceTicks | undefined
  /** The cost of the opening part; undefined for spot, which needs no margin. */
  readonly cost: Amount | undefined
  readonly equity: Amount | undefined
  readonly isIsolated: boolean
  /** The price used for the order's figures, and the liquidation price after its fill. */
  readonly priceTicks: PriceTicks | undefined
  readonly liquidationTicks: PriceTicks | undefined
}

/**
 * Returns an order's cost and the equity it is compared with: in portfolio margin only the exchange
 * knows the cost, in dollars, for a resting order once it is filled (rules 10.4). Of an option it
 * knows the margin, which may be less than the premium that is paid.
 */
export function stakeOf(
  { instrument, funds, isPortfolio }: Pick<OrderContext, 'instrument' | 'funds' | 'isPortfolio'>,
  cost: Amount | undefined,
  preview: Pick<Outcome, 'margin' | 'later'> | undefined,
): Pick<JudgedOrder, 'cost' | 'equity'> {
  const margin = (preview?.later ?? preview)?.margin
  if (instrument.option !== undefined) {
    return { cost: largest(cost, margin), equity: funds?.equity }
  }
  if (isPortfolio === true) return { cost: margin, equity: funds?.equityUsd ?? funds?.equity }
  return { cost: instrument.kind === 'Spot' ? undefined : cost, equity: funds?.equity }
}

const largest = (one: Amount | undefined, other: Amount | undefined): Amount | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one

/** Returns why the order needs a confirmation; a reduce-only order puts no money at risk. */
export const orderWarnings = (order: JudgedOrder): OrderWarning[] =>
  [worse(order), share(order), liquidation(order)].filter((each) => each !== undefined)

function worse({ side, limit, bid, ask }: JudgedOrder): OrderWarning | undefined {
  const best = side === 'Buy' ? ask : bid
  if (limit === undefined || best === undefined) return undefined
  const percentE2 = partE2(side === 'Buy' ? limit - best : best - limit, best)
  return percentE2 > WORSE_E2 ? { kind: 'worse', percentE2 } : undefined
}

const sharePercent = (cost: Amount, equity: Amount): number =>
  equity <= 0n ? 0 : Number((cost * 100n) / equity)

function share({ cost, equity }: JudgedOrder): OrderWarning | undefined {
  if (cost === undefined || equity === undefined) return undefined
  const percent = sharePercent(cost, equity)
  return percent > SHARE_PERCENT ? { kind: 'share', percent } : undefined
}

/** A liquidated cross position takes the whole equity, an isolated one its own margin. */
function liquidation(order: JudgedOrder): OrderWarning | undefined {
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
