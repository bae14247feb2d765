// A run of the engine against the auditor: `npm run audit -- [--commands 200000] [--seed 1]`.

// It plays seed after seed, in turn in each of its worlds: whole, in a storm, with USDT perpetuals
// only, with waiting spot orders, copies, grids, combinations, loans and auctions; then again by
// the next version of the rules. The last line gives the number of commands that agreed and how
// many of them were refused.

import { parseArgs } from 'node:util'
import { knownRules } from '@basis/engine/rules-version'
import { LawBroken, tapeOf, type Run } from './simulation.ts'
import { auditFullSeed } from './full-auditor/compare.ts'
import { sharesOf } from './soak.ts'
import type { World } from './workload.ts'

/** Commands per seed: many short runs find more than few long ones, but deliveries need length. */
const commandsOf = {
  usdt: 1000,
  plans: 1000,
  whole: 2500,
  storm: 2500,
  copy: 1000,
  grid: 1000,
  spread: 1000,
  loan: 1000,
  launch: 1000,
} satisfies Record<World, number>

const worlds = Object.keys(commandsOf) as World[]

type Sum = { commands: number; seeds: number; readonly counts: Map<string, number> }

function add(sum: Sum, run: Run): void {
  sum.commands += run.commands.length
  sum.seeds += 1
  for (const [kind, count] of run.counts) sum.counts.set(kind, (sum.counts.get(kind) ?? 0) + count)
}

const shown = [
  'Traded',
  'FundingPaid',
  'SessionPaid',
  'PositionDelivered',
  'LiquidationStarted',
  'MarginReplenished',
  'PositionTakenOver',
  'PositionDeleveraged',
  'LossCovered',
  'AlgoChanged',
  'PositionModeChanged',
]

function main(): void {
  const { values } = parseArgs({
    options: {
      commands: { type: 'string', default: '200000' },
      seed: { type: 'string', default: '1' },
    },
  })
  const wanted = Number(values.commands)
  const first = Number(values.seed)
  const sum: Sum = { commands: 0, seeds: 0, counts: new Map() }
  try {
    for (let seed = first; sum.commands < wanted; seed += 1) {
      const world = worlds[seed % worlds.length] ?? 'whole'
      const rules = knownRules[Math.floor(seed / worlds.length) % knownRules.length]
      add(sum, auditFullSeed(seed, commandsOf[world], { world, rules }))
      const { size } = sum.counts
      process.stderr.write(`seed ${seed}: ${sum.commands} of ${wanted}, ${size} kinds of events\n`)
    }
    const refused = sharesOf(sum.counts).reduce((total, share) => total + share.refused, 0)
    const events = shown.map((kind) => `${kind} ${sum.counts.get(kind) ?? 0}`).join(', ')
    process.stdout.write(
      `the auditor agrees after every one of ${sum.commands} commands of ${sum.seeds} seeds, ` +
        `${refused} of them refused (${events})\n`,
    )
  } catch (error) {
    const tape = error instanceof LawBroken ? `\n${tapeOf(error.commands)}` : ''
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}${tape}\n`)
    process.exitCode = 1
  }
}

if (import.meta.main) main()
