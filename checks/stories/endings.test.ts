// Stories of positions that the exchange ends or settles, over HTTP and sockets: the delivery of a
// dated future, a session settlement, and deleveraging because the insurance fund is empty.

import { feeOf } from '@basis/domain/instrument/fees'
import { amount, rateE8 } from '@basis/domain/numbers/fixed'
import { afterEach, expect, test } from 'vitest'
import { e8, e8Text, Stage } from './stage.ts'

let stage: Stage

afterEach(() => stage.close())

test('story 7: a future is delivered at the mean of its last half hour', async () => {
  const symbol = 'BTCUSDT-27NOV26'
  const deliveryMs = Date.UTC(2026, 10, 27, 8)
  stage = await Stage.open([symbol])
  const trader = await stage.trader()
  await stage.quote(symbol, { bids: [['64990', '5']], asks: [['65010', '5']] })
  await trader.ask('createOrder', { symbol, side: 'Buy', orderType: 'Market', qty: '1' })
  const order = { symbol, side: 'Buy', orderType: 'Limit', qty: '0.1', price: '64500' } as const
  const { orderId } = await trader.ask('createOrder', order)
  const before = await trader.ask('wallet', {})

  await stage.passTo(deliveryMs - 40 * 60_000)
  await stage.hold(symbol, '66500', 39 * 60)
  // In the last minutes new orders are refused.
  const late = await trader.refusalOf('createOrder', { ...order, price: '66000' })
  expect(late.code).toBe(110042)
  await stage.passTo(deliveryMs)
  await stage.pass(1000)

  expect(await trader.position(symbol)).toBeUndefined()
  const cancelled = (await trader.ask('orderHistory', { orderId })).list[0]
  expect(cancelled).toMatchObject({ orderStatus: 'Cancelled' })
  const [closed] = (await trader.ask('closedPnl', { symbol })).list
  expect(closed).toMatchObject({ cause: 'Delivery', closedSize: '1.000', avgExitPrice: '66500' })
  // The delivery fee is 0.05 % of the value at the delivery price (rules 3.1, 11.1).
  const value = amount(e8('66500'))
  expect(closed?.closeFee).toBe(e8Text(feeOf(value, rateE8(50_000))))
  expect(closed?.tradePnl).toBe('1490')
  const after = await trader.ask('wallet', {})
  const moved = e8(after.totalWalletBalance) - e8(before.totalWalletBalance)
  expect(moved).toBe(e8(closed?.tradePnl) - e8(closed?.closeFee))
  expect((await trader.refusalOf('createOrder', order)).code).toBeGreaterThan(0)

  // It can still be read later: the trader's record, the delivery price, the final mark price.
  const [record] = (await trader.ask('deliveryRecords', { symbol })).list
  expect(record).toEqual({
    symbol,
    side: 'Buy',
    positionIdx: 0,
    position: '1.000',
    entryPrice: '65010',
    deliveryPrice: '66500',
    fee: closed?.closeFee,
    deliveryRpl: '1490',
    deliveryTimeE3: deliveryMs,
  })
  const other = await stage.trader()
  expect((await other.ask('deliveryRecords', {})).list).toEqual([])
  const [price] = (await other.ask('deliveryPrices', {})).list
  const expected = { symbol, deliveryPrice: '66500', samples: 1800, deliveryTimeE3: deliveryMs }
  expect(price).toEqual(expected)
  const { item } = await other.ask('symbolItem', { symbol })
  expect(item).toMatchObject({ contractStatus: 'Closed', deliveryPrice: '66500' })
  expect((await other.ask('tickers', { symbol })).list[0]?.markPrice).toBe('66500')
})

test('a session settlement pays a USDC position, and its entry price does not change', async () => {
  const symbol = 'BTCPERP'
  stage = await Stage.open([symbol])
  const trader = await stage.trader()
  await trader.ask('wallet', {})
  await stage.quote(symbol, { bids: [['64990', '5']], asks: [['65010', '5']] })
  await trader.ask('createOrder', { symbol, side: 'Buy', orderType: 'Market', qty: '1' })
  expect(await trader.position(symbol)).toMatchObject({
    entryPrice: '65010',
    sessionAvgPrice: '65010',
    averageValue: '65010',
  })
  await stage.passTo(Date.UTC(2026, 10, 21, 15, 59))
  await stage.hold(symbol, '66000', 62)

  const { list, nextPageCursor } = await trader.ask('settlementRecords', { symbol, limit: 1 })
  const [last] = list
  expect(last).toMatchObject({ symbol, side: 'Buy', size: '1.000' })
  const { markPrice = '' } = last ?? {}
  const [sessionPrice] = (await trader.ask('sessionPrices', { symbol })).list
  expect(sessionPrice).toMatchObject({ symbol, markPrice })
  const held = await trader.position(symbol)
  expect(held).toMatchObject({ entryPrice: '65010', averageValue: '65010' })
  expect(held?.sessionAvgPrice).toBe(markPrice)
  expect(e8(last?.realisedPnl)).toBe(e8(markPrice) - e8(last?.sessionAvgPrice))
  expect(nextPageCursor).toBe('')
})

test('story 9: a winner is deleveraged when the insurance fund cannot cover a loss', async () => {
  const symbol = 'BTCUSDT'
  stage = await Stage.open([symbol])
  const [loser, winner] = [await stage.trader(), await stage.trader()]
  for (const trader of [loser, winner]) {
    await trader.ask('setLeverage', { symbol, leverage: '50' })
  }
  await loser.ask('setMarginMode', { symbol, isIsolated: true })
  const limit = { symbol, orderType: 'Limit', price: '65000', qty: '2' } as const
  await winner.ask('createOrder', { ...limit, side: 'Sell' })
  await loser.ask('createOrder', { ...limit, side: 'Buy' })
  const spare = { ...limit, side: 'Sell', price: '65400', qty: '0.1' } as const
  const { orderId } = await winner.ask('createOrder', spare)
  const lights = await winner.position(symbol)
  expect(lights?.adlRankIndicator).toBeGreaterThan(0)
  const held = await loser.position(symbol)
  const before = await winner.ask('wallet', {})
  const beforeLoss = await loser.ask('wallet', {})

  // The price falls through the bankruptcy price; there are no bids, and the fund has no money.
  expect(Number(held?.bustPrice)).toBeGreaterThan(63_000)
  await stage.price(symbol, '61500')
  await stage.price(symbol, '61500')

  const steps = await winner.pushed('userLiquidation', (list) =>
    list.some(({ step }) => step === 'deleveraged'),
  )
  const deleveraging = steps.find(({ step }) => step === 'deleveraged')
  expect(deleveraging?.explanation?.rule).toBe('deleverage')
  expect(deleveraging?.explanation?.numbers).not.toEqual({})
  const cancelled = (await winner.ask('orderHistory', { orderId })).list[0]
  expect(cancelled).toMatchObject({ cancelType: 'CancelAllBeforeAdl' })
  const { list } = await winner.ask('closedPnl', { symbol })
  expect(list.length).toBeGreaterThan(0)
  expect(list.every(({ cause }) => cause === 'Adl')).toBe(true)
  // The winner keeps the profit up to the bankruptcy price and pays no fee for it (D-31).
  for (const closed of list) {
    expect(closed.closeFee).toBe('0')
    expect(Number(closed.tradePnl)).toBeGreaterThan(0)
  }
  const after = await winner.ask('wallet', {})
  const moved = e8(after.totalWalletBalance) - e8(before.totalWalletBalance)
  expect(moved).toBe(list.reduce((sum, { tradePnl }) => sum + e8(tradePnl), 0n))
  // Both are executions without an order, with the fee and the value of their closed PnL.
  const adl = (await winner.ask('executions', { symbol, execType: 'AdlTrade' })).list
  expect(adl.map(({ execValue }) => execValue)).toEqual(list.map(({ exitValue }) => exitValue))
  expect(adl.every(({ execFee, orderId: id }) => execFee === '0' && id === '')).toBe(true)
  const [bust] = (await loser.ask('executions', { symbol, execType: 'BustTrade' })).list
  const [lost] = (await loser.ask('closedPnl', { symbol })).list
  expect(bust).toMatchObject({ execValue: lost?.exitValue, execFee: lost?.closeFee })
  // The loser has no position left; it was liquidated and taken over.
  expect(await loser.position(symbol)).toBeUndefined()
  // What he loses from here on is at most the margin of the isolated position (L12).
  const left = await loser.ask('wallet', {})
  const loss = e8(beforeLoss.totalWalletBalance) - e8(left.totalWalletBalance)
  expect(loss).toBeGreaterThan(0n)
  expect(loss).toBeLessThanOrEqual(e8(held?.positionIM))
  const own = (await loser.ask('liquidations', { symbol })).list
  expect(own.map(({ step }) => step)).toEqual(expect.arrayContaining(['started', 'takenOver']))
})

test('5.9: a change of the ADL rank by another trader’s position is pushed with the position', async () => {
  const symbol = 'BTCUSDT'
  stage = await Stage.open([symbol])
  const [first, second] = [await stage.trader(), await stage.trader()]
  const sell = { symbol, side: 'Sell', orderType: 'Market', qty: '0.1' } as const
  await stage.quote(symbol, { bids: [['65100', '0.1']], asks: [] })
  await first.ask('createOrder', sell)
  await stage.quote(symbol, { bids: [['65000', '0.1']], asks: [] })
  await second.ask('createOrder', sell)
  await stage.hold(symbol, '65000', 12)
  // Of two shorts the one that sold at the higher price has more profit: ranks five and three.
  expect((await first.position(symbol))?.adlRankIndicator).toBe(5)
  expect((await second.position(symbol))?.adlRankIndicator).toBe(3)
  await stage.quote(symbol, { bids: [['65500', '0.4']], asks: [] })
  await second.ask('createOrder', { ...sell, qty: '0.4' })
  await stage.hold(symbol, '65000', 12)
  // The first position is unchanged, and yet the socket pushes its lower rank.
  const positions = await first.pushed('userPosition', (list) =>
    list.some(({ adlRankIndicator }) => adlRankIndicator === 3),
  )
  expect(positions[0]).toMatchObject({ symbol, side: 'Sell', size: '0.100' })
  await second.pushed('userPosition', (list) =>
    list.some(({ adlRankIndicator, size }) => adlRankIndicator === 5 && size === '0.500'),
  )
})
