// The robots of combinations when most combinations have ended, as after some months of weekly
// futures.

import { symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import type { Views } from '@basis/engine/views'
import { expect, test } from 'vitest'
import { createInMemoryExchange } from '../../../testing/in-memory-exchange.ts'
import { listings } from '../../instruments/listings.ts'
import { spreadMaker } from './accounts.ts'
import { SpreadRobots } from './spreads.ts'

const startMs = Date.UTC(2026, 10, 23)
const open = symbolId('BTCUSDT_BTC/USDT')

/** Views of one open combination behind so many ended ones. */
async function viewsWith(ended: number): Promise<Views> {
  const legs = ['BTCUSDT', 'BTC/USDT']
  const few = listings.filter(({ instrument }) => legs.includes(instrument.symbol))
  const { exchange } = createInMemoryExchange(few, startMs)
  await exchange.submit({ kind: 'OpenAccount', account: spreadMaker, role: 'robot' })
  const prices = few.map(({ instrument: { symbol, tickSizeE8 }, startPriceTicks }) => {
    return { symbol, indexE8: priceE8(startPriceTicks * tickSizeE8) }
  })
  await exchange.submit({ kind: 'UpdatePrices', prices })
  const { views } = exchange
  const known = views.spreads.market(open)
  if (known === undefined) throw new Error('no combination')
  const gone = Array.from({ length: ended }, (_, k) => symbolId(`BTCUSDT-${k}_BTCUSDT`))
  const market = (symbol: SymbolId) =>
    symbol === open ? known : { ...known, status: 'Settling' as const }
  return { ...views, spreads: { ...views.spreads, symbols: () => [...gone, open], market } }
}

/** The times of the first seconds at which the open combination is quoted. */
async function quotedAt(ended: number): Promise<readonly number[]> {
  const robots = new SpreadRobots(await viewsWith(ended), 1)
  const times = Array.from({ length: 240 }, (_, k) => k * 250)
  return times.filter((afterMs) =>
    robots
      .act(startMs + afterMs)
      .some((command) => command.kind === 'PlaceSpread' && command.account === spreadMaker),
  )
}

test('an open combination is quoted as often as before others ended', async () => {
  const usual = await quotedAt(0)
  expect(usual.length).toBeGreaterThan(200)
  const later = await quotedAt(2_000)
  const [first = Infinity] = later
  expect(first).toBeLessThan(15_000)
  expect(later.length).toBeGreaterThan(usual.length - 60)
})
