// Which errors of the system and of SQLite are reported as which data errors.

import { expect, test } from 'vitest'
import { DataUnusable, dataErrorOf, withDataErrors } from './data-errors.ts'

const system = (code: string): Error => Object.assign(new Error('it failed'), { code })
const sqlite = (errcode: number): Error =>
  Object.assign(new Error('it failed'), { code: 'ERR_SQLITE_ERROR', errcode })

test.each([
  [system('ENOSPC'), 'full', 'free some space'],
  [system('EDQUOT'), 'full', 'free some space'],
  [sqlite(13), 'full', 'free some space'],
  [system('EROFS'), 'forbidden', 'set BASIS_DATA'],
  [system('EACCES'), 'forbidden', 'set BASIS_DATA'],
  // SQLITE_READONLY_DIRECTORY is an extended code of SQLITE_READONLY.
  [sqlite(8 | (6 << 8)), 'forbidden', 'set BASIS_DATA'],
  [sqlite(14), 'forbidden', 'set BASIS_DATA'],
  [system('ENOTDIR'), 'notAFolder', 'set BASIS_DATA'],
  [sqlite(10), 'failing', 'look after the disk'],
  [sqlite(26), 'foreign', 'from a backup'],
] as const)('%s is reported as %s, with the path and advice', (error, kind, words) => {
  const found = dataErrorOf(error, '/data/users.sqlite')
  expect(found).toBeInstanceOf(DataUnusable)
  expect(found).toMatchObject({ kind })
  expect(String(found)).toContain('/data/users.sqlite')
  expect(String(found)).toContain(words)
})

test('an error that is not about the data is passed on unchanged', () => {
  const bug = new TypeError('undefined is not a function')
  expect(dataErrorOf(bug, '/data')).toBe(bug)
  expect(dataErrorOf(sqlite(1), '/data')).toMatchObject({ message: 'it failed' })
  expect(() =>
    withDataErrors('/data', () => {
      throw bug
    }),
  ).toThrow(bug)
})
