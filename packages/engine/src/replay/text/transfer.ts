// Transfers and sub-accounts in a tape's line: `transfer #1 #1:Unified #1:Funding 100 USDT`.

import type { Purse } from '@basis/domain/instrument/purse'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import type { Command } from '../../api/commands.ts'
import type { TransferCommand, TransferEnd } from '../../api/transfer-commands.ts'
import { decimal, money, take, type Line } from './line.ts'

const endText = ({ account, purse }: TransferEnd): string => `#${account}:${purse}`

export function transferText(command: TransferCommand): string {
  const { account } = command
  if (command.kind === 'OpenSubAccount') return `sub-account #${account} #${command.sub}`
  const { from, to, coin } = command
  return `transfer #${account} ${endText(from)} ${endText(to)} ${money(command.amount)} ${coin}`
}

export const transferVerbs: readonly string[] = ['sub-account', 'transfer']

function takeEnd(line: Line): TransferEnd {
  const [number = '', purse] = take(line, 'wallet').slice(1).split(':')
  return { account: accountId(Number(number)), purse: purse as Purse }
}

/** Reads what `transferText` wrote behind the verb and the account. */
export function takeTransfer(verb: string, line: Line, account: AccountId): Command {
  if (verb === 'sub-account') {
    const sub = accountId(Number(take(line, 'account').slice(1)))
    return { kind: 'OpenSubAccount', account, sub }
  }
  const [from, to] = [takeEnd(line), takeEnd(line)]
  const sum = amount(decimal(line, take(line, 'amount'), 8))
  return { kind: 'TransferFunds', account, from, to, coin: take(line, 'coin'), amount: sum }
}
