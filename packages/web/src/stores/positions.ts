// The account's positions as last reported, and the leverage of each contract.

import { useMemo } from 'react'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { leverageE2, parseDecimal, priceE8, qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount, LeverageE2, PriceE8, PriceTicks } from '@basis/domain/numbers/fixed'
import { defaultLeverageE2 } from '@basis/domain/margin/leverage-rules'
import { parsePrice, parseQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import type { Position, PositionIdx, PositionMode } from '@basis/domain/orders/position'
import type { ExistingTpsl } from '@basis/domain/orders/tpsl-entries'
import type { CallAnswer } from '@basis/protocol/calls'
import { decodeAmount } from '@basis/protocol/order'
import type { WirePosition } from '@basis/protocol/position'
import { decodeTpsl } from '@basis/protocol/tpsl'
import { createStreamStore, useStream } from '../platform/stream-store.ts'
import type { StreamStore } from '../platform/stream-store.ts'
import { instrumentOf } from './catalogue.ts'
import { ask } from '../client/http.ts'
import { createUnlisted } from './options/unlisted.ts'

/** A position that is not flat: its side is known. */
export type HeldPosition = Position & { readonly side: Side }

export const isHeld = (position: Position): position is HeldPosition =>
  position.side !== 'None' && position.sizeLots > 0

/** A position and the exchange's data of its last change. */
export type PositionRecord = {
  readonly key: string
  readonly position: Position
  readonly liquidationTicks: PriceTicks | undefined
  /** The rank in the ADL queue: 5 is first, 0 is not known (rules 5.9). */
  readonly adlIndicator: number
  /** The TP/SL and trailing stop of the position. */
  readonly tpsl: ExistingTpsl
  /** The MMR close order of the position (rules 8.8). */
  readonly mmrClose: MmrClose | undefined
  /** Options only. */
  readonly option?: OptionAtMark
}

/** The exchange's figures of an option position at its mark price (rules 9.2, 9.5). */
type OptionAtMark = {
  /** Per one base coin; `iv` is a fraction. */
  readonly greeks: Readonly<Record<'delta' | 'gamma' | 'vega' | 'theta' | 'iv', string>>
  readonly markE8: PriceE8
  readonly value: Amount
  readonly unrealised: Amount
  readonly initialMargin: Amount
  readonly maintenanceMargin: Amount
}

/**
 * An order that closes a position at a given maintenance margin rate of the account, 4 decimals.
 */
export type MmrClose = { readonly rateE4: number; readonly createdMs: number }

const HELD = 'held'

/** Returns the positions that are not flat, for code outside React. */
export const heldPositions = (): readonly PositionRecord[] => positionStore.current(HELD) ?? []

/** A contract's trading mode, whether or not there is a position. */
export type TradingMode = {
  /** One position, or a long and a short side by side. */
  readonly mode: PositionMode
  readonly isIsolated: boolean
  /** Leverage of the one position, or of the long side. */
  readonly leverageE2: LeverageE2
  /** Leverage of the short side, which may differ only in an isolated hedge (rules 4.5). */
  readonly sellLeverageE2: LeverageE2
}

/** The positions that are not flat, under one key; undefined until the first snapshot. */
export const positionStore: StreamStore<typeof HELD, readonly PositionRecord[]> =
  createStreamStore()
const tradingModeStore: StreamStore<string, TradingMode> = createStreamStore()

const held = new Map<string, PositionRecord>()
/** When the last reported state of each position began, also of one that is flat since. */
const updatedMs = new Map<string, number>()
/** Symbols of skipped messages, whose instruments were unknown. */
const unread = new Set<string>()
/** The last engine command that the pushes include. */
let pushedSeq = -1
/** The last engine command that the answers about each position include. */
const answeredSeq = new Map<string, number>()
const unlisted = createUnlisted<WirePosition>((wire) => applyPositions([wire], false))

/** The trading mode of a contract before any setting (spec 9: leverage 10). */
const defaultTradingMode: TradingMode = {
  mode: 'MergedSingle',
  isIsolated: false,
  leverageE2: defaultLeverageE2,
  sellLeverageE2: defaultLeverageE2,
}

export const positionKey = (symbol: string, positionIdx: number): string =>
  `${symbol}:${positionIdx}`

/** Applies a message of the position topic; `seq` is the last engine command that it includes. */
export function applyPositions(
  list: readonly WirePosition[],
  isSnapshot: boolean,
  seq?: number,
): void {
  if (isSnapshot) answeredSeq.clear()
  if (isSnapshot || seq !== undefined) pushedSeq = seq ?? -1
  // A snapshot has no flat positions, so modes that were changed elsewhere meanwhile are requested.
  const known = isSnapshot ? tradingModeStore.keys() : []
  if (isSnapshot) {
    held.clear()
    unlisted.clear()
    unread.clear()
  }
  for (const wire of list) {
    const instrument = instrumentOf(wire.symbol)
    if (instrument === undefined) {
      unread.add(wire.symbol)
      unlisted.keep(positionKey(wire.symbol, wire.positionIdx), wire.symbol, wire)
      continue
    }
    const record = decodePosition(wire, instrument)
    if (record === undefined) continue
    applyTradingMode(wire, record.position.leverageE2)
    updatedMs.set(record.key, wire.updatedAtE3)
    if (record.position.sizeLots === 0) held.delete(record.key)
    else held.set(record.key, record)
  }
  positionStore.set(HELD, [...held.values()].toSorted(newestFirst))
  for (const symbol of known) void askTradingModeAgain(symbol)
}

/**
 * Applies the position of an answer, unless the pushes or a later answer include the command that
 * it answers: a position that has closed meanwhile, or a TP/SL changed again, stays as it is.
 */
export function applyPositionReceipt(wire: WirePosition, seq?: number): void {
  const key = positionKey(wire.symbol, wire.positionIdx)
  if (wire.updatedAtE3 < (updatedMs.get(key) ?? 0)) return
  if (seq !== undefined) {
    if (seq <= pushedSeq || seq < (answeredSeq.get(key) ?? -1)) return
    answeredSeq.set(key, seq)
  }
  applyPositions([wire], false)
}

/** A row keeps its place while its position is open, across pushes and reloads. */
function newestFirst(a: PositionRecord, b: PositionRecord): number {
  return (
    b.position.openedMs - a.position.openedMs ||
    compareTexts(a.position.symbol, b.position.symbol) ||
    a.position.positionIdx - b.position.positionIdx
  )
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * A message about one side of a hedge lacks the other's leverage, which is requested if unknown.
 */
function applyTradingMode(wire: WirePosition, leverage: LeverageE2): void {
  const { symbol, mode, isIsolated, positionIdx } = wire
  const before = tradingModeStore.current(symbol)
  const other = before?.mode === mode ? before : undefined
  if (positionIdx !== 0 && other === undefined) void askTradingModeAgain(symbol)
  tradingModeStore.set(symbol, {
    mode,
    isIsolated,
    leverageE2: positionIdx === 2 ? (other?.leverageE2 ?? leverage) : leverage,
    sellLeverageE2: positionIdx === 1 ? (other?.sellLeverageE2 ?? leverage) : leverage,
  })
}

const decodePrice = (text: string): PriceE8 => priceE8(Number(decodeAmount(text)))

/** Decodes a position; undefined if it is not on the instrument's grid. */
export function decodePosition(
  wire: WirePosition,
  instrument: Instrument,
): PositionRecord | undefined {
  const size = parseQty(instrument, wire.size)
  const leverage = parseDecimal(wire.leverage, 2)
  if (typeof size !== 'number' || leverage === undefined) return undefined
  const liquidation = wire.liqPrice === '' ? undefined : parsePrice(instrument, wire.liqPrice)
  return {
    key: positionKey(wire.symbol, wire.positionIdx),
    liquidationTicks: typeof liquidation === 'number' ? liquidation : undefined,
    adlIndicator: wire.adlRankIndicator ?? 0,
    tpsl: decodeTpsl(wire, instrument),
    mmrClose:
      wire.mmrCloseRateE4 === undefined
        ? undefined
        : { rateE4: wire.mmrCloseRateE4, createdMs: wire.mmrCloseAtE3 ?? 0 },
    ...decodeOption(wire),
    position: {
      account: accountId(0),
      symbol: symbolId(wire.symbol),
      positionIdx: wire.positionIdx,
      side: wire.side,
      sizeLots: qtyLots(size),
      entryValue: decodeAmount(wire.entryValue),
      entryPriceE8: decodePrice(wire.sessionAvgPrice ?? wire.entryPrice),
      ...(wire.sessionAvgPrice === undefined
        ? {}
        : { averagePriceE8: decodePrice(wire.entryPrice) }),
      leverageE2: leverageE2(Number(leverage)),
      isIsolated: wire.isIsolated,
      extraMargin: decodeAmount(wire.extraMargin),
      isAutoAddMargin: wire.isAutoAddMargin,
      realisedPnl: decodeAmount(wire.positionRPL),
      cumRealisedPnl: decodeAmount(wire.cumRealisedPnl),
      openFees: decodeAmount(wire.openFee),
      openFunding: decodeAmount(wire.positionFundingFee),
      openedMs: wire.firstOpenPzTime,
      updatedMs: wire.updatedAtE3,
    },
  }
}

function decodeOption(wire: WirePosition): Pick<PositionRecord, 'option'> {
  if (wire.greeks === undefined) return {}
  return {
    option: {
      greeks: wire.greeks,
      markE8: decodePrice(wire.markPrice),
      value: decodeAmount(wire.positionValue),
      unrealised: decodeAmount(wire.positionUPL),
      initialMargin: decodeAmount(wire.positionIM),
      maintenanceMargin: decodeAmount(wire.positionMM),
    },
  }
}

/** Clears the store after a sign-out. */
export function clearPositions(): void {
  held.clear()
  updatedMs.clear()
  answeredSeq.clear()
  unread.clear()
  pushedSeq = -1
  unlisted.clear()
  positionStore.remove(HELD)
  for (const symbol of tradingModeStore.keys()) tradingModeStore.remove(symbol)
}

/**
 * Returns the open positions except those in options, which have no leverage, liquidation price or
 * reversal; undefined until they are known.
 */
export function usePositions(): readonly PositionRecord[] | undefined {
  const records = useStream(positionStore, HELD)
  return useMemo(() => records?.filter((record) => !isInOption(record)), [records])
}

/** Returns the open positions in options; undefined until they are known. */
export function useOptionPositions(): readonly PositionRecord[] | undefined {
  const records = useStream(positionStore, HELD)
  return useMemo(() => records?.filter(isInOption), [records])
}

const isInOption = ({ position }: PositionRecord): boolean =>
  instrumentOf(position.symbol)?.option !== undefined

/** Returns whether a position in the symbol could not be read since the last snapshot. */
export const hasUnreadPosition = (symbol: string): boolean => unread.has(symbol)

/** Returns a position outside React. */
export function positionOf(symbol: string, positionIdx = 0): PositionRecord | undefined {
  return held.get(positionKey(symbol, positionIdx))
}

/** Returns the index of the position that an order is for: in hedge mode its side decides. */
export function positionIdxOf(order: {
  readonly symbol: string
  readonly side: Side
  readonly reduceOnly: boolean
}): PositionIdx {
  if (tradingModeOf(order.symbol).mode !== 'BothSide') return 0
  return (order.side === 'Buy') === order.reduceOnly ? 2 : 1
}

/** Returns the positions in a symbol: none, one, or the two sides of a hedge. */
export function usePositionsIn(symbol: string): readonly PositionRecord[] {
  const records = useStream(positionStore, HELD)
  return useMemo(
    () => records?.filter(({ position }) => position.symbol === symbol) ?? [],
    [records, symbol],
  )
}

/** As `usePositionsIn`, outside React. */
export const positionsIn = (symbol: string): readonly PositionRecord[] =>
  (positionStore.current(HELD) ?? []).filter(({ position }) => position.symbol === symbol)

/** Returns a contract's trading mode, outside React. */
export const tradingModeOf = (symbol: string): TradingMode =>
  tradingModeStore.current(symbol) ?? defaultTradingMode

/** Returns a contract's trading mode. */
export function useTradingMode(symbol: string): TradingMode {
  return useStream(tradingModeStore, symbol) ?? defaultTradingMode
}

/** Applies a mode that the exchange confirmed. */
export function changeTradingMode(symbol: string, change: Partial<TradingMode>): void {
  tradingModeStore.set(symbol, { ...tradingModeOf(symbol), ...change })
}

/** Returns a contract's trading mode; undefined until the exchange has sent it. */
export function useKnownTradingMode(symbol: string): TradingMode | undefined {
  return useStream(tradingModeStore, symbol)
}

/** Applies the exchange's answer about a contract's trading mode. */
export function applyTradingModeAnswer(answer: CallAnswer<'leverage'>): void {
  const { symbol, mode, isIsolated, leverageE2: longLeverage, sellLeverage } = answer
  const sell = parseDecimal(sellLeverage, 2) ?? BigInt(longLeverage)
  tradingModeStore.set(symbol, {
    mode,
    isIsolated,
    leverageE2: leverageE2(longLeverage),
    sellLeverageE2: leverageE2(Number(sell)),
  })
}

/** Returns whether a contract's trading mode is known; a pair has none. */
export const isTradingModeKnown = (symbol: string): boolean =>
  tradingModeStore.current(symbol) !== undefined || symbol.includes('/')

/** Requests a contract's trading mode if it is not known; true once it is known. */
export async function askTradingMode(symbol: string): Promise<boolean> {
  return isTradingModeKnown(symbol) || askTradingModeAgain(symbol)
}

/** Requests a contract's trading mode: a mode set for many contracts is not pushed for each. */
export async function askTradingModeAgain(symbol: string): Promise<boolean> {
  const outcome = await ask('leverage', { symbol })
  if (outcome.ok) applyTradingModeAnswer(outcome.value)
  return outcome.ok
}
