// Leaders and followers as known to the auditor: keyed by wallet number, from the events.

import type { CopyFollowRecord, CopyLeaderRecord } from '@basis/domain/copy/record'
import { escrow } from '../laws/liquidation.ts'

export type AuditedFollow = Omit<CopyFollowRecord, 'log'>

export class CopyRecords {
  readonly leaders = new Map<number, CopyLeaderRecord>()
  readonly follows = new Map<number, AuditedFollow>()
  /** The net of the day so far in a follower's wallet: all but transfers and profit shares. */
  readonly dayNets = new Map<number, bigint>()

  isWallet = (account: number): boolean => account >= escrow
}
