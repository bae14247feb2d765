// The real engine as the exchange makes, remembers and hashes it.

import { createEngine } from '@basis/engine/engine'
import { engineFromSnapshot, stateHash, takeSnapshot } from '@basis/engine/snapshot'
import type { EngineMaker } from './ports.ts'

export const engines: EngineMaker = {
  create: createEngine,
  fromSnapshot: engineFromSnapshot,
  takeSnapshot,
  stateHash,
}
