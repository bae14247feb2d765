// A listener that throws: it stops neither the others nor the exchange, and the log shows where.

import type { NumberedCommand } from '@basis/engine/commands'
import { expect, test } from 'vitest'
import { engines } from './engines.ts'
import { Replica, type ReplicaParts } from './replica.ts'

const nowMs = Date.UTC(2026, 10, 23)
const commandAt = (seq: number): NumberedCommand => ({
  seq,
  timeMs: nowMs + seq,
  command: { kind: 'AdvanceTime' },
})

const unused = (): never => {
  throw new Error('this test takes no snapshot and heals nothing')
}

function replicaWith(notices: string[], failures: Error[]): Replica {
  const parts: Partial<ReplicaParts> = {
    journal: {
      lastSeq: 0,
      prunedSeq: 0,
      refusals: new Map(),
      read: unused,
      refuse: unused,
      prune: unused,
    },
    engines,
    recovered: { engine: engines.create(), snapshotSeq: 0, replayed: 0 },
    build: 'test',
    snapshotEvery: 1_000_000,
    onFailure: (error) => void failures.push(error),
    onNotice: (message) => void notices.push(message),
  }
  return new Replica(parts as ReplicaParts)
}

function brokenListener(): void {
  throw new TypeError('no such market')
}

test('the log holds the stack of a listener that throws, and the others hear the command', () => {
  const notices: string[] = []
  const failures: Error[] = []
  const replica = replicaWith(notices, failures)
  const heard: number[] = []
  const answered: number[] = []
  replica.subscribe(brokenListener)
  replica.subscribe(({ seq }) => void heard.push(seq))
  const waiting = { resolve: ({ seq }: { seq: number }) => void answered.push(seq), reject: unused }
  replica.apply([1, 2].map((seq) => ({ numbered: commandAt(seq), waiting })))
  expect([heard, answered, failures]).toEqual([[1, 2], [1, 2], []])
  expect(notices).toHaveLength(2)
  const [first = '', ...frames] = notices[0]?.split('\n') ?? []
  expect(first).toBe('a listener failed at sequence 1: TypeError: no such market')
  // The runner adds a query to a file's name when it starts its workers again.
  expect(frames[0]).toMatch(
    /^ +at brokenListener \(.*listener-failure\.test\.ts(\?\S*)?:\d+:\d+\)$/,
  )
})

test('of a thrown value that is no error the log holds its words', () => {
  const notices: string[] = []
  const replica = replicaWith(notices, [])
  replica.subscribe(() => {
    // oxlint-disable-next-line typescript/only-throw-error -- JavaScript lets anything be thrown.
    throw 'gone'
  })
  replica.apply([{ numbered: commandAt(1) }])
  expect(notices).toEqual(['a listener failed at sequence 1: gone'])
})
