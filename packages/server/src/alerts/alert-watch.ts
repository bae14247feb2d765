// The active alerts by figure and market: which of them a new value triggers, and each one's side
// at its last check (rules 13.2). Has no I/O.

import { isTriggered, sideOfLevel } from '@basis/domain/alerts/alert'
import type { MarketFigure } from '@basis/domain/alerts/figures'
import type { AlertSide, StoredAlert, StoredSide } from './alert-store.ts'
import { MarketLevels } from './market-levels.ts'

/** A market whose figure triggers an alert, and the alert's side there afterwards. */
export type Triggered = {
  readonly alert: StoredAlert
  readonly value: number
  readonly side: StoredSide
  /** Its side at the check before. */
  readonly before: AlertSide | undefined
}

export class AlertWatch {
  readonly #byMarket = new Map<string, MarketLevels>()
  readonly #alerts = new Map<number, StoredAlert>()
  readonly #sides = new Map<string, AlertSide>()
  /** Sides that differ from those last saved. */
  readonly #changed = new Map<string, StoredSide>()

  /** Watches an alert, in place of its earlier version. */
  add(alert: StoredAlert): void {
    this.remove(alert.id)
    this.#alerts.set(alert.id, alert)
    for (const symbol of alert.terms.symbols) {
      const key = marketKey(alert.terms.figure, symbol)
      const levels = this.#byMarket.get(key) ?? new MarketLevels()
      levels.add(alert.terms.level, alert.id)
      this.#byMarket.set(key, levels)
    }
  }

  remove(id: number): void {
    const alert = this.#alerts.get(id)
    if (alert === undefined) return
    this.#alerts.delete(id)
    for (const symbol of alert.terms.symbols) {
      const key = marketKey(alert.terms.figure, symbol)
      const levels = this.#byMarket.get(key)
      levels?.remove(alert.terms.level, id)
      if (levels?.size === 0) this.#byMarket.delete(key)
    }
  }

  /** Forgets an alert's sides: its next check counts as the first. */
  forget({ id, terms }: StoredAlert): void {
    for (const symbol of terms.symbols) {
      this.#sides.delete(sideKey(id, symbol))
      this.#changed.delete(sideKey(id, symbol))
    }
  }

  /** Restores the sides from before a restart. */
  restore(sides: readonly StoredSide[]): void {
    for (const { alertId, symbol, ...side } of sides) {
      this.#sides.set(sideKey(alertId, symbol), side)
    }
  }

  isWatched(figure: MarketFigure, symbol: string): boolean {
    return this.#byMarket.has(marketKey(figure, symbol))
  }

  /** The watched figures and their markets. */
  watched(): readonly { readonly figure: MarketFigure; readonly symbol: string }[] {
    return [...this.#byMarket.keys()].map((key) => {
      const at = key.indexOf(' ')
      return { figure: key.slice(0, at) as MarketFigure, symbol: key.slice(at + 1) }
    })
  }

  /** The alerts past their expiry. */
  expired(nowMs: number): readonly StoredAlert[] {
    return [...this.#alerts.values()].filter(
      ({ terms }) => terms.expiresMs !== undefined && terms.expiresMs <= nowMs,
    )
  }

  /** Checks a figure of a market; returns the alerts that it triggers, oldest first. */
  check(
    market: { figure: MarketFigure; symbol: string },
    value: number,
    nowMs: number,
  ): Triggered[] {
    const { figure, symbol } = market
    const levels = this.#byMarket.get(marketKey(figure, symbol))
    if (levels === undefined) return []
    return levels.reached(value).flatMap((id) => {
      const alert = this.#alerts.get(id)
      return alert === undefined ? [] : this.#checkAlert(alert, { symbol, value, nowMs })
    })
  }

  #checkAlert(
    alert: StoredAlert,
    { symbol, value, nowMs }: { symbol: string; value: number; nowMs: number },
  ): Triggered[] {
    const { operator, level, coolDownSec = 0, expiresMs = Infinity } = alert.terms
    const key = sideKey(alert.id, symbol)
    const before = this.#sides.get(key)
    const side = sideOfLevel(value, level)
    const rests = before !== undefined && nowMs < before.firedMs + coolDownSec * 1000
    // With several markets, a condition that already holds at the first check does not trigger.
    const known = alert.terms.symbols.length > 1 ? side : undefined
    const isNews = isTriggered(operator, before?.side ?? known, side)
    const fires = isNews && !rests && nowMs < expiresMs
    const firedMs = fires ? nowMs : (before?.firedMs ?? 0)
    if (!fires && before?.side === side) return []
    const stored = { alertId: alert.id, symbol, side, firedMs }
    this.#sides.set(key, { side, firedMs })
    this.#changed.set(key, stored)
    return fires ? [{ alert, value, side: stored, before }] : []
  }

  /** Reverts a check that could not be stored, so that the next one triggers the alert again. */
  takeBack({ alert, side: { alertId, symbol }, before }: Triggered): void {
    const key = sideKey(alertId, symbol)
    this.#byMarket.get(marketKey(alert.terms.figure, symbol))?.checkAgain(alertId)
    this.#changed.delete(key)
    if (before === undefined) this.#sides.delete(key)
    else this.#sides.set(key, before)
  }

  /** Returns the sides that have changed since they were last saved. */
  changed(): readonly StoredSide[] {
    return [...this.#changed.values()]
  }

  /** Marks sides as saved; those changed in the meantime remain to be saved. */
  saved(sides: readonly StoredSide[]): void {
    for (const stored of sides) {
      const key = sideKey(stored.alertId, stored.symbol)
      if (this.#changed.get(key) === stored) this.#changed.delete(key)
    }
  }
}

const marketKey = (figure: MarketFigure, symbol: string): string => `${figure} ${symbol}`
const sideKey = (id: number, symbol: string): string => `${id} ${symbol}`
