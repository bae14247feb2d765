// The kill test that every change must pass: two rounds; the long form, with the robots' trading,
// is `npm run crash -- --rounds 200`.

import { expect, test } from 'vitest'
import { crashRounds } from './crash.ts'

test('two kills lose nothing that was acknowledged and double nothing (D1, D11, O2)', async () => {
  // The traders fill each other's orders. Robots would send nine of ten commands, and every check
  // replays all of them; crash-wallets.test.ts kills an exchange in which they trade.
  const settings = { BASIS_ROBOTS: 'off', BASIS_SNAPSHOT_EVERY: '300' }
  const report = await crashRounds({ rounds: 2, seed: 20_261_121, settings })
  expect(report.acknowledged).toBeGreaterThanOrEqual(100)
  expect(report.unanswered).toBeGreaterThan(2)
}, 600_000)
