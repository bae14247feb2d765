// Alerts whose terms or firings are damaged on the disk are reported by table, row and field.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accountId } from '@basis/domain/numbers/brand'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { alertsFile, openAlertStore, type AlertStore } from './alert-store.ts'

const account = accountId(5)
const condition = { figure: 'funding', operator: 'below', level: -300, note: 'x' } as const
const alert = {
  account,
  linkId: '',
  terms: { ...condition, symbols: ['ETHUSDT', 'BTCUSDT'] },
  state: 'active',
  fired: 0,
  lastFiredMs: 0,
  createdMs: 1,
  updatedMs: 1,
  updateNo: 1,
} as const

let folder = ''
let store: AlertStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basis-damaged-alerts-'))
  store = openAlertStore(folder)
  await store.insert(alert)
  const symbol = 'ETHUSDT'
  const firing = { ...condition, account, alertId: 1, symbol, value: -301, timeMs: 9 }
  const side = { alertId: 1, symbol, side: -1, firedMs: 9 } as const
  await store.change(1, (before) => ({ alert: before, firedFor: { firing, side } }))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

function damage(sql: string): void {
  const db = new DatabaseSync(join(folder, alertsFile))
  db.exec(sql)
  db.close()
}

test('whole alerts and firings are read as they were written', async () => {
  expect(store.alerts()).toEqual([{ ...alert, id: 1 }])
  expect(await store.firings(account, 9, 9)).toMatchObject([{ ...condition, id: 1, value: -301 }])
})

test('damaged terms are reported by the alert and the field', () => {
  damage(`UPDATE alerts SET terms = replace(terms, 'funding', 'founding')`)
  expect(() => store.alerts()).toThrow('The row alerts 1 is damaged: terms.figure is not one of')
  damage(`UPDATE alerts SET terms = replace(terms, '"ETHUSDT"', 'null')`)
  expect(() => store.alerts()).toThrow('terms.symbols.0 is not a text')
  damage(`UPDATE alerts SET terms = substr(terms, 1, 20)`)
  expect(() => store.alerts()).toThrow('The row alerts 1 is damaged: terms is not JSON')
})

test('a damaged firing is reported by its row and the field', () => {
  damage(`UPDATE firings SET firing = replace(firing, '"value":-301', '"value":null')`)
  expect(() => store.firings(account, 9, 9)).toThrow(
    'The row firings 1 is damaged: firing.value is not a number',
  )
})
