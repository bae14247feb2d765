// The auditor's judgement of transfers and sub-accounts: whose wallets they are, and that there is
// something to move (rules 23). How much may leave is the engine's word.

import type { Command } from '@basis/engine/commands'
import type { Findings } from './findings.ts'
import type { World } from './request.ts'

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>

export function judgeTransfer(
  { audited }: World,
  { account, from, to, amount, transferId }: Of<'TransferFunds'>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  findings.add('transferSame', from.account === to.account && from.purse === to.purse)
  findings.add('amountInvalid', amount <= 0n)
  // Names are the client's: the workload repeats each of its own, and what came of it is not known.
  if (transferId !== undefined) findings.leave('transferRepeated')
  findings.leave('transferForeign', 'transferInsufficient', 'amountInvalid')
}

export function judgeWithdrawal(
  { audited }: World,
  { account, amount }: Of<'Withdraw'>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  findings.add('amountInvalid', amount <= 0n)
  findings.leave('transferInsufficient', 'amountInvalid')
}

export function judgeSubAccount(
  { audited }: World,
  { account, sub }: Of<'OpenSubAccount'>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account) || audited.accounts.has(sub))
  findings.leave('subAccountOfSub', 'subAccountsTooMany', 'accountUnknown')
}
