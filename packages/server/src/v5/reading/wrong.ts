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

/**
 * The names that a field of the exchange has in requests of the open API, where it is another: an
 * error names the one that the request had, and the first where it had none.
 */
const fieldsAsAsked: Readonly<Record<string, readonly string[]>> = {
  limitTakeProfit: ['tpLimitPrice'],
  limitStopLoss: ['slLimitPrice'],
  activationPrice: ['activePrice'],
  maxSlippage: ['slippageTolerance'],
  tpTriggerPrice: ['takeProfit'],
  slTriggerPrice: ['stopLoss'],
  // A TP/SL order that is changed by its own id names its trigger.
  takeProfit: ['takeProfit', 'triggerPrice'],
  stopLoss: ['stopLoss', 'triggerPrice'],
  leverage: ['leverage', 'buyLeverage'],
  coin: ['coin', 'currency'],
  isOn: ['setHedgingMode'],
}

/** Returns a problem as the open API refuses it, with the value at fault in its words. */
export function refusalOf(
  problem: Problem,
  category: V5Category,
  fields: Readonly<Record<string, unknown>>,
): V5Refused {
  const { field } = problem
  const asked = field === undefined ? undefined : askedAs(field, fields)
  // The problem may name a value that stands, and was not asked for.
  const value = problem.params?.['value'] ?? (asked === undefined ? undefined : fields[asked])
  const named = asked === undefined ? problem : { ...problem, field: asked }
  return v5Problem(named, category, typeof value === 'string' ? { value } : {})
}

function askedAs(field: string, fields: Readonly<Record<string, unknown>>): string {
  // The quantity of a part of a position has the name of its leg.
  if (field === 'qty' && fields['qty'] === undefined) {
    if (fields['takeProfit'] !== undefined) return 'tpSize'
    if (fields['stopLoss'] !== undefined) return 'slSize'
  }
  const names = fieldsAsAsked[field] ?? [field]
  return names.find((name) => fields[name] !== undefined) ?? names[0] ?? field
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
