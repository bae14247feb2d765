// Opens sub-accounts, transfers coins between the wallets of one owner, and withdraws them (rules
// 23).

import {
  keptTransferIds,
  mostSubAccounts,
  transferProblem,
  transferShort,
} from '@basis/domain/instrument/purse'
import { isCoinName } from '@basis/domain/instrument/listing-rules'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { thirdRules } from '../../api/rules-version.ts'
import type {
  OpenSubAccount,
  TransferCommand,
  TransferEnd,
  TransferFunds,
  Withdraw,
} from '../../api/transfer-commands.ts'
import { movable } from '../../risk/account-margin.ts'
import { escrowAccount } from '../../state/copy.ts'
import { subAccountsOf } from '../../state/ownership.ts'
import { newAccount, type AccountState, type EngineState } from '../../state/state.ts'
import { addAccount } from '../core/add-account.ts'
import { bookEntry, withdraw } from '../core/ledger.ts'
import type { CommandResult } from '../core/open-orders.ts'

export function transferCommand(state: EngineState, command: TransferCommand): CommandResult {
  if (command.kind === 'OpenSubAccount') return openSubAccount(state, command)
  return command.kind === 'Withdraw' ? withdrawal(state, command) : transferFunds(state, command)
}

function openSubAccount(state: EngineState, { account, sub }: OpenSubAccount): CommandResult {
  const { ownership, accounts } = state
  if (!accounts.has(account)) return { problem: problem('accountUnknown', 'account') }
  if (ownership.mains.has(account)) return { problem: problem('subAccountOfSub', 'account') }
  if (subAccountsOf(ownership, account).length >= mostSubAccounts) {
    const max = String(mostSubAccounts)
    return { problem: problem('subAccountsTooMany', 'account', { max }) }
  }
  const fits = Number.isSafeInteger(sub) && sub > 0 && sub < escrowAccount
  if (!fits || accounts.has(sub)) return { problem: problem('accountUnknown', 'sub') }
  open(state, sub)
  ownership.mains.set(sub, account)
  return { wallet: sub }
}

/** Transfers coins after checking both ends, the coin and the transferable amount. */
function transferFunds(state: EngineState, command: TransferFunds): CommandResult {
  const { account, from, to, coin, amount: money, transferId } = command
  if (!state.accounts.has(account)) return { problem: problem('accountUnknown', 'account') }
  const foreign = [from, to].find((end) => !isOwn(state, account, end))
  if (foreign !== undefined) {
    return { problem: problem('transferForeign', foreign === from ? 'from' : 'to') }
  }
  if (from.account === to.account && from.purse === to.purse) {
    return { problem: problem('transferSame', 'to') }
  }
  if (!isCoinName(coin)) return { problem: problem('amountInvalid', 'coin') }
  if (money <= 0n) return { problem: problem('amountInvalid', 'amount') }
  const { transferIds } = state.ownership
  const spent = transferIds.get(account) ?? []
  if (transferId !== undefined && spent.includes(transferId)) {
    return { problem: problem('transferRepeated', 'transferId') }
  }
  const source = accountAt(state, from)
  const short = shortage(state, source, { coin, money })
  if (short !== undefined || source === undefined) {
    return { problem: short ?? transferShort(0n, coin) }
  }
  const target = accountAt(state, to) ?? openFunding(state, to.account)
  bookEntry(state, source, { coin, cause: 'Transfer', cashFlow: -money })
  bookEntry(state, target, { coin, cause: 'Transfer', cashFlow: money })
  if (transferId !== undefined) {
    transferIds.set(account, [...spent, transferId].slice(-keptTransferIds))
  }
  const name = transferId === undefined ? {} : { transferId }
  state.events.push({ kind: 'FundsTransferred', account, from, to, coin, amount: money, ...name })
  return {}
}

function withdrawal(state: EngineState, command: Withdraw): CommandResult {
  const { coin, amount: money } = command
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  if (!isCoinName(coin)) return { problem: problem('amountInvalid', 'coin') }
  if (money <= 0n) return { problem: problem('amountInvalid', 'amount') }
  const short = shortage(state, account, { coin, money })
  if (short !== undefined) return { problem: short }
  withdraw(state, account, coin, money)
  return {}
}

const isOwn = ({ ownership }: EngineState, owner: AccountId, { account }: TransferEnd): boolean =>
  account === owner || ownership.mains.get(account) === owner

/** The account of an end; undefined for a funding wallet that was never used. */
function accountAt(state: EngineState, { account, purse }: TransferEnd): AccountState | undefined {
  const id = purse === 'Unified' ? account : state.ownership.funding.get(account)
  return id === undefined ? undefined : state.accounts.get(id)
}

function shortage(
  state: EngineState,
  account: AccountState | undefined,
  { coin, money }: { readonly coin: string; readonly money: bigint },
): Problem | undefined {
  // Before the third rules a refused transfer of a coin that nobody has had registered the coin.
  const isHeld = account?.coins.has(coin) === true || state.rulesVersion.present < thirdRules
  const most = account === undefined || !isHeld ? 0n : movable(state, account, coin)
  return transferProblem(money, most, coin)
}

/**
 * Opens a funding wallet, which is numbered like wallets of copies and bots and accepts no
 * commands.
 */
function openFunding(state: EngineState, owner: AccountId): AccountState {
  const { copy, ownership } = state
  if (!state.accounts.has(escrowAccount)) open(state, escrowAccount)
  const wallet = accountId(copy.nextWallet)
  copy.nextWallet += 1
  ownership.funding.set(owner, wallet)
  return open(state, wallet)
}

function open(state: EngineState, id: AccountId): AccountState {
  const account = newAccount(id, 'trader', state)
  addAccount(state, account)
  state.events.push({ kind: 'AccountOpened', account: id, role: 'trader' })
  return account
}
