// Paging of a month's records until their end or the maximum number of pages.

import { afterEach, expect, test, vi } from 'vitest'
import { askMonth, rowsOf } from './month-records.ts'

afterEach(() => vi.unstubAllGlobals())

const pages = (count: number) => {
  const asked: (string | undefined)[] = []
  const ask = async ({ cursor }: { cursor?: string }) => {
    asked.push(cursor)
    const at = Number(cursor ?? '0')
    const nextPageCursor = at + 1 < count ? String(at + 1) : ''
    return { ok: true as const, value: { list: [at], nextPageCursor } }
  }
  return { ask, asked }
}

test('all pages are requested one after another', async () => {
  const { ask, asked } = pages(3)
  expect(await rowsOf(ask, 3)).toEqual({ rows: [0, 1, 2], isWhole: true })
  expect(asked).toEqual([undefined, '1', '2'])
})

test('at the maximum number of pages the result is marked as incomplete', async () => {
  const { ask, asked } = pages(4)
  expect(await rowsOf(ask, 3)).toEqual({ rows: [0, 1, 2], isWhole: false })
  expect(asked).toHaveLength(3)
})

test('a page that fails makes the whole request fail', async () => {
  const error = { code: 5, message: 'no answer' } as never
  await expect(
    rowsOf(async () => ({ ok: false as const, error, isUnknown: false })),
  ).rejects.toThrow('no answer')
})

test('an expired option of the month is requested by its name, so that its coin is known', async () => {
  const symbol = 'BTC-27NOV26-60000-C-USDT'
  const row = {
    symbol,
    side: 'Buy',
    closedSize: '1',
    avgEntryPrice: '10',
    avgExitPrice: '20',
    entryValue: '10',
    exitValue: '20',
    tradePnl: '10',
    openFee: '0',
    closeFee: '0',
    fundingFee: '0',
    closedPnl: '10',
    cause: 'Trade',
    orderId: '7',
    openedAtE3: 1,
    closedAtE3: 2,
    updatedAtE3: 2,
  }
  const paths: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path)
    const list = path.includes('closed-pnl') ? [row] : []
    const result = { list, nextPageCursor: '' }
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: '', result })))
  })
  const { closed } = await askMonth({ fromMs: 0, toMs: 10 }, new AbortController().signal)
  expect(closed).toHaveLength(1)
  await vi.waitFor(() => expect(paths.join()).toContain(`symbols=${symbol}`))
})
