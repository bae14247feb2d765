// Frames written in one turn of the event loop are sent together, in order, for each connection.

import { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { writeGathered } from './gathered-writes.ts'

/** A connection that records the data of each system call. */
class Wire extends Duplex {
  readonly calls: string[] = []

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.calls.push(String(chunk))
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.calls.push(chunks.map(({ chunk }) => String(chunk)).join('+'))
    done()
  }
}

test('each connection sends the frames of a turn in one call, in order', async () => {
  const wires = [new Wire(), new Wire(), new Wire()] as const
  const send = (text: string): void => {
    for (const wire of wires) writeGathered(wire, Buffer.from(text))
  }
  send('a')
  // A frame written after a promise belongs to the same turn.
  await Promise.resolve()
  send('b')
  expect(wires.map(({ calls }) => calls)).toEqual([[], [], []])
  await turn()
  send('c')
  await turn()
  for (const { calls } of wires) expect(calls).toEqual(['a+b', 'c'])
})

test('the callback of a frame is called when it is written', async () => {
  const wire = new Wire()
  const written: string[] = []
  writeGathered(wire, Buffer.from('a'), () => written.push('a'))
  writeGathered(wire, Buffer.from('b'), () => written.push('b'))
  expect(written).toEqual([])
  await turn()
  expect(written).toEqual(['a', 'b'])
})

test('an ended connection does not prevent others from sending', async () => {
  const [ended, open] = [new Wire(), new Wire()]
  writeGathered(ended, Buffer.from('a'))
  ended.destroy()
  writeGathered(open, Buffer.from('a'))
  await turn()
  expect(open.calls).toEqual(['a'])
})
