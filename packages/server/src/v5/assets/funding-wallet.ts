// The two wallets of an account, and what moves between them (open API 7).

import { zero, type Amount } from '@basis/domain/numbers/fixed'
import type { V5Handlers } from '../context.ts'
import type { Trader } from '../reading/order-fields.ts'
import { V5Refused } from '../refused.ts'

export const wallets = ['UNIFIED', 'FUND'] as const
export type Wallet = (typeof wallets)[number]
export const isWallet = (text: string): text is Wallet => wallets.some((wallet) => wallet === text)

/** The funding wallet holds nothing: everything trades in the unified one. */
export const fundBalance = (_trader: Trader, _coin: string): Amount => zero

export const transferHandlers: V5Handlers<'transfer' | 'transfers'> = {
  transfer: (_context, { fromAccountType, toAccountType }) => {
    if (!isWallet(fromAccountType) || !isWallet(toAccountType)) {
      throw new V5Refused(131203, 'request parameter err')
    }
    if (fromAccountType === toAccountType) {
      throw new V5Refused(131211, 'not support same account transfer')
    }
    throw new V5Refused(131212, 'Insufficient balance')
  },
  transfers: () => ({ result: { list: [], nextPageCursor: '' } }),
}
