// The account's fee level as the exchange answers it, and how far it is to the next one.

import { parseDecimal } from '@basis/domain/numbers/fixed'
import type { WireFeeLevel } from '@basis/protocol/fees/fee-level'
import { ask } from '../../client/http.ts'

/** Asks for the account's level, volume and rates; throws where the question fails. */
export async function askFeeLevel(signal: AbortSignal): Promise<WireFeeLevel> {
  const outcome = await ask('feeLevel', {}, { signal })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

/**
 * Returns how much of a level's volume is traded, given what is missing of it; never rounded up.
 */
export function percentOfNext(volume: string, missing: string): number {
  const [traded = 0n, left = 0n] = [volume, missing].map((text) => parseDecimal(text, 8))
  return traded + left <= 0n ? 0 : Number((traded * 100n) / (traded + left))
}
