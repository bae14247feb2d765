// The kill test as every change must pass it: twenty rounds; `npm run crash -- --rounds 200` is the
// night's.

import { expect, test } from 'vitest'
import { crashRounds } from './crash.ts'

test('twenty kills lose nothing that was acknowledged and double nothing (D1, D11, O2)', async () => {
  const report = await crashRounds({ rounds: 20, seed: 20_261_121 })
  expect(report.acknowledged).toBeGreaterThan(1_000)
  expect(report.unanswered).toBeGreaterThan(20)
}, 600_000)
