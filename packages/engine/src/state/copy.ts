// Copy trading in the engine's state: leaders and follows keyed by wallet, plain data whose lists
// are replaced, never mutated (rules 16).

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
  /** The balance at the start of the day, adjusted by transfers: base of the day's net. */
  dayBase: bigint
  /** When a fund's profit share is next settled. */
  fundDueMs: number
}

export type CopyWork = {
  nextWallet: number
  readonly leaders: Map<AccountId, CopyLeader>
  readonly follows: Map<AccountId, CopyFollow>
  /**
   * Wallets that follow or followed a leader, in the order of `follows`, from which it is derived.
   */
  readonly copiedBy: Map<AccountId, readonly AccountId[]>
  /** When profit shares are next settled, daily or weekly; Infinity before there is a follower. */
  shareDueMs: number
  /** When wallets are next inspected: once a second. */
  nextLookMs: number
}

/**
 * The escrow account, which holds profit shares until they are settled. Copy wallets have higher
 * numbers, traders lower ones.
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

/** Adds a follower's wallet, also to the index by leader. */
export function addFollow({ follows, copiedBy }: CopyWork, follow: CopyFollow): void {
  const { wallet, leader } = follow
  if (!follows.has(wallet)) copiedBy.set(leader, [...(copiedBy.get(leader) ?? []), wallet])
  follows.set(wallet, follow)
}

/** Returns all current and former follows of a leader, oldest first. */
export const followsOf = (
  { follows, copiedBy }: CopyWork,
  leader: AccountId,
): readonly CopyFollow[] =>
  (copiedBy.get(leader) ?? []).flatMap((wallet) => follows.get(wallet) ?? [])

/** Returns the owner of a copy wallet; undefined for any other account. */
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
