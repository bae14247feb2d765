// Runs every check that a change must pass and ends with one line: `N passed, N failed`.

// Two lanes share the processors: while journeys wait for prices and pages, the other lane runs the
// tools and the unit tests; the remaining steps go to whichever lane is free. Tests that wait for
// sockets or pages get a second attempt, because on a loaded machine one of 5,000 may time out.
// They are listed above the last line; `STRICT=1` disables second attempts. Pure tests never get
// one.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { requireChromium } from './chromium.ts'
import { coreJourneyFiles, coreJourneysGrep } from './core-journeys.ts'
import { requirePostgres } from './cluster/postgres-package.ts'
import { testPlaces } from './test-places.ts'
import {
  failedTests,
  flakyJourneys,
  playwrightTally,
  slowestFirst,
  timedFiles,
  timedJourneys,
  total,
  vitestTally,
  type Tally,
  type Timed,
} from './test-reports.ts'

/** Whether all journeys run, not only the core ones: `npm run test:all`. */
const isEveryJourney = process.env['JOURNEYS'] === 'all'

const secondTries = process.env['STRICT'] === '1' ? 0 : 1

/** Tests that passed only on their second attempt. */
const flaky: string[] = []

/** The failures, printed again at the end, because the start of a long output is often cut off. */
const failures: string[] = []

type Step = { name: string; args: string[]; env?: Record<string, string> }

const build: Step = {
  name: 'build',
  args: ['node_modules/vite/bin/vite.js', 'build', 'packages/web'],
}

/** Once, instead of in each of the first processes. */
const compile: Step = { name: 'compile', args: ['checks/compile-cache.ts'] }

const lint: Step = { name: 'lint', args: ['node_modules/oxlint/bin/oxlint'] }

const gates: readonly Step[] = [
  // Several checkers would check shared files several times, and the processors are busy anyway.
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-b', '--checkers', '1'] },
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js'] },
]

/** In vite's rewritten modules each use of an import is a look-up, 10 % of a random run's time. */
const onNodesModules = [
  '--project',
  'node',
  '--no-isolate',
  '--experimental.viteModuleRunner=false',
]

/** The longest first, so that both lanes end at about the same time. */
const unitTests: readonly Step[] = [
  { name: 'server', args: [...onNodesModules, `--retry=${secondTries}`, ...testPlaces.waiting] },
  { name: 'components', args: ['--project', 'browser', `--retry=${secondTries}`] },
  { name: 'rules', args: [...onNodesModules, ...testPlaces.pure] },
  {
    name: 'terminal',
    args: ['--project', 'node', '--no-isolate', `--retry=${secondTries}`, ...testPlaces.renewed],
  },
]

/** Runs one step, prefixing its output with its name; returns whether it succeeded. */
async function run({ name, args, env = {} }: Step): Promise<boolean> {
  console.log(`— ${name}: begun`)
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const printed = [child.stdout, child.stderr].map((input) =>
    print(name, createInterface({ input })),
  )
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  await Promise.all(printed)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`— ${name}: ${code === 0 ? 'done' : 'FAILED'} in ${seconds} s`)
  if (code !== 0) failures.push(name)
  return code === 0
}

async function print(name: string, lines: Interface): Promise<void> {
  for await (const line of lines) {
    if (line.startsWith('flaky: ')) flaky.push(line.slice('flaky: '.length))
    else if (line !== '') console.log(`${name} | ${line}`)
  }
}

function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

async function runVitest({ name, args }: Step, folder: string): Promise<Tally> {
  const file = join(folder, `${name}.json`)
  const shown = ['--reporter=default', '--reporter=./checks/flaky-tests.ts']
  const reporters = [...shown, '--reporter=json', `--outputFile.json=${file}`]
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args]
  const ok = await run({ name, args: command })
  const report = readJson(file)
  failures.push(...failedTests(report))
  printSlowest('files', timedFiles(report))
  return vitestTally(report, ok)
}

async function runPlaywright(folder: string): Promise<Tally> {
  const file = join(folder, 'journeys.json')
  const step = {
    name: 'journeys',
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--reporter=list,json',
      `--retries=${secondTries}`,
      ...(isEveryJourney ? [] : [`--grep=${coreJourneysGrep()}`, ...coreJourneyFiles()]),
    ],
    // Nobody looks at the pictures of this run; Playwright takes one of each failure.
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(!isEveryJourney && { PICTURES: 'off' }) },
  }
  const ok = await run(step)
  const report = readJson(file)
  flaky.push(...flakyJourneys(report))
  failures.push(...failedTests(report))
  printSlowest('journeys', timedJourneys(report))
  return playwrightTally(report, ok)
}

function printSlowest(what: string, timed: readonly Timed[]): void {
  console.log(`— the ten slowest ${what}, in seconds of their own:`)
  for (const { title, ms } of slowestFirst(timed).slice(0, 10)) {
    console.log(`${(ms / 1000).toFixed(1).padStart(6)}  ${title}`)
  }
}

const gateTally = (ok: boolean): Tally => ({ passed: 0, failed: ok ? 0 : 1 })

async function runAll(): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'basis-tests-'))
  // The exchange is started some two hundred times; this cache avoids compiling its modules again.
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled')
  // Several processes share the processors, so more helper threads per engine would only wait.
  // Most of what a test allocates is soon garbage: in a larger space less of it is copied first.
  const options = ['--v8-pool-size=1', '--max-semi-space-size=64']
  process.env['NODE_OPTIONS'] = [process.env['NODE_OPTIONS'] ?? '', ...options].join(' ').trim()
  try {
    const chromium = requireChromium()
    requirePostgres()
    const built = run(build)
    const compiled = run(compile)
    const left = [
      ...unitTests
        .filter(({ name }) => name !== 'components' || chromium !== undefined)
        .map((step) => () => runVitest(step, folder)),
      async () => gateTally(await run(lint)),
    ]
    const lane = async (first: () => Promise<Tally[]>): Promise<Tally[]> => {
      const tallies = await first()
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        tallies.push(await next())
      }
      return tallies
    }
    const journeys = async (): Promise<Tally[]> => {
      const tallies = [gateTally(await built), gateTally(await compiled)]
      if (chromium !== undefined) tallies.push(await runPlaywright(folder))
      return tallies
    }
    const tools = async (): Promise<Tally[]> => {
      const tallies: Tally[] = []
      for (const gate of gates) tallies.push(gateTally(await run(gate)))
      await built
      return tallies
    }
    return total((await Promise.all([lane(journeys), lane(tools)])).flat())
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const started = performance.now()
  const { passed, failed } = await runAll()
  console.log(`\n${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
  for (const title of flaky) console.log(`passed on the second try alone: ${title}`)
  for (const title of failures) console.log(`FAILED: ${title}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
