// A backup made while the exchange trades starts and reaches the same state (D10).

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSessions } from '../../users/sessions.ts'
import { engines } from '../engines.ts'
import { createExchange } from '../exchange.ts'
import { recover } from '../recovery.ts'
import { systemClock } from '../ports.ts'
import { backUp } from './backup.ts'
import { openStorage } from './storage.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'basis-backup-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const withoutSnapshots = { snapshotEvery: 1_000_000, lastSnapshotMs: 0 }

const fail = (what: string | Error): never => {
  throw what instanceof Error ? what : new Error(what)
}

/** By default it takes snapshots while it trades, and one at its stop. */
async function start(data: string, { snapshotEvery = 200, lastSnapshotMs = 600_000 } = {}) {
  const storage = await openStorage({ folder: data, build: 'test', onNotice: fail })
  const parts = {
    ...storage,
    engines,
    build: 'test',
    onNotice: fail,
    onFailure: fail,
    lastSnapshotMs,
  }
  const recovered = await recover(parts)
  const exchange = createExchange({ ...parts, recovered, clock: systemClock, snapshotEvery })
  return { exchange, storage, recovered }
}

test('D10: a backup of a trading exchange restores to the same hash, three times', async () => {
  const data = join(folder, 'data')
  const { exchange, storage } = await start(data)
  const sessions = openSessions(data, systemClock)
  let isOver = false
  const open = (k: number) =>
    exchange.submit({ kind: 'OpenAccount', account: accountId(k), role: 'trader' })
  await Promise.all([1, 2, 3].map(open))
  const trade = async (k: number): Promise<void> => {
    const account = accountId(k)
    while (!isOver) {
      await exchange.submit({ kind: 'Deposit', account, coin: 'USDT', amount: amount(1n) })
    }
  }
  const traders = [1, 2, 3].map(trade)
  const copies: { readonly target: string; readonly seq: number; readonly hash: string }[] = []
  for (const n of [1, 2, 3]) {
    const signedUp = await sessions.openDemo(1)
    const target = join(folder, `copy-${n}`)
    const { seq, hash, verified } = await backUp(data, target)
    expect(verified).toBe(seq)
    copies.push({ target, seq, hash })
    const restored = openSessions(target, systemClock)
    expect(await restored.user(signedUp.account)).toBeDefined()
    await restored.close()
  }
  isOver = true
  await Promise.all(traders)
  await exchange.stop()
  await sessions.close()
  storage.release()
  for (const { target, seq, hash } of copies) {
    const original = await openStorage({ folder: data, build: 'test', onNotice: fail })
    const replayed = await recover({ ...original, engines, throughSeq: seq, onNotice: fail })
    expect(engines.stateHash(replayed.engine)).toBe(hash)
    await original.journal.close()
    original.release()
    const again = await start(target, withoutSnapshots)
    expect(again.exchange.stateHash()).toEqual({ seq, hash })
    // The restored exchange takes commands.
    const { problem } = await again.exchange.submit({
      kind: 'Deposit',
      account: accountId(1),
      coin: 'USDT',
      amount: amount(1n),
    })
    expect(problem).toBeUndefined()
    await again.exchange.stop()
    again.storage.release()
  }
})

test('a backup from a folder without data or into a folder that is not empty is refused', async () => {
  const data = join(folder, 'data')
  await expect(backUp(data, join(folder, 'copy'))).rejects.toThrow('holds no data')
  const { exchange, storage } = await start(data, withoutSnapshots)
  await exchange.submit({ kind: 'OpenAccount', account: accountId(1), role: 'trader' })
  await exchange.stop()
  storage.release()
  writeFileSync(join(folder, 'something'), '')
  await expect(backUp(data, folder)).rejects.toThrow('is not empty')
})

test('a backup of a damaged journal is refused', async () => {
  const data = join(folder, 'data')
  const { exchange, storage } = await start(data, withoutSnapshots)
  for (let k = 1; k <= 20; k += 1) {
    await exchange.submit({ kind: 'OpenAccount', account: accountId(k), role: 'trader' })
  }
  await exchange.stop()
  storage.release()
  const db = new DatabaseSync(join(data, 'journal.db'))
  db.exec('UPDATE batch SET crc = crc + 1 WHERE first_seq = 7')
  db.close()
  await expect(backUp(data, join(folder, 'copy'))).rejects.toThrow('its checksum does not match')
})
