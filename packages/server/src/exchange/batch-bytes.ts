// A batch of commands as bytes, with a checksum and a hash chained to the batch before: the same on
// disk and on the wire between machines.

import { createHash } from 'node:crypto'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/** Below this many bytes compression costs more than it saves. */
const deflateFromBytes = 256
/** Small batches, the bulk of a quiet day, are compressed at the highest level. */
const thoroughUpToBytes = 16_384
const plain = 0
const deflated = 1

/** Lines as they are stored. */
export type PackedLines = {
  /** 1 if the bytes are deflated, else 0. */
  readonly encoding: number
  readonly crc: number
  readonly payload: Uint8Array
}

export type BatchNumbers = { readonly firstSeq: number; readonly count: number }

/** The hash before the first batch. */
export const noChain: Uint8Array = Buffer.alloc(32)

/** Deflates the lines if that saves space. */
export function packLines(lines: string): PackedLines {
  const text = Buffer.from(lines)
  const level = text.length <= thoroughUpToBytes ? 6 : 1
  const packed = text.length < deflateFromBytes ? text : deflateRawSync(text, { level })
  const pays = packed.length < text.length
  const payload = pays ? packed : text
  return { encoding: pays ? deflated : plain, crc: crc32(payload), payload }
}

/** Returns the lines; throws if the decompressed bytes do not match their checksum. */
export const unpackLines = ({ encoding, payload }: Omit<PackedLines, 'crc'>): string =>
  (encoding === deflated ? inflateRawSync(payload) : Buffer.from(payload)).toString()

export const isWhole = ({ crc, payload }: PackedLines): boolean => crc32(payload) === crc

/** Returns the hash of all batches up to this one: SHA-256 over the one before, head and bytes. */
export function chainOf(
  before: Uint8Array,
  { firstSeq, count }: BatchNumbers,
  { encoding, payload }: Omit<PackedLines, 'crc'>,
): Buffer {
  const hash = createHash('sha256')
  return hash.update(before).update(`${firstSeq} ${count} ${encoding} `).update(payload).digest()
}
