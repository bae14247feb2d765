// Which errors of the system and of SQLite are told in which words.

import { expect, test } from 'vitest'
import { DataUnusable, troubleOf, withTrouble } from './data-trouble.ts'

const system = (code: string): Error => Object.assign(new Error('it failed'), { code })
const sqlite = (errcode: number): Error =>
  Object.assign(new Error('it failed'), { code: 'ERR_SQLITE_ERROR', errcode })

test.each([
  [system('ENOSPC'), 'full', 'free some space'],
  [system('EDQUOT'), 'full', 'free some space'],
  [sqlite(13), 'full', 'free some space'],
  [system('EROFS'), 'forbidden', 'set BASIS_DATA'],
  [system('EACCES'), 'forbidden', 'set BASIS_DATA'],
  // SQLITE_READONLY_DIRECTORY says more of SQLITE_READONLY.
  [sqlite(8 | (6 << 8)), 'forbidden', 'set BASIS_DATA'],
  [sqlite(14), 'forbidden', 'set BASIS_DATA'],
  [system('ENOTDIR'), 'notAFolder', 'set BASIS_DATA'],
  [sqlite(10), 'failing', 'look after the disk'],
  [sqlite(26), 'foreign', 'from a backup'],
] as const)('%s is %s', (error, kind, words) => {
  const trouble = troubleOf(error, '/data/users.sqlite')
  expect(trouble).toBeInstanceOf(DataUnusable)
  expect(trouble).toMatchObject({ kind })
  expect(String(trouble)).toContain('/data/users.sqlite')
  expect(String(trouble)).toContain(words)
})

test('what is no trouble of the data stays what it is', () => {
  const bug = new TypeError('undefined is not a function')
  expect(troubleOf(bug, '/data')).toBe(bug)
  expect(troubleOf(sqlite(1), '/data')).toMatchObject({ message: 'it failed' })
  expect(() =>
    withTrouble('/data', () => {
      throw bug
    }),
  ).toThrow(bug)
})
