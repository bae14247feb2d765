// Stories of orders that close a position, over HTTP and sockets: partial TP/SL while the position
// shrinks, and a trailing stop.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { Stage, type Trader } from './stage.ts'

let stage: Stage
let trader: Trader

const symbol = 'BTCUSDT'

beforeEach(async () => {
  stage = await Stage.open()
  trader = await stage.trader()
  await stage.quote(symbol, { bids: [['64990', '5']], asks: [['65010', '5']] })
  await trader.ask('createOrder', { symbol, side: 'Buy', orderType: 'Market', qty: '1' })
})
afterEach(() => stage.close())

test('story 4: partial TP/SL entries follow a position that shrinks and closes', async () => {
  for (const [qtyX, takeProfit, stopLoss] of [
    ['60000000', '66000', '64000'],
    ['40000000', '67000', '63000'],
  ] as const) {
    await trader.ask('setTpSlTs', { symbol, tpSlMode: 'Partial', qtyX, takeProfit, stopLoss })
  }
  const first = await trader.position(symbol)
  expect(first?.partialTpslList?.map(({ qty, takeProfit }) => [qty, takeProfit])).toEqual([
    ['0.600', '66000.0'],
    ['0.400', '67000.0'],
  ])
  expect(first).toMatchObject({ tpFreeSize: '0.000', slFreeSize: '0.000' })
  // The entries cover the whole position: a third one is refused by its quantity.
  const third = { symbol, tpSlMode: 'Partial', qtyX: '10000000', takeProfit: '68000' } as const
  expect((await trader.refusalOf('setTpSlTs', third)).code).toBe(110058)

  // The newest entry is reduced first, and one that is reduced to zero is removed.
  const sell = { symbol, side: 'Sell', orderType: 'Market', reduceOnly: true } as const
  await trader.ask('createOrder', { ...sell, qty: '0.3' })
  const second = await trader.position(symbol)
  expect(second?.partialTpslList?.map(({ qty }) => qty)).toEqual(['0.600', '0.100'])
  await trader.ask('createOrder', { ...sell, qty: '0.2' })
  const smaller = await trader.position(symbol)
  expect(smaller?.partialTpslList?.map(({ qty }) => qty)).toEqual(['0.500'])

  // The remaining entry fires and closes the position; no entry is left after it.
  await stage.move(symbol, '66020', { bids: [['66010', '5']], asks: [['66030', '5']] })
  const buyer = await stage.trader()
  await buyer.ask('createOrder', { symbol, side: 'Sell', orderType: 'Market', qty: '0.001' })
  const [flat] = await trader.pushed('userPosition', ([each]) => each?.size === '0.000')
  expect(flat?.partialTpslList ?? []).toEqual([])
  expect((await trader.ask('openOrders', { symbol })).list).toEqual([])
  const { list } = await trader.ask('closedPnl', { symbol })
  expect(list.map(({ closedSize }) => closedSize)).toEqual(['0.500', '0.200', '0.300'])
})

test('story 5: a trailing stop follows the price up and closes on the way back', async () => {
  await trader.ask('setTpSlTs', { symbol, trailingStop: '500', activationPrice: '65500' })
  const trade = async (bid: string, ask: string, middle: string): Promise<void> => {
    await stage.move(symbol, middle, { bids: [[bid, '5']], asks: [[ask, '5']] })
    const passer = await stage.trader()
    const order = { symbol, orderType: 'Market', qty: '0.001' } as const
    await passer.ask('createOrder', { ...order, side: 'Sell' })
    passer.leave()
  }
  await trade('65300', '65310', '65305')
  const asleep = await trader.position(symbol)
  expect(asleep).toMatchObject({ trailingStop: '500.0', activationPrice: '65500.0' })
  expect(asleep?.tsTriggerPrice).toBeUndefined()
  await trade('65800', '65810', '65805')
  expect(await trader.position(symbol)).toMatchObject({ tsTriggerPrice: '65300.0' })
  await trade('66200', '66210', '66205')
  expect(await trader.position(symbol)).toMatchObject({ tsTriggerPrice: '65700.0' })
  await trade('65900', '65910', '65905')
  expect(await trader.position(symbol)).toMatchObject({ tsTriggerPrice: '65700.0', size: '1.000' })
  await trade('65690', '65700', '65695')
  await trader.pushed('userPosition', ([each]) => each?.size === '0.000')
  const [closed] = (await trader.ask('closedPnl', { symbol })).list
  expect(closed).toMatchObject({ avgExitPrice: '65690', closedSize: '1.000' })
})
