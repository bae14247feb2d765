// Purses of an account: the unified wallet that trades, and the funding wallet that keeps
// (rules 23.1).

export const purses = ['Unified', 'Funding'] as const
export type Purse = (typeof purses)[number]

/** The most sub-accounts of a main account. */
export const mostSubAccounts = 20

/** So many names of an account's last transfers are remembered, and refused a second time. */
export const keptTransferIds = 100

export const isPurse = (text: string): text is Purse => purses.some((purse) => purse === text)
