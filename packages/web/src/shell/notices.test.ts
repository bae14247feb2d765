// Notices: at most three at a time, merged by kind, and each in the log once.

import { beforeEach, expect, test } from 'vitest'
import { say } from '../i18n/i18n.ts'
import { message } from '../i18n/message-keys.ts'
import { dismissNotice, forgetNotices, noticeLog, noticeWords, notify } from './notices.ts'
import { onNoticesRead, recall, shownNotices } from './notices.ts'
import type { Notice, NoticeDraft } from './notices.ts'

const text = (words: string) => message('notices.verbatim', { text: words })
const verbatim = (words: string): NoticeDraft => ({
  kind: words,
  tone: 'info',
  title: text(words),
})
const cancelled = (id: number, change: Partial<NoticeDraft> = {}): NoticeDraft => ({
  kind: 'orderCanceled',
  tone: 'success',
  title: message('msg.title.2'),
  body: text(`order ${id}`),
  many: 'msg.manyCanceled',
  keys: [`order ${id} end`],
  timeMs: id,
  ...change,
})
const said = (notice: Notice | undefined, lines = 3) => {
  if (notice === undefined) return []
  const words = noticeWords(notice, lines)
  return [say(words.title), ...words.lines.map((line) => say(line)), words.left]
}

beforeEach(() => {
  for (const { id } of shownNotices()) dismissNotice(id)
  forgetNotices()
})

test('at most three notices are shown, newest on top; one that stays is displaced last', () => {
  for (const words of ['a', 'b', 'c', 'd']) notify(verbatim(words))
  expect(shownNotices().map(({ kind }) => kind)).toEqual(['d', 'c', 'b'])
  notify({ ...verbatim('liquidated'), stays: true })
  for (const words of ['e', 'f', 'g']) notify(verbatim(words))
  expect(shownNotices().map(({ kind }) => kind)).toEqual(['g', 'f', 'liquidated'])
})

test('notices of one kind are merged into one with their count and the text of each', () => {
  notify(cancelled(1))
  notify(verbatim('between'))
  notify(cancelled(2, { tone: 'warning', body: text('order 2 – no position left to reduce') }))
  for (const id of [3, 4, 5]) notify(cancelled(id))
  const [top, ...rest] = shownNotices()
  expect(said(top)).toEqual(['5 orders cancelled', 'order 5', 'order 4', 'order 3', 2])
  expect(said(top, 10)).toContain('order 2 – no position left to reduce')
  expect(top?.tone).toBe('warning')
  expect(rest).toHaveLength(1)
})

test('changes of one order are one order in the title, each with its own text', () => {
  const amended = (order: number, change: number): NoticeDraft => ({
    kind: 'orderModified',
    tone: 'success',
    title: message('msg.title.5'),
    body: text(`order ${order}, change ${change}`),
    many: 'msg.manyModified',
    subject: String(order),
    timeMs: change,
  })
  notify(amended(7, 1))
  notify(amended(7, 2))
  const [one] = shownNotices()
  expect(said(one)).toEqual(['Order amended', 'order 7, change 2', 'order 7, change 1', 0])
  notify(amended(8, 3))
  const [two] = shownNotices()
  expect(said(two, 1)).toEqual(['2 orders amended', 'order 8, change 3', 2])
})

test('a merged notice counts all its items and keeps the newest of them', () => {
  for (let k = 1; k <= 120; k += 1) notify(cancelled(k))
  const [notice] = shownNotices()
  if (notice === undefined) throw new Error('nothing is shown')
  expect(notice.count).toBe(120)
  expect(notice.items.length).toBeLessThanOrEqual(50)
  const words = noticeWords(notice, 3)
  expect(words.title.params).toMatchObject({ count: 120 })
  expect(words.lines).toHaveLength(3)
  expect(words.left).toBe(117)
})

test('a notice whose key was used before is not added again', () => {
  const many = Array.from({ length: 31 }, (_each, k) => cancelled(k + 1))
  for (const draft of many) notify(draft)
  for (const draft of many) notify(draft)
  recall(many)
  expect(noticeLog()).toHaveLength(1)
  expect(said(noticeLog()[0])[0]).toBe('31 orders cancelled')
})

test('a muted notice makes no toast and is in the log', () => {
  notify(cancelled(1, { isMuted: true }))
  expect(shownNotices()).toEqual([])
  expect(noticeLog()).toHaveLength(1)
})

test('recalled notices enter the log in order of time, merged as live ones are', () => {
  notify(cancelled(100_000))
  recall([cancelled(50_000), cancelled(1), cancelled(2), { ...verbatim('older'), timeMs: 0 }])
  expect(noticeLog().map((notice) => said(notice)[0])).toEqual([
    'Order cancelled',
    'Order cancelled',
    '2 orders cancelled',
    'older',
  ])
  expect(shownNotices()).toHaveLength(1)
})

test('a repeated notice is counted, one with another text is shown by itself', () => {
  notify({ ...verbatim('x'), kind: 'error' })
  notify({ ...verbatim('x'), kind: 'error' })
  notify({ ...verbatim('y'), kind: 'error' })
  expect(shownNotices().map((notice) => noticeWords(notice, 3).times)).toEqual([1, 2])
})

test('nothing is merged into a dismissed notice; dismissing one that stays marks it as read', () => {
  const read: number[] = []
  const stop = onNoticesRead((timeMs) => read.push(timeMs))
  notify(cancelled(1))
  notify({ ...verbatim('liquidated'), stays: true, timeMs: 7 })
  for (const { id } of shownNotices()) dismissNotice(id)
  stop()
  expect(read).toEqual([7])
  notify(cancelled(2))
  expect(said(shownNotices()[0])[0]).toBe('Order cancelled')
})

test('what was shown to an account is not there for the next one, and nothing merges into it', () => {
  notify(cancelled(1))
  notify({ ...verbatim('liquidated'), stays: true, keys: ['liquidation 1'] })
  forgetNotices()
  expect(shownNotices()).toEqual([])
  notify(cancelled(2))
  notify({ ...verbatim('liquidated'), stays: true, keys: ['liquidation 1'] })
  expect(shownNotices().map(({ count }) => count)).toEqual([1, 1])
  expect(noticeLog()).toHaveLength(2)
})

test('what is shown before the user is known stays when the user becomes known', () => {
  notify(verbatim('a language is missing'))
  forgetNotices({ keepsShown: true })
  expect(shownNotices()).toHaveLength(1)
})
