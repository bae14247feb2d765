// Pages of fired alerts: new ones come on top while older pages are loaded, and none is lost.

import { expect, test } from 'vitest'
import type { WireFiring } from '@basis/protocol/alerts/alert'
import { withNewest, withOlder, type FiringPage } from './firing-pages.ts'

const page = (ids: readonly number[], next = ''): FiringPage => ({
  list: ids.map((id) => ({ firingId: String(id) }) as WireFiring),
  next,
})
const idsOf = ({ list }: FiringPage) => list.map(({ firingId }) => Number(firingId))

test('an alert that fires is added above the pages that were loaded', () => {
  const loaded = page([9, 8, 7, 6, 5, 4], 'after 4')
  const shown = withNewest(loaded, page([10, 9, 8], 'after 8'))
  expect([idsOf(shown), shown.next]).toEqual([[10, 9, 8, 7, 6, 5, 4], 'after 4'])
})

test('without a common row the newest page is shown, so that there is no gap', () => {
  const newest = page([30, 29, 28], 'after 28')
  expect(withNewest(page([9, 8], 'after 8'), newest)).toEqual(newest)
  expect(withNewest(undefined, newest)).toEqual(newest)
})

test('an older page is added to what is shown when it comes, once', () => {
  const shown = withNewest(page([9, 8], 'after 8'), page([10, 9], 'after 9'))
  const whole = withOlder(shown, 'after 8', page([7, 6], 'after 6'))
  expect([idsOf(whole), whole.next]).toEqual([[10, 9, 8, 7, 6], 'after 6'])
  // The answer to a second press.
  expect(withOlder(whole, 'after 8', page([7, 6], 'after 6'))).toBe(whole)
})
