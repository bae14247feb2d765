// The journal on disk: torn ends, flipped bits, foreign formats, and one writer only (D3, D7, D8).

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { createPrng } from '@basis/domain/numbers/prng'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataInUse, lockDataFolder } from './data-lock.ts'
import { JournalDamaged, JournalUnknown, type JournalPart } from '../journal.ts'
import { proofLength } from '../../../../../checks/proof-length.ts'
import { openJournal } from './journal-sqlite.ts'
import { JournalStore } from './journal-store.ts'
import { walTail } from './wal-tail.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basis-journal-'))
  file = join(folder, 'journal.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (path = file): JournalStore => new JournalStore(path, { build: 'test' })

/** Parts of one to nine lines, some long enough to be deflated. */
function partsOf(count: number, seed = 1): JournalPart[] {
  const prng = createPrng(seed)
  let firstSeq = 1
  return Array.from({ length: count }, () => {
    const lines = Array.from({ length: 1 + prng.nextBelow(9) }, (_, i) => {
      const filler = prng.nextBelow(20) === 0 ? 'x'.repeat(2000) : ''
      return `[${firstSeq + i},"AdvanceTime ${prng.nextU32()}${filler}"]`
    })
    const part = { firstSeq, count: lines.length, lines: lines.join('\n') }
    firstSeq += lines.length
    return part
  })
}

function write(parts: readonly JournalPart[], path = file): void {
  const store = open(path)
  for (const part of parts) store.append([part])
  store.close()
}

function readAll(store: JournalStore, fromSeq = 1): string[] {
  const lines: string[] = []
  let next = fromSeq
  for (let part = store.read(next); part !== undefined; part = store.read(next)) {
    lines.push(...part.lines.split('\n').slice(Math.max(0, fromSeq - part.firstSeq)))
    next = part.firstSeq + part.count
  }
  return lines
}

const linesOf = (parts: readonly JournalPart[]): string[] =>
  parts.flatMap(({ lines }) => lines.split('\n'))

test('appended parts are read back from the start and from any sequence number', () => {
  const parts = partsOf(80)
  write(parts)
  const lines = linesOf(parts)
  const store = open()
  expect(store.lastSeq).toBe(lines.length)
  for (const from of [1, 2, 7, 100, lines.length]) {
    expect(readAll(store, from)).toEqual(lines.slice(from - 1))
  }
  expect(store.read(lines.length + 1)).toBeUndefined()
  expect(() => store.append([{ firstSeq: 5, count: 1, lines: '[]' }])).toThrow('does not follow')
  store.close()
})

test('the journal thread writes, reads ahead, and keeps refusals and facts over a restart', async () => {
  const journal = await openJournal({ file, build: 'test' })
  const parts = partsOf(300)
  await Promise.all(parts.map((part) => journal.append(part)))
  expect(journal.lastSeq).toBe(linesOf(parts).length)
  await journal.refuse(3, 'because')
  await journal.setFact('seed', '42')
  const read: string[] = []
  for await (const { lines } of journal.read(1)) read.push(...lines.split('\n'))
  expect(read).toEqual(linesOf(parts))
  await journal.close()
  await expect(journal.append({ firstSeq: 1, count: 1, lines: '' })).rejects.toThrow('closed')
  const again = await openJournal({ file, build: 'test' })
  expect([...again.refusals]).toEqual([[3, 'because']])
  expect(again.fact('seed')).toBe('42')
  expect(again.fact('none')).toBeUndefined()
  await again.close()
})

test('a journal with a torn end loses only the last batch that was not synced', () => {
  const parts = partsOf(12)
  const store = open()
  for (const part of parts.slice(0, -1)) store.append([part])
  const before = readFileSync(`${file}-wal`).length
  const last = parts.slice(-1)
  store.append(last)
  const whole = readFileSync(`${file}-wal`)
  const torn = join(folder, 'torn.db')
  for (let length = before; length < whole.length; length += 211) {
    copyFileSync(file, torn)
    writeFileSync(`${torn}-wal`, whole.subarray(0, length))
    const opened = open(torn)
    expect(opened.torn === undefined).toBe(length === before)
    expect(readAll(opened)).toEqual(linesOf(parts.slice(0, -1)))
    // New parts can be appended.
    opened.append(last)
    expect(readAll(opened)).toEqual(linesOf(parts))
    opened.close()
    rmSync(torn)
  }
  store.close()
})

test('a flipped bit in the log of the newest batches is found, or costs the last one at most', () => {
  const parts = partsOf(40)
  const store = open()
  for (const part of parts) store.append([part])
  const log = readFileSync(`${file}-wal`)
  const expected = linesOf(parts)
  const withoutLast = linesOf(parts.slice(0, -1))
  const flipped = join(folder, 'flipped.db')
  const prng = createPrng(11)
  const outcomes = { found: 0, same: 0, torn: 0 }
  let flips = 0
  for (let at = 0; at < log.length; at += 1 + prng.nextBelow(proofLength(250, 2000))) {
    flips += 1
    const copy = Buffer.from(log)
    copy[at] = (copy[at] ?? 0) ^ (1 << prng.nextBelow(8))
    copyFileSync(file, flipped)
    writeFileSync(`${flipped}-wal`, copy)
    const outcome = outcomeOf(flipped)
    if (outcome instanceof Error) outcomes.found += 1
    else if (outcome.length === expected.length) {
      outcomes.same += 1
      expect(outcome).toEqual(expected)
    } else {
      outcomes.torn += 1
      expect(outcome).toEqual(withoutLast)
    }
    for (const suffix of ['', '-wal', '-shm']) rmSync(flipped + suffix, { force: true })
  }
  store.close()
  expect(outcomes.found).toBeGreaterThan(flips / 2)
  expect(outcomes.torn).toBeLessThan(flips / 19)
})

test('a log restarted after a checkpoint is whole, with old frames after its end', () => {
  const parts = partsOf(60)
  const store = open()
  for (const part of parts.slice(0, 40)) store.append([part])
  const db = new DatabaseSync(file)
  db.exec('PRAGMA wal_checkpoint(RESTART)')
  for (const part of parts.slice(40)) store.append([part])
  expect(walTail(`${file}-wal`)).toEqual({ kind: 'whole' })
  const copied = join(folder, 'copied.db')
  copyFileSync(file, copied)
  copyFileSync(`${file}-wal`, `${copied}-wal`)
  expect(outcomeOf(copied)).toEqual(linesOf(parts))
  db.close()
  store.close()
})

test('a flipped bit anywhere in the file is found, or changes nothing', () => {
  const parts = partsOf(60)
  write(parts)
  const expected = linesOf(parts)
  const bytes = readFileSync(file)
  const prng = createPrng(9)
  const flipped = join(folder, 'flipped.db')
  let [found, flips] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1 + prng.nextBelow(proofLength(60, 480))) {
    flips += 1
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ (1 << prng.nextBelow(8))
    writeFileSync(flipped, copy)
    const outcome = outcomeOf(flipped)
    if (outcome instanceof Error) {
      found += 1
      expect(outcome.message).toContain('flipped.db')
    } else expect(outcome).toEqual(expected)
    for (const suffix of ['-wal', '-shm']) rmSync(flipped + suffix, { force: true })
  }
  expect(found).toBeGreaterThan(flips / 4)
})

function outcomeOf(path: string): string[] | Error {
  let store: JournalStore | undefined
  try {
    store = open(path)
    return readAll(store)
  } catch (error) {
    if (error instanceof JournalDamaged || error instanceof JournalUnknown) return error
    throw error
  } finally {
    store?.close()
  }
}

test('a damaged row is reported with file, row and sequence number', () => {
  const parts = partsOf(30)
  write(parts)
  const row = parts[10]
  if (row === undefined) throw new Error('no such part')
  const db = new DatabaseSync(file)
  const change = (sql: string) => db.prepare(sql).run(row.firstSeq)
  change("UPDATE batch SET payload = CAST(payload || ' ' AS BLOB) WHERE first_seq = ?")
  const place = `row ${row.firstSeq}, sequence ${row.firstSeq}: its checksum does not match`
  expect(() => readAll(open())).toThrow(place)
  expect(() => readAll(open())).toThrow(file)
  change('DELETE FROM batch WHERE first_seq = ?')
  const nextSeq = row.firstSeq + row.count
  expect(() => readAll(open())).toThrow(`sequences ${row.firstSeq} to ${nextSeq - 1} are missing`)
  db.exec('DELETE FROM batch WHERE first_seq > 40')
  expect(() => open()).toThrow('it ends there')
  db.close()
})

test('a row replaced together with its checksum is found by the hash chain', () => {
  const parts = partsOf(30)
  write(parts)
  write(
    partsOf(30, 1).map((part) => ({ ...part, lines: part.lines.replaceAll('[', '(') })),
    `${file}2`,
  )
  const db = new DatabaseSync(file)
  const seq = parts[9]?.firstSeq ?? 0
  db.exec(`ATTACH '${file}2' AS other`)
  db.prepare(
    `UPDATE batch SET payload = o.payload, crc = o.crc, encoding = o.encoding
     FROM other.batch AS o WHERE o.first_seq = batch.first_seq AND batch.first_seq = ?`,
  ).run(seq)
  db.close()
  expect(() => readAll(open())).toThrow('does not follow the row before it')
})

test('a newer format is refused, and so is a file that is not a journal', () => {
  write(partsOf(3))
  const db = new DatabaseSync(file)
  db.exec("UPDATE meta SET value = '3' WHERE name = 'format'")
  db.close()
  expect(() => open()).toThrow(JournalUnknown)
  expect(() => open()).toThrow('has format 3')
  writeFileSync(file, 'this is no database, but it is long enough to look like one\n'.repeat(20))
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  expect(() => open()).toThrow(JournalDamaged)
})

const lockProgram = `
  import { lockDataFolder } from ${JSON.stringify(fileURLToPath(new URL('./data-lock.ts', import.meta.url)))}
  lockDataFolder(${JSON.stringify('FOLDER')})
  process.stdout.write('locked')
  setInterval(() => {}, 1000)
`

test('a second process on the same folder is refused; a killed one leaves no lock', async () => {
  const program = lockProgram.replace('FOLDER', folder)
  const other = spawn(process.execPath, ['--input-type=module-typescript', '-e', program])
  await once(other.stdout, 'data')
  expect(() => lockDataFolder(folder)).toThrow(DataInUse)
  expect(() => lockDataFolder(folder)).toThrow(folder)
  other.kill('SIGKILL')
  await once(other, 'exit')
  const lock = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(DataInUse)
  lock.release()
  lockDataFolder(folder).release()
  expect(existsSync(folder)).toBe(true)
})

test('a pruned journal begins with the next command, and its hash chain continues', () => {
  const parts = partsOf(700)
  write(parts)
  const lines = linesOf(parts)
  const store = open()
  const next = parts[600]?.firstSeq ?? 0
  const through = next - 1
  const pieces: boolean[] = []
  for (let isMore = true; isMore; pieces.push(isMore)) isMore = store.prune(through)
  // Each call removes a bounded number of rows, and no row with a later command.
  expect(pieces).toEqual([true, true, false])
  expect(store.prunedSeq).toBe(through)
  expect(store.prune(through)).toBe(false)
  expect(readAll(store, next)).toEqual(lines.slice(through))
  expect(() => store.read(through)).toThrow('are pruned')
  store.append([{ firstSeq: lines.length + 1, count: 1, lines: '["more"]' }])
  store.close()
  const again = open()
  expect([again.prunedSeq, again.lastSeq]).toEqual([through, lines.length + 1])
  expect(readAll(again, next)).toEqual([...lines.slice(through), '["more"]'])
  // The newest row is never removed, so that the end is known.
  while (again.prune(Number.MAX_SAFE_INTEGER));
  expect(again.prunedSeq).toBe(lines.length)
  expect(readAll(again, lines.length + 1)).toEqual(['["more"]'])
  again.close()
})

test('a journal that begins after a state from elsewhere continues its hash chain', () => {
  const parts = partsOf(12)
  const source = open(join(folder, 'source.db'))
  const [before, after] = [parts.slice(0, 7), parts.slice(7)]
  for (const part of before) source.append([part])
  const { lastSeq: seq } = source
  const chain = Buffer.from(source.chain).toString('hex')
  for (const part of after) source.append([part])
  // Before, it has an earlier part of the same journal.
  write(parts.slice(0, 2))
  const store = open()
  store.beginAt({ seq, chain, facts: { id: 'x' } })
  expect([store.lastSeq, store.prunedSeq]).toEqual([seq, seq])
  store.close()
  const again = open()
  expect(again.facts()).toContainEqual(['id', 'x'])
  for (const part of after) again.append([part])
  expect(readAll(again, seq + 1)).toEqual(linesOf(after))
  expect(again.chain).toEqual(source.chain)
  expect(() => again.read(seq)).toThrow(JournalDamaged)
  for (const one of [again, source]) one.close()
})

test('the first row after a pruned part is verified against the stored hash', () => {
  write(partsOf(300))
  const store = open()
  store.prune(300)
  const { prunedSeq } = store
  store.close()
  const db = new DatabaseSync(file)
  const base = db.prepare("SELECT value FROM meta WHERE name = 'base'").get()?.['value']
  const other = String(base).replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
  db.prepare("UPDATE meta SET value = ? WHERE name = 'base'").run(other)
  db.close()
  const damaged = open()
  expect(() => damaged.read(prunedSeq + 1)).toThrow('it does not follow the row before it')
  damaged.close()
})
