// Judges of orders of combinations: who asks and for what (rules 20.2). Margin and limits of both
// legs are weighed by the laws of the world of spreads.

import type { Command } from '@basis/engine/commands'
import type { Findings } from './findings.ts'
import type { World } from './request.ts'

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>

export function judgeSpread(
  { audited }: World,
  { account }: Of<'PlaceSpread' | 'ReplaceSpread' | 'CancelSpread' | 'CancelAllSpreads'>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
}
