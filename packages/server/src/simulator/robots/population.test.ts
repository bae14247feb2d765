// The simulated people of the market: their accounts, their positions from the first second, and
// the liquidation of the careless ones when prices fall.

import { priceE8 } from '@basis/domain/numbers/fixed'
import type { Event } from '@basis/engine/events'
import { stateHash } from '@basis/engine/snapshot'
import { expect, test } from 'vitest'
import { createInMemoryExchange, play } from '../../../testing/in-memory-exchange.ts'
import { listings, listingsAt } from '../../instruments/listings.ts'
import { createSimulatedMarket } from '../robots.ts'
import { groupOf, quoters, robotAccounts } from './accounts.ts'
import { liquidityOf, medianTurnoverOf } from './liquidity.ts'
import { lifeOf, maturityOf, memberKinds, membersOf } from './members.ts'
import { quoteOf } from './quote-commands.ts'

const startMs = Date.UTC(2026, 10, 23, 9)
const two = listings.filter(({ instrument }) => ['BTCUSDT', 'ETHUSDT'].includes(instrument.symbol))

async function begun(seed: number) {
  const venue = createInMemoryExchange(two, startMs)
  const events: Event[] = []
  venue.exchange.subscribe((batch) => void events.push(...batch.events))
  const market = createSimulatedMarket({ exchange: venue.exchange, seed, listings: two })
  await play(venue, market, { durationMs: 1_000 })
  return { venue, market, events }
}

test('the population has a few hundred accounts of six kinds, each with its own account number', () => {
  const all = listings.flatMap((listing) => membersOf(listing, 1, listings))
  expect(all.length).toBeGreaterThan(200)
  expect(new Set(all.map(({ account }) => account)).size).toBe(all.length)
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(memberKinds))
})

test('all deliveries of a coin share their accounts, which are not those of other robots', () => {
  const listed = listingsAt(startMs)
  const dated = listed.filter(({ instrument }) => instrument.deliveryMs !== undefined)
  const accountsOf = (listing: (typeof listed)[number]): string =>
    membersOf(listing, 1, listed)
      .map(({ account }) => account)
      .join(' ')
  const pools = new Map<string, Set<string>>()
  for (const listing of dated) {
    const name = `${listing.instrument.contractType} ${listing.coin}`
    pools.set(name, (pools.get(name) ?? new Set()).add(accountsOf(listing)))
  }
  expect([...pools.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1, 1])
  expect(new Set([...pools.values()].flatMap((each) => [...each])).size).toBe(6)
  const all = new Set<number>(listed.flatMap((each) => membersOf(each, 1, listed).map(numberOf)))
  expect(robotAccounts.filter((account) => all.has(account))).toEqual([])
  expect(Math.max(...all)).toBeLessThan(1_000)
})
const numberOf = ({ account }: { readonly account: number }): number => account

test('inverse, USDC and dated contracts have open interest from the first second', async () => {
  const kinds = ['LinearPerpetual', 'UsdcPerpetual', 'InversePerpetual', 'InverseFutures']
  const some = listingsAt(startMs).filter(
    ({ coin, instrument }) => coin === 'BTC' && kinds.includes(instrument.contractType ?? ''),
  )
  const venue = createInMemoryExchange(some, startMs)
  const failures: unknown[] = []
  const onFailure = (error: unknown) => failures.push(error)
  const market = createSimulatedMarket({
    exchange: venue.exchange,
    seed: 7,
    listings: some,
    onFailure,
  })
  await play(venue, market, { durationMs: 1_000 })
  market.stop()
  for (const listing of some) {
    const view = venue.exchange.views.symbol(listing.instrument.symbol)
    if (view === undefined) throw new Error('not listed')
    const { tickSizeE8 } = view.instrument
    const ticks = view.markE8 / tickSizeE8
    const value = view.openInterestLots * liquidityOf(listing, ticks).valueOfLot(ticks)
    const usual = medianTurnoverOf(listing) * maturityOf(lifeOf(listing.instrument), startMs)
    const isDated = listing.instrument.deliveryMs !== undefined
    expect(value / usual).toBeGreaterThan(0.35)
    expect(value / usual).toBeLessThan(isDated ? 1.3 / 0.55 : 0.6)
  }
  expect(failures).toEqual([])
  expect(venue.exchange.views.ledger().every(({ drift }) => drift === 0n)).toBe(true)
})

test('the target positions of both sides of a market are equal', () => {
  for (const listing of two) {
    const members = membersOf(listing, 1, two)
    const sum = members.reduce((total, { sign, share }) => total + sign * share, 0)
    expect(Math.abs(sum)).toBeLessThan(1e-9)
  }
})

test('open interest is 35 to 60 % of the median daily turnover from the first second, by block trades without a print', async () => {
  const { venue, events } = await begun(7)
  for (const listing of two) {
    const view = venue.exchange.views.symbol(listing.instrument.symbol)
    if (view === undefined) throw new Error('not listed')
    const lot = listing.instrument.lotSizeE8 / 1e8
    const value = view.openInterestLots * lot * (view.markE8 / 1e8)
    expect(value / medianTurnoverOf(listing)).toBeGreaterThan(0.35)
    expect(value / medianTurnoverOf(listing)).toBeLessThan(0.6)
    // Its members opened it by block trades, which are no prints (rules 8.11): less than a
    // hundredth of it was traded in the book in that second.
    const { symbol } = listing.instrument
    const blocks = events
      .filter((event) => event.kind === 'BlockTraded')
      .filter((block) => block.symbol === symbol)
    const lots = blocks.reduce((sum, { qtyLots }) => sum + qtyLots, 0)
    expect(lots / view.openInterestLots).toBeGreaterThan(0.99)
    expect(lots / view.openInterestLots).toBeLessThan(1.01)
    const members = new Set(membersOf(listing, 7, two).map(({ account }) => account))
    expect(blocks.every(({ buyer, seller }) => members.has(buyer) && members.has(seller))).toBe(
      true,
    )
    const printed = events
      .filter((event) => event.kind === 'OrderFilled')
      .filter(({ order }) => order.symbol === symbol)
      .reduce((sum, { fill }) => sum + fill.qtyLots, 0)
    expect(printed / view.openInterestLots).toBeLessThan(0.01)
  }
  expect(venue.exchange.views.ledger().every(({ drift }) => drift === 0n)).toBe(true)
})

test('the same seed gives the same state, another seed another one', async () => {
  const hashOf = async (seed: number): Promise<string> =>
    stateHash((await begun(seed)).venue.engine)
  expect(await hashOf(7)).toBe(await hashOf(7))
  expect(await hashOf(7)).not.toBe(await hashOf(8))
})

test('a fall of six percent liquidates a careless long account, and the ledger has no drift', async () => {
  const { venue, market } = await begun(7)
  market.stop()
  const { exchange } = venue
  // The mark follows trades: quotes are cancelled, and a lot is traded at each new price.
  for (const account of quoters) {
    await exchange.submit({ kind: 'CancelAllOrders', account })
  }
  const liquidated: number[] = []
  exchange.subscribe(({ events }) => {
    for (const event of events) {
      if (event.kind === 'LiquidationStarted') liquidated.push(event.account)
    }
  })
  const [fallingMarket = listings[0]] = two
  if (fallingMarket === undefined) throw new Error('nothing is listed')
  const { symbol } = fallingMarket.instrument
  const group = groupOf(fallingMarket.instrument)
  const start = exchange.views.symbol(symbol)?.indexE8 ?? 0
  for (let step = 1; step <= 120; step += 1) {
    venue.setTime(venue.nowMs() + 1_000)
    const indexE8 = priceE8(fallen(start, step))
    await exchange.submit({ kind: 'UpdatePrices', prices: [{ symbol, indexE8 }] })
    const quote = { symbol, priceTicks: indexE8 / fallingMarket.instrument.tickSizeE8, lots: 1 }
    const [bid, ask] = (['Buy', 'Sell'] as const).map((side, i) =>
      quoteOf(group.takers[i] ?? group.maker, { ...quote, side }),
    )
    if (bid !== undefined) await exchange.submit(bid)
    if (ask !== undefined) {
      await exchange.submit({ ...ask, timeInForce: 'ImmediateOrCancel' })
    }
  }
  const careless = membersOf(fallingMarket, 7, two).find(
    ({ kind, sign }) => kind === 'careless' && sign === 1,
  )
  expect(liquidated).toContain(careless?.account)
  expect(exchange.views.ledger().every(({ drift }) => drift === 0n)).toBe(true)
})

const fallen = (fromE8: number, step: number): number =>
  Math.round((fromE8 * (1 - (0.06 * Math.min(60, step)) / 60)) / 1e7) * 1e7
