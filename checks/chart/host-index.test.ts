// Every row of the chart's host API and every contract check has a test that names it, or a reason
// why not. `node checks/chart/host-index.ts` prints all.

import { expect, it } from 'vitest'
import { checkProofs, holds, rowProofs, unproved } from './host-index.ts'
import { checkNumbers } from './host-rows.ts'

it.each(checkNumbers)('(h) %i is proved by tests that are there', (number) => {
  const proofs = checkProofs[number] ?? []
  expect(proofs.length).toBeGreaterThan(0)
  expect(proofs.filter((proof) => !holds(proof))).toEqual([])
})

it('each row of (b) is named by a test, or has a reason', () => {
  const bare = [...rowProofs()].flatMap(([row, files]) => (files.length === 0 ? [row] : []))
  expect(bare.filter((row) => !unproved.has(row))).toEqual([])
})
