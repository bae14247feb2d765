// The answers to the requests of public/boot.js: each is taken once, by the call with its address.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstAnswer } from './first-answer.ts'

const contracts = '/contract/v5/product/brief-symbol-list?filter=all'
const profile = '/contract/v5/settings/visitor-profile?lang=en'
const at = (call: string, timeMs: number): string => `${call}&timestamp=${timeMs}&business=usdt`

beforeEach(() => {
  const answers = [contracts, profile].map((call) => ({
    address: at(call, 1_000),
    answer: Promise.resolve(new Response(call)),
  }))
  vi.stubGlobal('window', { basisFirstAnswers: answers })
})
afterEach(() => vi.unstubAllGlobals())

test('each call takes the answer of its own address, whatever the time in it', async () => {
  expect(await (await firstAnswer(at(profile, 2_000)))?.text()).toBe(profile)
  expect(await (await firstAnswer(at(contracts, 3_000)))?.text()).toBe(contracts)
})

test('an answer is taken once, and never by another address', () => {
  expect(firstAnswer(at(`${contracts}&version=7`, 2_000))).toBeUndefined()
  expect(firstAnswer(at(contracts, 2_000))).toBeDefined()
  expect(firstAnswer(at(contracts, 2_000))).toBeUndefined()
  vi.stubGlobal('window', {})
  expect(firstAnswer(at(profile, 2_000))).toBeUndefined()
})
