// Intents: one intent is one request, stored until its outcome is known, and never sent twice.

import { describe, expect, test, vi } from 'vitest'
import {
  forgetIntent,
  newLinkId,
  once,
  oneAtATime,
  rememberIntent,
  unsettledIntents,
} from './intents.ts'
import { onNotice } from '../shell/notices.ts'
import { createRecentList } from '../stores/dedupe.ts'
import { fateOfIntent, type Asking, type Fate } from './lost-answers/unknown-outcome.ts'

test('of a thousand attempts at one intent only one is executed', async () => {
  // A busy machine may take longer for them than the time within which a press counts as a double.
  vi.useFakeTimers()
  let made = 0
  const attempts = Array.from({ length: 1_000 }, () =>
    once('place BTCUSDT Buy', async () => {
      made += 1
      await Promise.resolve()
      return made
    }),
  )
  const results = await Promise.all(attempts)
  expect(made).toBe(1)
  expect(results.filter((result) => result !== undefined)).toEqual([1])
  // The second half of a double click comes after the answer.
  expect(await once('place BTCUSDT Buy', () => Promise.resolve(2))).toBeUndefined()
  expect(await once('place BTCUSDT Sell', () => Promise.resolve(3))).toBe(3)
  vi.advanceTimersByTime(600)
  expect(await once('place BTCUSDT Buy', () => Promise.resolve(4))).toBe(4)
  vi.useRealTimers()
})

test('a repeated press that is ignored has a notice', async () => {
  const notices: string[] = []
  const stop = onNotice(({ title }) => notices.push(title.key))
  await once('reverse BTCUSDT 0', () => Promise.resolve('done'))
  expect(notices).toEqual([])
  expect(await once('reverse BTCUSDT 0', () => Promise.resolve('again'))).toBeUndefined()
  expect(notices).toEqual(['notices.repeated'])
  stop()
})

test('the same order entered again after the answer is a second order', async () => {
  const text = 'place BTCUSDT Buy Limit 650000 15'
  const [first, doubled] = await Promise.all([
    oneAtATime(text, () => Promise.resolve('first')),
    oneAtATime(text, () => Promise.resolve('doubled')),
  ])
  expect([first, doubled]).toEqual(['first', undefined])
  expect(await oneAtATime(text, () => Promise.resolve('second'))).toBe('second')
  await expect(oneAtATime(text, () => Promise.reject(new Error('broken')))).rejects.toThrow()
  expect(await oneAtATime(text, () => Promise.resolve('third'))).toBe('third')
})

test('an intent is stored until its outcome is known', () => {
  const texts = new Map<string, string>()
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
  const linkId = newLinkId()
  expect(linkId).toMatch(/^[A-Za-z0-9_-]{1,45}$/)
  const intent = { uid: '1001', linkId, symbol: 'BTCUSDT', sentMs: 5 }
  rememberIntent(intent, storage)
  expect(unsettledIntents('1001', storage)).toEqual([intent])
  // Another account of the same browser does not see it.
  expect(unsettledIntents('1002', storage)).toEqual([])
  forgetIntent(linkId, storage)
  expect(unsettledIntents('1001', storage)).toEqual([])
})

test('Recent order id dedupe list trimmed by 5 when over 10', () => {
  const { claim, list } = createRecentList()
  for (let no = 1; no <= 10; no += 1) expect(claim(`order ${no}`)).toBe(true)
  expect(claim('order 10')).toBe(false)
  expect(list()).toHaveLength(10)
  claim('order 11')
  expect(list()).toEqual(['order 6', 'order 7', 'order 8', 'order 9', 'order 10', 'order 11'])
})

describe('an unknown outcome', () => {
  const asking = (fates: Fate[], stepMs: number): Asking & { asked: () => number } => {
    let nowMs = 0
    let asked = 0
    return {
      fateOf: () => Promise.resolve(fates[asked++] ?? fates.at(-1) ?? 'unknown'),
      pause: () => {
        nowMs += stepMs
        return Promise.resolve()
      },
      nowMs: () => nowMs,
      asked: () => asked,
    }
  }

  test('is queried until it is known', async () => {
    const ports = asking(['unknown', 'unknown', 'placed'], 1_000)
    expect(await fateOfIntent('x', 0, ports)).toBe('placed')
    expect(ports.asked()).toBe(3)
  })

  test('is not reported as not placed while the request may still arrive', async () => {
    const ports = asking(['notPlaced'], 4_000)
    expect(await fateOfIntent('x', 0, ports)).toBe('notPlaced')
    expect(ports.asked()).toBe(4)
  })
})
