// The text format of COPY as PostgreSQL documents it (COPY, "File Formats"), and its round trip
// over a real server.

import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type PostgresServer } from '../../testing/postgres-server.ts'
import { foundPostgres } from '../../testing/user-stores.ts'
import { copyLine, copyPieces, copyRows } from './copy-rows.ts'
import { newConnection } from './postgres-pool.ts'

test.each([
  ['columns are separated by tabs, and a line feed ends the row', [1, 'a', -2], '1\ta\t-2\n'],
  [String.raw`null is \N, and an empty text is empty`, [null, '', null], '\\N\t\t\\N\n'],
  ['a tab within a text is escaped with a backslash', ['a\tb'], 'a\\tb\n'],
  ['line ends within a text are escaped with a backslash', ['a\nb\r\nc'], 'a\\nb\\r\\nc\n'],
  ['a backslash is written twice', ['a\\b'], 'a\\\\b\n'],
  ['texts that look like null or the end of data are escaped', ['\\N', '\\.'], '\\\\N\t\\\\.\n'],
  ['all other characters are not escaped', ['"\',;\b\f\v é 億 🙂'], '"\',;\b\f\v é 億 🙂\n'],
])('%s', (_, fields, line) => {
  expect(copyLine(fields)).toBe(line)
})

test('a value that is neither a number nor a text is refused', () => {
  expect(() => copyLine([1, undefined])).toThrow(/undefined/)
  expect(() => copyLine([{ a: 1 }])).toThrow(/object/)
})

describe.each(foundPostgres())('with the programs of %s', (programs) => {
  let server: PostgresServer
  let client: ReturnType<typeof newConnection>
  const words = 'copy kept (id, name, note) from stdin'

  beforeAll(async () => {
    server = await startPostgres(programs)
    client = newConnection(server.url, 'test')
    client.on('error', () => undefined)
    await client.connect()
    await client.query('CREATE TABLE kept (id bigint PRIMARY KEY, name text NOT NULL, note text)')
  })
  afterAll(async () => {
    await client.end()
    await server.stop()
  })

  const kept = async () =>
    (await client.query({ text: 'SELECT id, name, note FROM kept ORDER BY id', rowMode: 'array' }))
      .rows

  test('texts with every character are read back unchanged, over many pieces', async () => {
    const signs = Array.from({ length: 255 }, (_, k) => String.fromCharCode(k + 1))
    const texts = [...signs, '', '\\N', '\\.', '\\t', 'a\\', '\n\\.\n', '🙂'.repeat(30_000)]
    const rows = texts.map((text, k) => [k, `${text}|${text}`, k % 2 === 0 ? null : text])
    await copyRows(client, words, copyPieces(rows))
    expect(await kept()).toEqual(rows)
    await client.query('TRUNCATE kept')
  })

  test('a duplicate row refuses all rows, and the connection stays usable', async () => {
    const rows = Array.from({ length: 5_000 }, (_, k) => [k, 'a name of some length', null])
    const copying = copyRows(client, words, copyPieces([...rows, [0, 'again', null]]))
    await expect(copying).rejects.toThrow(DatabaseError)
    await expect(copying).rejects.toMatchObject({ code: '23505' })
    expect(await kept()).toEqual([])
    const nowhere = copyRows(client, 'copy nowhere (id) from stdin', ['1\n'])
    await expect(nowhere).rejects.toThrow(/nowhere/)
    await copyRows(client, words, copyPieces(rows))
    expect(await kept()).toEqual(rows)
  })

  test('a row that cannot be encoded refuses all rows', async () => {
    await client.query('TRUNCATE kept')
    const rows = Array.from({ length: 5_000 }, (_, k) => [k, k === 4_999 ? undefined : 'a', null])
    await expect(copyRows(client, words, copyPieces(rows))).rejects.toThrow(/undefined/)
    expect(await kept()).toEqual([])
  })

  test('the end of the connection rejects the copy, and no row is kept', async () => {
    const own = newConnection(server.url, 'ending')
    own.on('error', () => undefined)
    await own.connect()
    const { rows } = await own.query('SELECT pg_backend_pid() AS pid')
    function* endless() {
      for (let k = 0; ; k += 1) yield [k, 'a name of some length', null]
    }
    const copying = copyRows(own, words, copyPieces(endless()))
    await Promise.all([
      expect(copying).rejects.toThrow(),
      client.query('SELECT pg_terminate_backend($1)', [rows[0].pid]),
    ])
    expect(await kept()).toEqual([])
  })
})
