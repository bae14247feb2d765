// Two gateways on one PostgreSQL: what one writes applies at the other; and what works while the
// server is down (docs/cluster.md).

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId } from '@basis/domain/numbers/brand'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPostgres, type PostgresServer } from '../../../testing/postgres-server.ts'
import { clearPeople, foundPostgres, openPeople } from '../../../testing/user-stores.ts'
import { PeopleUnavailable } from '../people-unavailable.ts'
import { sessionsOf, type Sessions } from '../sessions.ts'
import { UserNameTaken, type Users } from '../users.ts'
import { openPostgresUsers } from './postgres-users.ts'

/** The time stands still once a test has set it: on a busy machine, a wait would be over. */
let frozenMs: number | undefined
const clock = { nowMs: () => frozenMs ?? Date.now() }
const soon = { interval: 5 }

describe.each(foundPostgres())('with the programs of %s', (programs) => {
  const folder = mkdtempSync(join(tmpdir(), 'basis-people-'))
  let server: PostgresServer
  let users: readonly [Users, Users]
  let a: Sessions
  let b: Sessions
  const notices: string[] = []

  beforeAll(async () => {
    server = await startPostgres(programs)
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    await clearPeople(server.url)
    const onNotice = (words: string): void => void notices.push(words)
    users = await Promise.all([
      openPeople(server.url, 'g1', onNotice),
      openPeople(server.url, 'g2', onNotice),
    ])
    const [one, other] = users.map((each) =>
      sessionsOf(each, { folder, clock, keySecret: 's'.repeat(32) }),
    )
    if (one === undefined || other === undefined) throw new Error('two')
    a = one
    b = other
  })
  afterEach(async () => {
    frozenMs = undefined
    await a.close()
    await b.close()
  })

  test('a user who signs up at one gateway signs in at the other, and the name is taken at both', async () => {
    const anna = { username: 'anna', password: 'correct horse' }
    const opened = await a.signUp(anna, 1)
    await expect(b.signUp({ ...anna, username: 'ANNA' }, 1)).rejects.toThrow(UserNameTaken)
    expect(await b.signIn(anna, { address: 'x' })).toMatchObject({ account: opened.account })
    expect(await b.find(opened.secret)).toMatchObject({ account: opened.account })
  })

  test('account numbers of both gateways are unique and increase', async () => {
    const opened = await Promise.all(
      [a, b, a, b, a, b].map((gateway, k) => gateway.openDemo(k === 0 ? 5_000 : 1)),
    )
    const numbers = opened.map(({ account }) => account)
    expect(new Set(numbers).size).toBe(6)
    expect((await b.openDemo(1)).account).toBeGreaterThan(Math.max(...numbers))
  })

  test('a session ended at one gateway ends at the other, whose listeners are called', async () => {
    const opened = await a.openDemo(1)
    expect(await b.find(opened.secret)).toBeDefined()
    const reported: string[] = []
    b.onEnded((key) => reported.push(key))
    await a.signOut(opened)
    await expect.poll(() => reported, soon).toEqual([opened.key])
    expect(await b.find(opened.secret)).toBeUndefined()
  })

  test('a session that is replaced by newer ones at one gateway ends at the other', async () => {
    const opened = await a.openDemo(1)
    expect(await b.find(opened.secret)).toBeDefined()
    const reported: string[] = []
    b.onEnded((key) => reported.push(key))
    for (let k = 0; k < 50; k += 1) {
      frozenMs = Date.now() + k + 1
      await a.openFor(opened.account)
    }
    await expect.poll(() => reported, soon).toEqual([opened.key])
    expect(await b.find(opened.secret)).toBeUndefined()
  })

  test('API keys made, changed and revoked at one gateway are so at the other', async () => {
    const { account } = await a.openDemo(1)
    const terms = { note: 'bot', isReadOnly: false, permissions: [], networks: [] }
    const { key, secret } = await a.apiKeys.make(account, terms)
    await expect.poll(() => b.apiKeys.find(key.key)?.id, soon).toBe(key.id)
    const signature = b.apiKeys.find(key.key)
    expect(signature?.isSigned(['x'], 'no')).toBe(false)
    const reported: string[] = []
    b.apiKeys.onChanged((changed) => reported.push(changed))
    await a.apiKeys.change(account, key.key, { isReadOnly: true })
    await expect.poll(() => b.apiKeys.find(key.key)?.isReadOnly, soon).toBe(true)
    await a.apiKeys.revoke(account, key.key)
    await expect.poll(() => b.apiKeys.find(key.key), soon).toBeUndefined()
    expect(reported).toEqual([key.key, key.key])
    expect(secret).toHaveLength(36)
  })

  test('a ban and a fee level set at one gateway apply at the other', async () => {
    const { account } = await a.openDemo(1)
    await a.setBanned(account, true, 'wash trading')
    await expect.poll(() => b.isBanned(account), soon).toBe(true)
    expect(b.banReason(account)).toBe('wash trading')
    await users[0].grantLevel(account, 'VIP 2')
    await expect.poll(() => b.granted().get(account), soon).toBe('VIP 2')
    await b.setBanned(account, false)
    await expect.poll(() => a.isBanned(account), soon).toBe(false)
    expect(await a.setBanned(accountId(77), true)).toBe(false)
  })

  test('a one-time token is valid once at either gateway; wrong passwords count at both', async () => {
    const session = await a.openDemo(1)
    const token = await a.makeOneTimeToken(session)
    const taken = await Promise.all([b.takeOneTimeToken(token), a.takeOneTimeToken(token)])
    expect(taken.filter((each) => each !== undefined)).toHaveLength(1)
    const carl = { username: 'carl', password: 'secret 123' }
    frozenMs = Date.now()
    await a.signUp(carl, 1)
    const wrong = { ...carl, password: 'another' }
    for (const gateway of [a, b, a]) await gateway.signIn(wrong, { address: 'x' })
    expect(await b.signIn(carl, { address: 'x' })).toMatchObject({ kind: 'tooOften' })
  })

  test('a disconnection guard held at one gateway is known at the other until it is released', async () => {
    const { account } = await a.openDemo(1)
    const row = { account, product: 'SPOT', seconds: 10 }
    const reported: number[] = []
    b.guards.onSetElsewhere(({ seconds }) => reported.push(seconds))
    await a.guards.put({ ...row, isGuarded: true })
    await expect.poll(() => reported, soon).toEqual([10])
    await expect.poll(() => b.guards.isGuardedElsewhere(account, 'SPOT')).toBe(true)
    expect(await a.guards.isGuardedElsewhere(account, 'SPOT')).toBe(false)
    await a.guards.put({ ...row, isGuarded: false })
    expect(await b.guards.isGuardedElsewhere(account, 'SPOT')).toBe(false)
  })

  test('users of one world are refused to another', async () => {
    const other = openPostgresUsers(server.url, {
      process: 'g1',
      world: 'other',
      onNotice: () => undefined,
    })
    await expect(other).rejects.toThrow(/belong to the world main/)
  })

  test('while the server is down known sessions work, new ones fail, and all works after its start', async () => {
    const known = await a.openDemo(1)
    expect(await b.find(known.secret)).toBeDefined()
    await server.signal('SIGQUIT')
    try {
      expect(await b.find(known.secret)).toMatchObject({ account: known.account })
      expect(b.isBanned(known.account)).toBe(false)
      const token = await b.makeOneTimeToken(known)
      expect(await b.takeOneTimeToken(token)).toMatchObject({ account: known.account })
      await expect(a.openDemo(1)).rejects.toThrow(PeopleUnavailable)
      await expect(a.signUp({ username: 'dora', password: 'secret 123' }, 1)).rejects.toThrow(
        PeopleUnavailable,
      )
    } finally {
      await server.start()
    }
    await expect
      .poll(() =>
        a.openDemo(1).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await a.signOut(known)
    // A gateway that was disconnected reads on from the last change it has seen.
    await expect.poll(() => b.find(known.secret)).toBeUndefined()
    await expect.poll(() => notices.at(-1)).toContain('reached again')
  })
})
