// Processes are alive if their last message is not older than three seconds; the list is known

import { expect, test } from 'vitest'
import { RoleWatch, type RoleWord } from './role-watch.ts'

// three seconds after the start.
const roleMessage = (id: string, process = id, rules: readonly number[] = [1]): RoleWord => ({
  process,
  id,
  role: id.startsWith('e') ? 'engine' : 'gateway',
  build: '1.0.0',
  rules,
})
const namesOf = (words: readonly RoleWord[] | undefined): unknown => words?.map(({ id }) => id)

test('the living processes are unknown in the first three seconds', () => {
  const watch = new RoleWatch('e1', 1_000)
  watch.heard(roleMessage('g1'), 1_500)
  expect(watch.living(4_000)).toBeUndefined()
  watch.heard(roleMessage('g1'), 4_000)
  expect(namesOf(watch.living(4_001))).toEqual(['g1'])
})

test('a process silent for more than three seconds is not listed until its next message', () => {
  const watch = new RoleWatch('e1', 0)
  watch.heard(roleMessage('g2'), 5_000)
  watch.heard(roleMessage('g1'), 6_000)
  expect(namesOf(watch.living(8_000))).toEqual(['g1', 'g2'])
  expect(namesOf(watch.living(8_001))).toEqual(['g1'])
  watch.heard(roleMessage('g2'), 9_500)
  expect(namesOf(watch.living(9_500))).toEqual(['g2'])
})

test('two processes with the same name are listed separately, each with its latest message', () => {
  const watch = new RoleWatch('e1', 0)
  watch.heard(roleMessage('g1', 'a'), 5_000)
  watch.heard(roleMessage('g1', 'b', [1, 2]), 5_000)
  watch.heard(roleMessage('g1', 'a', [1, 2]), 6_000)
  expect(watch.living(6_000)?.map(({ rules }) => rules)).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test('an engine is alone if no other engine has sent a message for the given time', () => {
  const watch = new RoleWatch('e1', 0)
  const alone = (nowMs: number): boolean => watch.isAloneFor(60_000, nowMs)
  for (let nowMs = 0; nowMs <= 60_000; nowMs += 1_000) {
    watch.heard(roleMessage('e1'), nowMs)
    watch.heard(roleMessage('g1'), nowMs)
  }
  expect([alone(60_000), alone(60_001)]).toEqual([false, true])
  watch.heard(roleMessage('e2'), 61_000)
  expect([alone(61_001), alone(121_000), alone(121_001)]).toEqual([false, false, true])
  // Also for shorter times: a living process may be silent for three seconds.
  watch.heard(roleMessage('e2'), 200_000)
  expect([watch.isAloneFor(0, 203_000), watch.isAloneFor(0, 203_001)]).toEqual([false, true])
})
