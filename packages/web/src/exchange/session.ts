// Who is asking: the visitor's profile, one-click demo traders, names and passwords, one-time
// tokens.

import type { UserInfo } from '@basis/protocol/account'
import { userTokenCookie } from '@basis/protocol/calls'
import type { CallFailure } from '@basis/protocol/envelope'
import { create } from 'zustand'
import { currentLanguage } from '../i18n/i18n.ts'
import { readCookie, removeCookie } from '../platform/cookies.ts'
import { message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { reactTo } from './error-reactions.ts'
import { ask, type Outcome } from './http.ts'

/** unknown: not asked yet; visitor: nobody; trader: signed in. */
export type Session = {
  readonly status: 'unknown' | 'visitor' | 'trader'
  readonly user: UserInfo | undefined
  readonly isBanned: boolean
  /** A request that signs in or out is under way. */
  readonly isBusy: boolean
}

export const useSession = create<Session>()(() => ({
  status: 'unknown',
  user: undefined,
  isBanned: false,
  isBusy: false,
}))

/** Spec 7: the one-time token is tried three times, half a second apart. */
const TOKEN_TRIES = 3
const TOKEN_PAUSE_MS = 500

/** Tells a reader whenever somebody has signed in or out; returns how to stop. */
export function onTrader(reader: (user: UserInfo | undefined) => void): () => void {
  return useSession.subscribe((state, before) => {
    if (state.user?.uid !== before.user?.uid) reader(state.user)
  })
}

/** Finds out who is asking; called once when the page starts. */
export async function startSession(): Promise<void> {
  const [profile] = await Promise.all([
    ask('visitorProfile', { lang: currentLanguage() }),
    resumeSession(),
  ])
  if (profile.ok) useSession.setState({ isBanned: profile.value.isBanned })
}

// Without the readable half of the session there is nothing to resume, and nothing is asked.
async function resumeSession(): Promise<void> {
  if (readCookie(userTokenCookie) === undefined) return becomeVisitor()
  const outcome = await ask('userInfo', {})
  if (outcome.ok) becomeTrader(outcome.value)
  else becomeVisitor()
}

function becomeTrader(user: UserInfo): void {
  useSession.setState({ status: 'trader', user })
}

function becomeVisitor(): void {
  useSession.setState({ status: 'visitor', user: undefined })
}

/** Ends the session on this side; what the venue says is not asked (spec 8, codes 10007 …). */
export function dropSession(): void {
  removeCookie(userTokenCookie)
  becomeVisitor()
}

/** One click: a new demo trader with funds. Returns the failure, which was told. */
export async function startDemo(): Promise<CallFailure | undefined> {
  return entered(() => ask('demoUser', {}), true)
}

/** Gives the demo trader a name and a password, or opens a new account. */
export function signUp(username: string, password: string): Promise<CallFailure | undefined> {
  return entered(() => ask('signUp', { username, password }), false)
}

export function signIn(username: string, password: string): Promise<CallFailure | undefined> {
  return entered(() => ask('signIn', { username, password }), false)
}

// Double clicks find the door closed while a request is under way.
async function entered(
  enter: () => Promise<Outcome<UserInfo>>,
  isTold: boolean,
): Promise<CallFailure | undefined> {
  if (useSession.getState().isBusy) return undefined
  useSession.setState({ isBusy: true })
  const outcome = await enter()
  useSession.setState({ isBusy: false })
  if (outcome.ok) {
    becomeTrader(outcome.value)
    return undefined
  }
  if (isTold) reactTo(outcome.error)
  return outcome.error
}

export async function signOut(): Promise<void> {
  await ask('signOut', {})
  dropSession()
}

/** Adds demo funds to the wallet and tells how much. */
export async function addDemoFunds(): Promise<void> {
  const outcome = await ask('demoFunds', {})
  if (!outcome.ok) return reactTo(outcome.error)
  const { amount, coin } = outcome.value
  notify({
    kind: 'demoFunds',
    tone: 'success',
    title: message('account.demoFundsAdded', { amount, coin }),
  })
}

/** Returns a token that opens the private socket once; undefined when three tries gave none. */
export async function oneTimeToken(): Promise<string | undefined> {
  for (let attempt = 1; attempt <= TOKEN_TRIES; attempt += 1) {
    const outcome = await ask('oneTimeToken', {})
    if (outcome.ok) return outcome.value.token
    if (attempt < TOKEN_TRIES) await pause(TOKEN_PAUSE_MS)
    else {
      console.warn('private push cannot get token', outcome.error.code)
      // A session that has ended is told; a network that is gone shows in the status bar.
      reactTo(outcome.error, { isQuiet: outcome.isUnknown })
    }
  }
  return undefined
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
