// The change of an order that is dragged on the chart.

import { describe, expect, test, vi } from 'vitest'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { applyContracts } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { changeOf, moveOrder } from './order-moves.ts'

const sent = vi.hoisted(() => [] as (readonly [string, unknown])[])
vi.mock('../../client/http.ts', async (original) => ({
  ...(await original<object>()),
  ask: (name: string, request: unknown) => {
    sent.push([name, request])
    // A position older than any that was pushed is not applied.
    const position = { symbol: 'BTCUSDT', positionIdx: 0, updatedAtE3: -1 }
    return Promise.resolve({ ok: true, value: { position } })
  },
}))

const instrument = {
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: 10,
  maxPriceTicks: 1_000_000,
  minQtyLots: 1,
  maxQtyLots: 1_000_000,
  maxMarketQtyLots: 1_000_000,
  minNotional: 0n,
} as unknown as Instrument

const order = {
  side: 'Buy',
  orderType: 'Limit',
  status: 'New',
  priceTicks: 640_000,
  qtyLots: 20,
  reduceOnly: true,
} as Order

describe('a dragged order', () => {
  test('gets another price if it rests, another trigger price if it is untriggered', () => {
    expect(changeOf(order, priceTicks(650_000), instrument)).toEqual({ priceTicks: 650_000 })
    const stop = { stopType: 'Stop', triggerDirection: 1 }
    const waiting = { ...order, status: 'Untriggered', stop } as Order
    expect(changeOf(waiting, priceTicks(650_000), instrument)).toEqual({ triggerTicks: 650_000 })
  })

  test('gives a problem if the price is outside the limits of the instrument', () => {
    expect(changeOf(order, priceTicks(2_000_000), instrument)).toMatchObject({
      name: 'priceTooHigh',
    })
  })

  test('cannot be moved beyond the TP/SL attached to it', () => {
    const stopLoss = { triggerTicks: priceTicks(630_000), triggerBy: 'LastPrice' }
    const stop = { stopType: 'Order', triggerTicks: 0, triggerDirection: 0, stopLoss }
    const buy = { ...order, reduceOnly: false, stop } as unknown as Order
    const to = (ticks: number) => changeOf(buy, priceTicks(ticks), instrument)
    expect(to(630_000)).toEqual({ priceTicks: 630_000 })
    expect(to(629_999)).toMatchObject({ name: 'slPriceTooHigh' })
  })

  test('is amended in the book if it is a limit leg of a TP/SL that has triggered', async () => {
    applyContracts(fallbackContracts(), 'network')
    const stop = { stopType: 'PartialTakeProfit', triggerTicks: 660_000, triggerDirection: 1 }
    const leg = { ...order, id: 8, symbol: 'BTCUSDT', positionIdx: 0, stop } as unknown as Order
    expect(await moveOrder(leg, priceTicks(640_010), instrument)).toBe(true)
    const waiting = { ...leg, status: 'Untriggered' } as Order
    expect(await moveOrder(waiting, priceTicks(640_010), instrument)).toBe(true)
    expect(sent).toMatchObject([
      ['replaceOrder', { orderId: '8' }],
      ['setTpSlTs', { tpStopOrderId: '8' }],
    ])
    expect(sent[0]?.[1]).not.toHaveProperty('triggerPrice')
  })
})
