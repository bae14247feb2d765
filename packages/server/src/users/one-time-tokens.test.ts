// One-time tokens, also those that a gateway made while the shared server was away, end with their
// session.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PeopleUnavailable } from './people-unavailable.ts'
import { sessionsOf, type Sessions } from './sessions.ts'
import { openUsers, type Users } from './users.ts'

let folder = ''
let users: Users
let sessions: Sessions
let isAway = false

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basis-tokens-'))
  users = openUsers(folder)
  const { oneTimeTokens } = users
  const shared: Users['oneTimeTokens'] = {
    ...oneTimeTokens,
    keep: (...token) =>
      isAway ? Promise.reject(new PeopleUnavailable('a test')) : oneTimeTokens.keep(...token),
  }
  const clock = { nowMs: () => 1_800_000_000_000 }
  sessions = sessionsOf({ ...users, oneTimeTokens: shared }, { folder, clock })
})
afterEach(async () => {
  await sessions.close()
  rmSync(folder, { recursive: true })
})

test.for([false, true])('sign-out drops unused tokens; the server was away: %s', async (away) => {
  isAway = away
  const session = await sessions.openDemo(1)
  const other = await sessions.openDemo(1)
  const unused = await sessions.makeOneTimeToken(session)
  const kept = await sessions.makeOneTimeToken(other)
  isAway = false
  await sessions.signOut(session)
  expect(await sessions.takeOneTimeToken(unused)).toBeUndefined()
  expect(await sessions.takeOneTimeToken(kept)).toMatchObject({ account: other.account })
})

test('a login that comes while a session is signed out is among those that end with it', async () => {
  const session = await sessions.openDemo(1)
  const token = await sessions.makeOneTimeToken(session)
  let login: unknown
  sessions.onEnded(() => void (login = sessions.takeOneTimeToken(token)))
  await sessions.signOut(session)
  expect(login).toBeUndefined()
})
