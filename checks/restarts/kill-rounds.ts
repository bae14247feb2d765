// The common part of tests that kill an exchange round after round: a folder of its own, starts
// with frequent snapshots, and the comparison of the data on the disk.

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Engine } from '@basis/engine/engine'
import type { EventBatch } from '@basis/engine/events'
import { brokenInvariants } from '@basis/engine/invariants'
import { engines } from '@basis/server/exchange/engines'
import { recover } from '@basis/server/exchange/recovery'
import { openStorage } from '@basis/server/exchange/disk/storage'
import { startExchange, type ExchangeProcess } from '../exchange-process.ts'

export type KillPlan = {
  readonly rounds: number
  readonly seed: number
  /** Settings of the exchange, beside the usual ones of a kill test. */
  readonly settings?: Readonly<Record<string, string>>
  readonly onRound?: (line: string) => void
}

/** The callbacks of a run over one folder. */
export type KillRun<Report> = {
  /** Starts the exchange, kills it in the middle of its work, and checks the data on the disk. */
  readonly round: (number: number) => Promise<void>
  /** Called after the last kill. */
  readonly report: () => Promise<Report>
  readonly close: () => void
}

/** Runs the rounds; throws with the round's number at the first failed check. */
export async function killRounds<Report>(
  { rounds, seed }: KillPlan,
  begin: (data: string) => KillRun<Report>,
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'basis-kill-'))
  const run = begin(join(folder, 'data'))
  try {
    for (let round = 1; round <= rounds; round += 1) {
      try {
        await run.round(round)
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error)
        throw new Error(`seed ${seed}, round ${round}: ${words}`, { cause: error })
      }
    }
    return await run.report()
  } finally {
    run.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts the exchange on the data of the last kill. */
export const startAgain = (
  dataFolder: string,
  { settings = {} }: KillPlan,
): Promise<ExchangeProcess> =>
  startExchange({
    dataFolder,
    settings: { BASIS_RATE_LIMIT: '0', BASIS_SNAPSHOT_EVERY: '1500', ...settings },
  })

/** The plan of the command line: `--rounds 200 --seed 7`. */
export function requestedPlan(): KillPlan {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '20' },
      seed: { type: 'string', default: '42' },
    },
  })
  const onRound = (line: string): void => console.log(line)
  return { rounds: Number(values.rounds), seed: Number(values.seed), onRound }
}

/**
 * On a copy of a folder: a snapshot with its tail and the whole journal give the same state, the
 * money adds up and every invariant holds. Returns the engine; `onBatch` gets the whole journal.
 */
export async function compareReplays(
  data: string,
  onBatch?: (batch: EventBatch) => void,
): Promise<Replayed> {
  const copy = `${data}-copy`
  cpSync(data, copy, { recursive: true })
  try {
    const tail = await replayed(copy)
    rmSync(join(copy, 'snapshots'), { recursive: true })
    const whole = await replayed(copy, onBatch)
    expectSame('the state hash', tail.hash, whole.hash)
    expectSame('the drift of the ledger', whole.drift, '')
    expectSame('what is broken', brokenInvariants(whole.engine).join(), '')
    return whole
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

type Replayed = {
  readonly engine: Engine
  readonly seq: number
  readonly hash: string
  readonly drift: string
}

async function replayed(
  folder: string,
  onBatch: (batch: EventBatch) => void = () => undefined,
): Promise<Replayed> {
  const onNotice = (message: string): never => {
    throw new Error(message)
  }
  const storage = await openStorage({ folder, build: 'crash', onNotice })
  try {
    const { engine } = await recover({ ...storage, engines, onBatch, onNotice })
    const drifting = engine.views.ledger().filter(({ drift }) => drift !== 0n)
    return {
      engine,
      seq: engine.lastSeq(),
      hash: engines.stateHash(engine),
      drift: drifting.map(({ coin, drift }) => `${coin} ${drift}`).join(),
    }
  } finally {
    await storage.journal.close()
    storage.release()
  }
}

export function expectSame(what: string, found: string, expected: string): void {
  if (found !== expected) throw new Error(`${what} is ${found}, not ${expected}`)
}
