// Session settlement of USDC contracts: at each funding time the unrealised PnL is paid to the
// wallet, and the position continues from the mark of that time (rules 1.8).

import { amount, type Amount, type RateE8 } from '../numbers/fixed.ts'
import type { ContractType } from '../instrument/market.ts'
import { fundingPayment } from '../pricing/mark-price.ts'

/** USDC futures settle on the schedule of an eight-hour perpetual (D-08). */
export const futuresSessionMs = 8 * 3_600_000

/**
 * Returns the ms between a contract's sessions: a USDC perpetual settles with its funding, a USDC
 * future every eight hours; 0 for contracts without sessions (1.8).
 */
export function sessionIntervalMs(
  contract: ContractType | undefined,
  fundingIntervalMin: number,
): number {
  if (contract === 'UsdcFutures') return futuresSessionMs
  return contract === 'UsdcPerpetual' ? fundingIntervalMin * 60_000 : 0
}

/** Returns the first session time strictly after a time; sessions count from midnight UTC. */
export const nextSessionMs = (nowMs: number, intervalMs: number): number =>
  (Math.floor(nowMs / intervalMs) + 1) * intervalMs

/** The ledger record of a session with its two amounts, and the position's new session value. */
export type SessionSettlement = {
  /** Funding paid (−) or received (+), 1e-8 settle coin. */
  readonly funding: Amount
  /** ΔRPL = s (q M* − q S): the displayed unrealised PnL, rounded toward minus infinity. */
  readonly cashFlow: Amount
  /** q S afterwards: `S := M*`, so that unrealised PnL is 0. The entry value is unchanged. */
  readonly sessionValue: Amount
}

/**
 * Settles a position's session (1.8): first funding on the value at the mark, then the session
 * profit; paid funding rounds up, received funding down. EX-1.11 `sessionValue` is q × S,
 * `markValue` q × M* half-up, `earnedValue` the same rounded as for profit (a long's down, a
 * short's up, 0.3), all 1e-8 settle coin; `rate` is 0 for a contract without funding.
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
