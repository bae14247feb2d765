// Calls of the account and the signed-in user: a part of the table of calls (spec 7).

import * as z from './schema/deferred.ts'
import { password, preferences, userInfo, userName, visitorProfile, wireWallet } from './account.ts'
import { nothing, type Call } from './call.ts'
import { feeLevelAnswer } from './fees/fee-level.ts'
import { decimal, optionalField, queryInteger, shortText, signedDecimal, timeMs } from './wire.ts'

/** Cost and gain of a coin (rules 18), in USD; USD and its coins have no cost. */
const wireCoinCost = z.object({
  coin: z.string(),
  /** Held less owed, according to the cost record. */
  qty: signedDecimal,
  cost: signedDecimal,
  /** Empty if nothing is held. */
  averageCost: z.string(),
  realisedPnl: signedDecimal,
  /** At the coin's index price; empty if nothing is held or there is no price yet. */
  unrealisedPnl: z.string(),
})
export type WireCoinCost = z.output<typeof wireCoinCost>

export const accountCalls = {
  visitorProfile: {
    method: 'GET',
    path: '/contract/v5/settings/visitor-profile',
    access: 'public',
    changes: false,
    ours: false,
    request: z.strictObject({ lang: optionalField(shortText) }),
    answer: visitorProfile,
  },
  oneTimeToken: {
    method: 'POST',
    path: '/contract/v5/user/private/ott',
    access: 'session',
    changes: true,
    ours: false,
    request: nothing,
    /** Valid once, within ten seconds, to sign in on the private socket. */
    answer: z.object({ token: z.string() }),
  },
  savePreference: {
    method: 'POST',
    path: '/v3/private/user/member/pref-setting',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject({ upsert_keys: preferences }),
    answer: z.object({ preferences }),
  },
  demoUser: {
    method: 'POST',
    path: '/contract/v5/user/demo',
    access: 'public',
    changes: true,
    ours: true,
    /**
     * One click: a new trader with demo funds, signed in. The envelope's token is the anti-forgery
     * token. `ref` is the invite code of the inviting account.
     */
    request: z.strictObject({ ref: optionalField(shortText) }),
    answer: userInfo,
  },
  signUp: {
    method: 'POST',
    path: '/contract/v5/user/sign-up',
    access: 'public',
    changes: true,
    ours: true,
    /** A signed-in demo trader: the account gets a name and a password. */
    request: z.strictObject({ username: userName, password }),
    answer: userInfo,
  },
  signIn: {
    method: 'POST',
    path: '/contract/v5/user/sign-in',
    access: 'public',
    changes: true,
    ours: true,
    request: z.strictObject({ username: shortText, password: shortText }),
    answer: userInfo,
  },
  signOut: {
    method: 'POST',
    path: '/contract/v5/user/sign-out',
    access: 'session',
    changes: true,
    ours: true,
    request: nothing,
    answer: z.object({}),
  },
  userInfo: {
    method: 'GET',
    path: '/contract/v5/user/info',
    access: 'session',
    changes: false,
    ours: true,
    request: nothing,
    answer: userInfo,
  },
  demoFunds: {
    method: 'POST',
    path: '/contract/v5/account/demo-funds',
    access: 'session',
    changes: true,
    ours: true,
    request: nothing,
    answer: z.object({ coin: z.string(), amount: decimal }),
  },
  feeLevel: {
    method: 'GET',
    path: '/contract/v5/account/fee-level',
    access: 'session',
    changes: false,
    ours: true,
    request: nothing,
    answer: feeLevelAnswer,
  },
  coinCosts: {
    method: 'GET',
    path: '/contract/v5/account/coin-costs',
    access: 'session',
    changes: false,
    ours: true,
    request: nothing,
    answer: z.object({ list: z.array(wireCoinCost) }),
  },
  equityHistory: {
    method: 'GET',
    path: '/contract/v5/account/equity-history',
    access: 'session',
    changes: false,
    ours: true,
    /** Without a time: from the account's first measurement. */
    request: z.strictObject({ fromE3: optionalField(queryInteger) }),
    /**
     * The account's worth in USD, ascending, at most 1001: first the level at that time. A level
     * holds until the next one; measured every five minutes and at every deposit or withdrawal.
     * `putIn`: all deposits and transfers in less all out, up to then, USD. `growth`: the value of
     * one dollar since the first measurement, independent of deposits.
     */
    answer: z.object({
      list: z.array(
        z.object({
          timeE3: timeMs,
          equity: signedDecimal,
          putIn: signedDecimal,
          growth: z.number().check(z.positive()),
        }),
      ),
    }),
  },
  wallet: {
    method: 'GET',
    path: '/contract/v5/account/wallet',
    access: 'session',
    changes: false,
    ours: true,
    request: nothing,
    answer: wireWallet,
  },
} as const satisfies Record<string, Call>
