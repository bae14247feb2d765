// Laws of explanations: the named comparison holds for its numbers, and the named parts add up to
// the sum (docs/rules; rules 4.2, 5.6).

// A refusal that depends on figures must give its figures.

import {
  explainedRules,
  type ExplainedNumber,
  type Explanation,
} from '@basis/domain/margin/explanation'
import type { Command } from '@basis/engine/commands'
import type { Event } from '@basis/engine/events'

type Sum = readonly [whole: string, parts: readonly string[]]

/** Sums by rule: the total, and its parts. */
const sums: Readonly<Record<string, readonly Sum[]>> = {
  riskLimitExceeded: [['value', ['positionValue', 'openOrderValue', 'orderValue']]],
}

/** Sums of every rule that has the first of the parts. */
const sumsOfAll: readonly Sum[] = [
  // MB − HL + OL (5.6).
  ['marginBalance', ['collateral', '-haircutLoss', 'orderLoss']],
  ['needed', ['addedMargin', 'orderLoss', 'lostCollateral']],
]

const figures: ReadonlySet<string> = new Set(explainedRules)

/**
 * Throws Error if a refusal that depends on figures gives none. Only the simulator's invalid orders
 * have numbers that are not whole lots or ticks.
 */
export function mustGiveFigures(command: Command, event: Event): void {
  if (event.kind !== 'OrderRejected' && event.kind !== 'CommandRejected') return
  const { problem, explanation } = event
  if (explanation !== undefined && explanation.rule !== problem.name) {
    throw new Error(`${problem.name} is explained by ${explanation.rule}`)
  }
  if (!figures.has(problem.name) || explanation !== undefined || hasFraction(command)) return
  throw new Error(`${command.kind}: ${problem.name} of ${problem.field} tells no figures`)
}

/** Is any number of a command not an integer? */
export const hasFraction = (value: unknown): boolean => {
  if (typeof value === 'number') return !Number.isSafeInteger(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasFraction)
}

const scaled = ({ value, scale }: ExplainedNumber): bigint => value * 10n ** BigInt(12 - scale)

/** Throws Error with the law that an event's explanation violates. */
export function mustExplain(event: Event): void {
  if (!('explanation' in event) || event.explanation === undefined) return
  const { rule, compared, numbers } = event.explanation
  const about = `${rule} of ${event.kind}`
  const [left, relation, right] = compared
  const a = numberOf(numbers, left, about)
  const b = numberOf(numbers, right, about)
  const holds = { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b }[relation]
  if (!holds) throw new Error(`${about} tells ${left} ${relation} ${right}: ${a}, ${b}`)
  const named = sumsOfAll.filter(([, [part = '']]) => numbers[part] !== undefined)
  for (const [whole, parts] of [...(sums[rule] ?? []), ...named]) {
    const sum = parts.reduce((total, part) => {
      const [sign, name] = part.startsWith('-') ? [-1n, part.slice(1)] : [1n, part]
      return total + sign * numberOf(numbers, name, about)
    }, 0n)
    const given = numberOf(numbers, whole, about)
    if (sum !== given) throw new Error(`${about}: ${parts.join(' + ')} are ${sum}, not ${given}`)
    for (const part of parts) {
      if (!positive.has(part) || numberOf(numbers, part, about) >= 0n) continue
      throw new Error(`${about}: ${part} is less than nothing`)
    }
  }
}

/** Parts that are never negative. */
const positive: ReadonlySet<string> = new Set(['orderValue', 'openOrderValue', 'positionValue'])

function numberOf(numbers: Explanation['numbers'], name: string, about: string): bigint {
  const found = numbers[name]
  if (found === undefined) throw new Error(`${about} names no ${name}`)
  return scaled(found)
}
