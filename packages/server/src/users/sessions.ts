// Sessions, CSRF tokens, sign-in and one-time tokens, shared by http and push. A session is a
// 256-bit secret in a HttpOnly cookie; on disk there is only its hash (reliability S3).

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FeeLevel } from '@basis/domain/instrument/fee-levels'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { messageOf } from '../failures/thrown.ts'
import { onceThere, type Awaitable } from '../postgres/awaitable.ts'
import { createGuessing, type Guessing } from './guessing.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import type { Clock } from '../exchange/ports.ts'
import { openApiKeys, type ApiKeys } from './api-keys.ts'
import type { GuardRows } from './guard-rows.ts'
import { openVault } from './key-vault.ts'
import { memoryTokens, type TokenBearer } from './one-time-tokens.ts'
import { openUsers, UserNameTaken, type UserRecord, type Users } from './users.ts'
import { PeopleUnavailable } from './people-unavailable.ts'

/** Lower account numbers belong to robots; traders' numbers start here. */
const firstTrader = 1001
export const sessionLifetimeMs = 7 * 86_400_000
const oneTimeLifetimeMs = 10_000
const sweepEveryMs = 3_600_000
/** Sessions cached in a process. */
const mostKnown = 10_000

/** An authenticated session. */
export type Session = {
  readonly account: AccountId
  /** Identifies the session within the process; not the secret. */
  readonly key: string
  /** The token that every state change must carry (reliability S4). */
  readonly userToken: string
}

/** The account and session that a one-time token logs in. */
export type Login = Pick<Session, 'account' | 'key'>

/** A new session: `secret` goes into the cookie and nowhere else. */
export type OpenedSession = Session & { readonly secret: string }

/** A password sign-in; `device` is the secret that identifies its device from now on. */
type SignedIn = OpenedSession & { readonly device: string }

/** Why a sign-in failed; `waitMs` says when to try again. */
export type SignInRefusal =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'noSignIn' }
  | { readonly kind: 'tooOften'; readonly waitMs: number }

export type Sessions = {
  /**
   * Creates a demo trader without name and password. `floor` is the lowest account number to
   * assign; `inviter` the account whose invite link was used.
   */
  readonly openDemo: (floor: number, inviter?: AccountId) => Promise<OpenedSession>
  /**
   * Creates a user without a session, for a sub-account; returns its number. Throws UserNameTaken.
   */
  readonly addUser: (floor: number, known?: SubAccountTerms) => Awaitable<number>
  /** Opens a session of an account, for a user who may switch to it. */
  readonly openFor: (account: AccountId) => Promise<OpenedSession>
  /** Creates a trader with name and password. Throws UserNameTaken. */
  readonly signUp: (credentials: Credentials, floor: number) => Promise<OpenedSession>
  /** Gives a session's demo trader a name and a password; false if it has one already. */
  readonly nameDemo: (account: AccountId, credentials: Credentials) => Promise<boolean>
  /** Whether a demo trader's name and password are being set. */
  readonly isBeingNamed: (account: AccountId) => boolean
  /** Opens a session of a named account. */
  readonly signIn: (
    credentials: Credentials,
    from: SignInSource,
  ) => Promise<SignedIn | SignInRefusal>
  /** Records that a device has signed in to an account; returns the secret for its cookie. */
  readonly rememberDevice: (secret: string | undefined, account: AccountId) => Promise<string>
  readonly signOut: (session: Session) => Promise<void>
  /**
   * Returns the session of a cookie's secret, undefined if there is none or it has expired;
   * synchronously if the session is cached or stored in a file.
   */
  readonly find: (secret: string | undefined) => Awaitable<Session | undefined>
  readonly isUserToken: (session: Session, token: string | undefined) => boolean
  readonly user: (account: AccountId) => Awaitable<UserRecord | undefined>
  /** A banned account may read and sign out, but change nothing. */
  readonly isBanned: (account: AccountId) => boolean
  /** The banned accounts and the reasons; a new map whenever they change. */
  readonly banned: () => ReadonlyMap<number, string>
  /** Bans or unbans, durably; false if there is no such account. */
  readonly setBanned: (account: AccountId, isBanned: boolean, reason?: string) => Awaitable<boolean>
  /** Why an account is banned, as text to display. */
  readonly banReason: (account: AccountId) => string
  /** The fee levels granted by the operator; a new map whenever they change. */
  readonly granted: () => ReadonlyMap<number, FeeLevel>
  readonly setPreferences: (account: AccountId, json: string) => Awaitable<void>
  /** Creates a token that opens one private socket within ten seconds. */
  readonly makeOneTimeToken: (session: Session) => Promise<string>
  /** Consumes the token: it is invalid afterwards, whatever this returns (reliability S17). */
  readonly takeOneTimeToken: (token: string) => Awaitable<Login | undefined>
  /** Returns when the session of this key expires; undefined if it has ended. */
  readonly expiryOf: (key: string) => Awaitable<number | undefined>
  /** Called with the key of each ended session; the returned function removes the listener. */
  readonly onEnded: (listener: (key: string) => void) => () => void
  readonly apiKeys: ApiKeys
  /** Disconnection protection, as set through the open API. */
  readonly guards: GuardRows
  readonly close: () => Awaitable<void>
}

/** A main account's name and remark for a sub-account; neither allows a sign-in. */
export type SubAccountTerms = { readonly name?: string; readonly remark?: string }

type SignInSource = {
  readonly address: string
  /** The secret of the device's cookie, if it has one. */
  readonly device?: string | undefined
  /** Whether an account may be signed in to; all may by default. */
  readonly hasSignIn?: (account: AccountId) => boolean
}

type Credentials = { readonly username: string; readonly password: string }

type SessionOptions = {
  /** The key that encrypts API secrets; if empty, the data folder's file is used. */
  readonly keySecret?: string
  readonly onNotice?: (words: string) => void
}

/** Opens the users of a data folder. */
export const openSessions = (folder: string, clock: Clock, options?: SessionOptions): Sessions =>
  sessionsOf(openUsers(folder), { folder, clock, ...options })

/** Opens the sessions of already opened users, with the folder's vault for their API keys. */
export function sessionsOf(
  users: Users,
  {
    folder,
    clock,
    keySecret = '',
    onNotice = () => undefined,
  }: SessionOptions & { readonly folder: string; readonly clock: Clock },
): Sessions {
  const apiKeys = openApiKeys(users.apiKeys, openVault(folder, keySecret), { clock, onNotice })
  const ended = new Set<(key: string) => void>()
  const passwords = createPasswords()
  const book = sessionBook(users, clock, (key) => endLogins(key))
  const devices = deviceBook(users, clock)
  const guessing = createGuessing(clock, users.guesses)
  const { dropTokens, dropOwnTokens, ...tokens } = oneTimeTokensOf(users, clock)
  const newUser = (
    floor: number,
    known: { name?: string; password?: string; inviter?: number | undefined; remark?: string },
  ): Awaitable<number> =>
    users.add({ floor: Math.max(floor, firstTrader), nowMs: clock.nowMs(), ...known })
  const notifyEnded = (key: string): void => ended.forEach((listener) => listener(key))
  // A login that comes before the tokens are gone ends too: listeners are called last.
  const endLogins = (key: string): Promise<void> => dropTokens(key).finally(() => notifyEnded(key))
  users.onEndedElsewhere((hash) => {
    const key = hash.toString('base64url')
    book.forget(key)
    dropOwnTokens(key)
    notifyEnded(key)
  })
  const sweeping = sweepExpired(users, clock, onNotice)

  return {
    openDemo: async (floor, inviter) => book.open(await newUser(floor, { inviter })),
    addUser: (floor, known = {}) => newUser(floor, known),
    openFor: book.open,
    async signUp({ username, password }, floor) {
      if ((await users.byName(username)) !== undefined) throw new UserNameTaken()
      const hash = await passwords.hash(password)
      return book.open(await newUser(floor, { name: username, password: hash }))
    },
    ...namingOf(users, passwords),
    signIn: signInWith({ users, passwords, guessing, devices, open: book.open }),
    rememberDevice: devices.remember,
    signOut: (session) => book.end(session).then(() => endLogins(session.key)),
    ...book.lookups,
    isUserToken(session, token) {
      const expected = Buffer.from(session.userToken)
      const given = Buffer.from(token ?? '')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
    user: (account) => users.byAccount(account),
    isBanned: (account) => users.banned().has(account),
    banned: users.banned,
    granted: users.granted,
    setBanned: users.setBanned,
    banReason: (account) => users.banned().get(account) || 'no reason was given',
    setPreferences: (account, json) => users.setPreferences(account, json),
    ...tokens,
    onEnded(listener) {
      ended.add(listener)
      return () => ended.delete(listener)
    },
    apiKeys,
    guards: users.guards,
    close() {
      clearInterval(sweeping)
      return users.close()
    },
  }
}

/**
 * Removes expired sessions now and then every hour. They are refused anyway; this only keeps the
 * store small, as demo accounts leave one behind each.
 */
function sweepExpired(
  users: Users,
  clock: Clock,
  onNotice: (words: string) => void,
): NodeJS.Timeout {
  const sweep = async (): Promise<void> => {
    try {
      await users.endExpired(clock.nowMs())
    } catch (error) {
      onNotice(`Expired sessions were not removed: ${messageOf(error)}`)
    }
  }
  void sweep()
  const timer = setInterval(() => void sweep(), sweepEveryMs)
  timer.unref()
  return timer
}

const secretPattern = /^[\w-]{43}$/
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

// The CSRF token is derived from the secret: nothing more is stored, and it differs per session.
const userTokenOf = (secret: string): string =>
  createHmac('sha256', secret).update('usertoken').digest('base64url')

/** `onReplaced` is called with the key of each session that a newer one of its account ended. */
function sessionBook(users: Users, clock: Clock, onReplaced: (key: string) => Promise<void>) {
  // A store lookup would cost more than the request itself. Cached entries are checked for expiry,
  // and dropped when any process ends the session.
  const known = new Map<string, { readonly session: Session; readonly expiresMs: number }>()
  let endings = 0

  function sessionWith(secret: string, account: number): Session {
    const key = hashOf(secret).toString('base64url')
    return { account: accountId(account), key, userToken: userTokenOf(secret) }
  }
  function remember(secret: string, session: Session, expiresMs: number): Session {
    if (known.size > mostKnown) known.clear()
    known.set(secret, { session, expiresMs })
    return session
  }
  function forget(key: string): void {
    endings += 1
    for (const [secret, entry] of known) if (entry.session.key === key) known.delete(secret)
  }

  return {
    async open(account: number): Promise<OpenedSession> {
      const secret = randomBytes(32).toString('base64url')
      const createdMs = clock.nowMs()
      const expiresMs = createdMs + sessionLifetimeMs
      const hash = hashOf(secret)
      const replaced = await users.addSession({ hash, account, createdMs, expiresMs })
      const keys = replaced.map((old) => old.toString('base64url'))
      keys.forEach(forget)
      await Promise.all(keys.map(onReplaced))
      return { ...remember(secret, sessionWith(secret, account), expiresMs), secret }
    },
    lookups: {
      find(secret: string | undefined): Awaitable<Session | undefined> {
        if (secret === undefined || !secretPattern.test(secret)) return undefined
        const cached = known.get(secret)
        if (cached !== undefined) {
          return cached.expiresMs > clock.nowMs() ? cached.session : undefined
        }
        const endingsBefore = endings
        return onceThere(users.session(hashOf(secret)), (record) => {
          if (record === undefined || record.expiresMs <= clock.nowMs()) return undefined
          const session = sessionWith(secret, record.account)
          // A session that ended during the lookup must not enter the cache.
          return endings === endingsBefore ? remember(secret, session, record.expiresMs) : session
        })
      },
      expiryOf: (key: string): Awaitable<number | undefined> =>
        onceThere(users.session(Buffer.from(key, 'base64url')), (record) => record?.expiresMs),
    },
    async end(session: Session): Promise<void> {
      await users.endSession(Buffer.from(session.key, 'base64url'))
      forget(session.key)
    },
    forget,
  }
}

function oneTimeTokensOf(
  { oneTimeTokens, banned }: Users,
  clock: Clock,
): Pick<Sessions, 'makeOneTimeToken' | 'takeOneTimeToken'> & {
  /** Drops the unused tokens of a session. */
  readonly dropTokens: (sessionKey: string) => Promise<void>
  /** Drops those that only this process knows. */
  readonly dropOwnTokens: (sessionKey: string) => void
} {
  // For when the shared server is away, so that known sessions continue at this gateway.
  const ownTokens = memoryTokens()
  const dropOwnTokens = (sessionKey: string): void => void ownTokens.dropOf(sessionKey)
  return {
    async makeOneTimeToken({ account, key }) {
      const bearer = { account, sessionKey: key }
      const make = (): string => randomBytes(32).toString('base64url')
      const expiresMs = clock.nowMs() + oneTimeLifetimeMs
      const token = make()
      try {
        await oneTimeTokens.keep(token, bearer, expiresMs)
        return token
      } catch (error) {
        if (!(error instanceof PeopleUnavailable)) throw error
        // A new token, as the server may have stored the first one.
        const own = make()
        await ownTokens.keep(own, bearer, expiresMs)
        return own
      }
    },
    takeOneTimeToken(token) {
      const nowMs = clock.nowMs()
      const login = (bearer: TokenBearer | undefined): Login | undefined =>
        bearer === undefined || banned().has(bearer.account)
          ? undefined
          : { account: accountId(bearer.account), key: bearer.sessionKey }
      return onceThere(ownTokens.take(token, nowMs), (own) =>
        own === undefined ? onceThere(oneTimeTokens.take(token, nowMs), login) : login(own),
      )
    },
    async dropTokens(sessionKey) {
      dropOwnTokens(sessionKey)
      await oneTimeTokens.dropOf(sessionKey)
    },
    dropOwnTokens,
  }
}

type SignInParts = {
  readonly users: Users
  readonly passwords: Passwords
  readonly guessing: Guessing
  readonly devices: ReturnType<typeof deviceBook>
  readonly open: (account: number) => Promise<OpenedSession>
}

/** Names demo traders, and tracks which of them are being named. */
function namingOf(users: Users, passwords: Passwords): Pick<Sessions, 'nameDemo' | 'isBeingNamed'> {
  const beingNamed = new Set<AccountId>()
  return {
    async nameDemo(account, { username, password }) {
      const taken = await users.byName(username)
      if (taken !== undefined && taken.account !== account) throw new UserNameTaken()
      beingNamed.add(account)
      try {
        return await users.name(account, username, await passwords.hash(password))
      } finally {
        beingNamed.delete(account)
      }
    },
    isBeingNamed: (account) => beingNamed.has(account),
  }
}

function signInWith({
  users,
  passwords,
  guessing,
  devices,
  open,
}: SignInParts): Sessions['signIn'] {
  return async ({ username, password }, { address, device, hasSignIn = () => true }) => {
    const user = await users.byName(username)
    const attempt = await guessing.begin({
      name: username.toLowerCase(),
      address,
      device: user === undefined ? undefined : await devices.known(device, user.account),
    })
    if (typeof attempt === 'number') return { kind: 'tooOften', waitMs: attempt }
    const isRight = await passwords.matches(user?.password, password)
    if (!isRight || user === undefined) return { kind: 'wrong' }
    await attempt.wasRight()
    if (!hasSignIn(accountId(user.account))) return { kind: 'noSignIn' }
    const opened = await open(user.account)
    return { ...opened, device: await devices.remember(device, user.account) }
  }
}

/** Devices that have signed in: each has a 256-bit secret in a cookie, stored as a hash. */
function deviceBook(users: Users, clock: Clock) {
  const hashIf = (secret: string | undefined): Buffer | undefined =>
    secret !== undefined && secretPattern.test(secret) ? hashOf(secret) : undefined
  return {
    /** Returns an id of the device if it has signed in to the account before. */
    async known(secret: string | undefined, account: number): Promise<string | undefined> {
      const hash = hashIf(secret)
      if (hash === undefined) return undefined
      if (!(await users.deviceAccounts(hash)).includes(account)) return undefined
      return hash.toString('base64url')
    },
    /**
     * Records the device for the account and returns its secret: the existing one if this server
     * issued it, so that one browser may be known to several accounts; else a new one.
     */
    async remember(secret: string | undefined, account: number): Promise<string> {
      const given = hashIf(secret)
      const isOurs = given !== undefined && (await users.deviceAccounts(given)).length > 0
      const kept = isOurs && secret !== undefined ? secret : randomBytes(32).toString('base64url')
      await users.addDevice({ hash: hashOf(kept), account, nowMs: clock.nowMs() })
      return kept
    },
  }
}
