// `npm run bench -- NAME` prints one line of comparison; without NAME it prints all of them.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { formatBenchLine, type BenchModule } from './line.ts'

const names = [
  'core',
  'apply',
  'latency',
  'copy',
  'grids',
  'preview',
  'tick',
  'rules',
  'pm',
  'surface',
  'orders',
  'durable',
  'v5-rest',
  'v5-socket',
  'v5-book',
  'push',
  'private-push',
  'snapshot-pause',
  'ingest',
  'replicated',
  'append',
  'takeover',
  'follow',
  'lag',
  'first-load',
  'page',
  'idle',
  'growth',
  'ladder',
  'tables',
  'chain',
  'chart-paint',
  'chart-pan',
  'chart-tick',
  'chart-lines',
] as const

/** Benches in folders with their own helper files. */
const folders: Readonly<Record<string, string>> = {
  append: 'cluster-load/',
  chain: 'chain-load/',
  copy: 'copy-load/',
  grids: 'grid-load/',
  follow: 'cluster-load/',
  growth: 'idle-load/',
  ingest: 'ingest-load/',
  'first-load': 'page-load/',
  ladder: 'ladder-load/',
  lag: 'cluster-load/',
  'private-push': 'push-load/',
  replicated: 'cluster-load/',
  rules: 'apply-load/',
  surface: 'option-load/',
  'snapshot-pause': 'apply-load/',
  tables: 'tables-load/',
  takeover: 'cluster-load/',
  'v5-book': 'push-load/',
  'v5-rest': 'v5-load/',
  'v5-socket': 'v5-load/',
}

async function runBench(name: string): Promise<void> {
  const folder = name.startsWith('chart-') ? 'chart-load/' : (folders[name] ?? '')
  const path = `./${folder}${name}.ts`
  const module = (await import(new URL(path, import.meta.url).href)) as BenchModule
  console.log(formatBenchLine(await module.bench()))
}

// Each bench of a full round runs in a process of its own, so that none inherits another's heap,
// compiled code or open sockets. Returns the worst exit code.
function runAll(): number {
  const codes = names.map((name) => {
    const args = [...process.execArgv, fileURLToPath(import.meta.url), name]
    return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
  })
  return Math.max(...codes)
}

async function main(asked: readonly string[]): Promise<number> {
  if (asked.length === 0) return runAll()
  const unknown = asked.filter((name) => !names.some((known) => known === name))
  if (unknown.length > 0) {
    console.error(`No bench is called ${unknown.join(', ')}; there are ${names.join(', ')}`)
    return 2
  }
  for (const name of asked) await runBench(name)
  return 0
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
