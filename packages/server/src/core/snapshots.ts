// Snapshots on disk: written aside, synced and renamed, two generations kept, each with its number and hash.

import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

const formatVersion = 1
const generations = 2
const ending = '.snapshot'
const headPattern = /^\{[^\n]{1,2000}\}$/

export type SnapshotHead = {
  /** The number of the last command that the state has seen. */
  readonly seq: number
  readonly timeMs: number
  /** The engine's state hash there. */
  readonly hash: string
  readonly build: string
}
export type Snapshot = SnapshotHead & { readonly state: Uint8Array }

/** The folder of snapshots; damaged ones are told to `onNotice` and passed over. */
export type SnapshotShelf = {
  readonly write: (snapshot: Snapshot) => Promise<void>
  /** The heads of whole snapshots, newest first. */
  readonly heads: () => Promise<readonly SnapshotHead[]>
  readonly read: (seq: number) => Promise<Snapshot | undefined>
}

/** Opens the folder and removes what a dying process left half written. */
export async function openShelf(
  folder: string,
  onNotice: (message: string) => void,
): Promise<SnapshotShelf> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    if (name.endsWith('.part')) await rm(join(folder, name), { force: true })
  }
  const read = (name: string) => readSnapshot(join(folder, name), onNotice)
  return {
    write: async (snapshot) => {
      await writeSnapshot(folder, snapshot)
      for (const name of (await names(folder)).slice(generations)) await rm(join(folder, name))
    },
    heads: async () => {
      const heads: SnapshotHead[] = []
      for (const name of await names(folder)) {
        const whole = await read(name)
        if (whole === undefined) continue
        const { state: _state, ...head } = whole
        heads.push(head)
      }
      return heads
    },
    read: (seq) => read(nameOf(seq)),
  }
}

const nameOf = (seq: number): string => `${seq.toString().padStart(16, '0')}${ending}`

/** Newest first: the names begin with the number, padded. */
async function names(folder: string): Promise<string[]> {
  const found = (await readdir(folder)).filter((name) => name.endsWith(ending))
  return found.toSorted().toReversed()
}

async function writeSnapshot(folder: string, snapshot: Snapshot): Promise<void> {
  const { state, ...head } = snapshot
  const body = deflateRawSync(state, { level: 1 })
  const line = JSON.stringify({
    format: formatVersion,
    ...head,
    bytes: body.length,
    crc: crc32(body),
  })
  const aside = join(folder, `${nameOf(head.seq)}.part`)
  const file = await open(aside, 'w')
  try {
    await file.writeFile(Buffer.concat([Buffer.from(`${line}\n`), body]))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, join(folder, nameOf(head.seq)))
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

async function readSnapshot(
  file: string,
  onNotice: (message: string) => void,
): Promise<Snapshot | undefined> {
  try {
    return parseSnapshot(await readFile(file))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    onNotice(`snapshot ${file} is passed over: ${reason}`)
    return undefined
  }
}

function parseSnapshot(bytes: Buffer): Snapshot {
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
