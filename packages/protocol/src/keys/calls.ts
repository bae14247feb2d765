// Calls by which the terminal lists, creates and revokes API keys; a part of the table of calls.

import * as z from '../schema/deferred.ts'
import { nothing, type Call } from '../call.ts'
import { v5Permissions } from '../v5/vocabulary.ts'
import { timeMs, optionalField } from '../wire.ts'

/** An IP address or a network: `203.0.113.7`, `10.0.0.0/8`. */
const network = z.stringFormat('network', /^[0-9A-Fa-f.:]{2,45}(\/\d{1,3})?$/)
const keyText = z.stringFormat('apiKey', /^[A-Za-z0-9]{10,40}$/)

export const wireApiKey = z.object({
  apiKey: z.string(),
  note: z.string(),
  readOnly: z.boolean(),
  permissions: z.array(z.enum(v5Permissions)),
  /** Empty if any address may use it. */
  ips: z.array(z.string()),
  createdTimeE3: timeMs,
  /** 0 if it does not expire. */
  expiresTimeE3: timeMs,
})
export type WireApiKey = z.output<typeof wireApiKey>

export const maxKeyNote = 40
export const maxKeyNetworks = 20
/** The maximum lifetime of a key, in days. */
export const maxKeyDays = 3650

export const apiKeyCalls = {
  apiKeys: {
    method: 'GET',
    path: '/contract/v5/user/api-keys',
    access: 'session',
    changes: false,
    ours: true,
    request: nothing,
    answer: z.object({ list: z.array(wireApiKey) }),
  },
  createApiKey: {
    method: 'POST',
    path: '/contract/v5/user/api-key/create',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      note: z.string().check(z.maxLength(maxKeyNote)),
      readOnly: z.boolean(),
      permissions: z.array(z.enum(v5Permissions)).check(z.maxLength(v5Permissions.length)),
      ips: z.array(network).check(z.maxLength(maxKeyNetworks)),
      /** Lifetime in days; absent for a key that does not expire. */
      days: optionalField(z.int().check(z.minimum(1), z.maximum(maxKeyDays))),
      /** PEM of an RSA public key; then there is no secret. */
      rsaPublicKey: optionalField(z.string().check(z.maxLength(4000))),
    }),
    /** The secret is returned only in this response. */
    answer: z.object({ item: wireApiKey, secret: z.string() }),
  },
  revokeApiKey: {
    method: 'POST',
    path: '/contract/v5/user/api-key/revoke',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({ apiKey: keyText }),
    answer: z.object({ apiKey: z.string() }),
  },
} as const satisfies Readonly<Record<string, Call>>
