// The auditor checks every kind of command, and notices a wrong refusal, a missing one and one by
// another rule.

import { readdirSync, readFileSync } from 'node:fs'
import { problem } from '@basis/domain/instrument/problems'
import type { Command, NumberedCommand } from '@basis/engine/commands'
import { createEngine, type ApplyResult } from '@basis/engine/engine'
import { describe, expect, test } from 'vitest'
import { commandKinds, isApart, launchKinds, loanKinds, spreadKinds } from '../../soak.ts'
import { createWorkload, type World } from '../../workload.ts'
import { FullAuditor } from '../auditor.ts'
import { judges } from './judges.ts'

const apiFolder = new URL('../../../../packages/engine/src/api/', import.meta.url)

/** The members of a union of commands, as the engine's files name them. */
function membersOf(union: string): readonly string[] {
  const pattern = new RegExp(`export type ${union} =\\s*\\|?(\\s*\\w+(?:\\s*\\|\\s*\\w+)*)`)
  for (const file of readdirSync(apiFolder)) {
    const [, members] = pattern.exec(readFileSync(new URL(file, apiFolder), 'utf8')) ?? []
    if (members !== undefined) return members.match(/\w+/g) ?? []
  }
  return []
}

/** The kinds as the engine's files list them; a group of commands has a union of its own. */
const kindsOfEngine = (): readonly string[] =>
  membersOf('Command').flatMap((name) => (name.endsWith('Command') ? membersOf(name) : [name]))

describe('the kinds of commands of the engine', () => {
  const kinds = kindsOfEngine()

  test('are found in their file', () => {
    expect(kinds.length).toBeGreaterThan(20)
  })

  test.each(kinds)('%s is in the workload and in the auditor', (kind) => {
    // For each kind in this list mix.test.ts requires that the traders get it accepted.
    expect(commandKinds).toContain(kind)
    expect(Object.keys(judges)).toContain(kind)
  })
})

/** What the auditor said to each tampered answer, by kind of command or by kind and rule. */
type Said = { readonly refusing: Map<string, string>; readonly taking: Map<string, string> }

/** A problem of no rule for orders or settings. */
const never = problem('commandTooLate')

/**
 * Rules whose figures the auditor takes from the engine: the account after a reversal, and the
 * entry that a TP/SL's own order belongs to.
 */
const undecided = [
  'ReversePosition insufficientBalance',
  'ReversePosition riskLimitExceeded',
  'ReplaceOrder tpSlQtyOver',
]

/**
 * Runs a seed with an auditor that is shown the first command of each kind as refused, and the
 * first refusal of each rule as accepted; and then the true answer.
 */
function tampered(seed: number, commands: number, world: World = 'whole'): Said {
  const workload = createWorkload(seed, world)
  const engine = createEngine()
  const auditor = new FullAuditor()
  const said: Said = { refusing: new Map(), taking: new Map() }
  let seq = 0
  const show = (numbered: NumberedCommand, applied: ApplyResult): string => {
    try {
      auditor.step(numbered, applied)
      return 'nothing'
    } catch (error) {
      return String(error)
    }
  }
  const perform = (timeMs: number, command: Command): void => {
    seq += 1
    const numbered = { seq, timeMs, command }
    const applied = engine.apply(numbered)
    const { kind } = command
    const why = applied.problem?.name
    if (why === undefined && !said.refusing.has(kind)) {
      said.refusing.set(kind, show(numbered, { ...applied, problem: never }))
    }
    const rule = `${kind} ${why ?? ''}`
    const isDecided = kind !== 'PlaceAlgo' && !undecided.includes(rule)
    if (why !== undefined && isDecided && !said.taking.has(rule)) {
      said.taking.set(rule, show(numbered, { ...applied, problem: undefined }))
      said.refusing.set(rule, show(numbered, { ...applied, problem: never }))
    }
    auditor.step(numbered, applied)
    workload.learn(command, applied)
  }
  for (const command of workload.opening) perform(workload.startMs, command)
  for (let k = 0; k < commands; k += 1) {
    const { timeMs, command } = workload.next(engine.views)
    perform(timeMs, command)
  }
  return said
}

describe('the auditor notices', () => {
  const { refusing, taking } = tampered(2006, 1200)

  test.each(commandKinds.filter((kind) => refusing.has(kind)))(
    'a %s that is refused although no rule refuses it',
    (kind) => {
      expect(refusing.get(kind)).toMatch(/is refused: the engine says commandTooLate/)
    },
  )

  test.each([...taking.keys()])('a missing refusal: %s', (rule) => {
    expect(taking.get(rule)).toMatch(/is taken: the engine says no problem/)
  })

  test.each([...taking.keys()])('a refusal by another rule: %s', (rule) => {
    expect(refusing.get(rule)).toMatch(/is refused: the engine says commandTooLate/)
  })

  test('changed answers of nearly all kinds of commands and of many rules', () => {
    const usual = commandKinds.filter((kind) => !isApart(kind))
    const kinds = usual.filter((kind) => refusing.has(kind))
    expect(kinds.length).toBeGreaterThan(usual.length - 3)
    expect(taking.size).toBeGreaterThan(40)
  })
})

describe.each([
  { world: 'loan', seed: 5004, kinds: loanKinds, least: 10 },
  { world: 'spread', seed: 4001, kinds: spreadKinds, least: 4 },
  { world: 'launch', seed: 6001, kinds: launchKinds, least: 3 },
] as const)('in the world of $world the auditor notices', ({ world, seed, kinds, least }) => {
  const { refusing, taking } = tampered(seed, 1500, world)
  const rules = [...taking.keys()].filter((rule) => kinds.has(rule.split(' ')[0] ?? ''))

  test('a command of each kind that is refused although no rule refuses it', () => {
    for (const kind of kinds) {
      expect(refusing.get(kind)).toMatch(/is refused: the engine says commandTooLate/)
    }
  })

  test('commands that are accepted although a rule refuses them', () => {
    expect(rules.length).toBeGreaterThan(least)
    for (const rule of rules) {
      expect([rule, taking.get(rule)]).toEqual([rule, expect.stringMatching(/ is taken: /)])
    }
  })
})
