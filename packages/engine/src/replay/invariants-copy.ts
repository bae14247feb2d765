// Invariants of copy trading between any two commands (rules 16.8).

import { mayCopy } from '@basis/domain/copy/contracts'
import { escrowAccount, type CopyFollow, type CopyLeader } from '../state/copy.ts'
import { allPositions, hasPosition } from '../state/positions.ts'
import { coinOf, type EngineState } from '../state/state.ts'

/** Returns a description of each broken invariant; empty if all hold. */
export function copyViolations(state: EngineState): readonly string[] {
  const { leaders, follows } = state.copy
  if (leaders.size === 0) return []
  return [
    ...escrowFaults(state),
    ...[...leaders.values()].flatMap((leader) => leaderFaults(state, leader)),
    ...[...follows.values()].flatMap((follow) => followFaults(state, follow)),
  ]
}

/** The escrow account's balance is exactly the sum of the profit shares not yet settled. */
function escrowFaults({ accounts, copy }: EngineState): string[] {
  const escrow = accounts.get(escrowAccount)
  const held = escrow === undefined ? 0n : coinOf(escrow, 'USDT').balance
  let aside = 0n
  for (const { days } of copy.follows.values()) for (const day of days) aside += day.aside
  return held === aside ? [] : [`16.4 ${held} is set aside, of days ${aside}`]
}

/** Every position of a leader was copied. */
function leaderFaults({ accounts }: EngineState, { wallet, seen }: CopyLeader): string[] {
  const account = accounts.get(wallet)
  if (account === undefined) return [`16.1 leader ${wallet} has no wallet`]
  const held = allPositions(account).flatMap((position) => {
    if (position === undefined || position.sign === 0) return []
    const { instrument } = position.market
    if (!mayCopy(instrument)) return [`16.1 leader ${wallet} has ${instrument.symbol}`]
    return [`${instrument.symbol} ${position.idx} ${position.sizeLots}`]
  })
  const copied = seen.map(({ symbol, idx, lots }) => `${symbol} ${idx} ${lots}`)
  const [is, was] = [held.toSorted().join(), copied.toSorted().join()]
  return is === was ? [] : [`16.2 leader ${wallet} has ${is}, seen was ${was}`]
}

function followFaults({ accounts }: EngineState, follow: CopyFollow): string[] {
  const { wallet, state: stands, days } = follow
  const account = accounts.get(wallet)
  if (account === undefined) return [`16.1 follower ${wallet} has no wallet`]
  const faults: string[] = []
  const isOpen = hasPosition(account)
  if (stands === 'Stopped' && (isOpen || coinOf(account, 'USDT').balance > 0n)) {
    faults.push(`16.6 ${wallet} has stopped and still has something`)
  }
  if (stands === 'Stopped' && days.length > 0) faults.push(`16.4 ${wallet} has days unsettled`)
  if (days.some(({ net, aside }) => aside < 0n || (net <= 0n && aside > 0n))) {
    faults.push(`16.4 ${wallet} sets a loss aside`)
  }
  return faults
}
