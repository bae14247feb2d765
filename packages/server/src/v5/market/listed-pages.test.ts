// Pages of what is listed, when something ends between two of them (open API 1.8, 3.2, 3.7).

import type { Instrument } from '@basis/domain/instrument/instrument'
import { expect, test } from 'vitest'
import { createInMemoryExchange } from '../../../testing/in-memory-exchange.ts'
import { listingsAt } from '../../instruments/listings.ts'
import type { V5Parts } from '../context.ts'
import { spreadHandlers } from '../spread/spread-calls.ts'
import { instrumentsInfoHandlers } from './instruments-info.ts'
import { statisticsHandlers } from './statistics.ts'

const nowMs = Date.UTC(2026, 10, 21, 9, 0, 0)
const { exchange } = createInMemoryExchange(listingsAt(nowMs), nowMs)

/** The exchange, on which an instrument or a combination may have ended. */
function partsWithout(ended = ''): V5Parts {
  const { views } = exchange
  const { spreads } = views
  const instrument = (symbol: Instrument['symbol']): Instrument | undefined => {
    const found = views.instrument(symbol)
    return symbol === ended && found ? { ...found, status: 'Closed' } : found
  }
  const market: typeof spreads.market = (symbol) => {
    const found = spreads.market(symbol)
    return symbol === ended && found ? { ...found, status: 'Settling' } : found
  }
  const seen = { ...views, instrument, spreads: { ...spreads, market } }
  return { exchange: { ...exchange, views: seen } } as unknown as V5Parts
}

type Listed = { readonly symbol?: unknown }
type Page = { readonly list: readonly Listed[]; readonly nextPageCursor?: string | undefined }
type Ask = (parts: V5Parts, cursor?: string) => Page

const pageOf = (answered: unknown): Page =>
  (answered as { readonly result: { readonly list: readonly Listed[] } }).result

const lists: Readonly<Record<string, Ask>> = {
  'instruments-info': (parts, cursor) =>
    pageOf(
      instrumentsInfoHandlers.instrumentsInfo(
        { parts },
        { category: 'linear', limit: 3, ...(cursor === undefined ? {} : { cursor }) },
      ),
    ),
  'risk-limit': (parts, cursor) =>
    pageOf(
      statisticsHandlers.riskLimit(
        { parts },
        { category: 'linear', ...(cursor === undefined ? {} : { cursor }) },
      ),
    ),
  'spread/instrument': (parts, cursor) =>
    pageOf(
      spreadHandlers.spreadInstruments(
        { parts },
        { limit: 1, ...(cursor === undefined ? {} : { cursor }) },
      ),
    ),
}

test.for(Object.entries(lists))('%s goes on when the last of a page has ended', ([, ask]) => {
  const first = ask(partsWithout())
  const cursor = first.nextPageCursor ?? ''
  expect(cursor).not.toBe('')
  const last = String(first.list.at(-1)?.symbol)
  const next = ask(partsWithout(), cursor)
  expect(next.list.length).toBeGreaterThan(0)
  expect(ask(partsWithout(last), cursor)).toEqual(next)
  expect(() => ask(partsWithout(), 'nothing')).toThrow('cursor')
})
