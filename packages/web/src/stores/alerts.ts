// The trader's alerts: those of the venue, folded from pushes and receipts, and those of a visitor,
// stored in the browser.

import { useMemo } from 'react'
import { create } from 'zustand'
import { formatLevel } from '@basis/domain/alerts/figures'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WireAlert, WireAlertMessage, WireFiring } from '@basis/protocol/alerts/alert'
import { useSession } from '../client/session.ts'
import { stored, type TextStorage } from '../platform/storage.ts'
import { instrumentOf, useListings } from './catalogue.ts'
import { decodeAlerts, type PriceAlert } from './alert-rules.ts'

/** The owner name under which a visitor's alerts are stored. */
export const visitor = 'visitor'

/**
 * The alerts stored in the browser for an owner; a trader's are from before the venue stored
 * alerts.
 */
export const keptAlerts = (owner: string, storage?: TextStorage) =>
  stored<readonly PriceAlert[]>({
    key: `basis.alerts.${owner}`,
    version: 1,
    fallback: [],
    decode: decodeAlerts,
    storage,
  })

type Book = {
  /** The venue's alerts, oldest first; undefined until they are known. */
  readonly venue: readonly WireAlert[] | undefined
  readonly own: readonly PriceAlert[]
}

const useBook = create<Book>()(() => ({ venue: undefined, own: [] }))

/** Loads a visitor's alerts and follows the other tabs; returns a function that stops following. */
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

/** Listens to alerts that fire while the page is open; returns the unsubscribe. */
export function onFirings(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Removed alerts: an answer that comes after the removal must not list its alert again. */
const removedIds = new Set<string>()

function rememberRemoved(alertIds: readonly string[]): void {
  for (const alertId of alertIds) removedIds.add(alertId)
}

/** Applies a message of the topic: a snapshot has every alert, a delta the changed ones. */
export function applyAlerts(update: WireAlertMessage, isSnapshot: boolean): void {
  rememberRemoved(update.removed)
  const before = isSnapshot ? [] : (useBook.getState().venue ?? [])
  const left = before.filter(({ alertId }) => !update.removed.includes(alertId))
  useBook.setState({ venue: update.list.reduce(withAlert, left) })
  if (isSnapshot || update.firings.length === 0) return
  for (const listener of listeners) listener(update.firings)
}

/** Applies the alert of an answer, unless a newer state or its removal is known. */
export function applyAlertReceipt(alert: WireAlert): void {
  if (removedIds.has(alert.alertId)) return
  useBook.setState(({ venue = [] }) => ({ venue: withAlert(venue, alert) }))
}

/** Removes alerts that the venue has removed. */
export function applyAlertsRemoved(alertIds: readonly string[]): void {
  rememberRemoved(alertIds)
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

/** Clears the venue's alerts after a sign-out. */
export function clearAlerts(): void {
  removedIds.clear()
  useBook.setState({ venue: undefined })
}

/** Returns all alerts of the trader or visitor, oldest first. */
export function useAlerts(): readonly WireAlert[] {
  const { venue, own } = useBook()
  const isVisitor = useSession(({ status }) => status === 'visitor')
  // An alert in an instrument that is listed later is there as soon as it is.
  const listings = useListings()
  return useMemo(() => {
    const listed = (symbol: string) => listings.get(symbol)?.instrument
    return isVisitor ? own.flatMap((alert) => wireOf(alert, listed)) : (venue ?? [])
  }, [isVisitor, own, venue, listings])
}

/** As `useAlerts`, outside React. */
export function currentAlerts(): readonly WireAlert[] {
  const { venue, own } = useBook.getState()
  const isVisitor = useSession.getState().status === 'visitor'
  return isVisitor ? own.flatMap((alert) => wireOf(alert)) : (venue ?? [])
}

/** Converts a browser's alert to the venue's form; empty if the instrument is not known yet. */
export function wireOf(
  { id, symbol, priceTicks, madeMs, hitMs }: PriceAlert,
  listed: (symbol: string) => Instrument | undefined = instrumentOf,
): WireAlert[] {
  const instrument = listed(symbol)
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
