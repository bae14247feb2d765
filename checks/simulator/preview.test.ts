// A preview equals the outcome of the command to the last digit, and changes nothing: random
// commands in random states, each previewed.

import { createEngine, type ApplyResult, type Engine } from '@basis/engine/engine'
import type { NumberedCommand } from '@basis/engine/commands'
import { brokenInvariants } from '@basis/engine/invariants'
import type { AccountCommand, Preview } from '@basis/engine/preview'
import { stateHash } from '@basis/engine/snapshot'
import { expect, test } from 'vitest'
import { proofLength } from '../proof-length.ts'
import { createWorkload, type World } from './workload.ts'

const commands = proofLength(1500, 400)
/** The interval of previews around which the state is hashed: a hash takes the whole state. */
const hashEvery = 7

test.each([
  [1, 'usdt'],
  [2, 'usdt'],
  [3, 'whole'],
  [4, 'whole'],
] as const)(
  'a preview equals the outcome of the command, seed %i in the %s world',
  (seed, world) => {
    const { previews, fills, problems } = play(seed, world)
    expect(previews).toBeGreaterThan((commands * 8) / 15)
    expect(fills).toBeGreaterThan(commands / 30)
    expect(problems).toBeGreaterThan(commands / 30)
  },
)

type Played = { previews: number; fills: number; problems: number }

function play(seed: number, world: World): Played {
  const workload = createWorkload(seed, world)
  const engine = createEngine()
  // The twin never previews: both must reach the same state.
  const twin = createEngine()
  const played: Played = { previews: 0, fills: 0, problems: 0 }
  const both = (numbered: NumberedCommand): ApplyResult => {
    const applied = engine.apply(numbered)
    expect(twin.apply(numbered)).toEqual(applied)
    workload.learn(numbered.command, applied)
    return applied
  }
  for (const command of workload.opening) {
    both({ seq: engine.lastSeq() + 1, timeMs: workload.startMs, command })
  }
  for (let k = 0; k < commands; k += 1) {
    const { timeMs, command } = workload.next(engine.views)
    if (!('account' in command)) {
      both({ seq: engine.lastSeq() + 1, timeMs, command })
      continue
    }
    const isHashed = k % hashEvery === 0
    const before = isHashed ? stateHash(engine) : ''
    const ahead = isHashed ? hashAhead(engine, command) : ''
    const preview = engine.preview(command)
    if (isHashed) expect(stateHash(engine)).toBe(before)
    const applied = both({ seq: engine.lastSeq() + 1, timeMs: engine.lastTimeMs(), command })
    expectSame(preview, applied, engine, command)
    if (isHashed) expect(stateHash(engine)).toBe(ahead)
    played.previews += 1
    played.fills += preview.fills.length
    if (preview.problem !== undefined) played.problems += 1
  }
  expect(stateHash(engine)).toBe(stateHash(twin))
  return played
}

function expectSame(
  preview: Preview,
  applied: ApplyResult,
  { views }: Engine,
  command: AccountCommand,
): void {
  expect(preview.problem).toEqual(applied.problem)
  expect(preview.events).toEqual(applied.events)
  expect(preview.after?.account).toEqual(views.account(command.account))
  const asked = 'symbol' in command ? command.symbol : undefined
  const positions = views.positions(command.account)
  for (const position of preview.after?.positions ?? []) expect(positions).toContainEqual(position)
  const held = positions.filter(({ position }) => position.symbol === asked)
  if (asked !== undefined && preview.after) expect(preview.after.positions).toEqual(held)
}

/** Returns the hash of the state after the command, from a fork that is then used further. */
function hashAhead(engine: Engine, command: AccountCommand): string {
  const timeMs = engine.lastTimeMs()
  const seq = engine.lastSeq()
  const fork = engine.fork()
  fork.apply({ seq: seq + 1, timeMs, command })
  const hash = stateHash(fork)
  expect(brokenInvariants(fork)).toEqual([])
  // Time checks every account, and a fork may be forked.
  const further = fork.fork()
  further.apply({ seq: seq + 2, timeMs: timeMs + 1, command: { kind: 'AdvanceTime' } })
  further.apply({ seq: seq + 3, timeMs: timeMs + 1, command })
  expect(brokenInvariants(further)).toEqual([])
  expect(stateHash(fork)).toBe(hash)
  return hash
}
