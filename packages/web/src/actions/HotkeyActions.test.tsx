// Hotkeys of a position: the requests that close a part of it or set its stop-loss at break-even.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { framesShown, storePosition } from '../../testing/stored-position.ts'
import { say } from '../i18n/i18n.ts'
import { dismissNotice, forgetNotices, shownNotices } from '../shell/notices.ts'
import { clearPositions } from '../stores/positions.ts'
import { runHotkey } from './hotkey-actions.ts'

const sent: unknown[] = []

beforeEach(() => {
  sent.length = 0
  forgetNotices()
  for (const { id } of shownNotices()) dismissNotice(id)
  vi.stubGlobal('fetch', (_to: string, { body }: RequestInit) => {
    if (typeof body === 'string') sent.push(JSON.parse(body))
    return Promise.reject(new TypeError('no exchange here'))
  })
})
afterEach(() => {
  clearPositions()
  vi.unstubAllGlobals()
})

test.each([
  ['close25', '0.125'],
  ['close50', '0.250'],
  ['close75', '0.375'],
] as const)('%s sells its share of a 0.5 long at market, reduce-only', async (key, qty) => {
  await storePosition()
  runHotkey(key)
  const order = { symbol: 'BTCUSDT', side: 'Sell', orderType: 'Market', qty, reduceOnly: true }
  await vi.waitFor(() => expect(sent).toContainEqual(expect.objectContaining(order)))
})

test('the break-even stop-loss is at the tick that covers fees and funding; take-profits stay', async () => {
  await storePosition()
  runHotkey('breakEven')
  // 0.5 from 60,000, which have cost 19.5, close by a taker at 30,019.5 / (0.5 × 0.99945).
  const asked = { symbol: 'BTCUSDT', tpSlMode: 'Full', stopLoss: '60072.1' }
  await vi.waitFor(() => expect(sent).toContainEqual(expect.objectContaining(asked)))
  expect(sent).not.toContainEqual(expect.objectContaining({ takeProfit: expect.anything() }))
})

test.each(['close25', 'close50', 'close75', 'breakEven'] as const)(
  'without a position %s sends nothing and shows a notice that there is none',
  async (key) => {
    await storePosition()
    clearPositions()
    await framesShown()
    runHotkey(key)
    const titles = () => shownNotices().flatMap(({ items }) => items.map(({ title }) => say(title)))
    await vi.waitFor(() => expect(titles()).toEqual(['There is no position to close']))
    expect(sent).toEqual([])
  },
)
