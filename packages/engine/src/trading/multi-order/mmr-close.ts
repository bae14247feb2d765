// MMR close orders: a position is closed at market when the account's maintenance margin rate
// reaches a level, before a liquidation would (rules 8.8, D-41).

import { assert } from '@basis/domain/numbers/assert'
import { amount } from '@basis/domain/numbers/fixed'
import { explainedE4, explainedE8, type Explanation } from '@basis/domain/margin/explanation'
import {
  currentRateE4,
  dueMmrClose,
  mmrCloseProblem,
  mostMmrCloseE4,
  type MaintenanceSums,
} from '@basis/domain/orders/mmr-close'
import { problem, type ProblemName } from '@basis/domain/instrument/problems'
import type { CancelMmrClose, SetMmrClose } from '../../api/commands.ts'
import { closingOf, placeWhole } from './close-positions.ts'
import type { MmrCloseRecord } from '../../api/events.ts'
import { thirdRules } from '../../api/rules-version.ts'
import { peekPosition } from '../../state/positions.ts'
import { idxProblem } from '../../state/position-mode.ts'
import { inUsd } from '../../risk/collateral.ts'
import { accountMaintenance, accountMargin } from '../../risk/account-margin.ts'
import { maintenanceOf } from '../../risk/position-margin.ts'
import { isFresh } from '../../risk/mark-price.ts'
import type { CommandResult } from '../core/open-orders.ts'
import type { AccountState, EngineState, PositionState, MarketState } from '../../state/state.ts'
import type { MmrOrder } from '../../state/mmr-close.ts'
import { mmrCloseOf } from '../../state/positions.ts'

/** Sets a position's close at a maintenance margin rate, or refuses it. */
export function setMmrClose(state: EngineState, command: SetMmrClose): CommandResult {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const market = state.bySymbol.get(command.symbol)
  if (market === undefined || market.instrument.kind === 'Spot') {
    return { problem: problem('instrumentUnknown', 'symbol') }
  }
  const { positionIdx, rateE4 } = command
  const misfit = idxProblem(account, market, positionIdx)
  if (misfit !== undefined) return { problem: misfit }
  const position = peekPosition(account, market, positionIdx)
  if (position.sign === 0) return { problem: problem('tpslWithoutPosition', 'symbol') }
  const sums = { now: sumsOf(account), after: sumsWithout(account, position) }
  const wrong = mmrCloseProblem({
    isCross: isCross(state, position),
    hasOne: mmrCloseOf(state, position) !== undefined,
    rateE4,
    ...sums,
  })
  if (wrong !== undefined) {
    return { problem: wrong, explanation: mmrCloseExplanation(wrong.name, rateE4, sums) }
  }
  const order: MmrOrder = {
    id: state.mmr.nextId,
    account: account.id,
    market: market.index,
    positionIdx,
    sign: position.sign,
    rateE4,
    createdMs: state.timeMs,
  }
  state.mmr.nextId += 1
  state.mmr.waiting.set(order.id, order)
  emitMmrChange(state, order, 'Waiting')
  return {}
}

/** The rates that were compared, and their sums; undefined if no figure decided. */
function mmrCloseExplanation(
  rule: ProblemName,
  rateE4: number,
  { now, after }: { readonly now: MaintenanceSums; readonly after: MaintenanceSums },
): Explanation | undefined {
  const sums = {
    marginBalance: explainedE8(now.balance, 'USD'),
    maintenanceMargin: explainedE8(now.maintenance, 'USD'),
  }
  if (rule === 'mmrCloseWouldRaise') {
    const maintenanceAfter = explainedE8(after.maintenance, 'USD')
    const compared = ['maintenanceAfter', '>', 'maintenanceMargin'] as const
    return { rule, compared, numbers: { ...sums, maintenanceAfter } }
  }
  if (rule !== 'mmrCloseRateOutOfRange' || !Number.isSafeInteger(rateE4)) return undefined
  const currentRate = explainedE4(currentRateE4(now))
  const compared: Explanation['compared'] =
    rateE4 > mostMmrCloseE4 ? ['triggerRate', '>', 'maxRate'] : ['triggerRate', '<=', 'currentRate']
  const rates = { triggerRate: explainedE4(rateE4), maxRate: explainedE4(mostMmrCloseE4) }
  return { rule, compared, numbers: { ...rates, currentRate, ...sums } }
}

/** Cancels a position's MMR close order. */
export function cancelMmrClose(state: EngineState, command: CancelMmrClose): CommandResult {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const market = state.bySymbol.get(command.symbol)
  if (market === undefined) return { problem: problem('instrumentUnknown', 'symbol') }
  const order = [...state.mmr.waiting.values()].find(
    (each) =>
      each.account === account.id &&
      each.market === market.index &&
      each.positionIdx === command.positionIdx,
  )
  if (order === undefined) return { problem: problem('orderNotFound', 'symbol') }
  finish(state, order, 'Cancelled')
  return {}
}

/**
 * Executes the orders whose rate is reached, account by account in the order of their numbers; of
 * one account the order that releases most first, then the rate is recomputed (D-41).
 */
export function runMmrCloses(state: EngineState): void {
  if (state.mmr.waiting.size === 0) return
  const ids = new Set([...state.mmr.waiting.values()].map(({ account }) => account))
  for (const id of [...ids].sort((a, b) => a - b)) {
    const account = state.accounts.get(id)
    if (account !== undefined) runOf(state, account)
  }
}

function runOf(state: EngineState, account: AccountState): void {
  for (let left = state.mmr.waiting.size; left > 0; left -= 1) {
    cancelStaleMmrCloses(state)
    const own = [...state.mmr.waiting.values()].filter((each) => each.account === account.id)
    // A market with stale prices counts at its last mark; nothing is closed at it (L2).
    const closable = own.filter((order) => isFresh(state, marketAt(state, order)))
    if (closable.length === 0) return
    const now = sumsOf(account)
    const due = dueMmrClose(
      closable.map((order) => {
        const after = sumsWithout(account, positionAt(state, order))
        const released = amount(now.maintenance - after.maintenance)
        return { id: order.id, rateE4: order.rateE4, released }
      }),
      now,
    )
    const order = due === undefined ? undefined : state.mmr.waiting.get(due.id)
    if (order === undefined) return
    finish(state, order, 'Triggered')
    placeWhole(state, closingOf(positionAt(state, order)))
  }
}

/** Cancels the orders whose positions are closed, flipped or no longer cross. */
export function cancelStaleMmrCloses(state: EngineState): void {
  for (const order of state.mmr.waiting.values()) {
    const position = positionAt(state, order)
    if (position.sign !== order.sign || !isCross(state, position)) {
      finish(state, order, 'Cancelled')
    }
  }
}

/** Only cross positions may be closed at a rate; since the third rules not those of a portfolio. */
function isCross({ rulesVersion }: EngineState, { isolated, account }: PositionState): boolean {
  const isPortfolio = account.portfolio !== undefined && rulesVersion.present >= thirdRules
  return !isolated && !isPortfolio
}

function positionAt(state: EngineState, order: MmrOrder): PositionState {
  const account = state.accounts.get(order.account)
  assert(account !== undefined, 'an MMR close order has its account')
  return peekPosition(account, marketAt(state, order), order.positionIdx)
}

function marketAt(state: EngineState, order: MmrOrder): MarketState {
  const market = state.markets[order.market]
  assert(market !== undefined, 'an MMR close order is in a listed market')
  return market
}

const sumsOf = (account: AccountState): MaintenanceSums => ({
  maintenance: amount(accountMaintenance(account)),
  balance: amount(accountMargin(account).balance),
})

/**
 * The sums with a position closed at the mark, before its fee: its PnL is realised, so that the
 * balance stays; the other side of a hedge is then unhedged.
 */
function sumsWithout(account: AccountState, position: PositionState): MaintenanceSums {
  const { maintenance, balance } = sumsOf(account)
  const { coin } = position.coinBalance
  const { pair } = position
  const other = pair === undefined ? undefined : position.idx === 1 ? pair.short : pair.long
  let left = maintenance - inUsd(coin, maintenanceOf(position))
  if (other !== undefined && other.sign !== 0) {
    left -= inUsd(coin, maintenanceOf(other))
    left += inUsd(coin, maintenanceOf({ ...other, pair: undefined }))
  }
  return { maintenance: amount(left), balance }
}

function finish(state: EngineState, order: MmrOrder, status: 'Triggered' | 'Cancelled'): void {
  state.mmr.waiting.delete(order.id)
  emitMmrChange(state, order, status)
}

function emitMmrChange(
  state: EngineState,
  order: MmrOrder,
  status: MmrCloseRecord['status'],
): void {
  const record = mmrRecord(state, order, status)
  state.events.push({ kind: 'MmrCloseChanged', account: order.account, close: record })
}

/** Returns an immutable record of the order. */
export function mmrRecord(
  state: EngineState,
  order: MmrOrder,
  status: MmrCloseRecord['status'],
): MmrCloseRecord {
  const { symbol } = marketAt(state, order).instrument
  const { id, positionIdx, rateE4, createdMs } = order
  return { id, symbol, positionIdx, rateE4, status, createdMs, updatedMs: state.timeMs }
}
