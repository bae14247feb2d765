// Branches of the engine that the random traders reach: `npm run coverage:engine -- [--seed 5001]
// [--seeds 9] [--commands 5000]`.

// It runs the simulator and prints, file by file, the functions and blocks that were not reached. A
// block is a range that V8 counts separately: code under a condition that ran a different number of
// times than the code around it.

import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { soakWorlds, stretch } from './soak.ts'

const engine = fileURLToPath(new URL('../../packages/engine/src/', import.meta.url))
const simulator = fileURLToPath(new URL('./simulate.ts', import.meta.url))

/** The coverage output of V8 for a script. */
type Range = { readonly startOffset: number; readonly endOffset: number; readonly count: number }
type Script = {
  readonly url: string
  readonly functions: readonly { readonly functionName: string; readonly ranges: Range[] }[]
}

/** The coverage of a file: blocks in all and reached, functions and blocks never reached. */
export type FileCoverage = {
  readonly file: string
  readonly blocks: number
  readonly reached: number
  readonly functions: readonly string[]
  /** The line on which each begins, with its function. */
  readonly missed: readonly string[]
}

/** Counts a script's blocks; a function that was never called is one block. */
export function fileCoverage(file: string, text: string, { functions }: Script): FileCoverage {
  const never: string[] = []
  const missed: string[] = []
  let blocks = 0
  for (const { functionName: name, ranges } of functions) {
    const [whole, ...inner] = ranges
    if (whole === undefined) continue
    blocks += ranges.length
    const at = (offset: number): string =>
      `${text.slice(0, offset).split('\n').length}${name === '' ? '' : ` ${name}`}`
    if (whole.count === 0) never.push(at(whole.startOffset))
    for (const { count, startOffset } of inner) if (count === 0) missed.push(at(startOffset))
  }
  const reached = blocks - never.length - missed.length
  return { file, blocks, reached, functions: never, missed }
}

/** Runs the simulator and returns V8's counts for the engine's files. */
function measured(args: readonly string[]): readonly FileCoverage[] {
  const folder = mkdtempSync(join(tmpdir(), 'basis-coverage-'))
  try {
    const env = { ...process.env, NODE_V8_COVERAGE: folder }
    const run = spawnSync(process.execPath, [simulator, ...args], { env, stdio: 'inherit' })
    if (run.status !== 0) throw new Error(`the simulator ended with ${run.status}`)
    const [written] = readdirSync(folder)
    if (written === undefined) throw new Error('V8 wrote no coverage')
    const { result } = JSON.parse(readFileSync(join(folder, written), 'utf8')) as {
      readonly result: readonly Script[]
    }
    return result.flatMap((script) => {
      if (!script.url.startsWith('file:')) return []
      const path = fileURLToPath(script.url)
      if (!path.startsWith(engine)) return []
      return [fileCoverage(path.slice(engine.length), readFileSync(path, 'utf8'), script)]
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`

/** The lines of the report: the sum, the folders, and by file the parts not reached. */
export function reportOf(files: readonly FileCoverage[]): readonly string[] {
  const sumOf = (some: readonly FileCoverage[]): string => {
    const blocks = some.reduce((sum, file) => sum + file.blocks, 0)
    const reached = some.reduce((sum, file) => sum + file.reached, 0)
    return `${share(reached, blocks)}, ${reached} of ${blocks} blocks`
  }
  const folders = Map.groupBy(files, ({ file }) => file.slice(0, file.lastIndexOf('/')))
  const lines = [`engine: ${sumOf(files)} in ${files.length} files`]
  for (const [folder, some] of [...folders].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    lines.push(`  ${folder}: ${sumOf(some)}`)
  }
  for (const { file, functions, missed } of files.toSorted((a, b) => (a.file < b.file ? -1 : 1))) {
    if (functions.length + missed.length === 0) continue
    lines.push(`${file}:`)
    if (functions.length > 0) lines.push(`  never called: ${functions.join(', ')}`)
    if (missed.length > 0) lines.push(`  never reached: ${missed.join(', ')}`)
  }
  return lines
}

function main(): void {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '5001' },
      // As many as the soak has turns: with fewer, whole worlds and their folders are left out.
      seeds: { type: 'string', default: String(soakWorlds.length) },
      commands: { type: 'string', default: String(stretch) },
    },
  })
  const seeds = Number(values.seeds)
  // More than one stretch runs seed after seed, in turn in the worlds of the soak.
  const commands = Math.max(stretch + 1, seeds * Number(values.commands))
  const files = measured(['--seed', values.seed, '--commands', String(commands)])
  const loaded = new Set(files.map(({ file }) => file))
  const unused = globSync('**/*.ts', { cwd: engine }).filter(
    (file) => !loaded.has(file) && !file.includes('.test.') && !file.startsWith('api/'),
  )
  process.stdout.write(`${reportOf(files).join('\n')}\n`)
  if (unused.length > 0) process.stdout.write(`never loaded: ${unused.toSorted().join(', ')}\n`)
}

if (import.meta.main) main()
