// A story of hedge mode over HTTP and sockets: a long and a short of one symbol are held at the
// same time, each with its own orders, and only the unhedged part can be liquidated.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { e8, Stage, type Trader } from './stage.ts'

let stage: Stage
let trader: Trader

const symbol = 'BTCUSDT'
const market = { symbol, orderType: 'Market' } as const

beforeEach(async () => {
  stage = await Stage.open()
  trader = await stage.trader()
  await stage.quote(symbol, { bids: [['64990', '50']], asks: [['65010', '50']] })
})
afterEach(() => stage.close())

test('story 2: a long and a short are held at the same time in hedge mode', async () => {
  await trader.ask('switchMode', { symbol, mode: 3 })
  // Orders without a position side are refused now.
  const nameless = await trader.refusalOf('createOrder', { ...market, side: 'Buy', qty: '1' })
  expect(nameless.code).toBe(110203)
  await trader.ask('createOrder', { ...market, side: 'Buy', qty: '2', positionIdx: 1 })
  await trader.ask('createOrder', { ...market, side: 'Sell', qty: '2', positionIdx: 2 })
  const long = await trader.position(symbol, 1)
  const short = await trader.position(symbol, 2)
  expect(long).toMatchObject({ side: 'Buy', size: '2.000', mode: 'BothSide' })
  expect(short).toMatchObject({ side: 'Sell', size: '2.000', mode: 'BothSide' })
  // Fully hedged, no price liquidates either side (D-34), and the margin is that of the larger
  // side.
  expect([long?.liqPrice, short?.liqPrice]).toEqual(['', ''])
  const wallet = await trader.ask('wallet', {})
  const larger = Math.max(Number(long?.positionIM), Number(short?.positionIM))
  expect(Number(wallet.totalInitialMargin)).toBeLessThan(larger * 1.02)

  // A closing order is reduced to its position and cannot reverse it (D-32).
  const sell = { ...market, side: 'Sell', qty: '5', positionIdx: 1 } as const
  await trader.ask('createOrder', { ...sell, reduceOnly: true })
  expect(await trader.position(symbol, 1)).toBeUndefined()
  expect(await trader.position(symbol, 2)).toMatchObject({ size: '2.000', side: 'Sell' })
  const alone = await trader.position(symbol, 2)
  expect(Number(alone?.liqPrice)).toBeGreaterThan(65_010)

  // The mode can only be left without positions and orders.
  const stuck = await trader.refusalOf('switchMode', { symbol, mode: 0 })
  expect(stuck.code).toBeGreaterThan(0)
  await trader.ask('createOrder', { ...market, side: 'Buy', qty: '2', positionIdx: 2 })
  await trader.ask('switchMode', { symbol, mode: 0 })
  await trader.ask('createOrder', { ...market, side: 'Buy', qty: '1' })
  expect(await trader.position(symbol)).toMatchObject({ side: 'Buy', mode: 'MergedSingle' })
  const { list } = await trader.ask('closedPnl', { symbol })
  expect(list.map(({ side, closedSize }) => [side, closedSize])).toEqual([
    ['Sell', '2.000'],
    ['Buy', '2.000'],
  ])
  expect(list.every(({ closedPnl }) => e8(closedPnl) < 0n)).toBe(true)
})
