// The version of the rules is part of the state: only its command changes it, by one at a time, and
// a build that does not know the next version stops instead of diverging.

import { expect, test } from 'vitest'
import type { Command } from '../../api/commands.ts'
import { createEngine, type Engine } from '../../engine/engine.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { formatCommand, parseCommand } from '../../replay/text/format.ts'
import { RulesUnknown } from '../../api/rules-version.ts'
import { newState } from '../../state/state.ts'

const knows = [1, 2, 3]
const later = (): Engine => createEngine(newState(knows))
const give = (engine: Engine, command: Command) =>
  engine.apply({ seq: engine.lastSeq() + 1, timeMs: 1_000, command })
const setRules = (engine: Engine, version: number) => give(engine, { kind: 'SetRules', version })

test('an engine begins with version 1 of the rules and takes new versions one by one', () => {
  const engine = later()
  expect(engine.views.rulesVersion()).toBe(1)
  expect(setRules(engine, 2)).toMatchObject({ problem: undefined, events: [] })
  expect(engine.views.rulesVersion()).toBe(2)
  expect(setRules(engine, 3).problem).toBeUndefined()
  expect(engine.views.rulesVersion()).toBe(3)
})

test('setting the current version again changes nothing', () => {
  const [once, twice] = [later(), later()]
  for (const engine of [once, twice]) setRules(engine, 2)
  setRules(twice, 2)
  give(once, { kind: 'AdvanceTime' })
  expect(stateHash(twice)).toBe(stateHash(once))
})

test.each([0, 1, -1, 4, 2.5, Number.NaN])('a change from version 2 to %s is refused', (version) => {
  const engine = later()
  setRules(engine, 2)
  const { problem, events } = setRules(engine, version)
  expect(problem).toEqual({ name: 'commandRefused', field: 'version' })
  expect(events.map(({ kind }) => kind)).toEqual(['CommandRejected'])
  expect(engine.views.rulesVersion()).toBe(2)
})

test('the version is part of the state’s hash and of a snapshot', () => {
  const [first, second] = [later(), later()]
  give(first, { kind: 'AdvanceTime' })
  setRules(second, 2)
  expect(stateHash(second)).not.toBe(stateHash(first))
  const restored = engineFromSnapshot(takeSnapshot(second), knows)
  expect(restored.views.rulesVersion()).toBe(2)
  expect(stateHash(restored)).toBe(stateHash(second))
  expect(second.fork().views.rulesVersion()).toBe(2)
})

test('a build stops at a version of the rules that it does not know, in a command or in a snapshot', () => {
  const build = createEngine(newState([1, 2]))
  setRules(build, 2)
  const words = 'The exchange goes by rules 3, and this build knows 1 and 2'
  expect(() => setRules(build, 3)).toThrow(RulesUnknown)
  expect(() => setRules(build.fork(), 3)).toThrow()
  const next = later()
  for (const version of [2, 3]) setRules(next, version)
  expect(() => engineFromSnapshot(takeSnapshot(next), [1, 2])).toThrow(words)
})

test('a journal of several versions replays to the same hash from any snapshot', () => {
  const engine = later()
  const snapshots: string[][] = [[...takeSnapshot(engine)]]
  const commands = [1, 2, 0, 2, 3, 5, 3].map((version): Command => ({ kind: 'SetRules', version }))
  for (const command of commands) {
    give(engine, command)
    snapshots.push([...takeSnapshot(engine)])
  }
  for (const [k, lines] of snapshots.entries()) {
    const again = engineFromSnapshot(lines, knows)
    for (const command of commands.slice(k)) give(again, command)
    expect([k, stateHash(again)]).toEqual([k, stateHash(engine)])
  }
})

test('the command survives formatting and parsing', () => {
  const command: Command = { kind: 'SetRules', version: 12 }
  const line = formatCommand(command, new Map())
  expect(line).toBe('rules 12')
  expect(parseCommand(line, { instruments: new Map() })).toEqual(command)
})
