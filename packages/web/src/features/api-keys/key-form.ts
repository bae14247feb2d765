// The form of a new API key: its options, and its request.

import type { CallRequest } from '@basis/protocol/calls'
import { maxKeyDays, maxKeyNetworks, maxKeyNote } from '@basis/protocol/keys/calls'
import type { V5Permission } from '@basis/protocol/v5/vocabulary'

/** Permissions in groups, each with one checkbox. */
export const permissionGroups = {
  contracts: ['Order', 'Position', 'DerivativesTrade'],
  spot: ['SpotTrade'],
  options: ['OptionsTrade'],
  transfers: ['AccountTransfer', 'SubMemberTransfer'],
} as const satisfies Readonly<Record<string, readonly V5Permission[]>>
export type PermissionGroup = keyof typeof permissionGroups
export const groupNames = Object.keys(permissionGroups) as readonly PermissionGroup[]

export type KeyForm = {
  readonly note: string
  readonly isReadOnly: boolean
  readonly groups: readonly PermissionGroup[]
  readonly ips: string
  readonly days: string
}

export const emptyForm: KeyForm = {
  note: '',
  isReadOnly: false,
  groups: ['contracts', 'spot'],
  ips: '',
  days: '',
}

const addressPattern = /^[0-9A-Fa-f.:]{2,45}(\/\d{1,3})?$/

/** Returns the fields with invalid input. */
export function faultsOf({ note, ips, days }: KeyForm) {
  const list = addressesOf(ips)
  return {
    note: note.trim() === '' || note.trim().length > maxKeyNote,
    ips: list.length > maxKeyNetworks || list.some((address) => !addressPattern.test(address)),
    days: days !== '' && (!/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > maxKeyDays),
  }
}

const addressesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((address) => address.trim())
    .filter((address) => address !== '')

export function keyRequest(form: KeyForm): CallRequest<'createApiKey'> {
  return {
    note: form.note.trim(),
    readOnly: form.isReadOnly,
    permissions: form.groups.flatMap((group) => permissionGroups[group]),
    ips: addressesOf(form.ips),
    ...(form.days === '' ? {} : { days: Number(form.days) }),
  }
}
