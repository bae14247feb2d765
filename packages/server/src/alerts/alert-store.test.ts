// Alerts on disk: each account keeps its newest 500 firings.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId } from '@basis/domain/numbers/brand'
import { afterAll, expect, test } from 'vitest'
import { openAlertStore, type AlertNow } from './alert-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'basis-alert-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the newest 500 firings of an account are kept, and another account’s are not affected', async () => {
  const store = openAlertStore(folder)
  const symbol = 'BTCUSDT'
  const condition = { figure: 'last', operator: 'above', level: 1, note: '' } as const
  const made = (account: number) =>
    store.insert({
      account: accountId(account),
      linkId: '',
      terms: { ...condition, symbols: [symbol], coolDownSec: 10 },
      state: 'active',
      fired: 0,
      lastFiredMs: 0,
      createdMs: 1,
      updatedMs: 1,
      updateNo: 1,
    }) as AlertNow
  const fire = ({ alert: { id, account } }: AlertNow, timeMs: number): void => {
    const firing = { ...condition, account, alertId: id, symbol, value: 2, timeMs }
    const side = { alertId: id, symbol, side: 1, firedMs: timeMs } as const
    void store.change(id, (alert) => ({ alert, firedFor: { firing, side } }))
  }
  const [one, other] = [made(1), made(2)]
  fire(other, 1)
  for (let timeMs = 1; timeMs <= 502; timeMs += 1) fire(one, timeMs)
  const kept = await store.firings(one.alert.account, Number.MAX_SAFE_INTEGER, 1000)
  expect([kept.length, kept[0]?.timeMs, kept.at(-1)?.timeMs]).toEqual([500, 502, 3])
  expect(await store.firings(other.alert.account, Number.MAX_SAFE_INTEGER, 1000)).toHaveLength(1)
  store.close()
})
