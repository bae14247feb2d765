// Writes to connections, gathered: what is sent to one in a turn of the process leaves in one call
// of the system, and one task lets go what all connections have.

import type { Duplex } from 'node:stream'

const gathering: Duplex[] = []

/** Writes a frame at the end of this turn, behind what was written before. */
export function writeGathered(wire: Duplex, frame: Buffer, onWritten?: () => void): void {
  if (wire.writableCorked === 0) {
    wire.cork()
    if (gathering.push(wire) === 1) process.nextTick(letGo)
  }
  wire.write(frame, onWritten)
}

function letGo(): void {
  for (const wire of gathering.splice(0)) wire.uncork()
}
