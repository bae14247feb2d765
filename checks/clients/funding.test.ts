// Funding as unmodified clients see it: the payment of a real settlement in every answer that has
// it (open API 8.10, 15).

import { priceE8 } from '@basis/domain/numbers/fixed'
import { symbolId } from '@basis/domain/numbers/brand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLiveVenue, type LiveVenue } from './live-venue.ts'
import { bybitRest, ccxtClient, type Credentials } from './unmodified-clients.ts'

let live: LiveVenue
let credentials: Credentials
/** Funding is settled every eight hours: nine contain a settlement. */
const pastMs = 9 * 3_600_000
const stepMs = 60_000
const contracts = [
  { category: 'linear', symbol: 'BTCUSDT', unified: 'BTC/USDT:USDT', coin: 'USDT', qty: '0.01' },
  { category: 'inverse', symbol: 'BTCUSD', unified: 'BTC/USD:BTC', coin: 'BTC', qty: '7000' },
] as const

beforeAll(async () => {
  live = await startLiveVenue(
    contracts.map(({ symbol }) => symbol),
    { pastMs },
  )
  const [trader, seller] = [await live.open(), await live.open()]
  credentials = trader
  for (const { category, symbol, qty } of contracts) {
    const at = { category, symbol, orderType: 'Limit', price: '65000', qty }
    for (const [client, side] of [
      [seller, 'Sell'],
      [trader, 'Buy'],
    ] as const)
      expect(await client.post('order/create', { ...at, side })).toMatchObject({ retCode: 0 })
  }
  // Contracts trade above their index: longs pay.
  const prices = contracts.map(({ symbol }) => ({
    symbol: symbolId(symbol),
    indexE8: priceE8(64_800 * 1e8),
  }))
  for (let passed = 0; passed < pastMs; passed += stepMs) {
    live.venue.clock.advance(stepMs)
    await live.venue.parts.exchange.submit({ kind: 'UpdatePrices', prices })
  }
})
afterAll(async () => {
  await live.stop()
  expect(live.failures).toEqual([])
})

type Row = Readonly<Record<string, string>>

test.each(contracts)(
  'funding of $unified: executions, ledger and rate agree in ccxt and bybit-api',
  async ({ category, symbol, unified, coin, qty }) => {
    const exchange = await ccxtClient(live.origin, credentials)
    const rest = bybitRest(live.origin, credentials)
    const paid = await exchange.fetchFundingHistory(unified)
    const rates = await exchange.fetchFundingRateHistory(unified)
    expect(paid.length).toBeGreaterThan(0)
    const settled = new Set(
      rates.map(({ timestamp, fundingRate }) => `${timestamp} ${fundingRate}`),
    )
    const ledger = await exchange.fetchLedger(coin)
    const asked = { accountType: 'UNIFIED', category, type: 'SETTLEMENT' } as const
    const { result } = await rest.getTransactionLog(asked)
    const log = result.list.map((row): Row => ({ ...row }))
    expect(log.map(({ symbol: of }) => of)).toEqual(paid.map(() => symbol))
    for (const { amount = 0, timestamp = 0, info, symbol: of } of paid) {
      const execution = info as Row
      const rate = Number(execution['feeRate'])
      expect(of).toBe(unified)
      expect(settled).toContain(`${timestamp} ${rate}`)
      // A long pays its value at the mark price by the rate (8.10): a fee above zero.
      const mark = Number(execution['markPrice'])
      const value = category === 'inverse' ? Number(qty) / mark : Number(qty) * mark
      expect(rate).toBeGreaterThan(0)
      expect(Number(execution['execQty'])).toBe(Number(qty))
      expect(amount).toBeCloseTo(value * rate, 7)
      // It is booked by the first command after its time, which is a step later at most, and later
      // still if the machine was busy between two commands.
      const row = log.find(({ transactionTime }) => {
        const lateMs = Number(transactionTime) - timestamp
        return lateMs >= 0 && lateMs <= 10 * stepMs
      })
      expect(row).toMatchObject({ currency: coin, side: 'Buy', type: 'SETTLEMENT' })
      expect([Number(row?.['funding']), Number(row?.['change'])]).toEqual([-amount, -amount])
      const entry = ledger.find(({ id }) => id === row?.['id'])
      expect(entry).toMatchObject({ currency: coin, direction: 'out', amount })
      // Its `before` has the wrong sign in ccxt 4.5.84, but `after` is as answered.
      expect(entry?.after).toBe(Number(row?.['cashBalance']))
    }
    await exchange.close()
  },
)
