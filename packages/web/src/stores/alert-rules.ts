// Price alerts as values: the direction of each, when it is reached, and how a stored list is read.

import { isRecord } from '../platform/storage.ts'

/** A price alert on the last price of a symbol. */
export type PriceAlert = {
  readonly id: string
  readonly symbol: string
  readonly priceTicks: number
  /** The direction from the last price when the alert was set to the alert's price. */
  readonly way: 'rise' | 'fall'
  readonly madeMs: number
  /** When it was reached; absent while it is active. */
  readonly hitMs?: number
}

/**
 * The most alerts kept; above it the oldest reached ones are dropped, then no more are accepted.
 */
export const mostAlerts = 200

/** Returns the direction from a last price to an alert's; `rise` if they are equal. */
export const wayTo = (priceTicks: number, lastTicks: number): PriceAlert['way'] =>
  priceTicks < lastTicks ? 'fall' : 'rise'

/** Whether the last price has reached or passed the alert's. */
const isReached = ({ way, priceTicks }: PriceAlert, lastTicks: number): boolean =>
  way === 'rise' ? lastTicks >= priceTicks : lastTicks <= priceTicks

export const isWaitingAlert = ({ hitMs }: PriceAlert): boolean => hitMs === undefined

/** Returns the list with one more alert; undefined if it is full. */
export function withAlert(
  alerts: readonly PriceAlert[],
  added: PriceAlert,
): readonly PriceAlert[] | undefined {
  if (alerts.length < mostAlerts) return [...alerts, added]
  const oldest = alerts.find((alert) => !isWaitingAlert(alert))
  return oldest && [...alerts.filter(({ id }) => id !== oldest.id), added]
}

/**
 * Returns the alerts of a symbol that a last price reaches, and the list with these marked as
 * reached.
 */
export function reachedAt(
  alerts: readonly PriceAlert[],
  now: { readonly symbol: string; readonly lastTicks: number; readonly timeMs: number },
): { readonly reached: readonly PriceAlert[]; readonly alerts: readonly PriceAlert[] } {
  const isHit = (alert: PriceAlert): boolean =>
    alert.symbol === now.symbol && isWaitingAlert(alert) && isReached(alert, now.lastTicks)
  const reached = alerts.filter(isHit)
  if (reached.length === 0) return { reached, alerts }
  const marked = alerts.map((alert) => (isHit(alert) ? { ...alert, hitMs: now.timeMs } : alert))
  return { reached, alerts: marked }
}

/**
 * Returns the prices in ticks of the trades after `lastId`, oldest first; `trades` come newest
 * first. Without a `lastId`, at the first call, earlier trades do not count.
 */
export function freshPrices(
  trades: readonly { readonly id: string; readonly ticks: number }[],
  lastId: string | undefined,
): readonly number[] {
  if (lastId === undefined) return []
  const known = trades.findIndex(({ id }) => id === lastId)
  return trades
    .slice(0, known === -1 ? trades.length : known)
    .map(({ ticks }) => ticks)
    .toReversed()
}

/** Decodes a stored list; invalid entries are left out. */
export function decodeAlerts(json: unknown): readonly PriceAlert[] | undefined {
  return Array.isArray(json) ? json.filter(isAlert).slice(-mostAlerts) : undefined
}

function isAlert(json: unknown): json is PriceAlert {
  if (!isRecord(json)) return false
  const { id, symbol, priceTicks, way, madeMs, hitMs } = json as Partial<PriceAlert>
  return (
    typeof id === 'string' &&
    typeof symbol === 'string' &&
    Number.isSafeInteger(priceTicks) &&
    (priceTicks ?? 0) > 0 &&
    (way === 'rise' || way === 'fall') &&
    typeof madeMs === 'number' &&
    (hitMs === undefined || typeof hitMs === 'number')
  )
}
