// The operator's accounts command, while sessions are open on the same file.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CommandRefused, runAccounts } from './accounts.ts'
import { openSessions, type Sessions } from './users/sessions.ts'

let folder = ''
let sessions: Sessions
const clock = { nowMs: () => 1_790_000_000_000 }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basis-accounts-'))
  sessions = openSessions(folder, clock)
})
afterEach(async () => {
  await sessions.close()
  rmSync(folder, { recursive: true })
})

test('a ban by user name applies to open sessions, and to those after a restart', async () => {
  const { account } = await sessions.signUp({ username: 'anna', password: 'correct horse' }, 1)
  expect(sessions.isBanned(account)).toBe(false)
  expect(await runAccounts(folder, ['ban', 'ANNA'])).toBe('anna (account 1001) is banned.')
  await expect.poll(() => sessions.isBanned(account)).toBe(true)
  await sessions.close()
  sessions = openSessions(folder, clock)
  expect(sessions.isBanned(account)).toBe(true)
  expect(await runAccounts(folder, ['list'])).toBe('Banned: anna (account 1001)')
  expect(await runAccounts(folder, ['unban', '1001'])).toBe(
    'anna (account 1001) is not banned any more.',
  )
  await expect.poll(() => sessions.isBanned(account)).toBe(false)
  expect(await runAccounts(folder, ['list'])).toBe('Nobody is banned.')
})

test('the reason of a ban is kept until the ban is lifted', async () => {
  const { account } = await sessions.openDemo(1)
  await runAccounts(folder, ['ban', String(account), 'wash trading'])
  await expect.poll(() => sessions.banReason(account)).toBe('wash trading')
  await runAccounts(folder, ['unban', String(account)])
  await runAccounts(folder, ['ban', String(account)])
  await expect.poll(() => sessions.banReason(account)).toBe('no reason was given')
})

test('a ban by account number applies to that demo trader only', async () => {
  const [first, second] = [await sessions.openDemo(1), await sessions.openDemo(1)]
  expect(await runAccounts(folder, ['ban', String(first.account)])).toBe('Account 1001 is banned.')
  await expect.poll(() => sessions.isBanned(first.account)).toBe(true)
  expect(sessions.isBanned(second.account)).toBe(false)
})

test('a fee level that the operator grants and removes applies to open sessions', async () => {
  const { account } = await sessions.signUp({ username: 'anna', password: 'correct horse' }, 1)
  expect(sessions.granted().size).toBe(0)
  expect(await runAccounts(folder, ['pro', 'anna', '3'])).toBe(
    'anna (account 1001) is PRO 3 at least.',
  )
  await expect.poll(() => sessions.granted().get(account)).toBe('PRO 3')
  expect(await runAccounts(folder, ['vip', '1001', '5'])).toBe(
    'anna (account 1001) is VIP 5 at least.',
  )
  await expect.poll(() => sessions.granted().get(account)).toBe('VIP 5')
  for (const words of [
    ['pro', 'anna'],
    ['pro', 'anna', '0'],
    ['pro', 'anna', '7'],
    ['vip', 'anna'],
    ['vip', 'anna', '0'],
    ['unlabel', 'anna', '1'],
  ]) {
    await expect(runAccounts(folder, words)).rejects.toThrow(CommandRefused)
  }
  expect((await sessions.user(account))?.granted).toBe('VIP 5')
  const taken = 'anna (account 1001) has the fee level of its volume.'
  expect(await runAccounts(folder, ['unlabel', 'anna'])).toBe(taken)
  await expect.poll(() => sessions.granted().size).toBe(0)
})

test.each([[[]], [['ban']], [['ban', 'nobody']], [['burn', '1001']], [['ban', '1001', '1002']]])(
  'the command %j is refused and changes nothing',
  async (words) => {
    await sessions.openDemo(1)
    await expect(runAccounts(folder, words)).rejects.toThrow(CommandRefused)
    expect(await runAccounts(folder, ['list'])).toBe('Nobody is banned.')
  },
)

test('a folder without users is refused, and no file is made in it', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'basis-accounts-'))
  await expect(runAccounts(empty, ['list'])).rejects.toThrow(/holds no users.sqlite/)
  await expect(runAccounts(empty, ['list'])).rejects.toThrow(/holds no users.sqlite/)
  rmSync(empty, { recursive: true })
})
