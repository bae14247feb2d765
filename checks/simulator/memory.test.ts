// The memory of an exchange stops growing: the short form of `npm run memory`.

import { accountId } from '@basis/domain/numbers/brand'
import { amount, priceE8, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import { createEngine } from '@basis/engine/engine'
import { listingOf } from '@basis/server/instruments/listings'
import { expect, test } from 'vitest'
import { collectGarbage } from '../bench/replay.ts'

const ordersPerDay = 20_000
const dayMs = 24 * 3_600_000
const account = accountId(1)

test('ids, orders and books of the previous day are freed: the third day needs no more memory', () => {
  const { instrument } = listingOf('BTCUSDT') ?? {}
  if (instrument === undefined) throw new Error('BTCUSDT is not listed')
  const { symbol } = instrument
  const engine = createEngine()
  const perform = (timeMs: number, command: Command): void => {
    const { problem } = engine.apply({ seq: engine.lastSeq() + 1, timeMs, command })
    expect(problem).toBeUndefined()
  }
  perform(0, { kind: 'ListInstrument', instrument })
  perform(0, { kind: 'UpdatePrices', prices: [{ symbol, indexE8: priceE8(65_000 * 1e8) }] })
  perform(0, { kind: 'OpenAccount', account, role: 'trader' })
  perform(0, { kind: 'Deposit', account, coin: 'USDT', amount: amount(10n ** 15n) })
  const held: number[] = []
  for (let k = 0; k < 3 * ordersPerDay; k += 1) {
    const timeMs = Math.floor((k * dayMs) / ordersPerDay)
    const linkId = `order-number-${k}-of-a-long-series`
    perform(timeMs, {
      kind: 'PlaceOrder',
      account,
      symbol,
      side: 'Buy',
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      priceTicks: (640_000 - (k % 1000)) as PriceTicks,
      qtyLots: qtyLots(10),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId,
      selfTrade: 'None',
    })
    perform(timeMs, { kind: 'CancelOrder', account, order: { linkId } })
    if ((k + 1) % ordersPerDay !== 0) continue
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    held.push(heapUsed + arrayBuffers)
  }
  const [, second = 0, third = 0] = held
  // Before ids were freed it was 433 bytes for each of twenty thousand: 8.7 MB.
  expect(third - second).toBeLessThan(1_000_000)
})
