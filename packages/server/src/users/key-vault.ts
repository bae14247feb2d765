// Encryption of API key secrets, with a key that is not in the database, so that a stolen database
// is useless for signing.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withDataErrors } from '../exchange/disk/data-errors.ts'

/** Beside the database, readable only by the server's user (mode 0600). */
export const keySecretFile = 'api-keys.secret'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts and decrypts texts; `name` binds a ciphertext to its row. */
export type KeyVault = {
  readonly seal: (text: string, name: string) => Buffer
  /** Throws if another key encrypted it or it was altered. */
  readonly open: (sealed: Uint8Array, name: string) => string
}

/**
 * Opens the vault with the secret of the settings, else with the data folder's file, which is
 * created at the first start. Throws DataUnusable.
 */
export function openVault(folder: string, settingsSecret = ''): KeyVault {
  const file = join(folder, keySecretFile)
  const secret = settingsSecret === '' ? withDataErrors(file, () => secretOf(file)) : settingsSecret
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'basis api keys', 32))
  return {
    seal(text, name) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv)
      cipher.setAAD(Buffer.from(name))
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, name) {
      const iv = sealed.subarray(0, ivBytes)
      const decipher = createDecipheriv(algorithm, key, iv)
      decipher.setAAD(Buffer.from(name))
      decipher.setAuthTag(sealed.subarray(-tagBytes))
      const body = sealed.subarray(ivBytes, -tagBytes)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}

function secretOf(file: string): string {
  if (!existsSync(file)) {
    const made = randomBytes(32).toString('base64url')
    writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return made
  }
  return readFileSync(file, 'utf8').trim()
}
