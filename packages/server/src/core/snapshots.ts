// Snapshots on disk: written aside, synced and renamed, two generations kept, each with its number and hash.

import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

const formatVersion = 1
const generations = 2
const ending = '.snapshot'
const headPattern = /^\{[^\n]{1,2000}\}$/

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

/** The folder of snapshots; damaged ones are told to `onNotice` and passed over. */
export type SnapshotShelf = {
  /** Hashes and writes the state on a thread of its own; the state's bytes are handed over. */
  readonly write: (draft: SnapshotDraft) => Promise<void>
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
    write: async (draft) => {
      await writeOnThread({ ...draft, folder })
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

/** What the writing thread is given. */
export type SnapshotTask = SnapshotDraft & { readonly folder: string }

/** Serialising is the engine's; restoring, hashing and deflating would stop trading for as long as they take. */
async function writeOnThread(task: SnapshotTask): Promise<void> {
  const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), {
    workerData: task,
    name: 'snapshot',
  })
  const ending = Promise.withResolvers<void>()
  worker.on('error', ending.reject)
  worker.on('exit', (code) => {
    if (code === 0) ending.resolve()
    else ending.reject(new Error(`the writing thread ended with code ${code}`))
  })
  await ending.promise
}

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
