// Account calls over HTTP: demo accounts, sign-up, sign-in and sign-out, demo funds, wallet, fee
// level, preferences and tokens.

import { averageCost, unrealisedGain } from '@basis/domain/instrument/coin-cost'
import { firstFeeLevel } from '@basis/domain/instrument/fee-levels'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { problem } from '@basis/domain/instrument/problems'
import {
  demoFunds,
  encodeWallet,
  inviteBonus,
  inviteCodeOf,
  invitingAccount,
} from '@basis/protocol/account'
import { labelOfLevel, masked } from '@basis/protocol/account'
import { encodeAmount } from '@basis/protocol/order'
import { encodeFeeLevel } from '@basis/protocol/fees/fee-level'
import { avatarPath } from '@basis/protocol/icons/icons'
import { preferences, type Preferences, type UserInfo } from '@basis/protocol/account'
import * as z from 'zod/mini'
import { PasswordsBusy } from '../users/passwords.ts'
import type { SignInRefusal } from '../users/sessions.ts'
import { UserNameTaken, type UserRecord } from '../users/users.ts'
import type { Handlers, Parts } from './call-context.ts'
import { submit } from './submit.ts'
import { invalidField, problemRefusal, refusal } from './guards/refusal.ts'

const startFunds = amount(BigInt(demoFunds) * 100_000_000n)
/** Extra funds of an account that was opened by an invite link. */
const bonusFunds = amount(BigInt(inviteBonus) * 100_000_000n)
const demoCoin = 'USDT'

/**
 * Accounts with a deposit of demo funds in progress: a second request must not run beside the first
 * (reliability S14).
 */
const funding = new WeakMap<Parts, Set<AccountId>>()

/** Opens an account with demo funds and without a user name. */
export async function openDemoTrader(parts: Parts, inviter?: AccountId) {
  const opened = await parts.sessions.openDemo(firstFree(parts), inviter)
  await openTrader(parts, opened.account)
  return opened
}

export const accountHandlers: Handlers<
  | 'visitorProfile'
  | 'oneTimeToken'
  | 'savePreference'
  | 'demoUser'
  | 'signUp'
  | 'signIn'
  | 'signOut'
  | 'userInfo'
  | 'demoFunds'
  | 'wallet'
  | 'feeLevel'
  | 'coinCosts'
  | 'equityHistory'
> = {
  // Repeats the token of the session: the browser may have lost the readable copy.
  visitorProfile: ({ parts, session }) => {
    const reason = session && parts.sessions.banned().get(session.account)
    return {
      value: {
        isBanned: reason !== undefined,
        ...(reason === undefined || reason === '' ? {} : { banReason: reason }),
        cancelLink: parts.venue.cancelLink,
      },
      ...(session === undefined ? {} : { userToken: session.userToken }),
    }
  },

  oneTimeToken: async ({ parts, session }) => ({
    value: { token: await parts.sessions.makeOneTimeToken(session) },
  }),

  savePreference: async ({ parts, account }, { upsert_keys: changes }) => {
    const before = preferencesOf(await parts.sessions.user(account))
    const merged = { ...before, ...changes }
    await parts.sessions.setPreferences(account, JSON.stringify(merged))
    return { value: { preferences: merged } }
  },

  demoUser: async ({ parts }, { ref }) => {
    const inviter = ref === undefined ? undefined : await inviterOf(parts, ref)
    const opened = await openDemoTrader(parts, inviter)
    return { value: await infoOf(parts, opened.account), opened }
  },

  signUp: async ({ parts, session, device: known }, credentials) => {
    if (session !== undefined && mainOf(parts, session.account) !== undefined) {
      throw invalidField('username', 'cannot be that of a sub-account, which has no sign-in')
    }
    const user = session === undefined ? undefined : await parts.sessions.user(session.account)
    if (session !== undefined && user !== undefined && user.name === undefined) {
      const isNamed = await refusingTaken(() => {
        return parts.sessions.nameDemo(session.account, credentials)
      })
      // Another request has named the account meanwhile, with its own password.
      if (!isNamed) {
        const rule = 'username: this account has been given a name already'
        throw refusal('userNameTaken', rule, { field: 'username' })
      }
      const device = await parts.sessions.rememberDevice(known, session.account)
      return { value: await infoOf(parts, session.account), userToken: session.userToken, device }
    }
    const opened = await refusingTaken(() => parts.sessions.signUp(credentials, firstFree(parts)))
    await openTrader(parts, opened.account)
    const device = await parts.sessions.rememberDevice(known, opened.account)
    return { value: await infoOf(parts, opened.account), opened, device }
  },

  signIn: async ({ parts, address, device: known }, credentials) => {
    // Sub-accounts could once be given a name and a password. A session opened with them could go
    // over to the main account, which alone may open one of a sub-account (rules 23.1).
    const hasSignIn = (account: AccountId): boolean => mainOf(parts, account) === undefined
    const from = { address, device: known, hasSignIn }
    const outcome = await refusingTaken(() => parts.sessions.signIn(credentials, from))
    if ('kind' in outcome) throw signInRefusal(outcome)
    const { device, ...opened } = outcome
    // The process may have crashed after storing the user and before the exchange journalled the
    // account.
    if (parts.exchange.views.account(opened.account) === undefined) {
      await openTrader(parts, opened.account)
    }
    return { value: await infoOf(parts, opened.account), opened, device }
  },

  signOut: async ({ parts, session }) => {
    await parts.sessions.signOut(session)
    return { value: {}, ended: true }
  },

  userInfo: async ({ parts, session, account }) => ({
    value: await infoOf(parts, account),
    userToken: session.userToken,
  }),

  demoFunds: async ({ parts, account }) => {
    const busy = funding.get(parts) ?? new Set()
    funding.set(parts, busy)
    const balance = parts.exchange.views
      .account(account)
      ?.coins.find(({ coin }) => coin === demoCoin)?.balance
    if (busy.has(account) || (balance ?? 0n) >= startFunds) {
      const rule = `amount: demo funds are given below ${demoFunds} ${demoCoin}`
      throw refusal('demoFundsLimit', rule, { field: 'amount' })
    }
    busy.add(account)
    try {
      const applied = await deposit(parts, account, startFunds)
      return { value: { coin: demoCoin, amount: String(demoFunds) }, seq: applied.seq }
    } finally {
      busy.delete(account)
    }
  },

  feeLevel: ({ parts, account }) => {
    const fees = parts.exchange.views.fees(account)
    if (fees === undefined) throw problemRefusal(problem('accountUnknown'))
    const traded = parts.readModel.tradedVolume(account)
    const granted = parts.sessions.granted().get(account)
    return { value: encodeFeeLevel(fees, traded, granted) }
  },

  coinCosts: ({ parts, account }) => ({
    value: {
      list: parts.readModel.coinCosts(account).map(([coin, held]) => {
        const usdE8 = parts.exchange.views.collateral(coin)?.usdE8 ?? 0
        const average = averageCost(held)
        const isPriced = average !== undefined && usdE8 > 0
        return {
          coin,
          qty: encodeAmount(amount(held.qty)),
          cost: encodeAmount(amount(held.cost)),
          averageCost: average === undefined ? '' : encodeAmount(average),
          realisedPnl: encodeAmount(amount(held.realised)),
          unrealisedPnl: isPriced ? encodeAmount(unrealisedGain(held, usdE8)) : '',
        }
      }),
    },
  }),

  equityHistory: async ({ parts, account }, { fromE3 }) => {
    const points = await parts.readModel.equity({
      account,
      ...(fromE3 === undefined ? {} : { fromMs: fromE3 }),
    })
    const list = points.map(({ timeMs: timeE3, equity, putIn, growth }) => ({
      timeE3,
      equity,
      putIn,
      growth: Number(growth),
    }))
    return { value: { list } }
  },

  wallet: ({ parts, account }) => {
    const view = parts.exchange.views.account(account)
    if (view === undefined) throw problemRefusal(problem('accountUnknown'))
    return { value: encodeWallet(view) }
  },
}

/** Returns the main account of a sub-account. */
const mainOf = ({ exchange }: Parts, account: AccountId): AccountId | undefined =>
  exchange.views.ownership.main(account)

/** Returns a number above all accounts, so that a lost users' file cannot give an account away. */
const firstFree = ({ exchange }: Parts): number => exchange.views.highestAccount() + 1

async function openTrader(parts: Parts, account: AccountId): Promise<void> {
  await submit(parts, { kind: 'OpenAccount', account, role: 'trader' })
  const isInvited = (await parts.sessions.user(account))?.inviter !== undefined
  await deposit(parts, account, isInvited ? amount(startFunds + bonusFunds) : startFunds)
}

/** Returns the account of an invite code. Throws Refused for an unknown code. */
async function inviterOf(parts: Parts, code: string): Promise<AccountId> {
  const account = invitingAccount(code)
  const user = account === undefined ? undefined : await parts.sessions.user(accountId(account))
  if (user === undefined) {
    throw refusal('inviteUnknown', 'ref: no account has this invite code', { field: 'ref' })
  }
  return accountId(user.account)
}

const deposit = (parts: Parts, account: AccountId, funds: Amount) =>
  submit(parts, { kind: 'Deposit', account, coin: demoCoin, amount: funds })

function signInRefusal(outcome: SignInRefusal) {
  if (outcome.kind === 'noSignIn') {
    return invalidField('username', 'is that of a sub-account; sign in to its main account')
  }
  if (outcome.kind === 'wrong') {
    return refusal('credentialsWrong', 'username or password: the two do not belong together', {
      field: 'password',
    })
  }
  const seconds = Math.ceil(outcome.waitMs / 1000)
  return refusal('signInTooOften', `password: try again in ${seconds} s`, {
    field: 'password',
    retryAfter: seconds,
  })
}

async function refusingTaken<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof UserNameTaken) {
      throw refusal('userNameTaken', 'username: is taken', { field: 'username' })
    }
    if (error instanceof PasswordsBusy) {
      throw refusal('serverBusy', 'too many sign-ins at once; try again', { retryAfter: 1 })
    }
    throw error
  }
}

function preferencesOf(user: UserRecord | undefined): Preferences {
  const parsed = z.safeParse(preferences, JSON.parse(user?.preferences ?? '{}'))
  return parsed.success ? parsed.data : {}
}

export async function infoOf(parts: Parts, account: AccountId): Promise<UserInfo> {
  const user = await parts.sessions.user(account)
  const username = user?.name ?? `demo-${account}`
  const hid = inviteCodeOf(account)
  const main = mainOf(parts, account)
  return {
    uid: String(account),
    ...(main === undefined ? {} : { main: String(main) }),
    username,
    hasPassword: user?.password !== undefined,
    isDemo: true,
    hid,
    email: username.includes('@') ? masked(username) : '',
    avatar: avatarPath(hid, username),
    loyalty_vip_info: labelOfLevel(parts.exchange.views.fees(account)?.level ?? firstFeeLevel),
    preferences: preferencesOf(user),
  }
}
