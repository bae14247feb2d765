// The auditor judges every kind of command, and notices a refusal too many, one too few and one by
// another rule.

import { readFileSync } from 'node:fs'
import { problem } from '@basis/domain/instrument/problems'
import type { Command, NumberedCommand } from '@basis/engine/commands'
import { createEngine, type ApplyResult } from '@basis/engine/engine'
import { describe, expect, test } from 'vitest'
import { commandKinds, isApart } from '../../soak.ts'
import { createWorkload } from '../../workload.ts'
import { FullAuditor } from '../auditor.ts'
import { judges } from './judges.ts'

const commandsUrl = new URL('../../../../packages/engine/src/api/commands.ts', import.meta.url)
const gridsUrl = new URL('./grid-commands.ts', commandsUrl)
const botsUrl = new URL('./spot-bot-commands.ts', commandsUrl)

/** The kinds as the engine's file lists them. */
function kindsOfEngine(): readonly string[] {
  const text = readFileSync(commandsUrl, 'utf8')
  const [, union = ''] = /export type Command =((?:\s*\| \w+)+)/.exec(text) ?? []
  const [, grids = ''] =
    /export type GridCommand =([^\n]+)/.exec(readFileSync(gridsUrl, 'utf8')) ?? []
  const [, bots = ''] =
    /export type SpotBotCommand =([^\n]+)/.exec(readFileSync(botsUrl, 'utf8')) ?? []
  return union.replace('GridCommand', grids).replace('SpotBotCommand', bots).match(/\w+/g) ?? []
}

describe('a kind of command of the engine', () => {
  const kinds = kindsOfEngine()

  test('is found in its file', () => {
    expect(kinds.length).toBeGreaterThan(20)
  })

  test.each(kinds)('%s has a place in the workload and in the auditor', (kind) => {
    // Of each kind in this list mix.test.ts demands that the traders have it done.
    expect(commandKinds).toContain(kind)
    expect(Object.keys(judges)).toContain(kind)
  })
})

/** What the auditor said to each tampered answer, by kind of command or by kind and rule. */
type Said = { readonly refusing: Map<string, string>; readonly taking: Map<string, string> }

/** No rule of an order or a setting has this name. */
const never = problem('commandTooLate')

/**
 * Rules whose figures the auditor leaves to the engine: what a reversal would leave the account,
 * and the entry that a TP/SL's own order belongs to.
 */
const undecided = [
  'ReversePosition insufficientBalance',
  'ReversePosition riskLimitExceeded',
  'ReplaceOrder tpSlQtyOver',
]

/**
 * Plays a seed before an auditor that is shown each first command of a kind as if it had been
 * refused, and each first refusal of a rule as if the command had been taken; then the true answer.
 */
function tampered(seed: number, commands: number): Said {
  const workload = createWorkload(seed, 'whole')
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
    'a %s that is refused though no rule refuses it',
    (kind) => {
      expect(refusing.get(kind)).toMatch(/is refused: the engine says commandTooLate/)
    },
  )

  test.each([...taking.keys()])('%s, where the command is taken all the same', (rule) => {
    expect(taking.get(rule)).toMatch(/is taken: the engine says no problem/)
  })

  test.each([...taking.keys()])('%s, where another rule is named', (rule) => {
    expect(refusing.get(rule)).toMatch(/is refused: the engine says commandTooLate/)
  })

  test('changed answers of nearly all kinds, and by many rules', () => {
    const usual = commandKinds.filter((kind) => !isApart(kind))
    const kinds = usual.filter((kind) => refusing.has(kind))
    expect(kinds.length).toBeGreaterThan(usual.length - 3)
    expect(taking.size).toBeGreaterThan(40)
  })
})
