// The trader's price alerts: kept in the browser for each trader apart, the same in all its tabs.

import { create } from 'zustand'
import { stored, type TextStorage } from '../platform/storage.ts'
import {
  decodeAlerts,
  isWaitingAlert,
  type PriceAlert,
  reachedAt,
  wayTo,
  withAlert,
} from './alert-rules.ts'

export type { PriceAlert } from './alert-rules.ts'

const recordOf = (owner: string, storage?: TextStorage) =>
  stored<readonly PriceAlert[]>({
    key: `basis.alerts.${owner}`,
    version: 1,
    fallback: [],
    decode: decodeAlerts,
    storage,
  })

type Book = { readonly owner: string | undefined; readonly alerts: readonly PriceAlert[] }

const useBook = create<Book>()(() => ({ owner: undefined, alerts: [] }))

/** Takes up the alerts of a trader; returns how to stop following the other tabs. */
export function openAlerts(owner: string): () => void {
  const record = recordOf(owner)
  const take = (alerts: readonly PriceAlert[]): void => useBook.setState({ owner, alerts })
  take(record.read())
  return record.follow(take)
}

function put(alerts: readonly PriceAlert[]): void {
  useBook.setState({ alerts })
  const { owner } = useBook.getState()
  if (owner !== undefined) recordOf(owner).write(alerts)
}

/** Sets an alert at a price in ticks; false when there are too many or nobody's list is open. */
export function addAlert(wish: {
  readonly symbol: string
  readonly priceTicks: number
  readonly lastTicks: number
}): boolean {
  const { owner, alerts } = useBook.getState()
  const { symbol, priceTicks, lastTicks } = wish
  if (owner === undefined) return false
  const made = {
    id: crypto.randomUUID(),
    symbol,
    priceTicks,
    way: wayTo(priceTicks, lastTicks),
    madeMs: Date.now(),
  }
  const next = withAlert(alerts, made)
  if (next !== undefined) put(next)
  return next !== undefined
}

/** Moves an alert to another price; false when it is no longer there. */
export function moveAlert(id: string, priceTicks: number, lastTicks: number): boolean {
  const { alerts } = useBook.getState()
  if (!alerts.some((alert) => alert.id === id && isWaitingAlert(alert))) return false
  const way = wayTo(priceTicks, lastTicks)
  put(alerts.map((alert) => (alert.id === id ? { ...alert, priceTicks, way } : alert)))
  return true
}

export function removeAlert(id: string): void {
  put(useBook.getState().alerts.filter((alert) => alert.id !== id))
}

/** Forgets the alerts that were reached. */
export function clearReachedAlerts(): void {
  put(useBook.getState().alerts.filter(isWaitingAlert))
}

/** Takes a last price in ticks; returns the alerts it reaches, each once. */
export function applyLastPrice(symbol: string, lastTicks: number): readonly PriceAlert[] {
  const now = { symbol, lastTicks, timeMs: Date.now() }
  const { reached, alerts } = reachedAt(useBook.getState().alerts, now)
  if (reached.length > 0) put(alerts)
  return reached
}

/** Returns all alerts of the trader, oldest first. */
export const useAlerts = (): readonly PriceAlert[] => useBook(({ alerts }) => alerts)
