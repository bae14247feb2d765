// From what a trader is ready to lose at the stop to a quantity, with the taker fees of both orders
// included (rules 3.1, 4.1).

import type { ContractKind } from '../instrument/contract.ts'
import { qtyLots, unitE8 } from '../numbers/fixed.ts'
import type { Amount, PriceE8, QtyLots, RateE8 } from '../numbers/fixed.ts'

export type RiskTerms = {
  readonly kind: ContractKind
  readonly entry: PriceE8
  readonly stop: PriceE8
  readonly takerFee: RateE8
  /** 1e-8 base coin, or 1e-8 contracts. */
  readonly lotSizeE8: number
}

/**
 * Returns the most lots that lose no more than `risk`, 1e-8 settle coin, when both orders are
 * filled at their prices: |entry − stop| and the taker's rate on both values, floored to the lot.
 * The loss itself is rounded up, so that it may be 1e-8 more. 0 where the stop is the entry and
 * there are no fees, or for no risk.
 */
export function lotsOfRisk(terms: RiskTerms, risk: Amount): QtyLots {
  const [entry, stop, fee] = [terms.entry, terms.stop, terms.takerFee].map(BigInt)
  if (entry === undefined || stop === undefined || fee === undefined) return qtyLots(0)
  const distance = entry > stop ? entry - stop : stop - entry
  const lost = BigInt(terms.lotSizeE8) * (distance * unitE8 + fee * (entry + stop))
  if (lost <= 0n || risk <= 0n) return qtyLots(0)
  const lots =
    terms.kind === 'Linear' ? (risk * unitE8 * unitE8) / lost : (risk * entry * stop) / lost
  return qtyLots(Number(lots > mostLots ? mostLots : lots))
}

const mostLots = BigInt(Number.MAX_SAFE_INTEGER)
