// Orders in flight: one intent is one request, stored before it is sent and until its outcome is
// known (reliability T3, T4).

import { message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { isRecord, stored, type TextStorage } from '../platform/storage.ts'

export type Intent = {
  /** The account that sent it: asked by another account, the exchange would not know the order. */
  readonly uid: string
  readonly linkId: string
  readonly symbol: string
  readonly sentMs: number
}

/** How long the same intent counts as a double click even after its answer. */
const repeatMs = 600
const KEPT = 50

const running = new Set<string>()

/**
 * Runs the work unless the same intent is pending or was started a moment ago; then it returns
 * undefined and shows a notice, since a press without effect would look like a frozen page. The
 * lock is taken before any await, so that Enter and a click in one frame count once.
 */
export function once<Result>(
  intent: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (running.has(intent)) {
    notify({
      kind: 'repeated',
      tone: 'info',
      title: message('notices.repeated'),
      body: message('notices.repeatedBody'),
    })
  }
  const begunMs = performance.now()
  return oneAtATime(intent, work, (release) => {
    const leftMs = repeatMs - (performance.now() - begunMs)
    if (leftMs > 0) setTimeout(release, leftMs)
    else release()
  })
}

/**
 * Runs the work unless the same intent is pending; then it returns undefined. For a form that is
 * cleared once it was sent: filling it in again at once means a second order, not the same one.
 */
export function oneAtATime<Result>(
  intent: string,
  work: () => Promise<Result>,
  afterwards: (release: () => void) => void = (release) => release(),
): Promise<Result | undefined> {
  if (running.has(intent)) return Promise.resolve(undefined)
  running.add(intent)
  return work().finally(() => afterwards(() => running.delete(intent)))
}

/** Returns a new client order id, random so that those of two tabs never collide. */
export function newLinkId(): string {
  return `w-${crypto.randomUUID()}`
}

function record(storage?: TextStorage) {
  return stored<readonly Intent[]>({
    key: 'basis.intents',
    version: 1,
    fallback: [],
    decode: (json) => (Array.isArray(json) ? json.filter(isIntent).slice(-KEPT) : undefined),
    storage,
  })
}

function isIntent(json: unknown): json is Intent {
  return (
    isRecord(json) &&
    typeof json['uid'] === 'string' &&
    typeof json['linkId'] === 'string' &&
    typeof json['symbol'] === 'string' &&
    typeof json['sentMs'] === 'number'
  )
}

/** Stores an intent; called before its request is sent. */
export function rememberIntent(intent: Intent, storage?: TextStorage): void {
  const kept = record(storage)
  kept.write([...kept.read(), intent].slice(-KEPT))
}

/** Removes an intent whose outcome is known. */
export function forgetIntent(linkId: string, storage?: TextStorage): void {
  const kept = record(storage)
  kept.write(kept.read().filter((intent) => intent.linkId !== linkId))
}

/** Returns the intents of an account whose outcome is not known, e.g. after a reload. */
export function unsettledIntents(uid: string, storage?: TextStorage): readonly Intent[] {
  return record(storage)
    .read()
    .filter((intent) => intent.uid === uid)
}
