// Runs seeds of the simulator: `npm run simulate -- --seed 42 [--commands 5000] [--seeds 1]
// [--world copy,grid] [--rules 1]` prints each seed's hashes; several worlds take turns.

// Without `--rules` the exchange goes by the newest version of the rules, as a new one does. With
// more commands than one seed runs (`--commands 10000000`) it runs seed after seed and prints
// the coverage. When a law is violated it prints the law and the shortened list of commands.

import { parseArgs } from 'node:util'
import { knownRules } from '@basis/engine/rules-version'
import { coverageOf, missedKinds, runSoak, stretch, type SoakOptions } from './soak.ts'
import { isWorld, type World } from './workload.ts'
import { LawBroken, replay, runSeed, shrunk, tapeOf } from './simulation.ts'

/** Returns the line of a seed: equal lines are equal runs, on every machine and in every zone. */
export function lineOf(
  seed: number,
  commands: number,
  world: World = 'usdt',
  rules?: number,
): string {
  const run = runSeed({ seed, commands, world, rules })
  const again = replay(run.commands, seed, 5)
  const same = again.stateHash === run.stateHash && again.eventHash === run.eventHash
  if (!same) throw new Error(`seed ${seed}: the replay differs from the run`)
  return `seed ${seed}: ${run.commands.length} commands, ${run.stateHash}, ${run.eventHash}`
}

function soak(options: SoakOptions): void {
  const { commands } = options
  const started = performance.now()
  let printedMs = started
  const seconds = (): number => Math.round((performance.now() - started) / 1000)
  const { counts, ...all } = runSoak(options, (so) => {
    if (performance.now() - printedMs < 5000) return
    printedMs = performance.now()
    const share = ((100 * so.commands) / commands).toFixed(1)
    process.stderr.write(`${share} % after ${seconds()} s: ${so.commands} commands\n`)
  })
  process.stdout.write(`${coverageOf(counts).join('\n')}\n`)
  const missed = missedKinds(counts)
  process.stdout.write(
    `${all.commands} commands in ${all.seeds} seeds, ${seconds()} s: nothing lost` +
      `${missed.length === 0 ? '' : `; never done: ${missed.join(', ')}`}\n`,
  )
}

function main(): void {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1' },
      commands: { type: 'string', default: '5000' },
      world: { type: 'string' },
      rules: { type: 'string' },
    },
  })
  const first = Number(values.seed)
  const commands = Number(values.commands)
  const named = values.world?.split(',')
  const unknown = named?.find((name) => !isWorld(name))
  if (unknown !== undefined) throw new Error(`there is no world ${unknown}`)
  const worlds = named?.filter(isWorld)
  const rules = values.rules === undefined ? undefined : Number(values.rules)
  if (rules !== undefined && !knownRules.includes(rules)) {
    throw new Error(`there is no version ${values.rules} of the rules`)
  }
  try {
    if (commands > stretch) return soak({ first, commands, worlds, rules })
    for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
      const world = worlds?.[(seed - first) % worlds.length]
      process.stdout.write(`${lineOf(seed, commands, world, rules)}\n`)
    }
  } catch (error) {
    const commandText = error instanceof LawBroken ? `\n${tapeOf(shrunk(error.commands))}` : ''
    process.stderr.write(
      `${error instanceof Error ? error.message : String(error)}${commandText}\n`,
    )
    process.exitCode = 1
  }
}

if (import.meta.main) main()
