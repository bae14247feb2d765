// The summary of a run must be true: a crash or an empty run is a failure, and second tries are
// reported.

import { expect, test } from 'vitest'
import {
  failedTests,
  flakyJourneys,
  playwrightTally,
  slowestFirst,
  timedFiles,
  timedJourneys,
  total,
  vitestTally,
} from './test-reports.ts'

test('the counts of both runners are added', () => {
  const unit = vitestTally({ numPassedTests: 10, numFailedTests: 1 }, false)
  const journeys = playwrightTally({ stats: { expected: 3, unexpected: 0, flaky: 0 } }, true)
  expect(total([unit, journeys])).toEqual({ passed: 13, failed: 1 })
})

test('a runner that fails without a failed test counts as one failure', () => {
  expect(vitestTally({ numPassedTests: 10, numFailedTests: 0 }, false).failed).toBe(1)
  expect(playwrightTally(undefined, false)).toEqual({ passed: 0, failed: 1 })
})

test('a journey that passes on its second try counts once, and is listed by name', () => {
  const stats = { expected: 2, unexpected: 0, flaky: 1 }
  expect(playwrightTally({ stats }, true)).toEqual({ passed: 3, failed: 0 })
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const suites = [{ specs: [spec('one', 'expected')], suites: [{ specs: [spec('two', 'flaky')] }] }]
  expect(flakyJourneys({ suites })).toEqual(['two'])
})

test('a run without tests is a failed run', () => {
  expect(total([{ passed: 0, failed: 0 }])).toEqual({ passed: 0, failed: 1 })
})

test('each journey is listed with its time, also in nested suites', () => {
  const spec = (title: string, duration: number) => ({
    title,
    tests: [{ results: [{ duration }] }],
  })
  const report = {
    suites: [{ specs: [spec('one', 20)], suites: [{ specs: [spec('two', 3_000)] }] }],
  }
  expect(timedJourneys(report)).toEqual([
    { title: 'one', ms: 20 },
    { title: 'two', ms: 3_000 },
  ])
  expect(timedJourneys(undefined)).toEqual([])
})

test('failures of both runners are listed by file and title', () => {
  const assertionResults = [
    { fullName: 'books cross', status: 'failed' },
    { fullName: 'books rest', status: 'passed' },
  ]
  const testResults = [
    { name: 'checks/a.test.ts', status: 'failed', assertionResults },
    { name: 'checks/b.test.ts', status: 'failed', assertionResults: [] },
    { name: 'checks/c.test.ts', status: 'passed', assertionResults: [] },
  ]
  expect(failedTests({ testResults })).toEqual([
    'checks/a.test.ts: books cross',
    'checks/b.test.ts: the file itself',
  ])
  const spec = (title: string, status: string) => ({
    title,
    file: 'x.e2e.ts',
    tests: [{ status }],
  })
  const suites = [{ suites: [{ specs: [spec('bad', 'unexpected'), spec('late', 'flaky')] }] }]
  expect(failedTests({ suites })).toEqual(['x.e2e.ts: bad'])
})

test('the error messages are below each failure, one for each failed try of a journey', () => {
  const red = (text: string): string => `\u001B[31m${text}\u001B[39m`
  const assertionResults = [
    { fullName: 'books cross', status: 'failed', failureMessages: [red('expected 1 to be 2')] },
  ]
  const testResults = [{ name: 'checks/a.test.ts', status: 'failed', assertionResults }]
  expect(failedTests({ testResults })).toEqual([
    'checks/a.test.ts: books cross\n    expected 1 to be 2',
  ])
  const results = [{ error: { message: `Error:\n\n${red('late')}` } }, { error: {} }]
  const tests = [{ status: 'unexpected', results }]
  const suites = [{ specs: [{ title: 'bad', file: 'x.e2e.ts', tests }] }]
  expect(failedTests({ suites })).toEqual(['x.e2e.ts: bad\n    Error:\n    late'])
})

test('files are listed with their times, the slowest first', () => {
  const testResults = [
    { name: 'checks/quick.test.ts', startTime: 1_000, endTime: 1_010 },
    { name: 'checks/slow.test.ts', startTime: 1_000, endTime: 4_000 },
  ]
  expect(slowestFirst(timedFiles({ testResults }))).toEqual([
    { title: 'checks/slow.test.ts', ms: 3_000 },
    { title: 'checks/quick.test.ts', ms: 10 },
  ])
})
