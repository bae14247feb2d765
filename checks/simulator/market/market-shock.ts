// `npm run market-shock -- --seed 42`: simulates the minutes around a week's shock, and prints the
// liquidations, the fund's take-overs, and price, open interest and fund afterwards.

import { parseArgs } from 'node:util'
import { symbolId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import { fundAccount } from '@basis/engine/commands'
import type { Event } from '@basis/engine/events'
import { listings } from '@basis/server/instruments/listings'
import { listChanged } from '@basis/server/roles/listing'
import { createSimulatedMarket } from '@basis/server/simulator/robots'
import { membersOf } from '@basis/server/simulator/robots/members'
import { weekOf } from '@basis/server/instruments/weeks'
import { MarketWeek } from '@basis/server/simulator/week/market-week'
import {
  createInMemoryExchange,
  play,
} from '../../../packages/server/testing/in-memory-exchange.ts'

const minuteMs = 60_000
/** Until then takers and makers build their normal positions. */
const quietMs = 10 * minuteMs

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '42' },
      minutes: { type: 'string', default: '10' },
    },
  })
  const seed = Number(values.seed)
  const shock = new MarketWeek(seed, listings).shockOf(weekOf(Date.UTC(2026, 10, 23)))
  if (shock === undefined) throw new Error('This week has no shock')
  const listed = listings.filter(({ coin, instrument }) => {
    const isOwn = coin === shock.coin || coin === 'BTC'
    return isOwn && instrument.contractType === 'LinearPerpetual'
  })
  const symbol = symbolId(`${shock.coin}USDT`)
  const own = listed.find(({ instrument }) => instrument.symbol === symbol)
  if (own === undefined) throw new Error(`${symbol} is not listed`)
  const people = new Map<number, string>(
    membersOf(own, seed, listed).map(({ account, kind, sign }) => [
      account,
      `${kind} ${sign === 1 ? 'long' : 'short'}`,
    ]),
  )
  const venue = createInMemoryExchange(listed, shock.timeMs - quietMs)
  const { exchange } = venue
  const pool = { account: fundAccount, coin: 'USDT', amount: amount(10n ** 15n) }
  await exchange.submit({ kind: 'Deposit', ...pool })
  await listChanged(exchange, listed)
  const market = createSimulatedMarket({
    exchange,
    seed,
    listings: listed,
    onFailure: console.error,
  })
  await play(venue, market, { durationMs: quietMs - 1_000 })
  const view = () => exchange.views.symbol(symbol)
  const fund = (): number =>
    Number(exchange.views.ledger().find(({ coin }) => coin === 'USDT')?.insurance ?? 0n) / 1e8
  const [before, fundBefore] = [view(), fund()]
  const lot = own.instrument.lotSizeE8 / 1e8
  const nameOf = (account: number): string => `#${account} (${people.get(account) ?? 'robot'})`
  const print = (timeMs: number, text: string): void => {
    const price = ((view()?.markE8 ?? 0) / 1e8).toPrecision(6)
    console.log(`${((timeMs - shock.timeMs) / 1000).toFixed(1).padStart(7)} s  ${price}  ${text}`)
  }
  const closed = new Map<string, number>()
  const take = (timeMs: number, event: Event): void => {
    switch (event.kind) {
      case 'LiquidationStarted':
        return print(timeMs, `${nameOf(event.account)} is liquidated`)
      case 'PositionTakenOver': {
        const { account, sizeLots, bankruptcyPriceE8: at } = event
        const size = `${(sizeLots * lot).toFixed(0)} ${shock.coin}`
        return print(timeMs, `the fund takes ${size} of ${nameOf(account)} at ${at / 1e8}`)
      }
      case 'PositionDeleveraged':
        return print(timeMs, `${nameOf(event.account)} is deleveraged`)
      case 'PnlClosed': {
        if (event.cause !== 'Liquidation') return
        const name = nameOf(event.account)
        closed.set(name, (closed.get(name) ?? 0) + event.closedLots * lot)
        return
      }
      default:
    }
  }
  exchange.subscribe(({ events, timeMs }) => {
    for (const event of events) take(timeMs, event)
  })
  console.log(`${shock.coin}, ${new Date(shock.timeMs).toISOString()}, ${shock.jump.toFixed(2)}`)
  let [low, high] = [Number.POSITIVE_INFINITY, 0]
  const observe = (): void => {
    const markE8 = view()?.markE8 ?? 0
    low = Math.min(low, markE8)
    high = Math.max(high, markE8)
  }
  await play(venue, market, { durationMs: Number(values.minutes) * minuteMs, observe })
  const [from, after] = [before?.markE8 ?? 1, view()]
  const percent = (share: number): string => `${(100 * (share - 1)).toFixed(1)} %`
  for (const [name, size] of closed) console.log(`sold of ${name}: ${size.toFixed(0)}`)
  console.log(`mark: lowest ${percent(low / from)}, highest ${percent(high / from)}`)
  const interest = (after?.openInterestLots ?? 0) / (before?.openInterestLots ?? 1)
  console.log(`open interest ${percent(interest)}, fund ${(fund() - fundBefore).toFixed(0)} USDT`)
}

await main()
