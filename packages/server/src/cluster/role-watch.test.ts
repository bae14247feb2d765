// Who lives is who has spoken within three seconds, and it is known after as long a time.

import { expect, test } from 'vitest'
import { RoleWatch, type RoleWord } from './role-watch.ts'

const word = (id: string, process = id, rules: readonly number[] = [1]): RoleWord => ({
  process,
  id,
  role: id.startsWith('e') ? 'engine' : 'gateway',
  build: '1.0.0',
  rules,
})
const namesOf = (words: readonly RoleWord[] | undefined): unknown => words?.map(({ id }) => id)

test('nobody can say who lives before all have had three seconds to speak', () => {
  const watch = new RoleWatch('e1', 1_000)
  watch.heard(word('g1'), 1_500)
  expect(watch.living(4_000)).toBeUndefined()
  watch.heard(word('g1'), 4_000)
  expect(namesOf(watch.living(4_001))).toEqual(['g1'])
})

test('who has been silent for more than three seconds is gone, and comes back', () => {
  const watch = new RoleWatch('e1', 0)
  watch.heard(word('g2'), 5_000)
  watch.heard(word('g1'), 6_000)
  expect(namesOf(watch.living(8_000))).toEqual(['g1', 'g2'])
  expect(namesOf(watch.living(8_001))).toEqual(['g1'])
  watch.heard(word('g2'), 9_500)
  expect(namesOf(watch.living(9_500))).toEqual(['g2'])
})

test('two processes of one name are two, and each has its latest word', () => {
  const watch = new RoleWatch('e1', 0)
  watch.heard(word('g1', 'a'), 5_000)
  watch.heard(word('g1', 'b', [1, 2]), 5_000)
  watch.heard(word('g1', 'a', [1, 2]), 6_000)
  expect(watch.living(6_000)?.map(({ rules }) => rules)).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test('an engine is alone when no other one has been heard for as long as is asked', () => {
  const watch = new RoleWatch('e1', 0)
  const alone = (nowMs: number): boolean => watch.isAloneFor(60_000, nowMs)
  for (let nowMs = 0; nowMs <= 60_000; nowMs += 1_000) {
    watch.heard(word('e1'), nowMs)
    watch.heard(word('g1'), nowMs)
  }
  expect([alone(60_000), alone(60_001)]).toEqual([false, true])
  watch.heard(word('e2'), 61_000)
  expect([alone(61_001), alone(121_000), alone(121_001)]).toEqual([false, false, true])
  // However short the time that is asked: who lives may be silent for three seconds.
  watch.heard(word('e2'), 200_000)
  expect([watch.isAloneFor(0, 203_000), watch.isAloneFor(0, 203_001)]).toEqual([false, true])
})
