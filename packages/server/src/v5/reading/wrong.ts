// Errors found before a command is submitted, with the code of the category and the value at fault
// (open API 13).

import type { Problem } from '@basis/domain/instrument/problems'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import { v5Problem, V5Refused } from '../refused.ts'

/**
 * A problem of the exchange, thrown while parsing; it becomes a refusal with the code of the
 * category.
 */
export class TraderProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.name)
    this.name = 'TraderProblem'
    this.problem = problem
  }
}

/** Returns the refusal of an invalid parameter, with the default message or a given one. */
export const wrongParameter = (
  field: string,
  error?: { readonly code: number; readonly message: string },
): V5Refused =>
  new V5Refused(error?.code ?? 10001, error?.message ?? `params error: ${field} invalid`)

/**
 * Fields that the open API names differently from the exchange: an error names the one that the
 * request had, else the first.
 */
const fieldsAsAsked: Readonly<Record<string, readonly string[]>> = {
  limitTakeProfit: ['tpLimitPrice'],
  limitStopLoss: ['slLimitPrice'],
  activationPrice: ['activePrice'],
  maxSlippage: ['slippageTolerance'],
  tpTriggerPrice: ['takeProfit'],
  slTriggerPrice: ['stopLoss'],
  // A TP/SL order amended by its own id names its trigger.
  takeProfit: ['takeProfit', 'triggerPrice'],
  stopLoss: ['stopLoss', 'triggerPrice'],
  leverage: ['leverage', 'buyLeverage'],
  coin: ['coin', 'currency'],
  isOn: ['setHedgingMode'],
}

/** Returns the refusal of a problem, with the value at fault in its message. */
export function refusalOf(
  problem: Problem,
  category: V5Category,
  fields: Readonly<Record<string, unknown>>,
): V5Refused {
  const { field } = problem
  const asked = field === undefined ? undefined : askedAs(field, fields)
  // A problem may name a present value instead of the requested one.
  const value = problem.params?.['value'] ?? (asked === undefined ? undefined : fields[asked])
  const named = asked === undefined ? problem : { ...problem, field: asked }
  return v5Problem(named, category, typeof value === 'string' ? { value } : {})
}

function askedAs(field: string, fields: Readonly<Record<string, unknown>>): string {
  // The quantity of a partial TP/SL is named by its leg.
  if (field === 'qty' && fields['qty'] === undefined) {
    if (fields['takeProfit'] !== undefined) return 'tpSize'
    if (fields['stopLoss'] !== undefined) return 'slSize'
  }
  const names = fieldsAsAsked[field] ?? [field]
  return names.find((name) => fields[name] !== undefined) ?? names[0] ?? field
}

/** Runs a parser; a problem that it throws becomes V5Refused of the category. */
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
