// Evaluates a formula with its numbers, for tests.

import type { Formula } from '../src/margin/formulas.ts'

/** Numbers by name, as decimal text, with a unit after a space. */
export type NumberTexts = Readonly<Record<string, string>>

export const numberNamed = (numbers: NumberTexts, name: string): number =>
  Number((numbers[name] ?? 'none').split(' ')[0])

/** Returns the value of the terms. Throws for an unexpected sign. */
export function formulaValue({ terms }: Pick<Formula, 'terms'>, numbers: NumberTexts): number {
  const left = [...terms]
  const take = (sign: string): boolean => left[0] === sign && left.shift() !== undefined
  const single = (): number => {
    if (take('−')) return -single()
    if (take('(')) return bracket()
    const name = left.shift() ?? ''
    if (name === 'min' || name === 'max') return extreme(name)
    const value = /^\d+$/.test(name) ? Number(name) : numberNamed(numbers, name)
    if (Number.isNaN(value)) throw new Error(`No number: ${name}`)
    return value
  }
  const bracket = (): number => {
    const value = sum()
    if (!take(')')) throw new Error(`Not closed before ${left.join(' ')}`)
    return value
  }
  const extreme = (name: 'min' | 'max'): number => {
    take('(')
    const values = [sum()]
    while (take(',')) values.push(sum())
    if (!take(')')) throw new Error(`Not closed before ${left.join(' ')}`)
    return Math[name](...values)
  }
  const product = (): number => {
    let value = single()
    for (;;) {
      if (take('×')) value *= single()
      else if (take('÷')) value /= single()
      else return value
    }
  }
  const sum = (): number => {
    let value = product()
    for (;;) {
      if (take('+')) value += product()
      else if (take('−')) value -= product()
      else return value
    }
  }
  const value = sum()
  if (left.length > 0) throw new Error(`Not understood: ${left.join(' ')}`)
  return value
}
