// TP/SL on the wire: encoded and decoded without a change, and the encoding of requests.

import { expect, test } from 'vitest'
import { orderId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { ExistingTpsl } from '@basis/domain/orders/tpsl-entries'
import {
  decodeLegs,
  decodeTpsl,
  encodeLegs,
  encodeTpsl,
  encodeTpslRequest,
  encodeSizedTpslRequest,
} from './tpsl.ts'

const instrument = {
  kind: 'Linear',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: priceTicks(1),
  maxPriceTicks: priceTicks(9_999_999),
} as Instrument
const takeProfit = {
  triggerTicks: priceTicks(610_000),
  triggerBy: 'MarkPrice',
  orderType: 'Limit',
  limitTicks: priceTicks(610_100),
} as const
const stopLoss = {
  triggerTicks: priceTicks(590_000),
  triggerBy: 'LastPrice',
  orderType: 'Market',
} as const

test('legs are encoded and decoded without a change', () => {
  for (const legs of [{}, { takeProfit }, { stopLoss }, { takeProfit, stopLoss }]) {
    expect(decodeLegs(instrument, encodeLegs(instrument, legs))).toEqual(legs)
  }
})

test('the TP/SL of a position are encoded and decoded without a change', () => {
  const standing: ExistingTpsl = {
    full: { qtyLots: qtyLots(500), updatedMs: 3, stopLoss: { ...stopLoss, orderId: orderId(4) } },
    partial: [
      {
        qtyLots: qtyLots(200),
        updatedMs: 5,
        parentId: orderId(1),
        takeProfit: { ...takeProfit, orderId: orderId(6) },
        stopLoss: { ...stopLoss, orderId: orderId(7) },
      },
    ],
    tpFreeLots: qtyLots(300),
    slFreeLots: qtyLots(300),
    trailing: { orderId: orderId(8), rateE4: 125, activationTicks: priceTicks(620_000) },
  }
  const encoded = encodeTpsl(standing, instrument)
  // Spec 3: the names of each side, the full entry and the partial ones.
  expect(encoded).toMatchObject({
    fullTpsl: {
      stopLoss: '59000.0',
      slSize: '0.500',
      slTriggerBy: 'LastPrice',
      slStopOrderId: '4',
      slOrderType: 'Market',
      qty: '0.500',
      tpSlMode: 'Full',
      updatedAt: 3,
    },
    partialTpslList: [
      {
        takeProfit: '61000.0',
        tpSize: '0.200',
        tpTriggerBy: 'MarkPrice',
        tpStopOrderId: '6',
        tpOrderType: 'Limit',
        limitTakeProfit: '61010.0',
        stopLoss: '59000.0',
        slSize: '0.200',
        slTriggerBy: 'LastPrice',
        slStopOrderId: '7',
        slOrderType: 'Market',
        qty: '0.200',
        parentOrderId: '1',
        tpSlMode: 'Partial',
        updatedAt: 5,
      },
    ],
    // One take-profit, and the stop-losses of both entries.
    tpOrderNum: 1,
    slOrderNum: 2,
    tpFreeSize: '0.300',
    slFreeSize: '0.300',
    trailValuePercentageE4: 125,
    activationPrice: '62000.0',
  })
  expect(encoded.fullTpsl).not.toHaveProperty('takeProfit')
  expect(decodeTpsl(encoded, instrument)).toEqual(standing)
  const distance = {
    orderId: orderId(8),
    distanceTicks: priceTicks(50),
    triggerTicks: priceTicks(9),
  }
  const other: ExistingTpsl = { ...standing, trailing: distance }
  expect(encodeTpsl(other, instrument)).toMatchObject({
    trailingStop: '5.0',
    tsTriggerPrice: '0.9',
  })
  expect(decodeTpsl(encodeTpsl(other, instrument), instrument)).toEqual(other)
  const none = { partial: [], tpFreeLots: 0, slFreeLots: 0 }
  expect(decodeTpsl({}, instrument)).toEqual(none)
})

test('a request has its mode, and a leg to remove has only the price 0', () => {
  const gone = { ...stopLoss, triggerTicks: priceTicks(0) }
  const asked = { mode: 'Partial', takeProfit, stopLoss: gone, qtyLots: qtyLots(250) } as const
  expect(encodeSizedTpslRequest(asked, instrument)).toEqual({
    tpSlMode: 'Partial',
    takeProfit: '61000.0',
    tpTriggerBy: 'MarkPrice',
    tpOrderType: 'Limit',
    limitTakeProfit: '61010.0',
    stopLoss: '0',
    qtyX: '25000000',
  })
  expect(encodeTpslRequest({ mode: 'Full' }, instrument)).toEqual({ tpSlMode: 'Full' })
})
