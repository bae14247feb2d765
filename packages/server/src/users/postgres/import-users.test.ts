// Import of users from a folder to PostgreSQL: sessions stay signed in, and API keys stay valid.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startPostgres } from '../../../testing/postgres-server.ts'
import { foundPostgres, openPeople } from '../../../testing/user-stores.ts'
import { alertsFile, alertTables, openAlertStore } from '../../alerts/alert-store.ts'
import { openPostgresAlerts } from '../../alerts/postgres-alerts.ts'
import { PeopleDatabase } from './people-database.ts'
import { openSessions, sessionsOf } from '../sessions.ts'
import { importUsers, PeopleThere } from './import-users.ts'

const clock = { nowMs: () => Date.now() }
const keySecret = 's'.repeat(32)

test.each(foundPostgres())(
  'users, keys, bans and alerts are imported once, with the programs of %s',
  async (programs) => {
    const folder = mkdtempSync(join(tmpdir(), 'basis-import-'))
    const server = await startPostgres(programs)
    const options = { process: 'import', world: 'main', onNotice: () => undefined }
    try {
      const before = openSessions(folder, clock, { keySecret })
      const anna = { username: 'Anna', password: 'correct horse' }
      const { account, secret } = await before.signUp(anna, 1)
      const terms = { note: 'bot', isReadOnly: false, permissions: [], networks: [] }
      const made = await before.apiKeys.make(account, terms)
      await before.setPreferences(account, '{"theme":"dark"}')
      const banned = await before.openDemo(1)
      await before.setBanned(banned.account, true, 'wash trading')
      await before.close()
      const alerts = openAlertStore(folder)
      const watched = { symbols: ['BTCUSDT'], figure: 'last', operator: 'above', level: 1 } as const
      const times = { lastFiredMs: 0, createdMs: 1, updatedMs: 1, updateNo: 1 }
      const fresh = { account, linkId: 'mine', terms: { ...watched, note: '' }, ...times } as const
      const { alert } = await alerts.insert({ ...fresh, state: 'active', fired: 0 })
      alerts.close()

      const others = [{ name: alertsFile, tables: alertTables }]
      expect(await importUsers(folder, server.url, { ...options, others })).toBe(2)
      const database = await PeopleDatabase.open(server.url, options)
      const moved = await openPostgresAlerts(database)
      expect(moved.alerts()).toEqual([alert])
      expect((await moved.insert({ ...alert, linkId: '' })).alert.id).toBeGreaterThan(alert.id)
      await database.close()
      const after = sessionsOf(await openPeople(server.url, 'g1'), { folder, clock, keySecret })
      expect(await after.find(secret)).toMatchObject({ account })
      expect(await after.signIn({ ...anna, username: 'anna' }, { address: 'x' })).toMatchObject({
        account,
      })
      expect(await after.user(account)).toMatchObject({ preferences: '{"theme":"dark"}' })
      expect(after.apiKeys.find(made.key.key)?.id).toBe(made.key.id)
      expect(after.banReason(banned.account)).toBe('wash trading')
      expect((await after.openDemo(1)).account).toBeGreaterThan(banned.account)
      expect((await after.apiKeys.make(account, terms)).key.id).toBeGreaterThan(made.key.id)
      await after.close()

      await expect(importUsers(folder, server.url, options)).rejects.toThrow(PeopleThere)
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true })
    }
  },
)
