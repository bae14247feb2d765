// The auditor's judgement of transfers and sub-accounts: the owners of the wallets, and the amount
// being above zero (rules 23). The transferable amount is taken from the engine.

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
  // The workload repeats its transfer ids, and the auditor does not know their first results.
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
