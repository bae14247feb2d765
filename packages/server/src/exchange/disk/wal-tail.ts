// Inspects the end of SQLite's write-ahead log before SQLite opens it: torn by a crash, or damaged.

// SQLite silently drops everything after the first invalid frame. That is right for a last
// transaction that was never synced, but wrong if complete transactions follow, as they were
// acknowledged. Frames with the log's salts after the next commit prove that the invalid frame was
// once on the disk. The format: https://sqlite.org/fileformat2.html, section 4.

import { readFileSync } from 'node:fs'

export type WalTail =
  | { readonly kind: 'whole' }
  /** The last transaction is incomplete; it was never acknowledged. */
  | { readonly kind: 'torn'; readonly atByte: number }
  | { readonly kind: 'damaged'; readonly atByte: number }

const headBytes = 32
const frameHeadBytes = 24
const magicLittle = 0x377f0682
const magicBig = 0x377f0683

/** Returns how the log ends; a missing log counts as whole. */
export function walTail(file: string): WalTail {
  const bytes = readIfThere(file)
  if (bytes === undefined || bytes.length < headBytes) return { kind: 'whole' }
  const magic = bytes.readUInt32BE(0)
  const pageSize = bytes.readUInt32BE(8)
  const frameBytes = frameHeadBytes + pageSize
  const sum = new RunningSum(magic === magicBig)
  sum.add(bytes, 0, headBytes - 8)
  const isHeadGood =
    (magic === magicLittle || magic === magicBig) && sum.equals(bytes, headBytes - 8)
  if (!isHeadGood) return brokenHead(bytes)
  for (let at = headBytes; at + frameBytes <= bytes.length; at += frameBytes) {
    if (!hasSalts(bytes, at)) {
      // A log is overwritten from its beginning: older frames after the newest carry other salts,
      // the second of which is random. A difference of a single bit is damage.
      return differingBits(bytes, 16, at + 8) > 1
        ? { kind: 'whole' }
        : brokenFrame(bytes, at, frameBytes)
    }
    sum.add(bytes, at, 8)
    sum.add(bytes, at + frameHeadBytes, pageSize)
    if (!sum.equals(bytes, at + 16)) return brokenFrame(bytes, at, frameBytes)
  }
  return (bytes.length - headBytes) % frameBytes === 0
    ? { kind: 'whole' }
    : { kind: 'torn', atByte: bytes.length - ((bytes.length - headBytes) % frameBytes) }
}

/**
 * SQLite's checksum: two interleaved sums over pairs of words; each frame continues the one before.
 */
class RunningSum {
  readonly #isBig: boolean
  #first = 0
  #second = 0

  constructor(isBig: boolean) {
    this.#isBig = isBig
  }

  add(bytes: Buffer, from: number, length: number): void {
    for (let at = from; at < from + length; at += 8) {
      const even = this.#isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)
      const odd = this.#isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)
      this.#first = (this.#first + even + this.#second) >>> 0
      this.#second = (this.#second + odd + this.#first) >>> 0
    }
  }

  equals(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#first && bytes.readUInt32BE(at + 4) === this.#second
  }
}

const hasSalts = (bytes: Buffer, frameAt: number): boolean =>
  bytes.compare(bytes, 16, 24, frameAt + 8, frameAt + 16) === 0

/** Tells whether anything follows the transaction of an invalid frame. */
function brokenFrame(bytes: Buffer, badAt: number, frameBytes: number): WalTail {
  let hasCommit = false
  for (let at = badAt; at + frameBytes <= bytes.length; at += frameBytes) {
    if (at > badAt && !hasSalts(bytes, at)) break
    if (hasCommit) return { kind: 'damaged', atByte: badAt }
    // Only the last frame of a transaction holds the database's size.
    hasCommit = bytes.readUInt32BE(at + 4) !== 0
  }
  return { kind: 'torn', atByte: badAt }
}

/**
 * The header is invalid: either it was torn while the log was restarted, so that nothing in it
 * counts, or it was damaged later. Frames with its salts were written after it was complete.
 */
function brokenHead(bytes: Buffer): WalTail {
  const firstAt = headBytes
  const isFollowed = bytes.length >= firstAt + frameHeadBytes
  return isFollowed && differingBits(bytes, 16, firstAt + 8) <= 1
    ? { kind: 'damaged', atByte: 0 }
    : { kind: 'torn', atByte: 0 }
}

function differingBits(bytes: Buffer, a: number, b: number): number {
  let bits = 0
  for (let i = 0; i < 8; i += 1) {
    let different = (bytes[a + i] ?? 0) ^ (bytes[b + i] ?? 0)
    for (; different > 0; different &= different - 1) bits += 1
  }
  return bits
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
