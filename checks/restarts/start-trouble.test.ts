// Failing starts: every problem of every file in the data folder ends the start with one sentence
// that says what to do, and an exit code other than zero.

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusedStart, type Refused } from './refused-start.ts'
import { startExchange } from '../exchange-process.ts'
import { VenueClient } from '../simulator/venue-client.ts'

const settings = { BASIS_ROBOTS: 'off', BASIS_RATE_LIMIT: '0', BASIS_LOG_LEVEL: 'silent' }
let ground = ''
/** Data of an exchange, of which each test damages a copy. */
let sound = ''
let folder = ''

beforeAll(async () => {
  ground = mkdtempSync(join(tmpdir(), 'basis-trouble-'))
  sound = join(ground, 'sound')
  const venue = await startExchange({ dataFolder: sound, settings })
  const client = new VenueClient(venue.origin)
  await client.signUp()
  client.close()
  await venue.end('SIGTERM')
})
afterAll(() => rmSync(ground, { recursive: true, force: true }))
beforeEach(() => {
  folder = mkdtempSync(join(ground, 'data-'))
  cpSync(sound, folder, { recursive: true })
})

const refusedHere = (
  extra: Readonly<Record<string, string>> = {},
  stage: readonly string[] = [],
): Promise<Refused> => refusedStart({ ...settings, BASIS_DATA: folder, ...extra }, stage)

function expectOneSentence({ code, words }: Refused, expected: number, ...parts: string[]): void {
  expect(words.split('\n')).toHaveLength(1)
  for (const part of parts) expect(words).toContain(part)
  expect(words).not.toMatch(/ at .*\.ts:\d|Error:/)
  expect(code).toBe(expected)
}

const snapshotIn = (data: string): string => {
  const name = readdirSync(join(data, 'snapshots')).find((each) => each.endsWith('.snapshot'))
  if (name === undefined) throw new Error('there is no snapshot')
  return join(data, 'snapshots', name)
}

test.each(['lock.db', 'journal.db', 'users.sqlite'])(
  'a start with a folder in place of %s says that it cannot be written',
  async (name) => {
    rmSync(join(folder, name))
    mkdirSync(join(folder, name))
    expectOneSentence(
      await refusedHere(),
      77,
      join(folder, name),
      'cannot be written',
      'BASIS_DATA',
    )
  },
)

test.each([
  ['lock.db', 'or not a file of this exchange'],
  ['journal.db', 'restore the folder from a backup'],
  ['users.sqlite', 'restore the folder from a backup'],
])('a start with another content in %s says what to do', async (name, part) => {
  for (const suffix of ['-wal', '-shm']) rmSync(join(folder, name + suffix), { force: true })
  writeFileSync(join(folder, name), 'This is a text. '.repeat(500))
  expectOneSentence(await refusedHere(), 65, join(folder, name), part)
})

test('a start with a file as the data folder is refused', async () => {
  writeFileSync(join(ground, 'file'), '')
  const refused = await refusedHere({ BASIS_DATA: join(ground, 'file') })
  expectOneSentence(refused, 78, join(ground, 'file'), 'is not a folder', 'BASIS_DATA')
})

test('a start with a file as the folder of snapshots is refused', async () => {
  rmSync(join(folder, 'snapshots'), { recursive: true })
  writeFileSync(join(folder, 'snapshots'), '')
  expectOneSentence(await refusedHere(), 78, join(folder, 'snapshots'), 'is not a folder')
})

const newer = 'start the version that wrote it, or set BASIS_DATA'

test('a start with a journal of a newer version is refused', async () => {
  const db = new DatabaseSync(join(folder, 'journal.db'))
  db.exec("UPDATE meta SET value = '99' WHERE name = 'format'")
  db.close()
  expectOneSentence(await refusedHere(), 65, 'journal.db has format 99', newer)
})

test('a start with a users file of a newer version is refused', async () => {
  const db = new DatabaseSync(join(folder, 'users.sqlite'))
  db.exec('PRAGMA user_version = 99')
  db.close()
  expectOneSentence(await refusedHere(), 65, 'users.sqlite has format 99', newer)
})

test('a users file of an older version is migrated', async () => {
  const db = new DatabaseSync(join(folder, 'users.sqlite'))
  db.exec('DROP TABLE devices; PRAGMA user_version = 1')
  db.close()
  const venue = await startExchange({ dataFolder: folder, settings })
  await venue.end('SIGKILL')
  const migrated = new DatabaseSync(join(folder, 'users.sqlite'))
  expect(migrated.prepare('SELECT * FROM devices').all()).toEqual([])
  expect(migrated.prepare('PRAGMA user_version').get()).not.toEqual({ user_version: 1 })
  migrated.close()
})

test('a start on a port that another process uses is refused', async () => {
  const other = createServer()
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  expectOneSentence(await refusedHere({ BASIS_PORT: port }), 78, 'BASIS_PORT', port)
  other.close()
})

test('a start on an address that is not this machine’s is refused', async () => {
  const refused = await refusedHere({ BASIS_HOST: '203.0.113.77' })
  expectOneSentence(refused, 78, 'BASIS_HOST', '203.0.113.77')
})

/**
 * Whether the system lets us mount a disk for one process (Linux); elsewhere only
 * data-errors.test.ts covers it.
 */
const mountable =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', tmpdir()]).status === 0

/**
 * Runs a script with the data on a disk of the given size; `$0` is the data folder, `$@` the
 * server.
 */
const onDisk = (sizeKib: number, script: string): readonly string[] => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  `d="$0"; cp -a "$d" "$d.kept"; mount -t tmpfs -o size=${sizeKib}k none "$d"; ${script}`,
  folder,
]

test.each(mountable ? [4, 24, 60] : [])(
  'a first start on a disk of %i KiB says that it is full',
  async (sizeKib) => {
    const refused = await refusedHere({}, onDisk(sizeKib, 'exec "$@"'))
    expectOneSentence(refused, 70, folder, 'is full', 'free some space')
  },
)

const spoilt: readonly (readonly [string, string, number, string])[] = [
  ['full', 'dd if=/dev/zero of="$d/filler" bs=1k 2>/dev/null', 70, 'is full: free some space'],
  ['read-only', 'mount -o remount,ro "$d"', 77, 'cannot be written: give the user'],
]
test.each(mountable ? spoilt : [])(
  'a start with data on a disk that has become %s is refused',
  async (_, spoil, code, part) => {
    const script = `cp -a "$d.kept/." "$d"; ${spoil}; exec "$@"`
    expectOneSentence(await refusedHere({}, onDisk(20_000, script)), code, folder, part)
  },
)

test('a start with a snapshot of a newer version is refused', async () => {
  const path = snapshotIn(folder)
  const bytes = readFileSync(path)
  const head = bytes.subarray(0, bytes.indexOf(10)).toString('latin1')
  expect(head).toMatch(/^\{"format":\d/)
  writeFileSync(path, withFormat(bytes, 9))
  expectOneSentence(await refusedHere(), 65, path, 'has format 9', newer)
})

/** Returns a snapshot's bytes with another format in its header, which has its own checksum. */
function withFormat(bytes: Buffer, format: number): Buffer {
  const text = bytes.toString('latin1')
  const end = text.indexOf('\n')
  const [, json = ''] = /^(\{.*\}) [0-9a-f]+ *$/.exec(text.slice(0, end)) ?? []
  const changed = json.replace(/"format":\d+/, `"format":${format}`)
  const line = `${changed} ${crc32(changed).toString(16)}`
  return Buffer.from(line.padEnd(end) + text.slice(end), 'latin1')
}
