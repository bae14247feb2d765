// Applies fills to positions: opens, adds, reduces or flips, and computes the closed part's PnL.

import type { OrderId } from '@basis/domain/numbers/brand'
import { closedShare } from '@basis/domain/instrument/pnl'
import { enteredMore, notEntered } from '@basis/domain/margin/entry-price'
import { amount, qtyLots } from '@basis/domain/numbers/fixed'
import { fillEffect, type FilledTpsl } from '@basis/domain/orders/tpsl-entries'
import type { FilledTrailing } from '@basis/domain/orders/trailing'
import { markChanged, markTraded } from '../../state/invalidation.ts'
import {
  entryPriceOf,
  positionRecord,
  type EngineState,
  type PositionState,
} from '../../state/state.ts'
import { hasSessions } from '../../state/settlement-schedule.ts'
import { recordGridTaken } from './grid-hooks.ts'
import { bookEntry, collectFee } from './ledger.ts'
import type { PnlClosed } from '../../api/events.ts'

/**
 * One account's side of a contract trade; value and fee are of the whole quantity, 1e-8 settle
 * coin.
 */
export type PositionFill = {
  readonly sign: 1 | -1
  readonly lots: number
  readonly value: bigint
  readonly fee: bigint
  readonly orderId: OrderId
  readonly tradeId: number
  readonly cause: PnlClosed['cause']
  /** The TP/SL attached to the order. */
  readonly attachedTpsl?: FilledTpsl | undefined
  readonly attachedTrailing?: FilledTrailing | undefined
}

export type PositionResult = { readonly closedLots: number; readonly tradePnl: bigint }

/**
 * Applies a fill to the position and the wallet (rules 1.3–1.5). Reducing fills keep the entry
 * price: the released entry value is proportional, its rounding stays in the position, so that a
 * trade never changes the sum over all accounts of wallet − s × entry value. EX-1.3, EX-1.6
 */
export function applyFill(
  state: EngineState,
  position: PositionState,
  fill: PositionFill,
): PositionResult {
  // An earlier fill may have attached TP/SL that does not wait yet: later fills count for it too.
  const { fills } = state.triggers
  const { attachedTpsl, attachedTrailing } = fill
  const brings = attachedTpsl !== undefined || attachedTrailing !== undefined
  if (position.waiting.length > 0 || brings || fills.length > 0) {
    const effect = fillEffect(position.sign * position.sizeLots, fill.sign * fill.lots)
    fills.push({ position, effect, attachedTpsl, attachedTrailing })
  }
  const opposite = position.sign === -fill.sign
  const closedLots = opposite ? Math.min(position.sizeLots, fill.lots) : 0
  const openedLots = fill.lots - closedLots
  moveOpenInterest(position, fill.sign, closedLots, openedLots)
  let tradePnl = 0n
  let openValue = fill.value
  let openFee = fill.fee
  if (closedLots > 0) {
    const exitValue = closedShare(fill.value, closedLots, fill.lots)
    const closeFee = closedShare(fill.fee, closedLots, fill.lots)
    openValue -= exitValue
    openFee -= closeFee
    tradePnl = closePart(state, position, { ...fill, closedLots, exitValue, closeFee })
  }
  if (openedLots > 0) {
    openPart(state, position, { sign: fill.sign, lots: openedLots, value: openValue, fee: openFee })
  }
  position.updatedMs = state.timeMs
  if (fill.cause === 'Trade') markTraded(state, position, fill)
  else {
    markChanged(state, position)
    recordGridTaken(state, position.account, fill.cause)
  }
  const { instrument } = position.market
  // An option's premium is paid in full, at opening and at closing (9.4).
  const premium = BigInt(-fill.sign) * fill.value
  bookEntry(state, position.account, {
    coin: instrument.settleCoin,
    cause: fill.cause === 'Liquidation' ? 'Trade' : fill.cause,
    cashFlow: instrument.option === undefined ? tradePnl : premium,
    fee: fill.fee,
    symbol: instrument.symbol,
    orderId: fill.orderId,
    tradeId: fill.tradeId,
  })
  collectFee(state, instrument.settleCoin, fill.fee)
  return { closedLots, tradePnl }
}

/** Open interest counts long lots; every trade moves the same number of short ones. */
function moveOpenInterest(
  position: PositionState,
  sign: 1 | -1,
  closed: number,
  opened: number,
): void {
  if (sign === 1) position.market.longLots += opened
  else position.market.longLots -= closed
}

type OpenedPart = {
  readonly sign: 1 | -1
  readonly lots: number
  readonly value: bigint
  readonly fee: bigint
}

function openPart(state: EngineState, position: PositionState, part: OpenedPart): void {
  if (position.sign === 0) {
    position.sign = part.sign
    position.openedMs = state.timeMs
    position.realised = 0n
  }
  position.entered = enteredMore(position.entered, position.sizeLots, part)
  if (hasSessions(position.market)) {
    position.average = enteredMore(position.average, position.sizeLots, part)
    position.averageValue += part.value
  }
  position.sizeLots += part.lots
  position.entryValue += part.value
  position.openFees += part.fee
  position.realised -= part.fee
  position.cumRealised -= part.fee
}

/** Deducts the closed part from the value at the average entry price; returns it. */
function releaseAverage(position: PositionState, closedLots: number): bigint {
  const released = closedShare(position.averageValue, closedLots, position.sizeLots)
  position.averageValue -= released
  return released
}

type ClosedPart = PositionFill & {
  readonly closedLots: number
  readonly exitValue: bigint
  readonly closeFee: bigint
}

function closePart(state: EngineState, position: PositionState, part: ClosedPart): bigint {
  const { closedLots, exitValue, closeFee } = part
  const size = position.sizeLots
  const entryValue = closedShare(position.entryValue, closedLots, size)
  const openFee = closedShare(position.openFees, closedLots, size)
  const funding = closedShare(position.openFunding, closedLots, size)
  const side = position.sign === 1 ? 'Buy' : 'Sell'
  const rising = position.sign === position.market.valueSign
  const tradePnl = rising ? exitValue - entryValue : entryValue - exitValue
  // Sessions have already paid a part of the profit; the record has all of it, against E (1.8).
  const isSettled = hasSessions(position.market)
  const opened = isSettled ? releaseAverage(position, closedLots) : entryValue
  const wholePnl = tradePnl + (rising ? entryValue - opened : opened - entryValue)
  position.sizeLots -= closedLots
  position.entryValue -= entryValue
  position.openFees -= openFee
  position.openFunding -= funding
  // Added margin is released in proportion, so that the liquidation price stays (5.3).
  position.extra -= closedShare(position.extra, closedLots, size)
  position.realised += tradePnl - closeFee
  position.cumRealised += tradePnl - closeFee
  state.events.push({
    kind: 'PnlClosed',
    account: position.account.id,
    symbol: position.market.instrument.symbol,
    positionIdx: position.idx,
    side,
    orderId: part.orderId,
    closedLots: qtyLots(closedLots),
    entryValue: amount(opened),
    entryPriceE8: entryPriceOf(position, isSettled ? position.average : position.entered),
    exitValue: amount(exitValue),
    tradePnl: amount(wholePnl),
    openFee: amount(openFee),
    closeFee: amount(closeFee),
    funding: amount(funding),
    closedPnl: amount(wholePnl - openFee - closeFee + funding),
    openedMs: position.openedMs,
    cause: part.cause,
  })
  if (position.sizeLots === 0) {
    position.sign = 0
    position.entered = position.average = notEntered
  }
  return tradePnl
}

/** Emits every position that the command changed, in the order of their first change. */
export function emitChanged(state: EngineState): void {
  if (state.changedPositions.length === 0) return
  for (const position of state.changedPositions) {
    position.isChanged = false
    state.events.push({ kind: 'PositionChanged', position: positionRecord(position) })
  }
  state.changedPositions = []
}
