// Whether the own state has diverged, judged by the hashes of other processes.

import { expect, test } from 'vitest'
import { HashWatch } from './hash-watch.ts'

const hashMessage = (seq: number, who: string, hash: string) => ({
  of: 'state' as const,
  seq,
  who,
  hash,
})

test('a process that differs from two others that agree has diverged, in any order of their hashes', () => {
  const watch = new HashWatch('state', 'e1')
  expect(watch.take(hashMessage(10, 'e1', 'a'))).toBeUndefined()
  expect(watch.take(hashMessage(10, 'e2', 'a'))).toBeUndefined()
  expect(watch.take(hashMessage(20, 'e2', 'b'))).toBeUndefined()
  expect(watch.take(hashMessage(20, 'e3', 'b'))).toBeUndefined()
  expect(watch.take(hashMessage(20, 'e1', 'c'))).toBe(
    'The state at 20 is c here, and b at two others; it was last equal at 10',
  )
  const late = new HashWatch('state', 'e1')
  late.take(hashMessage(20, 'e1', 'c'))
  late.take(hashMessage(20, 'e2', 'b'))
  expect(late.take(hashMessage(20, 'e3', 'b'))).toContain('The state at 20')
})

test('one other process, or two that differ from each other, are no proof of divergence', () => {
  const watch = new HashWatch('state', 'e1')
  watch.take(hashMessage(10, 'e1', 'a'))
  expect(watch.take(hashMessage(10, 'e2', 'b'))).toBeUndefined()
  expect(watch.take(hashMessage(10, 'e2', 'b'))).toBeUndefined()
  expect(watch.take(hashMessage(10, 'e3', 'c'))).toBeUndefined()
})

test('if another process agrees with the own hash, no divergence of the own state is reported', () => {
  const watch = new HashWatch('state', 'e1')
  for (const who of ['e1', 'h1']) watch.take(hashMessage(10, who, 'a'))
  for (const who of ['e2', 'e3']) expect(watch.take(hashMessage(10, who, 'b'))).toBeUndefined()
})

test('hashes of figures are compared with hashes of figures only', () => {
  const watch = new HashWatch('figures', 'e1')
  for (const who of ['e2', 'e3']) watch.take(hashMessage(10, who, 'b'))
  expect(watch.take({ of: 'figures', seq: 10, who: 'e1', hash: 'a' })).toBeUndefined()
  expect(watch.take({ of: 'figures', seq: 10, who: 'e2', hash: 'b' })).toBeUndefined()
  expect(watch.take({ of: 'figures', seq: 10, who: 'e3', hash: 'b' })).toContain(
    'The figures at 10 are a here, and b at two others',
  )
})
