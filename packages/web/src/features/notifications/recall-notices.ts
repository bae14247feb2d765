// Rebuilding of the notice log after signing in and after the account was disconnected, and which
// notices are new to this device.

import type { WireFiring } from '@basis/protocol/alerts/alert'
import type { WireOrder } from '@basis/protocol/order'
import type { WireDelivery } from '@basis/protocol/settlement/records'
import { instrumentOf } from '../../stores/catalogue.ts'
import { serverNowMs, useConnection } from '../../client/connection.ts'
import { ask, type Outcome } from '../../client/http.ts'
import { onTrader, useSession } from '../../client/session.ts'
import { isRecord, stored } from '../../platform/storage.ts'
import { notify, oldestFirst, onNotice, onNoticesRead, recall } from '../../shell/notices.ts'
import { listOptions } from '../../stores/options/unlisted.ts'
import { alertNotice, missedAlerts } from './alert-notices.ts'
import { deliveredNotices, missedDeliveries } from './delivery-notices.ts'
import { notifyUnlessMuted } from './muted-notices.ts'
import type { OrderNotice } from './order-notices.ts'
import { pastNotices } from './past-notices.ts'

/** Rows requested of each history; the log holds no more. */
const ROWS = 100
const ACCOUNTS_KEPT = 10

/** Stores a time per account on this device, in ms of the exchange's clock; it never moves back. */
function marksOf(key: string) {
  const marks = stored<Readonly<Record<string, number>>>({
    key,
    version: 1,
    fallback: {},
    decode: (json) => {
      if (!isRecord(json)) return undefined
      const whole = Object.entries(json).filter(
        (mark): mark is [string, number] => typeof mark[1] === 'number',
      )
      return Object.fromEntries(whole)
    },
  })
  const mark = (uid: string, timeMs: number): void => {
    const { [uid]: before = 0, ...others } = marks.read()
    const kept = Object.entries(others).slice(1 - ACCOUNTS_KEPT)
    marks.write({ ...Object.fromEntries(kept), [uid]: Math.max(before, timeMs) })
  }
  /** On a device that is new to the account, everything before now counts as read. */
  const of = (uid: string): number => {
    const known = marks.read()[uid]
    if (known === undefined) mark(uid, serverNowMs())
    return known ?? serverNowMs()
  }
  return { mark, of }
}

/** The times until which notices were read, and alerts and contract ends were reported. */
const read = marksOf('basis.noticesRead')
const alertMarks = marksOf('basis.alertsTold')
const ended = marksOf('basis.deliveriesTold')

/** Follows the session and the account's connection; returns a function that stops it. */
export function startRecall(): () => void {
  let [wasLost, backMs] = [false, 0]
  const recallNow = (): void => {
    const { user, sinceMs } = useSession.getState()
    if (user === undefined || useConnection.getState().privateLink !== 'open') return
    void recallOf(user.uid, Math.max(sinceMs, backMs))
  }
  const stops = [
    onTrader(recallNow),
    useConnection.subscribe(({ privateLink }, before) => {
      if (privateLink === before.privateLink) return
      // Fills during a disconnection are reported in one notice (missed-fills.ts).
      if (privateLink === 'open' && wasLost) backMs = performance.now()
      if (privateLink === 'open' || privateLink === 'closed') wasLost = false
      else if (before.privateLink === 'open') wasLost = true
      recallNow()
    }),
    onNoticesRead((timeMs) => {
      const uid = useSession.getState().user?.uid
      // A mark never moves back: one in the future would count what is still to come as read.
      if (uid !== undefined) read.mark(uid, Math.min(timeMs, serverNowMs()))
    }),
    onNotice(({ kind, timeMs }) => {
      const uid = useSession.getState().user?.uid
      if (uid === undefined || timeMs === undefined) return
      if (kind === 'priceAlert') alertMarks.mark(uid, timeMs)
      if (kind.startsWith('delivered ')) ended.mark(uid, timeMs)
    }),
  ]
  recallNow()
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Rebuilds the log. Events after `sinceMs` (ms of `performance.now()`) are shown as new even if
 * their push was too late or never came.
 */
async function recallOf(uid: string, sinceMs: number): Promise<void> {
  const readMs = read.of(uid)
  const alertsSinceMs = Math.max(readMs, alertMarks.of(uid))
  const endedMs = Math.max(readMs, ended.of(uid))
  const page = { limit: ROWS }
  const [open, final, fills, decisions, liquidations, firings, deliveries] = await Promise.all([
    ask('openOrders', {}),
    ask('orderHistory', page),
    ask('executions', { ...page, execType: 'Trade' }),
    ask('explain', page),
    ask('liquidations', page),
    ask('alertFirings', page),
    ask('deliveryRecords', page),
  ])
  const records = rowsOf<WireDelivery>(deliveries)
  // Ended options are no longer in any option chain.
  await listOptions([...rowsOf<WireOrder>(final), ...records].map(({ symbol }) => symbol))
  if (useSession.getState().user?.uid !== uid) return
  const past = {
    orders: [...rowsOf<WireOrder>(open), ...rowsOf<WireOrder>(final)],
    fills: rowsOf(fills),
    decisions: rowsOf(decisions),
    liquidations: rowsOf(liquidations),
  }
  const alerts = rowsOf<WireFiring>(firings).map(alertNotice)
  const delivered = deliveredNotices(records, instrumentOf)
  const notices = [...pastNotices(past, instrumentOf), ...alerts, ...delivered]
  const isNew = (timeMs: number): boolean => timeMs > readMs
  const listeningMs = serverNowMs() - (performance.now() - sinceMs)
  // A notice that must be dismissed is shown until it was, even if the page was closed since.
  const isOpen = ({ stays, timeMs = 0 }: OrderNotice): boolean =>
    timeMs > listeningMs || (stays === true && isNew(timeMs))
  recall(
    notices.filter((draft) => !isOpen(draft)),
    isNew,
  )
  for (const notice of notices.filter(isOpen).toSorted(oldestFirst)) notifyUnlessMuted(notice)
  const missed = missedAlerts(rowsOf<WireFiring>(firings), alertsSinceMs)
  if (missed !== undefined) {
    notify(missed)
    alertMarks.mark(uid, missed.timeMs)
  }
  const gone = missedDeliveries(delivered, endedMs)
  if (gone === undefined) return
  notify(gone)
  ended.mark(uid, gone.timeMs)
}

/**
 * Returns the rows of a history; none if its request failed, so that the others are still shown.
 */
const rowsOf = <Row>(outcome: Outcome<{ readonly list: readonly Row[] }>): readonly Row[] =>
  outcome.ok ? outcome.value.list : []
