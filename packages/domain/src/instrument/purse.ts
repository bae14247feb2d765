// Wallets of an account: the unified wallet for trading and the funding wallet for holding (rules
// 23.1).

import { formatTrimmed } from '../numbers/fixed.ts'
import { problem, type Problem } from './problems.ts'

export const purses = ['Unified', 'Funding'] as const
export type Purse = (typeof purses)[number]

/** The maximum of sub-accounts of a main account. */
export const mostSubAccounts = 20

/** How many IDs of an account's last transfers are kept to reject duplicates. */
export const keptTransferIds = 100

export const isPurse = (text: string): text is Purse => purses.some((purse) => purse === text)

/** The problem of a transfer of more than may leave a wallet. */
export const transferShort = (free: bigint, coin: string): Problem =>
  problem('transferInsufficient', 'amount', { available: formatTrimmed(free, 8), coin })

/** Returns why an amount may not leave a wallet, if so (rules 23.1). */
export const transferProblem = (money: bigint, free: bigint, coin: string): Problem | undefined =>
  money <= free ? undefined : transferShort(free > 0n ? free : 0n, coin)
