// Stories of the venue's own rules, over HTTP and sockets: a reversal that is refused at its second
// leg, funding across a restart, and the price band.

import { feeOf } from '@basis/domain/instrument/fees'
import { amount, rateE8 } from '@basis/domain/numbers/fixed'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { e8, e8Text, Stage, type Trader } from './stage.ts'

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

test('story 3: a reversal refused at its second leg leaves the position untouched', async () => {
  // The bids are enough to close, but not to open the same size on the other side.
  await stage.quote(symbol, { bids: [['64990', '1.5']], asks: [['65010', '5']] })
  const before = await trader.position(symbol)
  const walletBefore = await trader.ask('wallet', {})
  const refusal = await trader.refusalOf('reversePosition', { symbol })
  expect(refusal.code).toBeGreaterThan(0)
  expect(refusal.message).not.toBe('')
  expect(await trader.position(symbol)).toEqual(before)
  expect(await trader.ask('wallet', {})).toEqual(walletBefore)
  expect((await trader.ask('executions', { symbol })).list).toHaveLength(1)

  // With enough bids both legs are executed at once.
  await stage.quote(symbol, { bids: [['64990', '2']], asks: [['65010', '5']] })
  await trader.ask('reversePosition', { symbol })
  expect(await trader.position(symbol)).toMatchObject({ side: 'Sell', size: '1.000' })
})

test('story 8: funding that falls due while the venue is down is paid exactly once', async () => {
  const hourMs = 3_600_000
  const toFunding = 8 * hourMs - (stage.nowMs % (8 * hourMs))
  await stage.pass(toFunding - 120_000)
  await stage.price(symbol, '65000')
  const before = await trader.ask('wallet', {})
  expect((await trader.ask('fundingHistory', { symbol })).list).toEqual([])
  await stage.restart(300_000)
  await stage.pass(1000)
  const { list } = await trader.ask('fundingHistory', { symbol })
  expect(list).toHaveLength(1)
  const [paid] = list
  expect(paid).toMatchObject({ symbol, side: 'Buy', size: '1.000' })
  expect(Number(paid?.fundingTimeE3) % (8 * hourMs)).toBe(0)
  // The fee is size × mark × rate, away from the payer (rules 2.7).
  const rate = rateE8(Number(e8(paid?.fundingRate)))
  const value = amount(e8(paid?.markPrice))
  expect(paid?.fundingFee).toBe(e8Text(-feeOf(value, rate)))
  const after = await trader.ask('wallet', {})
  const moved = e8(after.totalWalletBalance) - e8(before.totalWalletBalance)
  expect(e8Text(moved)).toBe(paid?.fundingFee)
  await stage.restart(1000)
  await stage.pass(60_000)
  expect((await trader.ask('fundingHistory', { symbol })).list).toHaveLength(1)
})

test('story 10: nothing trades beyond the price band, not at market and not by a trigger', async () => {
  // The second price of each side is further from the mark than 2 %.
  const quotes = {
    bids: [
      ['64990', '0.1'],
      ['63000', '5'],
    ],
    asks: [
      ['65010', '0.1'],
      ['67000', '5'],
    ],
  } as const
  await stage.quote(symbol, quotes)
  const limit = { symbol, orderType: 'Limit', qty: '0.1' } as const
  const tooHigh = await trader.refusalOf('createOrder', { ...limit, side: 'Buy', price: '90000' })
  expect(tooHigh.code).toBe(110003)
  expect(tooHigh.message).toMatch(/\d/)
  const tooLow = await trader.refusalOf('createOrder', { ...limit, side: 'Sell', price: '40000' })
  expect(tooLow.code).toBe(110003)

  // A market order fills up to the band, and its rest is cancelled (rules 8.2).
  const market = { symbol, orderType: 'Market', qty: '0.3' } as const
  for (const side of ['Buy', 'Sell'] as const) {
    const { orderId } = await trader.ask('createOrder', { ...market, side })
    const [order] = (await trader.ask('orderHistory', { orderId })).list
    expect(order).toMatchObject({ side, cumExecQty: '0.100', leavesQty: '0.000' })
  }

  // So does one that its trigger sends.
  await stage.quote(symbol, quotes)
  const rise = { triggerPrice: '65100', triggerBy: 'IndexPrice' } as const
  const fall = { triggerPrice: '64900', triggerBy: 'IndexPrice' } as const
  const triggered = [
    await trader.ask('createOrder', { ...market, ...rise, side: 'Buy' }),
    await trader.ask('createOrder', { ...market, ...fall, side: 'Sell' }),
  ]
  await stage.price(symbol, '65100')
  await stage.price(symbol, '64900')
  for (const { orderId } of triggered) {
    const [order] = (await trader.ask('orderHistory', { orderId })).list
    expect(order).toMatchObject({ cumExecQty: '0.100', leavesQty: '0.000' })
  }
  const { list } = await trader.ask('executions', { symbol })
  expect(new Set(list.map(({ execPrice }) => Number(execPrice)))).toEqual(new Set([65_010, 64_990]))
})
