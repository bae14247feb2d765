// A week of trading in all families of contracts, run at two speeds. `npm run week` runs a denser
// one.

// At ×1 commands go one by one through the real exchange, each durable before the next is sent; at
// ×1,000 they are read from its journal in batches of thousands.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import type { Command, NumberedCommand } from '@basis/engine/commands'
import { createEngine } from '@basis/engine/engine'
import { stateHash } from '@basis/engine/snapshot'
import { parseCommand } from '@basis/engine/text'
import { formatCommandLine } from '@basis/server/exchange/command-lines'
import { openStorage, type Storage } from '@basis/server/exchange/disk/storage'
import { engines } from '@basis/server/exchange/engines'
import { createExchange } from '@basis/server/exchange/exchange'
import { recover } from '@basis/server/exchange/recovery'
import { proofLength } from '../proof-length.ts'
import { hasFraction } from './laws/explained.ts'
import { Laws } from './laws/laws.ts'
import { tapeOf, EventDigest } from './simulation.ts'
import { createWorkload } from './workload.ts'

const dayMs = 24 * 3_600_000
const weekMs = 7 * dayMs

/** Daily deposits, so that traders who lost everything can continue. */
const wages = (): readonly Command[] =>
  [3, 4, 5, 6, 7, 8, 9].flatMap((account) =>
    ['USDT', 'USDC'].map((coin) => ({
      kind: 'Deposit' as const,
      account: accountId(account),
      coin,
      amount: amount(3000n * 100_000_000n),
    })),
  )

export type Hashes = { readonly stateHash: string; readonly eventHash: string }
export type Week = Hashes & {
  readonly commands: readonly NumberedCommand[]
  readonly counts: ReadonlyMap<string, number>
}

export type WeekPlan = {
  readonly seed: number
  /** The pauses in turn, for the whole week; after each come some seconds of new prices, */
  readonly restsMin: readonly number[]
  /** and then this many commands in quick succession. */
  readonly commandsAfter: number
}

/** Simulates a week of a seed with every law checked; throws Error with the violated law. */
export function liveWeek({ seed, restsMin, commandsAfter }: WeekPlan): Week {
  const workload = createWorkload(seed, 'whole')
  const engine = createEngine()
  const laws = new Laws()
  const digest = new EventDigest()
  const commands: NumberedCommand[] = []
  let days = 0
  const perform = (timeMs: number, command: Command): void => {
    // The exchange's API refuses non-integers before they become commands.
    if (hasFraction(command)) return
    const numbered = { seq: commands.length + 1, timeMs, command }
    commands.push(numbered)
    const applied = engine.apply(numbered)
    laws.observe(command, applied, engine)
    digest.add(applied)
    workload.learn(command, applied)
  }
  for (const command of workload.opening) perform(workload.startMs, command)
  for (let no = 0; engine.lastTimeMs() < workload.startMs + weekMs; no += 1) {
    const restMs = (restsMin[no % restsMin.length] ?? 1) * 60_000
    // Five prices over three seconds make a market fresh again (reliability L2).
    for (const pauseMs of [restMs, 1000, 1000, 1000, 1000]) {
      const step = workload.rest(pauseMs)
      perform(step.timeMs, step.command)
    }
    const day = Math.floor((engine.lastTimeMs() - workload.startMs) / dayMs)
    if (day > days) for (const wage of wages()) perform(engine.lastTimeMs(), wage)
    days = Math.max(days, day)
    for (let k = 0; k < commandsAfter; k += 1) {
      const step = workload.next(engine.views)
      perform(step.timeMs, step.command)
    }
  }
  return { commands, stateHash: stateHash(engine), eventHash: digest.hash, counts: digest.counts }
}

async function inFolder<Result>(work: (storage: Storage) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'basis-week-'))
  try {
    const storage = await openStorage({ folder, build: 'week', onNotice: fail })
    try {
      return await work(storage)
    } finally {
      await storage.journal.close().catch(() => undefined)
      storage.release()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const fail = (what: string | Error): never => {
  throw what instanceof Error ? what : new Error(what)
}

/** Each command is submitted at its own time, durable and applied before the next one. */
export const atTimesOne = (commands: readonly NumberedCommand[]): Promise<Hashes> =>
  inFolder(async (storage) => {
    let nowMs = 0
    const recovered = await recover({ ...storage, engines, onNotice: fail })
    const exchange = createExchange({
      ...storage,
      engines,
      recovered,
      clock: { nowMs: () => nowMs },
      build: 'week',
      snapshotEvery: Math.ceil(commands.length / proofLength(5, 2)),
      lastSnapshotMs: 600_000,
      onFailure: fail,
      onNotice: fail,
    })
    const digest = new EventDigest()
    for (const { timeMs, command } of commands) {
      nowMs = timeMs
      digest.add(await exchange.submit(command))
    }
    const { hash } = exchange.stateHash()
    await exchange.stop()
    return { stateHash: hash, eventHash: digest.hash }
  })

/** The whole journal at once, in batches of thousands, as a recovery reads it. */
export const atTimesThousand = (commands: readonly NumberedCommand[]): Promise<Hashes> =>
  inFolder(async (storage) => {
    for (let at = 0; at < commands.length; at += 1000) {
      const part = commands.slice(at, at + 1000)
      const lines = part.map(({ timeMs, command }) => formatCommandLine(timeMs, command)).join('\n')
      await storage.journal.append({ firstSeq: at + 1, count: part.length, lines })
    }
    const digest = new EventDigest()
    const onBatch = (applied: Parameters<EventDigest['add']>[0]): void => digest.add(applied)
    const { engine } = await recover({ ...storage, engines, onBatch, onNotice: fail })
    return { stateHash: stateHash(engine), eventHash: digest.hash }
  })

/** Writes the commands as text and runs the parsed result. */
export function fromTape(commands: readonly NumberedCommand[]): Hashes {
  const engine = createEngine()
  const digest = new EventDigest()
  const instruments = new Map()
  let timeMs = commands[0]?.timeMs ?? 0
  let seq = 0
  for (const line of tapeOf(commands).split('\n')) {
    const pause = /^\+(\d+)ms$/.exec(line)
    if (pause !== null) {
      timeMs += Number(pause[1])
      continue
    }
    const command = parseCommand(line, { instruments })
    if (command.kind === 'ListInstrument') {
      instruments.set(command.instrument.symbol, command.instrument)
    }
    digest.add(engine.apply({ seq: (seq += 1), timeMs, command }))
  }
  return { stateHash: stateHash(engine), eventHash: digest.hash }
}

async function main(): Promise<void> {
  const started = performance.now()
  const say = (text: string): void => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(`${seconds.padStart(6)} s  ${text}\n`)
  }
  const week = liveWeek({ seed: 6, restsMin: [5], commandsAfter: 25 })
  const { commands } = week
  say(`lived    ${commands.length} commands: ${week.stateHash} ${week.eventHash}`)
  const paces = { '×1': atTimesOne, '×1000': atTimesThousand, tape: fromTape }
  for (const [name, run] of Object.entries(paces)) {
    const { stateHash: state, eventHash: events } = await run(commands)
    say(`${name.padEnd(8)} ${state} ${events}`)
    if (state !== week.stateHash || events !== week.eventHash) process.exitCode = 1
  }
  for (const [name, count] of [...week.counts].toSorted((a, b) => b[1] - a[1])) {
    if (/^[A-Z][A-Za-z]+$/.test(name)) say(`  ${name} ${count}`)
  }
}

if (import.meta.main) await main()
