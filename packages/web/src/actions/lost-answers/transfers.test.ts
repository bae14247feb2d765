// A transfer whose answer was lost is made once, however often it is sent (reliability T3).

import { afterEach, expect, test, vi } from 'vitest'
import { transferFunds } from './transfers.ts'

const request = {
  from: { uid: '7', wallet: 'Unified' },
  to: { uid: '7', wallet: 'Funding' },
  coin: 'USDT',
  amount: '100',
} as const

afterEach(() => vi.unstubAllGlobals())

test('a repetition after a lost answer has the same id, and is done if the first was made', async () => {
  const ids: string[] = []
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    const { transferId } = JSON.parse(body) as { transferId: string }
    const isMade = ids.includes(transferId)
    ids.push(transferId)
    // The first transfer is made, and its answer lost.
    if (ids.length === 1) return Promise.reject(new TypeError('the network is down'))
    const refusal = { ret_code: 131_214, ret_msg: 'x', ext_map: { problem: 'transferRepeated' } }
    const answer = isMade ? refusal : { ret_code: 0, ret_msg: '', result: {} }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
  expect(await transferFunds(request)).toMatchObject({ ok: false, isUnknown: true })
  expect(await transferFunds(request)).toMatchObject({ ok: true })
  expect(await transferFunds(request)).toMatchObject({ ok: true })
  const [first, second, third] = ids
  expect(first).toMatch(/^w-/)
  expect(second).toBe(first)
  // Known by then, so the next is another transfer.
  expect(third).not.toBe(first)
})
