// Snapshots of an engine as lines of text, restoring from them, and the state's hash.

import { createEngine, stateOf, type Engine } from '../../engine/engine.ts'
import { isFormat1, recordsOfFormat1 } from './format1.ts'
import { formatRecord, parseRecord, type SnapshotRecord } from './records.ts'
import { Restoring } from './restore.ts'
import { recordsOf } from './save.ts'
import { knownRules } from '../../api/rules-version.ts'
import { TextHash } from '../../state/collections/text-hash.ts'

export { newState } from '../../state/state.ts'

/**
 * Yields the whole state as ASCII lines without line breaks, each of bounded size. They are
 * generated lazily; the engine must not apply commands until the last one is taken.
 */
export function* takeSnapshot(engine: Engine): Generator<string> {
  for (const record of recordsOf(stateOf(engine))) yield formatRecord(record)
}

/**
 * Returns an engine restored from the lines; throws if they are not a complete snapshot of a known
 * format, and RulesUnknown if its rules version is not supported. A snapshot of 0.1.0 is one line.
 */
export function engineFromSnapshot(
  lines: Iterable<string>,
  knows: readonly number[] = knownRules,
): Engine {
  const restoring = new Restoring(knows)
  for (const record of recordsIn(lines)) restoring.take(record)
  return createEngine(restoring.whole())
}

function* recordsIn(lines: Iterable<string>): Generator<SnapshotRecord> {
  for (const line of lines) {
    if (isFormat1(line)) yield* recordsOfFormat1(line)
    else yield parseRecord(line)
  }
}

/**
 * Returns 128 bits over the lines of the snapshot, each with a line break, as 32 hex digits: equal
 * states, equal hashes (reliability R1).
 */
export function stateHash(engine: Engine): string {
  const hash = new TextHash()
  for (const line of takeSnapshot(engine)) hash.addLine(line)
  return hash.digest()
}
