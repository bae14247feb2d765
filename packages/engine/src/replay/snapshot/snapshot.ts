// State to lines and back, and the state's hash.

import { createEngine, stateOf, type Engine } from '../../engine/engine.ts'
import { isFormat1, recordsOfFormat1 } from './format1.ts'
import { formatRecord, parseRecord, type SnapshotRecord } from './records.ts'
import { Restoring } from './restore.ts'
import { recordsOf } from './save.ts'
import { knownRules } from '../../api/rules-version.ts'
import { TextHash } from '../../state/collections/text-hash.ts'

export { newState } from '../../state/state.ts'

/**
 * Gives the whole state as lines of ASCII without line breaks, each small, whatever the state has
 * grown to. They are made as they are taken; the engine must apply nothing until the last one is.
 */
export function* takeSnapshot(engine: Engine): Generator<string> {
  for (const record of recordsOf(stateOf(engine))) yield formatRecord(record)
}

/**
 * Returns an engine in the state of the lines; throws when they are not a whole snapshot of a known
 * format, and RulesUnknown where it goes by other rules. The snapshot of 0.1.0 is one line.
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
