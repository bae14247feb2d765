// The notice of fills missed while the account was disconnected, one after the connection is back
// (docs/screen 10), because the missed pushes do not come again.

import { maxPageRows } from '@basis/protocol/wire'
import type { WireExecution } from '@basis/protocol/order'
import { serverNowMs, useConnection } from '../../client/connection.ts'
import { ask } from '../../client/http.ts'
import { onFill } from '../../stores/orders.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'

/**
 * A fill is pushed a moment after it happened; this margin keeps fills at the edge from being lost.
 */
const EDGE_MS = 2_000
const SEEN_KEPT = 500

export type Absence = { readonly fromMs: number; readonly toMs: number }

/** Returns the fills of the disconnected period that no push has delivered. */
export function missedFills(
  fills: readonly WireExecution[],
  { fromMs, toMs }: Absence,
  seen: ReadonlySet<string>,
): readonly WireExecution[] {
  return fills.filter(
    ({ execId, orderId, execTimeE3 }) =>
      execTimeE3 >= fromMs && execTimeE3 <= toMs && !seen.has(`${execId} ${orderId}`),
  )
}

/** Watches the account's connection; returns a function that stops it. */
export function startMissedFills(): () => void {
  const seen = new Set<string>()
  let awaySinceMs: number | undefined
  const stopSeeing = onFill(({ execId, orderId }) => {
    seen.add(`${execId} ${orderId}`)
    const [oldest] = seen
    if (seen.size > SEEN_KEPT && oldest !== undefined) seen.delete(oldest)
  })
  const stopWatching = useConnection.subscribe(({ privateLink }, before) => {
    if (privateLink === before.privateLink) return
    // Closed means signed out, so nothing is missed.
    if (privateLink === 'closed') awaySinceMs = undefined
    // The loss is noticed late, after a sleep by hours: nothing came since the last message.
    else if (before.privateLink === 'open') awaySinceMs = serverNowMs(before.privateReceivedMs)
    else if (privateLink === 'open' && awaySinceMs !== undefined) {
      const absence = { fromMs: awaySinceMs - EDGE_MS, toMs: serverNowMs() }
      awaySinceMs = undefined
      void notifyMissed(absence, seen)
    }
  })
  return () => {
    stopSeeing()
    stopWatching()
  }
}

async function notifyMissed(absence: Absence, seen: ReadonlySet<string>): Promise<void> {
  const outcome = await ask('executions', {
    fromE3: Math.max(0, Math.floor(absence.fromMs)),
    limit: maxPageRows,
    execType: 'Trade',
  })
  if (!outcome.ok) return
  const count = missedFills(outcome.value.list, absence, seen).length
  if (count === 0) return
  notify({
    kind: 'missedFills',
    tone: 'info',
    title: message('msg.missedFills', { count }),
    body: message('msg.missedBody'),
  })
}
