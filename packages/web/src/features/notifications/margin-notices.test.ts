// Notices of changes of margin, made from their events (spec 7).

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addMargin } from '../../actions/add-margin.ts'
import { say } from '../../i18n/i18n.ts'
import { shownNotices } from '../../shell/notices.ts'
import { amount } from '@basis/domain/numbers/fixed'
import { applyContracts } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { startMarginNotices } from './margin-notices.ts'

const asked = vi.hoisted(() => ({ ok: true }))
vi.mock('../../client/http.ts', async (original) => ({
  ...(await original<object>()),
  ask: () =>
    Promise.resolve(
      asked.ok
        ? { ok: true, value: {} }
        : { ok: false, isUnknown: false, error: { code: 110_001, message: 'no', extMap: {} } },
    ),
}))

let stop: () => void
beforeEach(() => {
  stop = startMarginNotices()
})
afterEach(() => stop())

const titles = () => shownNotices().flatMap(({ items }) => items.map(({ title }) => say(title)))

test('a change of margin has a notice; a failure has only that of its error reaction', async () => {
  applyContracts(fallbackContracts(), 'network')
  const addition = { symbol: 'BTCUSDT', positionIdx: 0, amount: amount(-1_250_000_000n) } as const
  await addMargin(addition)
  expect(titles()).toEqual(['BTCUSDT: margin changed'])
  const [body] = shownNotices().flatMap(({ items }) => items.map((item) => item.body))
  expect(body && say(body)).toBe('-12.50 USDT')
  asked.ok = false
  await addMargin({ ...addition, symbol: 'ETHUSDT' })
  expect(titles()).toEqual(['Margin not changed', 'BTCUSDT: margin changed'])
})
