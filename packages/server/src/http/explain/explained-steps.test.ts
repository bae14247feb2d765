// Steps of explanations that need no order book: the delivery of an option (rules 9.4), and how an
// order was placed.

import { accountId, orderId } from '@basis/domain/numbers/brand'
import { amount, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import { parseCommand } from '@basis/engine/text'
import { expect, test } from 'vitest'
import { deliveredStep, placedStep } from './explained-steps.ts'

const timeMs = Date.UTC(2026, 9, 22, 8)
const listing = parseCommand(
  'list BTC-22OCT26-65000-C Option BTC/USDC/USDC tick=1 lot=0.01 ' +
    `right=Call strike=65000 delivery=${timeMs}`,
  { instruments: new Map() },
)
const coins = (whole: number) => amount(BigInt(whole) * 100_000_000n)

test.each([
  [68_000, 3000, 2000],
  [64_000, 0, -1000],
])('9.4: a call of 65,000 delivered at %d is worth %d, with a profit of %d', (at, worth, pnl) => {
  if (listing.kind !== 'ListInstrument') throw new Error('no listing')
  const { instrument } = listing
  const step = deliveredStep(
    {
      kind: 'PositionDelivered',
      account: accountId(1),
      symbol: instrument.symbol,
      positionIdx: 0,
      side: 'Buy',
      sizeLots: qtyLots(100),
      entryValue: coins(1000),
      entryPriceE8: priceE8(1000e8),
      priceE8: priceE8(at * 1e8),
      fee: coins(worth === 0 ? 0 : 10),
      pnl: coins(pnl),
    },
    { timeMs, instrument },
  )
  expect(step.numbers).toEqual({
    size: '1 BTC',
    deliveryPrice: `${at} USDC`,
    entryValue: '1000 USDC',
    deliveryValue: `${worth} USDC`,
    pnl: `${pnl} USDC`,
    fee: `${worth === 0 ? 0 : 10} USDC`,
  })
  expect(step.formulas).toEqual([{ result: 'pnl', terms: ['deliveryValue', '−', 'entryValue'] }])
})

test('8.7: a market order by amount was placed for its amount, not for a quantity', () => {
  const pair = parseCommand('list BTC/USDT Spot BTC/USDT tick=1 lot=0.001', {
    instruments: new Map(),
  })
  if (pair.kind !== 'ListInstrument') throw new Error('no listing')
  const { instrument } = pair
  const order: Order = {
    id: orderId(7),
    linkId: '',
    account: accountId(1),
    symbol: instrument.symbol,
    side: 'Buy',
    orderType: 'Market',
    timeInForce: 'ImmediateOrCancel',
    priceTicks: priceTicks(61_000),
    // What the whole amount would buy at the limit.
    qtyLots: qtyLots(164),
    leavesLots: qtyLots(0),
    filledLots: qtyLots(50),
    filledValue: coins(3000),
    fee: amount(0n),
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    status: 'PartiallyFilledCanceled',
    closedPnl: amount(0n),
    createdMs: 1,
    updatedMs: 1,
    updateNo: 2,
  }
  expect(placedStep({ ...order, quoteAmount: coins(10_000) }, instrument).numbers).toEqual({
    orderValue: '10000 USDT',
  })
  expect(placedStep(order, instrument).numbers).toEqual({ qty: '0.164 BTC' })
})
