// Notices to the trader: a few toasts at a time, merged by kind, all kept in a log.

import { create } from 'zustand'
import { message, type Message, type MessageKey } from '../i18n/message-keys.ts'
import type { DialogRequest } from './dialogs.ts'
import type { TablePanel } from './panel-requests.ts'

export type NoticeTone = 'success' | 'info' | 'warning' | 'failure'

/** The link to the details: a table of the trade page, or a dialog with the link's text. */
export type NoticeLink =
  | { readonly panel: TablePanel }
  | { readonly dialog: DialogRequest; readonly words: Message }

export type NoticeDraft = {
  /** Notices of one kind are merged while one of them is visible. */
  readonly kind: string
  readonly tone: NoticeTone
  /** The event. */
  readonly title: Message
  /** One sentence: side, size, symbol, price, money. */
  readonly body?: Message | undefined
  /**
   * The title of several merged notices; its `count` is their number, e.g. "5 orders cancelled".
   */
  readonly many?: MessageKey | undefined
  /** What was changed: several changes of one order are one order in the title for several. */
  readonly subject?: string | undefined
  /** Identifies the event, so that it is reported once: by push, by answer or from a history. */
  readonly keys?: readonly string[] | undefined
  /** The exchange's time of the event; by its clock now if it is not known. */
  readonly timeMs?: number | undefined
  /** Orders events of the same time: a later event has a higher number. */
  readonly no?: number | undefined
  readonly link?: NoticeLink | undefined
  /** Kept in the log only: the trader has muted its kind. */
  readonly isMuted?: boolean | undefined
  /** Visible until it is closed. */
  readonly stays?: boolean | undefined
  /** Announced at once by screen readers; for a liquidation. */
  readonly assertive?: boolean | undefined
}

/** One notice, or several of a kind: newest first. */
export type Notice = Pick<
  NoticeDraft,
  'kind' | 'tone' | 'many' | 'link' | 'stays' | 'assertive'
> & {
  readonly id: string
  readonly timeMs: number
  /** The number of merged events; `items` has the newest of them. */
  readonly count: number
  readonly items: readonly NoticeItem[]
}
type NoticeItem = {
  readonly title: Message
  readonly body: Message | undefined
  readonly subject: string | undefined
  readonly timeMs: number
  readonly no: number
}

/** At most this many are shown at a time (docs/screen 10). */
const SHOWN_LIMIT = 3
const LOG_LIMIT = 200
const KNOWN_LIMIT = 2_000
/** A merged notice keeps this many events and drops the oldest. */
const ITEM_LIMIT = 50
/** Past events have no toasts: those within this time of each other are merged into one entry. */
const TOGETHER_MS = 5_000

type Notices = {
  /** Newest first. */
  readonly shown: readonly Notice[]
  readonly log: readonly Notice[]
  readonly unread: number
}

const empty: Notices = { shown: [], log: [], unread: 0 }
const useNoticeStore = create<Notices>(() => empty)
const known = new Set<string>()
let made = 0

const draftListeners = new Set<(draft: NoticeDraft) => void>()

/** Calls a listener with every notice, muted kinds too; returns the unsubscribe. */
export function onNotice(reader: (draft: NoticeDraft) => void): () => void {
  draftListeners.add(reader)
  return () => draftListeners.delete(reader)
}

let nowMs: () => number = Date.now

/** Sets the clock of notices whose event has no time of the exchange. */
export function timeNoticesBy(clock: () => number): void {
  nowMs = clock
}

/** Shows a notice unless its event was reported already. */
export function notify(draft: NoticeDraft): void {
  if (!isNews(draft)) return
  for (const reader of draftListeners) reader(draft)
  const { shown, log, unread } = useNoticeStore.getState()
  const isMuted = draft.isMuted === true
  const same = isMuted ? undefined : shown.find((notice) => mayMerge(notice, draft))
  const notice = same === undefined ? noticeOf(draft) : merged(same, draft)
  const isThis = ({ id }: Notice): boolean => id === notice.id
  useNoticeStore.setState({
    shown: isMuted
      ? shown
      : shownWith(
          notice,
          shown.filter((each) => !isThis(each)),
        ),
    log: sorted([notice, ...log.filter((each) => !isThis(each))]),
    unread: unread + (isMuted || same !== undefined ? 0 : 1),
  })
}

/** A notice that stays is displaced only by others that stay. */
function shownWith(notice: Notice, others: readonly Notice[]): readonly Notice[] {
  const all = [notice, ...others]
  if (all.length <= SHOWN_LIMIT) return all
  const leaving = all.findLast(({ stays }) => stays !== true) ?? all.at(-1)
  return all.filter((each) => each !== leaving)
}

/** Adds past events to the log without a toast; `isUnread` counts those new to the trader. */
export function recall(
  drafts: readonly NoticeDraft[],
  isUnread: (timeMs: number) => boolean = () => false,
): void {
  const past = drafts.filter(isNews).toSorted(oldestFirst)
  const { log, unread } = useNoticeStore.getState()
  const entries: Notice[] = []
  for (const draft of past) {
    const last = entries.at(-1)
    const isNear = last !== undefined && timeOf(draft) - last.timeMs <= TOGETHER_MS
    if (isNear && mayMerge(last, draft)) entries[entries.length - 1] = merged(last, draft)
    else entries.push(noticeOf(draft))
  }
  const fresh = entries.filter(({ timeMs }) => isUnread(timeMs)).length
  useNoticeStore.setState({ log: sorted([...log, ...entries]), unread: unread + fresh })
}

const timeOf = ({ timeMs }: NoticeDraft): number => timeMs ?? 0
export const oldestFirst = (a: NoticeDraft, b: NoticeDraft): number =>
  timeOf(a) - timeOf(b) || (a.no ?? 0) - (b.no ?? 0)

const sorted = (log: readonly Notice[]): readonly Notice[] =>
  log.toSorted((a, b) => b.timeMs - a.timeMs).slice(0, LOG_LIMIT)

/** Remembers the keys of a notice; false if they are known. */
function isNews({ keys = [] }: NoticeDraft): boolean {
  if (keys.length > 0 && keys.every((key) => known.has(key))) return false
  for (const key of keys) known.add(key)
  for (const oldest of known) {
    if (known.size <= KNOWN_LIMIT) break
    known.delete(oldest)
  }
  return true
}

function noticeOf({ kind, tone, many, link, stays, assertive, ...rest }: NoticeDraft): Notice {
  made += 1
  const item = itemOf(rest)
  const { timeMs } = item
  const id = `notice-${made}`
  return { kind, tone, many, link, stays, assertive, id, timeMs, count: 1, items: [item] }
}

const itemOf = ({ title, body, subject, timeMs = nowMs(), no = 0 }: Said): NoticeItem => ({
  title,
  body,
  subject,
  timeMs,
  no,
})
type Said = Omit<NoticeDraft, 'kind' | 'tone'>

const newestFirst = (a: NoticeItem, b: NoticeItem): number => b.timeMs - a.timeMs || b.no - a.no

// Without a title for several, only identical notices are merged.
function mayMerge(notice: Notice, draft: NoticeDraft): boolean {
  if (notice.kind !== draft.kind) return false
  if (draft.many !== undefined && notice.many === draft.many) return true
  const [item] = notice.items
  return isSame(item?.title, draft.title) && isSame(item?.body, draft.body)
}

function merged(notice: Notice, draft: NoticeDraft): Notice {
  const item = itemOf(draft)
  const { tone, link } = draft.tone === 'success' ? notice : draft
  const timeMs = Math.max(notice.timeMs, item.timeMs)
  const items = [item, ...notice.items].toSorted(newestFirst).slice(0, ITEM_LIMIT)
  const count = notice.count + 1
  return { ...notice, tone, link: link ?? notice.link, timeMs, count, items }
}

function isSame(one: Message | undefined, other: Message | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The text of a notice: its title, and a sentence for each event. */
export type NoticeWords = {
  readonly title: Message
  /** How often the same event occurred; 1 if the title has the count itself. */
  readonly times: number
  readonly lines: readonly Message[]
  /** The number of omitted lines. */
  readonly left: number
}

/** Returns the text of a notice in at most `mostLines` lines. */
export function noticeWords({ items, many, count }: Notice, mostLines: number): NoticeWords {
  const [newest] = items
  const nothing = message('notices.verbatim', { text: '' })
  if (newest === undefined) return { title: nothing, times: 0, lines: [], left: 0 }
  if (count === 1 || many === undefined) {
    const lines = newest.body === undefined ? [] : [newest.body]
    return { title: newest.title, times: count, lines, left: 0 }
  }
  const bodies = items.flatMap(({ body }) => body ?? [])
  const lines = bodies.slice(0, mostLines)
  const named = items.flatMap(({ subject }) => subject ?? [])
  const subjects = count - named.length + new Set(named).size
  const title =
    subjects === 1
      ? newest.title
      : { key: many, params: { ...newest.title.params, count: subjects } }
  const forgotten = bodies.length === 0 ? 0 : count - items.length
  return { title, times: 1, lines, left: forgotten + bodies.length - lines.length }
}

/** Hides a notice; it stays in the log. */
export function dismissNotice(id: string): void {
  const { shown } = useNoticeStore.getState()
  const leaving = shown.find((notice) => notice.id === id)
  if (leaving === undefined) return
  useNoticeStore.setState({ shown: shown.filter((notice) => notice !== leaving) })
  if (leaving.stays === true) reportRead(leaving.timeMs)
}

const readListeners = new Set<(timeMs: number) => void>()

/** Reports the time up to which notices have been read; returns the unsubscribe. */
export function onNoticesRead(reader: (timeMs: number) => void): () => void {
  readListeners.add(reader)
  return () => readListeners.delete(reader)
}

function reportRead(timeMs: number): void {
  for (const reader of readListeners) reader(timeMs)
}

/**
 * Clears all notices after a change of account. What is shown stays if no account was left: a
 * notice shown to one account must not gather the events of the next.
 */
export function forgetNotices({ keepsShown = false } = {}): void {
  known.clear()
  useNoticeStore.setState({ log: [], unread: 0, ...(keepsShown ? {} : { shown: [] }) })
}

/** Marks the log as read. */
export function readNoticeLog(): void {
  useNoticeStore.setState({ unread: 0 })
  const [newest] = useNoticeStore.getState().log
  if (newest !== undefined) reportRead(newest.timeMs)
}

/** Returns the log, newest first, and the number of unread entries. */
export function useNoticeLog(): { log: readonly Notice[]; unread: number } {
  const log = useNoticeStore((state) => state.log)
  const unread = useNoticeStore((state) => state.unread)
  return { log, unread }
}

/** Returns whether a notice is visible, and re-renders when that changes. */
export function useHasNotices(): boolean {
  return useNoticeStore(({ shown }) => shown.length > 0)
}

/** Calls a listener outside React when the visible notices change; returns the unsubscribe. */
export function onShownNotices(reader: (shown: readonly Notice[]) => void): () => void {
  return useNoticeStore.subscribe((state, before) => {
    if (state.shown !== before.shown) reader(state.shown)
  })
}

/** Returns the visible notices, outside React. */
export function shownNotices(): readonly Notice[] {
  return useNoticeStore.getState().shown
}

/** Returns the log outside React. */
export function noticeLog(): readonly Notice[] {
  return useNoticeStore.getState().log
}
