// Instruments by category on an exchange that has listed and delivered for months.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { symbolId } from '@basis/domain/numbers/brand'
import type { Views } from '@basis/engine/views'
import { expect, test } from 'vitest'
import { createInMemoryExchange } from '../../testing/in-memory-exchange.ts'
import { listingsAt } from '../instruments/listings.ts'
import { findInstrument, instrumentsOf, openInstrumentsOf } from './instruments.ts'

const nowMs = Date.UTC(2026, 10, 21, 9, 0, 0)
const { views } = createInMemoryExchange(listingsAt(nowMs), nowMs).exchange

/** An exchange to which instruments can be added; it counts those that are looked up. */
function growing() {
  const listed = new Map<Instrument['symbol'], Instrument>()
  for (const symbol of views.symbols()) {
    const instrument = views.instrument(symbol)
    if (instrument !== undefined) listed.set(symbol, instrument)
  }
  const looks = { count: 0 }
  const seen: Views = {
    ...views,
    symbols: () => [...listed.keys()],
    instrument: (symbol) => {
      looks.count += 1
      return listed.get(symbol)
    },
  }
  const list = (instrument: Instrument): void => void listed.set(instrument.symbol, instrument)
  const drop = (symbol: Instrument['symbol']): void => void listed.delete(symbol)
  return { exchange: { views: seen }, list, drop, looks }
}

const future = instrumentsOf(views, 'linear').find(({ deliveryMs }) => deliveryMs !== undefined)
const perpetual = instrumentsOf(views, 'linear').find(({ deliveryMs }) => deliveryMs === undefined)

const dated = (k: number, status: Instrument['status'], deliveryMs: number): Instrument => {
  if (future === undefined) throw new Error('No future is listed')
  return { ...future, symbol: symbolId(`BTCUSDT-F${k}`), status, deliveryMs }
}

test('what is listed later belongs to its category, and other categories do not look at it', () => {
  const { exchange, list, looks } = growing()
  const inverse = instrumentsOf(exchange.views, 'inverse').length
  for (let k = 0; k < 500; k += 1) list(dated(k, 'Closed', nowMs - 1))
  expect(instrumentsOf(exchange.views, 'linear')).toHaveLength(
    instrumentsOf(views, 'linear').length + 500,
  )
  expect(findInstrument(exchange.views, 'linear', 'BTCUSDT-F7')?.status).toBe('Closed')
  looks.count = 0
  expect(instrumentsOf(exchange.views, 'inverse')).toHaveLength(inverse)
  expect(looks.count).toBe(inverse)
})

test('what an engine that was rebuilt does not know is not found', () => {
  const { exchange, list, drop } = growing()
  list(dated(1, 'Trading', nowMs + 1))
  const known = instrumentsOf(exchange.views, 'linear').length
  drop(symbolId('BTCUSDT-F1'))
  list(dated(2, 'Trading', nowMs + 1))
  const names = instrumentsOf(exchange.views, 'linear').map(({ symbol }) => symbol)
  expect(names).toHaveLength(known)
  expect(names.at(-1)).toBe('BTCUSDT-F2')
})

test('delivered contracts are not looked at again, closed ones that may reopen are', () => {
  const { exchange, list, looks } = growing()
  if (perpetual === undefined) throw new Error('No perpetual is listed')
  const before = openInstrumentsOf(exchange.views, 'linear').length
  for (let k = 0; k < 500; k += 1) list(dated(k, 'Closed', nowMs - 1))
  list(dated(500, 'Closed', nowMs + 1))
  list({ ...perpetual, status: 'Closed' })
  expect(openInstrumentsOf(exchange.views, 'linear')).toHaveLength(before - 1)
  looks.count = 0
  expect(openInstrumentsOf(exchange.views, 'linear')).toHaveLength(before - 1)
  expect(looks.count).toBe(before + 1)
  list(dated(500, 'Trading', nowMs + 1))
  list(perpetual)
  list(dated(501, 'Trading', nowMs + 1))
  const names = openInstrumentsOf(exchange.views, 'linear').map(({ symbol }) => symbol)
  expect(names).toEqual(expect.arrayContaining(['BTCUSDT-F500', 'BTCUSDT-F501', perpetual.symbol]))
  expect(names).toHaveLength(before + 2)
})
