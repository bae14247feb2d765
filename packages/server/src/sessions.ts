// Who is asking: sessions, the anti-forgery token, sign-in, one-time tokens; shared by HTTP and
// push. A session is a secret of 256 bits in a HttpOnly cookie; on disk there is only its hash
// (reliability S3).

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { accountId, type AccountId } from '@basis/domain/brand'
import { createPasswords, type Passwords } from './core/passwords.ts'
import type { Clock } from './core/seams.ts'
import { openUsers, UserNameTaken, type UserRecord, type Users } from './core/users.ts'

/** Robots have the numbers below; traders begin here. */
const firstTrader = 1001
export const sessionLifetimeMs = 7 * 86_400_000
const oneTimeLifetimeMs = 10_000
const maxOneTimeTokens = 10_000

/** A session that was recognised. */
export type Session = {
  readonly account: AccountId
  /** Names the session inside the process; not the secret. */
  readonly key: string
  /** The token that every state change must carry (reliability S4). */
  readonly userToken: string
}

/** A session that was just opened: `secret` goes into the cookie and nowhere else. */
export type OpenedSession = Session & { readonly secret: string }

/** Why somebody is not signed in; `waitMs` says when to try again. */
type SignInRefusal =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'tooOften'; readonly waitMs: number }

export type Sessions = {
  /**
   * Makes a demo trader: no name, no password. `floor` is the least account number that may be
   * given.
   */
  readonly openDemo: (floor: number) => OpenedSession
  /** Makes a trader with name and password. Throws UserNameTaken. */
  readonly signUp: (credentials: Credentials, floor: number) => Promise<OpenedSession>
  /** Gives the demo trader of a session a name and a password; false when it has one already. */
  readonly nameDemo: (account: AccountId, credentials: Credentials) => Promise<boolean>
  readonly signIn: (
    credentials: Credentials,
    address: string,
  ) => Promise<OpenedSession | SignInRefusal>
  readonly signOut: (session: Session) => void
  /** Returns the session of a cookie's secret, undefined when there is none or it has expired. */
  readonly find: (secret: string | undefined) => Session | undefined
  readonly isUserToken: (session: Session, token: string | undefined) => boolean
  readonly user: (account: AccountId) => UserRecord | undefined
  readonly setPreferences: (account: AccountId, json: string) => void
  /** Makes a token that opens one private socket within ten seconds. */
  readonly makeOneTimeToken: (session: Session) => string
  /** Takes the token: it is worth nothing afterwards, whatever this returns (reliability S17). */
  readonly takeOneTimeToken: (token: string) => Session | undefined
  /** Is told the key of each session that was ended; the returned function removes the listener. */
  readonly onEnded: (listener: (key: string) => void) => () => void
  readonly close: () => void
}

type Credentials = { readonly username: string; readonly password: string }

/** Opens the users of a data folder. */
export function openSessions(folder: string, clock: Clock): Sessions {
  const users = openUsers(folder)
  users.endExpired(clock.nowMs())
  const ended = new Set<(key: string) => void>()
  const passwords = createPasswords()
  const book = sessionBook(users, clock)
  const oneTime = oneTimeTokens(clock)
  const newUser = (floor: number, credentials?: { name: string; password: string }): number =>
    users.add({ floor: Math.max(floor, firstTrader), nowMs: clock.nowMs(), ...credentials })

  return {
    openDemo: (floor) => book.open(newUser(floor)),
    async signUp({ username, password }, floor) {
      if (users.byName(username) !== undefined) throw new UserNameTaken()
      const hash = await passwords.hash(password)
      return book.open(newUser(floor, { name: username, password: hash }))
    },
    async nameDemo(account, { username, password }) {
      const taken = users.byName(username)
      if (taken !== undefined && taken.account !== account) throw new UserNameTaken()
      return users.name(account, username, await passwords.hash(password))
    },
    signIn: signInWith({ users, passwords, clock, open: book.open }),
    signOut(session) {
      book.end(session)
      oneTime.dropOf(session.key)
      for (const listener of ended) listener(session.key)
    },
    find: book.find,
    isUserToken(session, token) {
      const expected = Buffer.from(session.userToken)
      const given = Buffer.from(token ?? '')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
    user: (account) => users.byAccount(account),
    setPreferences: (account, json) => users.setPreferences(account, json),
    makeOneTimeToken: oneTime.make,
    takeOneTimeToken: oneTime.take,
    onEnded(listener) {
      ended.add(listener)
      return () => ended.delete(listener)
    },
    close: () => users.close(),
  }
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

// The anti-forgery token follows from the secret, so that nothing more is stored and no session has
// another's.
const userTokenOf = (secret: string): string =>
  createHmac('sha256', secret).update('usertoken').digest('base64url')

function sessionBook(users: Users, clock: Clock) {
  // Reading the file for each request would cost more than the request; entries are checked for
  // their age.
  const known = new Map<string, { readonly session: Session; readonly expiresMs: number }>()
  const secretPattern = /^[\w-]{43}$/

  function remember(secret: string, account: number, expiresMs: number): OpenedSession {
    const key = hashOf(secret).toString('base64url')
    const session = { account: accountId(account), key, userToken: userTokenOf(secret) }
    if (known.size > 10_000) known.clear()
    known.set(secret, { session, expiresMs })
    return { ...session, secret }
  }

  return {
    open(account: number): OpenedSession {
      const secret = randomBytes(32).toString('base64url')
      const createdMs = clock.nowMs()
      const expiresMs = createdMs + sessionLifetimeMs
      users.addSession({ hash: hashOf(secret), account, createdMs, expiresMs })
      return remember(secret, account, expiresMs)
    },
    find(secret: string | undefined): Session | undefined {
      if (secret === undefined || !secretPattern.test(secret)) return undefined
      const nowMs = clock.nowMs()
      const cached = known.get(secret)
      if (cached !== undefined) return cached.expiresMs > nowMs ? cached.session : undefined
      const record = users.session(hashOf(secret))
      if (record === undefined || record.expiresMs <= nowMs) return undefined
      const { account, key, userToken } = remember(secret, record.account, record.expiresMs)
      return { account, key, userToken }
    },
    end(session: Session): void {
      users.endSession(Buffer.from(session.key, 'base64url'))
      for (const [secret, entry] of known) {
        if (entry.session.key === session.key) known.delete(secret)
      }
    },
  }
}

function oneTimeTokens(clock: Clock) {
  const tokens = new Map<string, { readonly session: Session; readonly expiresMs: number }>()

  function dropExpired(nowMs: number): void {
    // Tokens expire in the order in which they were made.
    for (const [hash, { expiresMs }] of tokens) {
      if (expiresMs > nowMs && tokens.size < maxOneTimeTokens) return
      tokens.delete(hash)
    }
  }

  return {
    make(session: Session): string {
      const nowMs = clock.nowMs()
      dropExpired(nowMs)
      const token = randomBytes(32).toString('base64url')
      const expiresMs = nowMs + oneTimeLifetimeMs
      tokens.set(hashOf(token).toString('base64url'), { session, expiresMs })
      return token
    },
    take(token: string): Session | undefined {
      const hash = hashOf(token).toString('base64url')
      const found = tokens.get(hash)
      tokens.delete(hash)
      return found !== undefined && found.expiresMs > clock.nowMs() ? found.session : undefined
    },
    dropOf(key: string): void {
      for (const [hash, { session }] of tokens) if (session.key === key) tokens.delete(hash)
    },
  }
}

type SignInParts = {
  readonly users: Users
  readonly passwords: Passwords
  readonly clock: Clock
  readonly open: (account: number) => OpenedSession
}

/**
 * Failures before waiting begins: of a name from one address, of an address, of a name from
 * anywhere.
 */
const freeFailures = { pair: 3, address: 20, name: 30 } as const
const maxWaitMs = 60_000
const forgetMs = 15 * 60_000

function signInWith({ users, passwords, clock, open }: SignInParts): Sessions['signIn'] {
  const failures = new Map<string, { count: number; lastMs: number }>()

  const waitOf = (key: string, free: number): number => {
    const entry = failures.get(key)
    if (entry === undefined || entry.count < free) return 0
    const waitMs = Math.min(maxWaitMs, 1000 * 2 ** Math.min(entry.count - free, 16))
    return Math.max(0, entry.lastMs + waitMs - clock.nowMs())
  }
  const count = (key: string): void => {
    const nowMs = clock.nowMs()
    if (failures.size > 50_000) failures.clear()
    const entry = failures.get(key)
    const isFresh = entry !== undefined && entry.lastMs + forgetMs > nowMs
    failures.set(key, { count: isFresh ? entry.count + 1 : 1, lastMs: nowMs })
  }

  return async ({ username, password }, address) => {
    const name = username.toLowerCase()
    const keys = [
      [`pair ${address} ${name}`, freeFailures.pair],
      [`address ${address}`, freeFailures.address],
      [`name ${name}`, freeFailures.name],
    ] as const
    const waitMs = Math.max(...keys.map(([key, free]) => waitOf(key, free)))
    if (waitMs > 0) return { kind: 'tooOften', waitMs }
    // Counted before the work, so that guesses in parallel wait as well as guesses in a row.
    for (const [key] of keys) count(key)
    const user = users.byName(username)
    const isRight = await passwords.matches(user?.password, password)
    if (!isRight || user === undefined) return { kind: 'wrong' }
    for (const [key] of keys) failures.delete(key)
    return open(user.account)
  }
}
