// Wallets of one owner on the wire: trading and funding wallets of the account and of its
// sub-accounts, transfers between them, and going over to a sub-account (rules 23).

import { purses } from '@basis/domain/instrument/purse'
import * as z from '../schema/deferred.ts'
import { userInfo } from '../account.ts'
import { nothing, type Call } from '../call.ts'
import { decimal, shortText, signedDecimal } from '../wire.ts'

const root = '/contract/v5/wallets'

const purseCoin = z.object({
  coin: z.string(),
  balance: signedDecimal,
  owed: decimal,
  /** What may be transferred now. */
  free: decimal,
  /** Balance less what is owed, at the coin's index price; empty before there is one. */
  usdValue: z.union([signedDecimal, z.literal('')]),
})
export type WirePurseCoin = z.output<typeof purseCoin>

const accountWallets = z.object({
  uid: z.string(),
  isMain: z.boolean(),
  /** The account that asks. */
  isOwn: z.boolean(),
  unified: z.array(purseCoin),
  funding: z.array(purseCoin),
})
export type WireWallets = z.output<typeof accountWallets>

const end = { uid: shortText, wallet: z.enum(purses) }
const transfer = z.strictObject({
  from: z.strictObject(end),
  to: z.strictObject(end),
  coin: shortText,
  amount: decimal,
})
export type TransferAsked = z.output<typeof transfer>

const session = { access: 'session', ours: true } as const
const change = { ...session, method: 'POST', changes: true } as const

export const walletCalls = {
  wallets: {
    ...session,
    method: 'GET',
    changes: false,
    path: `${root}/list`,
    request: nothing,
    /** The account that asks first; a main account has its sub-accounts behind it. */
    answer: z.object({
      list: z.array(accountWallets),
      /** The main account of a sub-account; empty for any other. */
      main: z.string(),
      subAccountsLeft: z.int(),
    }),
  },
  /** What the account is worth, wherever its money is: in 1e-8 USD, as decimals. */
  funds: {
    ...session,
    method: 'GET',
    changes: false,
    path: `${root}/funds`,
    request: nothing,
    answer: z.object({
      /** The four below together. */
      total: signedDecimal,
      /** The equity of the trading wallet. */
      unified: signedDecimal,
      funding: signedDecimal,
      /** What the bots that have not ended are worth. */
      bots: signedDecimal,
      /** Equity of the wallets that copy leaders, and of the own leader's. */
      copy: signedDecimal,
    }),
  },
  transferFunds: {
    ...change,
    path: `${root}/transfer`,
    request: transfer,
    answer: z.object({}),
  },
  openSubAccount: {
    ...change,
    path: `${root}/sub-account`,
    request: nothing,
    answer: z.object({ uid: z.string() }),
  },
  /** Opens a session of the main account, or of one of its sub-accounts. */
  switchAccount: {
    ...change,
    path: `${root}/switch`,
    request: z.strictObject({ uid: shortText }),
    answer: userInfo,
  },
} as const satisfies Record<string, Call>
