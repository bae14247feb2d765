// Notices of commands typed in the palette.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { say } from '../../i18n/i18n.ts'
import { dismissNotice, forgetNotices, shownNotices } from '../../shell/notices.ts'
import { runCommand } from './run-command.ts'

const draft = { symbols: ['BTCUSDT'], figure: 'last', operator: 'above', value: '70000.0' } as const
const alert = {
  ...draft,
  alertId: '1',
  alertLinkId: 'w-1',
  coolDown: 0,
  expiresAtE3: 0,
  note: '',
  status: 'active',
  firedTimes: 0,
  lastFiredAtE3: 0,
  createdAtE3: 1,
  updatedAtE3: 1,
  updateNo: 1,
}

const answering = (code: number): void => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify({ ret_code: code, ret_msg: 'x', result: { alert } })),
    ),
  )
}

beforeEach(() => {
  forgetNotices()
  for (const { id } of shownNotices()) dismissNotice(id)
})
afterEach(() => vi.unstubAllGlobals())

const titles = (): string[] =>
  shownNotices().flatMap(({ items }) => items.map(({ title }) => say(title)))

test.each([
  ['set', 0, 'Alert set'],
  ['refused', 424_242, 'Alert not set'],
])('a command for an alert that is %s has a notice', async (_, code, title) => {
  answering(code)
  await runCommand({
    kind: 'alert',
    instrument: btcUsdt,
    draft: { ...draft, symbols: [...draft.symbols] },
  })
  expect(titles()).toEqual([title])
})
