// Commands that move money between the wallets of one owner or withdraw it, and that open
// sub-accounts (rules 23).

import type { Purse } from '@basis/domain/instrument/purse'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { Amount } from '@basis/domain/numbers/fixed'

/** One end of a transfer: an account's trading wallet, or its funding wallet. */
export type TransferEnd = { readonly account: AccountId; readonly purse: Purse }

/** Opens a sub-account under a main account; the number is new (rules 23.1). */
export type OpenSubAccount = {
  readonly kind: 'OpenSubAccount'
  readonly account: AccountId
  readonly sub: AccountId
}

/** Moves coins between the wallets of an account and its sub-accounts (rules 23.2). */
export type TransferFunds = {
  readonly kind: 'TransferFunds'
  readonly account: AccountId
  readonly from: TransferEnd
  readonly to: TransferEnd
  readonly coin: string
  readonly amount: Amount
  /** The client's id of the transfer; a repeated id moves no money again (rules 23.2). */
  readonly transferId?: string
}

/** Takes coins of a trading wallet out of the exchange (rules 23.5); the amount is positive. */
export type Withdraw = {
  readonly kind: 'Withdraw'
  readonly account: AccountId
  readonly coin: string
  readonly amount: Amount
}

export type TransferCommand = OpenSubAccount | TransferFunds | Withdraw

/** Returns whether a command is one of these. */
export const isTransferCommand = <Other extends { readonly kind: string }>(
  command: Other | TransferCommand,
): command is TransferCommand =>
  command.kind === 'OpenSubAccount' ||
  command.kind === 'TransferFunds' ||
  command.kind === 'Withdraw'
