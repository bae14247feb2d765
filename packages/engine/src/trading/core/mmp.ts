// Runs market-maker protection: counts fills of protected quotes, and if a limit was reached,
// cancels all of them once the incoming order is done (rules 9.6).

import { divRound, unitE8 } from '@basis/domain/numbers/fixed'
import { frozenFrom, limitReached, mmpSums, withFill, type Mmp } from '@basis/domain/options/mmp'
import { stressPart } from '@basis/domain/portfolio-margin/stress'
import type { MmpChanged } from '../../api/events.ts'
import { stressOf } from '../../state/margin/stress.ts'
import { allPositions } from '../../state/positions.ts'
import type { AccountState, EngineState, OpenOrder } from '../../state/state.ts'
import { closeOrder } from './open-orders.ts'
import { mmpOf } from './option-rules.ts'

/** Replaces the protection of its coin; sorted, so that a restored state is equal. */
export function setMmp(account: AccountState, mmp: Mmp): void {
  const others = (account.mmp ?? []).filter(({ baseCoin }) => baseCoin !== mmp.baseCoin)
  const all = mmp.windowMs === 0 ? others : [...others, mmp]
  account.mmp =
    all.length === 0 ? undefined : all.sort((a, b) => (a.baseCoin < b.baseCoin ? -1 : 1))
}

/** Counts a fill of a resting order under protection. */
export function countMmpFill(state: EngineState, maker: OpenOrder, lots: number): void {
  const { account, market, sign } = maker
  const { option, baseCoin, lotSizeE8 } = market.instrument
  const found = mmpOf(account, baseCoin)
  if (option === undefined || found === undefined) return
  const row = stressOf(market, option)
  const qtyE8 = lots * lotSizeE8
  const signed = BigInt(sign * qtyE8)
  const part = (figure: bigint, unit: bigint): number =>
    Number(divRound(signed * figure, unit, 'nearest'))
  const counted = withFill(found, {
    timeMs: state.timeMs,
    qtyE8,
    deltaE8: part(stressPart(row, 'delta'), unitE8),
    // The row's vega is per 1.00 of volatility.
    vegaE8: part(stressPart(row, 'vega'), unitE8 * 100n),
  })
  setMmp(account, counted)
  if (limitReached(counted) !== undefined) state.mmpReached.add(account)
}

/** Cancels the protected quotes of the accounts that reached a limit, coin by coin. */
export function applyMmp(state: EngineState): void {
  const reached = [...state.mmpReached]
  state.mmpReached.clear()
  for (const account of reached) {
    for (const mmp of account.mmp ?? []) {
      const limit = limitReached(mmp)
      if (limit === undefined) continue
      const frozen = frozenFrom(mmp, state.timeMs)
      setMmp(account, frozen)
      emitMmp(state, account, { mmp: frozen, cause: 'Reached', limit, sums: mmpSums(mmp) })
      for (const order of protectedOrders(account, mmp.baseCoin)) {
        closeOrder(state, order, 'CancelByMmpTriggered')
      }
    }
  }
}

function protectedOrders(account: AccountState, baseCoin: string): readonly OpenOrder[] {
  const orders: OpenOrder[] = []
  for (const position of allPositions(account)) {
    if (position?.market.instrument.baseCoin !== baseCoin) continue
    for (const order of [...position.buys, ...position.sells]) if (order.isMmp) orders.push(order)
  }
  return orders.sort((a, b) => a.id - b.id)
}

export function emitMmp(
  state: EngineState,
  account: AccountState,
  { mmp, ...why }: { readonly mmp: Mmp } & Pick<MmpChanged, 'cause' | 'limit' | 'sums'>,
): void {
  const { fills: _counted, ...record } = mmp
  state.events.push({ kind: 'MmpChanged', account: account.id, mmp: record, ...why })
}
