// Wallets of an account: the unified wallet for trading and the funding wallet for holding (rules
// 23.1).

export const purses = ['Unified', 'Funding'] as const
export type Purse = (typeof purses)[number]

/** The maximum of sub-accounts of a main account. */
export const mostSubAccounts = 20

/** How many IDs of an account's last transfers are kept to reject duplicates. */
export const keptTransferIds = 100

export const isPurse = (text: string): text is Purse => purses.some((purse) => purse === text)
