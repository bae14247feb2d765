// Retention of commands and snapshots: the journal is pruned up to a snapshot that was read back
// from the disk, a window of it stays for replay, and a start without a beginning is refused.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatCommandLine } from './command-lines.ts'
import { engines } from './engines.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { JournalDamaged } from './journal.ts'
import { recover, type RecoveryOptions } from './recovery.ts'
import { JournalStore } from './disk/journal-store.ts'
import { retention } from './disk/snapshots.ts'
import { journalToRead } from './disk/journal-reading.ts'
import { journalFile, openStorage, type Storage } from './disk/storage.ts'
import { figuresOf, follow } from './follower.ts'

const hourMs = 3_600_000
const keepMs = 24 * hourMs
let folder = ''
let notices: string[] = []
let failures: Error[] = []
let nowMs = 0
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basis-pruning-'))
  notices = []
  failures = []
  nowMs = 1_800_000_000_000
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Running = { readonly exchange: Exchange; readonly storage: Storage; readonly begins: number }

/** A stop takes no snapshot unless it is given time for one: few tests look at it. */
async function start(more: Partial<RecoveryOptions> = {}, lastSnapshotMs = 0): Promise<Running> {
  const onNotice = (message: string): void => void notices.push(message)
  const storage = await openStorage({ folder, build: 'test', keepMs, onNotice })
  const parts = { ...storage, engines, onNotice }
  try {
    const recovered = await recover({ ...parts, ...more })
    const exchange = createExchange({
      ...parts,
      recovered,
      clock: { nowMs: () => nowMs },
      build: 'test',
      snapshotEvery: 1_000_000,
      lastSnapshotMs,
      onFailure: (error) => void failures.push(error),
    })
    return { exchange, storage, begins: recovered.snapshotSeq }
  } catch (error) {
    await storage.journal.close()
    storage.release()
    throw error
  }
}

async function stop({ exchange, storage }: Running): Promise<void> {
  await exchange.stop()
  storage.release()
}

const credit: Command = {
  kind: 'Deposit',
  account: accountId(1),
  coin: 'USDT',
  amount: amount(5n),
}

/** Runs for days of four snapshots each; returns the exchange, still running. */
async function live(days: number): Promise<Running> {
  const running = await start()
  await running.exchange.submit({ kind: 'OpenAccount', account: accountId(1), role: 'trader' })
  for (let quarter = 0; quarter < 4 * days; quarter += 1) {
    for (let k = 0; k < 10; k += 1) {
      nowMs += (6 * hourMs) / 10
      await running.exchange.submit(credit)
    }
    const baseSeq = await snapshot(running)
    while (await running.storage.journal.prune(baseSeq));
  }
  return running
}

/** Takes a snapshot as the follower's thread does, without the thread. */
async function snapshot({ exchange, storage }: Running): Promise<number> {
  const { journal, close } = journalToRead(journalFile(folder))
  const onNotice = (message: string): void => void notices.push(message)
  try {
    return await follow(
      { journal, snapshots: storage.snapshots, engines, build: 'test', keepMs, onNotice },
      { throughSeq: exchange.lastSeq(), figures: figuresOf(exchange.views) },
    )
  } finally {
    close()
  }
}

test('the journal keeps its window and at most half as much more, and replays to the same state', async () => {
  const running = await live(5)
  const { exchange, storage } = running
  const { lastSeq, prunedSeq } = storage.journal
  const state = exchange.stateHash()
  // A day is forty commands; the window may be longer by a quarter and by the distance of two
  // snapshots.
  expect(lastSeq - prunedSeq).toBeGreaterThanOrEqual(40)
  expect(lastSeq - prunedSeq).toBeLessThanOrEqual(60)
  expect(readdirSync(join(folder, 'snapshots')).length).toBeLessThanOrEqual(7)
  await stop(running)

  const again = await start()
  expect(again.exchange.stateHash()).toEqual(state)
  await stop(again)
  // A replay can start at the beginning of the window.
  let replayed = 0
  const whole = await start({ replayAfter: 0, onBatch: () => (replayed += 1) })
  expect(whole.begins).toBeGreaterThanOrEqual(prunedSeq)
  expect(replayed).toBe(state.seq - whole.begins)
  expect(replayed).toBeGreaterThanOrEqual(40)
  expect(whole.exchange.stateHash()).toEqual(state)
  await stop(whole)
  expect(notices).toEqual([])
})

test('if a snapshot cannot be read back from the disk nothing is pruned', async () => {
  const running = await live(1)
  const { storage, exchange } = running
  const oldest = readdirSync(join(folder, 'snapshots')).toSorted()[0] ?? ''
  const path = join(folder, 'snapshots', oldest)
  const bytes = readFileSync(path)
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 4
  writeFileSync(path, bytes)
  const before = storage.journal.prunedSeq
  nowMs += 6 * hourMs
  await exchange.submit(credit)
  expect(await snapshot(running)).toBe(0)
  expect(storage.journal.prunedSeq).toBe(before)
  expect(notices.join()).toContain(`the snapshot at ${Number.parseInt(oldest, 10)} is set aside`)
  expect(readdirSync(join(folder, 'snapshots'))).toContain(`${oldest}.damaged`)
  await stop(running)
})

test('a start from a pruned journal without a snapshot is refused, with advice', async () => {
  await stop(await live(3))
  rmSync(join(folder, 'snapshots'), { recursive: true })
  const starting = start()
  await expect(starting).rejects.toThrow(JournalDamaged)
  await expect(starting).rejects.toThrow('restore the data folder from a backup')
})

test('the exchange prunes its journal by itself, in pieces, while it trades', async () => {
  // Six hundred rows, in one transaction, so that the disk syncs once.
  const written = new JournalStore(journalFile(folder), { build: 'test' })
  const opening: Command = { kind: 'OpenAccount', account: accountId(1), role: 'trader' }
  const rows = [opening, ...Array<Command>(600).fill(credit)].map((command, k) => {
    return { firstSeq: k + 1, count: 1, lines: formatCommandLine(nowMs, command) }
  })
  written.append(rows)
  written.close()
  await stop(await start({}, 60_000))
  const onNotice = (message: string): void => void notices.push(message)
  const opened = await openStorage({ folder, build: 'test', keepMs, onNotice })
  const { journal } = opened
  /** Commands removed by each piece. */
  const pieces: number[] = []
  const observed = Object.create(journal, {
    prune: {
      value: async (throughSeq: number) => {
        const before = journal.prunedSeq
        const isMore = await journal.prune(throughSeq)
        pieces.push(journal.prunedSeq - before)
        // Before the next piece is removed, a command is acknowledged.
        if (isMore) await next.submit(credit)
        return isMore
      },
    },
  }) as typeof journal
  const parts = { ...opened, journal: observed, engines, onNotice, build: 'test' }
  const onFailure = (error: Error): void => void failures.push(error)
  const recovered = await recover(parts)
  const clock = { nowMs: () => nowMs }
  const options = { clock, snapshotEvery: 5, lastSnapshotMs: 0, onFailure }
  const next = createExchange({ ...parts, ...options, recovered })
  expect(journal.prunedSeq).toBe(0)
  for (let k = 0; k < 5; k += 1) {
    nowMs += 12 * hourMs
    await next.submit(credit)
  }
  // The 601 commands of the first run are older than the window.
  await expect.poll(() => journal.prunedSeq, { timeout: 30_000 }).toBe(601)
  expect(pieces.reduce((sum, count) => sum + count, 0)).toBe(601)
  expect(pieces.length).toBeGreaterThanOrEqual(3)
  expect(next.status().mode).toBe('running')
  expect(failures).toEqual([])
  const state = next.stateHash()
  await next.stop()
  opened.release()
  const again = await start()
  expect(again.exchange.stateHash()).toEqual(state)
  await stop(again)
})

test('the newest two snapshots, the base and one for each quarter of the window between are kept', () => {
  const heads = (hours: readonly number[]) =>
    hours.map((hour) => ({ seq: hour + 1, timeMs: hour * hourMs, build: '', hash: 'h' }))
  const kept = (hours: readonly number[], windowMs = keepMs) => {
    const { kept: names, base } = retention(heads(hours), windowMs)
    return [
      [...names].map((name) => Number.parseInt(name, 10) - 1).toSorted((a, b) => b - a),
      base?.seq,
    ]
  }
  expect(kept([])).toEqual([[], undefined])
  expect(kept([3, 2, 1, 0])).toEqual([[3, 2, 0], undefined])
  const hourly = Array.from({ length: 31 }, (_, k) => 30 - k)
  expect(kept(hourly)).toEqual([[30, 29, 24, 18, 12, 6], 7])
  expect(kept(hourly, Infinity)).toEqual([[30, 29], undefined])
})
