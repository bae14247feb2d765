// The files that run first are there: one that was renamed would run last.

import { expect, test } from 'vitest'
import { missingFiles } from './slow-first.ts'

test('every file that runs first exists', () => {
  expect(missingFiles()).toEqual([])
})
