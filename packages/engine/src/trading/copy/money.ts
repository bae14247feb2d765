// Money of copy trading: the equity of a wallet, and transfers between a trader, its wallets, a
// leader and the escrow (rules 16.1, 16.4).

import { copyCoin } from '@basis/domain/copy/contracts'
import { investIn, navE8, redeemFrom, setAside } from '@basis/domain/copy/profit-share'
import { assert } from '@basis/domain/numbers/assert'
import type { AccountId } from '@basis/domain/numbers/brand'
import { thirdRules } from '../../api/rules-version.ts'
import type { WalletChanged } from '../../api/events.ts'
import { accountMargin, movable } from '../../risk/account-margin.ts'
import { followRecord, leaderRecord } from '../../state/copy.ts'
import type { CopyFollow, CopyLeader } from '../../state/copy.ts'
import { coinOf, type AccountState, type EngineState } from '../../state/state.ts'
import { bookEntry } from '../core/ledger.ts'

/** Returns the account of a wallet or its owner, which must exist. */
export function knownAccount(state: EngineState, id: AccountId): AccountState {
  const account = state.accounts.get(id)
  assert(account !== undefined, 'a wallet and its owner have their accounts')
  return account
}

/** Wallet balance and unrealised profit of an account, USDT ×1e-8. */
export function equityOf(account: AccountState): bigint {
  accountMargin(account)
  const { balance, unrealised, isolatedUnrealised } = coinOf(account, copyCoin)
  return balance + unrealised + isolatedUnrealised
}

/** What a follower's wallet counts for its leader's rank: its equity, 0 if negative. */
export function followedMoney(state: EngineState, wallet: AccountId): bigint {
  const equity = equityOf(knownAccount(state, wallet))
  return equity > 0n ? equity : 0n
}

/** What may be moved out of an account; never below zero. */
export function freeIn(state: EngineState, account: AccountState): bigint {
  const free = movable(state, account, copyCoin)
  return free > 0n ? free : 0n
}

/**
 * What may be moved out of a follower's wallet. Since the third rules the leader's share of the
 * day's net so far stays: before them a follower withdrew it, and nothing was left to set aside
 * (rules 16.4). A fund's shares are redeemed at their value.
 */
export function freeOfFollow(state: EngineState, follow: CopyFollow): bigint {
  const account = knownAccount(state, follow.wallet)
  const free = freeIn(state, account)
  if (follow.style !== 'Classic' || state.rulesVersion.present < thirdRules) return free
  const owed = setAside(balanceOf(account) - follow.dayBase, follow.shareE4)
  return free > owed ? free - owed : 0n
}

export const balanceOf = (account: AccountState): bigint => coinOf(account, copyCoin).balance

type Ends = { readonly from: AccountId; readonly to: AccountId }

export function moveMoney(
  state: EngineState,
  { from, to }: Ends,
  money: bigint,
  cause: WalletChanged['cause'] & ('CopyTransfer' | 'ProfitShare'),
): void {
  if (money <= 0n) return
  const entry = { coin: copyCoin, cause }
  bookEntry(state, knownAccount(state, from), { ...entry, cashFlow: -money })
  bookEntry(state, knownAccount(state, to), { ...entry, cashFlow: money })
}

/** Moves the owner's money into a follower's wallet, or out of it (negative). */
export function invest(state: EngineState, follow: CopyFollow, money: bigint): void {
  const { wallet, owner, shares, markE8 } = follow
  const share = { shares, markE8 }
  const price = navE8(equityOf(knownAccount(state, wallet)), shares)
  const next = money > 0n ? investIn(share, money, price) : redeemFrom(share, -money, price)
  Object.assign(follow, next)
  follow.invested += money
  follow.dayBase += money
  if (money > 0n) moveMoney(state, { from: owner, to: wallet }, money, 'CopyTransfer')
  else moveMoney(state, { from: wallet, to: owner }, -money, 'CopyTransfer')
}

/** Pays a leader its profit share, from a wallet or from the escrow. */
export function payLeader(
  state: EngineState,
  follow: CopyFollow,
  { from, money }: { readonly from: AccountId; readonly money: bigint },
): void {
  const leader = state.copy.leaders.get(follow.leader)
  assert(leader !== undefined, 'a follower has a leader')
  if (money === 0n) return
  moveMoney(state, { from, to: leader.owner }, money, 'ProfitShare')
  follow.paidShare += money
  leader.earned += money
}

export function emitFollow(state: EngineState, follow: CopyFollow): void {
  follow.updatedMs = state.timeMs
  const { log: _log, ...record } = followRecord(follow)
  state.events.push({ kind: 'FollowChanged', account: follow.owner, follow: record })
}

export function emitLeader(state: EngineState, leader: CopyLeader): void {
  leader.updatedMs = state.timeMs
  state.events.push({ kind: 'LeaderChanged', account: leader.owner, leader: leaderRecord(leader) })
}
