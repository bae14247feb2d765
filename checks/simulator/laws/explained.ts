// What an explanation says is true: the comparison that it tells holds for its numbers, and the
// parts that it names make the sum (docs/rules; domain.md 4.2, 5.6).

import type { ExplainedNumber, Explanation } from '@basis/domain/margin/explanation'
import type { Event } from '@basis/engine/events'

/** The numbers that a rule tells as a sum: the whole, and what is added to make it. */
const sums: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
  riskLimitExceeded: [['value', ['positionValue', 'openOrderValue', 'orderValue']]],
  crossMaintenance: [['marginBalance', ['collateral', '-haircutLoss', 'orderLoss']]],
}

const scaled = ({ value, scale }: ExplainedNumber): bigint => value * 10n ** BigInt(12 - scale)

/** Throws Error with the law that an event's explanation breaks. */
export function mustExplain(event: Event): void {
  if (!('explanation' in event) || event.explanation === undefined) return
  const { rule, compared, numbers } = event.explanation
  const about = `${rule} of ${event.kind}`
  const [left, relation, right] = compared
  const a = numberOf(numbers, left, about)
  const b = numberOf(numbers, right, about)
  const holds = { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b }[relation]
  if (!holds) throw new Error(`${about} tells ${left} ${relation} ${right}: ${a}, ${b}`)
  for (const [whole, parts] of sums[rule] ?? []) {
    const sum = parts.reduce((total, part) => {
      const [sign, name] = part.startsWith('-') ? [-1n, part.slice(1)] : [1n, part]
      return total + sign * numberOf(numbers, name, about)
    }, 0n)
    const told = numberOf(numbers, whole, about)
    if (sum !== told) throw new Error(`${about}: ${parts.join(' + ')} are ${sum}, not ${told}`)
    const isLess = parts.some(
      (name) => name === 'orderValue' && numberOf(numbers, name, about) < 0n,
    )
    if (isLess) throw new Error(`${about}: an order is worth less than nothing`)
  }
}

function numberOf(numbers: Explanation['numbers'], name: string, about: string): bigint {
  const found = numbers[name]
  if (found === undefined) throw new Error(`${about} names no ${name}`)
  return scaled(found)
}
