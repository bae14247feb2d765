// Runs seeds of the simulator: `npm run simulate -- --seed 42 [--commands 5000] [--seeds 1]`. It
// prints each seed's hashes; when a law breaks, the law and a short tape that breaks it.

import { parseArgs } from 'node:util'
import { LawBroken, replay, runSeed, shrunk, tapeOf } from './simulation.ts'

/** Returns the line of a seed: equal lines are equal runs, on every machine and in every zone. */
export function lineOf(seed: number, commands: number): string {
  const run = runSeed({ seed, commands })
  const again = replay(run.commands, seed, 5)
  const same = again.stateHash === run.stateHash && again.eventHash === run.eventHash
  if (!same) throw new Error(`seed ${seed}: the replay differs from the run`)
  return `seed ${seed}: ${run.commands.length} commands, ${run.stateHash}, ${run.eventHash}`
}

function main(): void {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1' },
      commands: { type: 'string', default: '5000' },
    },
  })
  const first = Number(values.seed)
  try {
    for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
      process.stdout.write(`${lineOf(seed, Number(values.commands))}\n`)
    }
  } catch (error) {
    const told = error instanceof LawBroken ? `\n${tapeOf(shrunk(error.commands))}` : ''
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}${told}\n`)
    process.exitCode = 1
  }
}

if (import.meta.main) main()
