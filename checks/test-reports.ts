// Counts, failures and times in the reports of Vitest and Playwright.

import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The result of one step. A gate (types, lint, unused, …) counts only when it fails. */
export type Tally = { passed: number; failed: number }

function fieldOf(report: unknown, key: string): unknown {
  if (typeof report !== 'object' || report === null) return undefined
  return Object.entries(report).find(([name]) => name === key)?.[1]
}

function count(report: unknown, key: string): number {
  const value = fieldOf(report, key)
  return typeof value === 'number' ? value : 0
}

/** Reads Vitest's JSON report. A failed run without a failed test counts as one failure. */
export function vitestTally(report: unknown, ok: boolean): Tally {
  const failed = count(report, 'numFailedTests')
  return { passed: count(report, 'numPassedTests'), failed: ok ? failed : Math.max(1, failed) }
}

/** Reads Playwright's JSON report. A journey that passed on its second attempt has passed. */
export function playwrightTally(report: unknown, ok: boolean): Tally {
  const stats = fieldOf(report, 'stats')
  const failed = count(stats, 'unexpected')
  const passed = count(stats, 'expected') + count(stats, 'flaky')
  return { passed, failed: ok ? failed : Math.max(1, failed) }
}

export type Timed = { readonly title: string; readonly ms: number }

const listIn = (report: unknown, key: string): readonly unknown[] => {
  const value = fieldOf(report, key)
  return Array.isArray(value) ? value : []
}

/** The duration of each test in Playwright's JSON report, in suites of any depth. */
export function timedJourneys(report: unknown): readonly Timed[] {
  const own = listIn(report, 'specs').map((spec) => {
    const results = listIn(spec, 'tests').flatMap((test) => listIn(test, 'results'))
    return {
      title: textIn(spec, 'title'),
      ms: results.reduce<number>((sum, result) => sum + count(result, 'duration'), 0),
    }
  })
  return [...own, ...listIn(report, 'suites').flatMap(timedJourneys)]
}

/** The titles of journeys that passed on their second attempt, from Playwright's JSON report. */
export function flakyJourneys(report: unknown): readonly string[] {
  const own = listIn(report, 'specs').filter((spec) =>
    listIn(spec, 'tests').some((test) => textIn(test, 'status') === 'flaky'),
  )
  const titles = own.map((spec) => textIn(spec, 'title'))
  return [...titles, ...listIn(report, 'suites').flatMap(flakyJourneys)]
}

const textIn = (report: unknown, key: string): string => {
  const value = fieldOf(report, key)
  return typeof value === 'string' ? value : ''
}

/** The duration of each file in Vitest's JSON report, from its first test to its last. */
export function timedFiles(report: unknown): readonly Timed[] {
  return listIn(report, 'testResults').map((file) => ({
    title: relative('.', textIn(file, 'name')),
    ms: count(file, 'endTime') - count(file, 'startTime'),
  }))
}

export const slowestFirst = (timed: readonly Timed[]): readonly Timed[] =>
  timed.toSorted((a, b) => b.ms - a.ms)

/** The failed tests and the reasons, from a JSON report of Vitest or of Playwright. */
export function failedTests(report: unknown): readonly string[] {
  const units = listIn(report, 'testResults').flatMap((file) => {
    const failed = listIn(file, 'assertionResults').filter((test) => isFailed(test))
    const titles = failed.map((test) => {
      const [reason] = listIn(test, 'failureMessages')
      return `${textIn(test, 'fullName')}${reasonOf(reason)}`
    })
    // A file that could not be loaded has no tests.
    const whole = `the file itself${reasonOf(fieldOf(file, 'message'))}`
    const names = titles.length === 0 && isFailed(file) ? [whole] : titles
    return names.map((title) => `${relative('.', textIn(file, 'name'))}: ${title}`)
  })
  const journeys = listIn(report, 'specs')
    .filter((spec) => listIn(spec, 'tests').some((test) => textIn(test, 'status') === 'unexpected'))
    .map((spec) => {
      const results = listIn(spec, 'tests').flatMap((test) => listIn(test, 'results'))
      const reasons = results.map((result) =>
        reasonOf(fieldOf(fieldOf(result, 'error'), 'message')),
      )
      return `${textIn(spec, 'file')}: ${textIn(spec, 'title')}${reasons.join('')}`
    })
  return [...units, ...journeys, ...listIn(report, 'suites').flatMap(failedTests)]
}

const longestReason = 600

/** The start of an error's message, each line indented, without terminal colours. */
function reasonOf(words: unknown): string {
  if (typeof words !== 'string' || words === '') return ''
  const lines = stripVTControlCharacters(words)
    .slice(0, longestReason)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line) => `\n    ${line}`).join('')
}

const isFailed = (result: unknown): boolean => textIn(result, 'status') === 'failed'

/** Adds up the tallies; a run without any test is a failed run. */
export function total(tallies: Tally[]): Tally {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  return { passed, failed: passed + failed === 0 ? 1 : failed }
}
