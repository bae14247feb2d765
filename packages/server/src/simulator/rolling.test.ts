// A delivery in the running market: the delivered contract is settled, the next one is listed and
// quoted, and the others stay unchanged.

import { problem } from '@basis/domain/instrument/problems'
import { symbolId } from '@basis/domain/numbers/brand'
import { expect, test } from 'vitest'
import type { Exchange } from '../exchange/exchange.ts'
import { listingsAt } from '../instruments/listings.ts'
import { createInMemoryExchange, play } from '../../testing/in-memory-exchange.ts'
import { createRollingMarket } from './robots.ts'
import { membersOf } from './robots/members.ts'

const deliveryMs = Date.UTC(2026, 10, 27, 8)
const startMs = deliveryMs - 11 * 60_000

/** Only the dated futures of a coin and its perpetual, which gives the price. */
const few = (timeMs: number) =>
  listingsAt(timeMs).filter(({ coin, instrument }) => {
    const isPerpetual = instrument.contractType === 'LinearPerpetual'
    return coin === 'BTC' && (isPerpetual || instrument.contractType === 'LinearFutures')
  })

test('a far future is quoted above its index; a weekly future is delivered and the next one is listed', async () => {
  const failures: unknown[] = []
  const venue = createInMemoryExchange(few(startMs), startMs)
  const { exchange } = venue
  const { views } = exchange
  const options = {
    exchange,
    seed: 42,
    listingsAt: few,
    onFailure: (e: unknown) => failures.push(e),
  }
  const market = createRollingMarket(options, startMs)
  const front = symbolId('BTCUSDT-27NOV26')
  const far = symbolId('BTCUSDT-26MAR27')
  const next = symbolId('BTCUSDT-18DEC26')
  await play(venue, market, { durationMs: 20_000 })
  const bid = views.bestSide(far, 'Buy') ?? 0
  const { tickSizeE8 } = views.instrument(far) ?? { tickSizeE8: 0 }
  const dearer = (bid * tickSizeE8) / (views.symbol(far)?.indexE8 ?? 1)
  expect(dearer).toBeGreaterThan(1.003)
  expect(dearer).toBeLessThan(1.05)
  expect(views.bestSide(front, 'Buy')).toBeGreaterThan(0)
  expect(views.symbol(next)).toBeUndefined()

  venue.setTime(deliveryMs - 10_000)
  await play(venue, market, { durationMs: 30_000 })
  expect(views.instrument(front)?.status).toBe('Closed')
  expect(views.bestSide(front, 'Buy')).toBeUndefined()
  expect(views.instrument(next)?.status).toBe('Trading')
  expect(views.bestSide(next, 'Buy')).toBeGreaterThan(0)
  expect(views.bestSide(far, 'Buy')).toBeGreaterThan(0)
  // The members that hold the other futures hold the new one too.
  expect(views.symbol(next)?.openInterestLots).toBeGreaterThan(0)
  const listed = few(venue.nowMs())
  const rolled = listed.filter(({ instrument }) => instrument.symbol === next)
  const members = rolled.flatMap((listing) => membersOf(listing, 42, listed))
  expect(members.length).toBeGreaterThan(3)
  const holding = members.filter(({ account }) =>
    views.positions(account).some(({ position: { symbol, sizeLots } }) => {
      return symbol === next && sizeLots > 0
    }),
  )
  expect(holding).toEqual(members)
  expect(failures).toEqual([])
  expect(views.ledger().every(({ drift }) => drift === 0n)).toBe(true)
  market.stop()
})

test('the next future is listed on an exchange that numbers nothing for six seconds', async () => {
  const beforeMs = deliveryMs - 1_000
  const venue = createInMemoryExchange(few(beforeMs), beforeMs)
  const exchange: Exchange = {
    ...venue.exchange,
    submit: async (command, options) => {
      const latestMs = options?.latestMs ?? venue.nowMs() + 5_000
      const isLate = command.kind === 'ListInstrument' && latestMs < venue.nowMs() + 6_000
      if (!isLate) return venue.exchange.submit(command, options)
      return { seq: 0, timeMs: 0, events: [], problem: problem('commandTooLate') }
    },
  }
  const failures: unknown[] = []
  const onFailure = (error: unknown) => failures.push(error)
  const market = createRollingMarket(
    { exchange, seed: 42, listingsAt: few, robots: false, onFailure },
    beforeMs,
  )
  await play(venue, market, { durationMs: 3_000 })
  market.stop()
  expect(failures).toEqual([])
  expect(exchange.views.instrument(symbolId('BTCUSDT-18DEC26'))?.status).toBe('Trading')
})
