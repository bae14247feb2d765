// Sessions, the anti-forgery token, sign-in, one-time tokens; shared by http and push. A session is
// a secret of 256 bits in a HttpOnly cookie; on disk there is only its hash (reliability S3).

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FeeLevel } from '@basis/domain/instrument/fee-levels'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { createGuessing, type Guessing } from './guessing.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import type { Clock } from '../exchange/ports.ts'
import { openApiKeys, type ApiKeys } from './api-keys.ts'
import type { GuardRows } from './guard-rows.ts'
import { openVault } from './key-vault.ts'
import { openUsers, UserNameTaken, type UserRecord, type Users } from './users.ts'

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

/** Signed in by password; `device` is the secret that its device is known by from now on. */
type SignedIn = OpenedSession & { readonly device: string }

/** Why somebody is not signed in; `waitMs` says when to try again. */
type SignInRefusal =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'tooOften'; readonly waitMs: number }

export type Sessions = {
  /**
   * Makes a demo trader: no name, no password. `floor` is the least account number that may be
   * given; `inviter` the account whose link was followed.
   */
  readonly openDemo: (floor: number, inviter?: AccountId) => OpenedSession
  /**
   * Makes a user without a session, for a sub-account; returns its number. Throws UserNameTaken.
   */
  readonly addUser: (floor: number, known?: SubAccountTerms) => number
  /** Opens a session of an account, for who may go over to it. */
  readonly openFor: (account: AccountId) => OpenedSession
  /** Makes a trader with name and password. Throws UserNameTaken. */
  readonly signUp: (credentials: Credentials, floor: number) => Promise<OpenedSession>
  /** Gives the demo trader of a session a name and a password; false when it has one already. */
  readonly nameDemo: (account: AccountId, credentials: Credentials) => Promise<boolean>
  /** Whether a demo trader is just getting a name and a password. */
  readonly isBeingNamed: (account: AccountId) => boolean
  /** `device` is the secret of the device's cookie, when it has one. */
  readonly signIn: (
    credentials: Credentials,
    from: { readonly address: string; readonly device?: string | undefined },
  ) => Promise<SignedIn | SignInRefusal>
  /** Remembers that a device has signed in to an account; returns the secret for its cookie. */
  readonly rememberDevice: (secret: string | undefined, account: AccountId) => string
  readonly signOut: (session: Session) => void
  /** Returns the session of a cookie's secret, undefined when there is none or it has expired. */
  readonly find: (secret: string | undefined) => Session | undefined
  readonly isUserToken: (session: Session, token: string | undefined) => boolean
  readonly user: (account: AccountId) => UserRecord | undefined
  /** A banned account may look and leave, and change nothing. */
  readonly isBanned: (account: AccountId) => boolean
  /** The accounts that are banned; another set whenever that has changed. */
  readonly banned: () => ReadonlySet<number>
  /** Bans or unbans, durably; false when there is no such account. */
  readonly setBanned: (account: AccountId, isBanned: boolean, reason?: string) => boolean
  /** Why an account is banned, in words to show. */
  readonly banReason: (account: AccountId) => string
  /** The fee levels that the operator gave; another map whenever that has changed. */
  readonly granted: () => ReadonlyMap<number, FeeLevel>
  readonly setPreferences: (account: AccountId, json: string) => void
  /** Makes a token that opens one private socket within ten seconds. */
  readonly makeOneTimeToken: (session: Session) => string
  /** Takes the token: it is worth nothing afterwards, whatever this returns (reliability S17). */
  readonly takeOneTimeToken: (token: string) => Session | undefined
  /** Is told the key of each session that was ended; the returned function removes the listener. */
  readonly onEnded: (listener: (key: string) => void) => () => void
  readonly apiKeys: ApiKeys
  /** Guards against disconnection, as the open API sets them. */
  readonly guards: GuardRows
  readonly close: () => void
}

/** What a main account calls a sub-account; neither opens a session. */
export type SubAccountTerms = { readonly name?: string; readonly remark?: string }

type Credentials = { readonly username: string; readonly password: string }

type SessionOptions = {
  /** What secrets of API keys are sealed with; empty for the file of the data folder. */
  readonly keySecret?: string
  readonly onNotice?: (words: string) => void
}

/** Opens the users of a data folder. */
export function openSessions(
  folder: string,
  clock: Clock,
  { keySecret = '', onNotice = () => undefined }: SessionOptions = {},
): Sessions {
  const users = openUsers(folder)
  const apiKeys = openApiKeys(users.apiKeys, openVault(folder, keySecret), { clock, onNotice })
  users.endExpired(clock.nowMs())
  const ended = new Set<(key: string) => void>()
  const passwords = createPasswords()
  const book = sessionBook(users, clock)
  const oneTime = oneTimeTokens(clock)
  const devices = deviceBook(users, clock)
  const guessing = createGuessing(clock)
  const newUser = (
    floor: number,
    known: { name?: string; password?: string; inviter?: number | undefined; remark?: string },
  ): number => users.add({ floor: Math.max(floor, firstTrader), nowMs: clock.nowMs(), ...known })

  return {
    openDemo: (floor, inviter) => book.open(newUser(floor, { inviter })),
    addUser: (floor, known = {}) => newUser(floor, known),
    openFor: book.open,
    async signUp({ username, password }, floor) {
      if (users.byName(username) !== undefined) throw new UserNameTaken()
      const hash = await passwords.hash(password)
      return book.open(newUser(floor, { name: username, password: hash }))
    },
    ...namingOf(users, passwords),
    signIn: signInWith({ users, passwords, guessing, devices, open: book.open }),
    rememberDevice: devices.remember,
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
    isBanned: (account) => users.banned().has(account),
    banned: users.banned,
    granted: users.granted,
    setBanned: users.setBanned,
    banReason: (account) => users.byAccount(account)?.banReason || 'no reason was given',
    setPreferences: (account, json) => users.setPreferences(account, json),
    makeOneTimeToken: oneTime.make,
    takeOneTimeToken(token) {
      const session = oneTime.take(token)
      return session === undefined || users.banned().has(session.account) ? undefined : session
    },
    onEnded(listener) {
      ended.add(listener)
      return () => ended.delete(listener)
    },
    apiKeys,
    guards: users.guards,
    close: () => users.close(),
  }
}

const secretPattern = /^[\w-]{43}$/
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

// The anti-forgery token follows from the secret, so that nothing more is stored and no session has
// another's.
const userTokenOf = (secret: string): string =>
  createHmac('sha256', secret).update('usertoken').digest('base64url')

function sessionBook(users: Users, clock: Clock) {
  // Reading the file for each request would cost more than the request; entries are checked for
  // their age.
  const known = new Map<string, { readonly session: Session; readonly expiresMs: number }>()

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
  readonly guessing: Guessing
  readonly devices: ReturnType<typeof deviceBook>
  readonly open: (account: number) => OpenedSession
}

/** Demo traders get names, and those that are just getting one are known. */
function namingOf(
  users: ReturnType<typeof openUsers>,
  passwords: ReturnType<typeof createPasswords>,
): Pick<Sessions, 'nameDemo' | 'isBeingNamed'> {
  const beingNamed = new Set<AccountId>()
  return {
    async nameDemo(account, { username, password }) {
      const taken = users.byName(username)
      if (taken !== undefined && taken.account !== account) throw new UserNameTaken()
      beingNamed.add(account)
      try {
        return users.name(account, username, await passwords.hash(password))
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
  return async ({ username, password }, { address, device }) => {
    const user = users.byName(username)
    const attempt = guessing.begin({
      name: username.toLowerCase(),
      address,
      device: user === undefined ? undefined : devices.known(device, user.account),
    })
    if (typeof attempt === 'number') return { kind: 'tooOften', waitMs: attempt }
    const isRight = await passwords.matches(user?.password, password)
    if (!isRight || user === undefined) return { kind: 'wrong' }
    attempt.wasRight()
    return { ...open(user.account), device: devices.remember(device, user.account) }
  }
}

/**
 * Devices that have signed in: a secret of 256 bits each, in a cookie, of which the hash is kept.
 */
function deviceBook(users: Users, clock: Clock) {
  const hashIf = (secret: string | undefined): Buffer | undefined =>
    secret !== undefined && secretPattern.test(secret) ? hashOf(secret) : undefined
  return {
    /** Returns a name for the device when it has signed in to the account before. */
    known(secret: string | undefined, account: number): string | undefined {
      const hash = hashIf(secret)
      if (hash === undefined || !users.deviceAccounts(hash).includes(account)) return undefined
      return hash.toString('base64url')
    },
    /**
     * Remembers the device for the account and returns its secret: the one it has, when this server
     * gave it, so that one browser may be known to several accounts; else a new one.
     */
    remember(secret: string | undefined, account: number): string {
      const given = hashIf(secret)
      const isOurs = given !== undefined && users.deviceAccounts(given).length > 0
      const kept = isOurs && secret !== undefined ? secret : randomBytes(32).toString('base64url')
      users.addDevice({ hash: hashOf(kept), account, nowMs: clock.nowMs() })
      return kept
    },
  }
}
