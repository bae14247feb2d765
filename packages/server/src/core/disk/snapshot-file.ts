// One snapshot as a file: a head in a line of JSON, then the state, with a checksum over it.

import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

const formatVersion = 1
const headPattern = /^\{[^\n]{1,2000}\}$/
export const snapshotEnding = '.snapshot'

/** A state as the engine gave it, before it is hashed and written. */
export type SnapshotDraft = {
  /** The number of the last command that the state has seen. */
  readonly seq: number
  readonly timeMs: number
  readonly build: string
  readonly state: Uint8Array
}
export type SnapshotHead = Omit<SnapshotDraft, 'state'> & {
  /** The engine's state hash there. */
  readonly hash: string
}
export type Snapshot = SnapshotHead & { readonly state: Uint8Array }

/** What the writing thread is given. */
export type SnapshotTask = SnapshotDraft & { readonly folder: string }

/** Names begin with the number, padded, so that they sort by it. */
export const snapshotName = (seq: number): string =>
  `${seq.toString().padStart(16, '0')}${snapshotEnding}`

/** Writes a snapshot whole or not at all: aside, synced, renamed, the folder synced. */
export async function writeSnapshot(folder: string, snapshot: Snapshot): Promise<void> {
  const { state, ...head } = snapshot
  const body = deflateRawSync(state, { level: 1 })
  const line = JSON.stringify({
    format: formatVersion,
    ...head,
    bytes: body.length,
    crc: crc32(body),
  })
  const aside = join(folder, `${snapshotName(head.seq)}.part`)
  const file = await open(aside, 'w')
  try {
    await file.writeFile(Buffer.concat([Buffer.from(`${line}\n`), body]))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, join(folder, snapshotName(head.seq)))
  await syncFolder(folder)
}

/** A rename is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Reads a snapshot's bytes; throws when they are not what was written. */
export function parseSnapshot(bytes: Buffer): Snapshot {
  const end = bytes.indexOf(10)
  const line = bytes.subarray(0, Math.max(end, 0)).toString()
  if (!headPattern.test(line)) throw new Error('it has no head')
  const head = JSON.parse(line) as Record<string, unknown>
  if (head['format'] !== formatVersion) throw new Error(`its format is ${String(head['format'])}`)
  const body = bytes.subarray(end + 1)
  if (body.length !== head['bytes'] || crc32(body) !== head['crc']) {
    throw new Error('its checksum does not match')
  }
  const { seq, timeMs, hash, build } = head
  if (typeof seq !== 'number' || typeof timeMs !== 'number') throw new Error('it has no number')
  if (typeof hash !== 'string' || typeof build !== 'string') throw new Error('it has no hash')
  return { seq, timeMs, hash, build, state: inflateRawSync(body) }
}
