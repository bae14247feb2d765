// The shared snapshot with which a folder begins, and when it needs none.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStorage, type Storage } from '../exchange/disk/storage.ts'
import { StreamDamaged } from './envelope.ts'
import { joinStream } from './join-stream.ts'
import type { SharedSnapshot } from './snapshot-bucket.ts'
import { streamStart } from './stream-reader.ts'

let folder = ''
let storage: Storage
const notices: string[] = []
const onNotice = (message: string): void => void notices.push(message)

beforeEach(async () => {
  notices.length = 0
  folder = mkdtempSync(join(tmpdir(), 'basis-join-'))
  storage = await openStorage({ folder, build: 'test', onNotice })
})
afterEach(async () => {
  await storage.journal.close()
  storage.release()
  rmSync(folder, { recursive: true })
})

const shared = (seq: number, streamSeq: number): SharedSnapshot => ({
  seq,
  timeMs: 0,
  hash: 'h',
  position: { ...streamStart, seq, streamSeq, chain: 'c'.repeat(64) },
  facts: { id: 'x' },
  by: 'e1',
  slot: 0,
  noteSeq: 1,
  isConfirmed: true,
  upload: 'u',
  firstPart: 1,
  parts: 1,
  sha256: '',
})

type Cluster = { readonly first: number; readonly recorded?: number; readonly list?: boolean }

/** Joins a cluster with snapshots at 200 and 100; returns the journal's last number then. */
async function joined(
  { first, recorded, list = true }: Cluster,
  who: { readonly isForHistory?: boolean; readonly readsHistory?: boolean } = {},
): Promise<number> {
  const snapshots = {
    list: () => Promise.resolve(list ? [shared(200, 20), shared(100, 10)] : []),
    recorded: () => Promise.resolve(recorded),
    fetch: (_: SharedSnapshot, file: string) => Promise.resolve(writeFileSync(file, '')),
  }
  const link = { snapshots, firstStreamSeq: () => Promise.resolve(first) }
  const wanted = { isForHistory: false, readsHistory: false, onNotice, ...who }
  await joinStream(link, { ...storage, ...wanted })
  return storage.journal.lastSeq
}

test('an empty folder begins with the newest snapshot, its facts and its sequence number', async () => {
  expect(await joined({ first: 1 })).toBe(200)
  expect(storage.journal.prunedSeq).toBe(200)
  expect(storage.journal.fact('id')).toBe('x')
  expect(notices).toEqual(['begins with the snapshot at 200 that e1 shares'])
})

test('a reader of the history begins with a snapshot that the history has recorded, or reads all', async () => {
  expect(await joined({ first: 1 }, { readsHistory: true })).toBe(0)
  expect(await joined({ first: 1, recorded: 50 }, { readsHistory: true })).toBe(0)
  expect(await joined({ first: 1, recorded: 150 }, { readsHistory: true })).toBe(100)
})

test('the writer of the history reads the whole stream, or from a snapshot if its beginning is gone', async () => {
  expect(await joined({ first: 1, recorded: 150 }, { isForHistory: true })).toBe(0)
  expect(await joined({ first: 9, recorded: 150 }, { isForHistory: true })).toBe(100)
})

test('a folder older than the stream’s beginning takes a snapshot, or fails if none is in the stream', async () => {
  await storage.journal.setFact('id', 'x')
  expect(await joined({ first: 21 })).toBe(200)
  await expect(joined({ first: 300 })).rejects.toThrow(StreamDamaged)
})

test('a folder of another exchange is refused', async () => {
  await storage.journal.setFact('id', 'y')
  await expect(joined({ first: 5 })).rejects.toThrow('of another exchange')
})

test('a cluster without snapshots is read from its first message', async () => {
  expect(await joined({ first: 1, list: false })).toBe(0)
})
