// Paging of a month's records until their end or the maximum number of pages.

import { expect, test } from 'vitest'
import { rowsOf } from './month-records.ts'

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
