// The contracts that use the unified margin of an account (spec 6).

import { expect, test } from 'vitest'
import { isUnifiedFor, unifiedAccount } from './account-flags.ts'

test('isUTA unifies linear contracts, isUTA2 inverse ones too', () => {
  const unified = (isUTA: boolean, isUTA2: boolean) =>
    (['Linear', 'Inverse'] as const).map((kind) => isUnifiedFor({ isUTA, isUTA2 }, kind))
  expect(unified(false, false)).toEqual([false, false])
  expect(unified(true, false)).toEqual([true, false])
  expect(unified(true, true)).toEqual([true, true])
  expect(unified(false, true)).toEqual([true, true])
  expect(isUnifiedFor(unifiedAccount, 'Inverse')).toBe(true)
})
