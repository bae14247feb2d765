// Orders without an answer: the exchange is asked by the order's own id until it knows (reliability
// T3). Nothing is ever sent again under a new id.

import type { WireOrder } from '@basis/protocol/order'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { ask } from '../../client/http.ts'
import { forgetIntent, unsettledIntents } from '../intents.ts'
import { applyReceipt } from '../../stores/orders.ts'
import { useSession } from '../../client/session.ts'
import { claimAnnouncement } from '../../stores/dedupe.ts'

export type Fate = 'placed' | 'notPlaced' | 'unknown'

/**
 * After this time a request that was cut off can no longer arrive; until then "not found" proves
 * nothing.
 */
export const LATEST_ARRIVAL_MS = 15_000
const FIRST_PAUSE_MS = 500
const MOST_PAUSE_MS = 10_000

/** The ports of the lookup; tests pass their own. */
export interface Asking {
  fateOf(linkId: string): Promise<Fate>
  pause(ms: number): Promise<void>
  nowMs(): number
}

/** Asks until it is known whether the order was placed; the delays double up to ten seconds. */
export async function fateOfIntent(
  linkId: string,
  sentMs: number,
  asking: Asking,
): Promise<Exclude<Fate, 'unknown'>> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MOST_PAUSE_MS)) {
    await asking.pause(pauseMs)
    const fate = await asking.fateOf(linkId)
    if (fate === 'placed') return fate
    if (fate === 'notPlaced' && asking.nowMs() - sentMs > LATEST_ARRIVAL_MS) return fate
  }
}

/** Asks as one account only, whichever account signs in meanwhile. */
export const askingFor = (uid: string): Asking => ({
  // Another account's session cannot ask; the lookup waits until this account is back.
  fateOf: (linkId) => (isSignedIn(uid) ? fateOf(linkId) : Promise.resolve('unknown')),
  pause: (ms) => new Promise((wake) => setTimeout(wake, ms)),
  nowMs: () => Date.now(),
})

const isSignedIn = (uid: string): boolean => useSession.getState().user?.uid === uid

async function fateOf(orderLinkId: string): Promise<Fate> {
  const open = await ask('openOrders', { orderLinkId })
  if (!open.ok) return 'unknown'
  const [order] = open.value.list
  if (order !== undefined) return notePlaced(order)
  const past = await ask('orderHistory', { orderLinkId })
  if (!past.ok) return 'unknown'
  const [ended] = past.value.list
  return ended === undefined ? 'notPlaced' : notePlaced(ended)
}

/** Orders found, by the client order ids they were sent under. */
const found = new Map<string, string>()

function notePlaced(order: WireOrder): Fate {
  found.set(order.orderLinkId, order.orderId)
  applyReceipt(order, 'newed')
  return 'placed'
}

const settling = new Set<string>()

/** Looks up an intent's outcome, shows it once and removes the intent. */
export async function settleIntent(
  linkId: string,
  asking: Asking,
  sentMs: number = Date.now(),
): Promise<void> {
  if (settling.has(linkId)) return
  settling.add(linkId)
  const fate = await fateOfIntent(linkId, sentMs, asking)
  settling.delete(linkId)
  forgetIntent(linkId)
  if (fate === 'notPlaced') {
    notify({ kind: 'fate', tone: 'failure', title: message('notices.outcomeNotPlaced') })
    return
  }
  const orderId = found.get(linkId)
  found.delete(linkId)
  // The order's result may have been announced meanwhile.
  if (orderId !== undefined && !claimAnnouncement(orderId)) return
  notify({ kind: 'fate', tone: 'success', title: message('notices.outcomePlaced') })
}

/** Settles the open intents of an earlier page; called when their account signs in. */
export function settleOldIntents(uid: string): void {
  for (const { linkId, sentMs } of unsettledIntents(uid)) {
    void settleIntent(linkId, askingFor(uid), sentMs)
  }
}
