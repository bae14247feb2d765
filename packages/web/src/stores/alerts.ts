// The trader's alerts: those that the venue keeps, folded from pushes and receipts, and those of a
// visitor, which this browser keeps.

import { useMemo } from 'react'
import { create } from 'zustand'
import { formatLevel } from '@basis/domain/alerts/alert'
import type { WireAlert, WireAlertMessage, WireFiring } from '@basis/protocol/alerts/alert'
import { useSession } from '../client/session.ts'
import { stored, type TextStorage } from '../platform/storage.ts'
import { instrumentOf } from './catalogue.ts'
import { decodeAlerts, type PriceAlert } from './alert-rules.ts'

/** Alerts of somebody who has not signed in stand under this name. */
export const visitor = 'visitor'

/** The alerts that this browser keeps for an owner; of a trader, from before the venue kept any. */
export const keptAlerts = (owner: string, storage?: TextStorage) =>
  stored<readonly PriceAlert[]>({
    key: `basis.alerts.${owner}`,
    version: 1,
    fallback: [],
    decode: decodeAlerts,
    storage,
  })

type Book = {
  /** The venue's, oldest first; undefined until they are known. */
  readonly venue: readonly WireAlert[] | undefined
  readonly own: readonly PriceAlert[]
}

const useBook = create<Book>()(() => ({ venue: undefined, own: [] }))

/** Takes up the alerts of a visitor; returns how to stop following the other tabs. */
export function openVisitorAlerts(): () => void {
  const take = (own: readonly PriceAlert[]): void => useBook.setState({ own })
  take(keptAlerts(visitor).read())
  return keptAlerts(visitor).follow(take)
}

export const visitorAlerts = (): readonly PriceAlert[] => useBook.getState().own

export function putVisitorAlerts(own: readonly PriceAlert[]): void {
  useBook.setState({ own })
  keptAlerts(visitor).write(own)
}

type Listener = (firings: readonly WireFiring[]) => void
const listeners = new Set<Listener>()

/** Listens to alerts that are told while the page is open; returns how to stop. */
export function onFirings(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes in a message of the topic: a snapshot has every alert, a change what changed. */
export function applyAlerts(told: WireAlertMessage, isSnapshot: boolean): void {
  const before = isSnapshot ? [] : (useBook.getState().venue ?? [])
  const left = before.filter(({ alertId }) => !told.removed.includes(alertId))
  useBook.setState({ venue: told.list.reduce(withAlert, left) })
  if (isSnapshot || told.firings.length === 0) return
  for (const listener of listeners) listener(told.firings)
}

/** Takes in an answer's alert; what is older than what is known changes nothing. */
export function applyAlertReceipt(alert: WireAlert): void {
  useBook.setState(({ venue = [] }) => ({ venue: withAlert(venue, alert) }))
}

/** Takes alerts off that the venue has removed. */
export function applyAlertsRemoved(alertIds: readonly string[]): void {
  useBook.setState(({ venue = [] }) => ({
    venue: venue.filter(({ alertId }) => !alertIds.includes(alertId)),
  }))
}

function withAlert(list: readonly WireAlert[], alert: WireAlert): readonly WireAlert[] {
  const known = list.find(({ alertId }) => alertId === alert.alertId)
  if (known === undefined) return [...list, alert]
  if (known.updateNo > alert.updateNo) return list
  return list.map((each) => (each === known ? alert : each))
}

/** Forgets the venue's alerts: nobody is signed in. */
export function clearAlerts(): void {
  useBook.setState({ venue: undefined })
}

/** Returns all alerts of who looks at the page, oldest first. */
export function useAlerts(): readonly WireAlert[] {
  const { venue, own } = useBook()
  const isVisitor = useSession(({ status }) => status === 'visitor')
  return useMemo(() => (isVisitor ? own.flatMap(wireOf) : (venue ?? [])), [isVisitor, own, venue])
}

/** As `useAlerts`, outside React. */
export function currentAlerts(): readonly WireAlert[] {
  const { venue, own } = useBook.getState()
  const isVisitor = useSession.getState().status === 'visitor'
  return isVisitor ? own.flatMap(wireOf) : (venue ?? [])
}

/** Tells an alert of this browser as the venue would; none on a grid that is not known yet. */
export function wireOf({ id, symbol, priceTicks, madeMs, hitMs }: PriceAlert): WireAlert[] {
  const instrument = instrumentOf(symbol)
  if (instrument === undefined) return []
  return [
    {
      alertId: id,
      alertLinkId: id,
      symbols: [symbol],
      figure: 'last',
      operator: 'crosses',
      value: formatLevel('last', priceTicks * instrument.tickSizeE8),
      coolDown: 0,
      expiresAtE3: 0,
      note: '',
      status: hitMs === undefined ? 'active' : 'fired',
      firedTimes: hitMs === undefined ? 0 : 1,
      lastFiredAtE3: hitMs ?? 0,
      createdAtE3: madeMs,
      updatedAtE3: hitMs ?? madeMs,
      updateNo: 1,
    },
  ]
}
