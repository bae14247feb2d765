// Messages of the journal's stream: batches of commands, and the markers of new terms.

import { firstRules } from '@basis/engine/rules-version'
import { isWhole, unpackLines, type PackedLines } from '../exchange/batch-bytes.ts'

/** Consecutive numbers of one gateway within a batch, in order; `-` is the leader itself. */
export type GatewayRun = readonly [gateway: string, first: number, count: number]

/** The gateway name of the leader's own commands, which have no gateway numbers: first is 0. */
export const leaderItself = '-'

/** A batch in the stream. */
export type BatchMessage = PackedLines & {
  readonly kind: 'batch'
  readonly term: number
  readonly firstSeq: number
  readonly count: number
  /** The time of its commands, ms since 1970 UTC. */
  readonly timeMs: number
  /** The gateways of its commands, in order. */
  readonly from: readonly GatewayRun[]
  /** The chain's hash after this batch, hexadecimal. */
  readonly chain: string
}

/** A leader's claim: a term begins after this command. */
export type TermMessage = {
  readonly kind: 'term'
  readonly term: number
  readonly leader: string
  readonly afterSeq: number
  /** The chain's hash after `afterSeq`, hexadecimal. */
  readonly chain: string
  readonly timeMs: number
  readonly build: string
  /** The version of the rules after that command (set-rules.ts), for readers of the stream. */
  readonly rules: number
  /** The exchange's fixed facts, such as its seed and its markets' start. */
  readonly facts: Readonly<Record<string, string>>
}

export type StreamMessage = BatchMessage | TermMessage

/** The stream's configuration differs from this version's: nothing is appended to it. */
export class StreamUnknown extends Error {
  override readonly name = 'StreamUnknown'
}

/** The stream holds what no leader of this version wrote, or contradicts local data (exit 65). */
export class StreamDamaged extends Error {
  override readonly name = 'StreamDamaged'
}

/** The stream no longer has the next message; a restart can continue from a shared snapshot. */
export class StreamPurged extends Error {
  override readonly name = 'StreamPurged'
  constructor(wanted: number, first: number) {
    super(
      `The stream begins with message ${first}, message ${wanted} is purged: start again, from a shared snapshot`,
    )
  }
}

const version = 1
const lineBreak = 10

/** Encodes a message. */
export function encodeMessage(message: StreamMessage): Uint8Array {
  if (message.kind === 'term') return Buffer.from(JSON.stringify({ v: version, ...message }))
  const { payload, kind, ...head } = message
  const text = `${JSON.stringify({ v: version, kind, ...head })}\n`
  return Buffer.concat([Buffer.from(text), payload])
}

/** Decodes a message of the stream; throws StreamDamaged if it is not one of this version. */
export function decodeMessage(streamSeq: number, bytes: Uint8Array): StreamMessage {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const end = data.indexOf(lineBreak)
  const head = headOf(streamSeq, data.subarray(0, end === -1 ? data.length : end).toString())
  if (isTerm(head)) return { ...head, rules: head.rules ?? firstRules }
  if (!isBatchHead(head)) {
    throw new StreamDamaged(`Message ${streamSeq} of the stream lacks fields of a batch`)
  }
  const batch = { ...head, payload: data.subarray(end + 1) }
  if (!isWhole(batch)) {
    throw new StreamDamaged(`The checksum of message ${streamSeq} of the stream does not match`)
  }
  return batch
}

export const linesOf = (batch: BatchMessage): readonly string[] => unpackLines(batch).split('\n')

function headOf(streamSeq: number, text: string): Readonly<Record<string, unknown>> {
  try {
    const head: unknown = JSON.parse(text)
    if (typeof head === 'object' && head !== null && 'v' in head && head.v === version) {
      const { v: _version, ...rest } = head
      return rest
    }
  } catch {
    // Invalid JSON is reported the same way.
  }
  throw new StreamDamaged(`Message ${streamSeq} of the stream is of no version this build knows`)
}

const hasNumbers = (head: Readonly<Record<string, unknown>>, names: readonly string[]): boolean =>
  names.every((name) => Number.isSafeInteger(head[name]))

const isTerm = (head: Readonly<Record<string, unknown>>): head is TermMessage =>
  head['kind'] === 'term' &&
  hasNumbers(head, ['term', 'afterSeq', 'timeMs']) &&
  typeof head['leader'] === 'string' &&
  typeof head['chain'] === 'string' &&
  typeof head['facts'] === 'object'

const isBatchHead = (
  head: Readonly<Record<string, unknown>>,
): head is Omit<BatchMessage, 'payload'> =>
  head['kind'] === 'batch' &&
  hasNumbers(head, ['term', 'firstSeq', 'count', 'timeMs', 'encoding', 'crc']) &&
  typeof head['chain'] === 'string' &&
  Array.isArray(head['from'])
