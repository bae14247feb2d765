// Margin that can be added to an isolated position and removed from it (rules 5.3).

import { amount, zero } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { expect, test } from 'vitest'
import { freeMargin, marginChange, marginText, mostMargin } from './margin-form.ts'

test('a typed amount is positive when added and negative when removed', () => {
  expect(marginChange('add', '12.5')).toBe(1_250_000_000n)
  expect(marginChange('remove', '12.5')).toBe(-1_250_000_000n)
  expect(marginChange('add', '')).toBe(zero)
  expect(marginChange('add', 'x')).toBe(zero)
})

test('the maximum to add is the available balance, to remove the remaining extra margin', () => {
  const free = { available: amount(500n), extra: amount(-3n), unrealised: zero }
  expect(mostMargin('add', free)).toBe(500n)
  // Funding has reduced the position's own margin: nothing can be removed.
  expect(mostMargin('remove', free)).toBe(zero)
})

test('an open loss reduces the margin that can be removed, a profit does not', () => {
  const free = { available: amount(500n), extra: amount(2_000n) }
  expect(mostMargin('remove', { ...free, unrealised: amount(-32n) })).toBe(1_968n)
  expect(mostMargin('remove', { ...free, unrealised: amount(-2_001n) })).toBe(zero)
  expect(mostMargin('remove', { ...free, unrealised: amount(32n) })).toBe(2_000n)
  expect(mostMargin('add', { ...free, unrealised: amount(-32n) })).toBe(500n)
})

test('a coin gives at most its own balance and what is available of the account', () => {
  const linear = { kind: 'Linear' } as Instrument
  const inverse = { kind: 'Inverse' } as Instrument
  expect(freeMargin(linear, amount(70n), amount(50n))).toBe(50n)
  expect(freeMargin(linear, amount(30n), amount(50n))).toBe(30n)
  expect(freeMargin(linear, amount(30n), amount(-5n))).toBe(zero)
  // Dollars and coins are not compared: the exchange decides by the available balance.
  expect(freeMargin(inverse, amount(70n), amount(50n))).toBe(70n)
  expect(freeMargin(linear, undefined, amount(50n))).toBe(zero)
})

test('the maximum is written with four decimals, rounded down', () => {
  expect(marginText(amount(123_456_789n))).toBe('1.2345')
  expect(marginText(amount(9_999n))).toBe('0')
})
