// The real engine behind the exchange's port: creation, snapshots and state hash.

import { createEngine } from '@basis/engine/engine'
import { knownRules } from '@basis/engine/rules-version'
import { engineFromSnapshot, newState, stateHash, takeSnapshot } from '@basis/engine/snapshot'
import type { EngineMaker } from './ports.ts'

/** Engines of a build that supports these versions of the rules. */
export const enginesKnowing = (knows: readonly number[]): EngineMaker => ({
  knows,
  create: () => createEngine(newState(knows)),
  fromSnapshot: (lines) => engineFromSnapshot(lines, knows),
  takeSnapshot,
  stateHash,
})

export const engines = enginesKnowing(knownRules)
