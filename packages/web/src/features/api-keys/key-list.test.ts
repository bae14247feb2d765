// The list of API keys while requests are under way: answers change what is shown when they come.

import { expect, test } from 'vitest'
import type { WireApiKey } from '@basis/protocol/keys/calls'
import { keysAfter, noKeys, type KeyChange } from './key-list.ts'

const key = (apiKey: string) => ({ apiKey }) as WireApiKey
const shownAfter = (...changes: readonly KeyChange[]) =>
  changes.reduce(keysAfter, noKeys).shown?.map(({ apiKey }) => apiKey)

const listed = (...names: readonly string[]): KeyChange => ({
  kind: 'listed',
  list: names.map(key),
})
const made = (name: string): KeyChange => ({ kind: 'made', item: key(name) })
const revoked = (apiKey: string): KeyChange => ({ kind: 'revoked', apiKey })

test('two keys that are revoked one after the other are both gone', () => {
  expect(shownAfter(listed('a', 'b', 'c'), revoked('a'), revoked('b'))).toEqual(['c'])
})

test('before the list has come no key is known, and a key made by then is in it', () => {
  expect(shownAfter(made('n'))).toBeUndefined()
  expect(shownAfter(made('n'), listed('a'))).toEqual(['a', 'n'])
  expect(shownAfter(made('n'), listed('a', 'n'))).toEqual(['a', 'n'])
})

test('a list that was requested before a key was revoked does not bring it back', () => {
  expect(shownAfter(listed('a', 'b'), revoked('a'), listed('a', 'b'))).toEqual(['b'])
})
