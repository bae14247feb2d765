// Session settlement of USDC contracts: at each funding time what is won or lost so far becomes
// wallet, and the position goes on from the mark of that moment (rules 1.8).

import { amount, type Amount, type RateE8 } from '../numbers/fixed.ts'
import type { ContractType } from '../instrument/market.ts'
import { fundingPayment } from '../pricing/mark-price.ts'

/** USDC futures settle on the schedule of an eight-hour perpetual (D-08). */
export const futuresSessionMs = 8 * 3_600_000

/**
 * Returns the ms between a contract's sessions: a USDC perpetual settles with its funding, a USDC
 * future every eight hours; 0 where there are none (1.8).
 */
export function sessionIntervalMs(
  contract: ContractType | undefined,
  fundingIntervalMin: number,
): number {
  if (contract === 'UsdcFutures') return futuresSessionMs
  return contract === 'UsdcPerpetual' ? fundingIntervalMin * 60_000 : 0
}

/** Returns the first session time strictly after a moment; sessions count from midnight UTC. */
export const nextSessionMs = (nowMs: number, intervalMs: number): number =>
  (Math.floor(nowMs / intervalMs) + 1) * intervalMs

/** One ledger record with its two fields, and the value the position goes on from. */
export type SessionSettlement = {
  /** What funding pays (−) or brings (+), 1e-8 settle coin. */
  readonly funding: Amount
  /** ΔRPL = s (q M* − q S): the unrealised profit as it was shown, toward minus infinity. */
  readonly cashFlow: Amount
  /** q S after: `S := M*`, so that nothing is unrealised. The entry value stays as it is. */
  readonly sessionValue: Amount
}

/**
 * Settles a position's session (1.8): funding on the value at the mark comes first, then the
 * session profit; the payer's funding rounds up, the receiver's down. EX-1.11 `sessionValue` is
 * q × S, `markValue` q × M* half-up, `earnedValue` the same as the profit has it (a long's down, a
 * short's up, 0.3), all 1e-8 settle coin; `rate` is 0 where the contract has no funding.
 */
export function settleSession(position: {
  readonly sign: 1 | -1
  readonly sessionValue: Amount
  readonly markValue: Amount
  readonly earnedValue: Amount
  readonly rate: RateE8
}): SessionSettlement {
  const { sign, sessionValue, markValue, earnedValue, rate } = position
  return {
    funding: fundingPayment(sign, markValue, rate),
    cashFlow: amount(BigInt(sign) * (earnedValue - sessionValue)),
    sessionValue: earnedValue,
  }
}
