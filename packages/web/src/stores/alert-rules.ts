// Price alerts as values: which way a price must go to reach one, when it has, and how a list of
// them is read back from the browser.

import { isRecord } from '../platform/storage.ts'

/** A price a trader wants to hear of, on the last price of a symbol. */
export type PriceAlert = {
  readonly id: string
  readonly symbol: string
  readonly priceTicks: number
  /** The way the last price has to go from where it stood when the alert was set. */
  readonly way: 'rise' | 'fall'
  readonly madeMs: number
  /** When it was reached; absent while it waits. */
  readonly hitMs?: number
}

/** So many are kept; above that the oldest reached ones go first, then no more are taken. */
export const mostAlerts = 200

/** Returns the way from a last price to an alert's; a price that is there already has to rise. */
export const wayTo = (priceTicks: number, lastTicks: number): PriceAlert['way'] =>
  priceTicks < lastTicks ? 'fall' : 'rise'

/** Whether the last price has reached or passed the alert's. */
const isReached = ({ way, priceTicks }: PriceAlert, lastTicks: number): boolean =>
  way === 'rise' ? lastTicks >= priceTicks : lastTicks <= priceTicks

export const isWaitingAlert = ({ hitMs }: PriceAlert): boolean => hitMs === undefined

/** Returns the list with one more; undefined where there is no room for it. */
export function withAlert(
  alerts: readonly PriceAlert[],
  added: PriceAlert,
): readonly PriceAlert[] | undefined {
  if (alerts.length < mostAlerts) return [...alerts, added]
  const oldest = alerts.find((alert) => !isWaitingAlert(alert))
  return oldest && [...alerts.filter(({ id }) => id !== oldest.id), added]
}

/** Returns the alerts of a symbol that a last price reaches, and the list with these marked. */
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
 * Returns the prices in ticks that trades since the last look have touched, oldest first; `trades`
 * come newest first. At the first look, without a last one, nothing that was before counts.
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

/** Reads a remembered list; entries that are broken are left out. */
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
