// Copy trading as the engine keeps it: leaders and follows by the number of their wallet, plain
// data whose lists are replaced and never changed (rules 16).

import { accountId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import type { CopyFollowRecord, CopyLeaderRecord } from '@basis/domain/copy/record'
import type { PositionIdx } from '@basis/domain/orders/position'

type Changeable<Thing> = { -readonly [Field in keyof Thing]: Thing[Field] }

/** A leader's position as it was when it was last copied. */
export type SeenPosition = {
  readonly symbol: SymbolId
  readonly idx: PositionIdx
  readonly lots: number
  /** Triggers of its full take-profit and stop-loss in ticks; 0 for none. */
  readonly tp: number
  readonly sl: number
}

export type CopyLeader = Changeable<CopyLeaderRecord> & {
  seen: readonly SeenPosition[]
  nextPointMs: number
}

export type CopyFollow = Changeable<CopyFollowRecord> & {
  /** The balance from which the day's net counts; moves with transfers. */
  dayBase: bigint
  /** When a fund is settled next. */
  fundDueMs: number
}

export type CopyWork = {
  nextWallet: number
  readonly leaders: Map<AccountId, CopyLeader>
  readonly follows: Map<AccountId, CopyFollow>
  /**
   * The wallets that copy or have copied a leader, in the order of `follows`, from which it
   * follows.
   */
  readonly copiedBy: Map<AccountId, readonly AccountId[]>
  /** When days and weeks are settled next; Infinity before there is a follower. */
  shareDueMs: number
  /** Wallets are looked at once a second. */
  nextLookMs: number
}

/**
 * What was set aside of profits until it is settled belongs to this account; wallets come after it.
 * No trader is ever numbered so high.
 */
export const escrowAccount: AccountId = accountId(1_000_000_000)

export const newCopyWork = (): CopyWork => ({
  nextWallet: escrowAccount + 1,
  leaders: new Map(),
  follows: new Map(),
  copiedBy: new Map(),
  shareDueMs: Infinity,
  nextLookMs: 0,
})

/** Keeps a follower's wallet, also for who asks by the leader. */
export function addFollow({ follows, copiedBy }: CopyWork, follow: CopyFollow): void {
  const { wallet, leader } = follow
  if (!follows.has(wallet)) copiedBy.set(leader, [...(copiedBy.get(leader) ?? []), wallet])
  follows.set(wallet, follow)
}

/** Returns everybody who copies or has copied a leader, oldest first. */
export const followsOf = (
  { follows, copiedBy }: CopyWork,
  leader: AccountId,
): readonly CopyFollow[] =>
  (copiedBy.get(leader) ?? []).flatMap((wallet) => follows.get(wallet) ?? [])

/** Returns who owns a wallet; undefined for an account that is none. */
export const walletOwner = (
  { leaders, follows }: CopyWork,
  account: AccountId,
): AccountId | undefined => (leaders.get(account) ?? follows.get(account))?.owner

export const leaderRecord = ({
  seen: _seen,
  nextPointMs: _next,
  ...record
}: CopyLeader): CopyLeaderRecord => record

export const followRecord = ({
  dayBase: _base,
  fundDueMs: _due,
  ...record
}: CopyFollow): CopyFollowRecord => record
