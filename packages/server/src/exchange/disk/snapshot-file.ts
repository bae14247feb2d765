// One snapshot as a file, written and read in blocks: a header of fixed length, then deflated
// blocks of lines, each preceded by its length and a checksum.

import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { TextHash } from '@basis/engine/text-hash'
import { unknownFormat } from '../journal.ts'

const formatVersion = 2
export const snapshotEnding = '.snapshot'
/** The header is written last, over the space reserved for it. */
const headBytes = 1024
/** The approximate number of characters per block. */
const blockChars = 1 << 19
const blockHeadBytes = 8

/** Describes a state before it is hashed and written. */
export type SnapshotLabel = {
  /** The number of the last command applied to the state. */
  readonly seq: number
  /** The time of that command. */
  readonly timeMs: number
  readonly build: string
}
export type SnapshotHead = SnapshotLabel & {
  /** The engine's state hash there; absent in snapshots of 0.1.0, which used another hash. */
  readonly hash?: string
}
export type Snapshot = SnapshotHead & {
  /** The state's lines, read lazily; throws if they are not what was written. */
  readonly lines: Iterable<string>
}

type WholeHead = SnapshotLabel & {
  readonly format: number
  readonly hash: string
  readonly blocks: number
}

/** Names begin with the padded number, so that they sort by it. */
export const snapshotName = (seq: number): string =>
  `${seq.toString().padStart(16, '0')}${snapshotEnding}`

/**
 * Writes a snapshot atomically: to a temporary file, synced, renamed, then the folder synced.
 * Returns the hash of the state.
 */
export function writeSnapshot(
  folder: string,
  label: SnapshotLabel,
  lines: Iterable<string>,
): string {
  const aside = join(folder, `${snapshotName(label.seq)}.part`)
  const hash = writeAside(aside, label, lines)
  renameSync(aside, join(folder, snapshotName(label.seq)))
  syncFolder(folder)
  return hash
}

function writeAside(aside: string, label: SnapshotLabel, lines: Iterable<string>): string {
  const file = openSync(aside, 'w')
  try {
    const written = writeBlocks(file, lines)
    writeAll(file, headOf({ format: formatVersion, ...label, ...written }), 0)
    fsyncSync(file)
    return written.hash
  } finally {
    closeSync(file)
  }
}

function writeBlocks(file: number, lines: Iterable<string>): { hash: string; blocks: number } {
  const hash = new TextHash()
  let at = headBytes
  let blocks = 0
  let block: string[] = []
  let chars = 0
  const flush = (): void => {
    if (block.length === 0) return
    const body = deflateRawSync(block.join('\n'), { level: 1 })
    const head = Buffer.alloc(blockHeadBytes)
    head.writeUInt32LE(body.length, 0)
    head.writeUInt32LE(crc32(body), 4)
    writeAll(file, Buffer.concat([head, body]), at)
    at += blockHeadBytes + body.length
    blocks += 1
    block = []
    chars = 0
  }
  for (const line of lines) {
    hash.addLine(line)
    block.push(line)
    chars += line.length
    if (chars >= blockChars) flush()
  }
  flush()
  return { hash: hash.digest(), blocks }
}

/** A write may accept fewer bytes than requested. */
function writeAll(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(file, bytes, done, bytes.length - done, at + done)
  }
}

/** A rename is durable only after its folder is synced. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The header with its own checksum, padded to its length. */
function headOf(head: WholeHead): Buffer {
  const json = JSON.stringify(head)
  const line = `${json} ${crc32(json).toString(16)}`
  if (line.length >= headBytes) throw new Error('the head of the snapshot is too long')
  return Buffer.from(`${line.padEnd(headBytes - 1)}\n`)
}

/** Returns a snapshot's header and lazily read lines; throws if the header is not as written. */
export function openSnapshot(path: string): Snapshot {
  const file = openSync(path, 'r')
  try {
    const start = read(file, { at: 0, most: headBytes })
    if (isFormat1(start)) return openFormat1(path)
    const { format, blocks, ...head } = parseHead(start)
    if (format > formatVersion) throw unknownFormat(path, String(format), `up to ${formatVersion}`)
    if (format !== formatVersion) throw new Error(`its format is ${format}`)
    return { ...head, lines: linesOf(path, blocks) }
  } finally {
    closeSync(file)
  }
}

function parseHead(start: Buffer): WholeHead {
  const [, json = '', sum = ''] = /^(\{.*\}) ([0-9a-f]+) *\n$/s.exec(start.toString('latin1')) ?? []
  if (json === '' || crc32(json).toString(16) !== sum) throw new Error('its head is damaged')
  return JSON.parse(json) as WholeHead
}

function* linesOf(path: string, blocks: number): Generator<string> {
  const file = openSync(path, 'r')
  try {
    let at = headBytes
    for (let block = 0; block < blocks; block += 1) {
      const head = read(file, { at, most: blockHeadBytes })
      const length = head.length === blockHeadBytes ? head.readUInt32LE(0) : -1
      const body = read(file, { at: at + blockHeadBytes, most: Math.max(length, 0) })
      if (body.length !== length || crc32(body) !== head.readUInt32LE(4)) {
        throw new Error(`the checksum of its block ${block + 1} does not match`)
      }
      at += blockHeadBytes + length
      yield* inflateRawSync(body).toString('latin1').split('\n')
    }
  } finally {
    closeSync(file)
  }
}

function read(file: number, { at, most }: { at: number; most: number }): Buffer {
  const bytes = Buffer.alloc(most)
  let done = 0
  while (done < most) {
    const taken = readSync(file, bytes, done, most - done, at + done)
    if (taken === 0) break
    done += taken
  }
  return bytes.subarray(0, done)
}

// The format of 0.1.0: a short line of JSON, then one deflated text.

const format1Head = /^\{"format":1,[^\n]{1,1000}\}\n/

const isFormat1 = (start: Buffer): boolean => format1Head.test(start.toString('latin1'))

function openFormat1(path: string): Snapshot {
  const start = readFileSync(path)
  const end = start.indexOf(10)
  const { seq, timeMs, build, ...sums } = JSON.parse(start.toString('latin1', 0, end)) as Record<
    string,
    unknown
  >
  if (typeof seq !== 'number' || typeof timeMs !== 'number' || typeof build !== 'string') {
    throw new Error('its head is damaged')
  }
  const body = start.subarray(end + 1)
  if (body.length !== sums['bytes'] || crc32(body) !== sums['crc']) {
    throw new Error('its checksum does not match')
  }
  return { seq, timeMs, build, lines: [inflateRawSync(body).toString('latin1')] }
}
