// API keys: an account's keys with their permissions, networks and expiry. Kept in the users'
// database; secrets are encrypted there (key-vault.ts) and decrypted once, at the start.

import { createHmac, createPublicKey, randomInt, timingSafeEqual, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { createSecretKey } from 'node:crypto'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { isV5Permission, type V5Permission } from '@basis/protocol/v5/vocabulary'
import { messageOf } from '../failures/thrown.ts'
import type { Clock } from '../exchange/ports.ts'
import type { KeyVault } from './key-vault.ts'
import { networkList, plainAddress } from '../config/networks.ts'
import type { ApiKeyRow, ApiKeyRows } from './api-key-rows.ts'

/** The terms that a key's owner sets. */
export type ApiKeyTerms = {
  readonly note: string
  readonly isReadOnly: boolean
  readonly permissions: readonly V5Permission[]
  /** Addresses and networks from which it may be used; empty for any. */
  readonly networks: readonly string[]
  /** Absent for a key that does not expire. */
  readonly expiresMs?: number
}

export type ApiKey = ApiKeyTerms & {
  readonly id: number
  readonly key: string
  readonly account: AccountId
  readonly createdMs: number
  /** Of an RSA key; only its owner has the private key. */
  readonly publicKeyPem?: string
  /** Whether it may be used from this address. */
  readonly isFrom: (address: string) => boolean
  /** Verifies the signature of the concatenated parts, in constant time. */
  readonly isSigned: (parts: readonly (string | Uint8Array)[], signature: string) => boolean
}

/** A new key: `secret` is shown only now; RSA keys have none. */
type MadeApiKey = { readonly key: ApiKey; readonly secret: string }

export type ApiKeys = {
  readonly find: (key: string) => ApiKey | undefined
  /** The keys of one account, oldest first. */
  readonly ofAccount: (account: AccountId) => readonly ApiKey[]
  readonly make: (
    account: AccountId,
    terms: ApiKeyTerms,
    publicKeyPem?: string,
  ) => Promise<MadeApiKey>
  /** Changes terms; undefined if the account has no such key. */
  readonly change: (
    account: AccountId,
    key: string,
    terms: Partial<ApiKeyTerms>,
  ) => Promise<ApiKey | undefined>
  /** Revokes a key immediately; false if the account has no such key. */
  readonly revoke: (account: AccountId, key: string) => Promise<boolean>
  /** Called with each key that was revoked or changed, here or by another process. */
  readonly onChanged: (listener: (key: string) => void) => () => void
}

export const maxKeysPerAccount = 20
const keyLength = 18
const secretLength = 36
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const randomText = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)] ?? '').join('')

/** Opens the keys of a users' database; a key that cannot be decrypted is skipped with a notice. */
export function openApiKeys(
  rows: ApiKeyRows,
  vault: KeyVault,
  { clock, onNotice }: { readonly clock: Clock; readonly onNotice: (words: string) => void },
): ApiKeys {
  const byKey = new Map<string, ApiKey>()
  const listeners = new Set<(key: string) => void>()
  const take = (row: ApiKeyRow): void => {
    try {
      byKey.set(row.key, keyOf(row, row.isRsa ? row.publicKey : vault.open(row.sealed, row.key)))
    } catch (error) {
      const why = messageOf(error)
      onNotice(`The API key ${row.key} cannot be decrypted and does not work: ${why}`)
    }
  }
  for (const row of rows.all()) take(row)
  const own = (account: AccountId, key: string): ApiKey | undefined => {
    const found = byKey.get(key)
    return found?.account === account ? found : undefined
  }
  const notify = (key: string): void => listeners.forEach((listener) => listener(key))
  rows.onChangedElsewhere((key, row) => {
    byKey.delete(key)
    if (row !== undefined) take(row)
    notify(key)
  })
  return {
    find: (key) => byKey.get(key),
    ofAccount: (account) => [...byKey.values()].filter((each) => each.account === account),
    async make(account, terms, publicKeyPem) {
      const key = randomText(keyLength)
      const secret = publicKeyPem === undefined ? randomText(secretLength) : ''
      const row = {
        key,
        account,
        ...terms,
        createdMs: clock.nowMs(),
        isRsa: publicKeyPem !== undefined,
        publicKey: publicKeyPem ?? '',
        sealed: vault.seal(secret, key),
      }
      const id = await rows.add(row)
      const made = keyOf({ ...row, id }, publicKeyPem ?? secret)
      byKey.set(key, made)
      return { key: made, secret }
    },
    async change(account, key, terms) {
      const before = own(account, key)
      if (before === undefined) return undefined
      const after: ApiKey = { ...before, ...terms }
      const isFrom = addressCheck(after.networks)
      await rows.change(key, after)
      byKey.set(key, { ...after, isFrom })
      notify(key)
      return byKey.get(key)
    },
    async revoke(account, key) {
      if (own(account, key) === undefined) return false
      await rows.remove(key)
      byKey.delete(key)
      notify(key)
      return true
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function keyOf(row: ApiKeyRow, secret: string): ApiKey {
  const { id, key, note, isReadOnly, networks, createdMs, expiresMs, isRsa } = row
  return {
    id,
    key,
    note,
    isReadOnly,
    networks,
    createdMs,
    account: accountId(row.account),
    permissions: row.permissions.filter(isV5Permission),
    ...(expiresMs === undefined ? {} : { expiresMs }),
    ...(isRsa ? { publicKeyPem: secret } : {}),
    isFrom: addressCheck(networks),
    isSigned: isRsa ? rsaCheck(createPublicKey(secret)) : hmacCheck(secret),
  }
}

function addressCheck(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true
  const isListed = networkList(networks)
  return (address) => isListed(plainAddress(address))
}

export function hmacCheck(secret: string): ApiKey['isSigned'] {
  const key: KeyObject = createSecretKey(secret, 'utf8')
  return (parts, signature) => {
    const hash = createHmac('sha256', key)
    for (const part of parts) hash.update(part)
    const expected = Buffer.from(hash.digest('hex'), 'latin1')
    const given = Buffer.from(signature, 'latin1')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}

function rsaCheck(key: KeyObject): ApiKey['isSigned'] {
  return (parts, signature) => {
    const payload = Buffer.concat(parts.map((part) => Buffer.from(part)))
    const given = Buffer.from(signature, 'base64')
    // Decoding skips what is not base64: other texts of a used signature would count as unused.
    return given.toString('base64') === signature && verify('RSA-SHA256', payload, key, given)
  }
}
