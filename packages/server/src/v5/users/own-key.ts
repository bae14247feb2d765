// Calls about the signing key and its owner.

import { dayMs } from '@basis/domain/instrument/candle'
import { v5PermissionGroups, type V5Permission } from '@basis/protocol/v5/vocabulary'
import type { ApiKey } from '../../users/api-keys.ts'
import { isNetwork } from '../../config/networks.ts'
import type { V5Handlers, V5Parts } from '../context.ts'
import { invalidParameter } from '../refused.ts'

export const v5UserHandlers: V5Handlers<'queryApi' | 'updateApi' | 'deleteApi'> = {
  queryApi: async ({ parts, key }) => ({ result: await keyFacts(parts, key) }),

  updateApi: async ({ parts, key, account }, asked) => {
    const changed = await parts.sessions.apiKeys.change(account, key.key, termsOf(asked, key))
    return { result: await changedFacts(parts, changed ?? key) }
  },

  deleteApi: async ({ parts, key, account }) => {
    await parts.sessions.apiKeys.revoke(account, key.key)
    return { result: {} }
  },
}

type AskedTerms = {
  readonly readOnly?: '0' | '1'
  readonly ips?: string
  readonly permissions?: Readonly<Record<string, readonly V5Permission[]>>
}

/**
 * Returns the terms of a request. No key can be given permissions that the signing one lacks.
 * Throws V5Refused for an invalid network.
 */
export function termsOf({ readOnly, ips, permissions }: AskedTerms, signing: ApiKey) {
  const networks = ips === undefined || ips === '*' ? [] : ips.split(',')
  if (networks.some((network) => !isNetwork(network))) throw invalidParameter('ips')
  const wanted = permissions === undefined ? undefined : Object.values(permissions).flat()
  const granted = wanted?.filter((each) => signing.permissions.includes(each))
  return {
    ...(readOnly === undefined ? {} : { isReadOnly: readOnly === '1' }),
    ...(ips === undefined ? {} : { networks }),
    ...(granted === undefined ? {} : { permissions: [...new Set(granted)] }),
  }
}

/** Returns the fields of a key in the answer to a change. */
export async function changedFacts(parts: V5Parts, key: ApiKey) {
  const { id, note, apiKey, secret, readOnly, permissions, ips } = await keyFacts(parts, key)
  return { id, note, apiKey, secret, readOnly, permissions, ips }
}

/** Returns all public fields of a key; the secret is always empty. */
export async function keyFacts(parts: V5Parts, key: ApiKey) {
  const user = await parts.sessions.user(key.account)
  const main = parts.exchange.views.ownership.main(key.account)
  const { expiresMs } = key
  const isoOf = (timeMs: number): string => new Date(timeMs).toISOString().replace(/\.\d+Z$/, 'Z')
  const left = expiresMs === undefined ? 0 : (expiresMs - parts.clock.nowMs()) / dayMs
  return {
    id: String(key.id),
    note: key.note,
    apiKey: key.key,
    readOnly: key.isReadOnly ? 1 : 0,
    secret: '',
    permissions: permissionsOf(key),
    ips: key.networks.length === 0 ? ['*'] : [...key.networks],
    type: 1,
    deadlineDay: Math.max(0, Math.ceil(left)),
    expiredAt: expiresMs === undefined ? '1970-01-01T00:00:00Z' : isoOf(expiresMs),
    createdAt: isoOf(key.createdMs),
    unified: 0,
    uta: 1,
    userID: key.account,
    inviterID: user?.inviter ?? 0,
    vipLevel: parts.exchange.views.fees(key.account)?.level ?? 'VIP 0',
    mktMakerLevel: '0',
    affiliateID: 0,
    rsaPublicKey: key.publicKeyPem ?? '',
    isMaster: main === undefined,
    parentUid: String(main ?? 0),
    kycLevel: 'LEVEL_DEFAULT',
    kycRegion: '',
  }
}

/** Returns the permissions of a key by group of the venue; unsupported groups are empty. */
function permissionsOf({ permissions }: Pick<ApiKey, 'permissions'>) {
  const held: ReadonlySet<string> = new Set(permissions)
  const granted: Record<string, string[]> = {}
  for (const [group, members] of Object.entries(v5PermissionGroups)) {
    granted[group] = members.filter((member) => held.has(member))
  }
  for (const group of ['CopyTrading', 'BlockTrade', 'NFT', 'Affiliate', 'Earn']) granted[group] = []
  return granted
}
