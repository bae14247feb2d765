// Positions: how a fill opens, adds to, reduces or flips one, and what a closed part has earned.

import type { OrderId } from '@basis/domain/numbers/brand'
import { enteredMore, notEntered } from '@basis/domain/margin/entry-price'
import { amount, qtyLots } from '@basis/domain/numbers/fixed'
import { fillEffect, type AttachedTpsl } from '@basis/domain/orders/tpsl-entries'
import { touch, touchTraded } from '../../state/invalidation.ts'
import {
  entryPriceOf,
  positionRecord,
  type EngineState,
  type PositionState,
} from '../../state/state.ts'
import { hasSessions } from '../../state/settlement-schedule.ts'
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
  /** The TP/SL that the order brings. */
  readonly brought?: AttachedTpsl | undefined
}

export type PositionResult = { readonly closedLots: number; readonly tradePnl: bigint }

/**
 * Applies a fill to the position and the wallet (domain.md 1.3–1.5). Reducing fills keep the entry
 * price: the released entry value is proportional, its rounding stays in the position, so that the
 * sum over all accounts of wallet − s × entry value never changes by a trade. EX-1.3, EX-1.6
 */
export function applyFill(
  state: EngineState,
  holding: PositionState,
  fill: PositionFill,
): PositionResult {
  // A fill before this one may bring TP/SL that does not wait yet: what follows it counts too.
  const { fills } = state.triggers
  if (holding.waiting.length > 0 || fill.brought !== undefined || fills.length > 0) {
    const effect = fillEffect(holding.sign * holding.sizeLots, fill.sign * fill.lots)
    fills.push({ holding, effect, brought: fill.brought })
  }
  const opposite = holding.sign === -fill.sign
  const closedLots = opposite ? Math.min(holding.sizeLots, fill.lots) : 0
  const openedLots = fill.lots - closedLots
  moveOpenInterest(holding, fill.sign, closedLots, openedLots)
  let tradePnl = 0n
  let openValue = fill.value
  let openFee = fill.fee
  if (closedLots > 0) {
    const exitValue = shareOf(fill.value, closedLots, fill.lots)
    const closeFee = shareOf(fill.fee, closedLots, fill.lots)
    openValue -= exitValue
    openFee -= closeFee
    tradePnl = closePart(state, holding, { ...fill, closedLots, exitValue, closeFee })
  }
  if (openedLots > 0) {
    openPart(state, holding, { sign: fill.sign, lots: openedLots, value: openValue, fee: openFee })
  }
  holding.updatedMs = state.timeMs
  if (fill.cause === 'Trade') touchTraded(state, holding, fill)
  else touch(state, holding)
  const { instrument } = holding.market
  bookEntry(state, holding.account, {
    coin: instrument.settleCoin,
    cause: fill.cause === 'Liquidation' ? 'Trade' : fill.cause,
    cashFlow: tradePnl,
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
  holding: PositionState,
  sign: 1 | -1,
  closed: number,
  opened: number,
): void {
  if (sign === 1) holding.market.longLots += opened
  else holding.market.longLots -= closed
}

/** Whole takes the whole, so that nothing is left behind by rounding. */
function shareOf(whole: bigint, part: number, of: number): bigint {
  return part === of ? whole : (whole * BigInt(part)) / BigInt(of)
}

type OpenedPart = {
  readonly sign: 1 | -1
  readonly lots: number
  readonly value: bigint
  readonly fee: bigint
}

function openPart(state: EngineState, holding: PositionState, part: OpenedPart): void {
  if (holding.sign === 0) {
    holding.sign = part.sign
    holding.openedMs = state.timeMs
    holding.realised = 0n
  }
  holding.entered = enteredMore(holding.entered, holding.sizeLots, part)
  if (hasSessions(holding.market)) {
    holding.average = enteredMore(holding.average, holding.sizeLots, part)
    holding.averageValue += part.value
  }
  holding.sizeLots += part.lots
  holding.entryValue += part.value
  holding.openFees += part.fee
  holding.realised -= part.fee
  holding.cumRealised -= part.fee
}

/** Takes the closed part from the value at the average entry price; returns it. */
function releaseAverage(holding: PositionState, closedLots: number): bigint {
  const released = shareOf(holding.averageValue, closedLots, holding.sizeLots)
  holding.averageValue -= released
  return released
}

type ClosedPart = PositionFill & {
  readonly closedLots: number
  readonly exitValue: bigint
  readonly closeFee: bigint
}

function closePart(state: EngineState, holding: PositionState, part: ClosedPart): bigint {
  const { closedLots, exitValue, closeFee } = part
  const size = holding.sizeLots
  const entryValue = shareOf(holding.entryValue, closedLots, size)
  const openFee = shareOf(holding.openFees, closedLots, size)
  const funding = shareOf(holding.openFunding, closedLots, size)
  const side = holding.sign === 1 ? 'Buy' : 'Sell'
  const rising = holding.sign === holding.market.flip
  const tradePnl = rising ? exitValue - entryValue : entryValue - exitValue
  // Sessions have paid a part of the profit already: the record tells all of it, over E (1.8).
  const isSettled = hasSessions(holding.market)
  const opened = isSettled ? releaseAverage(holding, closedLots) : entryValue
  const wholePnl = tradePnl + (rising ? entryValue - opened : opened - entryValue)
  holding.sizeLots -= closedLots
  holding.entryValue -= entryValue
  holding.openFees -= openFee
  holding.openFunding -= funding
  // Added margin is released with the part that is closed, so that the price stays (5.3).
  holding.extra -= shareOf(holding.extra, closedLots, size)
  holding.realised += tradePnl - closeFee
  holding.cumRealised += tradePnl - closeFee
  state.events.push({
    kind: 'PnlClosed',
    account: holding.account.id,
    symbol: holding.market.instrument.symbol,
    positionIdx: holding.idx,
    side,
    orderId: part.orderId,
    closedLots: qtyLots(closedLots),
    entryValue: amount(opened),
    entryPriceE8: entryPriceOf(holding, isSettled ? holding.average : holding.entered),
    exitValue: amount(exitValue),
    tradePnl: amount(wholePnl),
    openFee: amount(openFee),
    closeFee: amount(closeFee),
    funding: amount(funding),
    closedPnl: amount(wholePnl - openFee - closeFee + funding),
    openedMs: holding.openedMs,
    cause: part.cause,
  })
  if (holding.sizeLots === 0) {
    holding.sign = 0
    holding.entered = holding.average = notEntered
  }
  return tradePnl
}

/**
 * Tells every position that changed since the command began, in the order of their first change.
 */
export function emitChanged(state: EngineState): void {
  if (state.touched.length === 0) return
  for (const holding of state.touched) {
    holding.touched = false
    state.events.push({ kind: 'PositionChanged', position: positionRecord(holding) })
  }
  state.touched = []
}
