// Stories of closed PnL over HTTP: one record for each closing order (rules 1.5), with prices that
// are value over quantity, or quantity over value for inverse contracts.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { e8, Stage } from './stage.ts'

let stage: Stage

beforeEach(async () => {
  stage = await Stage.open(['BTCUSDT', 'BTCUSD'])
})
afterEach(() => stage.close())

const market = { orderType: 'Market' } as const

test('a market order that meets three makers is one record, at their average price', async () => {
  const symbol = 'BTCUSDT'
  const trader = await stage.trader()
  await stage.quote(symbol, { bids: [], asks: [['65010', '5']] })
  await trader.ask('createOrder', { ...market, symbol, side: 'Buy', qty: '1' })
  const bids = [
    ['64990', '0.5'],
    ['64980', '0.25'],
    ['64960', '0.25'],
  ] as const
  await stage.quote(symbol, { bids, asks: [] })
  const { orderId } = await trader.ask('createOrder', { ...market, symbol, side: 'Sell', qty: '1' })
  const { list: fills } = await trader.ask('executions', { symbol, orderId })
  expect(fills).toHaveLength(3)
  const { list } = await trader.ask('closedPnl', { symbol })
  expect(list).toHaveLength(1)
  // 0.5 × 64,990 + 0.25 × 64,980 + 0.25 × 64,960 = 64,980; fees of 0.055 % both ways.
  expect(list[0]).toMatchObject({
    orderId,
    side: 'Buy',
    closedSize: '1.000',
    avgEntryPrice: '65010',
    avgExitPrice: '64980',
    entryValue: '65010',
    exitValue: '64980',
    tradePnl: '-30',
    openFee: '35.7555',
    closeFee: '35.739',
    closedPnl: '-101.4945',
  })
})

test('an inverse limit order that closes over hours is one record, with prices from its values', async () => {
  const symbol = 'BTCUSD'
  const trader = await stage.trader()
  const passer = await stage.trader()
  await stage.quote(symbol, { bids: [], asks: [['65000', '6500']] })
  await trader.ask('createOrder', { ...market, symbol, side: 'Buy', qty: '6500' })
  await stage.quote(symbol, { bids: [], asks: [] })
  const rest = { symbol, side: 'Sell', orderType: 'Limit', price: '65500', qty: '6550' } as const
  const { orderId } = await trader.ask('createOrder', rest)
  await passer.ask('createOrder', { ...market, symbol, side: 'Buy', qty: '3275' })
  const [first] = (await trader.ask('closedPnl', { symbol })).list
  expect(first).toMatchObject({ closedSize: '3275', avgEntryPrice: '65000', avgExitPrice: '65500' })
  expect(first?.updatedAtE3).toBe(first?.closedAtE3)

  await stage.pass(3_600_000)
  await stage.price(symbol, '65100')
  await stage.quote(symbol, { bids: [], asks: [['65200', '6520']] })
  await trader.ask('createOrder', { ...market, symbol, side: 'Buy', qty: '6520' })
  await stage.quote(symbol, { bids: [], asks: [] })
  await passer.ask('createOrder', { ...market, symbol, side: 'Buy', qty: '3275' })
  const { list } = await trader.ask('closedPnl', { symbol })
  expect(list).toHaveLength(1)
  const [grown] = list
  const exitValue = '0.1'
  expect(grown).toMatchObject({ orderId, closedSize: '6550', avgExitPrice: '65500', exitValue })
  expect(grown?.closedAtE3).toBe(first?.closedAtE3)
  expect(grown?.updatedAtE3).toBeGreaterThan(first?.closedAtE3 ?? Infinity)
  // Dollars over coins, between the two entry prices of the closed parts.
  const entry =
    (6550n * 10n ** 16n * 2n + e8(grown?.entryValue ?? '')) / (2n * e8(grown?.entryValue ?? ''))
  expect(e8(grown?.avgEntryPrice ?? '')).toBe(entry)
  expect(entry).toBeGreaterThan(e8('65000'))
  expect(entry).toBeLessThan(e8('65200'))
})
