// Notices: at most three, the same kind merged, everything in the log.

import { beforeEach, expect, test } from 'vitest'
import { message } from '../i18n/message-keys.ts'
import { clearNoticeLog, dismissNotice, notify, shownNotices } from './notices.ts'
import type { NoticeDraft } from './notices.ts'

const verbatim = (text: string): NoticeDraft => ({
  kind: text,
  tone: 'info',
  title: message('notices.verbatim', { text }),
})

beforeEach(() => {
  for (const { id } of shownNotices()) dismissNotice(id)
  clearNoticeLog()
})

test('at most three are shown, newest on top', () => {
  for (const text of ['a', 'b', 'c', 'd']) notify(verbatim(text))
  expect(shownNotices().map(({ kind }) => kind)).toEqual(['d', 'c', 'b'])
})

test('the same kind is merged into one that counts', () => {
  const cancelled = (text: string): NoticeDraft => ({
    ...verbatim(text),
    kind: 'orderCancelled',
    many: 'shell.reopenWindows',
  })
  const first = notify(cancelled('BTCUSDT'), 1)
  notify(verbatim('between'), 2)
  expect(notify(cancelled('ETHUSDT'), 3)).toBe(first)
  notify(cancelled('SOLUSDT'), 4)
  const [top, ...rest] = shownNotices()
  expect(top).toMatchObject({ id: first, count: 3, timeMs: 4 })
  expect(top?.title).toEqual({
    key: 'shell.reopenWindows',
    params: { text: 'SOLUSDT', count: 3 },
  })
  expect(rest).toHaveLength(1)
})

test('what says the same twice is counted, what says something else is not', () => {
  notify({ ...verbatim('x'), kind: 'error' })
  notify({ ...verbatim('x'), kind: 'error' })
  notify({ ...verbatim('y'), kind: 'error' })
  expect(shownNotices().map(({ count }) => count)).toEqual([1, 2])
})

test('a dismissed notice is not merged with', () => {
  const first = notify(verbatim('a'))
  dismissNotice(first)
  expect(notify(verbatim('a'))).not.toBe(first)
})
