// The life of a weekly pair in the rolling market, from announcement to delisting, and a minute
// of maintenance.

import { accountId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { createInMemoryExchange, play } from '../../../testing/in-memory-exchange.ts'
import { listings, listingsAt } from '../../instruments/listings.ts'
import { weeklyPairsAt } from '../../instruments/spot/weekly-pairs.ts'
import { weekOf } from '../../instruments/weeks.ts'
import { createRollingMarket } from '../robots.ts'
import { MarketWeek } from './market-week.ts'
import { SymbolUpkeep } from './symbol-upkeep.ts'

const hourMs = 3_600_000
const announcedMs = Date.UTC(2026, 10, 23, 8)
const trader = accountId(1_001)

/** A market with the weekly pair and the instruments that give its coins their price. */
function rollingMarket() {
  const chosen = weeklyPairsAt(announcedMs).at(-1)
  if (chosen === undefined) throw new Error('no pair is announced')
  const { symbol } = chosen.instrument
  const few = (timeMs: number) =>
    listingsAt(timeMs).filter(
      ({ coin, instrument }) =>
        instrument.symbol === symbol || (coin === chosen.coin && instrument.quoteCoin === 'USDT'),
    )
  const venue = createInMemoryExchange(few(announcedMs - 60_000), announcedMs - 60_000)
  const failures: unknown[] = []
  const onFailure = (error: unknown) => failures.push(error)
  const options = { exchange: venue.exchange, seed: 42, listingsAt: few, onFailure }
  const market = createRollingMarket(options, venue.nowMs())
  const at = async (timeMs: number): Promise<string | undefined> => {
    venue.setTime(timeMs)
    await play(venue, market, { durationMs: 8_000 })
    return venue.exchange.views.instrument(symbol)?.status
  }
  return { chosen, venue, failures, market, at }
}

test('a weekly pair goes through PreLaunch, Auction, Trading, CancelOnly and Closed', async () => {
  const { chosen, venue, failures, market, at } = rollingMarket()
  const { symbol, launchMs = 0, quoteCoin } = chosen.instrument
  const { closesMs = 0 } = chosen
  const { exchange } = venue
  expect(await at(announcedMs - 10_000)).toBeUndefined()
  expect(await at(announcedMs)).toBe('PreLaunch')
  expect(await at(launchMs - hourMs + 1_000)).toBe('Auction')
  expect(exchange.views.symbol(symbol)?.auction?.qtyLots).toBeGreaterThan(0)
  expect(await at(launchMs)).toBe('Trading')
  expect(exchange.views.symbol(symbol)?.lastTicks).toBeGreaterThan(0)
  expect(exchange.views.bestSide(symbol, 'Buy')).toBeGreaterThan(0)

  await exchange.submit({ kind: 'OpenAccount', account: trader, role: 'trader' })
  await exchange.submit({
    kind: 'Deposit',
    account: trader,
    coin: quoteCoin,
    amount: amount(10n ** 13n),
  })
  const bid = Math.floor((exchange.views.bestSide(symbol, 'Buy') ?? 0) * 0.98)
  const placed = await exchange.submit({
    kind: 'PlaceOrder',
    account: trader,
    symbol,
    side: 'Buy',
    orderType: 'Limit',
    timeInForce: 'GoodTillCancel',
    linkId: '',
    selfTrade: 'None',
    positionIdx: 0,
    priceTicks: priceTicks(bid),
    qtyLots: qtyLots(10_000),
    reduceOnly: false,
    closeOnTrigger: false,
  })
  expect(placed.problem).toBeUndefined()
  expect(exchange.views.openOrders(trader)).toHaveLength(1)
  expect(await at(closesMs - hourMs)).toBe('CancelOnly')
  expect(exchange.views.openOrders(trader)).toHaveLength(1)
  expect(await at(closesMs)).toBe('Closed')
  expect(exchange.views.openOrders(trader)).toEqual([])
  expect(failures).toEqual([])
  expect(exchange.views.ledger().every(({ drift }) => drift === 0n)).toBe(true)
  market.stop()
})

test('during maintenance the markets of a coin are cancel-only, for a minute', async () => {
  const week = new MarketWeek(42, listings)
  const wednesdayMs = Date.UTC(2026, 10, 25)
  const minute = Array.from({ length: 1440 }, (_, k) => wednesdayMs + k * 60_000).find(
    (timeMs) => week.maintained(timeMs) !== undefined,
  )
  const coin = week.maintained(minute ?? 0)
  const fromMs = minute ?? 0
  const venue = createInMemoryExchange(listingsAt(fromMs - 5_000), fromMs - 5_000)
  const market = createRollingMarket(
    { exchange: venue.exchange, seed: 42, listingsAt, robots: false },
    fromMs - 5_000,
  )
  const halted = () => {
    const { views } = venue.exchange
    return views.symbols().filter((name) => views.instrument(name)?.status === 'CancelOnly')
  }
  const own = listingsAt(fromMs).filter((listing) => listing.coin === coin)
  const symbols = own.map(({ instrument }) => instrument.symbol)
  await play(venue, market, { durationMs: 2_000 })
  expect(halted()).toEqual([])
  venue.setTime(fromMs)
  await play(venue, market, { durationMs: 1_000 })
  expect(halted()).toEqual(symbols)
  // A market that starts during the maintenance ends it as well.
  market.stop()
  const other = createRollingMarket(
    { exchange: venue.exchange, seed: 42, listingsAt, robots: false },
    fromMs + 20_000,
  )
  venue.setTime(fromMs + 61_000)
  await play(venue, other, { durationMs: 1_000 })
  expect(halted()).toEqual([])
  other.stop()
})

test('a change of status that the exchange refused is asked for again, until it is made', async () => {
  const week = new MarketWeek(42, listings)
  const planned = week.maintenanceOf(weekOf(announcedMs))
  if (planned === undefined) throw new Error('no maintenance is planned')
  const { coin, timeMs } = planned
  const few = listings.filter((listing) => listing.coin === coin)
  const { exchange } = createInMemoryExchange(few, timeMs)
  const upkeep = new SymbolUpkeep(exchange.views, few, week)
  expect(upkeep.step(timeMs)).toHaveLength(few.length)
  expect(upkeep.step(timeMs + 250)).toEqual([])
  const again = upkeep.step(timeMs + 5_000)
  expect(again).toHaveLength(few.length)
  for (const command of again) await exchange.submit(command)
  expect(upkeep.step(timeMs + 10_000)).toEqual([])
})
