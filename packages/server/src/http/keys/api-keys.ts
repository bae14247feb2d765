// API key calls of a signed-in trader: keys are listed without their secrets, created, revoked.

import { createPublicKey } from 'node:crypto'
import { dayMs } from '@basis/domain/instrument/candle'
import type { WireApiKey } from '@basis/protocol/keys/calls'
import { maxKeysPerAccount, type ApiKey } from '../../users/api-keys.ts'
import { isNetwork } from '../../config/networks.ts'
import type { Handlers } from '../call-context.ts'
import { invalidField } from '../guards/refusal.ts'

export const apiKeyHandlers: Handlers<'apiKeys' | 'createApiKey' | 'revokeApiKey'> = {
  apiKeys: ({ parts, account }) => ({
    value: { list: parts.sessions.apiKeys.ofAccount(account).map(wireKey) },
  }),

  createApiKey: async ({ parts, account }, request) => {
    const { apiKeys } = parts.sessions
    if (apiKeys.ofAccount(account).length >= maxKeysPerAccount) {
      throw invalidField('note', `cannot be another key's: an account has ${maxKeysPerAccount}`)
    }
    const wrong = request.ips.find((network) => !isNetwork(network))
    if (wrong !== undefined) {
      throw invalidField('ips', 'must be addresses or networks such as 203.0.113.7 or 10.0.0.0/8')
    }
    const { note, readOnly, permissions, ips, days, rsaPublicKey } = request
    const terms = {
      note,
      isReadOnly: readOnly,
      permissions: [...new Set(permissions)],
      networks: [...new Set(ips)],
      ...(days === undefined ? {} : { expiresMs: parts.clock.nowMs() + days * dayMs }),
    }
    const pem = rsaPublicKey === undefined ? undefined : readPublicKey(rsaPublicKey)
    const { key, secret } = await apiKeys.make(account, terms, pem)
    return { value: { item: wireKey(key), secret } }
  },

  revokeApiKey: async ({ parts, account }, { apiKey }) => {
    if (!(await parts.sessions.apiKeys.revoke(account, apiKey))) {
      throw invalidField('apiKey', 'must be a key of this account')
    }
    return { value: { apiKey } }
  },
}

const wireKey = (key: ApiKey): WireApiKey => ({
  apiKey: key.key,
  note: key.note,
  readOnly: key.isReadOnly,
  permissions: [...key.permissions],
  ips: [...key.networks],
  createdTimeE3: key.createdMs,
  expiresTimeE3: key.expiresMs ?? 0,
})

/**
 * Returns the key in normalised PEM. Throws Refused unless it is an RSA key of 2048 bits or more.
 */
function readPublicKey(pem: string): string {
  try {
    const key = createPublicKey(pem)
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
    if (key.asymmetricKeyType === 'rsa' && modulusLength >= 2048) {
      return key.export({ type: 'spki', format: 'pem' }).toString()
    }
  } catch {
    // An unreadable key is refused with the same message as another kind of key.
  }
  throw invalidField('rsaPublicKey', 'must be the public half of an RSA key of 2048 bits or more')
}
