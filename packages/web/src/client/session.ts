// The session of the browser: the user's profile, one-click demo accounts, names and passwords,
// one-time tokens.

import type { UserInfo } from '@basis/protocol/account'
import type { CallFailure } from '@basis/protocol/envelope'
import { catalogueEntry } from '@basis/protocol/errors'
import { create } from 'zustand'
import { formatFor } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { readCookie, removeCookie, writeCookie } from '../platform/cookies.ts'
import { stored } from '../platform/storage.ts'
import { reactTo } from './error-reactions.ts'
import { reconnectDelayMs } from '../feed/backoff.ts'
import { pauseOrOnline } from '../platform/pause.ts'
import { ask, forgetToken, noteAccount, sessionToken, type Outcome } from './http.ts'

/** unknown: not determined yet; visitor: not signed in; trader: signed in. */
export type Session = {
  readonly status: 'unknown' | 'visitor' | 'trader'
  readonly user: UserInfo | undefined
  /** When the page switched to this user, ms of `performance.now()`. */
  readonly sinceMs: number
  /** The account may view but not trade. */
  readonly isBanned: boolean
  /** The reason in the operator's words; empty if none is known. */
  readonly banReason: string
  /**
   * A request was refused because of compliance. The wall stays until it is dismissed or a ban in
   * the profile is lifted: the profile does not know every reason to refuse.
   */
  readonly isRefused: boolean
  /** How many requests the venue has refused because of the ban. */
  readonly banRefusals: number
  /** Where the wall's cancel link leads (spec 2). */
  readonly cancelLink: string
  /** A request that signs in or out is under way. */
  readonly isBusy: boolean
}

export const useSession = create<Session>()(() => ({
  status: 'unknown',
  user: undefined,
  sinceMs: 0,
  isBanned: false,
  banReason: '',
  isRefused: false,
  banRefusals: 0,
  cancelLink: '/left',
  isBusy: false,
}))

useSession.subscribe(({ user }) => noteAccount(user?.uid))

/** Returns the account that the page shows; undefined for none. */
export const uidNow = (): string | undefined => useSession.getState().user?.uid

/** The account that the browser is signed in to, empty for none; shared between the tabs. */
const browserAccount = stored<string>({
  key: 'basis.account',
  version: 1,
  fallback: '',
  decode: (json) => (typeof json === 'string' ? json : undefined),
})

function shareWithTabs(uid: string): void {
  if (browserAccount.read() !== uid) browserAccount.write(uid)
}

/** Spec 7: the one-time token is tried three times, half a second apart. */
const TOKEN_TRIES = 3
const TOKEN_PAUSE_MS = 500
/** A ban may be lifted while its wall is shown. */
const BAN_CHECK_MS = 15_000
/** Sessions that end repeatedly within this time make each retry wait longer. */
const REPEATED_MS = 60_000

/** Calls a listener with the new and the former user on each change; returns its unsubscribe. */
export function onTrader(
  reader: (user: UserInfo | undefined, before: UserInfo | undefined) => void,
): () => void {
  return useSession.subscribe((state, before) => {
    if (state.user?.uid !== before.user?.uid) reader(state.user, before.user)
  })
}

let beforeLeaving: () => Promise<void> = () => Promise.resolve()

/** Sets a task that runs before an account is left, while its session is still valid. */
export function onLeaving(task: () => Promise<void>): () => void {
  beforeLeaving = task
  return () => {
    beforeLeaving = () => Promise.resolve()
  }
}

/** Determines the user and follows the other tabs; called once when the page starts. */
export function startSession(): () => void {
  void findUser()
  const timer = setInterval(() => {
    if (useSession.getState().isBanned) void askProfile()
  }, BAN_CHECK_MS)
  const stopFollowing = browserAccount.follow((uid) => {
    if (uid !== (useSession.getState().user?.uid ?? '')) void findUser()
  })
  return () => {
    clearInterval(timer)
    stopFollowing()
  }
}

let finding: Promise<void> | undefined

/**
 * Retries until the user is known: a temporary failure must not make the user a visitor, since a
 * visitor may open a new account, and an account without a name is lost with its session.
 */
function findUser(): Promise<void> {
  finding ??= retryUntilKnown().finally(() => {
    finding = undefined
  })
  return finding
}

async function retryUntilKnown(): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const hadToken = sessionToken() !== undefined
    const [isAnswered, early] = await Promise.all([askProfile(), hadToken ? resume() : undefined])
    // The profile returns the token of a live session, so that a lost cookie does not lose the
    // session.
    const isNews = isAnswered && early !== 'trader' && sessionToken() !== undefined
    const found = isNews ? await resume() : early
    if (found === 'trader') return
    if (isAnswered && sessionToken() === undefined) return becomeVisitor()
    await pauseOrOnline(reconnectDelayMs(attempt + 1, Math.random()))
  }
}

/** Asks whether the visitor is banned, and for the token of the session, if there is one. */
async function askProfile(): Promise<boolean> {
  const profile = await ask('visitorProfile', { lang: currentLanguage() })
  if (!profile.ok) return false
  const { isBanned, banReason = '', cancelLink } = profile.value
  const isLifted = !isBanned && useSession.getState().isBanned
  useSession.setState({
    isBanned,
    banReason,
    ...(isLifted ? { isRefused: false } : {}),
    ...(cancelLink === undefined ? {} : { cancelLink }),
  })
  return true
}

/** Resumes the session of the token; the token of an ended session is forgotten. */
async function resume(): Promise<'trader' | 'nobody' | 'unknown'> {
  const outcome = await ask('userInfo', {})
  if (outcome.ok) {
    becomeTrader(outcome.value)
    return 'trader'
  }
  if (catalogueEntry(outcome.error.code).reaction !== 'signOut') return 'unknown'
  forgetToken()
  return 'nobody'
}

function becomeTrader(user: UserInfo): void {
  const before = useSession.getState()
  const isSame = before.user?.uid === user.uid
  const begun = isSame ? {} : { sinceMs: performance.now(), isRefused: false }
  useSession.setState({ status: 'trader', user, ...begun })
  shareWithTabs(user.uid)
}

function becomeVisitor(): void {
  useSession.setState({ status: 'visitor', user: undefined, isBanned: false, isRefused: false })
  shareWithTabs('')
}

let endings = 0
let lastEndedMs = Number.NEGATIVE_INFINITY

/**
 * The reaction to the codes 10007, 10009 and 33003 (spec 8): token and user are cleared. The
 * session may still be alive, its token lost or replaced by another tab's, so it is looked up
 * again; an account without a name has no other way to sign in. Repeated endings make each retry
 * wait longer.
 */
export function endSession(nowMs: number = Date.now()): void {
  // Several calls may fail because of one ended session.
  if (useSession.getState().status === 'unknown') return
  endings = nowMs - lastEndedMs < REPEATED_MS ? endings + 1 : 0
  lastEndedMs = nowMs
  forgetToken()
  useSession.setState({ status: 'unknown', user: undefined })
  const waitMs = endings === 0 ? 0 : reconnectDelayMs(endings, 1)
  void pauseOrOnline(waitMs).then(findUser)
}

/** Shows the compliance wall after the venue has refused a request, and asks for the reason. */
export function noteBan(): void {
  const isNews = !useSession.getState().isBanned
  useSession.setState(({ banRefusals }) => ({ isRefused: true, banRefusals: banRefusals + 1 }))
  if (isNews) void askProfile()
}

/** Opens a new demo account with funds. Returns the failure, which the user has been shown. */
export async function startDemo(): Promise<CallFailure | undefined> {
  return enterAccount(() => askForDemo(readCookie(inviteCookie)), true)
}

/** A visitor who came by an invite link may open an account later: the inviter is sent then. */
async function askForDemo(ref: string | undefined): Promise<Outcome<UserInfo>> {
  if (ref === undefined) return ask('demoUser', {})
  const outcome = await ask('demoUser', { ref })
  const isNobodys = !outcome.ok && catalogueEntry(outcome.error.code).name === 'inviteUnknown'
  if (outcome.ok || isNobodys) removeCookie(inviteCookie)
  return isNobodys ? ask('demoUser', {}) : outcome
}

/** The code of an invite link; its cookie has the default lifetime (spec 9). */
const inviteCookie = 'basis_invite'

export const keepInvite = (ref: string): void => writeCookie(inviteCookie, ref)

/** Opens a demo account with an invite code. Returns the failure, which has not been shown. */
export function startInvited(ref: string): Promise<CallFailure | undefined> {
  removeCookie(inviteCookie)
  return enterAccount(() => ask('demoUser', { ref }), false)
}

/** Gives the demo trader a name and a password, or opens a new account. */
export function signUp(username: string, password: string): Promise<CallFailure | undefined> {
  return enterAccount(() => ask('signUp', { username, password }), false)
}

export function signIn(username: string, password: string): Promise<CallFailure | undefined> {
  return enterAccount(() => ask('signIn', { username, password }), false)
}

// A second request is ignored while one is pending, e.g. on a double click.
async function enterAccount(
  enter: () => Promise<Outcome<UserInfo>>,
  isFailureShown: boolean,
): Promise<CallFailure | undefined> {
  if (useSession.getState().isBusy) return undefined
  useSession.setState({ isBusy: true })
  await beforeLeaving()
  const outcome = await enter()
  useSession.setState({ isBusy: false })
  if (outcome.ok) {
    becomeTrader(outcome.value)
    void askProfile()
    return undefined
  }
  if (isFailureShown) reactTo(outcome.error)
  return outcome.error
}

/** Switches to the main account or to one of its sub-accounts; a failure is shown. */
export function goOverTo(uid: string): Promise<CallFailure | undefined> {
  return enterAccount(() => ask('switchAccount', { uid }), true)
}

/**
 * Ends the session. If the venue cannot be reached, the session stays alive and the trader stays
 * signed in: otherwise an open session could be left on a shared machine.
 */
export async function signOut(): Promise<void> {
  if (useSession.getState().isBusy) return
  useSession.setState({ isBusy: true })
  await beforeLeaving()
  const outcome = await ask('signOut', {})
  useSession.setState({ isBusy: false })
  if (!outcome.ok) return reactTo(outcome.error)
  forgetToken()
  becomeVisitor()
}

/** Adds demo funds to the wallet and shows the amount. */
export async function addDemoFunds(): Promise<void> {
  const outcome = await ask('demoFunds', {})
  if (!outcome.ok) return reactTo(outcome.error)
  const { coin } = outcome.value
  const amount = formatFor(currentLanguage(), 'utc').money(outcome.value.amount, coin)
  notify({
    kind: 'demoFunds',
    tone: 'success',
    title: message('account.demoFundsAdded', { amount, coin }),
  })
}

/** Returns a token that opens the private socket once; undefined after three failed tries. */
export async function oneTimeToken(): Promise<string | undefined> {
  for (let attempt = 1; attempt <= TOKEN_TRIES; attempt += 1) {
    await accountSettled()
    if (useSession.getState().status === 'visitor') return undefined
    const outcome = await ask('oneTimeToken', {})
    if (outcome.ok) return outcome.value.token
    const { reaction } = catalogueEntry(outcome.error.code)
    // These refusals are final; a wall that was dismissed is not shown again.
    if (reaction === 'complianceWall' || reaction === 'signOut') {
      const { isBanned, isRefused } = useSession.getState()
      if (reaction === 'signOut' || !(isBanned || isRefused)) reactTo(outcome.error)
      return undefined
    }
    if (attempt < TOKEN_TRIES) await pause(TOKEN_PAUSE_MS)
    else {
      console.warn('private push cannot get token', outcome.error.code)
      // An ended session is reported; a lost network already shows in the status bar.
      reactTo(outcome.error, { isQuiet: outcome.isUnknown })
    }
  }
  return undefined
}

/**
 * Waits while the account changes: its session may have ended before the page knows, and its calls
 * would be refused. Resolves when the page has applied the change.
 */
export function accountSettled(): Promise<void> {
  return new Promise((done) => {
    if (!useSession.getState().isBusy) return done()
    const stopWaiting = useSession.subscribe(({ isBusy }) => {
      if (isBusy) return
      stopWaiting()
      setTimeout(done)
    })
  })
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
