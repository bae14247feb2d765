// What a socket that does not read costs: its queue is bounded, and it gets a new snapshot or is
// terminated (reliability W5).

import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { Channel, type PushSources } from './channel.ts'
import { ClientConnection } from './client-connection.ts'

/** A connection whose other end takes nothing until it is told to. */
class StoppedWire extends Duplex {
  readonly taken: string[] = []
  #isReading = false
  #continue: () => void = () => undefined

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const take = () => {
      this.taken.push(chunk.toString('latin1'))
      done()
    }
    if (this.#isReading) take()
    else this.#continue = take
  }

  async readAgain(): Promise<void> {
    this.#isReading = true
    this.#continue()
    while (this.writableLength > 0) await nextTurn()
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const address = '127.0.0.1'
const kib = 1024

function connected(isPrivate: boolean) {
  const wire = new StoppedWire()
  const socket = {
    OPEN: 1,
    readyState: 1,
    isTerminated: false,
    get bufferedAmount() {
      return wire.writableLength
    },
    terminate() {
      socket.readyState = 3
      socket.isTerminated = true
    },
  }
  const nowMs = performance.now()
  const connection = new ClientConnection(
    { socket: socket as unknown as WebSocket, wire },
    { address, isPrivate, nowMs },
  )
  let count = 0
  const feed = {
    kind: isPrivate ? ('userOrder' as const) : ('trade' as const),
    isPrivate,
    everyMs: 0,
    snapshot: () => `all ${count}`,
    changes: () => undefined,
  }
  const sources = { exchange: { lastSeq: () => 1 }, clock: { nowMs: () => 0 } }
  const channel = new Channel('topic', feed, sources as unknown as PushSources)
  channel.readers.add(connection)
  /** Publishes a numbered message of a kilobyte. */
  const publish = () => {
    count += 1
    channel.publish(`change ${count} ${'x'.repeat(kib)}`)
  }
  /** What the other end has got: the numbers of changes and of snapshots, in their order. */
  const got = () =>
    [...wire.taken.join('').matchAll(/(all|change) (\d+)/g)].map(([, kind, n]) => `${kind} ${n}`)
  return { wire, socket, connection, channel, publish, got }
}

test('a public reader that stops has a bounded queue, and when it reads again a snapshot for what it missed', async () => {
  const { wire, socket, connection, channel, publish, got } = connected(false)
  connection.begin(channel)
  for (let n = 0; n < 10_000; n += 1) publish()
  connection.check(performance.now())
  // Ten megabytes were published; a quarter of one waits.
  expect(wire.writableLength).toBeLessThan(260 * kib)
  expect(wire.writableLength).toBeGreaterThan(200 * kib)
  await nextTurn()
  expect(got()).toEqual([])

  await wire.readAgain()
  publish()
  await nextTurn()
  const before = got()
  // Changes without a gap, and none after the first that was dropped.
  expect(before).toEqual(['all 0', ...before.slice(1).map((_, k) => `change ${k + 1}`)])
  expect(before.length).toBeLessThan(300)
  connection.check(performance.now())
  publish()
  await nextTurn()
  expect(got().slice(before.length)).toEqual(['all 10001', 'change 10002'])
  expect(socket.isTerminated).toBe(false)
})

test('a public reader that asks without reading answers is terminated', () => {
  const { wire, socket, connection } = connected(false)
  const reply = { type: 'error' as const, code: 10001, message: 'x'.repeat(kib) }
  for (let n = 0; n < 20_000 && !socket.isTerminated; n += 1) {
    connection.reply(reply)
    connection.check(performance.now())
  }
  expect(socket.isTerminated).toBe(true)
  expect(wire.writableLength).toBeLessThan(9 * kib * kib)
})

test.each([
  ['a megabyte', 64 * kib],
  ['a thousand messages', 1],
])('a private reader that stops is terminated before more than %s waits', async (_, bytes) => {
  const { wire, socket, connection, channel } = connected(true)
  let published = 0
  while (!socket.isTerminated && published < 5000) {
    channel.publish('x'.repeat(bytes))
    published += 1
  }
  expect(socket.isTerminated).toBe(true)
  expect(published).toBeLessThanOrEqual(1001)
  expect(wire.writableLength).toBeLessThan(1.1 * kib * kib)
  // Nothing more is queued for it.
  const queued = wire.writableLength
  channel.publish('more')
  connection.begin(channel)
  expect(wire.writableLength).toBe(queued)
})

test('a private reader that stops for more than five seconds is terminated, one that reads is not', async () => {
  const [stopped, reading] = [connected(true), connected(true)]
  await reading.wire.readAgain()
  for (const { publish } of [stopped, reading]) publish()
  await nextTurn()
  const nowMs = performance.now()
  for (const { connection } of [stopped, reading]) connection.check(nowMs + 4000)
  expect([stopped, reading].map(({ socket }) => socket.isTerminated)).toEqual([false, false])
  for (const { connection } of [stopped, reading]) connection.check(nowMs + 5001)
  expect([stopped, reading].map(({ socket }) => socket.isTerminated)).toEqual([true, false])
})
