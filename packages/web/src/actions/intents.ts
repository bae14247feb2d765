// Orders on their way: one intent is one request, remembered before it is sent and until its fate
// is known (reliability T3, T4).

import { message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { isRecord, stored, type TextStorage } from '../platform/storage.ts'

export type Intent = {
  /** The account that sent it: of another one's the exchange would say that it was never placed. */
  readonly uid: string
  readonly linkId: string
  readonly symbol: string
  readonly sentMs: number
}

/** How long the same intent counts as a double click although its answer has come. */
const repeatMs = 600
const KEPT = 50

const running = new Set<string>()

/**
 * Runs the work unless the same intent is under way or was begun a moment ago; undefined then,
 * which is told: a press that does nothing would look like a page that has stopped. The lock is
 * taken before anything is awaited, so that Enter and a click in one frame are one.
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
 * Runs the work unless the same intent is under way; undefined then. For a form that is empty once
 * it was sent: who fills it in again at once means a second order, not the same one.
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

/** Returns a new client order id: unguessable, so that two tabs never meet. */
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

/** Remembers an intent; called before its request leaves. */
export function rememberIntent(intent: Intent, storage?: TextStorage): void {
  const kept = record(storage)
  kept.write([...kept.read(), intent].slice(-KEPT))
}

/** Forgets an intent whose fate is known. */
export function forgetIntent(linkId: string, storage?: TextStorage): void {
  const kept = record(storage)
  kept.write(kept.read().filter((intent) => intent.linkId !== linkId))
}

/** Returns the intents of an account whose fate is not known, e.g. after a reload. */
export function unsettledIntents(uid: string, storage?: TextStorage): readonly Intent[] {
  return record(storage)
    .read()
    .filter((intent) => intent.uid === uid)
}
