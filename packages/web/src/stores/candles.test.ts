// Requests of candles: before a time, or the latest ones by the exchange's clock.

import { afterEach, expect, test, vi } from 'vitest'
import { askCandles } from './candles.ts'

afterEach(() => vi.unstubAllGlobals())

test('the latest candles are asked for without a time, because the local clock may be wrong', async () => {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(new URL(address, 'http://localhost').searchParams)
    const result = { list: [] }
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: '', result })))
  })
  const series = { symbol: 'BTCUSDT', resolution: '1', source: 'last' } as const
  expect(await askCandles(series, { count: 61 })).toEqual({ ok: true, value: [] })
  await askCandles(series, { endMs: 120_000.5, count: 5_000 })
  expect(asked.map((query) => [query.get('endMs'), query.get('limit')])).toEqual([
    [null, '61'],
    ['120000', '1000'],
  ])
})
