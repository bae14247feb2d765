// Scaled integers for prices, quantities and money, their rounding, and their decimal texts: each
// number is an integer with a known scale.

import type { Brand } from './brand.ts'

/** Money: 1e-8 of a coin (rules 0.2). */
export type Amount = Brand<bigint, 'Amount'>
/** A price counted in the instrument's ticks; a safe integer. */
export type PriceTicks = Brand<number, 'PriceTicks'>
/** A quantity counted in the instrument's lots; a safe integer. */
export type QtyLots = Brand<number, 'QtyLots'>
/** A price with 8 decimals as a safe integer: 1e-8 quote units per base unit. */
export type PriceE8 = Brand<number, 'PriceE8'>
/** Leverage with 2 decimals: 10x is 1000. */
export type LeverageE2 = Brand<number, 'LeverageE2'>
/** A rate with 8 decimals: 0.055 % is 55000. */
export type RateE8 = Brand<number, 'RateE8'>

export const amount = (value: bigint): Amount => value as Amount
export const priceTicks = (value: number): PriceTicks => value as PriceTicks
export const qtyLots = (value: number): QtyLots => value as QtyLots
export const priceE8 = (value: number): PriceE8 => value as PriceE8
export const leverageE2 = (value: number): LeverageE2 => value as LeverageE2
export const rateE8 = (value: number): RateE8 => value as RateE8

export const zero: Amount = 0n as Amount
/** One whole coin in units of `Amount`; also the scale of `PriceE8` and `RateE8`. */
export const unitE8 = 100_000_000n
/** 1 as a share with four decimals. */
export const wholeE4 = 10_000n

/** How an inexact division is rounded; `down` is toward minus infinity. */
export type Rounding = 'down' | 'up' | 'nearest' | 'truncate'

/**
 * Returns `a / b` rounded as named; `nearest` rounds halves away from zero. Throws RangeError if b
 * is 0.
 */
export function divRound(a: bigint, b: bigint, rounding: Rounding): bigint {
  const quotient = a / b
  // A division costs more than a product: the remainder is computed from the quotient.
  const rest = a - quotient * b
  if (rest === 0n || rounding === 'truncate') return quotient
  const negative = a < 0n !== b < 0n
  if (rounding === 'down') return negative ? quotient - 1n : quotient
  if (rounding === 'up') return negative ? quotient : quotient + 1n
  const twice = (rest < 0n ? -rest : rest) * 2n
  const size = b < 0n ? -b : b
  if (twice < size) return quotient
  return negative ? quotient - 1n : quotient + 1n
}

/** Returns `a × b ÷ c` with one rounding at the end. */
export function mulDiv(a: bigint, b: bigint, c: bigint, rounding: Rounding): bigint {
  return divRound(a * b, c, rounding)
}

const decimalPattern = /^(-?)(\d+)(?:\.(\d*))?$|^(-?)\.(\d+)$/

/**
 * Reads a decimal text into an integer of the given number of decimals. Returns undefined when the
 * text is not a plain decimal (no exponent, no blanks, no plus sign) or has non-zero digits beyond
 * the scale.
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = decimalPattern.exec(text)
  if (match === null) return undefined
  const negative = (match[1] ?? match[4] ?? '') === '-'
  const whole = match[2] ?? '0'
  const fraction = match[3] ?? match[5] ?? ''
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0')
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined
  const value = BigInt(whole + kept)
  return negative ? -value : value
}

/** Writes an integer of the given number of decimals with all of them, e.g. 1.50000000. */
export function formatDecimal(value: bigint, decimals: number): string {
  const negative = value < 0n
  const digits = (negative ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(digits.length - decimals)}`
  return negative ? `-${text}` : text
}

/** Writes a whole number of steps (given ×1e8) with exactly the decimals that a step needs. */
export function formatSteps(steps: number, stepE8: number): string {
  const decimals = decimalsOfStepE8(stepE8)
  // The step is a whole multiple of the last decimal shown.
  const unit = stepE8 / 10 ** (8 - decimals)
  return formatDecimal(BigInt(steps) * BigInt(unit), decimals)
}

const zeroSign = 48
const pointSign = 46

/** Writes an integer of the given number of decimals without trailing zeros, e.g. 1.5. */
export function formatTrimmed(value: bigint, decimals: number): string {
  const text = formatDecimal(value, decimals)
  if (decimals === 0) return text
  let end = text.length
  while (text.charCodeAt(end - 1) === zeroSign) end -= 1
  return text.slice(0, text.charCodeAt(end - 1) === pointSign ? end - 1 : end)
}

/**
 * Returns how many decimals a step such as 0.001 (given ×1e8) needs: 3; a whole step needs none.
 */
export function decimalsOfStepE8(stepE8: number): number {
  let decimals = 8
  for (let rest = stepE8; decimals > 0 && rest % 10 === 0; rest /= 10) decimals -= 1
  return decimals
}
