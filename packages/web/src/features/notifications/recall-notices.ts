// The rebuilding of the notice log, after signing in and after a disconnection of the account, and
// which of it is new to this device.

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

/** The newest of each history; more than the log holds is of no use. */
const ROWS = 100
const ACCOUNTS_KEPT = 10

/** A moment of each account on this device, ms of the exchange's clock; it only moves on. */
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
  /** A device that sees the account for the first time has everything before now behind it. */
  const of = (uid: string): number => {
    const known = marks.read()[uid]
    if (known === undefined) mark(uid, serverNowMs())
    return known ?? serverNowMs()
  }
  return { mark, of }
}

/** Until when notices were read, and until when alerts and the ends of contracts were told. */
const read = marksOf('basis.noticesRead')
const told = marksOf('basis.alertsTold')
const ended = marksOf('basis.deliveriesTold')

/** Follows who is signed in and how the account is heard; returns how to stop. */
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
      // Fills of an absence are told in one notice (missed-fills.ts).
      if (privateLink === 'open' && wasLost) backMs = performance.now()
      if (privateLink === 'open' || privateLink === 'closed') wasLost = false
      else if (before.privateLink === 'open') wasLost = true
      recallNow()
    }),
    onNoticesRead((timeMs) => {
      const uid = useSession.getState().user?.uid
      if (uid !== undefined) read.mark(uid, timeMs)
    }),
    onNotice(({ kind, timeMs }) => {
      const uid = useSession.getState().user?.uid
      if (uid === undefined || timeMs === undefined) return
      if (kind === 'priceAlert') told.mark(uid, timeMs)
      if (kind.startsWith('delivered ')) ended.mark(uid, timeMs)
    }),
  ]
  recallNow()
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Rebuilds the log. What happened since a moment of this page, ms of `performance.now()`, was not
 * before it: where a push comes too late for it, or none does, it is told all the same.
 */
async function recallOf(uid: string, sinceMs: number): Promise<void> {
  const readMs = read.of(uid)
  const toldMs = Math.max(readMs, told.of(uid))
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
  // What has ended is in no chain any more.
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
  // What must be dismissed is shown until it was, wherever the page was in the meantime.
  const isOpen = ({ stays, timeMs = 0 }: OrderNotice): boolean =>
    timeMs > listeningMs || (stays === true && isNew(timeMs))
  recall(
    notices.filter((draft) => !isOpen(draft)),
    isNew,
  )
  for (const notice of notices.filter(isOpen).toSorted(oldestFirst)) notifyUnlessMuted(notice)
  const missed = missedAlerts(rowsOf<WireFiring>(firings), toldMs)
  if (missed !== undefined) {
    notify(missed)
    told.mark(uid, missed.timeMs)
  }
  const gone = missedDeliveries(delivered, endedMs)
  if (gone === undefined) return
  notify(gone)
  ended.mark(uid, gone.timeMs)
}

/** A history that cannot be asked now leaves its part out; the rest is told. */
const rowsOf = <Row>(outcome: Outcome<{ readonly list: readonly Row[] }>): readonly Row[] =>
  outcome.ok ? outcome.value.list : []
