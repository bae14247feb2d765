// Changes of bots and copies: a double press is one request, and a lost answer is no refusal.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { message } from '../../i18n/message-keys.ts'
import { dismissNotice, shownNotices } from '../../shell/notices.ts'
import { attempt, submitChange } from './changes.ts'

const sent: unknown[] = []

beforeEach(() => {
  sent.length = 0
  for (const { id } of shownNotices()) dismissNotice(id)
})
afterEach(() => vi.unstubAllGlobals())

test('money is added to a bot once, however often Enter is pressed before the answer', async () => {
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    const envelope = { ret_code: 0, ret_msg: '', result: { botId: '7' } }
    return Promise.resolve(new Response(JSON.stringify(envelope)))
  })
  const asked = { botId: '7', investment: '100' }
  const both = [1, 2].map(() => submitChange('addBotInvestment', asked))
  expect(await Promise.all(both)).toEqual([true, false])
  expect(sent).toEqual([asked])
  expect(await submitChange('addBotInvestment', asked)).toBe(true)
})

test('a change without an answer has the notice that its outcome is not known', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the network is down')))
  const asked = { botId: '8', investment: '100' }
  expect(await attempt('addBotInvestment', asked)).toEqual({ kind: 'unknown' })
  const titles = shownNotices().flatMap(({ items }) => items.map(({ title }) => title))
  expect(titles).toEqual([message('notices.outcomeOpen')])
  // Its form closes, since a second press would add the money a second time.
  expect(await submitChange('addBotInvestment', asked)).toBe(true)
})
