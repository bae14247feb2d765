// Leaders and followers as known to the auditor: keyed by wallet number, from the events.

import type { CopyFollowRecord, CopyLeaderRecord } from '@basis/domain/copy/record'
import { escrow } from '../laws/liquidation.ts'

export type AuditedFollow = Omit<CopyFollowRecord, 'log'>

export class CopyRecords {
  readonly leaders = new Map<number, CopyLeaderRecord>()
  readonly follows = new Map<number, AuditedFollow>()

  isWallet = (account: number): boolean => account >= escrow
}
