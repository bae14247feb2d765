// The alerts of all traders: stored on disk, checked even without an open page, and reported once
// each (rules 13).

import {
  alertProblem,
  isAlertOver,
  mostAlerts,
  sideOfLevel,
  type AlertTerms,
} from '@basis/domain/alerts/alert'
import type { MarketFigure } from '@basis/domain/alerts/figures'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { symbolId, type AccountId } from '@basis/domain/numbers/brand'
import type { EventBatch } from '@basis/engine/events'
import { contentText } from '@basis/engine/field-order'
import {
  isOfStatistics,
  marketFigure,
  quoteUsdOf,
  type MarketFacts,
} from '@basis/protocol/alerts/figures'
import { encodeTicker, type WireTicker } from '@basis/protocol/market-data'
import type { Exchange } from '../exchange/exchange.ts'
import type { Clock } from '../exchange/ports.ts'
import { marketStatisticsOf } from '../read-model/market-statistics.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import { onceAllThere, onceThere, type Awaitable } from '../postgres/awaitable.ts'
import type {
  AlertElsewhere,
  AlertNow,
  AlertStore,
  AlertWriting,
  StoredAlert,
  StoredFiring,
} from './alert-store.ts'
import { AlertWatch, type Triggered } from './alert-watch.ts'

/** A change of one account's alerts. */
export type AlertChange = {
  readonly account: AccountId
  readonly alerts: readonly StoredAlert[]
  readonly removed: readonly number[]
  readonly firings: readonly StoredFiring[]
}

type AlertAmendment = {
  readonly terms: Partial<Pick<AlertTerms, 'operator' | 'level' | 'note'>> & {
    /** null removes it. */
    readonly coolDownSec?: number | null
    readonly expiresMs?: number | null
  }
  readonly state?: 'active' | 'paused'
}

export type Alerts = {
  /** A link id already used by the account returns that alert; other terms are refused. */
  readonly create: (
    account: AccountId,
    terms: AlertTerms,
    linkId: string,
  ) => Awaitable<StoredAlert | Problem>
  readonly amend: (
    account: AccountId,
    id: number,
    by: AlertAmendment,
  ) => Awaitable<StoredAlert | Problem>
  /** Returns the ids of those that existed. */
  readonly remove: (account: AccountId, ids: readonly number[]) => Awaitable<readonly number[]>
  /** Oldest first. */
  readonly of: (account: AccountId) => readonly StoredAlert[]
  readonly firings: AlertStore['firings']
  /** Called with every change once it is durable; returns a function to unsubscribe. */
  readonly subscribe: (listener: (change: AlertChange) => void) => () => void
  readonly stop: () => Awaitable<void>
}

export type AlertSources = {
  readonly exchange: Exchange
  readonly readModel: ReadModel
  readonly clock: Clock
}

const checkEveryMs = 1000
/** Sides are saved every this many checks; a firing is written at once. */
const saveEveryChecks = 10

export const isProblem = (made: StoredAlert | Problem): made is Problem => 'name' in made

/** Starts checking the alerts of a store. `onFailure` is called with errors of checks. */
export function openAlerts(
  store: AlertStore,
  sources: AlertSources,
  onFailure: (error: unknown) => void,
): Alerts {
  const controller = new AlertController(store, sources, onFailure)
  let checks = 0
  let isChecking = false
  const check = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    try {
      await controller.checkAll()
      checks += 1
      if (checks % saveEveryChecks === 0) await controller.save()
    } catch (error) {
      onFailure(error)
    } finally {
      isChecking = false
    }
  }
  const timer = setInterval(() => void check(), checkEveryMs)
  timer.unref()
  const unsubscribe = sources.exchange.subscribe((batch) => controller.onBatch(batch))
  return {
    create: (...asked) => controller.create(...asked),
    amend: (...asked) => controller.amend(...asked),
    remove: (...asked) => controller.remove(...asked),
    of: (account) => controller.of(account),
    firings: store.firings,
    subscribe: (listener) => {
      controller.listeners.add(listener)
      return () => controller.listeners.delete(listener)
    },
    stop: () => {
      clearInterval(timer)
      unsubscribe()
      return controller.close()
    },
  }
}

type Market = { readonly figure: MarketFigure; readonly symbol: string }
/** Why an alert ends without having fired. */
type AlertEnd = 'expired' | 'delivered'
type Seen = Market & { readonly value: number }

class AlertController {
  readonly listeners = new Set<(change: AlertChange) => void>()
  readonly #store: AlertStore
  readonly #sources: AlertSources
  readonly #onFailure: (error: unknown) => void
  readonly #watch = new AlertWatch()
  /** The store's content, as far as known to this process. */
  readonly #byAccount = new Map<AccountId, Map<number, StoredAlert>>()
  /** Prices of the commands of this turn of the event loop, in order. */
  #heard: Seen[] = []
  /** Whether a contract has been delivered since alerts were last checked for their ends. */
  #mayBeDelivered = false
  #isClosed = false

  constructor(store: AlertStore, sources: AlertSources, onFailure: (error: unknown) => void) {
    this.#store = store
    this.#sources = sources
    this.#onFailure = onFailure
    this.#watch.restore(store.sides())
    for (const alert of store.alerts()) this.#keep(alert)
    store.onChangedElsewhere((change) => this.#onElsewhere(change))
  }

  create(account: AccountId, terms: AlertTerms, linkId: string): Awaitable<StoredAlert | Problem> {
    const own = this.of(account)
    const known = own.find((alert) => linkId !== '' && alert.linkId === linkId)
    if (known !== undefined) return sameOr(known, terms)
    const nowMs = this.#sources.clock.nowMs()
    const wrong = alertProblem(this.#instruments(terms.symbols), terms, nowMs)
    if (wrong !== undefined) return wrong
    const oldest = own.find(({ state }) => isAlertOver(state))
    const isFull = own.length >= mostAlerts
    if (isFull && oldest === undefined) {
      return problem('tooManyAlerts', 'alert', { max: `${mostAlerts}` })
    }
    const times = { createdMs: nowMs, updatedMs: nowMs, updateNo: 1 }
    const state = 'active'
    const fresh = { account, linkId, terms, state, fired: 0, lastFiredMs: 0, ...times } as const
    const insert = (): Awaitable<StoredAlert | Problem> =>
      onceThere<AlertNow, StoredAlert | Problem>(this.#store.insert(fresh), (now) => {
        // Another process may have created it a moment ago.
        if (!now.isWritten) return sameOr(now.alert, terms)
        this.#keep(now.alert)
        this.#notify({ account, alerts: [now.alert], removed: [], firings: [] })
        return this.#checked(now.alert)
      })
    if (!isFull || oldest === undefined) return insert()
    return onceThere(this.remove(account, [oldest.id]), insert)
  }

  amend(account: AccountId, id: number, by: AlertAmendment): Awaitable<StoredAlert | Problem> {
    const unknown = problem('alertNotFound', 'alertId')
    if (this.#byAccount.get(account)?.get(id) === undefined) return unknown
    const nowMs = this.#sources.clock.nowMs()
    let wrong = unknown
    const decide = (before: StoredAlert): AlertWriting | undefined => {
      const made = this.#amended(before, by, nowMs)
      if (!('name' in made)) return made
      wrong = made
      return undefined
    }
    return onceThere<AlertNow | undefined, StoredAlert | Problem>(
      this.#store.change(id, decide),
      (now) => {
        this.#take(account, id, now)
        return now?.isWritten === true ? this.#checked(now.alert) : wrong
      },
    )
  }

  #amended(before: StoredAlert, by: AlertAmendment, nowMs: number): AlertWriting | Problem {
    const terms = amendedTerms(before.terms, by.terms)
    const isOver = isAlertOver(before.state)
    // An alert that expired would expire again immediately.
    const { expiresMs, ...lasting } = terms
    const isPast = isOver && by.terms.expiresMs === undefined && (expiresMs ?? nowMs + 1) <= nowMs
    const next = isPast ? lasting : terms
    const wrong = alertProblem(this.#instruments(next.symbols), next, nowMs)
    if (wrong !== undefined) return wrong
    const state = by.state ?? (isOver ? 'active' : before.state)
    const alert = { ...changed(before, nowMs), terms: next, state }
    return { alert, forget: isAnew(before, alert) }
  }

  remove(account: AccountId, ids: readonly number[]): Awaitable<readonly number[]> {
    const asked = [...new Set(ids)].filter(Number.isSafeInteger)
    if (asked.length === 0) return []
    return onceThere(this.#store.remove(account, asked), (removed) => {
      for (const id of removed) this.#drop(account, id)
      if (removed.length > 0) this.#notify({ account, alerts: [], removed, firings: [] })
      return removed
    })
  }

  of(account: AccountId): readonly StoredAlert[] {
    const own = [...(this.#byAccount.get(account)?.values() ?? [])]
    return own.toSorted((one, other) => one.id - other.id)
  }

  /** Collects the prices in a batch that alerts watch; they are checked after it. */
  onBatch({ events }: EventBatch): void {
    const before = this.#heard.length
    for (const event of events) {
      if (event.kind === 'Delivered') this.#mayBeDelivered = true
      else if (event.kind === 'Traded') this.#onPrice('last', event.symbol, event.priceTicks)
      else if (event.kind === 'PricesChanged') {
        this.#onPrice('mark', event.symbol, event.markE8)
        this.#onPrice('index', event.symbol, event.indexE8)
      }
    }
    if (before > 0 || this.#heard.length === 0) return
    // Writing to the disk must not delay a command's answer.
    setImmediate(() => {
      const heard = this.#heard
      this.#heard = []
      for (const seen of heard) void this.#check(seen)
    })
  }

  #onPrice(figure: 'last' | 'mark' | 'index', symbol: string, price: number): void {
    if (!this.#watch.isWatched(figure, symbol) || price <= 0) return
    const tickSizeE8 = this.#instruments([symbol])[0]?.tickSizeE8 ?? 0
    this.#heard.push({ figure, symbol, value: figure === 'last' ? price * tickSizeE8 : price })
  }

  /** Checks all watched figures and ends expired alerts. */
  async checkAll(): Promise<void> {
    const nowMs = this.#sources.clock.nowMs()
    await this.#endOver(nowMs)
    const watched = this.#watch.watched()
    for (const market of watched.filter(({ figure }) => !isOfStatistics(figure))) {
      void this.#checkNow(market)
    }
    const statistical = watched.filter(({ figure }) => isOfStatistics(figure))
    if (statistical.length === 0) return
    const symbols = [...new Set(statistical.map(({ symbol }) => symbol))].map(symbolId)
    const all = await marketStatisticsOf(this.#sources.readModel, symbols, nowMs)
    const statisticsOf = new Map(all.map((each) => [String(each.symbol), each]))
    for (const market of statistical) {
      void this.#checkFigures(market, {
        statistics: statisticsOf.get(market.symbol),
        ticker: undefined,
      })
    }
  }

  /** Saves the sides of the alerts at their last check. */
  save(): Awaitable<void> {
    const sides = this.#watch.changed()
    if (sides.length === 0 || this.#isClosed) return
    return onceThere(this.#store.saveSides(sides), () => this.#watch.saved(sides))
  }

  close(): Awaitable<void> {
    const saved = this.save()
    this.#isClosed = true
    if (!(saved instanceof Promise)) return this.#store.close()
    return saved.catch(this.#onFailure).then(() => this.#store.close())
  }

  /** A price is checked as soon as an alert watches it, so that no move is missed. */
  #checked(alert: StoredAlert): Awaitable<StoredAlert> {
    const { figure, symbols } = alert.terms
    if (alert.state !== 'active' || isOfStatistics(figure)) return alert
    const checks = symbols.map((symbol) => this.#checkNow({ figure, symbol }))
    return onceAllThere(checks, () => this.#byAccount.get(alert.account)?.get(alert.id) ?? alert)
  }

  #checkNow(market: Market): Awaitable<void> {
    const ticker = this.#tickerOf(market.symbol)
    if (ticker === undefined) return
    return this.#checkFigures(market, { ticker, statistics: undefined })
  }

  #tickerOf(symbol: string): WireTicker | undefined {
    const { exchange, readModel } = this.#sources
    const view = exchange.views.symbol(symbolId(symbol))
    return view && encodeTicker(view, readModel.ticker(view.instrument.symbol))
  }

  #checkFigures(market: Market, facts: Omit<MarketFacts, 'kind'>): Awaitable<void> {
    const [instrument] = this.#instruments([market.symbol])
    if (instrument === undefined) return
    const priceOf = (symbol: string): number => Number(this.#tickerOf(symbol)?.lastPrice ?? 0)
    const quoteUsd = market.figure === 'turnover' ? quoteUsdOf(instrument, priceOf) : 1
    const value = marketFigure(market.figure, { kind: instrument.kind, quoteUsd, ...facts })
    if (value !== undefined) return this.#check({ ...market, value })
  }

  #check({ figure, symbol, value }: Seen): Awaitable<void> {
    if (this.#isClosed) return
    const nowMs = this.#sources.clock.nowMs()
    const failed = (triggered: Triggered, error: unknown): void => {
      // What could not be stored was not reported: the next check tries again.
      this.#watch.takeBack(triggered)
      this.#onFailure(error)
    }
    const fired = this.#watch.check({ figure, symbol }, value, nowMs).map((triggered) => {
      try {
        const firing = this.#fire(triggered, nowMs)
        return firing instanceof Promise
          ? firing.catch((error: unknown) => failed(triggered, error))
          : firing
      } catch (error) {
        failed(triggered, error)
      }
    })
    return onceAllThere(fired, () => undefined)
  }

  #fire({ alert: { id, account, terms }, value, side }: Triggered, nowMs: number): Awaitable<void> {
    // It may have fired for another market a moment ago.
    if (this.#byAccount.get(account)?.get(id)?.state !== 'active') return
    const decide = (before: StoredAlert, firedMs: number): AlertWriting | undefined => {
      const { figure, operator, level, note, coolDownSec } = before.terms
      // Another process may have fired it a moment ago, or changed its level.
      if (before.state !== 'active' || level !== terms.level) return undefined
      if (operator !== terms.operator || nowMs < firedMs + (coolDownSec ?? 0) * 1000) {
        return undefined
      }
      const state = coolDownSec === undefined ? ('fired' as const) : before.state
      const fired = before.fired + 1
      const alert = { ...changed(before, nowMs), state, fired, lastFiredMs: nowMs }
      const condition = { figure, operator, level, note, value, symbol: side.symbol }
      const firing = { account, alertId: id, timeMs: nowMs, ...condition }
      return { alert, firedFor: { firing, side } }
    }
    return onceThere(this.#store.change(id, decide, side.symbol), (now) =>
      this.#take(account, id, now),
    )
  }

  /** Tries those again at the next check that could not be stored; they keep no others waiting. */
  async #endOver(nowMs: number): Promise<void> {
    const errors: unknown[] = []
    const end = async (alert: StoredAlert, state: AlertEnd): Promise<void> => {
      try {
        await this.#end(alert, state, nowMs)
      } catch (error) {
        errors.push(error)
        if (state === 'delivered') this.#mayBeDelivered = true
      }
    }
    for (const alert of this.#watch.expired(nowMs)) await end(alert, 'expired')
    if (this.#mayBeDelivered) {
      this.#mayBeDelivered = false
      const kept = [...this.#byAccount.values()].flatMap((own) => [...own.values()])
      for (const alert of kept) if (this.#isDelivered(alert)) await end(alert, 'delivered')
    }
    // One is enough: while the store is away, all fail alike.
    if (errors.length > 0) this.#onFailure(errors[0])
  }

  #end({ id, account }: StoredAlert, state: AlertEnd, nowMs: number): Awaitable<void> {
    const isDue = (before: StoredAlert): boolean =>
      state === 'delivered'
        ? this.#isDelivered(before)
        : before.state === 'active' && (before.terms.expiresMs ?? Infinity) <= nowMs
    const decide = (before: StoredAlert): AlertWriting | undefined =>
      isDue(before) ? { alert: { ...changed(before, nowMs), state }, forget: true } : undefined
    return onceThere(this.#store.change(id, decide), (now) => this.#take(account, id, now))
  }

  /** Whether no contract of an alert will have a price again; of a paused one too. */
  #isDelivered({ state, terms: { symbols } }: StoredAlert): boolean {
    if (isAlertOver(state)) return false
    const nowMs = this.#sources.exchange.lastTimeMs()
    const over = this.#instruments(symbols).filter(
      ({ status, deliveryMs = Infinity }) => status === 'Closed' && deliveryMs <= nowMs,
    )
    return over.length > 0 && over.length === symbols.length
  }

  /** Adopts an alert's stored state and reports what this call has written. */
  #take(account: AccountId, id: number, now: AlertNow | undefined): void {
    if (now === undefined) {
      this.#drop(account, id)
      return
    }
    const { alert, isWritten, firing } = now
    this.#adopt(alert)
    if (!isWritten) return
    const firings = firing === undefined ? [] : [firing]
    this.#notify({ account, alerts: [alert], removed: [], firings })
  }

  /** Adopts another process's change and reports it to this process's clients. */
  #onElsewhere({ account, id, alert, firing }: AlertElsewhere): void {
    if (alert === undefined) {
      this.#drop(account, id)
      this.#notify({ account, alerts: [], removed: [id], firings: [] })
      return
    }
    this.#adopt(alert)
    if (firing !== undefined) {
      // The cool-down applies here too; this process may see the price that fired it only later.
      const { symbol, value, level, timeMs } = firing
      const side = sideOfLevel(value, level)
      this.#watch.restore([{ alertId: id, symbol, side, firedMs: timeMs }])
    }
    const firings = firing === undefined ? [] : [firing]
    this.#notify({ account, alerts: [alert], removed: [], firings })
    // Checks the current side here too, in case the other process stops.
    void this.#checked(alert)
  }

  #adopt(alert: StoredAlert): void {
    const before = this.#byAccount.get(alert.account)?.get(alert.id)
    // Notices of others may arrive after later changes of this process.
    if (before !== undefined && before.updateNo >= alert.updateNo) return
    if (before !== undefined && isAnew(before, alert)) this.#watch.forget(alert)
    this.#keep(alert)
  }

  #drop(account: AccountId, id: number): void {
    const own = this.#byAccount.get(account)
    const alert = own?.get(id)
    if (alert === undefined) return
    this.#watch.remove(id)
    this.#watch.forget(alert)
    own?.delete(id)
  }

  #keep(alert: StoredAlert): void {
    const own = this.#byAccount.get(alert.account) ?? new Map<number, StoredAlert>()
    this.#byAccount.set(alert.account, own.set(alert.id, alert))
    this.#mayBeDelivered ||= this.#isDelivered(alert)
    if (alert.state === 'active') this.#watch.add(alert)
    else this.#watch.remove(alert.id)
  }

  #instruments(symbols: readonly string[]): readonly Instrument[] {
    const { views } = this.#sources.exchange
    return symbols.flatMap((symbol) => views.instrument(symbolId(symbol)) ?? [])
  }

  #notify(change: AlertChange): void {
    for (const listener of this.listeners) listener(change)
  }
}

/** The alert itself if its terms are the same; else the link id is a duplicate. */
const sameOr = (known: StoredAlert, terms: AlertTerms): StoredAlert | Problem =>
  contentText(known.terms) === contentText(terms)
    ? known
    : problem('orderLinkIdDuplicate', 'alertLinkId')

/** Whether the next check is the first, as the alert was over, paused or has another condition. */
const isAnew = (before: StoredAlert, next: StoredAlert): boolean =>
  isAlertOver(before.state) ||
  next.terms.level !== before.terms.level ||
  next.terms.operator !== before.terms.operator ||
  (next.state === 'active' && before.state === 'paused')

const changed = (alert: StoredAlert, nowMs: number): StoredAlert => ({
  ...alert,
  updatedMs: nowMs,
  updateNo: alert.updateNo + 1,
})

/** Returns the amended terms; null removes a term, an absent one stays. */
function amendedTerms(before: AlertTerms, by: AlertAmendment['terms']): AlertTerms {
  const { coolDownSec = before.coolDownSec ?? null, expiresMs = before.expiresMs ?? null } = by
  const { symbols, figure } = before
  return {
    symbols,
    figure,
    operator: by.operator ?? before.operator,
    level: by.level ?? before.level,
    note: by.note ?? before.note,
    ...(coolDownSec === null ? {} : { coolDownSec }),
    ...(expiresMs === null ? {} : { expiresMs }),
  }
}
