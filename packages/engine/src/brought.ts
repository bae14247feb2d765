// The TP/SL that an order brings: may it, and what becomes of what was asked (domain.md 8.5, 6.2).

import { priceTicks, qtyLots, type PriceTicks } from '@basis/domain/fixed'
import type { Side } from '@basis/domain/order'
import { emptyLeg, tpslProblems, type TpslLeg } from '@basis/domain/orders/tpsl'
import type { ArmedLeg, TpslLegs } from '@basis/domain/orders/tpsl-entries'
import { problem, type Problem } from '@basis/domain/problems'
import type { TpslAsked } from './commands.ts'
import type { MarketState } from './state.ts'
import type { Brought } from './stop-plan.ts'

/** Returns the price that a market order is expected at, undefined while there is none. */
export const presentTicks = ({ lastTicks, markTicks }: MarketState): PriceTicks | undefined => {
  const ticks = lastTicks > 0 ? lastTicks : markTicks
  return ticks > 0 ? priceTicks(ticks) : undefined
}

export type BringingOrder = {
  readonly side: Side
  readonly lots: number
  /** The limit, or the trigger of a market order that waits. */
  readonly priceTicks: PriceTicks | undefined
  readonly isReducing: boolean
  /** It waits for a trigger: the price of today says nothing about its stop-loss. */
  readonly isWaiting: boolean
}

/** Returns the first problem of the TP/SL that an order brings, if any. */
export function broughtProblem(
  market: MarketState,
  asked: TpslAsked,
  order: BringingOrder,
): Problem | undefined {
  const { instrument } = market
  if (instrument.kind === 'Spot') return problem('triggerNotAllowed', 'takeProfit')
  const lots = qtyLots(order.lots)
  const [first] = tpslProblems(
    {
      mode: asked.mode,
      takeProfit: asked.takeProfit ?? emptyLeg,
      stopLoss: asked.stopLoss ?? emptyLeg,
      qtyLots: lots,
    },
    {
      instrument,
      scene: 'Order',
      side: order.side,
      referenceTicks: order.priceTicks ?? presentTicks(market),
      marketTicks:
        order.isWaiting || market.lastTicks === 0 ? undefined : priceTicks(market.lastTicks),
      sizeLots: lots,
      isUnified: true,
      reduceOnly: order.isReducing,
    },
  )
  return first
}

/** Returns a leg as it waits; undefined where it has no trigger or the trigger 0. */
export function armedLeg(leg: TpslLeg | undefined): ArmedLeg | undefined {
  if (leg?.triggerTicks === undefined || leg.triggerTicks === 0) return undefined
  const { triggerTicks, triggerBy, orderType, limitTicks } = leg
  return {
    triggerTicks,
    triggerBy,
    orderType,
    ...(orderType === 'Market' || limitTicks === undefined ? {} : { limitTicks }),
  }
}

/** Returns legs without the names of absent ones; undefined without any. */
export function legsOf(
  takeProfit: ArmedLeg | undefined,
  stopLoss: ArmedLeg | undefined,
): TpslLegs | undefined {
  if (takeProfit === undefined && stopLoss === undefined) return undefined
  return {
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  }
}

/** Returns what an order brings; undefined when no leg was asked for. */
export function broughtOf(asked: TpslAsked | undefined): Brought | undefined {
  const legs = legsOf(armedLeg(asked?.takeProfit), armedLeg(asked?.stopLoss))
  return asked === undefined || legs === undefined ? undefined : { mode: asked.mode, legs }
}
