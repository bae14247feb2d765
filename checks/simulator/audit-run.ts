// A run of the engine against both auditors: `npm run audit -- [--commands 200000] [--seed 1]`.

// Half the commands go to the world of USDT perpetuals, where the auditor decides every refusal
// itself, half to the whole world, every other seed of it in a storm; its last line says how many
// agreed.

import { parseArgs } from 'node:util'
import { auditSeed } from './audit.ts'
import { LawBroken, tapeOf, type Run } from './simulation.ts'
import { auditFullSeed } from './full-auditor/compare.ts'

/** A seed's part: many short lives show more than few long ones, but deliveries need length. */
const usdtRun = 1000
const wholeRun = 2500

type Sum = { commands: number; seeds: number; readonly counts: Map<string, number> }

function add(sum: Sum, run: Run): void {
  sum.commands += run.commands.length
  sum.seeds += 1
  for (const [kind, count] of run.counts) sum.counts.set(kind, (sum.counts.get(kind) ?? 0) + count)
}

/** Runs seed after seed until so many commands have agreed; throws LawBroken. */
function audited(
  commands: number,
  first: number,
  run: (seed: number, commands: number) => Run,
  each: number,
): Sum {
  const sum: Sum = { commands: 0, seeds: 0, counts: new Map() }
  for (let seed = first; sum.commands < commands; seed += 1) {
    add(sum, run(seed, each))
    const { size } = sum.counts
    process.stderr.write(`seed ${seed}: ${sum.commands} of ${commands}, ${size} kinds of events\n`)
  }
  return sum
}

const wholeOrStorm = (seed: number, commands: number): Run =>
  auditFullSeed(seed, commands, seed % 2 === 0 ? 'storm' : 'whole')

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
  const half = Number(values.commands) / 2
  const first = Number(values.seed)
  try {
    const usdt = audited(half, first, auditSeed, usdtRun)
    const whole = audited(half, first, wholeOrStorm, wholeRun)
    const told = shown.map((kind) => `${kind} ${whole.counts.get(kind) ?? 0}`).join(', ')
    process.stdout.write(
      `the auditors agree after every one of ${usdt.commands + whole.commands} commands: ` +
        `${usdt.commands} of USDT perpetuals (${usdt.seeds} seeds), ` +
        `${whole.commands} of the whole world (${whole.seeds} seeds; ${told})\n`,
    )
  } catch (error) {
    const tape = error instanceof LawBroken ? `\n${tapeOf(error.commands)}` : ''
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}${tape}\n`)
    process.exitCode = 1
  }
}

if (import.meta.main) main()
