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
import { ask, forgetToken, sessionToken, type Outcome } from './http.ts'

/** unknown: not known yet; visitor: nobody; trader: signed in. */
export type Session = {
  readonly status: 'unknown' | 'visitor' | 'trader'
  readonly user: UserInfo | undefined
  /** When the page began to be the user's, ms of `performance.now()`. */
  readonly sinceMs: number
  /** The account may look, and trade nothing. */
  readonly isBanned: boolean
  /** Why, in the operator's words; empty where none is known. */
  readonly banReason: string
  /**
   * An act was refused with the compliance wall, which stands until it is left or a ban that the
   * profile told of is lifted: the profile need not know of every reason to refuse.
   */
  readonly isRefused: boolean
  /** How often the venue has refused an act because of the ban, since it was last told. */
  readonly banRefusals: number
  /** Where a banned visitor leaves to (spec 2, the cancel link). */
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

/** Whose session the browser has, empty for nobody's: each tab tells the others. */
const browserAccount = stored<string>({
  key: 'basis.account',
  version: 1,
  fallback: '',
  decode: (json) => (typeof json === 'string' ? json : undefined),
})

function tellTabs(uid: string): void {
  if (browserAccount.read() !== uid) browserAccount.write(uid)
}

/** Spec 7: the one-time token is tried three times, half a second apart. */
const TOKEN_TRIES = 3
const TOKEN_PAUSE_MS = 500
/** A ban may be lifted while its wall is looked at. */
const BAN_CHECK_MS = 15_000
/** Endings of a session that still lives, within this time, make the next return wait longer. */
const CALM_MS = 60_000

/** Tells a reader whenever somebody has signed in or out; returns how to stop. */
export function onTrader(reader: (user: UserInfo | undefined) => void): () => void {
  return useSession.subscribe((state, before) => {
    if (state.user?.uid !== before.user?.uid) reader(state.user)
  })
}

let beforeLeaving: () => Promise<void> = () => Promise.resolve()

/** Has a task done before an account is left, while it can still say something. */
export function onLeaving(task: () => Promise<void>): () => void {
  beforeLeaving = task
  return () => {
    beforeLeaving = () => Promise.resolve()
  }
}

/** Finds out who is asking and follows the other tabs; called once when the page starts. */
export function startSession(): () => void {
  void findOut()
  const timer = setInterval(() => {
    if (useSession.getState().isBanned) void askProfile()
  }, BAN_CHECK_MS)
  const stopFollowing = browserAccount.follow((uid) => {
    if (uid !== (useSession.getState().user?.uid ?? '')) void findOut()
  })
  return () => {
    clearInterval(timer)
    stopFollowing()
  }
}

let finding: Promise<void> | undefined

/**
 * Asks until it is known who is asking: a question that fails for a moment makes nobody a visitor,
 * for a visitor may open a new account, and one without a name is lost with its session.
 */
function findOut(): Promise<void> {
  finding ??= untilKnown().finally(() => {
    finding = undefined
  })
  return finding
}

async function untilKnown(): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const hadToken = sessionToken() !== undefined
    const [isTold, early] = await Promise.all([askProfile(), hadToken ? resume() : undefined])
    // The profile tells the token of a session that lives, so that none is lost with its cookie.
    const isNews = isTold && early !== 'trader' && sessionToken() !== undefined
    const found = isNews ? await resume() : early
    if (found === 'trader') return
    if (isTold && sessionToken() === undefined) return becomeVisitor()
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

/** Takes up the session of the token; one that has ended is forgotten. */
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
  tellTabs(user.uid)
}

function becomeVisitor(): void {
  useSession.setState({ status: 'visitor', user: undefined, isBanned: false, isRefused: false })
  tellTabs('')
}

let endings = 0
let lastEndedMs = Number.NEGATIVE_INFINITY

/**
 * What the codes 10007, 10009 and 33003 ask for (spec 8): token and user are cleared. The session
 * itself may live on, its token lost or another tab's, so it is looked for again; an account
 * without a name has no other way back. Should it end again and again, each return waits longer.
 */
export function endSession(nowMs: number = Date.now()): void {
  // Several calls may fail of one ending.
  if (useSession.getState().status === 'unknown') return
  endings = nowMs - lastEndedMs < CALM_MS ? endings + 1 : 0
  lastEndedMs = nowMs
  forgetToken()
  useSession.setState({ status: 'unknown', user: undefined })
  const waitMs = endings === 0 ? 0 : reconnectDelayMs(endings, 1)
  void pauseOrOnline(waitMs).then(findOut)
}

/** Raises the compliance wall, which the venue has refused an act with, and asks why. */
export function noteBan(): void {
  const isNews = !useSession.getState().isBanned
  useSession.setState(({ banRefusals }) => ({ isRefused: true, banRefusals: banRefusals + 1 }))
  if (isNews) void askProfile()
}

/** One click: a new demo trader with funds. Returns the failure, which was told. */
export async function startDemo(): Promise<CallFailure | undefined> {
  return entered(() => askForDemo(readCookie(inviteCookie)), true)
}

/** Who came by an invite link may look around first: the inviter is noted when he opens one. */
async function askForDemo(ref: string | undefined): Promise<Outcome<UserInfo>> {
  if (ref === undefined) return ask('demoUser', {})
  const outcome = await ask('demoUser', { ref })
  const isNobodys = !outcome.ok && catalogueEntry(outcome.error.code).name === 'inviteUnknown'
  if (outcome.ok || isNobodys) removeCookie(inviteCookie)
  return isNobodys ? ask('demoUser', {}) : outcome
}

/** The invite code that a link brought; it keeps the cookies' own lifetime (spec 9). */
const inviteCookie = 'basis_invite'

export const keepInvite = (ref: string): void => writeCookie(inviteCookie, ref)

/** The same by an invite link: its code goes with it. Returns the failure, which was not told. */
export function startInvited(ref: string): Promise<CallFailure | undefined> {
  removeCookie(inviteCookie)
  return entered(() => ask('demoUser', { ref }), false)
}

/** Gives the demo trader a name and a password, or opens a new account. */
export function signUp(username: string, password: string): Promise<CallFailure | undefined> {
  return entered(() => ask('signUp', { username, password }), false)
}

export function signIn(username: string, password: string): Promise<CallFailure | undefined> {
  return entered(() => ask('signIn', { username, password }), false)
}

// Double clicks do nothing while a request is under way.
async function entered(
  enter: () => Promise<Outcome<UserInfo>>,
  isTold: boolean,
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
  if (isTold) reactTo(outcome.error)
  return outcome.error
}

/** Goes over to the main account, or to a sub-account of it; a failure is told. */
export function goOverTo(uid: string): Promise<CallFailure | undefined> {
  return entered(() => ask('switchAccount', { uid }), true)
}

/**
 * Ends the session. When the venue could not be told, it lives on and the trader stays signed in:
 * to say otherwise would leave an open account behind on somebody's machine.
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

/** Adds demo funds to the wallet and tells how much. */
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

/** Returns a token that opens the private socket once; undefined when three tries gave none. */
export async function oneTimeToken(): Promise<string | undefined> {
  for (let attempt = 1; attempt <= TOKEN_TRIES; attempt += 1) {
    await accountSettled()
    if (useSession.getState().status === 'visitor') return undefined
    const outcome = await ask('oneTimeToken', {})
    if (outcome.ok) return outcome.value.token
    const { reaction } = catalogueEntry(outcome.error.code)
    // What the venue has decided it decides again; a wall that was left is not raised anew.
    if (reaction === 'complianceWall' || reaction === 'signOut') {
      const { isBanned, isRefused } = useSession.getState()
      if (reaction === 'signOut' || !(isBanned || isRefused)) reactTo(outcome.error)
      return undefined
    }
    if (attempt < TOKEN_TRIES) await pause(TOKEN_PAUSE_MS)
    else {
      console.warn('private push cannot get token', outcome.error.code)
      // A session that has ended is told; a network that is gone shows in the status bar.
      reactTo(outcome.error, { isQuiet: outcome.isUnknown })
    }
  }
  return undefined
}

/**
 * Waits while an account is left or entered: its session may have ended before that is heard, and
 * every question of it is refused. Resolves when the page has taken the change up.
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
