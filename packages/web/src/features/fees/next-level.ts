// The account's fee level as the exchange answers it, and how far it is to the next one.

import { parseDecimal } from '@basis/domain/numbers/fixed'
import type { WireFeeLevel } from '@basis/protocol/fees/fee-level'
import { askShown } from '../../client/page-calls.ts'

/** Asks for the account's level, volume and rates; throws where the question fails. */
export const askFeeLevel = (signal: AbortSignal): Promise<WireFeeLevel> =>
  askShown('feeLevel', {}, signal)

/**
 * Returns how much of a level's volume is traded, given what is missing of it; never rounded up.
 */
export function percentOfNext(volume: string, missing: string): number {
  const [traded = 0n, left = 0n] = [volume, missing].map((text) => parseDecimal(text, 8))
  return traded + left <= 0n ? 0 : Number((traded * 100n) / (traded + left))
}
