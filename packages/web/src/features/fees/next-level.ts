// The account's fee level as answered by the exchange, and the progress towards the next one.

import { parseDecimal } from '@basis/domain/numbers/fixed'
import type { WireFeeLevel } from '@basis/protocol/fees/fee-level'
import { askShown } from '../../client/page-calls.ts'

/** Requests the account's level, volume and rates; throws if the request fails. */
export const askFeeLevel = (signal: AbortSignal): Promise<WireFeeLevel> =>
  askShown('feeLevel', {}, signal)

/** Returns the progress to a level in percent, given the missing volume; rounded down. */
export function percentOfNext(volume: string, missing: string): number {
  const [traded = 0n, left = 0n] = [volume, missing].map((text) => parseDecimal(text, 8))
  return traded + left <= 0n ? 0 : Number((traded * 100n) / (traded + left))
}
