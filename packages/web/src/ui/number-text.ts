// The arithmetic of the number input: what may be typed, and how a text is completed (spec 5,
// "Number input"). It works on texts and bigints, so no digit is invented or lost.

import { divRound, formatDecimal } from '@basis/domain/numbers/fixed'

export type NumberRules = {
  /** Allowed precision: how many decimals are kept. */
  scale: number
  /** Least and greatest value as decimal texts; absent means unbounded. */
  min?: string | undefined
  max?: string | undefined
  /**
   * For prices: the step of arrows, and the multiple to which a value is rounded up on blur if the
   * tick is a 1, 2 or 5 (see `settledText`).
   */
  tick?: string | undefined
  /** For other values: the step of arrows only. A typed value is never rounded to it. */
  step?: string | undefined
}

/** How many ticks an arrow moves: spec 5 names 10, 50 and 200 as the quick price steps. */
const quickSteps = { plain: 1, shift: 10, control: 50, both: 200 } as const

const NUMBER = /^-?\d*\.?\d*$/

/**
 * Returns the field's text after typing: sign, digits and one point, the fraction cut to the
 * allowed precision. A decimal comma counts as a point, full-width digits as digits. If the result
 * would be anything else, the text before the change is returned.
 */
export function typedText(before: string, typed: string, rules: NumberRules): string {
  const plain = typed
    .normalize('NFKC')
    .replace(/[\s\u200e\u200f]/g, '')
    .replace(/[,\u3002]/g, '.')
  const signed = plain.replace(/^\+/, '').replace(/^[\u2212\u2013]/, '-')
  if (!NUMBER.test(signed)) return before
  return cutText(signed, rules.scale)
}

/**
 * Returns the number in a pasted text, or undefined if it is not one number. `1,234.50` and
 * `1.234,50` are read alike; a single comma is grouping only if the locale groups by commas and
 * three digits follow. A single point is the decimal point, as in numbers copied from this product;
 * but if the locale groups by points and the field has too few decimals for what follows, it is
 * grouping, so that no digit is lost.
 */
export function pastedText(
  pasted: string,
  rules: NumberRules,
  decimalSeparator: '.' | ',' = '.',
): string | undefined {
  const text = pasted.normalize('NFKC').trim()
  const [unit = '', letters = ''] = /(?<=[\d.,])\s*(\p{L}*)[%\p{Sc}]?$/u.exec(text) ?? []
  if (letters !== '' && !isCoin(letters)) return undefined
  const bare = text
    .slice(0, text.length - unit.length)
    .replace(/^[^\d.,+\-\u2212]+/, '')
    .replace(/[\s'\u2019_]/g, '')
    .replace(/^\+/, '')
    .replace(/^\u2212/, '-')
  const plain = withoutGrouping(bare, decimalSeparator, rules.scale)
  if (plain === undefined || !NUMBER.test(plain) || !/\d/.test(plain)) return undefined
  return cutText(plain, rules.scale)
}

/**
 * Whether the letters after a number are a coin's name. 64.2K and 64.2 Mio are many times their
 * digits, so they are rejected rather than misread; only names in capitals are certain, since each
 * language has its own words for a thousand and a million.
 */
const isCoin = (letters: string): boolean =>
  /^[A-Z]{2,}$/.test(letters) &&
  !/^(?:[BMT]N|MM|MIO|MIL|MLN|MLD|MRD|BIO|TSD|TYS|JT|RB|TR|CR)$/.test(letters)

function withoutGrouping(
  text: string,
  decimalSeparator: '.' | ',',
  scale: number,
): string | undefined {
  const commas = text.split(',').length - 1
  const points = text.split('.').length - 1
  if (commas > 0 && points > 0) {
    const decimal = text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.'
    const grouping = decimal === ',' ? '.' : ','
    const [whole = '', fraction, ...more] = text.split(decimal)
    if (more.length > 0 || fraction?.includes(grouping) === true) return undefined
    const [first = '', ...groups] = whole.split(grouping)
    // With groups of another size it is not known what the marks mean.
    if (!/^-?[1-9]\d{0,2}$/.test(first) || groups.some(({ length }) => length !== 3)) {
      return undefined
    }
    return `${whole.replaceAll(grouping, '')}.${fraction ?? ''}`
  }
  if (points > 1) return /^-?\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : undefined
  const isOneGroup = /^-?[1-9]\d{0,2}\.\d{3}$/.test(text)
  if (isOneGroup && decimalSeparator === ',' && scale < 3) return text.replace('.', '')
  const isGrouped = /^-?[1-9]\d{0,2}(?:,\d{3})+$/.test(text)
  if (commas > 1) return isGrouped ? text.replaceAll(',', '') : undefined
  if (commas === 1 && isGrouped && decimalSeparator === '.') return text.replace(',', '')
  return text.replace(',', '.')
}

/** Returns the text with a leading point completed to `0.` and the fraction cut to the scale. */
function cutText(text: string, scale: number): string {
  const completed = text.replace(/^(-?)\./, '$10.')
  const point = completed.indexOf('.')
  if (point < 0) return completed
  return scale === 0 ? completed.slice(0, point) : completed.slice(0, point + 1 + scale)
}

/** Returns the number in a text as an integer of `scale` decimals; undefined for none. */
export function unitsOf(text: string, scale: number): bigint | undefined {
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text)
  const [, sign = '', whole = '', fraction = ''] = match ?? []
  if (match === null || (whole === '' && fraction === '')) return undefined
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  return sign === '-' ? -units : units
}

/**
 * Returns the field's text on blur: clamped to min and max, and rounded up to a multiple of the
 * tick if the tick is a 1, 2 or 5 of a decimal place up to the units (0.01, 0.5, 5; a tick of 10 or
 * 0.25 is left to the field's own message). Rounding up never leaves the range: the greatest
 * multiple inside is taken instead. A text without a value becomes empty.
 */
export function settledText(text: string, rules: NumberRules): string {
  const units = unitsOf(text, rules.scale)
  if (units === undefined) return ''
  const settled = onTick(clamped(units, rules), rules)
  return settled === units ? plainText(text, rules.scale) : written(settled, rules)
}

/** Returns the quick steps of a price field and their labels: 10, 50 and 200 ticks. */
export const stepLabels = (
  tick: string,
  scale: number,
): readonly { readonly steps: number; readonly label: string }[] =>
  [quickSteps.shift, quickSteps.control, quickSteps.both].map((steps) => ({
    steps,
    label: formatDecimal(stepUnits(tick, scale) * BigInt(steps), scale),
  }))

/**
 * Returns the text after an arrow key: `steps` steps up (positive) or down (negative), within min
 * and max. From between two steps the first leads to the adjacent one. An empty field counts from
 * zero, or from the bound nearest to it.
 */
export function steppedText(text: string, rules: NumberRules, steps: number): string {
  const tick = stepUnits(rules.step ?? rules.tick, rules.scale)
  const from = unitsOf(text, rules.scale) ?? 0n
  const floor = divRound(from, tick, 'down') * tick
  const start = steps < 0 && floor !== from ? floor + tick : floor
  const stepped = written(clamped(start + BigInt(steps) * tick, rules), rules)
  return rules.step === undefined ? stepped : trimmedTo(stepped, rules.step)
}

// A field of eight decimals with a step of 1 shows 1, 2, 3 and not 1.00000000.
function trimmedTo(text: string, step: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  const least = step.split('.')[1]?.length ?? 0
  let end = fraction.length
  while (end > least && fraction[end - 1] === '0') end -= 1
  return end === 0 ? whole : `${whole}.${fraction.slice(0, end)}`
}

/** Returns how many ticks an arrow key moves with these modifiers. */
export function stepsOf(keys: { shift: boolean; control: boolean }): number {
  if (keys.shift && keys.control) return quickSteps.both
  if (keys.control) return quickSteps.control
  return keys.shift ? quickSteps.shift : quickSteps.plain
}

function clamped(units: bigint, rules: NumberRules): bigint {
  const min = bound(rules.min, rules.scale, 'up')
  const max = bound(rules.max, rules.scale, 'down')
  if (max !== undefined && units > max) return max
  if (min !== undefined && units < min) return min
  return units
}

// A bound with more decimals than the field is rounded inwards.
function bound(text: string | undefined, scale: number, into: 'up' | 'down'): bigint | undefined {
  if (text === undefined) return undefined
  const decimals = Math.max(scale, text.split('.')[1]?.length ?? 0)
  const units = unitsOf(text, decimals)
  return units === undefined ? undefined : divRound(units, 10n ** BigInt(decimals - scale), into)
}

function onTick(units: bigint, rules: NumberRules): bigint {
  const tick = rules.tick
  if (tick === undefined || !/^(?:0|0?\.0*[125]0*|[125](?:\.0*)?)$/.test(tick)) return units
  const step = stepUnits(tick, rules.scale)
  const up = divRound(units, step, 'up') * step
  const max = bound(rules.max, rules.scale, 'down')
  if (max === undefined || up <= max) return up
  const below = divRound(max, step, 'down') * step
  const min = bound(rules.min, rules.scale, 'up')
  return min !== undefined && below < min ? units : below
}

// A missing step, or one finer than the field's precision, is one unit of the last decimal.
function stepUnits(step: string | undefined, scale: number): bigint {
  const units = step === undefined ? undefined : unitsOf(step, scale)
  return units === undefined || units <= 0n ? 1n : units
}

function written(units: bigint, rules: NumberRules): string {
  return formatDecimal(units, rules.scale)
}

// The typed form is kept (1.5 stays 1.5, not 1.50); only unusual forms are normalised.
function plainText(text: string, scale: number): string {
  const plain = cutText(text, scale)
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/\.$/, '')
  return /^-[0.]*$/.test(plain) ? plain.slice(1) : plain
}

/** Returns the new caret position after `raw`, typed with the caret at `caret`, became `kept`. */
export function caretAfter(raw: string, kept: string, caret: number): number {
  if (kept.startsWith(raw.slice(0, caret))) return Math.min(caret, kept.length)
  if (kept.length === raw.length) return caret
  return Math.max(0, Math.min(kept.length, caret + kept.length - raw.length))
}
