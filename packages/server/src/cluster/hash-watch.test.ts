// The verdict over one's own state, from what others say of theirs.

import { expect, test } from 'vitest'
import { HashWatch } from './hash-watch.ts'

const word = (seq: number, who: string, hash: string) => ({ of: 'state' as const, seq, who, hash })

test('who differs from two others that agree has diverged, in whatever order they say it', () => {
  const watch = new HashWatch('state', 'e1')
  expect(watch.take(word(10, 'e1', 'a'))).toBeUndefined()
  expect(watch.take(word(10, 'e2', 'a'))).toBeUndefined()
  expect(watch.take(word(20, 'e2', 'b'))).toBeUndefined()
  expect(watch.take(word(20, 'e3', 'b'))).toBeUndefined()
  expect(watch.take(word(20, 'e1', 'c'))).toBe(
    'The state at 20 is c here, and b at two others; it was last equal at 10',
  )
  const late = new HashWatch('state', 'e1')
  late.take(word(20, 'e1', 'c'))
  late.take(word(20, 'e2', 'b'))
  expect(late.take(word(20, 'e3', 'b'))).toContain('The state at 20')
})

test('one other, or two that differ from each other, prove nothing', () => {
  const watch = new HashWatch('state', 'e1')
  watch.take(word(10, 'e1', 'a'))
  expect(watch.take(word(10, 'e2', 'b'))).toBeUndefined()
  expect(watch.take(word(10, 'e2', 'b'))).toBeUndefined()
  expect(watch.take(word(10, 'e3', 'c'))).toBeUndefined()
})

test('where somebody agrees it is the others that have diverged', () => {
  const watch = new HashWatch('state', 'e1')
  for (const who of ['e1', 'h1']) watch.take(word(10, who, 'a'))
  for (const who of ['e2', 'e3']) expect(watch.take(word(10, who, 'b'))).toBeUndefined()
})

test('figures are held against figures alone', () => {
  const watch = new HashWatch('figures', 'e1')
  for (const who of ['e2', 'e3']) watch.take(word(10, who, 'b'))
  expect(watch.take({ of: 'figures', seq: 10, who: 'e1', hash: 'a' })).toBeUndefined()
  expect(watch.take({ of: 'figures', seq: 10, who: 'e2', hash: 'b' })).toBeUndefined()
  expect(watch.take({ of: 'figures', seq: 10, who: 'e3', hash: 'b' })).toContain(
    'The figures at 10 are a here, and b at two others',
  )
})
