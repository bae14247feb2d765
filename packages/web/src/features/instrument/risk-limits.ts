// The risk-limit tiers of a contract, as answered by the exchange.

import type { WireRiskLimit } from '@basis/protocol/instrument'
import { ask } from '../../client/http.ts'

/** Requests the tiers of a contract; empty if the request fails (spec 7). */
export async function askRiskLimits(
  symbol: string,
  asking: typeof ask = ask,
): Promise<readonly WireRiskLimit[]> {
  const outcome = await asking('riskLimits', { symbol })
  return outcome.ok ? outcome.value.list : []
}
