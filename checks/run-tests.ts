// Runs every proof that belongs to one change and ends with one line: `N passed, N failed`.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireChromium } from './chromium.ts'

/** What one step has proved. A gate (types, lint, unused, …) counts only when it fails. */
export type Tally = { passed: number; failed: number }

type Step = { name: string; args: string[]; env?: Record<string, string> }

const gates: Step[] = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-b'] },
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint'] },
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'build', args: ['node_modules/vite/bin/vite.js', 'build', 'packages/web'] },
]

function run({ name, args, env = {} }: Step): boolean {
  console.log(`\n— ${name}`)
  const started = performance.now()
  const result = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  const ok = result.status === 0
  console.log(`— ${name}: ${ok ? 'done' : 'FAILED'} in ${seconds} s`)
  return ok
}

function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

function count(report: unknown, key: string): number {
  if (typeof report !== 'object' || report === null) return 0
  const value: unknown = Object.entries(report).find(([name]) => name === key)?.[1]
  return typeof value === 'number' ? value : 0
}

/** Reads Vitest's JSON report. A run that failed without a failed test counts as one failure. */
export function vitestTally(report: unknown, ok: boolean): Tally {
  const failed = count(report, 'numFailedTests')
  return { passed: count(report, 'numPassedTests'), failed: ok ? failed : Math.max(1, failed) }
}

/** Reads Playwright's JSON report. A flaky test is a failed one: it cannot be relied on. */
export function playwrightTally(report: unknown, ok: boolean): Tally {
  const stats =
    typeof report === 'object' && report !== null && 'stats' in report ? report.stats : undefined
  const failed = count(stats, 'unexpected') + count(stats, 'flaky')
  return { passed: count(stats, 'expected'), failed: ok ? failed : Math.max(1, failed) }
}

function runVitest(folder: string): Tally {
  const file = join(folder, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const ok = run({
    name: 'unit and property tests',
    args: ['node_modules/vitest/vitest.mjs', 'run', ...reporters],
  })
  return vitestTally(readJson(file), ok)
}

function runPlaywright(folder: string): Tally {
  const file = join(folder, 'playwright.json')
  const ok = run({
    name: 'journeys in a browser',
    args: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  return playwrightTally(readJson(file), ok)
}

/** Adds the tallies up; a run that proved nothing is a failed run. */
export function total(tallies: Tally[]): Tally {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  return { passed, failed: passed + failed === 0 ? 1 : failed }
}

function runAll(): Tally {
  const folder = mkdtempSync(join(tmpdir(), 'basis-tests-'))
  try {
    const chromium = requireChromium()
    const gateTallies = gates.map((gate) => ({ passed: 0, failed: run(gate) ? 0 : 1 }))
    const unit = runVitest(folder)
    const journeys = chromium === undefined ? { passed: 0, failed: 0 } : runPlaywright(folder)
    return total([...gateTallies, unit, journeys])
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const { passed, failed } = runAll()
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
