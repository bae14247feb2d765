// Simulated owners of grid bots: a bot whose range the price has left is replaced.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceE8, priceTicks, qtyLots, unitE8 } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { listings } from '../../../instruments/listings.ts'
import { createInMemoryExchange } from '../../../../testing/in-memory-exchange.ts'
import { SimulatedGridOwners } from './grid-owners.ts'

const symbol = symbolId('BTCUSDT')
const startMs = Date.UTC(2026, 10, 23, 9)

test('an owner whose range the price has left by far closes the bot and starts one around the price', async () => {
  const listed = listings.filter(({ instrument }) => instrument.symbol === symbol)
  const { exchange, setTime, nowMs } = createInMemoryExchange(listed, startMs)
  const { views } = exchange
  const [maker, taker] = [accountId(1), accountId(2)]
  const owners = new SimulatedGridOwners(views)
  for (const account of [maker, taker]) {
    await exchange.submit({ kind: 'OpenAccount', account, role: 'robot' })
    const money = amount(100_000_000n * unitE8)
    await exchange.submit({ kind: 'Deposit', account, coin: 'USDT', amount: money })
  }
  const order = (account: typeof maker, side: 'Buy' | 'Sell', price: number, lots: number) =>
    exchange.submit({
      kind: 'PlaceOrder',
      account,
      symbol,
      side,
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      priceTicks: priceTicks(price),
      qtyLots: qtyLots(lots),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
      selfTrade: 'None',
    })
  /** Moves the price, with orders of other accounts on both sides. */
  const trade = async (price: number) => {
    const tick = listed[0]?.instrument.tickSizeE8 ?? 1
    await exchange.submit({
      kind: 'UpdatePrices',
      prices: [{ symbol, indexE8: priceE8(price * tick) }],
    })
    for (const account of [maker, taker]) {
      await exchange.submit({ kind: 'CancelAllOrders', account })
    }
    for (const [account, side, at, lots] of [
      [maker, 'Sell', price, 50_000],
      [taker, 'Buy', price, 20_000],
      [taker, 'Buy', price - 1, 20_000],
    ] as const) {
      expect((await order(account, side, at, lots)).problem).toBeUndefined()
    }
  }
  const live = async (seconds: number) => {
    for (let at = 0; at < seconds; at += 1) {
      setTime(nowMs() + 1000)
      for (const command of owners.act(nowMs())) {
        const { problem } = await exchange.submit(command)
        expect([command.kind, problem]).toEqual([command.kind, undefined])
      }
    }
  }
  const ranges = () =>
    views.grids.ofRobots().map(({ levels }) => [levels[0] ?? 0, levels.at(-1) ?? 0])
  await trade(650_000)
  await live(20)
  expect(ranges()).toEqual([[633_700, 666_300]])
  // Outside the range, but not far: the owner waits.
  for (const price of [660_000, 670_000]) await trade(price)
  await live(60)
  expect(ranges()).toEqual([[633_700, 666_300]])
  for (const price of [680_000, 690_000]) await trade(price)
  await live(60)
  expect(ranges()).toEqual([[672_700, 707_300]])
})
