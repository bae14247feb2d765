// Private topics of an account: orders, fills, positions, wallet, liquidations; batched per turn of
// the event loop (reliability W1).

import type { AlgoRecord } from '@basis/domain/algo/order'
import type { RuleRecord } from '@basis/domain/algo/rule'
import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { isFinal, type Order } from '@basis/domain/orders/order'
import type { Position, PositionIdx } from '@basis/domain/orders/position'
import { mayHedge } from '@basis/domain/margin/hedge'
import type { Event, OrderFilled, PositionModeChanged } from '@basis/engine/events'
import { encodeAlert, encodeFiring, type WireAlertMessage } from '@basis/protocol/alerts/alert'
import { encodeRule, type WireRule } from '@basis/protocol/rules/rule'
import { encodeStrategy, type WireStrategy } from '@basis/protocol/strategy'
import { encodeWallet, type WireWallet } from '@basis/protocol/account'
import { shortenOrder, type WireExecution } from '@basis/protocol/order'
import type { WireLiquidation, WirePosition } from '@basis/protocol/position'
import type { AlertChange } from '../alerts/alerts.ts'
import { encodeAccountOrder, encodeAccountPosition } from '../exchange/encoded-state.ts'
import { flatPosition } from '../exchange/flat-position.ts'
import { symbolsWithoutOptions } from '../options/dated-contracts.ts'
import type { PushedOrder } from '@basis/protocol/topics/private-messages'
import { orderEvents, type OrderEventNumber, type TopicKind } from '@basis/protocol/topics/topic'
import { encodeExecution, tradeOf } from '../read-model/executions.ts'
import {
  isForcedClosing,
  isForcedConversion,
  liquidationStep,
  type LiquidationEvent,
} from '../read-model/liquidation-steps.ts'
import type { Feed, PushSources } from './channel.ts'
import { OptionPushes } from './option-pushes.ts'
import { SpreadNews } from './spread-feeds.ts'

export const accountKinds = [
  'userOrder',
  'userMarginOrder',
  'userExecution',
  'userLiquidation',
  'userOptionTrade',
  'userOptionLiquidation',
  'userOptionOrderHistory',
  'userStrategy',
  'userRule',
  'userAlert',
  'userSpread',
  'userPosition',
  'userWallet',
] as const satisfies readonly TopicKind[]
export type AccountKind = (typeof accountKinds)[number]

type FlatPosition = {
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly position: Position | undefined
}

const keyOf = (position: { readonly symbol: string; readonly positionIdx: number }): string =>
  `${position.symbol}:${position.positionIdx}`

/** The feeds of one account that has readers; collects its events. */
export class AccountFeeds {
  readonly #account: AccountId
  readonly #sources: PushSources
  #orders: PushedOrder[] = []
  #marginOrders: PushedOrder[] = []
  #executions: WireExecution[] = []
  #liquidations: WireLiquidation[] = []
  readonly #options = new OptionPushes()
  #strategies: WireStrategy[] = []
  #rules: WireRule[] = []
  #alerts: AlertChange[] = []
  /** The last published positions as JSON, so that only changes are published. */
  readonly #sentPositions = new Map<string, string>()
  /** Positions that were just closed, or whose leverage changed while flat. */
  readonly #flat = new Map<string, FlatPosition>()
  #sentWallet = ''
  #inLiquidation = false
  readonly #spreads: SpreadNews

  constructor(account: AccountId, sources: PushSources) {
    this.#account = account
    this.#sources = sources
    this.#spreads = new SpreadNews(account, sources)
  }

  /** Processes an event of the batch; returns whether it concerns the account. */
  take(event: Event, timeMs: number): boolean {
    const account = this.#account
    switch (event.kind) {
      case 'OrderPlaced':
        return event.order.account === account && this.#order(event.order, orderEvents.newed)
      case 'OrderReplaced':
      case 'OrderTriggered':
        return event.order.account === account && this.#order(event.order, orderEvents.replaced)
      case 'OrderCanceled':
        return event.order.account === account && this.#order(event.order, orderEvents.canceled)
      case 'OrderFilled':
        return event.order.account === account && this.#filled(event, timeMs)
      case 'PositionChanged':
        return event.position.account === account && this.#position(event.position)
      case 'LeverageChanged':
        if (event.account !== account) return false
        return this.#changedWhileFlat(event.symbol, [event.positionIdx ?? 0])
      case 'PositionModeChanged':
        return event.account === account && this.#modeChanged(event)
      case 'LoanConverted':
        if (event.account !== account) return false
        return !isForcedConversion(event) || this.#liquidation(event, timeMs)
      case 'LiquidationStarted':
      case 'MarginReplenished':
      case 'PositionDeleveraged':
      case 'PositionTakenOver':
      case 'LossCovered':
        return event.account === account && this.#liquidation(event, timeMs)
      case 'AlgoChanged':
        return event.account === account && this.#strategy(event.algo)
      case 'RuleChanged':
        return event.account === account && this.#rule(event.rule)
      case 'SpreadOrderChanged':
      case 'SpreadFilled':
        return event.spread.account === account && this.#spreads.take(event, timeMs)
      case 'PnlClosed':
        if (event.account !== account) return false
        return isForcedClosing(event) ? this.#liquidation(event, timeMs) : true
      case 'FeeLevelChanged':
      case 'SpotMarginChanged':
      case 'CollateralChanged':
      case 'AccountModeChanged':
      case 'InterestCharged':
      case 'WalletChanged':
      case 'FundingPaid':
      case 'MmrCloseChanged':
        return event.account === account
      default:
        return false
    }
  }

  /** Adds a change of the account's alerts. */
  takeAlerts(change: AlertChange): void {
    this.#alerts.push(change)
  }

  /** Resets the state that belongs to one batch. */
  endBatch(): void {
    this.#inLiquidation = false
  }

  /** Drops what was collected for topics without readers. */
  dropUnread(read: readonly AccountKind[]): void {
    if (!read.includes('userOrder')) this.#orders = []
    if (!read.includes('userMarginOrder')) this.#marginOrders = []
    if (!read.includes('userExecution')) this.#executions = []
    if (!read.includes('userStrategy')) this.#strategies = []
    if (!read.includes('userRule')) this.#rules = []
    if (!read.includes('userAlert')) this.#alerts = []
    if (!read.includes('userSpread')) this.#spreads.drop()
    if (!read.includes('userLiquidation')) this.#liquidations = []
    this.#options.dropUnread(read)
    if (!read.includes('userPosition')) this.#flat.clear()
  }

  feed(kind: AccountKind): Feed {
    const common = { kind, isPrivate: true, everyMs: 0 }
    switch (kind) {
      case 'userOrder':
        return { ...common, snapshot: () => this.#openOrders(), changes: () => this.#takeOrders() }
      case 'userMarginOrder':
        return {
          ...common,
          snapshot: () => this.#openOrders(({ isLeverage }) => isLeverage === true),
          changes: () => this.#takeMarginOrders(),
        }
      case 'userExecution':
        return { ...common, snapshot: () => [], changes: () => this.#takeExecutions() }
      case 'userLiquidation':
        return { ...common, snapshot: () => [], changes: () => this.#takeLiquidations() }
      case 'userOptionTrade':
      case 'userOptionLiquidation':
      case 'userOptionOrderHistory':
        return { ...common, snapshot: () => [], changes: () => this.#options.take(kind) }
      case 'userStrategy':
        return { ...common, snapshot: () => this.#running(), changes: () => this.#takeStrategies() }
      case 'userRule':
        return { ...common, snapshot: () => this.#everyRule(), changes: () => this.#takeRules() }
      case 'userAlert':
        return { ...common, snapshot: () => this.#everyAlert(), changes: () => this.#takeAlerts() }
      case 'userSpread':
        return {
          ...common,
          snapshot: () => this.#spreads.open(),
          changes: () => this.#spreads.changes(),
        }
      case 'userPosition':
        return {
          ...common,
          snapshot: () => this.#positions(),
          changes: () => this.#changedPositions(),
        }
      case 'userWallet':
        return { ...common, snapshot: () => this.#wallet(), changes: () => this.#changedWallet() }
    }
  }

  #instrument(symbol: SymbolId): Instrument | undefined {
    return this.#sources.exchange.views.instrument(symbol)
  }

  #order(order: Order, event: OrderEventNumber): boolean {
    const instrument = this.#instrument(order.symbol)
    if (instrument === undefined) return false
    const e = this.#inLiquidation ? orderEvents.liquidation : event
    const { views } = this.#sources.exchange
    const pushed = { ...shortenOrder(encodeAccountOrder(views, order, instrument)), e }
    this.#orders.push(pushed)
    if (order.isLeverage === true) this.#marginOrders.push(pushed)
    const isEnded = instrument.option !== undefined && isFinal(order.status)
    if (isEnded) this.#options.add('userOptionOrderHistory', pushed)
    return true
  }

  #filled({ order, fill }: OrderFilled, timeMs: number): boolean {
    const instrument = this.#instrument(order.symbol)
    if (instrument === undefined) return false
    const pushed = encodeExecution(tradeOf(order, fill, timeMs), instrument)
    this.#executions.push(pushed)
    if (instrument.option !== undefined) this.#options.add('userOptionTrade', pushed)
    return this.#order(order, orderEvents.position)
  }

  #strategy(algo: AlgoRecord): boolean {
    const instrument = this.#instrument(algo.symbol)
    if (instrument === undefined) return false
    this.#strategies.push(encodeStrategy(algo, instrument))
    return true
  }

  #running(): WireStrategy[] {
    return this.#sources.exchange.views.algos(this.#account).flatMap((algo) => {
      const instrument = this.#instrument(algo.symbol)
      return instrument === undefined ? [] : [encodeStrategy(algo, instrument)]
    })
  }

  #takeStrategies(): WireStrategy[] | undefined {
    const strategies = this.#strategies
    this.#strategies = []
    return strategies.length === 0 ? undefined : strategies
  }

  #rule(rule: RuleRecord): boolean {
    const instrument = this.#instrument(rule.symbol)
    if (instrument === undefined) return false
    this.#rules.push(encodeRule(rule, instrument))
    return true
  }

  #everyRule(): WireRule[] {
    return this.#sources.exchange.views.rules(this.#account).flatMap((rule) => {
      const instrument = this.#instrument(rule.symbol)
      return instrument === undefined ? [] : [encodeRule(rule, instrument)]
    })
  }

  #takeRules(): WireRule[] | undefined {
    const rules = this.#rules
    this.#rules = []
    return rules.length === 0 ? undefined : rules
  }

  #everyAlert(): WireAlertMessage {
    const list = this.#sources.alerts.of(this.#account).map(encodeAlert)
    return { list, removed: [], firings: [] }
  }

  #takeAlerts(): WireAlertMessage | undefined {
    const changes = this.#alerts
    this.#alerts = []
    if (changes.length === 0) return undefined
    return {
      list: changes.flatMap(({ alerts }) => alerts).map(encodeAlert),
      removed: changes.flatMap(({ removed }) => removed).map(String),
      firings: changes.flatMap(({ firings }) => firings).map(encodeFiring),
    }
  }

  #position(position: Position): boolean {
    const { symbol, positionIdx } = position
    if (position.sizeLots === 0) this.#flat.set(keyOf(position), { symbol, positionIdx, position })
    else this.#flat.delete(keyOf(position))
    return true
  }

  #changedWhileFlat(symbol: SymbolId, idxs: readonly PositionIdx[]): true {
    for (const positionIdx of idxs) {
      const flat = { symbol, positionIdx, position: undefined }
      this.#flat.set(keyOf(flat), flat)
    }
    return true
  }

  /** A position mode set for a coin applies to every hedgeable contract that settles in it. */
  #modeChanged({ symbol, coin }: PositionModeChanged): boolean {
    const { views } = this.#sources.exchange
    const symbols = symbol === undefined ? symbolsWithoutOptions(views) : [symbol]
    for (const each of symbols) {
      const { contractType, settleCoin } = this.#instrument(each) ?? {}
      if (contractType === undefined || !mayHedge(contractType)) continue
      if (symbol === undefined && settleCoin !== coin) continue
      const mode = views.positionMode(this.#account, each)
      this.#changedWhileFlat(each, mode === 'BothSide' ? [1, 2] : [0])
    }
    return true
  }

  #liquidation(event: LiquidationEvent, timeE3: number): boolean {
    // Replenished margin or a repaid loan does not liquidate anything yet.
    const { kind } = event
    if (kind !== 'MarginReplenished' && kind !== 'LoanConverted') this.#inLiquidation = true
    const { symbol } = { symbol: undefined, ...event }
    const instrument = symbol === undefined ? undefined : this.#instrument(symbol)
    const step = liquidationStep(event, timeE3, instrument)
    this.#liquidations.push(step)
    if (instrument?.option !== undefined) this.#options.add('userOptionLiquidation', step)
    return true
  }

  #openOrders(isMeant: (order: Order) => boolean = () => true): PushedOrder[] {
    const { views } = this.#sources.exchange
    return views.openOrders(this.#account).flatMap((order) => {
      const instrument = this.#instrument(order.symbol)
      if (instrument === undefined || !isMeant(order)) return []
      const pushed = encodeAccountOrder(views, order, instrument)
      return [{ ...shortenOrder(pushed), e: orderEvents.newed }]
    })
  }

  #takeOrders(): PushedOrder[] | undefined {
    const orders = this.#orders
    this.#orders = []
    return orders.length === 0 ? undefined : orders
  }

  #takeMarginOrders(): PushedOrder[] | undefined {
    const orders = this.#marginOrders
    this.#marginOrders = []
    return orders.length === 0 ? undefined : orders
  }

  #takeExecutions(): WireExecution[] | undefined {
    const executions = this.#executions
    this.#executions = []
    return executions.length === 0 ? undefined : executions
  }

  #takeLiquidations(): WireLiquidation[] | undefined {
    const liquidations = this.#liquidations
    this.#liquidations = []
    return liquidations.length === 0 ? undefined : liquidations
  }

  #positions(): WirePosition[] {
    const { views } = this.#sources.exchange
    return views.positions(this.#account).flatMap((view) => {
      const instrument = this.#instrument(view.position.symbol)
      return instrument === undefined ? [] : [encodeAccountPosition(views, view, instrument)]
    })
  }

  #changedPositions(): WirePosition[] | undefined {
    const held = this.#positions()
    const changed = held.filter((position) => {
      const text = JSON.stringify(position)
      if (this.#sentPositions.get(keyOf(position)) === text) return false
      this.#sentPositions.set(keyOf(position), text)
      return true
    })
    for (const [key, flat] of this.#flat) {
      if (held.some((other) => keyOf(other) === key)) continue
      this.#sentPositions.delete(key)
      changed.push(...this.#flatPosition(flat))
    }
    this.#flat.clear()
    return changed.length === 0 ? undefined : changed
  }

  /**
   * A position of size 0: enough for the terminal to remove the row and to show the leverage and
   * mode of the next position, as the leverage call does.
   */
  #flatPosition({ symbol, positionIdx, position }: FlatPosition): WirePosition[] {
    const { views } = this.#sources.exchange
    const view = views.symbol(symbol)
    const leverageE2 = views.leverage(this.#account, symbol, positionIdx)
    if (view === undefined || leverageE2 === undefined) return []
    const figures = flatPosition(views, {
      account: this.#account,
      symbol,
      positionIdx,
      leverageE2,
      last: position,
      updatedMs: this.#sources.exchange.lastTimeMs(),
    })
    return [encodeAccountPosition(views, figures, view.instrument)]
  }

  #wallet(): WireWallet | undefined {
    const view = this.#sources.exchange.views.account(this.#account)
    return view === undefined ? undefined : encodeWallet(view)
  }

  #changedWallet(): WireWallet | undefined {
    const wallet = this.#wallet()
    const text = JSON.stringify(wallet)
    if (wallet === undefined || text === this.#sentWallet) return undefined
    this.#sentWallet = text
    return wallet
  }
}
