// What the trader is told in passing: a few toasts at a time, the same kind merged, all kept in a
// log.

import { create } from 'zustand'
import type { Message, MessageKey } from '../i18n/message-keys.ts'

export type NoticeTone = 'success' | 'info' | 'warning' | 'failure'

export type NoticeDraft = {
  /** Notices of one kind are merged while one of them is shown. */
  kind: string
  tone: NoticeTone
  /** What happened. */
  title: Message
  /** Side, quantity, symbol, price. */
  body?: Message | undefined
  /** The title of several at once; its `count` is how many, e.g. "5 orders cancelled". */
  many?: MessageKey | undefined
  /** Spoken at once; for a liquidation. */
  assertive?: boolean | undefined
}

export type Notice = NoticeDraft & {
  readonly id: string
  readonly count: number
  readonly timeMs: number
}

/** At most this many are shown at a time (ui.md 4.10). */
export const SHOWN_LIMIT = 3
const LOG_LIMIT = 200

type Notices = {
  /** Newest first. */
  shown: readonly Notice[]
  log: readonly Notice[]
  unread: number
  told: number
}

const useNoticeStore = create<Notices>(() => ({ shown: [], log: [], unread: 0, told: 0 }))

/** Tells the trader something; returns the notice's id. */
export function notify(draft: NoticeDraft, timeMs: number = Date.now()): string {
  const { shown, log, unread, told } = useNoticeStore.getState()
  const same = shown.find((notice) => mayMerge(notice, draft))
  const notice: Notice =
    same === undefined
      ? { ...draft, id: `notice-${told + 1}`, count: 1, timeMs }
      : { ...mergedDraft(same, draft), id: same.id, count: same.count + 1, timeMs }
  const others = shown.filter(({ id }) => id !== notice.id)
  useNoticeStore.setState({
    shown: [notice, ...others].slice(0, SHOWN_LIMIT),
    log: [notice, ...log.filter(({ id }) => id !== notice.id)].slice(0, LOG_LIMIT),
    unread: unread + (same === undefined ? 1 : 0),
    told: told + 1,
  })
  return notice.id
}

// Without a title for several, only what says exactly the same is counted together.
function mayMerge(notice: Notice, draft: NoticeDraft): boolean {
  if (notice.kind !== draft.kind) return false
  if (draft.many !== undefined && notice.many === draft.many) return true
  return isSame(notice.title, draft.title) && isSame(notice.body, draft.body)
}

function mergedDraft(notice: Notice, draft: NoticeDraft): NoticeDraft {
  if (draft.many === undefined) return draft
  const params = { ...draft.title.params, count: notice.count + 1 }
  return { ...draft, title: { key: draft.many, params }, body: undefined }
}

function isSame(one: Message | undefined, other: Message | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Takes a notice off the page; it stays in the log. */
export function dismissNotice(id: string): void {
  useNoticeStore.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.id !== id) }))
}

/** Empties the log. */
export function clearNoticeLog(): void {
  useNoticeStore.setState({ log: [], unread: 0 })
}

/** Marks the log as read. */
export function readNoticeLog(): void {
  useNoticeStore.setState({ unread: 0 })
}

/** Returns the log, newest first, and how many entries were never looked at. */
export function useNoticeLog(): { log: readonly Notice[]; unread: number } {
  const log = useNoticeStore((state) => state.log)
  const unread = useNoticeStore((state) => state.unread)
  return { log, unread }
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
