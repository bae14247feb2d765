// State to bytes and back, and the state's hash. The text is JSON in ASCII with one order of keys,
// so that equal states are equal bytes; what can be worked out again is not written.

import { assert } from '@basis/domain/assert'
import type { AccountId, OrderId, SymbolId } from '@basis/domain/brand'
import { sideSign, type CancelType, type Order, type OrderStatus } from '@basis/domain/order'
import type { SelfTradeMode } from '@basis/domain/order'
import type { PositionIdx, PositionMode } from '@basis/domain/position'
import { createEngine, stateOf, type Engine } from './engine.ts'
import { rest } from './orders.ts'
import { allHoldings, holdingOf, ownHolding, setHoldingLeverage } from './holdings/holdings.ts'
import {
  addAccount,
  byName,
  coinOf,
  newAccount,
  newMarket,
  newState,
  type AccountState,
  type EngineState,
  type Holding,
  type LinkedOrder,
  type MarketState,
  type OpenOrder,
} from './state.ts'
import { savedPlan, type PositionStops, type StopPlan } from './stops/plan.ts'
import type { PeakRecord } from './stops/pool-record.ts'
import { soonestSettlement } from './settlement/terms.ts'
import { restoreMmr, saveMmr, type SavedMmr } from './mmr/plan.ts'
import { restoreAlgos, saveAlgos, type SavedAlgos } from './algo/saving.ts'
import { arm } from './triggers/waiting.ts'

/** Changes whenever the text's meaning does; an unknown one is refused (reliability D7). */
export const snapshotFormat = 1

type SavedOrder = {
  id: OrderId
  link: string
  account: number
  side: Order['side']
  type: Order['orderType']
  tif: Order['timeInForce']
  flags: [reduceOnly: boolean, closeOnTrigger: boolean, positionIdx: Order['positionIdx']]
  selfTrade: SelfTradeMode
  price: number
  lots: [qty: number, leaves: number, filled: number]
  money: [value: bigint, fee: bigint, pnl: bigint]
  status: OrderStatus
  times: [createdMs: number, updatedMs: number, updateNo: number]
  plan?: StopPlan
  /** The parent's number. */
  algo?: number
}
/** An order that waits, with the market it waits in. */
type SavedWaiting = SavedOrder & { market: number }
type SavedMarket = Omit<
  MarketState,
  'book' | 'watch' | 'moves' | 'unit' | 'flip' | 'index' | 'longLots'
> & {
  orders: SavedOrder[]
}
type SavedHolding = Omit<
  Holding,
  | 'account'
  | 'market'
  | 'idx'
  | 'pair'
  | 'pot'
  | 'buys'
  | 'sells'
  | 'waiting'
  | 'stops'
  | 'reduceOnlyOrders'
  | 'touched'
  | 'margin'
  | 'marginAtMark'
  | 'counted'
  | 'isDirty'
  | 'buyCost'
  | 'sellCost'
  | 'maxValue'
  | 'longRates'
  | 'shortRates'
> & { market: number; idx?: PositionIdx; stops?: PositionStops }
/** Of accounts that chose a position mode: for coins, and for symbols. */
type SavedModes = {
  coins: [string, PositionMode][]
  symbols: [SymbolId, PositionMode][]
}
type SavedAccount = {
  id: AccountId
  role: AccountState['role']
  coins: [coin: string, balance: bigint][]
  holdings: SavedHolding[]
  modes?: SavedModes
  links: [string, LinkedOrder][]
}
type Saved = {
  format: number
  seq: number
  timeMs: number
  nextOrderId: number
  nextTradeId: number
  markets: SavedMarket[]
  /** Absent from snapshots that were taken before there were triggers. */
  waiting?: SavedWaiting[]
  /** Of those, the orders that have triggered, in the order in which they go into the book. */
  due?: OrderId[]
  /** Parent orders; absent while there never was one. */
  algos?: SavedAlgos
  mmr?: SavedMmr
  fund: SavedAccount
  accounts: SavedAccount[]
  /** The treasury is absent from older snapshots. */
  house: [coin: string, deposits: bigint, fees: bigint, rounding: bigint, treasury?: bigint][]
  /** Absent from snapshots that were taken before there was auto-deleveraging. */
  pools?: [coin: string, record: PeakRecord][]
  finals: [id: number, account: number, status: number][]
  coins: [coin: string, usdE8: number, ratioE4: number][]
}

/** Returns the whole state as ASCII bytes. */
export function takeSnapshot(engine: Engine): Uint8Array {
  return toBytes(snapshotText(stateOf(engine)))
}

/**
 * Returns an engine in the state of the bytes; throws when they are not a snapshot of this format.
 */
export function engineFromSnapshot(bytes: Uint8Array): Engine {
  const saved = JSON.parse(toText(bytes), revive) as Saved
  assert(saved.format === snapshotFormat, `snapshot format ${saved.format} is not known`)
  return createEngine(restore(saved))
}

/**
 * Returns 128 bits over the whole state as 32 hex digits: equal states, equal hashes (reliability
 * R1).
 */
export function stateHash(engine: Engine): string {
  return hashText(snapshotText(stateOf(engine)))
}

function snapshotText(state: EngineState): string {
  const saved: Saved = {
    format: snapshotFormat,
    seq: state.seq,
    timeMs: state.timeMs,
    nextOrderId: state.nextOrderId,
    nextTradeId: state.nextTradeId,
    markets: state.markets.map((market) => saveMarket(state, market)),
    waiting: saveWaiting(state),
    due: [...state.triggers.due].map(({ id }) => id),
    ...saveAlgos(state.algos),
    ...saveMmr(state.mmr),
    fund: saveAccount(state.fund),
    accounts: [...state.accounts.values()].map(saveAccount),
    house: byName(state.house).map(([coin, { deposits, fees, rounding, treasury }]) => [
      coin,
      deposits,
      fees,
      rounding,
      treasury,
    ]),
    pools: byName(state.pools).map(([coin, record]) => [coin, record]),
    finals: state.finals.all().map(({ id, account, status }) => [id, account, status]),
    coins: byName(state.coins)
      .filter(([, { usdE8, ratioE4 }]) => usdE8 !== 0 || ratioE4 !== 0)
      .map(([coin, { usdE8, ratioE4 }]) => [coin, usdE8, ratioE4]),
  }
  return JSON.stringify(saved, (_key, value: unknown) =>
    typeof value === 'bigint' ? `~${value}` : value,
  )
}

/**
 * Texts that begin with a tilde were bigints; a trader's text never does (link ids, admission.ts).
 */
function revive(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('~') ? BigInt(value.slice(1)) : value
}

function saveMarket(state: EngineState, market: MarketState): SavedMarket {
  const orders: SavedOrder[] = []
  market.book.forEach((slot) => {
    const order = state.table.at(market.book.refOf(slot))
    assert(order !== undefined, 'every resting order is known')
    orders.push(saveOrder(order))
  })
  const { instrument, indexE8, markTicks, markNo, lastTicks, pricedMs, freshSinceMs } = market
  const { maxBuyTicks, minSellTicks } = market
  const { freshCount, sampledSecond, sampledMinute, basis, drift, premiums, pooled } = market
  const { fundingRateE8, lastFundingE8, nextFundingMs, settlement } = market
  return {
    instrument,
    indexE8,
    markTicks,
    markNo,
    lastTicks,
    maxBuyTicks,
    minSellTicks,
    pricedMs,
    freshSinceMs,
    freshCount,
    sampledSecond,
    sampledMinute,
    basis,
    drift,
    premiums,
    pooled,
    fundingRateE8,
    lastFundingE8,
    nextFundingMs,
    settlement,
    orders,
  }
}

function saveOrder(order: OpenOrder): SavedOrder {
  return {
    id: order.id,
    link: order.linkId,
    account: order.account.id,
    side: order.side,
    type: order.orderType,
    tif: order.timeInForce,
    flags: [order.reduceOnly, order.closeOnTrigger, order.positionIdx],
    selfTrade: order.selfTrade,
    price: order.priceTicks,
    lots: [order.qtyLots, order.leavesLots, order.filledLots],
    money: [order.filledValue, order.fee, order.closedPnl],
    status: order.status,
    times: [order.createdMs, order.updatedMs, order.updateNo],
    ...(order.plan === undefined ? {} : { plan: savedPlan(order.plan) }),
    ...(order.algo === undefined ? {} : { algo: order.algo.id }),
  }
}

/** Orders that wait for their trigger or for their turn after it, oldest first. */
const saveWaiting = (state: EngineState): SavedWaiting[] =>
  [...state.orders.values()]
    .filter(({ slot }) => slot < 0)
    .sort((a, b) => a.id - b.id)
    .map((order) => ({ ...saveOrder(order), market: order.market.index }))

function saveAccount(account: AccountState): SavedAccount {
  const holdings: SavedHolding[] = []
  for (const holding of allHoldings(account)) {
    if (holding === undefined) continue
    const { sign, sizeLots, entryValue, averageValue, leverageE2 } = holding
    const { realised, cumRealised } = holding
    const { openFees, openFunding, openedMs, updatedMs, market, isolated, extra, autoAdd } = holding
    const money = {
      entryValue,
      averageValue,
      leverageE2,
      realised,
      cumRealised,
      openFees,
      openFunding,
    }
    const own = { isolated, extra, autoAdd, ...savedIdx(holding), ...savedStops(holding) }
    holdings.push({ market: market.index, sign, sizeLots, ...money, ...own, openedMs, updatedMs })
  }
  return {
    id: account.id,
    role: account.role,
    coins: byName(account.coins)
      .filter(([, { isBooked }]) => isBooked)
      .map(([coin, { balance }]) => [coin, balance]),
    holdings,
    ...savedModes(account),
    links: [...account.links],
  }
}

function savedModes({ hedge }: AccountState): { modes?: SavedModes } {
  if (hedge === undefined || hedge.byCoin.size + hedge.bySymbol.size === 0) return {}
  return { modes: { coins: sorted(hedge.byCoin), symbols: sorted(hedge.bySymbol) } }
}

const sorted = <Key extends string>(modes: Map<Key, PositionMode>): [Key, PositionMode][] =>
  [...modes].sort(([a], [b]) => (a < b ? -1 : 1))

const savedIdx = ({ idx }: Holding): { idx?: PositionIdx } => (idx === 0 ? {} : { idx })

/** Written only where there is some: few holdings have any. */
const savedStops = ({ stops }: Holding): { stops?: PositionStops } =>
  stops.tpsl.full === undefined && stops.tpsl.partial.length === 0 && stops.trailing === undefined
    ? {}
    : { stops }

function restore(saved: Saved): EngineState {
  const state = newState()
  state.seq = saved.seq
  state.timeMs = saved.timeMs
  state.nextOrderId = saved.nextOrderId
  state.nextTradeId = saved.nextTradeId
  for (const [coin, deposits, fees, rounding, treasury = 0n] of saved.house) {
    state.house.set(coin, { deposits, fees, rounding, treasury })
  }
  for (const [coin, record] of saved.pools ?? []) state.pools.set(coin, record)
  for (const [coin, usdE8, ratioE4] of saved.coins) state.coins.set(coin, { usdE8, ratioE4 })
  for (const [id, account, status] of saved.finals) state.finals.keep({ id, account, status })
  for (const kept of saved.markets) {
    const { orders: _orders, ...figures } = kept
    const market = Object.assign(newMarket(state.markets.length, kept.instrument), figures)
    state.markets.push(market)
    state.bySymbol.set(kept.instrument.symbol, market)
  }
  state.settlementDueMs = soonestSettlement(state.markets)
  restoreAccount(state, state.fund, saved.fund)
  for (const kept of saved.accounts) {
    const account = newAccount(kept.id, kept.role, state)
    addAccount(state, account)
    restoreAccount(state, account, kept)
  }
  restoreAlgos(state.algos, saved.algos)
  restoreMmr(state.mmr, saved.mmr)
  saved.markets.forEach((kept, k) => {
    for (const order of kept.orders) rest(restoreOrder(state, k, order))
  })
  restoreWaiting(state, saved)
  return state
}

function restoreAccount(state: EngineState, account: AccountState, kept: SavedAccount): void {
  for (const [coin, balance] of kept.coins)
    Object.assign(coinOf(account, coin), { balance, isBooked: true })
  for (const [link, order] of kept.links) account.links.set(link, order)
  if (kept.modes !== undefined) {
    const { coins, symbols } = kept.modes
    account.hedge = { byCoin: new Map(coins), bySymbol: new Map(symbols), pairs: [] }
  }
  for (const { market: index, idx, stops, ...figures } of kept.holdings) {
    const market = state.markets[index]
    assert(market !== undefined, 'a holding is in a listed market')
    const holding = Object.assign(holdingOf(account, market, idx), figures)
    if (stops !== undefined) Object.assign(holding.stops, stops)
    setHoldingLeverage(holding, figures.leverageE2)
    if (figures.sign === 1) market.longLots += figures.sizeLots
  }
}

/** Watches are not written: every trigger that waits is watched anew. */
function restoreWaiting(state: EngineState, { waiting = [], due = [] }: Saved): void {
  for (const kept of waiting) {
    const order = restoreOrder(state, kept.market, kept)
    if (order.status !== 'Untriggered') continue
    ownHolding(order).waiting.push(order)
    arm(order)
  }
  for (const id of due) {
    const order = state.orders.get(id)
    assert(order !== undefined, 'an order that is due is known')
    state.triggers.due.add(order)
  }
}

function restoreOrder(state: EngineState, marketIndex: number, kept: SavedOrder): OpenOrder {
  const market = state.markets[marketIndex]
  const account =
    kept.account === state.fund.id ? state.fund : state.accounts.get(kept.account as AccountId)
  assert(market !== undefined && account !== undefined, 'an order has its market and account')
  const [qtyLots, leavesLots, filledLots] = kept.lots
  const [filledValue, fee, closedPnl] = kept.money
  const [createdMs, updatedMs, updateNo] = kept.times
  const [reduceOnly, closeOnTrigger, positionIdx] = kept.flags
  const order: OpenOrder = {
    id: kept.id,
    linkId: kept.link,
    account,
    market,
    side: kept.side,
    sign: sideSign(kept.side),
    orderType: kept.type,
    timeInForce: kept.tif,
    reduceOnly,
    closeOnTrigger,
    positionIdx,
    selfTrade: kept.selfTrade,
    createdMs,
    plan: kept.plan,
    stamp: 0,
    ref: state.table.take(),
    priceTicks: kept.price,
    qtyLots,
    leavesLots,
    filledLots,
    filledValue,
    fee,
    closedPnl,
    status: kept.status,
    cancelType: undefined as CancelType | undefined,
    updatedMs,
    updateNo,
    forced: false,
    algo: kept.algo === undefined ? undefined : state.algos.running.get(kept.algo),
    slot: -1,
    place: -1,
  }
  order.algo?.children.add(order.id)
  state.table.put(order.ref, order)
  state.orders.set(order.id, order)
  return order
}

function toBytes(text: string): Uint8Array {
  const ascii = text.replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const bytes = new Uint8Array(ascii.length)
  for (let i = 0; i < ascii.length; i += 1) bytes[i] = ascii.charCodeAt(i)
  return bytes
}

function toText(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  }
  return parts.join('')
}

/** Four lanes of multiply-and-mix over the text; not for secrets, only for telling states apart. */
export function hashText(text: string): string {
  let a = 0x243f6a88
  let b = 0x85a308d3
  let c = 0x13198a2e
  let d = 0x03707344
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x9e3779b1)
    b = Math.imul(b ^ (code + i), 0x85ebca77)
    c = Math.imul(c ^ code ^ a, 0xc2b2ae3d)
    d = Math.imul(d ^ code ^ (b >>> 15), 0x27d4eb2f)
    a ^= a >>> 15
    c ^= c >>> 13
  }
  return [a ^ d, b ^ c, c ^ (a >>> 16), d ^ (b >>> 16)]
    .map((lane) => (lane >>> 0).toString(16).padStart(8, '0'))
    .join('')
}
