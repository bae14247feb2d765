// The text format of COPY as PostgreSQL documents it (COPY, "File Formats"), and what comes back
// from a real server.

import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type PostgresServer } from '../../testing/postgres-server.ts'
import { foundPostgres } from '../../testing/user-stores.ts'
import { copyLine, copyPieces, copyRows } from './copy-rows.ts'
import { newConnection } from './postgres-pool.ts'

test.each([
  ['columns are separated by tabs, and a line ends the row', [1, 'a', -2], '1\ta\t-2\n'],
  [String.raw`nothing is \N, and an empty text is empty`, [null, '', null], '\\N\t\t\\N\n'],
  ['a tab within a text follows a backslash', ['a\tb'], 'a\\tb\n'],
  ['so do the ends of lines', ['a\nb\r\nc'], 'a\\nb\\r\\nc\n'],
  ['a backslash is written twice', ['a\\b'], 'a\\\\b\n'],
  ['what only looks like nothing or like the end is text', ['\\N', '\\.'], '\\\\N\t\\\\.\n'],
  ['everything else stands for itself', ['"\',;\b\f\v é 億 🙂'], '"\',;\b\f\v é 億 🙂\n'],
])('%s', (_, fields, line) => {
  expect(copyLine(fields)).toBe(line)
})

test('what is neither a number nor a text is refused', () => {
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

  test('every sign of a text comes back, over many pieces', async () => {
    const signs = Array.from({ length: 255 }, (_, k) => String.fromCharCode(k + 1))
    const texts = [...signs, '', '\\N', '\\.', '\\t', 'a\\', '\n\\.\n', '🙂'.repeat(30_000)]
    const rows = texts.map((text, k) => [k, `${text}|${text}`, k % 2 === 0 ? null : text])
    await copyRows(client, words, copyPieces(rows))
    expect(await kept()).toEqual(rows)
    await client.query('TRUNCATE kept')
  })

  test('a row that is there already refuses all, and the connection goes on', async () => {
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

  test('a row that cannot be written refuses all', async () => {
    await client.query('TRUNCATE kept')
    const rows = Array.from({ length: 5_000 }, (_, k) => [k, k === 4_999 ? undefined : 'a', null])
    await expect(copyRows(client, words, copyPieces(rows))).rejects.toThrow(/undefined/)
    expect(await kept()).toEqual([])
  })

  test('a connection that ends rejects what it copied', async () => {
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
