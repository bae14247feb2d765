// The risk-limit tiers of a contract, as the exchange answers them.

import type { WireRiskLimit } from '@basis/protocol/instrument'
import { ask } from '../../client/http.ts'

/** Asks for the tiers of a contract; none where the question fails (spec 7). */
export async function askRiskLimits(
  symbol: string,
  asking: typeof ask = ask,
): Promise<readonly WireRiskLimit[]> {
  const outcome = await asking('riskLimits', { symbol })
  return outcome.ok ? outcome.value.list : []
}
