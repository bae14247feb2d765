// Batched writes to connections: one system call per connection and turn of the event loop, and one
// task flushes all connections.

import type { Duplex } from 'node:stream'

const gathering: Duplex[] = []

/** Writes a frame at the end of this turn, after earlier ones. */
export function writeGathered(wire: Duplex, frame: Buffer, onWritten?: () => void): void {
  if (wire.writableCorked === 0) {
    wire.cork()
    if (gathering.push(wire) === 1) process.nextTick(uncorkAll)
  }
  wire.write(frame, onWritten)
}

function uncorkAll(): void {
  for (const wire of gathering.splice(0)) wire.uncork()
}
