// Stories of isolated positions, over HTTP and sockets: one that is liquidated, and one that auto
// margin replenishment saves.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { e8, e8Text, Stage } from './stage.ts'

let stage: Stage

beforeEach(async () => {
  stage = await Stage.open()
})
afterEach(() => stage.close())

const symbol = 'BTCUSDT'
const around = {
  bids: [['64990', '5']],
  asks: [['65010', '5']],
} as const

test('story 1: an isolated long is liquidated and loses only its own margin', async () => {
  const trader = await stage.trader()
  await stage.quote(symbol, around)
  await trader.ask('setMarginMode', { symbol, isIsolated: true })
  await trader.ask('setLeverage', { symbol, leverage: '20' })
  const before = await trader.ask('wallet', {})
  await trader.ask('createOrder', { symbol, side: 'Buy', orderType: 'Market', qty: '1' })
  const held = await trader.position(symbol)
  expect(held).toMatchObject({ side: 'Buy', size: '1.000', entryPrice: '65010', isIsolated: true })
  const liquidation = held?.liqPrice ?? ''
  const carrying = await trader.ask('wallet', {})
  expect(carrying).toMatchObject({ totalPositionIM: held?.positionIM, totalOrderIM: '0' })
  expect(carrying.totalInitialMargin).toBe(held?.positionIM)
  expect(Number(liquidation)).toBeGreaterThan(61_000)
  expect(Number(liquidation)).toBeLessThan(65_010 * 0.96)

  // One tick above the price nothing happens.
  await stage.quote(symbol, { bids: [], asks: [] })
  await stage.price(symbol, e8Text(e8(liquidation) + 10_000_000n))
  expect(await trader.position(symbol)).toMatchObject({ size: '1.000' })
  await stage.price(symbol, liquidation)

  await trader.pushed('userLiquidation', (steps) => steps.some((step) => step.symbol === symbol))
  const [flat] = await trader.pushed('userPosition', ([each]) => each?.size === '0.000')
  expect(flat).toMatchObject({ symbol, side: 'None' })
  const [closed] = (await trader.ask('closedPnl', { symbol })).list
  expect(closed).toMatchObject({ closedSize: '1.000', side: 'Buy' })
  expect(['Liquidation', 'TakeOver']).toContain(closed?.cause)
  const after = await trader.ask('wallet', {})
  // The wallet changes by exactly the closed PnL of the position.
  const moved = e8Text(e8(after.totalWalletBalance) - e8(before.totalWalletBalance))
  expect(moved).toBe(closed?.closedPnl)
  // From its opening on it loses its margin at most, which includes the fee of closing (L12), and
  // at least what the mark has fallen by.
  const lost = e8(carrying.totalWalletBalance) - e8(after.totalWalletBalance)
  expect(lost).toBeLessThanOrEqual(e8(held?.positionIM))
  expect(lost).toBeGreaterThanOrEqual(e8('65010') - e8(liquidation))
})

test('story 6: auto margin replenishment saves a position from liquidation', async () => {
  const trader = await stage.trader()
  await stage.quote(symbol, around)
  await trader.ask('setMarginMode', { symbol, isIsolated: true })
  await trader.ask('setLeverage', { symbol, leverage: '20' })
  await trader.ask('createOrder', { symbol, side: 'Buy', orderType: 'Market', qty: '1' })
  await trader.ask('setAutoAddMargin', { symbol, newAutoAddMargin: true })
  const held = await trader.position(symbol)
  await stage.quote(symbol, { bids: [], asks: [] })
  await stage.price(symbol, held?.liqPrice ?? '')

  const [saved] = await trader.pushed('userPosition', ([each]) => Number(each?.extraMargin) > 0)
  expect(saved).toMatchObject({ size: '1.000', side: 'Buy', isAutoAddMargin: true })
  // The added margin moves the liquidation price away from the mark price.
  expect(Number(saved?.liqPrice)).toBeLessThan(Number(held?.liqPrice))
  expect((await trader.ask('closedPnl', { symbol })).list).toEqual([])
  const wallet = await trader.ask('wallet', {})
  expect(Number(wallet.totalAvailableBalance)).toBeGreaterThan(0)
})
