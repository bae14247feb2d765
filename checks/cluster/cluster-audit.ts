// Verifies a cluster's guarantees against its stream, with a reader that shares no code with it.

import { inflateRawSync } from 'node:zlib'
import type { SimulatedCluster } from './simulated-cluster.ts'

type ValidCommand = { readonly gateway: string; readonly n: number; readonly command: string }
type ValidStream = {
  readonly commands: readonly ValidCommand[]
  readonly seq: number
  readonly term: number
  readonly timesFall: boolean
}

/** Returns the violated guarantees as texts; none when all hold. */
export function brokenPromises(cluster: SimulatedCluster): readonly string[] {
  const valid = validOf(cluster.stream.messages)
  const broken = cluster.damages.map((error) => `damage: ${String(error)}`)
  const numbers = new Set<string>()
  const entered = new Map<string, number>()
  for (const { gateway, n, command } of valid.commands) {
    if (gateway === '-') continue
    const name = `${gateway} ${n}`
    if (numbers.has(name)) broken.push(`number ${name} is in the journal twice`)
    numbers.add(name)
    entered.set(command, (entered.get(command) ?? 0) + 1)
  }
  for (const { line, outcome, gateway } of cluster.submissions) {
    const times = entered.get(withoutTime(line)) ?? 0
    const wanted = outcome === 'applied' ? 1 : 0
    if (outcome === 'undecided') broken.push(`${gateway}: ${line} was never decided`)
    else if (times !== wanted) broken.push(`${line} was ${outcome} and is there ${times} times`)
  }
  for (const { name, member } of cluster.engines) {
    const { seq, term } = member.reader
    if (seq !== valid.seq || term !== valid.term) broken.push(`${name} ends at ${term}/${seq}`)
  }
  for (const { name, reader } of cluster.gateways) {
    if (reader.seq !== valid.seq) broken.push(`${name} ends at ${reader.seq}, not ${valid.seq}`)
  }
  const chains = new Set(
    [
      ...cluster.engines.map(({ member }) => member.reader),
      ...cluster.gateways.map((g) => g.reader),
    ].map(({ chain }) => chain),
  )
  if (chains.size !== 1) broken.push('the chains differ')
  if (valid.timesFall) broken.push('the time of a command is before that of the one before')
  if (cluster.engines.filter(({ member }) => member.isLeading).length !== 1) {
    broken.push('not exactly one engine leads when all is healed')
  }
  return broken
}

/** The valid commands of a stream, by the written rule (docs/decisions, journal stream). */
export function validOf(messages: readonly Uint8Array[]): ValidStream {
  const commands: ValidCommand[] = []
  let [term, seq, lastMs, timesFall] = [0, 0, 0, false]
  for (const bytes of messages) {
    const text = Buffer.from(bytes)
    const end = text.indexOf('\n')
    const head = JSON.parse(text.subarray(0, end === -1 ? text.length : end).toString()) as Head
    if (head.kind === 'term') {
      if (head.term > term && head.afterSeq === seq) term = head.term
      continue
    }
    if (head.term !== term || head.firstSeq !== seq + 1) continue
    const body = text.subarray(end + 1)
    const lines = (head.encoding === 1 ? inflateRawSync(body) : body).toString().split('\n')
    seq += lines.length
    timesFall ||= head.timeMs < lastMs
    lastMs = head.timeMs
    const owners = head.from.flatMap(([gateway, first, count]) =>
      Array.from({ length: count }, (_, k) => ({ gateway, n: first + k })),
    )
    for (const [k, line] of lines.entries()) {
      const owner = owners[k] ?? { gateway: '?', n: 0 }
      commands.push({ ...owner, command: withoutTime(line) })
    }
  }
  return { commands, seq, term, timesFall }
}

type Head = {
  readonly kind: 'batch' | 'term'
  readonly term: number
  readonly afterSeq: number
  readonly firstSeq: number
  readonly encoding: number
  readonly timeMs: number
  readonly from: readonly (readonly [string, number, number])[]
}

/** Removes the command's time at the start of a line, which a gateway does not know. */
const withoutTime = (line: string): string => line.replace(/^~?\[\d+,/, '')
