// The two wallets of an account under their open API names (open API 2; rules 23.1).

import type { Purse } from '@basis/domain/instrument/purse'

const wallets = { UNIFIED: 'Unified', FUND: 'Funding' } as const satisfies Record<string, Purse>
export type Wallet = keyof typeof wallets

export const purseOf = (text: string): Purse | undefined =>
  text === 'UNIFIED' || text === 'FUND' ? wallets[text] : undefined
export const walletOf = (purse: Purse): Wallet => (purse === 'Unified' ? 'UNIFIED' : 'FUND')
