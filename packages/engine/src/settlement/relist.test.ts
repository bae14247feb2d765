// A pair is closed: its orders are cancelled, their coins released, new orders refused (L7).

import { accountId } from '@basis/domain/numbers/brand'
import { expect, test } from 'vitest'
import { coins, venue } from '../../testing/example-venue.ts'
import { brokenInvariants } from '../replay/invariants.ts'

const pair = 'NEW/USDT Spot NEW/USDT tick=0.01 lot=0.01 band=90:90 fees=0.1:0.05 qty=1l..100000000l'

const closings = [
  ['by its state', 'status NEW/USDT Closed'],
  ['by a new record', `list ${pair} status=Closed`],
] as const

test.each(closings)('closing a pair %s cancels its orders and no others', (_, closed) => {
  const made = venue('BTCUSDT LinearPerpetual BTC/USDT band=90:90', {
    coin: 'USDT',
    alice: '100000',
  })
  for (const line of [
    `list ${pair}`,
    'coin NEW 0',
    'index BTCUSDT 60000',
    'index NEW/USDT 10 coins NEW 10',
    'deposit bob 10 NEW',
    'place bob Sell NEW/USDT 1 @ 10',
    'place carol Buy NEW/USDT 1 @ 10',
    'place alice Buy BTCUSDT 0.1 @ 50000',
    'place alice Buy NEW/USDT 5 @ 9',
    'place alice Buy NEW/USDT 5 @ 12 plan=1 when=rise:12',
  ]) {
    made.say(line)
  }
  const orders = () => made.engine.views.openOrders(accountId(1)).map(({ symbol }) => symbol)
  const locked = () => made.account()?.coins.find(({ coin }) => coin === 'USDT')?.locked
  expect(orders()).toHaveLength(3)
  expect(locked()).not.toBe(coins('0'))
  made.say('status NEW/USDT CancelOnly')
  expect(orders()).toHaveLength(3)
  made.say(closed)
  expect(orders()).toEqual(['BTCUSDT'])
  expect(locked()).toBe(coins('0'))
  const reasons = made.emitted.flatMap((event) =>
    event.kind === 'OrderCanceled' ? [event.order.cancelType] : [],
  )
  expect(new Set(reasons)).toEqual(new Set(['CancelByAdmin']))
  expect(made.refused('place alice Buy NEW/USDT 1 @ 9').name).toBe('instrumentNotTrading')
  expect(brokenInvariants(made.engine)).toEqual([])
})
