// The run of one seed: the traders against the engine, with the laws checked after every command;
// its replay with restarts from snapshots; and the shortest failing sequence of commands.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { createPrng } from '@basis/domain/numbers/prng'
import type { Command, NumberedCommand } from '@basis/engine/commands'
import { createEngine, type ApplyResult, type Engine } from '@basis/engine/engine'
import { brokenInvariants } from '@basis/engine/invariants'
import { firstRules, laterRules } from '@basis/engine/rules-version'
import { engineFromSnapshot, stateHash, takeSnapshot } from '@basis/engine/snapshot'
import { hashText } from '@basis/engine/text-hash'
import { contentText } from '@basis/engine/field-order'
import { formatCommand } from '@basis/engine/text'
import { Laws } from './laws/laws.ts'
import { createWorkload, type World } from './workload.ts'

export type RunOptions = {
  readonly seed: number
  /** The number of random commands, in addition to the opening ones. */
  readonly commands: number
  readonly world?: World
  /** The version of the rules that the exchange goes by; the newest if undefined. */
  readonly rules?: number | undefined
  /** Called with every command and its result, after the laws. */
  readonly witness?: (numbered: NumberedCommand, applied: ApplyResult, engine: Engine) => void
}

export type Run = {
  readonly commands: readonly NumberedCommand[]
  readonly stateHash: string
  /** Over all events of the run, in order. */
  readonly eventHash: string
  /** The number of events of each kind, of each problem, and of `KIND done` or `KIND refused`. */
  readonly counts: ReadonlyMap<string, number>
}

/** A violated law, with the commands that led to it. */
export class LawBroken extends Error {
  readonly commands: readonly NumberedCommand[]

  constructor(seed: number, commands: readonly NumberedCommand[], cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`seed ${seed}, command ${commands.length}: ${why}`, { cause })
    this.commands = commands
  }
}

/** The interval of commands between checks of all invariants, not only the cheap ones. */
const fullCheckEvery = 50
/** The interval of commands at which a refusal is verified to leave the state unchanged (R6). */
const refusalCheckEvery = 499

/** The commands that set the versions of the rules up to one, or all, as a new exchange does. */
const rulesUpTo = (rules: number | undefined): readonly Command[] =>
  laterRules(firstRules, rules).map((version) => ({ kind: 'SetRules', version }))

/** Runs a seed; throws LawBroken. */
export function runSeed({ seed, commands, world, rules, witness }: RunOptions): Run {
  const workload = createWorkload(seed, world)
  const engine = createEngine()
  const laws = new Laws()
  const digest = new EventDigest()
  const asked: NumberedCommand[] = []
  const perform = (timeMs: number, command: Command): void => {
    const numbered = { seq: asked.length + 1, timeMs, command }
    asked.push(numbered)
    const before = numbered.seq % refusalCheckEvery === 0 ? settledHash(engine) : undefined
    const applied = engine.apply(numbered)
    laws.observe(command, applied, engine)
    const wasRefused = applied.problem !== undefined && applied.events.length === 1
    if (wasRefused && before !== undefined && before !== settledHash(engine)) {
      throw new Error(`R6: a refused ${command.kind} changed the state`)
    }
    if (numbered.seq % fullCheckEvery === 0) assertInvariants(engine)
    digest.add(applied)
    digest.count(`${command.kind} ${applied.problem === undefined ? 'done' : 'refused'}`)
    witness?.(numbered, applied, engine)
    workload.learn(command, applied)
  }
  try {
    const opening = [...rulesUpTo(rules), ...workload.opening]
    for (const command of opening) perform(workload.startMs, command)
    for (let k = 0; k < commands; k += 1) {
      const { timeMs, command } = workload.next(engine.views)
      perform(timeMs, command)
    }
    assertInvariants(engine)
  } catch (cause) {
    throw new LawBroken(seed, asked, cause)
  }
  return {
    commands: asked,
    stateHash: stateHash(engine),
    eventHash: digest.hash,
    counts: digest.counts,
  }
}

function assertInvariants(engine: Engine): void {
  const [broken] = brokenInvariants(engine)
  if (broken !== undefined) throw new Error(broken)
}

/** The state's hash without the number and time of the last command. */
const settledHash = (engine: Engine): string =>
  hashText([...takeSnapshot(engine)].join('\n').replace(/"seq":\d+,"timeMs":\d+,/, ''))

/** The stream of events as one hash, and the number of events by kind. */
export class EventDigest {
  readonly counts = new Map<string, number>()
  #hash = ''
  #waiting = ''

  get hash(): string {
    this.#fold()
    return this.#hash
  }

  add({ events, problem }: ApplyResult): void {
    for (const { kind } of events) this.count(kind)
    if (problem !== undefined) this.count(problem.name)
    // The order of fields has no meaning: after a restore they are sorted by name, otherwise they
    // are in the order of the command.
    this.#waiting += contentText(events)
    if (this.#waiting.length > 60_000) this.#fold()
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  #fold(): void {
    if (this.#waiting === '') return
    this.#hash = hashText(this.#hash + this.#waiting)
    this.#waiting = ''
  }
}

/**
 * Replays recorded commands on a new engine that is repeatedly replaced by one restored from its
 * snapshot, and returns both hashes: they must equal those of the run (reliability R1, D5).
 */
export function replay(
  commands: readonly NumberedCommand[],
  seed: number,
  restores: number,
): { readonly stateHash: string; readonly eventHash: string } {
  const prng = createPrng(seed)
  const digest = new EventDigest()
  let engine = createEngine()
  const between = Math.max(1, Math.floor(commands.length / Math.max(1, restores)))
  for (const numbered of commands) {
    digest.add(engine.apply(numbered))
    if (restores > 0 && prng.nextBelow(between) === 0) {
      engine = engineFromSnapshot(takeSnapshot(engine))
    }
  }
  return { stateHash: stateHash(engine), eventHash: digest.hash }
}

/** A command with its fields, also nested ones, in reverse order: it means the same (R1). */
export function reversed<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(reversed) as Value
  const fields = Object.entries(value).reverse()
  return Object.fromEntries(fields.map(([name, field]) => [name, reversed(field)])) as Value
}

/**
 * Removes commands that are not needed to violate a law, first halves and then smaller parts, and
 * returns those that still violate it; `tries` limits the work.
 */
export function shrunk(
  commands: readonly NumberedCommand[],
  tries = 400,
): readonly NumberedCommand[] {
  let kept = [...commands]
  let left = tries
  for (let size = kept.length >> 1; size > 0 && left > 0; size >>= 1) {
    for (let at = 0; at < kept.length && left > 0; left -= 1) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)].map(renumbered)
      if (breaks(fewer)) kept = fewer
      else at += size
    }
  }
  return kept
}

const renumbered = (numbered: NumberedCommand, k: number): NumberedCommand => ({
  ...numbered,
  seq: k + 1,
})

function breaks(commands: readonly NumberedCommand[]): boolean {
  const engine = createEngine()
  const laws = new Laws()
  try {
    for (const numbered of commands) {
      laws.observe(numbered.command, engine.apply(numbered), engine)
      assertInvariants(engine)
    }
    return false
  } catch {
    return true
  }
}

/** Returns commands as text that a story can replay. */
export function tapeOf(commands: readonly NumberedCommand[]): string {
  const known = new Map<string, Instrument>()
  const lines: string[] = []
  let timeMs = commands[0]?.timeMs ?? 0
  for (const numbered of commands) {
    const { command } = numbered
    if (command.kind === 'ListInstrument') known.set(command.instrument.symbol, command.instrument)
    if (numbered.timeMs > timeMs) lines.push(`+${numbered.timeMs - timeMs}ms`)
    timeMs = numbered.timeMs
    lines.push(formatCommand(command, known))
  }
  return lines.join('\n')
}
