// A journal as command text: commands in order, with refusals and events.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatCommandLine } from './exchange/command-lines.ts'
import { JournalStore } from './exchange/disk/journal-store.ts'
import { journalFile } from './exchange/disk/storage.ts'
import { journalText } from './inspect.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basis-inspect-'))
  const account = accountId(7)
  const lines = [
    formatCommandLine(1_790_000_000_000, { kind: 'OpenAccount', account, role: 'trader' }),
    formatCommandLine(1_790_000_000_005, {
      kind: 'Deposit',
      account,
      coin: 'USDT',
      amount: amount(5n),
    }),
    formatCommandLine(1_790_000_000_005, { kind: 'CancelAllOrders', account }),
  ]
  const store = new JournalStore(journalFile(folder), { build: 'test' })
  store.append([{ firstSeq: 1, count: 3, lines: lines.join('\n') }])
  store.refuse(3, 'it failed')
  store.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const all = { fromSeq: 1, toSeq: 100, withEvents: false }

test('each command is a line with its sequence number, time and fields; a refused one has its reason', () => {
  const lines = [...journalText({ ...all, path: folder })]
  expect(lines).toEqual([
    '1 2026-09-21T14:13:20.000Z open #7 trader',
    '2 2026-09-21T14:13:20.005Z deposit #7 0.00000005 USDT',
    '3 2026-09-21T14:13:20.005Z cancel-all #7',
    '  → refused for ever: it failed',
  ])
})

test('a range of sequence numbers is printed with the events of its commands', () => {
  const lines = [
    ...journalText({ path: journalFile(folder), fromSeq: 2, toSeq: 2, withEvents: true }),
  ]
  expect(lines).toHaveLength(2)
  expect(lines[1]).toBe('  → #7 +0.00000005 USDT Deposit = 0.00000005')
})
