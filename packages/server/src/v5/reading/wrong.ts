// Mistakes that are found before the exchange is asked, told under the category's own code and with
// the values that were asked for (open API 13).

import type { Problem } from '@basis/domain/instrument/problems'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import { v5Problem, V5Refused } from '../refused.ts'

/** A mistake that the exchange has a name for; it becomes a refusal once its category is known. */
export class TraderProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.name)
    this.name = 'TraderProblem'
    this.problem = problem
  }
}

/** A parameter that is not as its rule says, in the venue's words or in those given. */
export const wrongParameter = (
  field: string,
  told?: { readonly code: number; readonly message: string },
): V5Refused =>
  new V5Refused(told?.code ?? 10001, told?.message ?? `params error: ${field} invalid`)

/** The names that the exchange has for fields of the open API. */
const fieldsAsAsked: Readonly<Record<string, string>> = {
  limitTakeProfit: 'tpLimitPrice',
  limitStopLoss: 'slLimitPrice',
  activationPrice: 'activePrice',
  maxSlippage: 'slippageTolerance',
  tpTriggerPrice: 'takeProfit',
  slTriggerPrice: 'stopLoss',
  leverage: 'buyLeverage',
}

/** Returns a problem as the open API refuses it, with the value at fault in its words. */
export function refusalOf(
  problem: Problem,
  category: V5Category,
  fields: Readonly<Record<string, unknown>>,
): V5Refused {
  const { field } = problem
  const asked = field === undefined ? undefined : (fieldsAsAsked[field] ?? field)
  const value = asked === undefined ? undefined : fields[asked]
  const named = asked === undefined ? problem : { ...problem, field: asked }
  return v5Problem(named, category, typeof value === 'string' ? { value } : {})
}

/** Reads parameters; what is wrong with them is thrown as a refusal of the category. */
export function reading<Read>(
  category: V5Category,
  fields: Readonly<Record<string, unknown>>,
  read: () => Read,
): Read {
  try {
    return read()
  } catch (error) {
    if (error instanceof TraderProblem) throw refusalOf(error.problem, category, fields)
    throw error
  }
}
