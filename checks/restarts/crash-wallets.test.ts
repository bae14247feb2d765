// The kill test of copies and bots that every change must pass: two rounds; the long form is
// `npm run crash:wallets -- --rounds 50`.

import { expect, test } from 'vitest'
import { crashWallets } from './crash-wallets.ts'

test('two kills lose no copy and no bot, and double none (D1, D11; rules 16.8, 17.7)', async () => {
  const report = await crashWallets({ rounds: 2, seed: 20_261_124 })
  expect(report.acknowledged).toBeGreaterThanOrEqual(80)
  expect(report.copied).toBeGreaterThan(20)
  expect(report.cells).toBeGreaterThan(0)
}, 600_000)
