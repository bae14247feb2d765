// The alerts of all traders: kept on disk, looked at while every page is closed, told once each
// (rules 13).

import {
  alertProblem,
  isAlertOver,
  mostAlerts,
  type AlertTerms,
  type MarketFigure,
} from '@basis/domain/alerts/alert'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { symbolId, type AccountId } from '@basis/domain/numbers/brand'
import type { EventBatch } from '@basis/engine/events'
import { contentText } from '@basis/engine/field-order'
import { isOfStatistics, marketFigure, type MarketFacts } from '@basis/protocol/alerts/figures'
import { encodeTicker } from '@basis/protocol/market-data'
import type { Exchange } from '../exchange/exchange.ts'
import type { Clock } from '../exchange/ports.ts'
import { allMarketStatistics } from '../read-model/market-statistics.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import {
  openAlertStore,
  type AlertStore,
  type StoredAlert,
  type StoredFiring,
} from './alert-store.ts'
import { AlertWatch, type Triggered } from './alert-watch.ts'

/** What happened to alerts of one account. */
export type AlertChange = {
  readonly account: AccountId
  readonly alerts: readonly StoredAlert[]
  readonly removed: readonly number[]
  readonly firings: readonly StoredFiring[]
}

type AlertAmendment = {
  readonly terms: Partial<Pick<AlertTerms, 'operator' | 'level' | 'note'>> & {
    /** null takes it away. */
    readonly coolDownSec?: number | null
    readonly expiresMs?: number | null
  }
  readonly state?: 'active' | 'paused'
}

export type Alerts = {
  /** A link id that the account has used returns that alert; for other terms it is refused. */
  readonly create: (account: AccountId, terms: AlertTerms, linkId: string) => StoredAlert | Problem
  readonly amend: (account: AccountId, id: number, by: AlertAmendment) => StoredAlert | Problem
  /** Returns the numbers of those that were there. */
  readonly remove: (account: AccountId, ids: readonly number[]) => readonly number[]
  /** Oldest first. */
  readonly of: (account: AccountId) => readonly StoredAlert[]
  readonly firings: AlertStore['firings']
  /** Tells of every change after it is durable; returns how to stop. */
  readonly subscribe: (listener: (change: AlertChange) => void) => () => void
  readonly stop: () => void
}

export type AlertSources = {
  readonly exchange: Exchange
  readonly readModel: ReadModel
  readonly clock: Clock
}

const lookEveryMs = 1000
/** Sides that a figure stood on are written this often; a firing is written at once. */
const saveEveryLooks = 10

export const isProblem = (made: StoredAlert | Problem): made is Problem => 'name' in made

/** Opens the alerts of a data folder and begins to look. `onFailure` hears of looks that failed. */
export function openAlerts(
  folder: string,
  sources: AlertSources,
  onFailure: (error: unknown) => void,
): Alerts {
  const controller = new AlertController(openAlertStore(folder), sources)
  let looks = 0
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    try {
      await controller.lookAtAll()
      looks += 1
      if (looks % saveEveryLooks === 0) controller.save()
    } catch (error) {
      onFailure(error)
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  const unsubscribe = sources.exchange.subscribe((batch) => controller.onBatch(batch, onFailure))
  return {
    create: (...asked) => controller.create(...asked),
    amend: (...asked) => controller.amend(...asked),
    remove: (...asked) => controller.remove(...asked),
    of: (account) => controller.of(account),
    firings: controller.store.firings,
    subscribe: (listener) => {
      controller.listeners.add(listener)
      return () => controller.listeners.delete(listener)
    },
    stop: () => {
      clearInterval(timer)
      unsubscribe()
      controller.close()
    },
  }
}

type Market = { readonly figure: MarketFigure; readonly symbol: string }
type Seen = Market & { readonly value: number }

class AlertController {
  readonly store: AlertStore
  readonly listeners = new Set<(change: AlertChange) => void>()
  readonly #sources: AlertSources
  readonly #watch = new AlertWatch()
  readonly #byAccount = new Map<AccountId, Map<number, StoredAlert>>()
  /** Prices of the commands of this turn of the process, in their order. */
  #heard: Seen[] = []
  #isClosed = false

  constructor(store: AlertStore, sources: AlertSources) {
    this.store = store
    this.#sources = sources
    this.#watch.restore(store.looks())
    for (const alert of store.alerts()) this.#keep(alert)
  }

  create(account: AccountId, terms: AlertTerms, linkId: string): StoredAlert | Problem {
    const own = this.of(account)
    const known = own.find((alert) => linkId !== '' && alert.linkId === linkId)
    if (known !== undefined) {
      if (contentText(known.terms) === contentText(terms)) return known
      return problem('orderLinkIdDuplicate', 'alertLinkId')
    }
    const nowMs = this.#sources.clock.nowMs()
    const wrong = alertProblem(this.#instruments(terms.symbols), terms, nowMs)
    if (wrong !== undefined) return wrong
    if (own.length >= mostAlerts) {
      const oldest = own.find(({ state }) => isAlertOver(state))
      if (oldest === undefined) return problem('tooManyAlerts', 'alert', { max: `${mostAlerts}` })
      this.remove(account, [oldest.id])
    }
    const times = { createdMs: nowMs, updatedMs: nowMs, updateNo: 1 }
    const state = 'active'
    const fresh = { account, linkId, terms, state, fired: 0, lastFiredMs: 0, ...times } as const
    const alert = this.store.insert(fresh)
    this.#keep(alert)
    this.#tell({ account, alerts: [alert], removed: [], firings: [] })
    return this.#lookedAt(alert)
  }

  amend(account: AccountId, id: number, by: AlertAmendment): StoredAlert | Problem {
    const before = this.#byAccount.get(account)?.get(id)
    if (before === undefined) return problem('alertNotFound', 'alertId')
    const nowMs = this.#sources.clock.nowMs()
    const terms = amendedTerms(before.terms, by.terms)
    const isOver = isAlertOver(before.state)
    // What ended by its time would end again at once.
    const { expiresMs, ...lasting } = terms
    const isPast = isOver && by.terms.expiresMs === undefined && (expiresMs ?? nowMs + 1) <= nowMs
    const next = isPast ? lasting : terms
    const wrong = alertProblem(this.#instruments(next.symbols), next, nowMs)
    if (wrong !== undefined) return wrong
    const state = by.state ?? (isOver ? 'active' : before.state)
    const alert = { ...changed(before, nowMs), terms: next, state }
    const isAnew =
      isOver ||
      next.level !== before.terms.level ||
      next.operator !== before.terms.operator ||
      (state === 'active' && before.state === 'paused')
    if (isAnew) this.#watch.forget(alert)
    this.store.update(alert, isAnew)
    this.#keep(alert)
    this.#tell({ account, alerts: [alert], removed: [], firings: [] })
    return this.#lookedAt(alert)
  }

  remove(account: AccountId, ids: readonly number[]): readonly number[] {
    const own = this.#byAccount.get(account)
    const removed = [...new Set(ids)].filter((id) => own?.has(id) === true)
    if (removed.length === 0) return []
    this.store.remove(removed)
    for (const id of removed) {
      const alert = own?.get(id)
      this.#watch.remove(id)
      if (alert !== undefined) this.#watch.forget(alert)
      own?.delete(id)
    }
    this.#tell({ account, alerts: [], removed, firings: [] })
    return removed
  }

  of(account: AccountId): readonly StoredAlert[] {
    const own = [...(this.#byAccount.get(account)?.values() ?? [])]
    return own.toSorted((one, other) => one.id - other.id)
  }

  /** Takes the prices of a batch that alerts wait for; they are looked at after it. */
  onBatch({ events }: EventBatch, onFailure: (error: unknown) => void): void {
    const before = this.#heard.length
    for (const event of events) {
      if (event.kind === 'Traded') this.#onPrice('last', event.symbol, event.priceTicks)
      else if (event.kind === 'PricesChanged') {
        this.#onPrice('mark', event.symbol, event.markE8)
        this.#onPrice('index', event.symbol, event.indexE8)
      }
    }
    if (before > 0 || this.#heard.length === 0) return
    // Writing to the disk must not stand between a command and its answer.
    setImmediate(() => {
      const heard = this.#heard
      this.#heard = []
      for (const seen of heard) {
        try {
          this.#look(seen)
        } catch (error) {
          onFailure(error)
        }
      }
    })
  }

  #onPrice(figure: 'last' | 'mark' | 'index', symbol: string, price: number): void {
    if (!this.#watch.isWatched(figure, symbol) || price <= 0) return
    const tickSizeE8 = this.#instruments([symbol])[0]?.tickSizeE8 ?? 0
    this.#heard.push({ figure, symbol, value: figure === 'last' ? price * tickSizeE8 : price })
  }

  /** Looks at everything that is waited for, and ends what has expired. */
  async lookAtAll(): Promise<void> {
    const nowMs = this.#sources.clock.nowMs()
    for (const alert of this.#watch.expired(nowMs)) this.#end(alert, nowMs)
    const watched = this.#watch.watched()
    for (const market of watched.filter(({ figure }) => !isOfStatistics(figure))) {
      this.#lookNow(market)
    }
    const told = watched.filter(({ figure }) => isOfStatistics(figure))
    if (told.length === 0) return
    const { exchange, readModel } = this.#sources
    const all = await allMarketStatistics(readModel, exchange.views.symbols(), nowMs)
    const statisticsOf = new Map(all.map((each) => [String(each.symbol), each]))
    for (const market of told) {
      this.#lookAtFacts(market, { statistics: statisticsOf.get(market.symbol), ticker: undefined })
    }
  }

  /** Writes how the alerts stood at their last look. */
  save(): void {
    const looks = this.#watch.changed()
    if (looks.length === 0 || this.#isClosed) return
    this.store.saveLooks(looks)
    this.#watch.saved(looks)
  }

  close(): void {
    this.save()
    this.#isClosed = true
    this.store.close()
  }

  /** A price is looked at as soon as it is waited for, so that no way of it is missed. */
  #lookedAt(alert: StoredAlert): StoredAlert {
    const { figure, symbols } = alert.terms
    if (alert.state !== 'active' || isOfStatistics(figure)) return alert
    for (const symbol of symbols) this.#lookNow({ figure, symbol })
    return this.#byAccount.get(alert.account)?.get(alert.id) ?? alert
  }

  #lookNow(market: Market): void {
    const { exchange, readModel } = this.#sources
    const view = exchange.views.symbol(symbolId(market.symbol))
    if (view === undefined) return
    const ticker = encodeTicker(view, readModel.ticker(view.instrument.symbol))
    this.#lookAtFacts(market, { ticker, statistics: undefined })
  }

  #lookAtFacts(market: Market, facts: Omit<MarketFacts, 'kind'>): void {
    const [instrument] = this.#instruments([market.symbol])
    if (instrument === undefined) return
    const value = marketFigure(market.figure, { kind: instrument.kind, ...facts })
    if (value !== undefined) this.#look({ ...market, value })
  }

  #look({ figure, symbol, value }: Seen): void {
    if (this.#isClosed) return
    const nowMs = this.#sources.clock.nowMs()
    const failures: unknown[] = []
    for (const told of this.#watch.look({ figure, symbol }, value, nowMs)) {
      try {
        this.#fire(told, nowMs)
      } catch (error) {
        // What the disk did not take was told to nobody: the next look tries again.
        this.#watch.takeBack(told)
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  #fire({ alert: { id, account }, value, look }: Triggered, nowMs: number): void {
    // Another market may have told it a moment before.
    const before = this.#byAccount.get(account)?.get(id)
    if (before === undefined || before.state !== 'active') return
    const { figure, operator, level, note, coolDownSec } = before.terms
    const state = coolDownSec === undefined ? ('fired' as const) : before.state
    const fired = before.fired + 1
    const alert = { ...changed(before, nowMs), state, fired, lastFiredMs: nowMs }
    const condition = { figure, operator, level, note, value, symbol: look.symbol }
    const told = { account, alertId: id, timeMs: nowMs, ...condition }
    const firing = this.store.fire(alert, told, look)
    this.#keep(alert)
    this.#tell({ account, alerts: [alert], removed: [], firings: [firing] })
  }

  #end(before: StoredAlert, nowMs: number): void {
    const alert = { ...changed(before, nowMs), state: 'expired' as const }
    this.store.update(alert, true)
    this.#watch.forget(alert)
    this.#keep(alert)
    this.#tell({ account: alert.account, alerts: [alert], removed: [], firings: [] })
  }

  #keep(alert: StoredAlert): void {
    const own = this.#byAccount.get(alert.account) ?? new Map<number, StoredAlert>()
    this.#byAccount.set(alert.account, own.set(alert.id, alert))
    if (alert.state === 'active') this.#watch.add(alert)
    else this.#watch.remove(alert.id)
  }

  #instruments(symbols: readonly string[]): readonly Instrument[] {
    const { views } = this.#sources.exchange
    return symbols.flatMap((symbol) => views.symbol(symbolId(symbol))?.instrument ?? [])
  }

  #tell(change: AlertChange): void {
    for (const listener of this.listeners) listener(change)
  }
}

const changed = (alert: StoredAlert, nowMs: number): StoredAlert => ({
  ...alert,
  updatedMs: nowMs,
  updateNo: alert.updateNo + 1,
})

/** Returns the terms with a change; what is null is taken away, what is absent stays. */
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
