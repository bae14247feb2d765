// The files that run first exist: a renamed one would run last.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slowFiles } from './slow-first.ts'

test('every file that runs first exists', () => {
  const root = join(import.meta.dirname, '..')
  expect(slowFiles.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
