// Notices to the trader: a few toasts at a time, the same kind merged, all kept in a log.

import { create } from 'zustand'
import { message, type Message, type MessageKey } from '../i18n/message-keys.ts'
import type { DialogRequest } from './dialogs.ts'
import type { TablePanel } from './panel-requests.ts'

export type NoticeTone = 'success' | 'info' | 'warning' | 'failure'

/** Where the details are: a table of the trade page, or a dialog with the words that lead to it. */
export type NoticeLink =
  | { readonly panel: TablePanel }
  | { readonly dialog: DialogRequest; readonly words: Message }

export type NoticeDraft = {
  /** Notices of one kind are merged while one of them is shown. */
  readonly kind: string
  readonly tone: NoticeTone
  /** What happened. */
  readonly title: Message
  /** One sentence: side, size, symbol, price, money. */
  readonly body?: Message | undefined
  /** The title of several at once; its `count` is how many, e.g. "5 orders cancelled". */
  readonly many?: MessageKey | undefined
  /** What it tells of: told once, whether it was pushed, answered or found in a history. */
  readonly keys?: readonly string[] | undefined
  /** When it happened, by the exchange's clock; now where that is not known. */
  readonly timeMs?: number | undefined
  /** Orders what happened at one moment: what came later has the higher number. */
  readonly no?: number | undefined
  readonly link?: NoticeLink | undefined
  /** Kept in the log only: the trader has muted its kind. */
  readonly isMuted?: boolean | undefined
  /** Stays on the page until it is closed. */
  readonly stays?: boolean | undefined
  /** Spoken at once; for a liquidation. */
  readonly assertive?: boolean | undefined
}

/** One notice, or several of a kind: newest first. */
export type Notice = Pick<
  NoticeDraft,
  'kind' | 'tone' | 'many' | 'link' | 'stays' | 'assertive'
> & {
  readonly id: string
  readonly timeMs: number
  /** How many things it tells of; the newest of them are `items`. */
  readonly count: number
  readonly items: readonly NoticeItem[]
}
type NoticeItem = {
  readonly title: Message
  readonly body: Message | undefined
  readonly timeMs: number
  readonly no: number
}

/** At most this many are shown at a time (docs/screen 10). */
const SHOWN_LIMIT = 3
const LOG_LIMIT = 200
const KNOWN_LIMIT = 2_000
/** A notice that keeps growing forgets the oldest of what it tells. */
const ITEM_LIMIT = 50
/** Histories have no toasts: what happened within the time of one is told in one entry. */
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

/** Hands a reader everything that is notified, muted kinds too; returns how to stop. */
export function onNotice(reader: (draft: NoticeDraft) => void): () => void {
  draftListeners.add(reader)
  return () => draftListeners.delete(reader)
}

/** Tells the trader something, unless it was told already. */
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

/** A notice that stays gives way to others that stay only. */
function shownWith(notice: Notice, others: readonly Notice[]): readonly Notice[] {
  const all = [notice, ...others]
  if (all.length <= SHOWN_LIMIT) return all
  const leaving = all.findLast(({ stays }) => stays !== true) ?? all.at(-1)
  return all.filter((each) => each !== leaving)
}

/**
 * Adds to the log what happened before, without a toast; `isUnread` counts what is new to a reader.
 */
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

/** Notes what is told; false for what was. */
function isNews({ keys = [] }: NoticeDraft): boolean {
  if (keys.length > 0 && keys.every((key) => known.has(key))) return false
  for (const key of keys) known.add(key)
  for (const oldest of known) {
    if (known.size <= KNOWN_LIMIT) break
    known.delete(oldest)
  }
  return true
}

function noticeOf({ kind, tone, many, link, stays, assertive, ...told }: NoticeDraft): Notice {
  made += 1
  const item = itemOf(told)
  const { timeMs } = item
  const id = `notice-${made}`
  return { kind, tone, many, link, stays, assertive, id, timeMs, count: 1, items: [item] }
}

const itemOf = ({ title, body, timeMs = Date.now(), no = 0 }: Said): NoticeItem => ({
  title,
  body,
  timeMs,
  no,
})
type Said = Omit<NoticeDraft, 'kind' | 'tone'>

const newestFirst = (a: NoticeItem, b: NoticeItem): number => b.timeMs - a.timeMs || b.no - a.no

// Without a title for several, only what says exactly the same is counted together.
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

/** What a notice says: its title, and a sentence for each thing that happened. */
export type NoticeWords = {
  readonly title: Message
  /** How often the same was told; 1 where the title counts by itself. */
  readonly times: number
  readonly lines: readonly Message[]
  /** How many lines were left out. */
  readonly left: number
}

/** Returns what a notice says in at most so many lines. */
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
  const title = { key: many, params: { ...newest.title.params, count } }
  const forgotten = bodies.length === 0 ? 0 : count - items.length
  return { title, times: 1, lines, left: forgotten + bodies.length - lines.length }
}

/** Takes a notice off the page; it stays in the log. */
export function dismissNotice(id: string): void {
  const { shown } = useNoticeStore.getState()
  const leaving = shown.find((notice) => notice.id === id)
  if (leaving === undefined) return
  useNoticeStore.setState({ shown: shown.filter((notice) => notice !== leaving) })
  if (leaving.stays === true) tellRead(leaving.timeMs)
}

const readListeners = new Set<(timeMs: number) => void>()

/** Tells a reader until when notices have been read; returns how to stop. */
export function onNoticesRead(reader: (timeMs: number) => void): () => void {
  readListeners.add(reader)
  return () => readListeners.delete(reader)
}

function tellRead(timeMs: number): void {
  for (const reader of readListeners) reader(timeMs)
}

/** Forgets what was told: somebody else is signed in, or nobody. */
export function forgetNotices(): void {
  known.clear()
  useNoticeStore.setState({ log: [], unread: 0 })
}

/** Marks the log as read. */
export function readNoticeLog(): void {
  useNoticeStore.setState({ unread: 0 })
  const [newest] = useNoticeStore.getState().log
  if (newest !== undefined) tellRead(newest.timeMs)
}

/** Returns the log, newest first, and how many entries were never looked at. */
export function useNoticeLog(): { log: readonly Notice[]; unread: number } {
  const log = useNoticeStore((state) => state.log)
  const unread = useNoticeStore((state) => state.unread)
  return { log, unread }
}

/** Returns whether a notice is shown, and paints again when that changes. */
export function useHasNotices(): boolean {
  return useNoticeStore(({ shown }) => shown.length > 0)
}

/** Tells a reader outside React whenever what is shown changes; returns how to stop. */
export function onShownNotices(reader: (shown: readonly Notice[]) => void): () => void {
  return useNoticeStore.subscribe((state, before) => {
    if (state.shown !== before.shown) reader(state.shown)
  })
}

/** Returns what is shown, outside React. */
export function shownNotices(): readonly Notice[] {
  return useNoticeStore.getState().shown
}

/** Returns the log outside React. */
export function noticeLog(): readonly Notice[] {
  return useNoticeStore.getState().log
}
