// The last line of a run must be true: a crash or an empty run is a failure, and a second try is
// told.

import { expect, test } from 'vitest'
import { durations, flakyJourneys, playwrightTally, total, vitestTally } from './run-tests.ts'

test('the counts of both runners are added', () => {
  const unit = vitestTally({ numPassedTests: 10, numFailedTests: 1 }, false)
  const journeys = playwrightTally({ stats: { expected: 3, unexpected: 0, flaky: 0 } }, true)
  expect(total([unit, journeys])).toEqual({ passed: 13, failed: 1 })
})

test('a runner that fails without a failed test counts as one failure', () => {
  expect(vitestTally({ numPassedTests: 10, numFailedTests: 0 }, false).failed).toBe(1)
  expect(playwrightTally(undefined, false)).toEqual({ passed: 0, failed: 1 })
})

test('a journey that passes on its second try counts once, and is told by name', () => {
  const stats = { expected: 2, unexpected: 0, flaky: 1 }
  expect(playwrightTally({ stats }, true)).toEqual({ passed: 3, failed: 0 })
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const suites = [{ specs: [spec('one', 'expected')], suites: [{ specs: [spec('two', 'flaky')] }] }]
  expect(flakyJourneys({ suites })).toEqual(['two'])
})

test('a run that proved nothing is a failed run', () => {
  expect(total([{ passed: 0, failed: 0 }])).toEqual({ passed: 0, failed: 1 })
})

test('each journey is told with its own time, in whatever suites it lies', () => {
  const spec = (title: string, duration: number) => ({
    title,
    tests: [{ results: [{ duration }] }],
  })
  const report = {
    suites: [{ specs: [spec('one', 20)], suites: [{ specs: [spec('two', 3_000)] }] }],
  }
  expect(durations(report)).toEqual([
    { title: 'one', ms: 20 },
    { title: 'two', ms: 3_000 },
  ])
  expect(durations(undefined)).toEqual([])
})
