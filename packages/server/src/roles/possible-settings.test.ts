// Settings that are well formed but impossible: fee rates of unknown names, a missing library.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { assertPossible } from './possible-settings.ts'

const check = (key: string, value: string): Promise<void> =>
  assertPossible(readConfig({ [key]: value }))

test.each([
  'BTCUSDT=0.04, USDC=0.05, ETH=0.03',
  // A delivered future and a coming one: the setting stays valid over their time.
  'BTCUSDT-27MAR20=0.04, BTC-27MAR20=0.04, BTCUSDH20=0.04, ETHUSD-24APR30=0.04',
])('taker fee rates of contracts and settle coins are accepted: %s', async (rates) => {
  await expect(check('BASIS_TAKER_FEES', rates)).resolves.toBeUndefined()
})

test.each(['BTCUDST', 'BTC-USDT', 'EUR', 'DOGEUSDT-27MAR26', 'BTCEUR'])(
  'a taker fee rate of %s, neither a contract nor a settle coin, is refused by name',
  async (name) => {
    const said = new RegExp(`BASIS_TAKER_FEES must be .*, but is "${name}"$`)
    await expect(check('BASIS_TAKER_FEES', `USDT=0.05, ${name}=0.04`)).rejects.toThrow(said)
  },
)

test('a folder without a chart library is refused, one with it is accepted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'basis-library-'))
  await expect(check('BASIS_CHART_LIBRARY', folder)).rejects.toThrow(
    `BASIS_CHART_LIBRARY must be a folder with charting_library.esm.js, but is "${folder}"`,
  )
  writeFileSync(join(folder, 'charting_library.esm.js'), '')
  await expect(check('BASIS_CHART_LIBRARY', folder)).resolves.toBeUndefined()
  rmSync(folder, { recursive: true })
})
