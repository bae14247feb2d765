// Sessions on each kind of user store: secrets are hashed, tokens belong to their
// session, guessing is slowed.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userStores, type UserStore } from '../../testing/user-stores.ts'
import { UserNameTaken } from './users.ts'
import { openSessions, sessionsOf, type Sessions } from './sessions.ts'

let folder = ''
let nowMs = Date.now()
let sessions: Sessions
let store: UserStore | undefined
const clock = { nowMs: () => nowMs }
const from = (address: string, device?: string) => ({ address, device })

async function open(): Promise<void> {
  const users = await store?.open(folder)
  sessions =
    users === undefined ? openSessions(folder, clock) : sessionsOf(users, { folder, clock })
}

async function reopen(): Promise<void> {
  await sessions.close()
  await open()
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basis-sessions-'))
})
afterEach(async () => {
  await sessions.close()
  rmSync(folder, { recursive: true })
})

describe.each(userStores)('in $name', (tried) => {
  beforeEach(async () => {
    store = tried
    await tried.clear()
    await open()
  })
  afterAll(async () => {
    store = undefined
    await tried.stop()
  })

  test('demo traders get consecutive account numbers from 1001', async () => {
    expect((await sessions.openDemo(1)).account).toBe(1001)
    expect((await sessions.openDemo(1)).account).toBe(1002)
  })

  test('a demo trader’s account number is not below the exchange’s next free one', async () => {
    expect((await sessions.openDemo(5000)).account).toBe(5000)
    expect((await sessions.openDemo(1)).account).toBe(5001)
  })

  test('a guard that is stored without its window keeps the window that is stored', async () => {
    const { account } = await sessions.openDemo(1)
    const guard = { account, product: 'SPOT' }
    await sessions.guards.put({ ...guard, seconds: 20, isGuarded: false })
    await sessions.guards.put({ ...guard, isGuarded: true })
    await sessions.guards.put({ ...guard, product: 'OPTIONS', isGuarded: false })
    await reopen()
    expect(sessions.guards.all()).toContainEqual({ ...guard, seconds: 20, isGuarded: true })
    const windows = sessions.guards.all().filter((row) => row.account === account)
    expect(windows.filter(({ seconds }) => seconds > 0)).toHaveLength(1)
  })

  test('a session is valid after a restart', async () => {
    const opened = await sessions.openDemo(1)
    await reopen()
    expect(await sessions.find(opened.secret)).toMatchObject({ account: 1001, key: opened.key })
  })

  test('a session ends after seven days and at sign-out, and listeners are called at sign-out', async () => {
    const first = await sessions.openDemo(1)
    const reported: string[] = []
    sessions.onEnded((key) => reported.push(key))
    const second = await sessions.openDemo(1)
    await sessions.signOut(second)
    expect(reported).toEqual([second.key])
    expect(await sessions.find(second.secret)).toBeUndefined()
    nowMs += 7 * 86_400_000 - 1
    expect(await sessions.find(first.secret)).toMatchObject({ account: first.account })
    await reopen()
    expect(await sessions.find(first.secret)).toMatchObject({ account: first.account })
    nowMs += 1
    expect(await sessions.find(first.secret)).toBeUndefined()
    await reopen()
    expect(await sessions.find(first.secret)).toBeUndefined()
  })

  test('the fifty newest sessions of an account stay; listeners are called for older ones, and their tokens end', async () => {
    const other = await sessions.openDemo(1)
    const first = await sessions.openDemo(1)
    const token = await sessions.makeOneTimeToken(first)
    const reported: string[] = []
    sessions.onEnded((key) => reported.push(key))
    const opened = [first]
    for (let k = 0; k < 50; k += 1) {
      nowMs += 1
      opened.push(await sessions.openFor(first.account))
    }
    expect(await sessions.find(first.secret)).toBeUndefined()
    expect(reported).toEqual([first.key])
    expect(await sessions.takeOneTimeToken(token)).toBeUndefined()
    for (const { secret, account } of [other, ...opened.slice(1)]) {
      expect(await sessions.find(secret)).toMatchObject({ account })
    }
  })

  test('expired sessions are removed while the server runs', async () => {
    await sessions.close()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await open()
      const session = await sessions.openDemo(1)
      nowMs += 8 * 86_400_000
      await vi.advanceTimersByTimeAsync(3_600_000)
      // A clock that was wrong would find the session again if its row were still there.
      nowMs -= 8 * 86_400_000
      await reopen()
      await expect.poll(() => sessions.find(session.secret)).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([undefined, '', 'x', 'a'.repeat(43), '../../etc/passwd'])(
    'the secret %j finds no session',
    async (secret) => {
      expect(await sessions.find(secret)).toBeUndefined()
    },
  )

  test('the anti-forgery token belongs to its session only', async () => {
    const first = await sessions.openDemo(1)
    const second = await sessions.openDemo(1)
    expect(sessions.isUserToken(first, first.userToken)).toBe(true)
    expect(sessions.isUserToken(first, second.userToken)).toBe(false)
    expect(sessions.isUserToken(first, undefined)).toBe(false)
    await reopen()
    const again = await sessions.find(first.secret)
    expect(again !== undefined && sessions.isUserToken(again, first.userToken)).toBe(true)
  })

  test('a one-time token is valid once, within ten seconds, and not after sign-out', async () => {
    const session = await sessions.openDemo(1)
    const token = await sessions.makeOneTimeToken(session)
    expect((await sessions.takeOneTimeToken(token))?.account).toBe(1001)
    expect(await sessions.takeOneTimeToken(token)).toBeUndefined()
    const [timely, late] = [
      await sessions.makeOneTimeToken(session),
      await sessions.makeOneTimeToken(session),
    ]
    nowMs += 9_999
    expect((await sessions.takeOneTimeToken(timely))?.account).toBe(1001)
    nowMs += 1
    expect(await sessions.takeOneTimeToken(late)).toBeUndefined()
    const orphan = await sessions.makeOneTimeToken(session)
    await sessions.signOut(session)
    expect(await sessions.takeOneTimeToken(orphan)).toBeUndefined()
  })

  test('a user name signs up once and signs in with letters of any case', async () => {
    const ann = { username: 'ann_1', password: 'correct horse' }
    const opened = await sessions.signUp(ann, 1)
    await expect(sessions.signUp({ ...ann, username: 'ANN_1' }, 1)).rejects.toThrow(UserNameTaken)
    const again = await sessions.signIn({ ...ann, username: 'Ann_1' }, from('1.2.3.4'))
    expect(again).toMatchObject({ account: opened.account })
    expect('secret' in again && again.secret !== opened.secret).toBe(true)
  })

  test('a demo trader who takes a name keeps the account and cannot take another name', async () => {
    const demo = await sessions.openDemo(1)
    expect(await sessions.nameDemo(demo.account, { username: 'bob', password: '12345678' })).toBe(
      true,
    )
    expect(await sessions.nameDemo(demo.account, { username: 'rob', password: '12345678' })).toBe(
      false,
    )
    expect(
      await sessions.signIn({ username: 'bob', password: '12345678' }, from('a')),
    ).toMatchObject({
      account: demo.account,
    })
  })

  test('unknown name and wrong password get the same answer, and the fourth try must wait', async () => {
    await sessions.signUp({ username: 'carl', password: 'secret 123' }, 1)
    for (let n = 0; n < 3; n++) {
      expect(await sessions.signIn({ username: 'carl', password: `no ${n}` }, from('a'))).toEqual({
        kind: 'wrong',
      })
      expect(await sessions.signIn({ username: 'dora', password: `no ${n}` }, from('a'))).toEqual({
        kind: 'wrong',
      })
    }
    const right = { username: 'carl', password: 'secret 123' }
    for (const fourth of [right, { username: 'dora', password: 'no 3' }]) {
      expect(await sessions.signIn(fourth, from('a'))).toEqual({ kind: 'tooOften', waitMs: 1000 })
    }
    // Another address need not wait: the name is not locked.
    expect(await sessions.signIn(right, from('b'))).toMatchObject({ account: 1001 })
    nowMs += 1000
    expect(await sessions.signIn(right, from('a'))).toMatchObject({ account: 1001 })
  })

  test('a device that has signed in before need not wait when guesses make its address wait', async () => {
    const right = { username: 'gina', password: 'secret 123' }
    await sessions.signUp(right, 1)
    const first = await sessions.signIn(right, from('home'))
    const device = 'device' in first ? first.device : ''
    for (let n = 0; n < 15; n++) {
      await sessions.signIn({ username: 'gina', password: `no ${n}` }, from('home'))
    }
    expect(await sessions.signIn(right, from('home'))).toMatchObject({ kind: 'tooOften' })
    expect(await sessions.signIn(right, from('home', device))).toMatchObject({ device })
    await reopen()
    expect(await sessions.signIn(right, from('home', device))).toMatchObject({ device })
  })

  test('a device skips the wait for its own accounts only, and a device id chosen by the client for none', async () => {
    const [hal, ivo] = ['hal1', 'ivo1'].map((username) => ({ username, password: 'secret 123' }))
    if (hal === undefined || ivo === undefined) throw new Error('two')
    await sessions.signUp(hal, 1)
    await sessions.signUp(ivo, 1)
    const planted = 'p'.repeat(43)
    const first = await sessions.signIn(hal, from('home', planted))
    const device = 'device' in first ? first.device : ''
    expect(device).not.toBe(planted)
    for (let n = 0; n < 4; n++) {
      await sessions.signIn({ ...ivo, password: `no ${n}` }, from('home', device))
    }
    expect(await sessions.signIn(ivo, from('home', device))).toMatchObject({ kind: 'tooOften' })
    // After signing in to both, the browser is known to both accounts by one secret.
    expect(await sessions.signIn(ivo, from('away', device))).toMatchObject({ device })
    expect(await sessions.signIn(ivo, from('home', device))).toMatchObject({ device })
    expect(await sessions.signIn(hal, from('home', device))).toMatchObject({ device })
  })

  test('passwords are stored as argon2id with their parameters', async () => {
    const { account } = await sessions.signUp({ username: 'emma', password: 'secret 123' }, 1)
    expect((await sessions.user(account))?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

test('secrets of sessions and devices are not stored in plain text', async () => {
  sessions = openSessions(folder, clock)
  const right = { username: 'gina', password: 'secret 123' }
  const { secret } = await sessions.signUp(right, 1)
  const signedIn = await sessions.signIn(right, from('home'))
  const device = 'device' in signedIn ? signedIn.device : ''
  await reopen()
  const bytes = readFileSync(join(folder, 'users.sqlite')).toString('latin1')
  expect(bytes).toContain('gina')
  expect(device.length).toBeGreaterThan(0)
  expect([secret, device].filter((each) => bytes.includes(each))).toEqual([])
})

test('a users file of format 2 keeps its users and gets columns for inviters and fee levels', async () => {
  sessions = openSessions(folder, clock)
  const demo = await sessions.openDemo(1)
  await sessions.close()
  const file = new DatabaseSync(join(folder, 'users.sqlite'))
  for (const column of ['inviter', 'label_type', 'label_level']) {
    file.exec(`ALTER TABLE users DROP COLUMN ${column}`)
  }
  file.exec('PRAGMA user_version = 2')
  file.close()
  sessions = openSessions(folder, clock)
  expect((await sessions.user(demo.account))?.granted).toBeUndefined()
  const invited = await sessions.openDemo(1, demo.account)
  await reopen()
  expect((await sessions.user(invited.account))?.inviter).toBe(demo.account)
  expect((await sessions.find(demo.secret))?.account).toBe(demo.account)
})
