// A follower that is stopped during its work ends, and its request is rejected with the reason.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, TestClient } from '../../../testing/test-server.ts'
import { followerThread } from './follower-thread.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basis-follower-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a follower that is stopped during its work rejects its request, without a notice', async () => {
  const venue = await startTestServer({}, { folder })
  for (let made = 0; made < 5; made += 1) await new TestClient(venue.app).becomeTrader()
  const seq = venue.parts.exchange.lastSeq()
  const task = {
    journalFile: join(folder, 'journal.db'),
    snapshotFolder: join(folder, 'snapshots'),
    build: 'trial',
    keepMs: Infinity,
  }
  const notices: string[] = []
  const follower = followerThread(task, (message) => void notices.push(message))
  const whole = await follower.hashAt(seq)
  expect(whole).toMatch(/^[0-9a-f]+$/)
  const given = follower.hashAt(seq)
  const [ended] = await Promise.allSettled([given, follower.stop()])
  expect(ended).toMatchObject({ status: 'rejected' })
  await expect(given).rejects.toThrow('the stop of the exchange does not wait for it')
  expect(notices).toEqual([])
  await venue.stop()
})
