// What is written in one turn leaves together, in its order, for each connection.

import { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { writeGathered } from './gathered-writes.ts'

/** A connection that keeps what each call of the system would get. */
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

test('each connection gets what was written in a turn in one call, in its order', async () => {
  const wires = [new Wire(), new Wire(), new Wire()] as const
  const send = (text: string): void => {
    for (const wire of wires) writeGathered(wire, Buffer.from(text))
  }
  send('a')
  // An answer that comes out of a promise belongs to the turn.
  await Promise.resolve()
  send('b')
  expect(wires.map(({ calls }) => calls)).toEqual([[], [], []])
  await turn()
  send('c')
  await turn()
  for (const { calls } of wires) expect(calls).toEqual(['a+b', 'c'])
})

test('who waits for a frame is told when it is written', async () => {
  const wire = new Wire()
  const told: string[] = []
  writeGathered(wire, Buffer.from('a'), () => told.push('a'))
  writeGathered(wire, Buffer.from('b'), () => told.push('b'))
  expect(told).toEqual([])
  await turn()
  expect(told).toEqual(['a', 'b'])
})

test('a connection that has ended does not keep others from getting theirs', async () => {
  const [ended, open] = [new Wire(), new Wire()]
  writeGathered(ended, Buffer.from('a'))
  ended.destroy()
  writeGathered(open, Buffer.from('a'))
  await turn()
  expect(open.calls).toEqual(['a'])
})
