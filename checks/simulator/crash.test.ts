// The kill test that every change must pass: four rounds; the long form is
// `npm run crash -- --rounds 200`.

import { expect, test } from 'vitest'
import { crashRounds } from './crash.ts'

test('four kills lose nothing that was acknowledged and double nothing (D1, D11, O2)', async () => {
  const report = await crashRounds({ rounds: 4, seed: 20_261_121 })
  expect(report.acknowledged).toBeGreaterThanOrEqual(200)
  expect(report.unanswered).toBeGreaterThan(4)
}, 600_000)
