// Sub-accounts and their keys, managed by the main account (open API 7, rules 23.1).

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { problem } from '@basis/domain/instrument/problems'
import { maxKeysPerAccount, type ApiKey } from '../../users/api-keys.ts'
import { closedReason, isEmpty, openSubAccount, openSubAccounts } from '../../users/sub-accounts.ts'
import { UserNameTaken } from '../../users/users.ts'
import type { V5Handlers, V5Parts, V5SignedContext } from '../context.ts'
import { behindAmong, listPage } from '../paging.ts'
import { invalidParameter, v5Problem, wrongParameter } from '../refused.ts'
import { changedFacts, keyFacts, termsOf } from './own-key.ts'

export const subMemberHandlers: V5Handlers<
  | 'createSubMember'
  | 'subMembers'
  | 'subMemberPages'
  | 'frozenSubMember'
  | 'deleteSubMember'
  | 'createSubApi'
  | 'subApis'
  | 'updateSubApi'
  | 'deleteSubApi'
> = {
  createSubMember: async ({ parts, account }, { username, note = '' }) => {
    if (!userName.test(username)) throw invalidParameter('username')
    const opened = await openSubAccount(parts, account, { name: username, remark: note }).catch(
      refusingTaken,
    )
    if ('problem' in opened) throw v5Problem(opened.problem)
    const { uid, memberType, status, remark } = await memberOf(parts, opened.sub)
    return { result: { uid, username, memberType, status, remark } }
  },

  subMembers: async ({ parts, account }) => ({
    result: { subMembers: await membersOf(parts, subsOf(parts, account)) },
  }),

  subMemberPages: async ({ parts, account }, { pageSize = 100, nextCursor }) => {
    const page = { cursor: nextCursor, limit: pageSize }
    // A sub-account may be deleted between two pages.
    const behind = behindAmong(parts.exchange.views.ownership.subs(account).map(String), String)
    const { list, nextPageCursor } = listPage(subsOf(parts, account), page, String, behind)
    const subMembers = await membersOf(parts, list)
    return { result: { subMembers, nextCursor: nextPageCursor === '' ? '0' : nextPageCursor } }
  },

  frozenSubMember: async (context, { subuid, frozen }) => {
    const sub = readSub(context, subuid)
    const { sessions } = context.parts
    // A ban by an operator stays.
    if (sessions.isBanned(sub) && sessions.banReason(sub) !== frozenReason) {
      throw wrongParameter('The sub-account is banned.')
    }
    await sessions.setBanned(sub, frozen === '1', frozenReason)
    return { result: {} }
  },

  deleteSubMember: async (context, { subMemberId }) => {
    const sub = readSub(context, subMemberId)
    const { exchange, sessions } = context.parts
    if (!isEmpty(exchange, sub)) {
      throw wrongParameter('The sub-account has assets or orders.')
    }
    for (const { key } of sessions.apiKeys.ofAccount(sub)) await sessions.apiKeys.revoke(sub, key)
    await sessions.setBanned(sub, true, closedReason)
    return { result: {} }
  },

  createSubApi: async (context, { subuid, note = '', ...asked }) => {
    const { apiKeys } = context.parts.sessions
    const sub = readSub(context, subuid)
    if (apiKeys.ofAccount(sub).length >= maxKeysPerAccount) {
      throw wrongParameter(`A sub-account has ${maxKeysPerAccount} keys at most.`)
    }
    const terms = { isReadOnly: false, permissions: [], networks: [], note }
    const made = await apiKeys.make(sub, { ...terms, ...termsOf(asked, context.key) })
    const { id, apiKey, readOnly, permissions } = await keyFacts(context.parts, made.key)
    return { result: { id, note, apiKey, readOnly, secret: made.secret, permissions } }
  },

  subApis: async (context, { subMemberId, limit = 20, cursor }) => {
    const { apiKeys } = context.parts.sessions
    const own = apiKeys.ofAccount(readSub(context, subMemberId)).toSorted((a, b) => a.id - b.id)
    const keyOf = ({ id }: ApiKey): string => String(id)
    // A key may be revoked between two pages.
    const { list, nextPageCursor } = listPage(own, { cursor, limit }, keyOf, (last) =>
      /^\d{1,15}$/.test(last) ? ({ id }) => id > Number(last) : undefined,
    )
    const rows = await Promise.all(list.map((key) => subKeyRow(context.parts, key)))
    return { result: { result: rows, nextPageCursor } }
  },

  updateSubApi: async (context, { apikey, ...asked }) => {
    const { key, account } = subKey(context, apikey)
    const terms = termsOf(asked, context.key)
    const changed = await context.parts.sessions.apiKeys.change(account, key, terms)
    if (changed === undefined) throw invalidParameter('apikey')
    return { result: await changedFacts(context.parts, changed) }
  },

  deleteSubApi: async (context, { apikey }) => {
    const { key, account } = subKey(context, apikey)
    await context.parts.sessions.apiKeys.revoke(account, key)
    return { result: {} }
  },
}

/** The ban reason of a sub-account that its main account has frozen, as stored and shown. */
const frozenReason = 'frozen by the main account'

/** At least one letter and one digit. */
const userName = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,16}$/

function refusingTaken(error: unknown): never {
  if (error instanceof UserNameTaken) throw wrongParameter('The username already exists.')
  throw error
}

/** Returns the open sub-accounts. Throws V5Refused if the caller is a sub-account itself. */
function subsOf(parts: V5Parts, account: AccountId): readonly AccountId[] {
  const { ownership } = parts.exchange.views
  if (ownership.main(account) === undefined) return openSubAccounts(parts, account)
  throw v5Problem(problem('subAccountOfSub', 'account'))
}

function readSub({ parts, account }: V5SignedContext, uid: string): AccountId {
  const sub = accountId(Number(uid))
  if (subsOf(parts, account).includes(sub)) return sub
  throw v5Problem(problem('transferForeign', 'subuid'))
}

function subKey({ parts, account }: V5SignedContext, name: string): ApiKey {
  const key = parts.sessions.apiKeys.find(name)
  if (key !== undefined && subsOf(parts, account).includes(key.account)) return key
  throw invalidParameter('apikey')
}

const membersOf = (parts: V5Parts, subs: readonly AccountId[]) =>
  Promise.all(subs.map((sub) => memberOf(parts, sub)))

/** Sub-accounts opened in the terminal have no name. */
async function memberOf({ sessions }: V5Parts, sub: AccountId) {
  const { name = '', remark = '' } = (await sessions.user(sub)) ?? {}
  const isFrozen = sessions.banReason(sub) === frozenReason
  const status = isFrozen ? 4 : sessions.isBanned(sub) ? 2 : 1
  return { uid: String(sub), username: name, memberType: 1, status, accountMode: 6, remark }
}

async function subKeyRow(parts: V5Parts, key: ApiKey) {
  const facts = await keyFacts(parts, key)
  const { id, ips, apiKey, note, expiredAt, createdAt, type, readOnly, deadlineDay, permissions } =
    facts
  return {
    id,
    ips,
    apiKey,
    note,
    status: 3,
    expiredAt,
    createdAt,
    type,
    permissions,
    secret: '',
    readOnly,
    deadlineDay,
    flag: key.publicKeyPem === undefined ? 'hmac' : 'rsa',
  }
}
