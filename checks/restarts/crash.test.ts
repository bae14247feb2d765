// The kill test that every change must pass: two rounds; the long form is
// `npm run crash -- --rounds 200`.

import { expect, test } from 'vitest'
import { crashRounds } from './crash.ts'

test('two kills lose nothing that was acknowledged and double nothing (D1, D11, O2)', async () => {
  const report = await crashRounds({ rounds: 2, seed: 20_261_121 })
  expect(report.acknowledged).toBeGreaterThanOrEqual(100)
  expect(report.unanswered).toBeGreaterThan(2)
}, 600_000)
