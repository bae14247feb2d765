// An owner's wallets on the wire: trading and funding wallets of the account and its sub-accounts,
// transfers between them, and switching to a sub-account (rules 23).

import { purses } from '@basis/domain/instrument/purse'
import * as z from '../schema/deferred.ts'
import { userInfo } from '../account.ts'
import { nothing, type Call } from '../call.ts'
import { decimal, linkIdText, optionalField, shortText, signedDecimal } from '../wire.ts'

const root = '/contract/v5/wallets'

const purseCoin = z.object({
  coin: z.string(),
  balance: signedDecimal,
  owed: decimal,
  /** The amount that can be transferred now. */
  free: decimal,
  /** Balance less debt, at the coin's index price; empty before there is one. */
  usdValue: z.union([signedDecimal, z.literal('')]),
})
export type WirePurseCoin = z.output<typeof purseCoin>

const accountWallets = z.object({
  uid: z.string(),
  isMain: z.boolean(),
  /** Whether it is the calling account. */
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
  /** The client's own id: a repetition under the same one is refused (reliability T3). */
  transferId: optionalField(linkIdText),
})
export type TransferRequest = z.output<typeof transfer>

const session = { access: 'session', ours: true } as const
const change = { ...session, method: 'POST', changes: true } as const

export const walletCalls = {
  wallets: {
    ...session,
    method: 'GET',
    changes: false,
    path: `${root}/list`,
    request: nothing,
    /** The calling account first; a main account is followed by its sub-accounts. */
    answer: z.object({
      list: z.array(accountWallets),
      /** The main account of a sub-account; empty for any other. */
      main: z.string(),
      subAccountsLeft: z.int(),
    }),
  },
  /** The account's total worth over all wallets: in 1e-8 USD, as decimals. */
  funds: {
    ...session,
    method: 'GET',
    changes: false,
    path: `${root}/funds`,
    request: nothing,
    answer: z.object({
      /** The sum of the four below. */
      total: signedDecimal,
      /** The equity of the trading wallet. */
      unified: signedDecimal,
      funding: signedDecimal,
      /** The value of the bots that have not ended. */
      bots: signedDecimal,
      /** The equity of the wallets that copy leaders, and of the account's own leader wallet. */
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
  /** Opens a session as the main account, or as one of its sub-accounts. */
  switchAccount: {
    ...change,
    path: `${root}/switch`,
    request: z.strictObject({ uid: shortText }),
    answer: userInfo,
  },
} as const satisfies Record<string, Call>
