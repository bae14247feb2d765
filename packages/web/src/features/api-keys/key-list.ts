// The list of API keys, changed by the answers of requests in the order in which they come.

import type { WireApiKey } from '@basis/protocol/keys/calls'

export type KeyList = {
  /** Undefined until the list has come. */
  readonly shown: readonly WireApiKey[] | undefined
  /** Keys made since the dialog was opened: a list requested earlier does not have them. */
  readonly made: readonly WireApiKey[]
  readonly revoked: readonly string[]
}

export const noKeys: KeyList = { shown: undefined, made: [], revoked: [] }

export type KeyChange =
  | { readonly kind: 'listed'; readonly list: readonly WireApiKey[] }
  | { readonly kind: 'made'; readonly item: WireApiKey }
  | { readonly kind: 'revoked'; readonly apiKey: string }

/** Returns the list after an answer. */
export function keysAfter(keys: KeyList, change: KeyChange): KeyList {
  switch (change.kind) {
    case 'listed':
      return withShown(keys, change.list)
    case 'made':
      return withShown({ ...keys, made: [...keys.made, change.item] }, keys.shown)
    case 'revoked':
      return withShown({ ...keys, revoked: [...keys.revoked, change.apiKey] }, keys.shown)
  }
}

function withShown(keys: KeyList, list: KeyList['shown']): KeyList {
  if (list === undefined) return keys
  const isListed = (item: WireApiKey): boolean => list.some(({ apiKey }) => apiKey === item.apiKey)
  const all = [...list, ...keys.made.filter((item) => !isListed(item))]
  return { ...keys, shown: all.filter(({ apiKey }) => !keys.revoked.includes(apiKey)) }
}
