// Recovery of the exchange's state from the disk: the newest usable snapshot, then the journal
// after it. A start, a crash and a command on which the engine failed are all recovered here.

import { problem } from '@basis/domain/instrument/problems'
import type { NumberedCommand } from '@basis/engine/commands'
import type { ApplyResult, Engine } from '@basis/engine/engine'
import type { CommandRejected, EventBatch } from '@basis/engine/events'
import { RulesUnknown } from '@basis/engine/rules-version'
import { messageOf } from '../failures/thrown.ts'
import { parseCommandLine } from './command-lines.ts'
import { JournalDamaged, type Journal } from './journal.ts'
import type { SnapshotHead } from './disk/snapshot-file.ts'
import type { SnapshotStore } from './disk/snapshots.ts'
import type { EngineMaker } from './ports.ts'

export type RecoveryOptions = {
  readonly journal: Pick<Journal, 'lastSeq' | 'prunedSeq' | 'read' | 'refuse' | 'refusals'>
  readonly snapshots: SnapshotStore
  readonly engines: EngineMaker
  /**
   * Commands after this number are replayed even if a newer snapshot exists; default: none need be.
   */
  readonly replayAfter?: number
  /** Replay ends with this number; default: the journal's last. */
  readonly throughSeq?: number
  /** Called with the engine before the replay begins. */
  readonly onStart?: (engine: Engine) => void
  readonly onBatch?: (batch: EventBatch) => void
  /** Awaited between parts of the journal, so that a slow consumer can catch up. */
  readonly afterPart?: () => Promise<void>
  readonly onNotice: (message: string) => void
}

export type Recovered = {
  readonly engine: Engine
  /** 0 when the replay began with the first command. */
  readonly snapshotSeq: number
  readonly replayed: number
}

/** A replay reached another state than the one recorded at the same number. */
export class StateDiffers extends Error {
  override readonly name = 'StateDiffers'
}

/**
 * Returns the state after the journal's last command. A command on which the engine fails is
 * recorded as refused, and the recovery starts over (reliability D9). Throws JournalDamaged,
 * StateDiffers, RulesUnknown.
 */
export async function recover(options: RecoveryOptions): Promise<Recovered> {
  for (;;) {
    try {
      return await recoverOnce(options)
    } catch (error) {
      if (!(error instanceof PoisonFound)) throw error
      const { seq, message } = error
      options.onNotice(
        `command ${seq} makes the engine fail and is refused from now on: ${message}`,
      )
      await options.journal.refuse(seq, message)
    }
  }
}

/**
 * Applies a command. If it is recorded as refused, only advances the time: the number is used up
 * and nothing else happens, now and in every replay.
 */
export function applyUnlessRefused(
  engine: Engine,
  numbered: NumberedCommand,
  refusals: ReadonlyMap<number, string>,
): ApplyResult {
  if (!refusals.has(numbered.seq)) return engine.apply(numbered)
  const why = problem('commandRefused')
  const applied = engine.apply({ ...numbered, command: { kind: 'AdvanceTime' } })
  const { command } = numbered
  const rejected: CommandRejected = {
    kind: 'CommandRejected',
    command: command.kind,
    problem: why,
    ...('account' in command ? { account: command.account } : {}),
  }
  return { ...applied, events: [...applied.events, rejected], problem: why }
}

class PoisonFound extends Error {
  readonly seq: number
  constructor(seq: number, cause: unknown) {
    super(messageOf(cause))
    this.seq = seq
  }
}

async function recoverOnce(options: RecoveryOptions): Promise<Recovered> {
  const { journal, engines, onBatch } = options
  const throughSeq = options.throughSeq ?? journal.lastSeq
  const { engine, snapshotSeq, hashes } = await startingPoint(options, throughSeq)
  options.onStart?.(engine)
  let seq = snapshotSeq
  if (seq === throughSeq) return { engine, snapshotSeq, replayed: 0 }
  for await (const part of journal.read(seq + 1)) {
    let at = part.firstSeq - 1
    for (const line of part.lines.split('\n')) {
      at += 1
      if (at <= seq) continue
      if (at > throughSeq) break
      const applied = replay(engine, parseCommandLine(line, at), journal.refusals)
      onBatch?.(applied)
      seq = at
      const hash = hashes.get(at)
      if (hash !== undefined) assertSame(hash, engines.stateHash(engine), at)
    }
    await options.afterPart?.()
    if (seq === throughSeq) break
  }
  return { engine, snapshotSeq, replayed: seq - snapshotSeq }
}

function replay(
  engine: Engine,
  numbered: NumberedCommand,
  refusals: ReadonlyMap<number, string>,
): ApplyResult {
  try {
    return applyUnlessRefused(engine, numbered, refusals)
  } catch (error) {
    // A refused command only advances the time; if even that fails, recovery is impossible.
    if (refusals.has(numbered.seq) || error instanceof RulesUnknown) throw error
    throw new PoisonFound(numbered.seq, error)
  }
}

type StartingPoint = {
  readonly engine: Engine
  readonly snapshotSeq: number
  /** The recorded hashes that the replay must match, by number. */
  readonly hashes: ReadonlyMap<number, string>
}

async function startingPoint(options: RecoveryOptions, throughSeq: number): Promise<StartingPoint> {
  const { snapshots, engines, journal, onNotice, replayAfter = Number.MAX_SAFE_INTEGER } = options
  const heads = await snapshots.heads()
  assertNotAhead(heads, journal.lastSeq)
  const hashes = new Map(
    heads.flatMap(({ seq, hash }) => (hash === undefined ? [] : [[seq, hash] as const])),
  )
  const { prunedSeq } = journal
  const usable = heads.filter(({ seq }) => seq >= prunedSeq && seq <= throughSeq)
  for (const { seq, hash } of startingHeads(usable, replayAfter, prunedSeq)) {
    const snapshot = await snapshots.read(seq)
    if (snapshot === undefined) continue
    try {
      const engine = engines.fromSnapshot(snapshot.lines)
      if (hash !== undefined) assertSame(hash, engines.stateHash(engine), seq)
      return { engine, snapshotSeq: seq, hashes }
    } catch (error) {
      if (error instanceof RulesUnknown) throw error
      const reason = messageOf(error)
      onNotice(`the snapshot at ${seq} is skipped: ${reason}`)
    }
  }
  if (prunedSeq === 0) return { engine: engines.create(), snapshotSeq: 0, hashes }
  throw new JournalDamaged(
    `The journal begins after sequence ${prunedSeq}, and no snapshot from there on can be read: restore the data folder from a backup`,
  )
}

/**
 * Returns the snapshots to try, best first: those at or before `replayAfter`, newest first; if
 * there are none and the journal was pruned, all from the oldest on.
 */
function startingHeads(
  newestFirst: readonly SnapshotHead[],
  replayAfter: number,
  prunedSeq: number,
): readonly SnapshotHead[] {
  const old = newestFirst.filter(({ seq }) => seq <= replayAfter)
  // The journal no longer holds all that is asked for: the replay begins as early as it can.
  return old.length > 0 || prunedSeq === 0 ? old : newestFirst.toReversed()
}

/** A journal that ends before its snapshot has lost commands that were acknowledged. */
function assertNotAhead(heads: readonly SnapshotHead[], lastSeq: number): void {
  const newest = heads[0]
  if (newest === undefined || newest.seq <= lastSeq) return
  throw new JournalDamaged(
    `The journal ends at sequence ${lastSeq}, but a snapshot has seen ${newest.seq}: commands are missing`,
  )
}

function assertSame(recorded: string, found: string, seq: number): void {
  if (recorded === found) return
  const hashes = `recorded ${recorded}, found ${found}`
  throw new StateDiffers(`The state at sequence ${seq} is not what it was: ${hashes}`)
}
