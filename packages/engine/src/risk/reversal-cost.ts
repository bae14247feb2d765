// An order that turns an isolated position round, as if it had been filled at once: the closed part
// pays its loss from the coin that the new position needs (rules 4.4, 5.6, 6.3).

import { feeOf } from '@basis/domain/instrument/fees'
import { amount, divRound } from '@basis/domain/numbers/fixed'
import { thirdRules } from '../api/rules-version.ts'
import { crossBackingBalance, collateralOf } from './collateral.ts'
import type { OrderToCheck } from './draft-order.ts'
import { positionMarginOf, sideMarginIf, type DraftOrder } from './position-margin.ts'
import type { PositionState } from '../state/state.ts'

/** What an order that turns a position round takes from its coin and from the margin balance. */
export type ReversalCost = { readonly free: bigint; readonly balance: bigint }

/**
 * Returns what an order takes from the free coin and from the balance (negative if it adds), if it
 * turns an isolated position round; undefined for any other. A cross position loses against the
 * mark instead (OL). The account's sums must be up to date. Before the third rules nothing counted.
 */
export function reversalCostOf(asked: OrderToCheck, draft: DraftOrder): ReversalCost | undefined {
  const { position, sign, rules, without } = asked
  const { market, sizeLots, coinBalance, isolated } = position
  if (rules.present < thirdRules || !isolated || market.instrument.option !== undefined) {
    return undefined
  }
  if (position.sign !== -sign || draft.lots <= sizeLots) return undefined
  const exit = exitValue(position, draft)
  const gain = exit - position.entryValue
  const pnl = position.sign === market.valueSign ? gain : -gain
  const fee = feeOf(amount(exit), market.instrument.takerFeeE8)
  const opening: DraftOrder = {
    ...draft,
    lots: draft.lots - sizeLots,
    value: draft.value - (draft.value * BigInt(sizeLots)) / BigInt(draft.lots),
    worst: draft.worst - exit,
  }
  const now = positionMarginOf(position)
  const then = sideMarginIf(flat(position), { draft: opening, without })
  const free = then.initial - now.initial - now.extra - pnl + fee
  const carrying = crossBackingBalance(coinBalance)
  const left = collateralOf(coinBalance, carrying - free)
  return { free, balance: collateralOf(coinBalance, carrying) - left }
}

/** The closed part's share of the order at its worst prices, rounded against the trader. */
function exitValue({ market, sign, sizeLots }: PositionState, { worst, lots }: DraftOrder): bigint {
  const rounding = sign === market.valueSign ? 'down' : 'up'
  return divRound(worst * BigInt(sizeLots), BigInt(lots), rounding)
}

/** The position when it is closed: its reduce-only orders are cancelled with it (D-33). */
const flat = (position: PositionState): PositionState => ({
  ...position,
  sign: 0,
  sizeLots: 0,
  entryValue: 0n,
  extra: 0n,
  buys: position.buys.filter(({ reduceOnly }) => !reduceOnly),
  sells: position.sells.filter(({ reduceOnly }) => !reduceOnly),
  reduceOnlyOrders: 0,
  margin: undefined,
  buyCost: undefined,
  sellCost: undefined,
  buyValue: undefined,
  sellValue: undefined,
})
